package daemon

import (
	"context"
	"fmt"
	"slices"

	"navd/daemon/ask"
	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/reply"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Nav takes steps and observations of an episode, plans, and shows its memory.
type Nav struct{ c *core }

// Step takes one action. A seq that was taken before with the same content
// gets its stored answer.
func (n *Nav) Step(ctx context.Context, p ipc.StepParams) (r nav.Stepped, err error) {
	w, err := n.c.begin(ctx, callOf(ipc.NavStep, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.searchIfCircling()
	defer w.end(&err)
	out, err := w.take(p.Episode, []nav.Step{p.Step})
	if err != nil {
		return r, err
	}
	return out[0], w.commit(ctx, out[0])
}

// Steps takes several actions, all or none.
func (n *Nav) Steps(ctx context.Context, p ipc.StepsParams) (r ipc.StepsResult, err error) {
	w, err := n.c.begin(ctx, callOf(ipc.NavSteps, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.searchIfCircling()
	defer w.end(&err)
	if r.Steps, err = w.take(p.Episode, p.Steps); err != nil {
		return r, err
	}
	return r, w.commit(ctx, r)
}

// take takes the actions, all or none. Actions that were taken before get their stored
// answers, even after the end of the episode.
func (w *write) take(id string, steps []nav.Step) (out []nav.Stepped, err error) {
	if err := w.hold(id); err != nil {
		return nil, err
	}
	for len(steps) > 0 && steps[0].Seq <= w.mem.Seq() {
		a, err := w.repeat(steps[0])
		if err != nil {
			return nil, err
		}
		out, steps = append(out, a), steps[1:]
	}
	switch {
	case len(steps) == 0:
		return out, nil
	case w.ep.Status == episode.Ended:
		return nil, ended(id)
	}
	fresh, err := w.advance(steps)
	return append(out, fresh...), err
}

// advance takes new steps into the memory and the log.
func (w *write) advance(steps []nav.Step) (out []nav.Stepped, err error) {
	taken, delta := w.mem.Seq(), nav.Delta{}
	for i, st := range steps {
		st = st.Normal()
		a, d, err := w.mem.Advance(st)
		if err != nil && i > 0 {
			return nil, noneTaken(err, i, taken)
		}
		if err != nil {
			return nil, err
		}
		delta = delta.Then(d)
		w.log(store.Entry{Seq: st.Seq, Kind: store.KindStep, Step: store.NewStep(st, a, w.mem.QueuedPlans())})
		w.tell(a.Events...)
		w.circles = w.circles || slices.ContainsFunc(a.Events, event.Event.Circles)
		out = append(out, a)
	}
	w.steps = len(steps)
	w.remembers(delta)
	return out, nil
}

// noneTaken is the fault when step i of several fails: then none of them is taken, and the
// step after taken, the last one before the call, is still expected.
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

// repeat answers a seq that was taken before.
func (w *write) repeat(st nav.Step) (a nav.Stepped, err error) {
	err = w.c.view(func(tx *kv.Tx) error {
		old, ok, err := store.GetStep(tx, w.id, w.Tail(), st.Seq)
		aged := false
		if err == nil && !ok {
			aged, err = store.LogAged(tx, w.id)
		}
		switch {
		case err != nil:
			return err
		case aged:
			return fault.New(fault.Conflict, "the answer of this step was removed with the episode's log").About("episode", w.id).
				WithHint("the episode has ended; retention.log_days says how long its log is kept")
		case !ok:
			return fault.New(fault.Corrupt, "step %d is missing in the log", st.Seq).About("episode", w.id)
		case !old.Step.Taken().Equal(st):
			e := fault.New(fault.Conflict, "this seq was taken with other content").About("seq", st.Seq)
			e.ExpectedSeq = w.mem.Seq() + 1
			return e.WithHint("episode.log shows what was taken; go on with seq %d", e.ExpectedSeq)
		}
		a = old.Step.Answered()
		return nil
	})
	return a, err
}

// Observe takes a scene sample from the controller, or a picture for the scene
// models, or notes that the controller's own scene call failed, or that it wants
// a sample.
func (n *Nav) Observe(ctx context.Context, p ipc.ObserveParams) (ipc.ObserveResult, error) {
	read := make(chan readDone, 1)
	o, err := n.observe(ctx, p, read)
	if err != nil || o.Reading == 0 {
		return o.ObserveResult, err
	}
	return n.await(ctx, p, read)
}

// observe stores what was observed. When the call has to wait until a picture was read, also
// one that it stored when it was sent before, read gets the result.
func (n *Nav) observe(ctx context.Context, p ipc.ObserveParams, read chan<- readDone) (o observation, err error) {
	w, err := n.c.begin(ctx, callOf(ipc.NavObserve, p.Key, p), &o)
	if w == nil {
		if err == nil && o.Reading > 0 {
			n.c.sights.read(p.Episode, o.Reading, read)
		}
		return o, err
	}
	defer w.end(&err)
	img, err := n.checkObserve(p)
	if err != nil {
		return o, err
	}
	if p.Image != nil && p.SceneType == "" && p.Failed == "" && !p.Ask {
		if o, err = w.takePicture(p, img, read); err != nil {
			return o, err
		}
		return o, w.commit(ctx, o)
	}
	if err := w.holdToObserve(p); err != nil {
		return o, err
	}
	transition, err := w.observe(p)
	if err != nil {
		return o, err
	}
	kept := w.watch(p.Ranges)
	w.Then(func() { w.c.cameras.show(w.id, w.mem.Seq(), img) })
	o.ObserveResult = w.observed(transition)
	o.RangesKept = kept
	return o, w.commit(ctx, o)
}

// checkObserve reads the picture, if there is one. It refuses a call without an
// observation, a call with wrong ranges, and a picture when no scene model is
// configured.
func (n *Nav) checkObserve(p ipc.ObserveParams) (img reply.Image, err error) {
	if err := nav.CheckVista(p.Ranges); err != nil {
		return img, badParams(err)
	}
	if p.Image != nil {
		if img, err = n.c.images.one("image", *p.Image, -1); err != nil {
			return img, err
		}
	}
	switch {
	case p.SceneType != "" && p.Failed != "":
		return img, badParams(fault.New(fault.Invalid, "scene_type and failed are both given").About("failed", p.Failed).
			WithHint("give scene_type when the scene is known, or failed with the reason"))
	case p.SceneType != "" || p.Failed != "" || p.Ask:
		return img, nil
	case p.Image != nil && ask.Any(n.c.config().Scene.Chain):
		return img, nil
	case p.Image != nil:
		return img, fault.New(fault.Unavailable, "no scene model is configured").About("image", nil).
			WithHint("name one in scene.chain, or send scene_type, description and objects from the controller")
	case len(p.Ranges) > 0 && len(p.Objects) == 0 && p.Description == "":
		return img, nil
	case len(p.Ranges) > 0:
		return img, badParams(fault.New(fault.Invalid, "objects and description need scene_type").About("scene_type", p.SceneType).
			WithHint("give scene_type too, or send the ranges alone"))
	}
	return img, badParams(fault.New(fault.Invalid, "nothing was observed").About("scene_type", p.SceneType).
		WithHint("give scene_type, or an image, or ranges, or failed with the reason, or ask: true"))
}

// observe takes what was observed, except ranges, into the memory and the log.
func (w *write) observe(p ipc.ObserveParams) (nav.Transition, error) {
	switch {
	case p.Failed != "":
		w.sceneFailed(store.Scene{Failed: p.Failed})
		return nav.TransitionNone, nil
	case p.SceneType == "" && p.Ask:
		w.remembers(w.mem.AskSample())
		return nav.TransitionNone, nil
	case p.SceneType == "":
		return nav.TransitionNone, nil
	}
	sample := nav.Sample{Step: w.mem.Seq(), Label: p.SceneType, Description: p.Description, Objects: p.Objects}
	set(&sample.Step, p.Step)
	return w.sample(store.Scene{Sample: sample})
}

// holdToObserve is holdOpen for nav.observe. It refuses ranges with an earlier step,
// because ranges are measured where the robot stands now.
func (w *write) holdToObserve(p ipc.ObserveParams) error {
	if err := w.holdOpen(p.Episode); err != nil {
		return err
	}
	if len(p.Ranges) > 0 && p.Step != nil && *p.Step != w.mem.Seq() {
		return fault.New(fault.Invalid, "ranges are measured where the robot stands now, and step is not the last step").About("step", *p.Step).
			WithHint("leave step out, and send ranges before the robot moves on")
	}
	return nil
}

// watch takes ranges into the memory, after the sample that they came with, and tells
// whether they are kept; nil when there are none.
func (w *write) watch(ranges []nav.Ranges) (kept *bool) {
	if len(ranges) == 0 {
		return nil
	}
	is, d := w.mem.Watch(ranges)
	w.remembers(w.delta.Then(d))
	return &is
}

// sample takes a scene sample into the memory and the log.
func (w *write) sample(s store.Scene) (nav.Transition, error) {
	transition, events, delta, err := w.mem.Observe(s.Sample)
	if err != nil {
		return "", err
	}
	s.Transition = transition
	w.log(store.Entry{Seq: w.mem.Seq(), Kind: store.KindScene, Scene: &s})
	w.tell(events...)
	w.remembers(delta)
	return transition, nil
}

// sceneFailed notes that there is no sample, and why.
func (w *write) sceneFailed(s store.Scene) {
	ev, delta := w.mem.SceneFailed(s.Failed)
	s.Transition = nav.TransitionNone
	w.log(store.Entry{Seq: w.mem.Seq(), Kind: store.KindScene, Scene: &s})
	w.tell(ev)
	w.remembers(delta)
}
