package daemon_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/ipc"
)

// because is why a call fails: its kind, the field, and what it says.
type because struct {
	kind        fault.Kind
	field, says string
}

// refuses calls a method that must fail so.
func (h *house) refuses(method fmt.Stringer, params string, want because) {
	h.t.Helper()
	raw, err := h.call(method, params)
	var e *ipc.Error
	if !errors.As(err, &e) || e.Data == nil {
		h.t.Errorf("%s %s: %s, %v", method, params, raw, err)
		return
	}
	if e.Data.Kind != want.kind || e.Data.Field != want.field || !strings.Contains(e.Message, want.says) {
		h.t.Errorf("%s %s: %s, %s: %s, want %+v", method, params, e.Data.Kind, e.Data.Field, e.Message, want)
	}
}

// noBathroom is a feedback that becomes a rule.
const noBathroom = "Never enter the bathroom when looking for a television"

// tell says something and gives what became of it.
func (h *house) tell(text, more string) knowledge.Feedback {
	h.t.Helper()
	said := into[ipc.SubmitResult](h.t, h.do(ipc.KnowledgeSubmit, fmt.Sprintf(`{"text":%q%s}`, text, more)))
	return into[ipc.ProcessResult](h.t, h.do(ipc.KnowledgeProcess, fmt.Sprintf(`{"feedback":%q}`, said.Feedback))).Feedback[0]
}

// approve takes a proposal into use and gives the item.
func (h *house) approve(proposal string) knowledge.Item {
	h.t.Helper()
	return *into[ipc.DecideResult](h.t, h.do(ipc.KnowledgeApprove, fmt.Sprintf(`{"proposal":%q}`, proposal))).Item
}

// obeys tells a house something and approves what comes of it.
func (h *house) obeys(text, more string) knowledge.Item {
	h.t.Helper()
	return h.approve(h.tell(text, more).Proposal)
}

// looksFor begins an episode.
func (h *house) looksFor(goal string) string {
	h.t.Helper()
	return into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":%q,"scene_id":"home"}`, goal))).Episode
}

// planAt plans with a bathroom ahead, which shows a television, and a corridor to
// the right.
func (h *house) planAt(episode, more string) ipc.PlanResult {
	h.t.Helper()
	return into[ipc.PlanResult](h.t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[
		{"view":0,"scene_type":"bathroom","free_m":3,"see_m":5,"objects":["television"]},{"view":3,"scene_type":"corridor","free_m":2,"see_m":3}]%s}`, episode, more)))
}

// TestRuleFromFeedback tells the whole story of a rule: said, proposed with what it
// would have changed, approved, obeyed, taken back, and the old decision again.
func TestRuleFromFeedback(t *testing.T) {
	h := newHouse(t)
	e := h.looksFor("TV")
	if before := h.planAt(e, ""); before.View != 0 || !before.GoalFlag || before.Rules != nil {
		t.Fatalf("before: %+v", before)
	}
	f := h.tell(noBathroom, `,"author":"Kim"`)
	if f.Outcome != knowledge.Proposed || f.Proposal != "p1" {
		t.Fatalf("%+v", f)
	}
	p := into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, `{"status":"open"}`)).Proposals[0]
	if !p.Check.OK || p.Replay.Looked != 1 || len(p.Replay.Changed) != 1 || p.Replay.Changed[0].Was != "view 0, bathroom" || p.Author != "Kim" || len(p.Diff) == 0 {
		t.Errorf("%+v, %+v", p, p.Replay)
	}
	if still := h.planAt(e, ""); still.View != 0 {
		t.Error("a proposal is obeyed:", still.View)
	}
	if i := h.approve("p1"); i.Ref() != "k1@1" || i.Number != "1.0.0" || i.Evidence[0].Author != "Kim" {
		t.Errorf("%+v", i)
	}
	obeyed := h.planAt(e, "")
	if obeyed.View != 3 || obeyed.GoalFlag || !obeyed.Rules.Changed || obeyed.Rules.Conflict || !slices.Equal(obeyed.Rules.Fired, []string{"k1@1"}) {
		t.Errorf("obeyed: %+v, %+v", obeyed, obeyed.Rules)
	}
	h.restart()
	if again := h.planAt(e, ""); again.View != 3 {
		t.Error("after a restart:", again.View)
	}
	if other := h.planAt(h.looksFor("soap"), ""); other.Rules != nil {
		t.Errorf("for soap: %+v", other.Rules)
	}
	rolled := into[ipc.RollbackResult](t, h.do(ipc.KnowledgeRollback, `{"id":"k1","reason":"there is one"}`))
	if len(rolled.Items) != 1 || rolled.Items[0].Ref() != "k1@2" || rolled.Items[0].Status != "retired" {
		t.Errorf("%+v", rolled)
	}
	if after := h.planAt(e, ""); after.View != 0 || !after.GoalFlag || after.Rules != nil {
		t.Errorf("after: %+v", after)
	}
	did := []string{}
	for _, l := range into[ipc.ItemHistoryResult](t, h.do(ipc.KnowledgeHistory, `{"id":"k1"}`)).Log {
		did = append(did, l.Did)
	}
	if diff := cmp.Diff([]string{"submitted", "proposed", "approved", "rolled back"}, did); diff != "" {
		t.Error(diff)
	}
	h.sound()
}

// TestRuleEndsLegBeforeGoal: a leg that a rule ends before a goal in sight is no reason to
// stop there.
func TestRuleEndsLegBeforeGoal(t *testing.T) {
	h := newHouse(t)
	e := h.looksFor("TV")
	h.obeys("when looking for a television, go at most 2 m", "")
	for _, c := range []struct {
		name string
		at   float64
		stop bool
	}{{"the goal is nearer", 1.5, true}, {"the goal is farther", 4, false}} {
		p := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[
			{"view":0,"scene_type":"den","free_m":3,"see_m":5,"objects":["television"],"seen":[{"label":"television","range_m":%g}]}]}`, e, c.at)))
		if !p.GoalFlag || p.RangeM == nil || *p.RangeM > 2 || p.Stop != c.stop {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
}

