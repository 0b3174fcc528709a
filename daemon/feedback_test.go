package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/planner"
	"navd/daemon/words"
	"navd/ipc"
)

// say gives feedback to an episode.
func (h *house) say(episode, text string) ipc.FeedbackResult {
	h.t.Helper()
	return into[ipc.FeedbackResult](h.t, h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"text":%q}`, episode, text)))
}

// sayEverywhere gives feedback that holds everywhere, understood or not.
func (h *house) sayEverywhere(episode, text string) {
	h.t.Helper()
	h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"scope":"everywhere","text":%q}`, episode, text))
}

// beginIn begins an episode in a scene.
func (h *house) beginIn(scene, goal string) string {
	h.t.Helper()
	return into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":%q,"scene_id":%q}`, goal, scene))).Episode
}

// entryOf gives an entry as it is now.
func (h *house) entryOf(id string) grounding.Entry {
	h.t.Helper()
	return *into[ipc.GroundingGetResult](h.t, h.do(ipc.GroundingGet, fmt.Sprintf(`{"id":%q}`, id))).Entry
}

func TestFeedbackIsInTheNextEpisode(t *testing.T) {
	h := newHouse(t)
	first := h.beginIn("home", "mug")
	said := h.say(first, "feedback : spatial: kitchen is green")
	want := ipc.FeedbackResult{
		Feedback: "f1", IDs: []string{"g1"},
		Entries: []ipc.FeedbackEntry{{ID: "g1", Action: "added", Category: feedback.Spatial, Text: "kitchen is green", Evidence: 1, Claims: []words.Claim{}}},
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Error(diff)
	}
	h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q}`, first))
	h.restart()

	second := h.beginIn("home", "mug")
	got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen","free_m":2,"see_m":4}]}`, second)))
	if diff := cmp.Diff([]item.Shown{{ID: "g1", Version: 1, Reason: "about the kitchen"}}, got.Used.Blocks["grounding"].In); diff != "" {
		t.Error(diff)
	}
	elsewhere := h.beginIn("another home", "mug")
	got = into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen"}]}`, elsewhere)))
	if diff := cmp.Diff([]item.Shown{}, got.Used.Blocks["grounding"].In); diff != "" {
		t.Errorf("in another scene: %s", diff)
	}
	without := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"mug","scene_id":"home","use":{"grounding":false}}`)).Episode
	got = into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen"}]}`, without)))
	if len(got.Used.Blocks) > 0 {
		t.Errorf("an episode without it got %+v", got.Used.Blocks)
	}
}

