package daemon_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/ipc"
)

// visited is one visit to a house as it went.
type visited struct {
	id    string
	plans []ipc.PlanResult
}

// advices gives what past episodes had to do with each plan.
func (v visited) advices() (out []*planner.Advice) {
	for _, p := range v.plans {
		out = append(out, p.Used.Advice)
	}
	return out
}

// visit comes to a house where a corridor leads on behind, and a living room, which looks
// better, is ahead. The robot goes where it is told, 1.5 m; down the corridor it sees
// the sofa; ahead it runs into a table.
func (h *house) visit(more string) (v visited) {
	h.t.Helper()
	v.id = into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin, `{"goal":"sofa","scene_id":"h1","seed":1`+more+`}`)).Episode
	plan := func(labels string) ipc.PlanResult {
		p := into[ipc.PlanResult](h.t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[%s]}`, v.id, labels)))
		v.plans = append(v.plans, p)
		return p
	}
	p := plan(`{"view":0,"scene_type":"living room","free_m":3,"see_m":4},{"view":6,"scene_type":"corridor","free_m":2.5,"see_m":4}`)
	seq := 0
	step := func(action string, blocked bool) {
		seq++
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":%q,"collided":%v}`, v.id, seq, action, blocked))
	}
	for _, turn := range p.Turns {
		step(string(turn), false)
	}
	for range 6 {
		step("move_forward", p.View == 0)
	}
	switch p.View {
	case 6:
		plan(`{"view":0,"scene_type":"den","free_m":3,"see_m":3,"objects":["sofa"]}`)
	default:
		plan(`{"view":0,"scene_type":"living room","free_m":0.4,"see_m":0.5},{"view":6,"scene_type":"corridor","free_m":2.5,"see_m":4}`)
	}
	h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":%v,"steps":%d}`, v.id, p.View == 6, seq))
	return v
}

// cases lists the records of a space, oldest first.
func (h *house) cases(space string) []episodic.Stored {
	h.t.Helper()
	r := into[ipc.CaseListResult](h.t, h.do(ipc.EpisodicList, fmt.Sprintf(`{"space":%q,"limit":1000}`, space)))
	slices.Reverse(r.Records)
	return r.Records
}

const docked = `,"frame":"dock","condition":"C2"`