// TestRollbackToWhatIsInUse: an item does not come back beside one that says the same.
func TestRollbackToWhatIsInUse(t *testing.T) {
	h := newHouse(t)
	back := func(params string) { h.do(ipc.KnowledgeRollback, params) }
	h.obeys("the keys hang in the hall", "") // k1
	back(`{"id":"k1","version":0,"reason":"they are gone"}`)
	h.obeys("the keys hang in the hall", "") // k2
	h.refuses(ipc.KnowledgeRollback, `{"id":"k1","version":1,"reason":"they are back"}`, because{fault.Conflict, "id", "k2 is in use and says the same"})
	back(`{"id":"k2","version":0,"reason":"it was said before"}`)
	back(`{"id":"k1","version":1,"reason":"they are back"}`)
	h.sound()
}

// TestWhatBecomesOfFeedback: each feedback once, with its outcome and its reason.
func TestWhatBecomesOfFeedback(t *testing.T) {
	h := newHouse(t)
	h.obeys(noBathroom, "")
	h.do(ipc.KnowledgeReject, fmt.Sprintf(`{"proposal":%q,"reason":"it has a charger"}`, h.tell("when stuck, avoid the garage", "").Proposal))
	for _, c := range []struct {
		text, more string
		outcome    knowledge.Outcome
		item       string
		reason     string
	}{
		{noBathroom, "", knowledge.Learned, "k1", "it is known"},
		{"When looking for a television, never go to the bathroom.", "", knowledge.Learned, "k1", "it is known"}, // the same table
		{"TV를 찾을 때는 화장실에 들어가지 마", "", knowledge.Learned, "k1", "it is known"},
		{"when stuck, avoid the garage", "", knowledge.Ignored, "", "rejected: it has a charger"},
		{"try again", "", knowledge.Ignored, "", "says nothing new"},
		{"다시 해봐", "", knowledge.Ignored, "", "says nothing new"},
		{"the keys hang by the door", "", knowledge.Proposed, "", ""},
		{"the keys hang by the door", "", knowledge.Ignored, "", "waits for a decision"},
		{"If the door is closed, knock", "", knowledge.Proposed, "", `the condition "the door is closed" was not understood`},
		{"always stop", `,"kind":"rule"`, knowledge.Proposed, "", "goes nowhere"},
		{"How to cross a door:\n1. face it\n2. go through", "", knowledge.Proposed, "", ""},
		{"forget the rule about the bathroom", "", knowledge.Proposed, "", ""},
		{"the toilet is in the bathroom", "", knowledge.Proposed, "", ""},
		{"you may go to the bathroom again", "", knowledge.Proposed, "", ""},
		{"이제 서재에 가도 돼", "", knowledge.Undecided, "", "nothing in use is what it takes back"},
		{"forget what I said about the attic", "", knowledge.Undecided, "", "nothing in use is what it takes back"},
		{"forget k9", "", knowledge.Undecided, "", "nothing in use"},
	} {
		f := h.tell(c.text, c.more)
		if f.Outcome != c.outcome || f.Item != c.item || !strings.Contains(f.Reason, c.reason) {
			t.Errorf("%s: %+v, want %s %s %q", c.text, f, c.outcome, c.item, c.reason)
		}
	}
	kinds := map[string]knowledge.Kind{}
	for _, p := range into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, `{"status":"open"}`)).Proposals {
		kinds[p.Body.Title()] = p.Kind
	}
	want := map[string]knowledge.Kind{
		"the keys hang by the door": knowledge.Memory, "If the door is closed, knock": knowledge.Memory, "always stop": knowledge.Memory,
		"how-to-cross-a-door": knowledge.Skill, noBathroom: knowledge.Rule, "the toilet is in the bathroom": knowledge.Memory,
	}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
	if i := into[knowledge.Item](t, h.do(ipc.KnowledgeGet, `{"id":"k1"}`)); len(i.Evidence) != 4 {
		t.Errorf("k1 rests on %d feedbacks", len(i.Evidence))
	}
}

