package daemon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"navd/daemon"
	"navd/daemon/episodic"
	"navd/ipc"
)

// A text says what it is about: one thing that it names is looked for, and where it names
// none, the records that fit its words advise, each for itself.
func TestSlotOfText(t *testing.T) {
	h := newHouse(t)
	for i, room := range []string{"kitchen", "study"} {
		h.do(ipc.EpisodicAppend, fmt.Sprintf(`{"scene_id":"h1","target":"sofa","claims":[{"subject":"target:sofa","relation":"in","object":%q,"weight":0.6,"source":"","polarity":1}],
			"sample":{"text":"%d","risks":[{"type":"LOOP"}],"proposals":["Mind the glass door of the %s."]}}`, room, i, room))
	}
	for _, c := range []struct{ text, want string }{
		{"I look for the couch", "The sofa was seen in the "}, {"소파를 찾아줘", "The sofa was seen in the "}, {"there is a door of glass", "Mind the glass door of the "},
	} {
		r := into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, fmt.Sprintf(`{"condition":"C2","scene_id":"h1","text":%q,"facts":{"structural_risks_n":1}}`, c.text)))
		var slot map[string]episodic.Slot
		if err := json.Unmarshal([]byte(r.JSON), &slot); err != nil {
			t.Fatal(err)
		}
		all := slot["NAV_CONTEXT__MEMORY"].Retrieved
		if len(all) != 1 || !strings.HasPrefix(all[0].Message, c.want) || all[0].Strength != episodic.Weak || all[0].Relevance <= 0 || all[0].Relevance > 1 {
			t.Errorf("%s: %s", c.text, r.JSON)
		}
	}
}

// lesson appends an entry of the nav profile about a matter, with an aspect that it says
// something of, and an advisable principle.
func (h *house) lesson(kind, matter, aspect, polarity, principle string) string {
	h.t.Helper()
	entry := strings.NewReplacer(`"language":"ko","detected_structure":["negation"]`, `"language":"en","detected_structure":["none"]`, `"episode_type":"success"`, fmt.Sprintf(`"episode_type":%q`, kind),
		`"symptom":"부정"`, fmt.Sprintf(`"symptom":%q`, matter), `부정 범위`, "", `"문"`, fmt.Sprintf("%q", aspect), `"negative"`, fmt.Sprintf("%q", polarity), `부정 표현이 술어를 뒤집는지 확인한다`, principle).Replace(case1)
	return into[ipc.AppendResult](h.t, h.do(ipc.EpisodicAppend, `{"entry":`+entry+`}`)).ID
}

// asked gives the slot of a text, with three advisories at most.
func (h *house) asked(text, more string) (r ipc.SlotResult, all []episodic.Advisory) {
	h.t.Helper()
	raw := h.do(ipc.EpisodicSlot, fmt.Sprintf(`{"condition":"C2","text":%q,"topk":3,"facts":{"structural_risks_n":1}%s}`, text, more))
	r = into[ipc.SlotResult](h.t, raw)
	var slot map[string]episodic.Slot
	if err := json.Unmarshal([]byte(r.JSON), &slot); err != nil {
		h.t.Fatal(err)
	}
	return r, slot["NAV_CONTEXT__MEMORY"].Retrieved
}

// Records that have no word of a text do not advise on it, however new they are, and a
// snapshot gives the same records for it whatever is written later.
func TestSlotOfOtherWords(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	first := h.lesson("success", "zeppelin", "a", "positive", "One.")
	for i := range 60 {
		h.lesson("success", fmt.Sprint("wuzzle ", i), "a", "positive", fmt.Sprint("Two ", i, "."))
	}
	h.do(ipc.EpisodicSnapshot, `{"name":"then"}`)
	if r, _ := h.asked("xyzzy", ""); len(r.Retrieved) > 0 || r.Inject {
		t.Errorf("nothing is known of that: %+v", r)
	}
	why := into[ipc.ExplainResult](t, h.do(ipc.EpisodicExplain, `{"condition":"C2","text":"xyzzy"}`)).Considered
	if len(why) == 0 || why[0].Used || why[0].Reason != "it has no word of the text" {
		t.Errorf("%+v", why)
	}
	before, _ := h.asked("zeppelin", `,"snapshot":"then"`)
	if !slices.Equal(before.Retrieved, []string{first}) {
		t.Errorf("%+v", before.Retrieved)
	}
	for i := range 70 {
		h.lesson("success", fmt.Sprint("zeppelin ", i), "a", "positive", fmt.Sprint("Three ", i, "."))
	}
	h.indexed(`{"query":"zeppelin","kinds":["episodic"],"k":10}`)
	if after, _ := h.asked("zeppelin", `,"snapshot":"then"`); after.JSON != before.JSON {
		t.Errorf("from a snapshot:\n%s\n%s", before.JSON, after.JSON)
	}
}