// A leg that led nowhere is remembered, and the next visit is warned of it. The one that
// then finds the thing tells the third where it is.
func TestAdviceOfVisits(t *testing.T) {
	h := newHouse(t)
	first := h.visit(docked)
	if a := first.advices()[0]; first.plans[0].View != 0 || a == nil || a.Kind != "" || a.Shown {
		t.Fatalf("view %d, advice %+v", first.plans[0].View, a)
	}
	kept := h.cases("default")
	if len(kept) != 1 || kept[0].ID != "epi_000001" || kept[0].Meta.Source != "leg" || kept[0].Meta.Episode != first.id || kept[0].Meta.Ways[0].Polarity != -1 {
		t.Fatalf("records %+v", kept)
	}
	entry := episodic.ReadEntry(kept[0].Entry)
	if entry.EpisodeType != "harm" || len(entry.Evaluation.RiskBefore.Tags) != 0 || !slices.Contains(entry.Evaluation.RiskAfter.Tags, "NO_PROGRESS") || !slices.Contains(entry.Evaluation.RiskAfter.Tags, "COLLISION") {
		t.Errorf("entry %s", kept[0].Entry)
	}
	second := h.visit(docked)
	a := second.advices()[0]
	if second.plans[0].View != 6 || a == nil || !a.Shown || a.Gate != "conflict" || !a.Followed || !a.Override || *a.Without != 0 || !slices.Equal(a.Records, []string{"epi_000001"}) {
		t.Fatalf("view %d, advice %+v", second.plans[0].View, a)
	}
	if !strings.Contains(a.Advisory, "led nowhere") {
		t.Errorf("it says %q", a.Advisory)
	}
	if m := into[episode.Episode](t, h.do(ipc.EpisodeGet, fmt.Sprintf(`{"episode":%q}`, second.id))).Metrics; m.Advice == nil || m.Advice.Shown != 1 || m.Advice.Overrides != 1 || m.Advice.Helped != 1 {
		t.Errorf("metrics %+v", m.Advice)
	}
	if s := h.cases("default")[0].Tally; s != (episodic.Tally{Retrieved: 1, Injected: 1, Followed: 1, Helped: 1}) {
		t.Errorf("counters of the record %+v", s)
	}
	third := h.visit(docked)
	a = third.advices()[0]
	if third.plans[0].View != 6 || a == nil || !a.Shown || a.Kind != episodic.LessonHere || !a.Followed {
		t.Errorf("view %d, advice %+v", third.plans[0].View, a)
	}
	// What was taken out of use is neither a way nor a warning any more.
	for _, s := range h.cases("default") {
		h.do(ipc.EpisodicSupersede, fmt.Sprintf(`{"id":%q}`, s.ID))
	}
	if v := h.visit(docked); v.plans[0].View != 0 || v.advices()[0].Kind != "" {
		t.Errorf("after a withdrawal: view %d, advice %+v", v.plans[0].View, v.advices()[0])
	}
	// The log has it all.
	log := string(h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"kinds":["plan"]}`, third.id)))
	if !strings.Contains(log, `"advice":{"condition":"C2"`) {
		t.Errorf("the log: %s", log)
	}
	// A pose of another frame, or of another house, holds for nobody.
	for _, more := range []string{`,"condition":"C2"`, `,"frame":"other","condition":"C2"`} {
		if v := h.visit(more); v.advices()[0].Kind == episodic.LessonHere || v.advices()[0].Kind == "dead end" {
			t.Errorf("%s: %+v", more, v.advices()[0])
		}
	}
}

// In silence every decision is as without memory, and the record lists what would have
// been shown. Without memory nothing is kept.
func TestSilentIsAsWithout(t *testing.T) {
	h := newHouse(t)
	conditions := []string{"C1", "C2_silent", "C2"}
	decided := map[string][]any{}
	found := map[string][]string{}
	for _, c := range conditions {
		for range 3 {
			v := h.visit(fmt.Sprintf(`,"frame":"dock","condition":%q,"space":%q`, c, c))
			for _, p := range v.plans {
				decided[c] = append(decided[c], []any{p.View, p.Angle, p.GoalFlag, p.Turns, p.Discovered.Why})
			}
			a := v.advices()[0]
			if (a == nil) != (c == "C1") {
				t.Fatalf("%s: advice %+v", c, a)
			}
			if a != nil {
				found[c] = append(found[c], strings.Join(a.Records, " "))
			}
		}
	}
	if diff := cmp.Diff(decided["C1"], decided["C2_silent"]); diff != "" {
		t.Errorf("-C1 +C2_silent: %s", diff)
	}
	if len(h.cases("C1")) != 0 || len(h.cases("C2_silent")) == 0 {
		t.Errorf("%d and %d records", len(h.cases("C1")), len(h.cases("C2_silent")))
	}
	if found["C2_silent"][1] != found["C2"][1] || found["C2"][1] == "" {
		t.Errorf("found %v", found)
	}
	if v := h.visit(`,"condition":"C2","use":{"episodic":false}`); v.advices()[0] != nil {
		t.Errorf("with episodic off: %+v", v.advices()[0])
	}
}

// What stands in place of advice reaches the planner as advice would, and what was said
// of it is in the plan's record.
func TestProofArms(t *testing.T) {
	h := newHouse(t)
	h.visit(docked)
	for _, c := range []struct {
		condition string
		view      int
		text      string
	}{
		{"C2", 6, "led nowhere"}, {"one_line", 0, "Do not go back"}, {"filler", 0, ""}, {"empty", 0, ""}, {"corrupt", 0, "led nowhere"},
	} {
		t.Run(c.condition, func(t *testing.T) {
			h := h.in(t)
			h.do(ipc.EpisodicSnapshot, fmt.Sprintf(`{"name":%q}`, c.condition))
			v := h.visit(fmt.Sprintf(`,"frame":"dock","condition":%q,"snapshot":"C2"`, c.condition))
			a := v.advices()[0]
			if v.plans[0].View != c.view || !a.Shown || a.Gate != "conflict" || a.Chars == 0 || !strings.Contains(a.Advisory, c.text) {
				t.Errorf("view %d, advice %+v", v.plans[0].View, a)
			}
		})
	}
	if a := h.visit(`,"frame":"dock","condition":"shuffle","snapshot":"C2"`).advices()[0]; a.Shown || a.Hidden != "none to show" || a.Chars > 0 {
		t.Errorf("there is no other case: %+v", a)
	}
}

// A snapshot says what is read, and the condition whether something is added: C2 does, and
// a condition of one's own can be advised and add nothing.
func TestSnapshotAndRecords(t *testing.T) {
	h := newHouse(t, func(o *daemon.Options) {
		o.Config.Episodic.Conditions = []string{"test retrieval_execute exposed frozen"}
	})
	h.visit(docked)
	h.do(ipc.EpisodicSnapshot, `{"name":"one"}`)
	for _, c := range []struct {
		condition   string
		shown, adds bool
	}{
		{"C2_eval_only", false, false}, {"test", true, false}, {"C2", true, true}, {"test", true, false},
	} {
		before := len(h.cases("default"))
		a := h.visit(fmt.Sprintf(`,"frame":"dock","condition":%q,"snapshot":"one"`, c.condition)).advices()[0]
		if a.Shown != c.shown || !slices.Equal(a.Records, []string{"epi_000001"}) {
			t.Errorf("%s: advice %+v", c.condition, a)
		}
		if added := len(h.cases("default")) > before; added != c.adds {
			t.Errorf("%s adds records: %v, want %v", c.condition, added, c.adds)
		}
	}
}

// A model is shown the slot under the line that says what it is worth, and what does
// not fit is left out whole.
func TestAdviceInThePrompt(t *testing.T) {
	fake := newGate()
	h := newHouse(t, withModels([]string{"fake", "local"}, map[string]model.Model{"fake": fake}))
	var asks []reply.Ask
	visit := func(more string) (v visited) {
		for range 2 {
			fake.answers <- modeltest.Line{Text: decision(0)}
		}
		v = h.visit(more)
		asks = []reply.Ask{<-fake.asked, <-fake.asked}
		return v
	}
	for budget, want := range map[int]bool{400: true, 100: false, 10: false} { // 100 would do for a slot without advice
		cfg := h.opts.Config
		cfg.Episodic.Budget = budget
		h.daemon.Reconfigure(cfg)
		space := fmt.Sprintf(`,"space":"%d"`, budget)
		visit(docked + space)
		v := visit(docked + space)
		text := asks[0].System + asks[0].Prompt
		if got := strings.Contains(text, `"NAV_CONTEXT__MEMORY"`); got != want || strings.Contains(text, "Earlier episodes advise this") != want {
			t.Errorf("budget %d: in the prompt %v\n%s", budget, got, text)
		}
		if a := v.advices()[0]; a.Shown != want || (a.Chars > 0) != want || (a.Hidden == "too long") == want {
			t.Errorf("budget %d: %+v", budget, a)
		}
	}
}

// The configured condition governs episodes that name none.
func TestConfiguredCondition(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*daemon.Options)
		want   string
	}{
		{"by default", func(*daemon.Options) {}, "C1"},
		{"by memory", func(o *daemon.Options) { o.Config.Episodic.Memory.Enabled = true }, "C2"},
		{"by its mode", func(o *daemon.Options) {
			o.Config.Episodic.Memory.Enabled, o.Config.Episodic.Memory.Mode = true, "silent"
		}, "C2_silent"},
		{"by name", func(o *daemon.Options) { o.Config.Episodic.Condition = "C2_holdout:0.25" }, "C2_holdout:0.25"},
		{"of one's own", func(o *daemon.Options) {
			o.Config.Episodic.Condition, o.Config.Episodic.Conditions = "mine", []string{"mine exposed"}
		}, "mine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, c.change)
			if got := into[episode.Episode](t, h.do(ipc.EpisodeGet, fmt.Sprintf(`{"episode":%q}`, h.begin()))).Condition; got != c.want {
				t.Errorf("condition %q, want %q", got, c.want)
			}
		})
	}
}
