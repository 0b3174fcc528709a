package daemon_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/job"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/ipc"
)

// jobsOf gives the jobs of an episode once none of them is under way or due.
func (h *house) jobsOf(id string) []job.Job {
	h.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		jobs := into[ipc.JobListResult](h.t, h.do(ipc.JobsList, fmt.Sprintf(`{"episode":%q}`, id))).Jobs
		open := false
		for _, j := range jobs {
			open = open || j.State == job.Running || j.State == job.Waiting && j.Error == ""
		}
		if !open {
			return jobs
		}
		if time.Now().After(end) {
			h.t.Fatalf("the jobs of %s do not end: %+v", id, jobs)
		}
	}
}

// finalsOf gives an episode's grounding once its jobs are done.
func (h *house) finalsOf(id string) ipc.GroundingGetResult {
	h.t.Helper()
	h.jobsOf(id)
	return into[ipc.GroundingGetResult](h.t, h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q}`, id)))
}

func (h *house) end(id string) {
	h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":true}`, id))
}

// withFinal has this model distil finals. The clock goes by the wall, because
// pauses between tries do.
func withFinal(m model.Model) func(*daemon.Options) {
	return func(o *daemon.Options) {
		o.Config.Grounding.Chain, o.Models = []string{"mind"}, map[string]model.Model{"mind": m}
	}
}

func TestFinalWithoutModel(t *testing.T) {
	h := newHouse(t)
	id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"mug","name":"7"}`)).Episode
	h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":1,"action":"move_forward"}`, id))
	h.say(id, "s:(s: kitchen is green, p: turn left there)")
	h.say(id, "spatial: Kitchen  is green")
	h.end(id)
	got := h.finalsOf(id)
	text := "kitchen is green"
	left := "turn left there"
	again := "Kitchen  is green"
	want := grounding.Snapshot{
		Info: grounding.Info{Episode: "7"},
		Steps: []grounding.Step{
			{ID: 1, Instruction: "mug", Status: feedback.Success, Feedback: feedback.Four[*string]{Spatial: &text, Procedural: &left}},
			{ID: 1, Instruction: "mug", Feedback: feedback.Four[*string]{Spatial: &again}},
		},
		Stacked: feedback.Four[[]string]{
			Spatial: []string{"[ Step1 - Success ] : kitchen is green", "[ Step1 ] : Kitchen  is green"}, Procedural: []string{"[ Step1 - Success ] : turn left there"},
		},
		Final: &grounding.Final{
			Generated: got.Final.Final.Generated, Spatial: grounding.Content{Content: text}, Procedural: grounding.Content{Content: left},
		},
	}
	if diff := cmp.Diff(want, *got.Snapshot, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	if got.Final.Form != grounding.ByCode || got.Versions != 1 {
		t.Errorf("form %s, %d versions", got.Final.Form, got.Versions)
	}
	if _, err := time.Parse(time.RFC3339, got.Final.Final.Generated); err != nil {
		t.Error(err)
	}
	h.restart() // nothing is made twice
	h.end(id)
	if got := h.finalsOf(id); got.Versions != 1 {
		t.Errorf("after a restart and a second end: %d versions", got.Versions)
	}
	h.say(id, "s: the study is red") // after the end
	if got := h.finalsOf(id); got.Versions != 2 || !strings.Contains(got.Final.Final.Spatial.Content, "study is red") {
		t.Errorf("after later feedback: %d versions, %+v", got.Versions, got.Final)
	}
}

// What a newer statement took the place of, and what was retired, is not in the
// final; the episode's feedback still has it.
func TestFinalLeavesOutWhatIsNotInUse(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	h.say(id, "s: the kitchen is green s: the lamp is old p: go slowly")
	h.say(id, "s: the kitchen is blue")
	h.do(ipc.GroundingRetire, `{"id":"g2"}`)
	h.end(id)
	got := h.finalsOf(id)
	if f := got.Final.Final; f.Spatial.Content != "the kitchen is blue" || f.Procedural.Content != "go slowly" || len(got.Snapshot.Stacked.Spatial) != 3 {
		t.Errorf("%+v of %+v", f, got.Snapshot.Stacked)
	}
	h.do(ipc.GroundingRetire, `{"id":"g4"}`) // the blue one: the green one is back
	h.do(ipc.GroundingFinalize, fmt.Sprintf(`{"episode":%q}`, id))
	if got := h.finalsOf(id); got.Versions != 2 || got.Final.Final.Spatial.Content != "the kitchen is green" {
		t.Errorf("after the newer one retired: %d versions, %+v", got.Versions, got.Final.Final)
	}
}

