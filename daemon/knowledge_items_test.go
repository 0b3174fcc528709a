package daemon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/nav"
	"navd/ipc"
)

// TestRollback: versions, by number, and what was expected.
func TestRollback(t *testing.T) {
	h := newHouse(t)
	h.obeys("the keys hang by the door", "")
	status := func(params string) string {
		i := into[ipc.RollbackResult](t, h.do(ipc.KnowledgeRollback, `{"id":"k1","reason":"r"`+params+`}`)).Items[0]
		return fmt.Sprintf("%s %s", i.Ref(), i.Status)
	}
	for _, c := range []struct{ params, want string }{
		{"", "k1@2 retired"}, {"", "k1@3 active"}, {`,"version":0`, "k1@4 retired"}, {`,"version":1,"expect_version":4`, "k1@5 active"},
	} {
		if got := status(c.params); got != c.want {
			t.Errorf("%s: %s, want %s", c.params, got, c.want)
		}
	}
	h.refuses(ipc.KnowledgeRollback, `{"id":"k1","expect_version":2,"reason":"r"}`, because{fault.Conflict, "expect_version", "k1 is version 5"})
}

// TestAmend: what is said of an item goes into it by code: versions, numbers, plans,
// and the way back.
func TestAmend(t *testing.T) {
	h := newHouse(t)
	h.obeys(noBathroom, "")
	amend := func(relation, text, more string) knowledge.Item {
		t.Helper()
		return h.obeys(text, fmt.Sprintf(`,"amends":"k1","relation":%q%s`, relation, more))
	}
	decides := func(target, stuck string) string {
		t.Helper()
		return string(into[ipc.EvaluateResult](t, h.do(ipc.KnowledgeEvaluate, fmt.Sprintf(`{"id":"k1","inputs":{"target":%q,"stuck":%s}}`, target, stuck))).Outputs)
	}
	if i := amend("EXTENDS", "never enter the garage when looking for a laptop and stuck", ""); i.Ref() != "k1@2" || i.Number != "1.1.0" || len(i.Evidence) != 2 {
		t.Errorf("%+v", i)
	}
	if tv, laptop := decides("TV", "false"), decides("laptop", "true"); tv != `{"effect":"bathroom"}` || laptop != `{"effect":"garage"}` {
		t.Errorf("after EXTENDS: %s, %s", tv, laptop)
	}
	if i := amend("EXCEPTION", "prefer the bathroom when looking for a television and stuck", `,"at":1`); i.Ref() != "k1@3" || i.Number != "1.2.0" {
		t.Errorf("%+v", i)
	}
	if free, stuck := decides("television", "false"), decides("television", "true"); free != `{"effect":{"forbid place":"bathroom","prefer place":null}}` ||
		stuck != `{"effect":{"forbid place":null,"prefer place":"bathroom"}}` {
		t.Errorf("after EXCEPTION: %s, %s", free, stuck)
	}
	if i := amend("REFINES", "never enter the attic when looking for a laptop", `,"at":3`); i.Number != "1.2.1" {
		t.Errorf("%+v", i)
	}
	if laptop := decides("laptop", "false"); laptop != `{"effect":{"forbid place":"attic","prefer place":null}}` {
		t.Errorf("after REFINES: %s", laptop)
	}
	next := amend("SUPERSEDES", "when looking for a television, stop", "")
	old := into[knowledge.Item](t, h.do(ipc.KnowledgeGet, `{"id":"k1"}`))
	if next.Ref() != "k2@1" || old.Status != "superseded" || old.SupersededBy != "k2" {
		t.Errorf("%+v, %+v", next, old)
	}
	if f := h.tell("when stuck, turn left", `,"amends":"k1","relation":"EXTENDS"`); f.Outcome != knowledge.Undecided || f.Reason != "k1 is superseded" {
		t.Errorf("%+v", f)
	}
	back := func(feedback string) string {
		var refs []string
		r := into[ipc.RollbackResult](t, h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{"feedback":%q,"reason":"by mistake"}`, feedback)))
		for _, i := range r.Items {
			refs = append(refs, i.Ref()+" "+string(i.Status))
		}
		return fmt.Sprint(refs, r.Left)
	}
	for _, c := range []struct{ feedback, want string }{
		{"q5", "[k2@2 retired k1@6 active] []"}, // what it superseded is in use again
		{"q2", "[k1@7 active] [k1]"},            // others changed it since: what it says stays, it rests on the others
		{"q4", "[k1@8 active] []"},              // the version before the refinement
	} {
		if got := back(c.feedback); got != c.want {
			t.Errorf("%s: %s, want %s", c.feedback, got, c.want)
		}
	}
	if laptop := decides("laptop", "true"); laptop != `{"effect":{"forbid place":"garage","prefer place":null}}` {
		t.Errorf("after the rollback: %s", laptop)
	}
	h.sound()
}

// TestOldWordsAreNew: what an item does not say any more can be said again, before a
// restart as after it; what waits for a decision is not proposed twice.
func TestOldWordsAreNew(t *testing.T) {
	for _, restarted := range []bool{false, true} {
		h := newHouse(t)
		h.obeys("the keys hang by the door", "")
		h.obeys("the keys lie on the desk", `,"amends":"k1","relation":"REFINES"`)
		if restarted {
			h.restart()
		}
		if f := h.tell("the keys hang by the door", ""); f.Outcome != knowledge.Proposed {
			t.Errorf("restarted %v: %+v", restarted, f)
		}
		again := `,"amends":"k1","relation":"EXTENDS"`
		first, second := h.tell("the cups are blue", again), h.tell("the cups are blue", again)
		if first.Outcome != knowledge.Proposed || second.Outcome != knowledge.Ignored || second.Proposal != first.Proposal {
			t.Errorf("restarted %v: %+v, %+v", restarted, first, second)
		}
	}
}

// TestAmendUndecided: what cannot be merged changes nothing, and says why.
func TestAmendUndecided(t *testing.T) {
	h := newHouse(t)
	h.obeys(noBathroom, "")
	for _, c := range []struct{ relation, text, more, reason string }{
		{"EXTENDS", "the keys hang by the door", "", "was not understood"},
		{"REFINES", "when stuck, turn left", `,"at":4`, "it has 1 rows, there is no 4"},
		{"EXTENDS", "when the door is closed, turn left", "", "was not understood"},
	} {
		f := h.tell(c.text, fmt.Sprintf(`,"amends":"k1","relation":%q%s`, c.relation, c.more))
		if f.Outcome != knowledge.Undecided || !strings.Contains(f.Reason, c.reason) {
			t.Errorf("%+v: %+v", c, f)
		}
	}
	if i := into[knowledge.Item](t, h.do(ipc.KnowledgeGet, `{"id":"k1"}`)); i.Version != 1 {
		t.Errorf("it was changed: %+v", i)
	}
	h.refuses(ipc.KnowledgeSubmit, `{"text":"a","amends":"k1"}`, because{fault.Invalid, "relation", "go together"})
	h.refuses(ipc.KnowledgeSubmit, `{"text":"a","amends":"k9","relation":"EXTENDS"}`, because{fault.NotFound, "amends", "no such item"})
	h.refuses(ipc.KnowledgeSubmit, `{"text":"a","amends":"k1","relation":"LIKES"}`, because{fault.Invalid, "relation", ""})
}

// TestStaleProposal: a proposal whose base moved on is not approved.
func TestStaleProposal(t *testing.T) {
	h := newHouse(t)
	h.obeys("the keys hang by the door", "")
	p := h.tell("forget k1", "").Proposal
	h.do(ipc.KnowledgeRollback, `{"id":"k1","reason":"r"}`)
	h.do(ipc.KnowledgeRollback, `{"id":"k1","reason":"r"}`)
	h.refuses(ipc.KnowledgeApprove, fmt.Sprintf(`{"proposal":%q}`, p), because{fault.Conflict, "proposal", "which is version 3 now"})
	h.do(ipc.KnowledgeReject, fmt.Sprintf(`{"proposal":%q}`, p))
	h.refuses(ipc.KnowledgeApprove, fmt.Sprintf(`{"proposal":%q}`, p), because{fault.Conflict, "proposal", "the proposal was rejected"})
}

// TestSaidAgainMeanwhile: a proposal still fits an item that was only said once more since.
func TestSaidAgainMeanwhile(t *testing.T) {
	for _, relation := range []string{"SUPERSEDES", "REFINES", "EXTENDS"} {
		h := newHouse(t)
		h.obeys("the keys hang by the door", "")
		p := h.tell("the cups are blue", fmt.Sprintf(`,"amends":"k1","relation":%q`, relation)).Proposal
		if f := h.tell("The keys hang by the DOOR", ""); f.Outcome != knowledge.Learned || f.Item != "k1" {
			t.Fatalf("it is not known: %+v", f)
		}
		made := h.approve(p)
		old := into[knowledge.Item](t, h.do(ipc.KnowledgeGet, `{"id":"k1"}`))
		if made.Status != "active" || !strings.Contains(made.Body.Text, "the cups are blue") || len(old.Evidence) < 2 {
			t.Errorf("%s: %+v in place of %+v", relation, made, old)
		}
	}
}

// TestKnowledgeRefuses: what is wrong is said by its field.
func TestKnowledgeRefuses(t *testing.T) {
	h := newHouse(t)
	h.obeys("the keys hang by the door", "")
	dmn := func(inside string) string {
		text, err := json.Marshal(`<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="m" namespace="m"><inputData id="n" name="steps"><variable name="steps" typeRef="number"/></inputData>` +
			`<decision id="d" name="say"><variable name="say"/><informationRequirement><requiredInput href="#n"/></informationRequirement>` + inside + `</decision></definitions>`)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	overlap := dmn(`<decisionTable hitPolicy="UNIQUE"><input><inputExpression typeRef="number"><text>steps</text></inputExpression></input><output name="say" typeRef="string"/>` +
		`<rule><inputEntry><text>&gt; 1</text></inputEntry><outputEntry><text>"a"</text></outputEntry></rule><rule><inputEntry><text>&gt; 2</text></inputEntry><outputEntry><text>"b"</text></outputEntry></rule></decisionTable>`)
	literal := func(text string) string {
		return dmn("<literalExpression><text>" + text + "</text></literalExpression>")
	}
	for _, c := range []struct {
		method fmt.Stringer
		params string
		want   because
	}{
		{ipc.KnowledgeSubmit, `{"text":""}`, because{fault.Invalid, "text", ""}},
		{ipc.KnowledgeSubmit, `{"text":" \n"}`, because{fault.Invalid, "text", "something that was said"}},
		{ipc.KnowledgeSubmit, `{"text":"a\u0007b"}`, because{fault.Invalid, "text", ""}},
		{ipc.KnowledgeSubmit, `{"text":"a","kind":"poem"}`, because{fault.Invalid, "kind", ""}},
		{ipc.KnowledgeSubmit, `{"text":"a","episode":"e999"}`, because{fault.NotFound, "episode", ""}},
		{ipc.KnowledgeProcess, `{"feedback":"q9"}`, because{fault.NotFound, "feedback", "no such feedback"}},
		{ipc.KnowledgeApprove, `{"proposal":"p9"}`, because{fault.NotFound, "proposal", "no such proposal"}},
		{ipc.KnowledgeGet, `{"id":"k9"}`, because{fault.NotFound, "id", "no such item"}},
		{ipc.KnowledgeGet, `{"id":"k1","version":2}`, because{fault.NotFound, "version", "k1 has 1 version"}},
		{ipc.KnowledgeExport, `{"id":"k1"}`, because{fault.Invalid, "id", "k1 is a memory, which has no file form"}},
		{ipc.KnowledgeRollback, `{"reason":"r"}`, because{fault.Invalid, "id", "exactly one of id, feedback and batch"}},
		{ipc.KnowledgeRollback, `{"id":"k1","version":9,"reason":"r"}`, because{fault.NotFound, "version", ""}},
		{ipc.KnowledgeEvaluate, `{"inputs":{}}`, because{fault.Invalid, "id", "exactly one of id and dmn"}},
		{ipc.KnowledgeEvaluate, `{"dmn":"<html/>","inputs":{}}`, because{fault.Invalid, "dmn", "the outermost element is html"}},
		{ipc.KnowledgeEvaluate, `{"dmn":` + literal("steps + 1") + `,"inputs":[]}`, because{fault.Invalid, "inputs", ""}},
		{ipc.KnowledgeEvaluate, `{"dmn":` + literal("steps + 1") + `,"inputs":{"step":1}}`, because{fault.Invalid, "inputs", "there is no input “step”; the model has steps"}},
		{ipc.KnowledgeEvaluate, `{"dmn":` + literal("steps + 1") + `,"inputs":{},"decision":"x"}`, because{fault.Invalid, "decision", "the model has say"}},
		{ipc.KnowledgeEvaluate, `{"dmn":` + literal("if steps then 1 else 2") + `,"inputs":{}}`, because{fault.Invalid, "dmn", "if … then … else is not supported"}},
		{ipc.KnowledgeImport, `{}`, because{fault.Invalid, "content", "no file, folder or history is given"}},
		{ipc.KnowledgeImport, `{"folder":"b","files":[{"path":"SKILL.md","content":"---\nname: a\ndescription: x\n---\n"}]}`, because{fault.Invalid, "files", "they are the same in a skill"}},
		{ipc.KnowledgeImport, `{"folder":"a","files":[{"path":"SKILL.md","content":"---\nname: a\ndescription: x\n---\n"},{"path":"../x","content":""}]}`, because{fault.Invalid, "files", "no path below the folder"}},
		{ipc.KnowledgeImport, `{"content":` + overlap + `}`, because{fault.Invalid, "content", "both match steps > 2"}},
		{ipc.KnowledgeImport, `{"content":` + strings.Replace(literal("1"), `name=\"say\"`, `name=\"fly\"`, 2) + `}`, because{fault.Invalid, "content", `plans obey no output "fly"`}},
		{ipc.KnowledgeImport, `{"content":"<!DOCTYPE x [<!ENTITY a \"b\">]><definitions/>"}`, because{fault.Invalid, "content", "a document type with entities is not supported"}},
	} {
		h.refuses(c.method, c.params, c.want)
	}
}

// TestSkills: a folder comes in, is told to planners by name and description, gets
// another version by its name, and goes out as it came.
func TestSkills(t *testing.T) {
	s := modeltest.NewScript(modeltest.Line{Text: decision(-90)})
	h := newHouse(t, withModels([]string{"a"}, map[string]model.Model{"a": s}))
	folder := func(text string) string {
		return fmt.Sprintf(`{"folder":"door-crossing","files":[{"path":"SKILL.md","content":%s},{"path":"data/x.txt","content":"y"}]}`,
			quoted(t, []byte("---\nname: door-crossing\ndescription: 문을 정면으로 통과한다\n---\n"+text+"\n")))
	}
	first := into[ipc.KnowledgeImportResult](t, h.do(ipc.KnowledgeImport, folder("1. face it"))).Proposal
	h.approve(first.ID)
	h.refuses(ipc.KnowledgeImport, folder("1. face it"), because{fault.Conflict, "files", "k1 has the same content already"})
	h.planAt(h.looksFor("TV"), "")
	if asked := s.Asked(); !strings.Contains(asked[0].System, "[k1@1] door-crossing: 문을 정면으로 통과한다") {
		t.Errorf("the planner is not told of it:\n%s", asked[0].System)
	}
	second := into[ipc.KnowledgeImportResult](t, h.do(ipc.KnowledgeImport, folder("1. face it\n2. go through"))).Proposal
	if second.Item != "k1" || second.Base != 1 || second.Case.Relation != knowledge.Supersedes {
		t.Errorf("%+v", second)
	}
	if i := h.approve(second.ID); i.Ref() != "k1@2" || i.Number != "2.0.0" {
		t.Errorf("%+v", i)
	}
	if i := h.obeys("look back", `,"amends":"k1","relation":"EXTENDS"`); i.Body.Skill.Text != "1. face it\n2. go through\n3. look back" || len(i.Body.Skill.Files) != 1 {
		t.Errorf("%+v", i.Body.Skill)
	}
	out := into[ipc.KnowledgeExportResult](t, h.do(ipc.KnowledgeExport, `{"id":"k1","version":1}`))
	want := []knowledge.File{{Path: "SKILL.md", Content: "---\nname: door-crossing\ndescription: 문을 정면으로 통과한다\n---\n1. face it\n"}, {Path: "data/x.txt", Content: "y"}}
	if diff := cmp.Diff(want, out.Files); out.Name != "door-crossing" || diff != "" {
		t.Error(out.Name, diff)
	}
}

// TestTurnsTheOtherWay: a forbidden turn is made the other way round.
func TestTurnsTheOtherWay(t *testing.T) {
	h := newHouse(t)
	h.obeys("when looking for a television, never enter the bathroom", "")
	file := into[ipc.KnowledgeExportResult](t, h.do(ipc.KnowledgeExport, `{"id":"k1"}`)).Content
	quoted, err := json.Marshal(strings.NewReplacer(`"forbid place"`, `"forbid action"`, "bathroom", "turn_right").Replace(file))
	if err != nil {
		t.Fatal(err)
	}
	h.approve(into[ipc.KnowledgeImportResult](t, h.do(ipc.KnowledgeImport, fmt.Sprintf(`{"content":%s}`, quoted))).Proposal.ID)
	p := h.planAt(h.looksFor("TV"), "")
	if want := slices.Repeat([]nav.Action{nav.TurnLeft}, 9); p.View != 3 || !slices.Equal(p.Turns, want) {
		t.Errorf("view %d, turns %v", p.View, p.Turns)
	}
}

// TestAttach: a skill that is attached is told whole, in its version and its scene, as
// far as there is room; taking back the feedback takes the attachment.
func TestAttach(t *testing.T) {
	s := modeltest.NewScript(slices.Repeat([]modeltest.Line{{Text: decision(-90)}}, 9)...)
	h := newHouse(t, withModels([]string{"a"}, map[string]model.Model{"a": s}))
	skill := h.obeys("How to cross a door:\n1. face the door\n2. go through", "")
	prompt := func(scene string) string {
		e := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"TV","scene_id":%q}`, scene))).Episode
		h.planAt(e, "")
		asked := s.Asked()
		return asked[len(asked)-1].System
	}
	if got := prompt("home"); !strings.Contains(got, "[k1@1] how-to-cross-a-door") || strings.Contains(got, "go through") {
		t.Errorf("not attached: %s", got)
	}
	h.do(ipc.KnowledgeAttach, `{"skill_ids":["how-to-cross-a-door"],"scene_id":"home","author":"Kim"}`)
	h.obeys("close it", fmt.Sprintf(`,"amends":%q,"relation":"EXTENDS"`, skill.ID))
	h.restart()
	if got := prompt("home"); !strings.Contains(got, "[k1@1] how-to-cross-a-door") || !strings.Contains(got, "2. go through") || strings.Contains(got, "close it") || strings.Count(got, "how-to") != 1 {
		t.Errorf("attached: %s", got)
	}
	if got := prompt("office"); strings.Contains(got, "go through") {
		t.Errorf("elsewhere: %s", got)
	}
	h.do(ipc.KnowledgeAttach, `{"skill_ids":["k1"]}`)
	if got := prompt("office"); !strings.Contains(got, "3. close it") {
		t.Errorf("to all: %s", got)
	}
	left := into[ipc.AttachResult](t, h.do(ipc.KnowledgeDetach, `{"skill_ids":["k1"],"scene_id":"home"}`)).Attached
	if len(left) != 1 || left[0].Scene != "" || left[0].Version != 2 {
		t.Errorf("%+v", left)
	}
	h.do(ipc.KnowledgeRollback, `{"id":"k1","version":0,"reason":"r"}`)
	if got := prompt("office"); strings.Contains(got, "how-to") {
		t.Errorf("out of use: %s", got)
	}
	h.refuses(ipc.KnowledgeAttach, `{"skill_ids":["k1"]}`, because{fault.Conflict, "skill_ids", "k1 is retired"})
	h.refuses(ipc.KnowledgeAttach, `{"skill_ids":["k1","k2"],"version":1}`, because{fault.Invalid, "version", "one skill's"})
	h.sound()
}

// TestAttachedTakesRoom: the names of the other skills get what the text of an attached one
// leaves; when that is not enough for all, those that share words with the goal come first,
// and the record counts the others.
func TestAttachedTakesRoom(t *testing.T) {
	for _, c := range []struct {
		name    string
		goal    string
		budget  int
		shown   []string // each with its reason
		leftOut []string
		more    int
	}{
		{"all fit", "television", 200, []string{"k1 it is attached", "k2 there is room", "k3 there is room"}, nil, 0},
		{"one name fits beside the text", "television", 75, []string{"k1 it is attached", "k3 it shares words with the goal or the rooms"}, nil, 1},
		{"the text does not fit, all names do", "television", 50, []string{"k1 there is room", "k2 there is room", "k3 there is room"}, []string{"k1"}, 0},
		{"the text does not fit, nor do all names", "television", 30, []string{"k3 it shares words with the goal or the rooms"}, []string{"k1"}, 1},
		{"the text does not fit, its name does", "door", 30, []string{"k1 it shares words with the goal or the rooms"}, []string{"k1"}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, func(o *daemon.Options) { o.Config.Knowledge.Skills, o.Config.Planner.Budget.Context = c.budget, 0 })
			h.obeys("How to cross a door:\n1. face the door and look whether anybody stands behind it or comes\n2. wait for children, cats and everybody who carries something\n3. go through in the middle without turning", "")
			h.obeys("How to water plants:\n1. fill the can\n2. pour it", "")
			h.obeys("How to find a television:\n1. look at walls\n2. look at benches", "")
			h.do(ipc.KnowledgeAttach, `{"skill_ids":["k1"]}`)
			b := h.planAt(h.looksFor(c.goal), "").Used.Blocks["skills"]
			var shown, leftOut []string
			for _, i := range b.In {
				shown = append(shown, i.ID+" "+i.Reason)
			}
			for _, i := range b.LeftOut {
				leftOut = append(leftOut, i.ID)
			}
			if !slices.Equal(shown, c.shown) || !slices.Equal(leftOut, c.leftOut) || b.More != c.more || b.Tokens > c.budget {
				t.Errorf("%d tokens: %+v", b.Tokens, b)
			}
		})
	}
}

// TestContradictedSince: what contradicts an item that came into use after it was proposed
// is not approved until that is out of use, since nobody was told of it.
func TestContradictedSince(t *testing.T) {
	h := newHouse(t)
	const never, prefer = "never enter the bathroom when looking for a television", "prefer the bathroom when looking for a television"
	first, second := h.tell(never, "").Proposal, h.tell(prefer, "").Proposal
	h.approve(first) // k1
	h.refuses(ipc.KnowledgeApprove, fmt.Sprintf(`{"proposal":%q}`, second), because{"conflict", "proposal", "k1 contradicts it, which came into use after this was proposed"})
	h.do(ipc.KnowledgeRollback, `{"id":"k1","reason":"said by mistake"}`)
	if i := h.approve(second); i.ID != "k2" {
		t.Errorf("%+v", i)
	}
}

// TestSameWordsElsewhere: what was said of one house is new when it is said of another, and
// known where it holds everywhere. A rejection counts where it was meant.
func TestSameWordsElsewhere(t *testing.T) {
	h := newHouse(t)
	in := func(scene string) string { return fmt.Sprintf(`,"scene_id":%q`, scene) }
	for _, s := range []struct {
		name, scene string
		outcome     knowledge.Outcome
		proposal    string
		approve     bool
	}{
		{"of a house", "home", knowledge.Proposed, "p1", true},
		{"again", "home", knowledge.Learned, "", false},
		{"of another house", "office", knowledge.Proposed, "p2", true},
		{"of a third", "lab", knowledge.Proposed, "p3", false},
		{"again, after a no", "lab", knowledge.Ignored, "p3", false},
		{"of all houses", "", knowledge.Proposed, "p4", true},
		{"of a house, when it holds in all", "attic", knowledge.Learned, "", false},
		{"of the house of the no", "lab", knowledge.Learned, "", false},
	} {
		t.Run(s.name, func(t *testing.T) {
			f := h.tell(noBathroom, in(s.scene))
			if f.Outcome != s.outcome || f.Proposal != s.proposal {
				t.Fatalf("%+v", f)
			}
			switch {
			case s.approve:
				h.approve(f.Proposal)
			case f.Outcome == knowledge.Proposed:
				h.do(ipc.KnowledgeReject, fmt.Sprintf(`{"proposal":%q,"reason":"it is one"}`, f.Proposal))
			}
			h.restart()
		})
	}
}

// TestOfTwoHouses: what is said, taken back, imported or attached for one house leaves what
// holds in others as it is.
func TestOfTwoHouses(t *testing.T) {
	in := func(scene string) string { return fmt.Sprintf(`,"scene_id":%q`, scene) }
	t.Run("taken back in one", func(t *testing.T) {
		h := newHouse(t)
		h.obeys("Never enter the kitchen", in("A"))
		if f := h.tell("Forget that about the kitchen", in("B")); f.Outcome != knowledge.Undecided {
			t.Errorf("what holds in A is meant in B: %+v", f)
		}
		second := h.obeys("Never enter the kitchen when looking for a bed", in("B"))
		if f := h.tell("Forget that about the kitchen", in("B")); f.Outcome != knowledge.Proposed {
			t.Errorf("%+v", f)
		} else if gone := h.approve(f.Proposal); gone.ID != second.ID || gone.Status != "retired" {
			t.Errorf("%+v", gone)
		}
		h.sound()
	})
	t.Run("taken back in all but one", func(t *testing.T) {
		h := newHouse(t)
		first := h.obeys(noBathroom, "")
		h.tell(noBathroom, in("A"))
		h.do(ipc.KnowledgeRollback, `{"feedback":"q1","reason":"it is one"}`)
		h.restart()
		if f := h.tell(noBathroom, in("A")); f.Outcome != knowledge.Learned || f.Item != first.ID {
			t.Errorf("in A: %+v", f)
		}
		if f := h.tell(noBathroom, in("B")); f.Outcome != knowledge.Proposed {
			t.Errorf("in B: %+v", f)
		}
		h.sound()
	})
	t.Run("amended in one", func(t *testing.T) {
		h := newHouse(t)
		h.obeys("Never enter the kitchen", "")
		h.refuses(ipc.KnowledgeSubmit, `{"text":"Never enter the attic","amends":"k1","relation":"EXTENDS","scene_id":"B"}`, because{fault.Invalid, "scene_id", "k1 holds everywhere, and can only be changed there"})
	})
	t.Run("skills of one name", func(t *testing.T) {
		h := newHouse(t)
		skill := func(scene, text string) knowledge.Item {
			p, err := json.Marshal(ipc.KnowledgeImportParams{Folder: "doors", SceneID: scene, Files: []knowledge.File{{Path: "SKILL.md", Content: "---\nname: doors\ndescription: How to pass doors.\n---\n" + text + "\n"}}})
			if err != nil {
				t.Fatal(err)
			}
			return h.approve(into[ipc.KnowledgeImportResult](t, h.do(ipc.KnowledgeImport, string(p))).Proposal.ID)
		}
		a, b := skill("A", "Push them."), skill("B", "Pull them.")
		if a.ID == b.ID || a.Scope.Scene != "A" || b.Scope.Scene != "B" {
			t.Fatalf("%+v, %+v", a, b)
		}
		if again := skill("A", "Push them slowly."); again.ID != a.ID || again.Version != 2 {
			t.Errorf("%+v", again)
		}
		at := into[ipc.AttachResult](t, h.do(ipc.KnowledgeAttach, `{"skill_ids":["doors"],"scene_id":"B"}`)).Attached
		if len(at) != 1 || at[0].Skill != b.ID {
			t.Errorf("attached: %+v", at)
		}
		h.refuses(ipc.KnowledgeAttach, fmt.Sprintf(`{"skill_ids":[%q],"scene_id":"B"}`, a.ID), because{fault.Conflict, "scene_id", "holds in A alone"})
		h.refuses(ipc.KnowledgeAttach, `{"skill_ids":["doors"]}`, because{fault.NotFound, "skill_ids", "no such skill"})
		h.sound()
	})
	t.Run("found among many", func(t *testing.T) {
		h := newHouse(t)
		for n := range 40 {
			h.obeys("the keys hang by the door", in(fmt.Sprint("h", n)))
		}
		for _, n := range []int{0, 20, 39} {
			items := into[ipc.KnowledgeSearchResult](t, h.do(ipc.KnowledgeSearch, fmt.Sprintf(`{"query":"where are the keys","scene_id":"h%d","k":1}`, n))).Items
			if len(items) != 1 || items[0].Scope.Scene != fmt.Sprint("h", n) {
				t.Errorf("in h%d: %+v", n, items)
			}
		}
	})
}
