package daemon

import (
	"context"
	"fmt"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/reply"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Nav advances, asks and shows the memory of an episode.
type Nav struct{ c *core }

// Step takes one action. A seq that was taken before with the same content
// gets its stored answer.
func (n *Nav) Step(ctx context.Context, p ipc.StepParams) (nav.Stepped, error) {
	return once(ctx, n.c, call{string(ipc.NavStep), p.Key, p}, func(answer answerer) (nav.Stepped, error) {
		out, err := n.steps(ctx, p.Episode, []nav.Step{p.Step}, func(ch *kv.Changes, out []nav.Stepped) error {
			return answer(ch, out[0])
		})
		if err != nil {
			return nav.Stepped{}, err
		}
		return out[0], nil
	})
}

// Steps takes several actions, all or none.
func (n *Nav) Steps(ctx context.Context, p ipc.StepsParams) (ipc.StepsResult, error) {
	return once(ctx, n.c, call{string(ipc.NavSteps), p.Key, p}, func(answer answerer) (ipc.StepsResult, error) {
		out, err := n.steps(ctx, p.Episode, p.Steps, func(ch *kv.Changes, out []nav.Stepped) error {
			return answer(ch, ipc.StepsResult{Steps: out})
		})
		return ipc.StepsResult{Steps: out}, err
	})
}

// stepsAnswerer is the answerer of a call that takes steps.
type stepsAnswerer func(*kv.Changes, []nav.Stepped) error

// steps takes the actions in one change set. Those taken before are answered
// from the store, even after the end of the episode.
func (n *Nav) steps(ctx context.Context, id string, steps []nav.Step, answer stepsAnswerer) (out []nav.Stepped, err error) {
	err = n.c.with(id, func(l *live) error {
		old := 0
		for old < len(steps) && steps[old].Seq <= l.mem.Seq() {
			a, err := n.repeat(l, steps[old])
			if err != nil {
				return err
			}
			out = append(out, a)
			old++
		}
		if old == len(steps) {
			return nil
		}
		if l.ep.Status == episode.Ended {
			return ended(id)
		}
		ed := n.c.edit(l)
		delta, fresh, err := ed.advance(steps[old:])
		if err != nil {
			return err
		}
		out = append(out, fresh...)
		ed.note(answer(&ed.Changes, out))
		return ed.commitSteps(ctx, len(fresh), delta)
	})
	return out, err
}

// advance takes new steps into the memory and the log. When a later one is
// refused the memory is dropped, because the ones before are in it already.
func (e *edit) advance(steps []nav.Step) (delta nav.Delta, out []nav.Stepped, err error) {
	taken := e.live.mem.Seq()
	for i, st := range steps {
		st = st.Normal()
		a, d, err := e.live.mem.Advance(st)
		if err != nil && i > 0 {
			e.live.drop()
			return nav.Delta{}, nil, noneTaken(err, i, taken)
		}
		if err != nil {
			return nav.Delta{}, nil, err
		}
		delta = delta.Then(d)
		e.step(st, a)
		out = append(out, a)
	}
	return delta, out, nil
}

// noneTaken is the fault of step i of several, of which none is taken then: the
// daemon still waits for the step after the last one taken before.
func noneTaken(err error, i, taken int) error {
	f := *fault.As(err)
	if f.Field != "" {
		f.Field = fmt.Sprintf("steps[%d].%s", i, f.Field)
	}
	if f.ExpectedSeq > 0 {
		f.ExpectedSeq = taken + 1
		f.Hint = fmt.Sprintf("none of the steps was taken; send them again from seq %d on", taken+1)
	}
	return &f
}

// step logs a step, defaults filled in, with its answer, then its events.
func (e *edit) step(st nav.Step, a nav.Stepped) {
	e.entry(store.Entry{Seq: st.Seq, Kind: store.KindStep, Step: &store.Step{Step: st, Answer: a, Queue: e.live.mem.QueuedPlans()}})
	e.tell(a.Events...)
}

// repeat answers a seq that was taken before.
func (n *Nav) repeat(l *live, st nav.Step) (a nav.Stepped, err error) {
	err = n.c.view(func(tx *kv.Tx) error {
		old, ok, err := store.GetStep(tx, l.id, l.tail, st.Seq)
		switch {
		case err != nil:
			return err
		case !ok:
			return fault.New(fault.Corrupt, "step %d is missing in the log", st.Seq).About("episode", l.id)
		case !old.Step.Equal(st):
			e := fault.New(fault.Conflict, "this seq was taken with other content").About("seq", st.Seq)
			e.ExpectedSeq = l.mem.Seq() + 1
			return e.WithHint("episode.log shows what was taken; go on with seq %d", e.ExpectedSeq)
		}
		a = old.Answer
		return nil
	})
	return a, err
}

// Observe takes a scene sample from the controller, or a picture for the scene
// models, or notes that the controller's own scene call failed, or that it wants
// a sample.
func (n *Nav) Observe(ctx context.Context, p ipc.ObserveParams) (ipc.ObserveResult, error) {
	return once(ctx, n.c, call{string(ipc.NavObserve), p.Key, p}, func(answer answerer) (r ipc.ObserveResult, err error) {
		img, err := n.checkObserve(p)
		if err != nil {
			return r, err
		}
		if p.Image != nil && p.SceneType == "" && p.Failed == "" && !p.Ask {
			return n.observePicture(ctx, p, img, answer)
		}
		err = n.c.withOpen(p.Episode, func(l *live) error {
			ed := n.c.edit(l)
			transition, delta, err := ed.observe(p)
			if err != nil {
				return err
			}
			r = observed(l, transition, ed.events())
			ed.note(answer(&ed.Changes, r))
			return ed.commit(ctx, delta)
		})
		return r, err
	})
}

// checkObserve reads the picture, if there is one, and refuses what says
// nothing, or what needs a scene model when there is none.
func (n *Nav) checkObserve(p ipc.ObserveParams) (img reply.Image, err error) {
	if p.Image != nil {
		if img, err = n.c.image("image", *p.Image, -1); err != nil {
			return img, err
		}
	}
	switch {
	case p.SceneType != "" && p.Failed != "":
		return img, badParams(fault.New(fault.Invalid, "a scene call that failed has no scene").About("failed", p.Failed).
			WithHint("give either scene_type or failed"))
	case p.SceneType != "" || p.Failed != "" || p.Ask:
		return img, nil
	case p.Image != nil && asksModels(n.c.config().Scene.Chain):
		return img, nil
	case p.Image != nil:
		return img, fault.New(fault.Unavailable, "no scene model is configured").About("image", nil).
			WithHint("name one in scene.chain, or send scene_type, description and objects from the controller")
	}
	return img, badParams(fault.New(fault.Invalid, "nothing was observed").About("scene_type", p.SceneType).
		WithHint("give scene_type, or an image, or failed with the reason, or ask: true"))
}

// observe takes the sample into the memory and the log.
func (e *edit) observe(p ipc.ObserveParams) (nav.Transition, nav.Delta, error) {
	mem := e.live.mem
	switch {
	case p.Failed != "":
		ev, delta := mem.SceneFailed(p.Failed)
		e.entry(store.Entry{Seq: mem.Seq(), Kind: store.KindScene, Scene: &store.Scene{Transition: nav.TransitionNone, Failed: p.Failed}})
		e.tell(ev)
		return nav.TransitionNone, delta, nil
	case p.SceneType == "":
		return nav.TransitionNone, mem.AskSample(), nil
	}
	sample := nav.Sample{Step: mem.Seq(), Label: p.SceneType, Description: p.Description, Objects: p.Objects}
	if p.Step != nil {
		sample.Step = *p.Step
	}
	transition, events, delta, err := mem.Observe(sample)
	if err != nil {
		return "", nav.Delta{}, err
	}
	e.entry(store.Entry{Seq: mem.Seq(), Kind: store.KindScene, Scene: &store.Scene{Sample: sample, Transition: transition}})
	e.tell(events...)
	e.described(delta)
	return transition, delta, nil
}