// TestPromptSaysWhenItIsOff: a block that no plan gets says why.
func TestPromptSaysWhenItIsOff(t *testing.T) {
	for _, tt := range []struct {
		name    string
		enabled bool
		use     bool
		want    string
	}{
		{"on", true, true, ""},
		{"off for the episode", true, false, "the episode began with use.grounding false"},
		{"off for all", false, true, "grounding.enabled is false"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t, func(o *daemon.Options) { o.Config.Grounding.Enabled = tt.enabled })
			e := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"mug","use":{"grounding":%v}}`, tt.use))).Episode
			h.say(e, "the kitchen is green")
			got := into[ipc.GroundingPromptResult](t, h.do(ipc.GroundingPrompt, fmt.Sprintf(`{"episode":%q}`, e)))
			if got.Off != tt.want || len(got.In) != 1 {
				t.Errorf("got %q with %d entries, want %q with one", got.Off, len(got.In), tt.want)
			}
		})
	}
}

func TestIrrelevantIsLeftOutWhenTight(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "mug")
	h.say(e, "s: the kitchen is green")
	h.say(e, "s: the garage is red")
	block := func(place string, budget int) ipc.GroundingPromptResult {
		return into[ipc.GroundingPromptResult](t, h.do(ipc.GroundingPrompt, fmt.Sprintf(`{"episode":%q,"place":%q,"budget":%d}`, e, place, budget)))
	}
	wide := block("kitchen", 400)
	if len(wide.In) != 2 || len(wide.LeftOut) != 0 || !strings.Contains(wide.Prompt, "garage is red") {
		t.Errorf("with room for all: %+v", wide)
	}
	tight := block("kitchen", wide.Tokens-1)
	if len(tight.In) != 1 || tight.In[0].ID != "g1" || len(tight.LeftOut) != 1 || tight.LeftOut[0].ID != "g2" || strings.Contains(tight.Prompt, "garage") {
		t.Errorf("about the kitchen: %+v", tight)
	}
	if other := block("garage", wide.Tokens-1); len(other.In) != 1 || other.In[0].ID != "g2" || other.LeftOut[0].ID != "g1" {
		t.Errorf("about the garage: %+v", other)
	}
}

func TestClaimMovesTheLocalPlanner(t *testing.T) {
	h := newHouse(t)
	const labels = `"labels":[{"view":0,"scene_type":"living room","free_m":3,"see_m":5},{"view":6,"scene_type":"bedroom","free_m":3,"see_m":5}]`
	plan := func() (ipc.PlanResult, planner.Plan) {
		e := h.beginIn("home", "sofa")
		r := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,%s}`, e, labels)))
		return r, h.record(e)
	}
	if before, _ := plan(); before.View != 0 {
		t.Fatalf("without a word the plan goes to view %d", before.View)
	}
	said := h.say(h.beginIn("home", "sofa"), "공간: 거실에는 소파가 없어")
	if diff := cmp.Diff([]words.Claim{words.NotIn("sofa", "living room", "g1", 1)}, said.Entries[0].Claims); diff != "" {
		t.Error(diff)
	}
	after, record := plan()
	if after.View != 6 || !cmp.Equal(after.Used.Claims, []string{"g1"}) {
		t.Errorf("after it: view %d by claims %v", after.View, after.Used.Claims)
	}
	if !after.Used.Moved || !strings.Contains(record.Decision.Why, "rather than living room") {
		t.Errorf("the record does not say that it was moved: %+v", record.Decision)
	}
	if diff := cmp.Diff([]words.Claim{words.NotIn("sofa", "living room", "g1", 1)}, record.Decision.Claims); diff != "" {
		t.Errorf("the plan's record: %s", diff)
	}
	h.do(ipc.GroundingUndo, `{"feedback":"f1"}`)
	if undone, _ := plan(); undone.View != 0 {
		t.Errorf("after it was taken back: view %d", undone.View)
	}
}