// A record that nobody believes is no advice.
func TestSlotWithoutTrust(t *testing.T) {
	h := newHouse(t)
	for _, trust := range []string{"0", "0.1"} {
		h.do(ipc.EpisodicAppend, fmt.Sprintf(`{"trust":%s,"scene_id":"h1","claims":[{"subject":"target:sofa","relation":"in","object":"kitchen","weight":0.6,"source":"","polarity":1}],"sample":{"text":%q,"risks":[{"type":"LOOP"}]}}`, trust, trust))
		r := into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, `{"condition":"C2","target":"sofa","scene_id":"h1"}`))
		if believed := trust != "0"; len(r.Retrieved) > 0 != believed {
			t.Errorf("trust %s: found %v", trust, r.Retrieved)
		}
	}
	why := into[ipc.ExplainResult](t, h.do(ipc.EpisodicExplain, `{"condition":"C2","target":"sofa","scene_id":"h1"}`)).Considered
	if len(why) != 2 || !why[0].Used || why[1].Reason != "its trust is 0" {
		t.Errorf("%+v", why)
	}
}

// A chance is the same condition however it is written.
func TestHoldoutIsOne(t *testing.T) {
	h := newHouse(t)
	for i, chance := range []string{"0.5", ".5", "0.50"} {
		h.do(ipc.EpisodicOutcome, fmt.Sprintf(`{"sample":"s%d","condition":"C2_holdout:%s","injected":true,"success":true}`, i, chance))
		h.keep(strings.Replace(case1, "부정 범위", chance, 1), fmt.Sprintf(`,"condition":"C2_holdout:%s"`, chance))
		id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","condition":"C2_holdout:%s"}`, chance))).Episode
		h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":true}`, id))
	}
	for _, s := range into[ipc.StatsResult](t, h.do(ipc.EpisodicStats, `{"baseline":"C2_holdout:.5"}`)).Conditions {
		if s.Condition != "C2_holdout:0.5" || s.N != 3 {
			t.Errorf("%s: %s has %d", s.Of, s.Condition, s.N)
		}
	}
	records := into[ipc.CaseListResult](t, h.do(ipc.EpisodicList, `{"condition":"C2_holdout:.5"}`)).Records
	if n := len(into[ipc.EpisodeListResult](t, h.do(ipc.EpisodeList, `{"condition":"C2_holdout:.5"}`)).Episodes); n != 3 || len(records) != 3 {
		t.Errorf("%d episodes, %d records", n, len(records))
	}
}

// What bars a record bars it under every profile.
func TestSlotBarred(t *testing.T) {
	h := newHouse(t)
	for i, c := range []struct{ more, want string }{
		{``, ""}, {`,"trust":0`, "its trust is 0"}, {`,"preconditions":{"scene":"h1"}`, ""}, {`,"preconditions":{"scene":"h2"}`, "its preconditions do not hold"},
	} {
		id := h.keep(strings.Replace(case1, "부정 범위", fmt.Sprint("other ", i), 1), c.more+fmt.Sprintf(`,"space":"%d"`, i)).ID
		ask := fmt.Sprintf(`{"profile":"absa","condition":"C2","space":"%d","text":"문이 안 열린다","scene_id":"h1"}`, i)
		r := into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, ask))
		why := into[ipc.ExplainResult](t, h.do(ipc.EpisodicExplain, ask)).Considered
		if slices.Contains(r.Retrieved, id) != (c.want == "") || len(why) != 1 || why[0].Reason != c.want {
			t.Errorf("%s: found %v, %+v", c.more, r.Retrieved, why)
		}
	}
}

// Advice that went wrong in any record of the space, about the same aspect with the same
// polarity, is a warning.
func TestSlotWarnsOfStore(t *testing.T) {
	h := newHouse(t)
	bad := h.lesson("harm", "mud", "quagga", "negative", "Ride it.")
	h.lesson("success", "quest", "quagga", "negative", "Feed the quagga.")
	h.lesson("success", "riddle", "quagga", "positive", "Wash the quagga.")
	h.do(ipc.EpisodicSnapshot, `{"name":"then"}`)
	check := func(name, text, more string, warned bool) {
		t.Helper()
		_, all := h.asked(text, more)
		if len(all) != 1 || (all[0].Type == episodic.TypeWarning) != warned || strings.Contains(all[0].Message, "Careful") != warned {
			t.Errorf("%s: %+v", name, all)
		}
	}
	check("the same aspect and polarity", "quest", "", true)
	check("another polarity", "riddle", "", false)
	h.do(ipc.EpisodicSupersede, fmt.Sprintf(`{"id":%q}`, bad))
	check("what went wrong is taken out of use", "quest", "", false)
	check("but not in a snapshot", "quest", `,"snapshot":"then"`, true)
}

