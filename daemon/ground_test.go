package daemon_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/ipc"
)

// planIn asks for a plan with one labelled view.
func (h *house) planIn(episode string) ipc.PlanResult {
	h.t.Helper()
	return into[ipc.PlanResult](h.t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen","free_m":2,"see_m":4}]}`, episode)))
}

// Files of the user's own, of the configuration and of the call, are read when
// the episode begins, and stand whole before the entries in every prompt.
func TestOwnFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	mine := write("mine.txt", "Mind the cat: it costs $5.")
	script := modeltest.NewScript(modeltest.Line{Text: goodPlan}, modeltest.Line{Text: goodPlan})
	h := newHouse(t, withModels([]string{"m"}, map[string]model.Model{"m": script}), func(o *daemon.Options) {
		o.Config.Grounding.Paths = []string{mine, filepath.Join(dir, "none.json"), write("broken.json", "{")}
	})
	h.sayEverywhere(h.begin(), "p: knock before you enter")
	r := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"mug","grounding_files":[
		{"name":"../../a.json","content":"{\"final_grounding\":{\"spatial_grounding\":{\"content\":\"The green room is the kitchen.\"}}}"},
		{"name":"b.md","content":"x"}]}`))
	want := []grounding.Skipped{
		{Name: filepath.Join(dir, "none.json"), Reason: "there is no such file"},
		{Name: "broken.json", Reason: r.Skipped[1].Reason}, {Name: "b.md", Reason: r.Skipped[2].Reason},
	}
	if diff := cmp.Diff(want, r.Skipped); diff != "" {
		t.Error(diff)
	}
	write("mine.txt", "changed meanwhile")
	h.restart()
	got := h.planIn(r.Episode)
	system := script.Asked()[0].System
	cat, green, knock := strings.Index(system, "Mind the cat: it costs $5."), strings.Index(system, "The green room is the kitchen."), strings.Index(system, "knock before you enter")
	if green < 0 || cat < green || knock < cat || strings.Contains(system, "changed meanwhile") {
		t.Errorf("green at %d, cat at %d, knock at %d:\n%s", green, cat, knock, system)
	}
	if used := got.Used.Blocks["grounding"]; used.Files == "" || used.Tokens == 0 || used.Hash == used.Files || used.Claims != 0 {
		t.Errorf("used: %+v", used)
	}
	if second := h.planIn(r.Episode); second.Used.Blocks["grounding"].Files != got.Used.Blocks["grounding"].Files {
		t.Error("the same files have another hash")
	}
}

const goodPlan = `{"goal_flag":false,"angle":0,"discovered_context":{"goal_scene_type":"kitchen","why":"w"}}`

// A prompt of one's own without the placeholder gets no block, and the record
// says so.
func TestPromptWithoutGrounding(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.txt")
	if err := os.WriteFile(path, []byte("system\n---\n$goal\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := modeltest.NewScript(modeltest.Line{Text: goodPlan})
	h := newHouse(t, withModels([]string{"m"}, map[string]model.Model{"m": script}), func(o *daemon.Options) { o.Config.Prompts.Planner = path })
	e := h.begin()
	h.say(e, "the kitchen is green")
	if got := h.planIn(e); got.Used.Blocks["grounding"].Unasked != "the prompt has no $grounding_content" || strings.Contains(script.Asked()[0].System, "green") {
		t.Errorf("%+v", got.Used.Blocks["grounding"])
	}
	h.do(ipc.EpisodeEnd, `{"episode":"`+e+`","success":true}`)
	if diff := cmp.Diff(grounding.Counters{}, h.entryOf("g1").Counters); diff != "" {
		t.Errorf("counted as shown though no model saw it (-want +got):\n%s", diff)
	}
}

func TestGroundingOff(t *testing.T) {
	h := newHouse(t, func(o *daemon.Options) {
		o.Config.Grounding.Enabled, o.Config.Grounding.Paths = false, []string{"/does/not/exist.txt"}
	})
	e := h.begin()
	h.say(e, "s: there is no sofa in the kitchen")
	if got := h.planIn(e); len(got.Used.Blocks) > 0 || len(got.Used.Claims) != 0 {
		t.Errorf("used: %+v", got.Used)
	}
}

// What is shown whole must fit its share of a prompt: too large is an error when
// it is named, and nothing is dropped in silence.
func TestTooLarge(t *testing.T) {
	h := newHouse(t, func(o *daemon.Options) { o.Config.Grounding.Budget = 40 })
	e := h.begin()
	large := strings.Repeat("mind the cat ", 30)
	tooLarge := func(field string) refusal { return refusal{Code: -32005, Kind: fault.TooLarge, Field: field} }
	h.refuse(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"mug","grounding_files":[{"name":"a.txt","content":%q}]}`, large), tooLarge("grounding_files"))
	h.refuse(ipc.GroundingPrompt, fmt.Sprintf(`{"files":[{"name":"a.txt","content":%q}]}`, large), tooLarge("files"))
	h.sayEverywhere(e, "p: "+large)
	h.sayEverywhere(e, "p: knock")
	h.refuse(ipc.GroundingPin, `{"id":"g1"}`, tooLarge("id"))
	if got := h.entryOf("g1"); got.Pinned || got.Version != 1 {
		t.Errorf("a refused pin left %+v", got)
	}
	h.do(ipc.GroundingPin, `{"id":"g2"}`)
	prompt := into[ipc.GroundingPromptResult](t, h.do(ipc.GroundingPrompt, `{"budget":1}`))
	if len(prompt.In) != 1 || prompt.In[0].Reason != "pinned" || len(prompt.LeftOut) != 1 {
		t.Errorf("a pinned entry goes in whole: %+v", prompt)
	}
	h.do(ipc.GroundingPin, `{"id":"g2","pinned":false}`)
	if prompt := into[ipc.GroundingPromptResult](t, h.do(ipc.GroundingPrompt, `{"budget":1}`)); len(prompt.In) != 0 || prompt.Prompt != "" {
		t.Errorf("without pins: %+v", prompt)
	}
}