func TestFeedbackRefuses(t *testing.T) {
	h := newHouse(t)
	h.begin()
	params := func(field string) refusal { return refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: field} }
	for _, tt := range []struct {
		name, params string
		want         refusal
	}{
		{"nothing", `{"episode":"e001"}`, params("text")},
		{"blank", `{"episode":"e001","text":" \n "}`, params("text")},
		{"names alone", `{"episode":"e001","text":"spatial: "}`, params("text")},
		{"twice", `{"episode":"e001","text":"a","feedback":{"spatial":"b"}}`, params("feedback")},
		{"1 MB", `{"episode":"e001","text":"` + strings.Repeat("a", 1<<20) + `"}`, params("text")},
		{"too many texts", `{"episode":"e001","text":"` + strings.Repeat("s: a p: b ", 51) + `"}`, params("text")},
		{"control character", `{"episode":"e001","text":"a\u0007b"}`, params("text")},
		{"no category", `{"episode":"e001","text":"a","category":"colour"}`, params("category")},
		{"no verdict", `{"episode":"e001","text":"a","verdict":"good"}`, params("verdict")},
		{"two verdicts", `{"episode":"e001","text":"f:(s: a)","verdict":"Success"}`, params("verdict")},
		{"wrong marker", `{"episode":"e001","text":"s:(x: a)"}`, params("category")},
		{"category and four keys", `{"episode":"e001","feedback":{"spatial":"b"},"category":"s"}`, params("category")},
		{"claims for two", `{"episode":"e001","text":"s: a p: b","claims":[{"subject":"place:kitchen","relation":"avoid","object":"","polarity":-1,"source":"","weight":1}]}`, params("claims")},
		{"bad claim", `{"episode":"e001","text":"a","claims":[{"subject":"place:kitchen","relation":"near","object":"","polarity":1,"source":"","weight":1}]}`, params("claims[0].relation")},
		{"a step to come", `{"episode":"e001","text":"a","step":7}`, refusal{Code: -32001, Kind: fault.Invalid, Field: "step"}},
		{"scene of none", `{"episode":"e001","text":"a","scope":"scene"}`, refusal{Code: -32001, Kind: fault.Invalid, Field: "scope"}},
		{"no episode", `{"episode":"no","text":"a"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"}},
	} {
		t.Run(tt.name, func(t *testing.T) { h.in(t).refuse(ipc.FeedbackAdd, tt.params, tt.want) })
	}
	if list := into[ipc.GroundingListResult](t, h.do(ipc.GroundingList, `{}`)); len(list.Entries) != 0 {
		t.Errorf("refused feedback left entries: %+v", list.Entries)
	}
}

// TestPossibleConflicts: only what may be in force with a new entry and says otherwise of the same
// thing is named, however much else was said of the room.
func TestPossibleConflicts(t *testing.T) {
	h := newHouse(t)
	old := h.beginIn("old", "mug")
	for n := range 25 {
		h.say(old, fmt.Sprintf("s: the kitchen has shelf number %d", n))
		h.say(h.beginIn(fmt.Sprint("house ", n), "mug"), fmt.Sprintf("s: the lamp %d is in the kitchen", n))
	}
	h.say(old, "not the kitchen today") // for this search alone
	e := h.beginIn("home", "mug")
	ids := map[string]string{}
	for _, c := range []struct{ say, against string }{
		{"never go to the kitchen", ""},
		{"the mug is not in the kitchen", ""},
		{"the cup is in the kitchen", ""},
		{"go to the kitchen first", "never go to the kitchen"},
		{"the mug is in the kitchen", "the mug is not in the kitchen"},
	} {
		said := h.say(e, c.say).Entries[0]
		ids[c.say] = said.ID
		if got := strings.Join(said.Possible, " "); got != ids[c.against] || said.More > 0 {
			t.Errorf("%s: %q and %d more, want %q", c.say, got, said.More, ids[c.against])
		}
	}
}

func TestFeedbackAnswers(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "mug")
	h.say(e, "s: the kitchen is green")
	second := h.say(e, "s: the kitchen is next to the hall")
	if !cmp.Equal(second.Entries[0].Possible, []string{"g1"}) {
		t.Errorf("another thing about the kitchen: %+v", second.Entries[0])
	}
	again := h.say(e, "공간： The  Kitchen is GREEN")
	if got := again.Entries[0]; got.ID != "g1" || got.Action != "merged" || got.Evidence != 2 {
		t.Errorf("said again: %+v", got)
	}
	newer := h.say(e, "s: 부엌은 파란색이야")
	if got := newer.Entries[0]; !cmp.Equal(got.Superseded, []string{"g1"}) {
		t.Errorf("another colour: %+v", got)
	}
	if old := h.entryOf("g1"); old.State != item.Superseded || old.SupersededBy != got(newer) || len(old.Evidence) != 2 {
		t.Errorf("the old one: %+v", old)
	}
	history := into[ipc.HistoryResult](t, h.do(ipc.GroundingHistory, `{"id":"g1"}`))
	if len(history.Versions) != 3 {
		t.Errorf("%d versions, want 3", len(history.Versions))
	}
	h.do(ipc.GroundingRetire, `{"id":"g3"}`)
	if old := h.entryOf("g1"); old.State != item.Active {
		t.Errorf("after the newer one retired: %+v", old)
	}
	before := h.do(ipc.GroundingList, `{}`)
	h.restart()
	if diff := cmp.Diff(string(before), string(h.do(ipc.GroundingList, `{}`))); diff != "" {
		t.Errorf("after a restart: %s", diff)
	}
}

func got(r ipc.FeedbackResult) string { return r.IDs[0] }
