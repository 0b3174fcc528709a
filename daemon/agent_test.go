package daemon_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/reply"
	"navd/ipc"
	"navd/ipc/client"
)

// caseOf is a case as a model gives it.
func caseOf(relation knowledge.Relation, existing string) string {
	return fmt.Sprintf(`{"intent": "i", "existing": [%s], "relation": %q, "because": "b", "self_check": ["s"], "before": "x", "after": "y"}`, existing, relation)
}

// turn is a turn of a model: a tool and its input.
func turn(action, input string) modeltest.Line {
	return modeltest.Line{Text: fmt.Sprintf(`{"thought": "t", "action": %q, "action_input": %s}`, action, input)}
}

// done is the last turn of a model.
var done = modeltest.Line{Text: `{"thought": "t", "final_answer": "done"}`}

// thinks has a script make knowledge of feedback from now on, in a mode.
func (h *house) thinks(mode string, lines ...modeltest.Line) {
	h.t.Helper()
	h.opts.Config.Knowledge.Chain, h.opts.Config.Knowledge.Mode = []string{"mind"}, mode
	h.opts.Models = map[string]model.Model{"mind": modeltest.NewScript(lines...)}
	h.restart()
}

// newShelf is a house with a rule of two rows (k1), a memory of two statements (k2)
// and a skill of two steps (k3). Dozens of tests have it, so that it is made once.
func newShelf(t *testing.T) *house {
	store := shelved.of(t)
	return newHouse(t, func(o *daemon.Options) {
		attempt(t, os.MkdirAll(o.Config.DataDir, 0o700))
		attempt(t, os.WriteFile(filepath.Join(o.Config.DataDir, daemon.DBFile), store, 0o600))
		now := o.Now
		o.Now = func() time.Time { return now().Add(time.Minute) } // after it was made
	})
}

// shelved is the file of a shelf.
var shelved onceShelf

type onceShelf struct {
	mu    sync.Mutex // guards store
	store []byte
}

// of makes the file, or gives what was made.
func (s *onceShelf) of(t *testing.T) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.store != nil {
		return s.store
	}
	h := newHouse(t)
	h.obeys(noBathroom, "")
	h.obeys("never enter the kitchen when looking for a laptop", `,"amends":"k1","relation":"EXTENDS"`)
	h.obeys("the sofa stands in the den", "")
	h.obeys("the den is next to the kitchen", `,"amends":"k2","relation":"EXTENDS"`)
	h.obeys("How to cross a door:\n1. face the door\n2. go through", "")
	h.stop()
	h.stop = func() {}
	store, err := os.ReadFile(filepath.Join(h.opts.Config.DataDir, daemon.DBFile))
	attempt(t, err)
	s.store = store
	return store
}

// shelf gives the last version of all items, as one text each.
func (h *house) shelf() map[string]string {
	h.t.Helper()
	all := map[string]string{}
	for _, i := range into[ipc.KnowledgeListResult](h.t, h.do(ipc.KnowledgeList, `{}`)).Items {
		all[i.ID] = fmt.Sprintf("%d %s %s", i.Version, i.Status, i.Body.Render())
	}
	return all
}

const (
	secondRow  = `{"name": "r", "rows": [{"when": {"target": "sofa"}, "then": {"forbid place": "garage"}}]}`
	noLaptop   = "not in the garage when looking for a sofa"
	exceptStep = "except after 300 steps"
)

