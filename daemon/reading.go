package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/reply"
	"navd/daemon/scene"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// maxWaiting is how many pictures of an episode may wait to be read.
const maxWaiting = 16

// pictureReader reads the pictures of one episode with the scene models, one after
// another in the order they came. The pictures lie in the store until then, so
// none that was taken is lost.
type pictureReader struct {
	more    bool                    // pictures came since it last looked
	waiting map[int]chan<- readDone // by number: calls that wait for it
}

// readDone is what came of a picture.
type readDone struct {
	result ipc.ObserveResult
	err    error
}

// observePicture takes the picture of a call for the scene models. With wait it
// answers when the picture was read.
func (n *Nav) observePicture(ctx context.Context, p ipc.ObserveParams, img reply.Image, answer answerer) (r ipc.ObserveResult, err error) {
	done := make(chan readDone, 1)
	err = n.c.withOpen(p.Episode, func(l *live) error {
		call, err := n.c.newPicture(l, p.Step, img)
		if err != nil {
			return err
		}
		ed := n.c.edit(l)
		delta := l.mem.SceneAsked()
		call.Asked = ed.at
		store.PutScene(&ed.Changes, l.id, call)
		store.PutPicture(&ed.Changes, l.id, call.N, scene.Picture{MIME: img.MIME, Bytes: img.Bytes})
		r = observed(l, nav.TransitionPending, nil)
		if !p.Wait {
			ed.note(answer(&ed.Changes, r))
		}
		if err := ed.commit(ctx, delta); err != nil {
			return err
		}
		if p.Wait { // the episode is ours: it is not read before we wait for it
			n.c.read(l.id, call.N, done)
		} else {
			n.c.read(l.id, 0, nil)
		}
		return nil
	})
	if err != nil || !p.Wait {
		return r, err
	}
	ipc.ReleaseTurn(ctx)
	select {
	case d := <-done:
		return d.result, d.err
	case <-ctx.Done(): // the picture is read all the same
		return r, ctx.Err()
	}
}

// newPicture makes the record of a picture, if there is room for it.
func (c *core) newPicture(l *live, step *int, img reply.Image) (call scene.Call, err error) {
	call = scene.Call{Step: l.mem.Seq(), Seq: l.mem.Seq()}
	if step != nil {
		call.Step = *step
	}
	if call.Step > call.Seq {
		return call, fault.New(fault.Invalid, "step has not been taken").About("step", call.Step)
	}
	sum := sha256.Sum256(img.Bytes)
	call.Image = hex.EncodeToString(sum[:])
	err = c.view(func(tx *kv.Tx) error {
		waiting, err := store.WaitingPictures(tx, l.id)
		if err != nil {
			return err
		}
		if waiting >= maxWaiting {
			return fault.New(fault.Unavailable, "%d pictures of this episode wait to be read already", waiting).About("image", nil).
				WithHint("send one when scene_due says so, or set wait")
		}
		last, err := store.LastScene(tx, l.id)
		call.N = last + 1
		return err
	})
	return call, err
}

// observed is the answer to nav.observe.
func observed(l *live, transition nav.Transition, events []nav.Event) ipc.ObserveResult {
	if events == nil {
		events = []nav.Event{}
	}
	return ipc.ObserveResult{
		Place: l.mem.Where(), Transition: transition, Candidate: l.mem.CandidatePlace(), Events: events, SceneDue: l.mem.SceneDue(),
	}
}

// read has the pictures of an episode read. done, when it is given, gets what
// comes of number n.
func (c *core) read(id string, n int, done chan<- readDone) {
	c.readersMu.Lock()
	defer c.readersMu.Unlock()
	r := c.readers[id]
	running := r != nil
	if !running {
		r = &pictureReader{waiting: map[int]chan<- readDone{}}
		c.readers[id] = r
	}
	if done != nil {
		r.waiting[n] = done
	}
	r.more = true
	if running || c.background.Go(func() { c.readAll(id, r) }) {
		return
	}
	delete(c.readers, id)
	if done != nil {
		done <- readDone{err: stopping()}
	}
}

// resumeReading goes on with the pictures that waited when the daemon stopped.
func (c *core) resumeReading() {
	var ids []string
	if err := c.view(func(tx *kv.Tx) (err error) { ids, err = store.EpisodesWithPictures(tx); return err }); err != nil {
		c.log.Error("pictures that wait were not found", "error", err)
	}
	for _, id := range ids {
		c.read(id, 0, nil)
	}
}

// readAll reads pictures until none waits. After an error of the store it stops;
// the next picture, or the next start, goes on.
func (c *core) readAll(id string, r *pictureReader) {
	var err error
	for c.keepReading(id, r, err) {
		for more := true; more && err == nil; {
			more, err = c.readNext(id, r)
		}
	}
}