// TestWithdrawal: a feedback that is taken back takes what rests on it alone.
func TestWithdrawal(t *testing.T) {
	h := newHouse(t)
	h.obeys(noBathroom, "")
	h.tell(noBathroom, "") // q2
	h.obeys("the keys hang by the door", "")
	back := func(feedback string) (refs []string) {
		for _, i := range into[ipc.RollbackResult](t, h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{"feedback":%q,"reason":"by mistake"}`, feedback))).Items {
			refs = append(refs, i.Ref()+" "+string(i.Status))
		}
		return refs
	}
	for _, c := range []struct{ feedback, want string }{
		{"q1", "[k1@3 active]"},  // it rests on q2 as well
		{"q2", "[k1@4 retired]"}, // on nothing now
		{"q2", "[]"},
		{"q3", "[k2@2 retired]"},
	} {
		if got := fmt.Sprint(back(c.feedback)); got != c.want {
			t.Errorf("%s: %s, want %s", c.feedback, got, c.want)
		}
	}
	found := into[ipc.KnowledgeSearchResult](t, h.do(ipc.KnowledgeSearch, `{"query":"keys"}`))
	if len(found.Items) > 0 {
		t.Errorf("what was withdrawn is found: %+v", found.Items)
	}
	if plan := h.planAt(h.looksFor("TV"), ""); plan.Rules != nil || len(plan.Used.Blocks["knowledge"].In) > 0 {
		t.Errorf("what was withdrawn is used: %+v", plan.Used.Blocks)
	}
}

// TestFollows: what was derived from items is proposed to go with the last of them,
// and so on; what took the place of one stands for it.
func TestFollows(t *testing.T) {
	h := newHouse(t)
	h.obeys("the keys hang by the door", "")                                         // k1
	h.obeys("the door is in the hall", "")                                           // k2
	h.obeys("the keys are in the hall", `,"follows_from":["k1","k2"]`)               // k3
	h.obeys("when looking for a key, go to the hall only", `,"follows_from":["k3"]`) // k4
	h.obeys("the door is in the entrance", `,"amends":"k2","relation":"SUPERSEDES"`) // k5 in place of k2
	h.refuses(ipc.KnowledgeSubmit, `{"text":"x","follows_from":["k9"]}`, because{fault.NotFound, "follows_from", "there is no such item"})
	h.refuses(ipc.KnowledgeSubmit, `{"text":"x","follows_from":["k2"]}`, because{fault.Conflict, "follows_from", "k2 is superseded"})
	h.refuses(ipc.KnowledgeSubmit, `{"text":"x","follows_from":["k1"],"amends":"k1","relation":"EXTENDS"}`, because{fault.Invalid, "follows_from", "for new items only"})
	h.restart()
	takes := func(id string) []string {
		return into[ipc.RollbackResult](t, h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{"id":%q,"version":0,"reason":"it is gone"}`, id))).Proposed
	}
	if p := takes("k1"); p != nil {
		t.Errorf("k5 stands behind k3: %v", p)
	}
	p := takes("k5") // k2 is in use again
	if p != nil {
		t.Errorf("k2 stands behind k3: %v", p)
	}
	if p = takes("k2"); len(p) != 1 {
		t.Fatalf("nothing stands behind k3: %v", p)
	}
	one := into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, `{"status":"open"}`)).Proposals[0]
	if one.ID != p[0] || one.Item != "k3" || one.Operation != knowledge.Delete || one.Case.Because != "what it follows from is out of use: k1, k2" {
		t.Errorf("%+v", one)
	}
	gone := into[ipc.DecideResult](t, h.do(ipc.KnowledgeApprove, fmt.Sprintf(`{"proposal":%q}`, p[0])))
	if gone.Item.Status != item.Retired || len(gone.Proposed) != 1 {
		t.Errorf("k4 followed from k3: %+v", gone)
	}
	h.do(ipc.KnowledgeRollback, `{"id":"k3","reason":"it was right"}`)
	if p := takes("k3"); p != nil {
		t.Errorf("it is proposed already: %v", p)
	}
	h.sound()
}