// TestAgent: what a model that reasons well makes of feedback, in each relation: code
// merges, and everything but the named part is as it was.
func TestAgent(t *testing.T) {
	look := turn("get_knowledge_detail", `{"knowledge_id": 1}`)
	for _, c := range []struct {
		name, mode, text string
		lines            []modeltest.Line
		outcome          knowledge.Outcome
		after            string // of the item that it is about, or of the new one
		about            string
	}{
		{name: "a new rule waits", mode: "memories", text: noLaptop, outcome: knowledge.Proposed, lines: []modeltest.Line{
			turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "operation": "CREATE", "case": `+caseOf(knowledge.Unrelated, "")+`}`), done}},
		{name: "a new memory is in use", mode: "memories", text: "the keys hang in the hall", about: "k4", after: "1 active the keys hang in the hall", outcome: knowledge.InUse, lines: []modeltest.Line{
			turn("commit_to_memory", `{"content": "the keys hang in the hall", "operation": "CREATE", "case": `+caseOf(knowledge.Unrelated, "")+`}`), done}},
		{name: "under review it waits", mode: "review", text: "the keys hang in the hall", outcome: knowledge.Proposed, lines: []modeltest.Line{
			turn("commit_to_memory", `{"content": "the keys hang in the hall", "case": `+caseOf(knowledge.Unrelated, "")+`}`), done}},
		{name: "dry run", mode: "dry-run", text: "the keys hang in the hall", outcome: knowledge.Tried, lines: []modeltest.Line{
			turn("commit_to_memory", `{"content": "the keys hang in the hall", "case": `+caseOf(knowledge.Unrelated, "")+`}`), done}},
		{name: "EXTENDS a rule", mode: "auto", text: "TV: " + noLaptop, about: "k1", outcome: knowledge.InUse,
			after: "row 3: forbid place \"garage\" when target \"sofa\"", lines: []modeltest.Line{look,
				turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "operation": "UPDATE", "merge_mode": "EXTEND", "rule_id": 1, "case": `+caseOf(knowledge.Extends, `{"id": 1, "relation": "EXTENDS"}`)+`}`), done}},
		{name: "EXCEPTION to a row", mode: "auto", text: "television in the bathroom: but prefer it " + exceptStep, about: "k1", outcome: knowledge.InUse,
			after: "row 1: prefer place \"bathroom\" when target \"television\" and steps > 300", lines: []modeltest.Line{look,
				turn("commit_to_dmn_rule", `{"dmn_artifact_json": {"rows": [{"when": {"target": "television", "steps": "> 300"}, "then": {"prefer place": "bathroom"}}]}, "rule_id": "1", "at": 1, "case": `+caseOf(knowledge.Exception, `{"id": 1, "relation": "EXCEPTION"}`)+`}`), done}},
		{name: "REFINES a statement, reviewed", mode: "memories", text: "the sofa stands in the office, not in the den", outcome: knowledge.Proposed, lines: []modeltest.Line{
			turn("get_knowledge_detail", `knowledge_type="MEMORY", knowledge_id="1"`),
			turn("commit_to_memory", `{"content": "the sofa stands in the office", "merge_mode": "REFINE", "memory_id": 1, "at": 1, "case": `+caseOf(knowledge.Refines, `{"id": 1, "relation": "REFINES"}`)+`}`), done}},
		{name: "REFINES a statement", mode: "auto", text: "the sofa stands in the office, not in the den", about: "k2", after: "3 active the sofa stands in the office\nthe den is next to the kitchen\n", outcome: knowledge.InUse, lines: []modeltest.Line{
			turn("commit_to_memory", `{"content": "the sofa stands in the office", "merge_mode": "REFINE", "memory_id": 1, "at": 1, "case": `+caseOf(knowledge.Refines, `{"id": 1, "relation": "REFINES"}`)+`}`), done}},
		{name: "SUPERSEDES waits, even under auto", mode: "auto", text: "the sofa is in the office now", outcome: knowledge.Proposed, lines: []modeltest.Line{
			turn("commit_to_memory", `{"content": "the sofa is in the office", "merge_mode": "REPLACE", "operation": "UPDATE", "memory_id": 1, "case": `+caseOf(knowledge.Supersedes, `{"id": 1, "relation": "SUPERSEDES"}`)+`}`), done}},
		{name: "WITHDRAWS waits, even under auto", mode: "auto", text: "what I said of the sofa in the den is wrong", outcome: knowledge.Proposed, lines: []modeltest.Line{
			turn("commit_to_memory", `{"operation": "DELETE", "memory_id": 1, "case": `+caseOf(knowledge.Withdraws, `{"id": 1, "relation": "WITHDRAWS"}`)+`}`), done}},
		{name: "DUPLICATE is one more evidence", mode: "auto", text: "in the den you find the sofa", about: "k2", after: "3 active the sofa stands in the den\n", outcome: knowledge.Learned, lines: []modeltest.Line{
			turn("commit_to_memory", `{"operation": "IGNORE", "memory_id": 1, "case": `+caseOf(knowledge.Duplicate, `{"id": 1, "relation": "DUPLICATE"}`)+`}`), done}},
		{name: "EXTENDS a skill by a step", mode: "auto", text: "when you cross a door, close it behind you", about: "k3", after: "1. face the door\n2. go through\n3. close it behind you", outcome: knowledge.InUse, lines: []modeltest.Line{
			turn("search_skills", `"cross a door"`),
			turn("commit_to_skill", `{"skill_artifact_json": {"steps": ["close it behind you"]}, "skill_id": 1, "merge_mode": "EXTEND", "case": `+caseOf(knowledge.Extends, `{"id": 1, "relation": "EXTENDS"}`)+`}`), done}},
		{name: "a skill that is there is used again", mode: "auto", text: "cross a door like this: face it, go through", about: "k3", after: "2 active", outcome: knowledge.Learned, lines: []modeltest.Line{
			turn("attach_skills_to_agent", `{"skill_ids": "1", "case": `+caseOf(knowledge.Duplicate, `{"id": 1, "relation": "DUPLICATE"}`)+`}`), done}},
		{name: "several things at once", mode: "memories", text: "the keys hang in the hall, and " + noLaptop, about: "k4", after: "the keys hang in the hall", outcome: knowledge.Proposed, lines: []modeltest.Line{
			turn("commit_to_memory", `{"content": "the keys hang in the hall", "case": `+caseOf(knowledge.Unrelated, "")+`}`),
			turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "case": `+caseOf(knowledge.Unrelated, "")+`}`), done}},
		{name: "as labelled text", mode: "memories", text: "the keys hang in the hall", about: "k4", after: "the keys hang in the hall", outcome: knowledge.InUse, lines: []modeltest.Line{
			{Text: "Thought: new\nAction: commit_to_memory\nAction Input: content=\"the keys hang in the hall\", operation=\"CREATE\", case=" + caseOf(knowledge.Unrelated, "") + "\nObservation: done\nFinal Answer: kept"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newShelf(t)
			before := h.shelf()
			h.thinks(c.mode, c.lines...)
			f := h.tell(c.text, "")
			if f.Outcome != c.outcome {
				t.Errorf("%+v", f)
			}
			after := h.shelf()
			if c.about != "" && !strings.Contains(after[c.about], c.after) {
				t.Errorf("%s: %s, want %s", c.about, after[c.about], c.after)
			}
			for id, was := range before {
				if id != c.about && after[id] != was {
					t.Errorf("%s was changed: %s, was %s", id, after[id], was)
				}
			}
			for _, p := range into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, fmt.Sprintf(`{"status":%q}`, knowledge.Open))).Proposals {
				if p.By != "mind" || p.Prompt == "" || p.Turns == 0 || p.Case.Because != "b" {
					t.Errorf("%+v", p)
				}
				if c.mode != "dry-run" {
					h.approve(p.ID)
				}
			}
			h.sound()
		})
	}
}

// TestAgentMisbehaves: a model that drops rows, makes ids up, answers in prose,
// contradicts its own case, or dies in the middle changes nothing. The feedback stays
// queued with the reason, and the model was told what was wrong.
func TestAgentMisbehaves(t *testing.T) {
	ok := caseOf(knowledge.Extends, `{"id": 1, "relation": "EXTENDS"}`)
	whole := turn("get_knowledge_detail", `{"knowledge_id": 1}`)
	const text = "television or laptop: " + noLaptop
	for _, c := range []struct {
		name  string
		lines []modeltest.Line
		told  string
	}{
		{"an id of its own", []modeltest.Line{turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "rule_id": "k1", "case": `+ok+`}`)}, "a number that you were shown"},
		{"a number that was not shown", []modeltest.Line{turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "rule_id": 17, "case": `+ok+`}`)}, "a number that you were shown"},
		{"no case", []modeltest.Line{turn("commit_to_dmn_rule", secondRow)}, "there is no case"},
		{"half a case", []modeltest.Line{turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "case": {"intent": "i", "relation": "UNRELATED"}}`)}, "why it is that relation"},
		{"a case that its operation contradicts", []modeltest.Line{whole, turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "operation": "CREATE", "rule_id": 1, "case": `+ok+`}`)}, "EXTENDS goes with UPDATE"},
		{"a case that its mode contradicts", []modeltest.Line{whole, turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "merge_mode": "REPLACE", "rule_id": 1, "case": `+ok+`}`)}, "EXTENDS goes with EXTEND"},
		{"a case about something else", []modeltest.Line{whole, turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "rule_id": 1, "case": `+caseOf(knowledge.Extends, "")+`}`)}, "does not say that the feedback stands to 1 as EXTENDS"},
		{"the opposite, as if it were nothing", []modeltest.Line{turn("commit_to_dmn_rule", `{"dmn_artifact_json": {"rows": [{"when": {"target": "television"}, "then": {"prefer place": "bathroom"}}]}, "case": `+caseOf(knowledge.Unrelated, "")+`}`)}, ""},
		{"a whole table without its rows", []modeltest.Line{whole, turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "merge_mode": "REFINE", "rule_id": 1, "case": `+caseOf(knowledge.Refines, `{"id": 1, "relation": "REFINES"}`)+`}`)}, "say which is meant"},
		{"a room that nobody spoke of", []modeltest.Line{turn("commit_to_memory", `{"content": "the laptop is in the attic", "case": `+caseOf(knowledge.Unrelated, "")+`}`)}, `speaks of "attic"`},
		{"an output that plans do not obey", []modeltest.Line{turn("commit_to_dmn_rule", `{"dmn_artifact_json": {"rows": [{"when": {"target": "sofa"}, "then": {"explode": "now"}}]}, "case": `+caseOf(knowledge.Unrelated, "")+`}`)}, `rules have no "explode"`},
		{"XML", []modeltest.Line{turn("commit_to_dmn_rule", `{"dmn_artifact_json": "<definitions/>", "case": `+caseOf(knowledge.Unrelated, "")+`}`)}, "no JSON object"},
		{"a skill with a link", []modeltest.Line{turn("commit_to_skill", `{"skill_artifact_json": {"name": "a", "description": "d", "steps": ["see [other](../other/SKILL.md)"]}, "case": `+caseOf(knowledge.Unrelated, "")+`}`)}, "it links to something else"},
		{"a tool of its own", []modeltest.Line{turn("delete_everything", `{}`)}, "not allowed, given \"delete_everything\""},
		{"done, without doing anything", []modeltest.Line{done}, "nothing was committed"},
		{"prose", []modeltest.Line{{Text: "I think that the rule should be extended."}, {Text: "Sure! The rule is now extended."}}, ""},
		{"dead after a commit", []modeltest.Line{whole, turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "rule_id": 1, "case": `+ok+`}`)}, "Taken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newShelf(t)
			before := h.shelf()
			h.thinks("auto", c.lines...)
			f := h.tell(text, "")
			if f.Outcome != "" || f.Reason == "" {
				t.Errorf("%+v", f)
			}
			if diff := cmp.Diff(before, h.shelf()); diff != "" {
				t.Errorf("it changed something, -before +after:\n%s", diff)
			}
			if open := into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, `{"status":"open"}`)).Proposals; len(open) != 0 {
				t.Errorf("%+v", open)
			}
			script := h.opts.Models["mind"].(*modeltest.Script)
			// The worker and the call may both have asked it, one after the other.
			told := func(r reply.Ask) bool { return strings.Contains(r.Prompt, c.told) }
			if asked := script.Asked(); !slices.ContainsFunc(asked, told) {
				t.Errorf("it was not told %q:\n%s", c.told, asked[len(asked)-1].Prompt)
			}
			h.thinks("memories", turn("commit_to_dmn_rule", `{"dmn_artifact_json": `+secondRow+`, "case": `+caseOf(knowledge.Complements, `{"id": 1, "relation": "COMPLEMENTS"}`)+`}`), done)
			if f = into[ipc.ProcessResult](t, h.do(ipc.KnowledgeProcess, fmt.Sprintf(`{"feedback":%q}`, f.ID))).Feedback[0]; f.Outcome != knowledge.Proposed {
				t.Errorf("a good model later: %+v", f)
			}
			h.sound()
		})
	}
}

// TestModelsAway: while no model answers, feedback waits, without one it is done by
// patterns; "try again" needs no model.
func TestModelsAway(t *testing.T) {
	away := modeltest.Line{Err: fmt.Errorf("away")}
	h := newHouse(t)
	h.thinks("memories", slices.Repeat([]modeltest.Line{away}, 40)...)
	if f := h.tell("try again", ""); f.Outcome != knowledge.Ignored {
		t.Errorf("%+v", f)
	}
	f := h.tell(noBathroom, "")
	if f.Outcome != "" || f.Tries != 0 || !strings.Contains(f.Reason, "no model gave a turn") {
		t.Errorf("%+v", f)
	}
	h.opts.Config.Knowledge.Chain = []string{"mind", "local"}
	h.restart()
	if f = into[ipc.ProcessResult](t, h.do(ipc.KnowledgeProcess, fmt.Sprintf(`{"feedback":%q}`, f.ID))).Feedback[0]; f.Outcome != knowledge.Proposed {
		t.Errorf("%+v", f)
	}
	p := into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, `{"status":"open"}`)).Proposals
	if len(p) != 1 || p[0].By != "local" || p[0].Kind != knowledge.Rule {
		t.Errorf("%+v", p)
	}
	h.sound()
}

// TestModelsAwayJob: the job waits for the models, and takes what was said then.
func TestModelsAwayJob(t *testing.T) {
	away := modeltest.Line{Err: fmt.Errorf("away")}
	h := newHouse(t)
	h.thinks("memories", slices.Repeat([]modeltest.Line{away}, 3)...)
	said := into[ipc.SubmitResult](t, h.do(ipc.KnowledgeSubmit, `{"text":"the keys hang in the hall"}`))
	jobs := h.jobsOf("")
	if len(jobs) != 1 || jobs[0].State != "waiting" || !strings.Contains(jobs[0].Error, "q1 stays queued") {
		t.Errorf("%+v", jobs)
	}
	h.thinks("memories", turn("commit_to_memory", `{"content": "the keys hang in the hall", "case": `+caseOf(knowledge.Unrelated, "")+`}`), done)
	h.do(ipc.JobsRetry, fmt.Sprintf(`{"job":%q}`, jobs[0].ID))
	for h.jobsOf("")[0].State != "done" {
	}
	i := into[knowledge.Item](t, h.do(ipc.KnowledgeGet, `{"id":"k1"}`))
	if i.Status != item.Active || i.Feedback != said.Feedback {
		t.Errorf("%+v", i)
	}
	f := into[ipc.ProcessResult](t, h.do(ipc.KnowledgeProcess, fmt.Sprintf(`{"feedback":%q}`, said.Feedback))).Feedback[0]
	data, err := json.Marshal(f)
	if err != nil || f.Batch != jobs[0].ID {
		t.Errorf("%s, %v", data, err)
	}
}

// TestAgentDerives: a model says what it derived something from, by numbers that it was
// shown; rooms of those items may be spoken of.
func TestAgentDerives(t *testing.T) {
	h := newShelf(t)
	from := func(numbers string) string {
		return strings.Replace(caseOf(knowledge.Complements, ""), "{", `{"follows_from": `+numbers+`, `, 1)
	}
	h.thinks("memories",
		turn("commit_to_memory", `{"content": "the sofa is near the kitchen", "case": `+from("[9]")+`}`),
		turn("commit_to_memory", `{"operation": "IGNORE", "memory_id": 1, "case": `+strings.Replace(from("[1]"), string(knowledge.Complements), string(knowledge.Duplicate), 1)+`}`),
		turn("commit_to_memory", `{"content": "the sofa is near the kitchen", "case": `+from("[1]")+`}`), done)
	if f := h.tell("so where is the sofa near to?", ""); f.Outcome != knowledge.InUse {
		t.Errorf("%+v", f)
	}
	if i := into[knowledge.Item](t, h.do(ipc.KnowledgeGet, `{"id":"k4"}`)); fmt.Sprint(i.Follows) != "[k2]" {
		t.Errorf("%+v", i)
	}
}

// TestTwoAsk: a job that finds its feedback in somebody else's hands is not done before
// that one is.
func TestTwoAsk(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.opts.Config.Knowledge.BatchItems, h.opts.Config.Knowledge.BatchHours = 2, 72
	mind := modeltest.NewScript(modeltest.Line{Err: fmt.Errorf("away"), Delay: 300 * time.Millisecond})
	h.thinks("memories")
	h.opts.Models = map[string]model.Model{"mind": mind}
	h.restart()
	said := into[ipc.SubmitResult](t, h.do(ipc.KnowledgeSubmit, `{"text":"the keys hang in the hall"}`))
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		h.do(ipc.KnowledgeProcess, fmt.Sprintf(`{"feedback":%q}`, said.Feedback))
	}()
	for len(mind.Asked()) == 0 {
		time.Sleep(time.Millisecond)
	}
	h.do(ipc.JobsRetry, fmt.Sprintf(`{"job":%q}`, said.Job.ID))
	<-asked
	if jobs := h.jobsOf(""); jobs[0].State != "waiting" || !strings.Contains(jobs[0].Error, "q1 stays queued: no model") {
		t.Errorf("%+v", jobs)
	}
}

// TestTakenBack: what waits for a decision, or for a model, is taken back with its
// feedback, and can be said again.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	rollback := func(id string) ipc.RollbackResult {
		return into[ipc.RollbackResult](t, h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{"feedback":%q,"reason":"a slip"}`, id)))
	}
	f := h.tell(noBathroom, "")
	if r := rollback(f.ID); fmt.Sprint(r.Withdrawn) != "[p1]" {
		t.Errorf("%+v", r)
	}
	h.refuses(ipc.KnowledgeApprove, `{"proposal":"p1"}`, because{fault.Conflict, "proposal", "the proposal was withdrawn"})
	if f := h.tell(noBathroom, ""); f.Proposal != "p2" {
		t.Errorf("said again: %+v", f)
	}
	mind := modeltest.NewScript(
		modeltest.Line{Text: `{"action": "commit_to_memory", "action_input": {"content": "the den is red", "case": ` + caseOf(knowledge.Unrelated, "") + `}, "final_answer": "kept"}`, Delay: 300 * time.Millisecond})
	h.opts.Config.Knowledge.BatchItems, h.opts.Config.Knowledge.BatchHours = 9, 72
	h.thinks("auto")
	queued := h.tell("the den is blue", "")
	if r := rollback(queued.ID); fmt.Sprint(r.Withdrawn) != "[q3]" {
		t.Errorf("%+v", r)
	}
	h.opts.Models = map[string]model.Model{"mind": mind}
	h.restart()
	if r := into[ipc.ProcessResult](t, h.do(ipc.KnowledgeProcess, `{}`)); len(r.Feedback) != 0 {
		t.Errorf("it is done all the same: %+v", r)
	}
	said := into[ipc.SubmitResult](t, h.do(ipc.KnowledgeSubmit, `{"text":"the den is red"}`)).Feedback
	done := make(chan knowledge.Feedback)
	go func() {
		done <- into[ipc.ProcessResult](t, h.do(ipc.KnowledgeProcess, fmt.Sprintf(`{"feedback":%q}`, said))).Feedback[0]
	}()
	for len(mind.Asked()) == 0 {
		time.Sleep(time.Millisecond)
	}
	other, err := client.Dial(h.path) // while the model thinks
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if r, err := ipc.KnowledgeRollback.Call(t.Context(), other, ipc.RollbackParams{Feedback: said, Reason: "a slip"}); err != nil || fmt.Sprint(r.Withdrawn) != "[q4]" {
		t.Errorf("%+v, %v", r, err)
	}
	if f := <-done; f.Outcome != knowledge.TakenBack || f.Item != "" {
		t.Errorf("%+v", f)
	}
	if l := into[ipc.KnowledgeListResult](t, h.do(ipc.KnowledgeList, `{}`)); len(l.Items) != 0 {
		t.Errorf("%+v", l)
	}
	h.sound()
}

