package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/vlm"
	"navd/daemon"
	"navd/daemon/grounding"
	"navd/daemon/job"
	"navd/daemon/nav"
	"navd/ipc"
	"navd/ipc/client"
)

// TestToldModel corrects a robot whose model knows nothing but its prompt: what
// was said moves its next plan, and the end of the episode has the model distil
// it, all over Vertex's wire.
func TestToldModel(t *testing.T) {
	t.Parallel()
	socket, w, m := modelledWith(t, vlm.Options{}, func(o *daemon.Options) {
		o.Config.Planner.Chain, o.Config.Grounding.Chain = []string{"vertex", "local"}, []string{"vertex", "local"}
	})
	c := dialed(t, socket)
	view := func(want int) ipc.PlanResult {
		t.Helper()
		free, see := 3.0, 5.0
		begun, err := ipc.EpisodeBegin.Call(t.Context(), c, ipc.BeginParams{Goal: "sofa", SceneID: "home"})
		if err != nil {
			t.Fatal(err)
		}
		p, err := ipc.NavPlan.Call(t.Context(), c, ipc.PlanParams{Episode: begun.Episode, Labels: []nav.Glimpse{
			{View: 0, SceneType: "living room", FreeM: &free, SeeM: &see}, {View: 6, SceneType: "bedroom", FreeM: &free, SeeM: &see},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if p.View != want || p.Used.Planner != "vertex" {
			t.Errorf("view %d by %s, want %d by vertex", p.View, p.Used.Planner, want)
		}
		return p
	}
	first := view(0)
	id, _, err := first.Plan.Split()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"s: there is no sofa in the living room", "f:(공간: 거실은 초록색이야, 선호: #### slowly $goal ```please)"} {
		if _, err := ipc.FeedbackAdd.Call(t.Context(), c, ipc.FeedbackParams{Episode: id, Text: text, Scope: "everywhere"}); err != nil {
			t.Fatal(err)
		}
	}
	second := view(6)
	if len(second.Used.Blocks["grounding"].In) != 3 {
		t.Errorf("the prompt had %+v", second.Used.Blocks["grounding"])
	}
	if prompt := w.asks[len(w.asks)-1].System; !strings.Contains(prompt, "\n- there is no sofa in the living room\n") || !strings.Contains(prompt, "$goal ```please") {
		t.Errorf("the system instruction: %s", prompt)
	}
	if _, err := ipc.EpisodeEnd.Call(t.Context(), c, ipc.EndParams{Episode: id}); err != nil {
		t.Fatal(err)
	}
	got := finalOf(t, c, id)
	want := grounding.Final{
		Generated: got.Final.Final.Generated, UserPreference: grounding.Content{Content: "#### slowly $goal ```please."},
		Spatial: grounding.Content{Content: "there is no sofa in the living room.\n거실은 초록색이야."},
	}
	if diff := cmp.Diff(want, got.Final.Final); diff != "" || got.Final.Form != grounding.ByModel || got.Final.Model != "vertex" {
		t.Errorf("%s by %s: %s", got.Final.Form, got.Final.Model, diff)
	}
	if len(got.Final.Changes) != 1 || got.Final.Changes[0].Flag != "" || got.Final.Changes[0].Entry == "" {
		t.Errorf("changes %+v", got.Final.Changes)
	}
	if asked := m.Asked(); asked.Refused > 0 || asked.Recent[len(asked.Recent)-1].Role != "final" {
		t.Errorf("the model was asked %+v", asked)
	}
}

// finalOf waits for the final of an episode.
func finalOf(t *testing.T, c *client.Client, id string) ipc.GroundingGetResult {
	t.Helper()
	for {
		jobs, err := ipc.JobsList.Call(t.Context(), c, ipc.JobListParams{Episode: id})
		if err != nil {
			t.Fatal(err)
		}
		if len(jobs.Jobs) == 1 && jobs.Jobs[0].State == job.Done {
			break
		}
	}
	got, err := ipc.GroundingGet.Call(t.Context(), c, ipc.GroundingGetParams{Episode: id})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestFinalWhateverTheModelDoes has every fault happen to every try at a final:
// there is one all the same, with the reason, and the robot's calls go on.
func TestFinalWhateverTheModelDoes(t *testing.T) {
	t.Parallel()
	for _, f := range vlm.Faults() {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			socket, _, m := modelledWith(t, vlm.Options{}, func(o *daemon.Options) {
				o.Config.Grounding.Chain, o.Config.Grounding.DeadlineMS = []string{"vertex"}, 400
			})
			for range 8 {
				if err := m.Force(f); err != nil {
					t.Fatal(err)
				}
			}
			c := dialed(t, socket)
			begun, err := ipc.EpisodeBegin.Call(t.Context(), c, ipc.BeginParams{Goal: "sofa"})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := ipc.FeedbackAdd.Call(t.Context(), c, ipc.FeedbackParams{Episode: begun.Episode, Text: "s: the kitchen is green"}); err != nil {
				t.Fatal(err)
			}
			if _, err := ipc.GroundingFinalize.Call(t.Context(), c, ipc.FinalizeParams{Episode: begun.Episode}); err != nil {
				t.Fatal(err)
			}
			for seq, tried := 1, false; !tried; seq++ { // while it is asked
				time.Sleep(20 * time.Millisecond)
				if _, err := ipc.NavStep.Call(t.Context(), c, ipc.StepParams{Episode: begun.Episode, Step: nav.Step{Seq: seq, Action: nav.TurnLeft}}); err != nil {
					t.Fatal(err)
				}
				jobs, err := ipc.JobsList.Call(t.Context(), c, ipc.JobListParams{Episode: begun.Episode})
				if err != nil {
					t.Fatal(err)
				}
				tried = jobs.Jobs[0].State == job.Done || jobs.Jobs[0].Error != ""
			}
			got, err := ipc.GroundingGet.Call(t.Context(), c, ipc.GroundingGetParams{Episode: begun.Episode})
			if err != nil {
				t.Fatal(err)
			}
			if got.Versions != 1 || !strings.Contains(got.Final.Final.Spatial.Content, "kitchen is green") {
				t.Fatalf("%d finals, the last %+v", got.Versions, got.Final)
			}
			if got.Final.Form == grounding.ByCode && len(got.Final.Failures) == 0 {
				t.Error("the final does not say why no model made it")
			}
			t.Logf("%s: %q", got.Final.Form, got.Final.Failures)
		})
	}
}