// TestFollowsEach: when several items go at once, each item that was derived from them is
// proposed to go once, and not again when that is proposed already.
func TestFollowsEach(t *testing.T) {
	for name, c := range map[string]struct{ before, want string }{
		"none is proposed": {"", "[DELETE k4 DELETE k3]"},
		"one is proposed":  {"k3", "[DELETE k4 DELETE k3]"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.opts.Config.Knowledge.BatchItems = 2
			h.restart()
			var batch job.Job
			for _, text := range []string{"the keys hang by the door", "the door is in the hall"} {
				batch = into[ipc.SubmitResult](t, h.do(ipc.KnowledgeSubmit, fmt.Sprintf(`{"text":%q}`, text))).Job
			}
			h.jobsOf("")
			h.approve("p1") // k1
			h.approve("p2") // k2
			from := `,"follows_from":["k1","k2"]`
			h.obeys("the keys are in the hall", from)                    // k3
			h.obeys("when looking for a key, go to the hall only", from) // k4
			if c.before != "" {
				h.tell("it is not so", fmt.Sprintf(`,"amends":%q,"relation":"WITHDRAWS"`, c.before))
			}
			h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{"batch":%q,"reason":"the wrong house"}`, batch.ID))
			var open []string
			for _, p := range into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, `{"status":"open"}`)).Proposals {
				open = append(open, string(p.Operation)+" "+p.Item)
			}
			if got := fmt.Sprint(open); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			h.sound()
		})
	}
}

// TestTakenBackByAll: what was said twice, or changed by another feedback, is out of use when
// all that it rests on was taken back, in whatever order; and what it took the place of is
// back.
func TestTakenBackByAll(t *testing.T) {
	for _, relation := range []string{"EXTENDS", "SUPERSEDES"} {
		for _, order := range [][]string{{"q1", "q2", "q3"}, {"q3", "q2", "q1"}, {"q2", "q1", "q3"}, {"q2", "q3", "q1"}} {
			t.Run(relation+" "+strings.Join(order, " "), func(t *testing.T) {
				h := newHouse(t)
				h.obeys("never enter the bathroom when looking for a television", "")
				second := h.obeys("never enter the garage when looking for a bed", fmt.Sprintf(`,"amends":"k1","relation":%q`, relation))
				h.obeys("never enter the attic when looking for a sofa", fmt.Sprintf(`,"amends":%q,"relation":"EXTENDS"`, second.ID))
				for i, q := range order {
					h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{"feedback":%q,"reason":"it is not so"}`, q))
					h.restart()
					list := into[ipc.KnowledgeListResult](t, h.do(ipc.KnowledgeList, `{"status":"active"}`)).Items
					for _, one := range list {
						if len(one.Evidence) == 0 {
							t.Errorf("after %s: %s is in use and rests on nothing", q, one.ID)
						}
					}
					if i == 2 && len(list) > 0 {
						t.Errorf("in use: %+v", list)
					}
				}
				h.sound()
			})
		}
	}
}

