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

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/ipc"
)

// case1 is an entry of the absa profile without an id.
const case1 = `{"schema_version":"1.1","episode_type":"success","error_category":["none"],
	"input_signature":{"language":"ko","detected_structure":["negation"],"contrast_marker":null,"has_negation":true,"num_aspects":1,"length_bucket":"short"},
	"case_summary":{"target_aspect_type":"문","symptom":"부정","rationale_summary":"부정 범위"},
	"stage_snapshot":{"stage1":{"aspects_norm":["문"],"polarities":{"문":"positive"},"confidence":0.5},"final":{"aspects_norm":["문"],"polarities":{"문":"negative"},"confidence":0.5}},
	"correction":{"corrective_principle":"부정 표현이 술어를 뒤집는지 확인한다","applicable_conditions":["none"],"principle_id":null,"anti_pattern":null},
	"evaluation":{"risk_before":{"severity_sum":1.0,"tags":[]},"risk_after":{"severity_sum":0.0,"tags":[]},"override_applied":true,"override_success":true,"override_harm":false,"arbiter_reason_code":"","facet_dissent":[]},
	"provenance":{"created_from_split":"train","used_in_eval":false,"timestamp":"2026-01-01T00:00:00+00:00","version":"1.1","has_gold":false},
	"risk_type":null,"action_taken":null,"outcome_delta":null}`

// keep appends an entry of the absa profile.
func (h *house) keep(entry, more string) ipc.AppendResult {
	h.t.Helper()
	return into[ipc.AppendResult](h.t, h.do(ipc.EpisodicAppend, `{"profile":"absa","entry":`+entry+more+`}`))
}

// numbered is case1 with an id, or with another symptom.
func numbered(id, symptom string) string {
	return strings.Replace(strings.Replace(case1, `{`, fmt.Sprintf(`{"episode_id":%q,`, id), 1), `"symptom":"부정"`, fmt.Sprintf(`"symptom":%q`, symptom), 1)
}

func TestAppendOnce(t *testing.T) {
	h := newHouse(t)
	first := h.keep(case1, "")
	if diff := cmp.Diff(ipc.AppendResult{ID: "epi_000001", Seq: 1, Decision: "stored", Tags: []string{}}, first); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		name, entry, more string
		want              ipc.AppendResult
	}{
		{"the same entry", case1, "", ipc.AppendResult{ID: "epi_000001", Seq: 1, Decision: "skipped", Reason: "duplicate", Tags: []string{}}},
		{"the same with other blanks", strings.ReplaceAll(case1, "\n\t", "  "), "", ipc.AppendResult{ID: "epi_000001", Seq: 1, Decision: "skipped", Reason: "duplicate", Tags: []string{}}},
		{"in another space", case1, `,"space":"b"`, ipc.AppendResult{ID: "epi_000001", Seq: 1, Decision: "stored", Tags: []string{}}},
		{"an id of its own", numbered("mine", "x"), "", ipc.AppendResult{ID: "mine", Seq: 2, Decision: "stored", Tags: []string{}}},
		{"with a key", numbered("keyed", "y"), `,"key":"k"`, ipc.AppendResult{ID: "keyed", Seq: 3, Decision: "stored", Tags: []string{}}},
		{"the key again", numbered("keyed", "y"), `,"key":"k"`, ipc.AppendResult{ID: "keyed", Seq: 3, Decision: "stored", Tags: []string{}}},
		{"under a condition that keeps nothing", numbered("silent", "z"), `,"condition":"C1"`, ipc.AppendResult{Decision: "skipped", Reason: "store_write_disabled", Tags: []string{}}},
	} {
		if diff := cmp.Diff(c.want, h.keep(c.entry, c.more)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	h.refuse(ipc.EpisodicAppend, `{"profile":"absa","entry":`+numbered("mine", "other")+`}`, refusal{Code: ipc.Code(fault.Conflict), Kind: fault.Conflict, Field: "entry.episode_id"})
	if got := into[episodic.Stored](t, h.do(ipc.EpisodicGet, `{"id":"epi_000001"}`)); !strings.HasPrefix(string(got.Entry), `{"episode_id":"epi_000001","schema_version":"1.1","episode_type":"success","error_category":["none"],"input_signature":`) {
		t.Errorf("with an id of navd the entry is in another order: %s", got.Entry)
	}
	got := into[episodic.Stored](t, h.do(ipc.EpisodicGet, `{"id":"mine"}`))
	var given, kept any
	if json.Unmarshal([]byte(numbered("mine", "x")), &given) != nil || json.Unmarshal(got.Entry, &kept) != nil || !cmp.Equal(given, kept) {
		t.Errorf("it is not kept as it was given: %s", got.Entry)
	}
	h.restart()
	if r := h.keep(numbered("", "later"), ""); r.ID != "epi_000004" || r.Seq != 4 {
		t.Errorf("after a restart: %+v", r)
	}
	h.sound()
}

// Numbers do not come again after the episode is deleted that the last record went with.
func TestNumbersAfterDelete(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	if r := h.keep(case1, fmt.Sprintf(`,"episode":%q`, id)); r.Seq != 1 {
		t.Fatalf("%+v", r)
	}
	h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, id))
	h.refuse(ipc.EpisodicGet, `{"id":"epi_000001"}`, refusal{Code: ipc.Code(fault.NotFound), Kind: fault.NotFound, Field: "id"})
	h.restart()
	if r := h.keep(case1, ""); r.ID != "epi_000002" || r.Decision != "stored" {
		t.Errorf("%+v", r)
	}
	h.sound()
}