// Titles and fences in a text break neither the block nor the prompt around it.
func TestBlockHolds(t *testing.T) {
	h := newHouse(t)
	e := h.begin()
	h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"scope":"everywhere","feedback":{"spatial":"# Title\n#### Procedural Grounding\n- go left\n---\n$goal"}}`, e))
	got := into[ipc.GroundingPromptResult](t, h.do(ipc.GroundingPrompt, `{}`)).Prompt
	want := "#### Spatial Grounding\n\n- ### Title\n  ###### Procedural Grounding\n  - go left\n  ---\n  $goal"
	if diff := cmp.Diff(want, strings.TrimSpace(got)); diff != "" {
		t.Error(diff)
	}
	entropy := into[ipc.GroundingPromptResult](t, h.do(ipc.GroundingPrompt, `{"kind":"entropy","actions":["left","right"]}`))
	if !strings.Contains(entropy.System, want) || !strings.Contains(entropy.System, `"left", "right"`) || entropy.Prompt != got {
		t.Errorf("the verbalized form: %s", entropy.System)
	}
}

// Counters say what went with an entry: plans it was shown to, and how episodes
// ended in which it acted.
func TestCounters(t *testing.T) {
	h := newHouse(t)
	h.say(h.beginIn("home", "sofa"), "s: there is no sofa in the living room")
	h.say("e001", "s: the garage is red")
	const labels = `"labels":[{"view":0,"scene_type":"living room","free_m":3,"see_m":5},{"view":6,"scene_type":"bedroom","free_m":3,"see_m":5}]`
	for _, success := range []bool{true, true, false} {
		e := h.beginIn("home", "sofa")
		h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,%s}`, e, labels))
		h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":%v}`, e, success))
		h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":%v}`, e, success)) // counts once
	}
	h.restart()
	if diff := cmp.Diff(grounding.Counters{Shown: 3, Helped: 2, Harmed: 1}, h.entryOf("g1").Counters); diff != "" {
		t.Errorf("the one that moved the robot: %s", diff)
	}
	if diff := cmp.Diff(grounding.Counters{Shown: 3}, h.entryOf("g2").Counters); diff != "" {
		t.Errorf("the one that only stood there: %s", diff)
	}
	if e := h.entryOf("g1"); e.Version != 1 {
		t.Errorf("counting made version %d", e.Version)
	}
}

// An entry that the user took back has no say, and a record that is withdrawn
// stays with its time.
func TestWithdraw(t *testing.T) {
	h := newHouse(t)
	e := h.begin()
	h.say(e, "s: the kitchen is green p: knock")
	h.say(e, "s: the kitchen is green")
	undone := into[ipc.UndoResult](t, h.do(ipc.GroundingUndo, `{"feedback":"f1"}`))
	var states []string
	for _, e := range undone.Entries {
		states = append(states, e.ID+" "+string(e.State))
	}
	if diff := cmp.Diff([]string{"g1 active", "g2 retired"}, states); diff != "" {
		t.Error(diff)
	}
	if again := into[ipc.UndoResult](t, h.do(ipc.GroundingUndo, `{"feedback":"f1"}`)); len(again.Entries) != 0 {
		t.Errorf("twice: %+v", again)
	}
	got := into[ipc.GroundingGetResult](t, h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q}`, e)))
	if len(got.Feedback) != 2 || got.Feedback[0].Withdrawn.IsZero() || !got.Feedback[1].Withdrawn.IsZero() || len(got.Snapshot.Steps) != 1 {
		t.Errorf("the episode: %+v", got)
	}
	for _, params := range []string{`{"feedback":"f9"}`, `{"feedback":"g1"}`} {
		h.refuse(ipc.GroundingUndo, params, refusal{Code: -32002, Kind: fault.NotFound, Field: "feedback"})
	}
	h.refuse(ipc.GroundingUndo, `{}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "id"})
	h.refuse(ipc.GroundingUndo, `{"id":"g1","feedback":"f1"}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "id"})
}

// TestBanIsObeyed: a robot that is told to keep out of a room goes to any other that it has
// not seen, however likely the thing is there, and to that room when there is no other.
func TestBanIsObeyed(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	rooms := []string{"kitchen", "bedroom", "bathroom", "living room", "hallway", "study", "garage", "laundry room"}
	const depths = `"free_m":3,"see_m":4`
	cases := [][2]string{{"sofa", depths}, {"towel", depths}, {"sofa", ""}, {"towel", ""}}
	for _, banned := range rooms {
		h := newHouse(t)
		for n, c := range cases {
			for i, other := range rooms {
				if !long() && i%len(cases) != n { // each room in one of them
					continue
				}
				goal, depth := c[0], c[1]
				e := h.beginIn("home-"+banned, goal)
				h.say(e, "never go into the "+banned)
				with := func(view int, room string) string {
					return strings.TrimSuffix(fmt.Sprintf(`{"view":%d,"scene_type":%q,%s`, view, room, depth), ",") + "}"
				}
				got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[%s,%s]}`, e, with(0, banned), with(3, other))))
				if banned != other && got.View != 3 {
					t.Errorf("%s, %s banned, %s open, %s: goes to view %d", goal, banned, other, depth, got.View)
				}
				h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q}`, e))
			}
		}
	}
}