// TestFollowsNoMore: what was derived does not go when what it was derived from is in use
// again; and all that was derived is proposed to go, also beside what is proposed already.
func TestFollowsNoMore(t *testing.T) {
	h := newHouse(t)
	h.obeys("the keys hang by the door", "")                         // k1
	h.obeys("the keys are in the hall", `,"follows_from":["k1"]`)    // k2
	h.obeys("the umbrella is in the hall", `,"follows_from":["k1"]`) // k3
	rollback := func(params string) []string {
		return into[ipc.RollbackResult](t, h.do(ipc.KnowledgeRollback, params)).Proposed
	}
	gone := rollback(`{"id":"k1","version":0,"reason":"it is gone"}`)
	if len(gone) != 2 {
		t.Fatalf("k2 and k3 go with k1: %v", gone)
	}
	rollback(`{"id":"k1","version":1,"reason":"it is there"}`)
	h.refuses(ipc.KnowledgeApprove, fmt.Sprintf(`{"proposal":%q}`, gone[1]), because{fault.Conflict, "proposal", "k3 follows from k1, which is in use again"})
	h.do(ipc.KnowledgeReject, fmt.Sprintf(`{"proposal":%q}`, gone[1]))
	again := rollback(`{"id":"k1","version":0,"reason":"it is gone"}`)
	if len(again) != 1 { // k2 is proposed to go already
		t.Fatalf("k3 goes with k1: %v", again)
	}
	h.do(ipc.KnowledgeApprove, fmt.Sprintf(`{"proposal":%q}`, again[0]))
	h.do(ipc.KnowledgeApprove, fmt.Sprintf(`{"proposal":%q}`, gone[0]))
	h.sound()
}