// Many clients append the same and other entries at once.
func TestAppendAtOnce(t *testing.T) {
	h := newHouse(t)
	const clients, each = 8, 12
	var mu sync.Mutex
	ids := map[string][]string{} // of each symptom
	var all sync.WaitGroup
	for n := range clients {
		c := h.dial()
		defer c.Close()
		all.Go(func() {
			for i := range each {
				symptom := fmt.Sprint("shared ", i)
				if i%3 == 0 {
					symptom = fmt.Sprint("own ", n, i)
				}
				raw, err := c.Raw(t.Context(), string(ipc.EpisodicAppend), json.RawMessage(`{"profile":"absa","entry":`+numbered("", symptom)+`}`))
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				ids[symptom] = append(ids[symptom], into[ipc.AppendResult](t, raw).ID)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	seen := map[string]bool{}
	for symptom, got := range ids {
		slices.Sort(got)
		if got = slices.Compact(got); len(got) != 1 || seen[got[0]] {
			t.Errorf("%s has the ids %v", symptom, got)
		}
		seen[got[0]] = true
	}
	want := clients*each/3 + each - each/3
	if r := into[ipc.CaseListResult](t, h.do(ipc.EpisodicList, `{"limit":1000}`)); len(r.Records) != want {
		t.Errorf("%d records, want %d", len(r.Records), want)
	}
}

func TestEpisodicRefuses(t *testing.T) {
	h := newHouse(t)
	bad := func(field string) refusal { return refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: field} }
	gone := func(field string) refusal {
		return refusal{Code: ipc.Code(fault.NotFound), Kind: fault.NotFound, Field: field}
	}
	with := func(old, now string) string {
		return `{"profile":"absa","entry":` + strings.Replace(case1, old, now, 1) + `}`
	}
	for _, c := range []struct {
		name   string
		method fmt.Stringer
		params string
		want   refusal
	}{
		{"a forbidden key", ipc.EpisodicAppend, with(`{`, `{"raw_text":"x",`), bad("entry.raw_text")},
		{"in another case, deep in lists", ipc.EpisodicAppend, with(`{`, `{"a":[[{"Gold_Label":1}]],`), bad("entry.a[0][0].Gold_Label")},
		{"a wrong type", ipc.EpisodicAppend, with(`"override_applied":true`, `"override_applied":"yes"`), bad("entry.evaluation.override_applied")},
		{"too long", ipc.EpisodicAppend, with(`"rationale_summary":"부정 범위"`, `"rationale_summary":"`+strings.Repeat("가", 501)+`"`), bad("entry.case_summary.rationale_summary")},
		{"a member that there is not", ipc.EpisodicAppend, with(`{`, `{"mine":1,`), bad("entry.mine")},
		{"a member that is missing", ipc.EpisodicAppend, with(`"schema_version":"1.1",`, ``), bad("entry.schema_version")},
		{"a part of a number", ipc.EpisodicAppend, with(`"num_aspects":1`, `"num_aspects":1.5`), bad("entry.input_signature.num_aspects")},
		{"an id that is no text", ipc.EpisodicAppend, with(`{`, `{"episode_id":5,`), bad("entry.episode_id")},
		{"an id of two lines", ipc.EpisodicAppend, with(`{`, `{"episode_id":"a\nb",`), bad("entry.episode_id")},
		{"a sample with a forbidden key", ipc.EpisodicAppend, `{"sample":{"text":"x","final":{"Gold_Label":"positive"},"risks":[{"type":"LOOP"}]}}`, bad("sample")},
		{"a sample with a polarity that there is not", ipc.EpisodicAppend, `{"sample":{"text":"x","sentiments":[{"term":"door","polarity":"great"}],"risks":[{"type":"LOOP"}]}}`, bad("sample")},
		{"nothing", ipc.EpisodicAppend, `{}`, bad("entry")},
		{"both", ipc.EpisodicAppend, `{"entry":{},"sample":{}}`, bad("entry")},
		{"an unknown profile", ipc.EpisodicAppend, `{"profile":"nobody","sample":{}}`, bad("profile")},
		{"an unknown profile", ipc.EpisodicSlot, `{"profile":"nobody"}`, bad("profile")},
		{"an unknown condition", ipc.EpisodicSlot, `{"condition":"C3"}`, bad("condition")},
		{"a condition in lower case", ipc.EpisodicRender, `{"condition":"c2"}`, bad("condition")},
		{"a holdout without chance", ipc.EpisodicSlot, `{"condition":"C2_holdout:1.5"}`, bad("condition")},
		{"an episode's condition", ipc.EpisodeBegin, `{"goal":"sofa","condition":"with memory"}`, bad("condition")},
		{"a frozen condition without snapshot", ipc.EpisodicSlot, `{"condition":"C2_eval_only"}`, bad("snapshot")},
		{"a frozen episode without snapshot", ipc.EpisodeBegin, `{"goal":"sofa","condition":"C2_eval_only"}`, bad("snapshot")},
		{"a snapshot that there is not", ipc.EpisodicSlot, `{"condition":"C2","snapshot":"no"}`, gone("snapshot")},
		{"an episode's snapshot that there is not", ipc.EpisodeBegin, `{"goal":"sofa","condition":"C2","snapshot":"no"}`, gone("snapshot")},
		{"no advisory at all", ipc.EpisodicSlot, `{"topk":0}`, bad("topk")},
		{"too many advisories", ipc.EpisodicSlot, `{"topk":100}`, bad("topk")},
		{"too many advisories", ipc.EpisodicRender, `{"condition":"C2","topk":4}`, bad("topk")},
		{"a record that there is not", ipc.EpisodicGet, `{"id":"no"}`, gone("id")},
		{"a record that there is not", ipc.EpisodicSupersede, `{"id":"no"}`, gone("id")},
		{"a record in place of itself", ipc.EpisodicSupersede, `{"id":"a","by":"a"}`, bad("by")},
		{"an outcome that contradicts itself", ipc.EpisodicOutcome, `{"sample":"s","condition":"C2","helped":true}`, bad("followed")},
		{"an outcome of a record that there is not", ipc.EpisodicOutcome, `{"sample":"s","condition":"C2","ids":["no"]}`, gone("ids[0]")},
		{"an outcome of a sample with a zero byte", ipc.EpisodicOutcome, `{"sample":"s\u0000","condition":"C2"}`, bad("sample")},
		{"a snapshot of a space with a zero byte", ipc.EpisodicSnapshot, `{"space":"a\u0000","name":"n"}`, bad("space")},
		{"an import into a space with a zero byte", ipc.EpisodicImport, `{"space":"a\u0000","lines":"{}"}`, bad("space")},
		{"an outcome of advice that C1 did not show", ipc.EpisodicOutcome, `{"sample":"s","condition":"C1","injected":true}`, bad("injected")},
		{"an outcome of advice in silence", ipc.EpisodicOutcome, `{"sample":"s","condition":"C2_silent","injected":true}`, bad("injected")},
		{"an outcome under no condition", ipc.EpisodicOutcome, `{"sample":"s","condition":"mine"}`, bad("condition")},
		{"an entry that is none", ipc.EpisodicAdvise, `{"profile":"absa","entries":[{},5]}`, bad("entries[1]")},
		{"an entry with something forbidden", ipc.EpisodicAdvise, `{"profile":"absa","entries":[{"CoT":"x"}]}`, bad("entries[0].CoT")},
		{"statistics of nothing", ipc.EpisodicStats, `{"baseline":"C2"}`, gone("baseline")},
	} {
		t.Run(c.name, func(t *testing.T) { h.in(t).refuse(c.method, c.params, c.want) })
	}
	if r := into[ipc.CaseListResult](t, h.do(ipc.EpisodicList, `{}`)); len(r.Records) != 0 {
		t.Errorf("something was kept: %+v", r)
	}
}

// Every condition tells the truth of itself, and the one in silence lists what the open
// one shows.
func TestSlotConditions(t *testing.T) {
	h := newHouse(t, func(o *daemon.Options) { o.Config.Episodic.Conditions = []string{"quiet retrieval_execute"} })
	h.keep(case1, "")
	h.keep(strings.Replace(numbered("", "other"), "확인한다", "나눈다", 1), "")
	h.do(ipc.EpisodicSnapshot, `{"name":"two"}`)
	h.keep(numbered("", "third"), "")
	type row struct {
		Mode             string
		Executed, Masked bool
		Exposed, Inject  bool
		Retrieved, Shown int
	}
	for _, c := range []struct {
		condition, more string
		want            row
	}{
		{"C1", "", row{"off", false, true, false, false, 0, 0}},
		{"C2", "", row{"on", true, false, true, true, 3, 3}},
		{"C2", `,"topk":1`, row{"on", true, false, true, true, 1, 1}},
		{"C2", `,"budget":30`, row{"on", true, false, true, true, 3, 1}},
		{"C2", `,"facts":{"text":"x"}`, row{"on", true, false, true, false, 3, 3}},
		{"C2_silent", "", row{"silent", true, true, false, false, 3, 0}},
		{"C2_eval_only", `,"snapshot":"two"`, row{"silent", true, true, false, false, 2, 0}},
		{"C2", `,"snapshot":"two"`, row{"on", true, false, true, true, 2, 2}},
		{"C2_holdout:0.999", `,"sample":"s"`, row{"silent", true, true, true, false, 3, 0}},
		{"C2_holdout:0.001", `,"sample":"s"`, row{"on", true, false, true, true, 3, 3}},
		{"empty", "", row{"on", true, false, true, true, 3, 0}},
		{"empty", `,"budget":0`, row{"on", true, false, true, false, 3, 0}},
		{"empty", `,"space":"none"`, row{"on", true, false, true, false, 0, 0}},
		{"one_line", "", row{"on", true, false, true, true, 3, 3}},
		{"quiet", "", row{"silent", true, false, false, false, 3, 0}},
	} {
		t.Run(c.condition+c.more, func(t *testing.T) {
			facts := `,"facts":{"text":"x","structural_risks_n":1}`
			if strings.Contains(c.more, "facts") {
				facts = ""
			}
			r := into[ipc.SlotResult](t, h.in(t).do(ipc.EpisodicSlot, fmt.Sprintf(`{"profile":"absa","condition":%q,"text":"문이 안 열린다"%s%s}`, c.condition, facts, c.more)))
			var slot map[string]episodic.Slot
			if err := json.Unmarshal([]byte(r.JSON), &slot); err != nil || !strings.HasPrefix(r.JSON, `{"DEBATE_CONTEXT__MEMORY": {"schema_version": "1.1", `) {
				t.Fatalf("%v: %s", err, r.JSON)
			}
			m := r.Meta
			got := row{m.Mode, m.Executed, m.Masked, m.Exposed, r.Inject, len(r.Retrieved), len(slot["DEBATE_CONTEXT__MEMORY"].Retrieved)}
			if got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if (m.Chars > 0) != r.Inject || m.Gated != (m.Exposed && !r.Gate.Debate.Inject) {
				t.Errorf("meta %+v", m)
			}
		})
	}
	same(t, "the same lot", h.do(ipc.EpisodicSlot, `{"profile":"absa","condition":"C2_holdout:0.5","sample":"s"}`), h.do(ipc.EpisodicSlot, `{"profile":"absa","condition":"C2_holdout:0.5","sample":"s"}`))
}

// TestSupersedeEachOther: of two records that replace each other at once one stays.
func TestSupersedeEachOther(t *testing.T) {
	h := newHouse(t)
	for n := range 20 {
		ids := [2]string{fmt.Sprint("one", n), fmt.Sprint("two", n)}
		h.keep(numbered(ids[0], ids[0]), "")
		h.keep(numbered(ids[1], ids[1]), "")
		var both sync.WaitGroup
		for i, id := range ids {
			c := h.dial()
			defer c.Close()
			both.Go(func() {
				_, _ = c.Raw(t.Context(), string(ipc.EpisodicSupersede), json.RawMessage(fmt.Sprintf(`{"id":%q,"by":%q}`, id, ids[1-i])))
			})
		}
		both.Wait()
		var gone int
		for _, id := range ids {
			if into[episodic.Stored](t, h.do(ipc.EpisodicGet, fmt.Sprintf(`{"id":%q}`, id))).Withdrawn != nil {
				gone++
			}
		}
		if gone != 1 {
			t.Fatalf("%d of two records are out of use", gone)
		}
	}
}

// What is taken out of use is not shown any more, where nothing else says the same; a
// snapshot still has it.
func TestSupersedeCascades(t *testing.T) {
	h := newHouse(t)
	saw := func(house, room string) string {
		r := into[ipc.AppendResult](t, h.do(ipc.EpisodicAppend, fmt.Sprintf(`{"scene_id":%q,"target":"sofa","claims":[{"subject":"target:sofa","relation":"in","object":%q,"weight":0.6,"source":"","polarity":1}],
			"sample":{"text":%q,"risks":[{"type":"LOOP"}],"proposals":["The sofa stood there."]}}`, house, room, house+room+fmt.Sprint(h.ticks.Load()))))
		return r.ID
	}
	slot := func(more string) ipc.SlotResult {
		return into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, `{"condition":"C2","target":"couch","scene_id":"h1","facts":{"structural_risks_n":1}`+more+`}`))
	}
	first, second := saw("h1", "living room"), saw("h1", "living room")
	h.do(ipc.EpisodicSnapshot, `{"name":"before"}`)
	if r := slot(""); len(r.Claims) != 1 || r.Claims[0].Object != "living room" || !strings.Contains(r.JSON, "in 2 earlier episodes") || !strings.Contains(r.JSON, `"strength": "moderate"`) {
		t.Errorf("of two: %+v", r)
	}
	h.do(ipc.EpisodicSupersede, fmt.Sprintf(`{"id":%q,"reason":"it was moved"}`, second))
	if r := slot(""); len(r.Claims) != 1 || strings.Contains(r.JSON, second) || !strings.Contains(r.JSON, `"strength": "weak"`) {
		t.Errorf("of one: %+v", r)
	}
	third := saw("h1", "kitchen")
	h.do(ipc.EpisodicSupersede, fmt.Sprintf(`{"id":%q,"by":%q}`, first, third))
	if r := slot(""); len(r.Claims) != 1 || r.Claims[0].Object != "kitchen" {
		t.Errorf("replaced: %+v", r)
	}
	got := into[ipc.ExplainResult](t, h.do(ipc.EpisodicExplain, `{"condition":"C2","target":"sofa","scene_id":"h1"}`))
	why := map[string]string{}
	for _, c := range got.Considered {
		why[c.ID] = c.Reason
	}
	if diff := cmp.Diff(map[string]string{first: "it was taken out of use", second: "it was taken out of use", third: ""}, why); diff != "" {
		t.Error(diff)
	}
	h.do(ipc.EpisodicSupersede, fmt.Sprintf(`{"id":%q,"by":%q}`, first, third))                                                                                 // as it is already
	h.refuse(ipc.EpisodicSupersede, fmt.Sprintf(`{"id":%q,"by":%q}`, third, first), refusal{Code: ipc.Code(fault.Conflict), Kind: fault.Conflict, Field: "by"}) // both would be gone
	h.refuse(ipc.EpisodicSupersede, fmt.Sprintf(`{"id":%q,"by":%q}`, first, second), refusal{Code: ipc.Code(fault.Conflict), Kind: fault.Conflict, Field: "by"})
	h.do(ipc.EpisodicSupersede, fmt.Sprintf(`{"id":%q}`, third))
	if r := slot(""); r.Inject || len(r.Claims) > 0 || len(r.Retrieved) > 0 {
		t.Errorf("nothing is left: %+v", r)
	}
	h.restart()
	if r := slot(`,"snapshot":"before"`); len(r.Claims) != 1 || !strings.Contains(r.JSON, "in 2 earlier episodes") {
		t.Errorf("as it was: %+v", r)
	}
	if s := into[episodic.Stored](t, h.do(ipc.EpisodicGet, fmt.Sprintf(`{"id":%q}`, first))); s.Withdrawn == nil || s.Withdrawn.By != third {
		t.Errorf("%+v", s)
	}
}

// Outcomes of samples become statistics, paired by sample; told again they count once.
func TestEpisodicStats(t *testing.T) {
	h := newHouse(t)
	h.keep(case1, "")
	for i := range 6 {
		for _, c := range []struct {
			condition string
			good      bool
			more      string
		}{{"C1", i%2 == 0, ""}, {"C2", i != 5, `,"ids":["epi_000001"],"injected":true,"followed":true,"helped":true`}} {
			for range 2 {
				h.do(ipc.EpisodicOutcome, fmt.Sprintf(`{"sample":"s%d","condition":%q,"success":%v,"score":0.5%s}`, i, c.condition, c.good, c.more))
			}
		}
	}
	r := into[ipc.StatsResult](t, h.do(ipc.EpisodicStats, `{"baseline":"C1"}`))
	if len(r.Conditions) != 2 || r.Records != 1 {
		t.Fatalf("%+v", r)
	}
	c1, c2 := r.Conditions[0], r.Conditions[1]
	if c1.N != 6 || c1.Figures[0].Mean != 0.5 || c2.N != 6 || c2.Pairs != 6 || c2.Advice.Followed != 6 || *c2.FollowRate != 1 {
		t.Errorf("%+v\n%+v", c1, c2)
	}
	if d := c2.Than[0]; d.Figure != "success" || d.Mean < 0.333 || d.Mean > 0.334 || d.Low == nil || *d.Low > d.Mean {
		t.Errorf("difference %+v", d)
	}
	if s := into[episodic.Stored](t, h.do(ipc.EpisodicGet, `{"id":"epi_000001"}`)); s.Tally != (episodic.Tally{Retrieved: 6, Injected: 6, Followed: 6, Helped: 6}) {
		t.Errorf("counters %+v", s.Tally)
	}
}

// A memory that does not clearly beat the arms shuffle and one_line has shown nothing, and
// the statistics say so once both were run.
func TestNoBetterThanArms(t *testing.T) {
	for _, c := range []struct {
		name string
		good map[string]int // of the six samples, the last that went well, by condition
		want []string
	}{
		{"one arm is missing", map[string]int{"C2": 5, "shuffle": 5}, nil},
		{"as good as both", map[string]int{"C2": 5, "shuffle": 5, "one_line": 5, "C1": 0}, []string{"shuffle", "one_line"}},
		{"better than one", map[string]int{"C2": 6, "shuffle": 0, "one_line": 5}, []string{"one_line"}},
		{"better than both", map[string]int{"C2": 6, "shuffle": 0, "one_line": 0}, nil},
		{"worse", map[string]int{"C2": 0, "shuffle": 6, "one_line": 0}, []string{"shuffle", "one_line"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			for condition, good := range c.good {
				for i := range 6 {
					h.do(ipc.EpisodicOutcome, fmt.Sprintf(`{"sample":"s%d","condition":%q,"success":%v}`, i, condition, i < good))
				}
			}
			for _, s := range into[ipc.StatsResult](t, h.do(ipc.EpisodicStats, `{}`)).Conditions {
				want := c.want
				if s.Condition != "C2" {
					want = nil
				}
				if !slices.Equal(s.NoBetter, want) {
					t.Errorf("%s is no better than %v, want %v", s.Condition, s.NoBetter, want)
				}
			}
		})
	}
}

// A snapshot that is taken while others write has what it says it has, for ever.
func TestSnapshotHolds(t *testing.T) {
	h := newHouse(t)
	var all sync.WaitGroup
	for n := range 4 {
		c := h.dial()
		defer c.Close()
		all.Go(func() {
			for i := range 30 {
				if _, err := c.Raw(t.Context(), string(ipc.EpisodicAppend), json.RawMessage(`{"profile":"absa","entry":`+numbered("", fmt.Sprint(n, " ", i))+`}`)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	var taken []episodic.Snapshot
	for i := range 20 {
		taken = append(taken, *into[ipc.SnapshotResult](t, h.do(ipc.EpisodicSnapshot, fmt.Sprintf(`{"name":"s%d"}`, i))).Snapshot)
	}
	all.Wait()
	records := h.cases("default")
	for _, s := range taken {
		n := 0
		for _, r := range records {
			if r.Seq <= s.Last {
				n++
			}
		}
		if n != s.Records {
			t.Errorf("snapshot %s had %d records up to %d, and has %d", s.Name, s.Records, s.Last, n)
		}
	}
}

// A profile of one's own stands beside the built-in ones; a file that cannot be used
// names its key.
func TestOwnProfile(t *testing.T) {
	file := func(t *testing.T, text string) string {
		path := filepath.Join(t.TempDir(), "p.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := `{"name":"calls","slot":"CALL_MEMORY","language":"en","patterns":[{"structure":"angry","any":["!"]}],"structures":["angry","none"],
		"lengths":[{"bucket":"any","below":0}],"polarities":["good","bad"],"episode_types":["success","harm","neutral"],"forbidden":["name"],"ranker":"hybrid","k":2,
		"advice":{"type":"consistency_anchor","strength":"","most":300,"cut":"sentence"},"opfb":"warn"}`
	h := newHouse(t, func(o *daemon.Options) { o.Config.Episodic.Profiles = []string{file(t, good)} })
	if s := into[episodic.Signature](t, h.do(ipc.EpisodicSignature, `{"profile":"calls","text":"no way!"}`)); s.DetectedStructure[0] != "angry" {
		t.Errorf("%+v", s)
	}
	if r := into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, `{"profile":"calls","condition":"C2","text":"x"}`)); !strings.HasPrefix(r.JSON, `{"CALL_MEMORY": `) || r.Meta.TopK != 2 {
		t.Errorf("%s", r.JSON)
	}
	for _, c := range []struct{ path, want string }{
		{file(t, `{"name":"calls"}`), "slot: "}, {file(t, "{"), "cannot be read"}, {"/nowhere.json", "cannot be read"},
	} {
		cfg := h.opts.Config
		cfg.DataDir, cfg.Episodic.Profiles = filepath.Join(t.TempDir(), "d"), []string{c.path}
		d, err := daemon.Open(daemon.Options{Config: cfg})
		if err == nil {
			_ = d.Close() // the test has failed
		}
		if f := fault.As(err); f == nil || f.Field != "episodic.profiles[0]" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.path, err)
		}
	}
}

// What a snapshot says stays the same to the byte, whatever comes later.
func TestSnapshotSaysTheSame(t *testing.T) {
	h := newHouse(t)
	saw := func(room string, n int) string {
		return into[ipc.AppendResult](t, h.do(ipc.EpisodicAppend, fmt.Sprintf(`{"scene_id":"h1","target":"sofa","claims":[{"subject":"target:sofa","relation":"in","object":%q,"weight":0.6,"source":"","polarity":1}],"sample":{"text":"%d","risks":[{"type":"LOOP"}]}}`, room, n))).ID
	}
	first := saw("kitchen", 1)
	saw("study", 2)
	h.do(ipc.EpisodicSnapshot, `{"name":"then"}`)
	ask := func() string {
		return string(h.do(ipc.EpisodicSlot, `{"condition":"C2","snapshot":"then","target":"sofa","scene_id":"h1","facts":{"structural_risks_n":1}}`))
	}
	before := ask()
	saw("bedroom", 3)
	h.do(ipc.EpisodicOutcome, fmt.Sprintf(`{"sample":"s","condition":"C2","ids":[%q],"injected":true,"followed":true,"harmed":true}`, first))
	h.do(ipc.EpisodicSupersede, fmt.Sprintf(`{"id":%q}`, first))
	h.ticks.Add(200 * 24 * 3600 * 1000) // 200 days
	h.restart()
	same(t, "the slot", []byte(ask()), []byte(before))
}