func TestNoFinal(t *testing.T) {
	for name, change := range map[string]func(*daemon.Options){
		"disabled":        func(o *daemon.Options) { o.Config.Grounding.Enabled = false },
		"asked for alone": func(o *daemon.Options) { o.Config.Grounding.Generation = "manual" },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, change)
			id := h.begin()
			h.say(id, "the study is red")
			h.end(id)
			if got := h.finalsOf(id); got.Versions != 0 || len(got.Feedback) != 1 {
				t.Errorf("%d finals, %d feedback", got.Versions, len(got.Feedback))
			}
			h.do(ipc.GroundingFinalize, fmt.Sprintf(`{"episode":%q}`, id))
			if got := h.finalsOf(id); got.Versions != 1 {
				t.Errorf("asked for: %d finals", got.Versions)
			}
		})
	}
	h := newHouse(t)
	id := h.begin()
	h.end(id)
	if jobs := h.jobsOf(id); len(jobs) != 0 {
		t.Errorf("an episode without feedback has jobs: %+v", jobs)
	}
	h.refuse(ipc.GroundingFinalize, fmt.Sprintf(`{"episode":%q}`, id), refusal{Code: -32003, Kind: fault.Conflict, Field: "episode"})
}

const distilled = "Here you are:\n```json\n" + `{"user_preference_grounding":{"content":""},"spatial_grounding":{"content":"The green room is the kitchen. There is no sofa in it."},
"procedural_grounding":{"content":""},"general_grounding_rules":{"content":""},"changes":[
{"action":"add","category":"spatial","text":"The room with the green walls is the kitchen.","evidence":["f1"]},
{"action":"add","category":"spatial","text":"Sofas are everywhere.","evidence":[]},
{"action":"supersede","id":"g1","category":"spatial","text":"the kitchen is green, walls and floor","evidence":["f1"]},
{"action":"same","id":"g1","evidence":["f2"]}]}` + "\n```"

func TestFinalByModel(t *testing.T) {
	script := modeltest.NewScript(modeltest.Line{Text: distilled})
	h := newHouse(t, withFinal(script))
	id := h.beginIn("home", "sofa")
	h.say(id, "s: kitchen is green")
	h.say(id, "s: the walls there are green too")
	h.end(id)
	got := h.finalsOf(id)
	if got.Final.Form != grounding.ByModel || got.Versions != 1 || got.Final.Final.Spatial.Content != "The green room is the kitchen. There is no sofa in it." {
		t.Errorf("%d versions, %+v", got.Versions, got.Final)
	}
	var entries, flags []string
	for _, p := range got.Final.Changes {
		entries, flags = append(entries, p.Entry), append(flags, p.Flag)
	}
	if diff := cmp.Diff([]string{"g3", "", "g4", "g1"}, entries); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"", "cites nothing", "", ""}, flags); diff != "" {
		t.Error(diff)
	}
	if e := h.entryOf("g3"); e.State != item.Proposed || e.Scope.Scene != "home" || e.Evidence[0].Feedback != "f1" {
		t.Errorf("the proposed entry: %+v", e)
	}
	if e := h.entryOf("g1"); e.State != item.Active || len(e.Evidence) != 2 {
		t.Errorf("the supported entry: %+v", e)
	}
	prompt := into[ipc.GroundingPromptResult](t, h.do(ipc.GroundingPrompt, `{"scene_id":"home","place":"kitchen"}`))
	if strings.Contains(prompt.Prompt, "room with the green walls") {
		t.Errorf("what nobody confirmed is shown: %s", prompt.Prompt)
	}
	h.do(ipc.GroundingConfirm, `{"id":"g4"}`)
	if e := h.entryOf("g1"); e.State != item.Superseded || e.SupersededBy != "g4" {
		t.Errorf("what the confirmed one stands in place of: %+v", e)
	}
	asked := script.Asked()
	if len(asked) != 1 || !strings.Contains(asked[0].Prompt, `f1 step 0, spatial: "kitchen is green"`) || !strings.Contains(asked[0].Prompt, "g2 spatial") {
		t.Errorf("the model was asked %+v", asked)
	}
}