// TestNothingKnown: a question about what nobody said has no answer.
func TestNothingKnown(t *testing.T) {
	h := newHouse(t)
	h.obeys(noBathroom, "")
	h.obeys("the keys hang by the door", "")
	for query, want := range map[string]string{"where are the keys": "[k2]", "television": "[k1]", "where is the piano": "[]", "purple elephants": "[]"} {
		var ids []string
		for _, i := range into[ipc.KnowledgeSearchResult](t, h.do(ipc.KnowledgeSearch, fmt.Sprintf(`{"query":%q,"k":100}`, query))).Items {
			ids = append(ids, i.ID)
		}
		if got := fmt.Sprint(ids); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// TestRulesInPlans: what each effect does to the plan of the local planner.
func TestRulesInPlans(t *testing.T) {
	for _, c := range []struct {
		say, more, plan string
		view            int
		check           func(ipc.PlanResult) bool
	}{
		{"", "", "", 0, func(p ipc.PlanResult) bool { return p.Rules == nil && p.GoalFlag }},
		{"when looking for a television, do not go ahead", "", "", 3, func(p ipc.PlanResult) bool { return p.Rules.Verdict.Bans[0].View == 0 && p.Rules.Changed }},
		{"when looking for a television, go to the corridor only", "", "", 3, func(p ipc.PlanResult) bool { return p.Rules.Changed && !p.GoalFlag }},
		{"if the battery is below 20, stop", "", `,"battery":19.5`, 0, func(p ipc.PlanResult) bool { return p.Stop && len(p.Turns) == 0 && p.Rules.Verdict.Stop == "k1@1" }},
		{"if the battery is below 20, stop", "", `,"battery":20`, 0, func(p ipc.PlanResult) bool { return p.Rules == nil }},
		{"if the battery is below 20, stop", "", "", 0, func(p ipc.PlanResult) bool { // nobody knows it
			return len(p.Rules.Fired) == 0 && p.Rules.Ruling.Missing[0].Why == "the input battery is missing"
		}},
		{"when looking for a television, go at most 1 m", "", "", 0, func(p ipc.PlanResult) bool { return *p.RangeM == 1 && p.Rules.Changed }},
		{"never enter the bathroom", `,"kind":"rule","scene_id":"another home"`, "", 0, func(p ipc.PlanResult) bool { return p.Rules == nil }},
	} {
		t.Run(c.say+c.plan, func(t *testing.T) {
			h := newHouse(t)
			if c.say != "" {
				h.obeys(c.say, c.more)
			}
			p := h.planAt(h.looksFor("TV"), c.plan)
			if p.View != c.view || !c.check(p) {
				t.Errorf("view %d, %+v, rules %+v", p.View, p, p.Rules)
			}
		})
	}
}

// TestNoViewIsLeft: rules that forbid every view are not obeyed all; those of the
// lowest priority give way.
func TestNoViewIsLeft(t *testing.T) {
	h := newHouse(t)
	h.obeys("never enter the bathroom", `,"kind":"rule"`)
	file := into[ipc.KnowledgeExportResult](t, h.do(ipc.KnowledgeExport, `{"id":"k1"}`)).Content
	quoted, err := json.Marshal(strings.ReplaceAll(file, "bathroom", "corridor"))
	if err != nil {
		t.Fatal(err)
	}
	p := into[ipc.KnowledgeImportResult](t, h.do(ipc.KnowledgeImport, fmt.Sprintf(`{"content":%s,"priority":10}`, quoted))).Proposal
	h.approve(p.ID)
	got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"shown_views":[0,3],"labels":[
		{"view":0,"scene_type":"bathroom","free_m":3,"see_m":5},{"view":3,"scene_type":"corridor","free_m":2,"see_m":3}]}`, h.looksFor("TV"))))
	if got.View != 3 || !got.Rules.Conflict || !slices.Equal(got.Rules.Verdict.Overruled, []string{"k2@1"}) {
		t.Errorf("view %d, %+v", got.View, got.Rules)
	}
}

// TestModelsObey: a model is told of the rules; an answer against them has the one
// retry, with the reason, and is corrected then; and so is the fallback.
func TestModelsObey(t *testing.T) {
	line := func(angle float64) modeltest.Line { return modeltest.Line{Text: decision(angle)} }
	for _, c := range []struct {
		name    string
		lines   []modeltest.Line
		view    int
		changed bool
		calls   int
	}{
		{"obeys", []modeltest.Line{line(-90)}, 3, false, 1},
		{"obeys when told again", []modeltest.Line{line(0), line(-90)}, 3, true, 2},
		{"does not obey", []modeltest.Line{line(0), line(0)}, 1, true, 2}, // the nearest view that nobody forbids
		{"answers prose", []modeltest.Line{{Text: "no"}, {Text: "no"}}, 1, true, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := modeltest.NewScript(c.lines...)
			h := newHouse(t, withModels([]string{"a"}, map[string]model.Model{"a": s}))
			h.obeys(noBathroom, "")
			p := h.planAt(h.looksFor("TV"), "")
			if p.View != c.view || p.Rules.Changed != c.changed || p.Cost.Calls != c.calls {
				t.Errorf("view %d, changed %v, %d calls: %+v", p.View, p.Rules.Changed, p.Cost.Calls, p.Rules)
			}
			asked := s.Asked()
			if first := asked[0].System + asked[0].Prompt; !strings.Contains(first, "view 0 is forbidden by [k1@1]") {
				t.Errorf("the prompt says nothing of the rule:\n%s", first)
			}
			if c.calls == 2 && c.lines[0].Text != "no" && !strings.Contains(asked[1].Prompt, "view 0 is forbidden by rule k1@1: forbid bathroom") {
				t.Errorf("the retry has no reason:\n%s", asked[1].Prompt)
			}
		})
	}
}

// TestMemoriesInPlans: what was learned is told and counts, within its budget.
func TestMemoriesInPlans(t *testing.T) {
	h := newHouse(t, func(o *daemon.Options) { o.Config.Knowledge.Budget, o.Config.Planner.Budget.Context = 12, 0 })
	h.obeys("the sofa is in the garage", "")
	h.obeys("a very long statement about a great many things of which nobody needs to know anything at all in any plan", "")
	p := h.planAt(h.looksFor("sofa"), "")
	b := p.Used.Blocks["knowledge"]
	if len(b.In) != 1 || b.In[0].ID != "k1" || b.More != 1 || b.Claims != 1 {
		t.Errorf("%+v", b)
	}
	off := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"sofa","use":{"knowledge":false}}`)).Episode
	if _, told := h.planAt(off, "").Used.Blocks["knowledge"]; told {
		t.Error("an episode that does not use it is told")
	}
}