// TestBatch: feedback waits for others, is done with them, and is taken back with them.
func TestBatch(t *testing.T) {
	commit := func(text string) modeltest.Line {
		return modeltest.Line{Text: fmt.Sprintf(`{"action": "commit_to_memory", "action_input": {"content": %q, "case": %s}, "final_answer": "kept"}`, text, caseOf(knowledge.Unrelated, ""))}
	}
	h := newShelf(t)
	h.opts.Config.Knowledge.BatchItems, h.opts.Config.Knowledge.BatchHours = 3, 72
	h.thinks("memories", commit("the keys hang in the hall"), commit("the piano is in the hall"),
		modeltest.Line{Text: `{"action": "commit_to_memory", "action_input": {"content": "it is grey", "memory_id": 1, "case": ` + caseOf(knowledge.Extends, `{"id": 1, "relation": "EXTENDS"}`) + `}, "final_answer": "kept"}`})
	before := h.shelf()
	submit := func(text string) job.Job {
		return into[ipc.SubmitResult](t, h.do(ipc.KnowledgeSubmit, fmt.Sprintf(`{"text":%q}`, text))).Job
	}
	j := submit("the keys hang in the hall")
	if wait := j.Next.Sub(j.Created); wait != 72*time.Hour {
		t.Errorf("it waits %v", wait)
	}
	if next := submit("the piano is in the hall"); next.ID != j.ID || !next.Next.Equal(j.Next) {
		t.Errorf("%+v, the first %+v", next, j)
	}
	if last := submit("the sofa in the den is grey"); last.ID != j.ID || last.Next.After(last.Updated) {
		t.Errorf("%+v", last)
	}
	for end := time.Now().Add(patience); h.shelf()["k5"] == "" || !strings.HasPrefix(h.shelf()["k2"], "3 active"); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%v", h.shelf())
		}
	}
	h.jobsOf("")
	h.refuses(ipc.KnowledgeRollback, `{"batch":"j99","reason":"r"}`, because{fault.NotFound, "batch", "no job of this id made knowledge"})
	h.refuses(ipc.KnowledgeRollback, `{"batch":"j1","id":"k1","reason":"r"}`, because{fault.Invalid, "id", "exactly one of id, feedback and batch"})
	h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{"batch":%q,"reason":"the wrong house"}`, j.ID))
	after := h.shelf()
	for id, was := range before {
		if _, now, _ := strings.Cut(after[id], " "); !strings.HasSuffix(was, now) {
			t.Errorf("%s: %s, was %s", id, after[id], was)
		}
	}
	if !strings.HasPrefix(after["k4"], "2 retired") || !strings.HasPrefix(after["k5"], "2 retired") {
		t.Errorf("%v", after)
	}
	h.sound()
}