// keepReading tells whether more pictures came. Else it ends the reader, and
// who still waits gets the error.
func (c *core) keepReading(id string, r *pictureReader, err error) bool {
	c.readersMu.Lock()
	defer c.readersMu.Unlock()
	if r.more && err == nil && c.ctx.Err() == nil {
		r.more = false
		return true
	}
	if err == nil {
		err = stopping()
	} else if c.ctx.Err() == nil && !fault.Is(err, fault.NotFound) { // an episode may be deleted
		c.log.Error("the pictures of an episode are not read", "episode", id, "error", err)
	}
	for _, done := range r.waiting {
		done <- readDone{err: err}
	}
	delete(c.readers, id)
	return false
}

// readNext reads the oldest picture that waits; false when none does. What
// panics on the way ends this reader, not the daemon.
func (c *core) readNext(id string, r *pictureReader) (more bool, err error) {
	defer recovered(&err)
	var call scene.Call
	var pic scene.Picture
	if err := c.view(func(tx *kv.Tx) (err error) { call, pic, more, err = store.NextPicture(tx, id); return err }); err != nil || !more {
		return false, err
	}
	goal := ""
	if err := c.with(id, func(l *live) error { goal = l.ep.Goal; return nil }); err != nil {
		return false, err
	}
	c.look(&call, goal, reply.Image{MIME: pic.MIME, Bytes: pic.Bytes, View: -1})
	if err := c.ctx.Err(); err != nil {
		return false, err
	}
	result, err := c.fileScene(id, call)
	c.readersMu.Lock()
	defer c.readersMu.Unlock()
	if done := r.waiting[call.N]; done != nil {
		done <- readDone{result, err}
		delete(r.waiting, call.N)
	}
	return true, err
}

// look has the models look at a picture.
func (c *core) look(call *scene.Call, goal string, img reply.Image) {
	role, models := c.sceneRole(), modelsOf(c.config().Scene.Chain)
	ctx, cancel := context.WithTimeout(c.ctx, role.deadline)
	defer cancel()
	img, err := c.fit(ctx, img)
	if err != nil {
		call.Failed = fault.As(err).Error()
		return
	}
	ask := scene.Ask(c.prompts.scene, goal, img)
	call.Prompt = reply.Hash(ask.System + "\n" + ask.Prompt)
	m := scene.NewMachine(ask, models)
	c.drive(ctx, role, m, models)
	call.Attempts = m.Attempts()
	if s, ok := m.Answer(); ok {
		call.Scene = &s
		return
	}
	call.Failed = lastReason(call.Attempts, models)
}

// fileScene takes what was seen into the memory and the log.
func (c *core) fileScene(id string, call scene.Call) (r ipc.ObserveResult, err error) {
	err = c.with(id, func(l *live) error {
		ed := c.edit(l)
		call.Done = ed.at
		defer func() {
			r = observed(l, r.Transition, ed.events())
			r.Scene = call.Scene
		}()
		var delta nav.Delta
		switch {
		case l.ep.Status == episode.Ended:
			call.Failed, call.Scene = "the episode has ended", nil
			r.Transition, delta = nav.TransitionNone, nav.Delta{State: l.mem.State()}
		default:
			r.Transition, delta = ed.seen(&call)
		}
		store.PutScene(&ed.Changes, id, call)
		store.DeletePicture(&ed.Changes, id, call.N)
		return ed.commit(c.ctx, delta)
	})
	return r, err
}

// seen takes a picture that was read into the memory and the log.
func (e *edit) seen(call *scene.Call) (nav.Transition, nav.Delta) {
	mem := e.live.mem
	mem.SceneRead()
	if s := call.Scene; s != nil {
		sample := nav.Sample{Step: call.Step, Label: s.Type, Description: s.Description, Objects: s.Objects}
		transition, events, delta, err := mem.Observe(sample)
		if err == nil {
			e.entry(store.Entry{Seq: mem.Seq(), Kind: store.KindScene, Scene: &store.Scene{Sample: sample, Transition: transition, Picture: call.N}})
			e.tell(events...)
			e.described(delta)
			return transition, delta
		}
		call.Failed = fault.As(err).Error()
	}
	ev, delta := mem.SceneFailed(call.Failed)
	e.entry(store.Entry{Seq: mem.Seq(), Kind: store.KindScene, Scene: &store.Scene{Transition: nav.TransitionNone, Failed: call.Failed, Picture: call.N}})
	e.tell(ev)
	return nav.TransitionNone, delta
}