func TestFinalIsMadeAgain(t *testing.T) {
	away := modeltest.Line{Err: fault.New(fault.Denied, "away")}
	h := newHouse(t, withFinal(modeltest.NewScript(away, modeltest.Line{Text: distilled})))
	id := h.begin()
	h.say(id, "s: kitchen is green")
	h.say(id, "s: the walls there are green too")
	h.end(id)
	jobs := h.jobsOf(id)
	if got := h.finalsOf(id); got.Versions != 1 || got.Final.Form != grounding.ByCode || len(got.Final.Failures) == 0 {
		t.Errorf("while the model is away: %d versions, %+v", got.Versions, got.Final)
	}
	if len(jobs) != 1 || jobs[0].State != job.Waiting || jobs[0].Next.Sub(jobs[0].Updated) != job.FirstPause || !strings.Contains(jobs[0].Error, "away") {
		t.Errorf("the job: %+v", jobs)
	}
	health := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`))
	if health.OK {
		t.Error("health says nothing of the job that waits")
	}
	h.restart()
	h.do(ipc.JobsRetry, fmt.Sprintf(`{"job":%q}`, jobs[0].ID))
	for h.jobsOf(id)[0].State != job.Done {
	}
	got := h.finalsOf(id)
	if got.Versions != 2 || got.Final.Form != grounding.ByModel {
		t.Errorf("when it is back: %d versions, %+v", got.Versions, got.Final)
	}
	old := into[ipc.GroundingGetResult](t, h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q,"version":1}`, id)))
	if old.Final.Form != grounding.ByCode {
		t.Errorf("the old version: %+v", old.Final)
	}
	for _, d := range into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)).Degraded {
		if d.What != "index" { // it is filled after a start
			t.Errorf("health afterwards: %+v", d)
		}
	}
}

// A model that answers what cannot be used is not paid for ever; a user may have
// it tried again.
func TestFinalIsGivenUp(t *testing.T) {
	prose := make([]modeltest.Line, 100)
	for i := range prose {
		prose[i].Text = "I would rather not."
	}
	script := modeltest.NewScript(prose...)
	h := newHouse(t, withFinal(script))
	id := h.begin()
	h.say(id, "s: kitchen is green")
	h.end(id)
	for n := range 20 {
		j := h.jobsOf(id)[0]
		if j.State == job.Done {
			if n != 7 || !strings.Contains(j.Error, "given up after 8 tries") {
				t.Errorf("given up after %d tries: %+v", n+1, j)
			}
			break
		}
		h.do(ipc.JobsRetry, fmt.Sprintf(`{"job":%q}`, j.ID))
		for h.do(ipc.JobsGet, fmt.Sprintf(`{"job":%q}`, j.ID)); h.jobsOf(id)[0].Tries == j.Tries; {
		}
	}
	if got := h.finalsOf(id); got.Versions != 1 || got.Final.Form != grounding.ByCode || len(script.Asked()) != 16 {
		t.Errorf("%d finals, %d questions", got.Versions, len(script.Asked()))
	}
}

func TestSaveFinal(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	h.say(id, "s: kitchen is green")
	h.do(ipc.GroundingSaveFinal, fmt.Sprintf(`{"episode":%q,"author":"me","final_grounding":{"general_grounding_rules":{"content":"go slowly"}}}`, id))
	h.end(id)
	if got := h.finalsOf(id); got.Versions != 1 || got.Final.Form != grounding.ByHand || got.Final.Final.General.Content != "go slowly" {
		t.Errorf("the end made another: %d versions, %+v", got.Versions, got.Final)
	}
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "final_grounding"}
	h.refuse(ipc.GroundingSaveFinal, fmt.Sprintf(`{"episode":%q,"final_grounding":{}}`, id), params)
	params.Field = "final_grounding.spatial_grounding.content"
	h.refuse(ipc.GroundingSaveFinal, fmt.Sprintf(`{"episode":%q,"final_grounding":{"spatial_grounding":{"content":"a\u0000b"}}}`, id), params)
	params.Field = "final_grounding.generation_timestamp"
	h.refuse(ipc.GroundingSaveFinal, fmt.Sprintf(`{"episode":%q,"final_grounding":{"generation_timestamp":"2026-01-27T10:00:00","spatial_grounding":{"content":"a"}}}`, id), params)
}

func TestJobsRefuse(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	h.say(id, "s: kitchen is green")
	h.end(id)
	done := h.jobsOf(id)[0]
	for _, tt := range []struct {
		method fmt.Stringer
		params string
		want   refusal
	}{
		{ipc.JobsGet, `{"job":"j99"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "job"}},
		{ipc.JobsGet, `{"job":"j01"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "job"}},
		{ipc.JobsCancel, fmt.Sprintf(`{"job":%q}`, done.ID), refusal{Code: -32003, Kind: fault.Conflict, Field: "job"}},
		{ipc.JobsList, `{"cursor":"x"}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "cursor"}},
	} {
		h.refuse(tt.method, tt.params, tt.want)
	}
}
