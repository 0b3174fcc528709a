package main

import (
	"context"
	"math/rand/v2"

	"navd/config"
	"navd/daemon/nav"
	"navd/ipc"
	"navd/ipc/client"
)

// walker is a controller. In legs of 60 steps it looks around, asks for a plan
// with what it sees, turns to where that says and goes, with turns and
// collisions, until it stops; every 20 steps it tells what the scene is.
type walker struct {
	c       *client.Client
	rnd     *rand.Rand
	batch   int // most steps of one call
	episode string
	seq     int
	turns   []nav.Action
	room    int
	steps   []nav.Step // that have no answer yet
}

// What stands in the rooms that a walker comes through.
var rooms = []struct {
	scene, seen string
	objects     []string
}{
	{"living room", "A bright living room with a grey sofa.", []string{"sofa", "television", "coffee table", "floor lamp", "house plant", "painting"}},
	{"bedroom", "A small bedroom with a window.", []string{"bed", "pillow", "desk lamp", "side table", "dresser", "alarm clock"}},
	{"kitchen", "A kitchen with white cupboards.", []string{"fridge", "sink", "stove", "toaster", "counter", "bowl"}},
	{"bathroom", "A bathroom with a shower.", []string{"toilet", "sink", "towel", "mirror", "shower"}},
	{"hallway", "A narrow hallway with doors on both sides.", []string{"door", "painting", "shoe rack"}},
	{"office", "A room with a desk and many books.", []string{"desk", "chair", "laptop", "book", "shelf", "waste bin"}},
}

// episodeOf begins an episode and walks it.
func (w *walker) episodeOf(ctx context.Context, length int) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	return w.walk(ctx, length)
}

func (w *walker) begin(ctx context.Context) error {
	r, err := ipc.EpisodeBegin.Call(ctx, w.c, ipc.BeginParams{Goal: "garbage can", Run: "bench"})
	w.episode = r.Episode
	return err
}

// walk takes n steps.
func (w *walker) walk(ctx context.Context, n int) error {
	const leg, look = 60, 11
	for end := w.seq + n; w.seq < end; {
		if w.seq%config.Default().Nav.SceneEvery == 0 {
			if err := w.observe(ctx); err != nil {
				return err
			}
		}
		if w.seq%leg == look {
			if err := w.plan(ctx); err != nil {
				return err
			}
		}
		st := nav.Step{Seq: w.seq + 1, Action: nav.Forward, Phase: nav.PhasePolicy}
		switch {
		case w.seq%leg < look:
			st.Action, st.Phase = nav.TurnRight, nav.PhaseScan
		case len(w.turns) > 0:
			st.Action, st.Phase, w.turns = w.turns[0], nav.PhaseTurn, w.turns[1:]
		case w.seq%leg == leg-1:
			st.Action = nav.Stop
		default:
			w.advance(&st)
		}
		w.seq++
		w.steps = append(w.steps, st)
		if len(w.steps) == w.batch {
			if err := w.flush(ctx); err != nil {
				return err
			}
		}
	}
	return w.flush(ctx)
}

// advance is one step of the way to where the plan said.
func (w *walker) advance(st *nav.Step) {
	switch w.rnd.IntN(10) {
	case 0:
		st.Action = nav.TurnLeft
	case 1:
		st.Action = nav.TurnRight
	case 2:
		st.Collided = w.rnd.IntN(2) == 0
	}
}

// flush sends the steps that were not sent yet.
func (w *walker) flush(ctx context.Context) (err error) {
	switch {
	case len(w.steps) == 0:
	case w.batch == 1:
		_, err = ipc.NavStep.Call(ctx, w.c, ipc.StepParams{Episode: w.episode, Step: w.steps[0]})
	default:
		_, err = ipc.NavSteps.Call(ctx, w.c, ipc.StepsParams{Episode: w.episode, Steps: w.steps})
	}
	if err == nil {
		w.steps = w.steps[:0]
	}
	return err
}

// again sends the step that has no answer; when there is none, the next one.
func (w *walker) again(ctx context.Context) error {
	w.batch = 1
	if len(w.steps) == 0 {
		w.seq++
		w.steps = append(w.steps, nav.Step{Seq: w.seq, Action: nav.TurnLeft})
	}
	return w.flush(ctx)
}

func (w *walker) observe(ctx context.Context) error {
	if err := w.flush(ctx); err != nil {
		return err
	}
	if w.rnd.IntN(3) == 0 {
		w.room = w.rnd.IntN(len(rooms))
	}
	here := rooms[w.room]
	_, err := ipc.NavObserve.Call(ctx, w.c, ipc.ObserveParams{
		Episode: w.episode, SceneType: here.scene, Description: here.seen, Objects: w.some(here.objects),
	})
	return err
}

func (w *walker) plan(ctx context.Context) error {
	if err := w.flush(ctx); err != nil {
		return err
	}
	p := ipc.PlanParams{Episode: w.episode}
	for view := range nav.Views {
		there := rooms[w.room]
		if w.rnd.IntN(4) == 0 {
			there = rooms[w.rnd.IntN(len(rooms))]
		}
		free := float64(w.rnd.IntN(60)) / 10
		see := free + float64(w.rnd.IntN(30))/10
		p.Labels = append(p.Labels, nav.Glimpse{View: view, SceneType: there.scene, Objects: w.some(there.objects), FreeM: &free, SeeM: &see})
	}
	r, err := ipc.NavPlan.Call(ctx, w.c, p)
	w.turns = r.Turns
	return err
}

// some takes about half of what there is.
func (w *walker) some(all []string) (out []string) {
	for _, one := range all {
		if w.rnd.IntN(2) == 0 {
			out = append(out, one)
		}
	}
	return out
}