// The arm shuffle shows advice of cases that were not found, as many as were, and nothing
// where there is no other case.
func TestSlotShuffled(t *testing.T) {
	h := newHouse(t)
	shown := func() (r ipc.SlotResult, ids []string) {
		r = into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, `{"profile":"absa","condition":"shuffle","text":"문이 안 열린다","facts":{"structural_risks_n":1}}`))
		var slot map[string]episodic.Slot
		if err := json.Unmarshal([]byte(r.JSON), &slot); err != nil {
			t.Fatal(err)
		}
		for _, a := range slot["DEBATE_CONTEXT__MEMORY"].Retrieved {
			ids = append(ids, a.Evidence.Sources...)
		}
		return r, ids
	}
	for i := range 3 {
		h.keep(numbered(fmt.Sprint("found", i), fmt.Sprint(i)), "")
	}
	if r, ids := shown(); len(r.Retrieved) != 3 || len(ids) > 0 || r.Inject {
		t.Errorf("there is no other case: %v of %v, let in %v", ids, r.Retrieved, r.Inject)
	}
	for i := range 20 {
		h.keep(strings.Replace(numbered(fmt.Sprint("other", i), fmt.Sprint(i)), `["negation"]`, `["irony"]`, 1), "")
	}
	if r, ids := shown(); len(r.Retrieved) != 3 || len(ids) != 3 || slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(r.Retrieved, id) }) || !r.Inject {
		t.Errorf("%v of %v, let in %v", ids, r.Retrieved, r.Inject)
	}
}

// A snapshot of an empty space stays empty, whatever is written later.
func TestSnapshotOfNothing(t *testing.T) {
	h := newHouse(t)
	h.do(ipc.EpisodicSnapshot, `{"name":"zero"}`)
	h.visit(docked)
	h.do(ipc.EpisodicAppend, `{"scene_id":"h1","claims":[{"subject":"target:sofa","relation":"in","object":"kitchen","weight":0.6,"source":"","polarity":1}],"sample":{"text":"x","risks":[{"type":"LOOP"}]}}`)
	h.lesson("success", "quest", "quagga", "negative", "Feed the quagga.")
	h.keep(strings.Replace(case1, "부정 범위", "other", 1), "")
	h.restart()
	for _, q := range []string{`"target":"sofa","scene_id":"h1"`, `"text":"quest"`, `"profile":"absa","text":"문이 안 열린다"`} {
		for from, want := range map[string]int{"": 1, `,"snapshot":"zero"`: 0} {
			r := into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, fmt.Sprintf(`{"condition":"C2",%s,"facts":{"structural_risks_n":1}%s}`, q, from)))
			if len(r.Retrieved) != want || r.Inject != (want > 0) {
				t.Errorf("%s%s: found %v, let in %v", q, from, r.Retrieved, r.Inject)
			}
		}
	}
	if a := h.visit(docked + `,"snapshot":"zero"`).advices()[0]; a.Shown || len(a.Records) > 0 {
		t.Errorf("a plan: %+v", a)
	}
}

// The records that clients write come from no episode of navd; a control arm draws from them
// too.
func TestSlotArmsDrawFromClients(t *testing.T) {
	h := newHouse(t)
	for _, thing := range []string{"sofa", "lamp"} {
		h.do(ipc.EpisodicAppend, fmt.Sprintf(`{"scene_id":"h1","claims":[{"subject":"target:%s","relation":"in","object":"kitchen","weight":0.6,"source":"","polarity":1}],"sample":{"text":%[1]q,"risks":[{"type":"LOOP"}]}}`, thing))
	}
	for _, condition := range []string{"shuffle", "irrelevant"} {
		r := into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, fmt.Sprintf(`{"condition":%q,"target":"sofa","scene_id":"h1","facts":{"structural_risks_n":1}}`, condition)))
		if !r.Inject || !strings.Contains(r.JSON, "The lamp was seen") || !slices.Equal(r.Retrieved, []string{"epi_000001"}) {
			t.Errorf("%s: let in %v, %s", condition, r.Inject, r.JSON)
		}
	}
}

// An episode without past episodes gets none from a slot either, unless the call names a
// condition.
func TestSlotOfEpisodeWithout(t *testing.T) {
	h := newHouse(t, func(o *daemon.Options) { o.Config.Episodic.Condition = "C2" })
	h.do(ipc.EpisodicAppend, `{"scene_id":"h1","claims":[{"subject":"target:sofa","relation":"in","object":"kitchen","weight":0.6,"source":"","polarity":1}],"sample":{"text":"x","risks":[{"type":"LOOP"}]}}`)
	for _, c := range []struct {
		use, condition, want string
		shown                bool
	}{
		{"true", "", "C2", true}, {"false", "", "C1", false}, {"false", `,"condition":"C2"`, "C2", true},
	} {
		id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","scene_id":"h1","use":{"episodic":%s}}`, c.use))).Episode
		r := into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, fmt.Sprintf(`{"episode":%q,"facts":{"structural_risks_n":1}%s}`, id, c.condition)))
		if r.Meta.Condition != c.want || r.Inject != c.shown || (len(r.Claims) > 0) != c.shown || r.Meta.Executed != c.shown {
			t.Errorf("use %s%s: let in %v, %+v", c.use, c.condition, r.Inject, r.Meta)
		}
	}
}
