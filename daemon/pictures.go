package daemon

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"

	"navd/daemon/ask"
	"navd/daemon/background"
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

// sights stores the pictures of robots, and has scene models read them.
type sights struct {
	c       *core
	mu      sync.Mutex                // guards readers; no other lock is taken under it
	readers map[string]*pictureReader // by episode
}

// pictureReader reads the pictures of one episode with the scene models, one after another
// in the order in which they came. Until then they are in the store, so that no
// acknowledged picture is lost.
type pictureReader struct {
	more    bool                    // pictures came since the reader last looked
	waiting map[int]chan<- readDone // by number: calls that wait for it
}

// readDone is the result of reading a picture.
type readDone struct {
	result ipc.ObserveResult
	err    error
}

// observePicture stores the picture of a call for the scene models. With wait it answers
// when the picture was read.
func (w *write) observePicture(ctx context.Context, p ipc.ObserveParams, img reply.Image) (r ipc.ObserveResult, err error) {
	if p.Wait {
		r, err = w.c.sights.see(ctx, p, img)
	} else {
		r, err = w.takePicture(p, img, nil)
	}
	if err != nil {
		return r, err
	}
	return r, w.commit(ctx, r)
}

// see stores a picture and waits until it was read.
func (s *sights) see(ctx context.Context, p ipc.ObserveParams, img reply.Image) (r ipc.ObserveResult, err error) {
	done := make(chan readDone, 1)
	if r, err = s.keep(ctx, p, img, done); err != nil {
		return r, err
	}
	ipc.LeaveQueue(ctx)
	select {
	case d := <-done:
		d.result.RangesKept = r.RangesKept
		return d.result, d.err
	case <-ctx.Done(): // the picture is read all the same
		return r, ctx.Err()
	}
}

// keep stores a picture; done gets the result of reading it.
func (s *sights) keep(ctx context.Context, p ipc.ObserveParams, img reply.Image, done chan<- readDone) (r ipc.ObserveResult, err error) {
	w := s.c.write()
	defer w.end(&err)
	if r, err = w.takePicture(p, img, done); err != nil {
		return r, err
	}
	return r, w.commit(ctx, nil)
}

// takePicture adds a picture to those that wait to be read, if there is room for it, and takes
// the ranges that came with it. done, if it is not nil, gets the result of reading it.
func (w *write) takePicture(p ipc.ObserveParams, img reply.Image, done chan<- readDone) (r ipc.ObserveResult, err error) {
	if err := w.holdToObserve(p); err != nil {
		return r, err
	}
	call := scene.Call{Step: w.mem.Seq(), Seq: w.mem.Seq(), Asked: w.At}
	set(&call.Step, p.Step)
	if call.Step > call.Seq {
		return r, nav.NotTaken(call.Step, call.Seq)
	}
	call.Image = fmt.Sprintf("%x", sha256.Sum256(img.Bytes))
	err = w.c.view(func(tx *kv.Tx) error {
		waiting, err := store.WaitingPictures(tx, w.id)
		if err != nil {
			return err
		}
		if waiting >= maxWaiting {
			return fault.New(fault.Unavailable, "%d pictures of this episode already wait for a model", waiting).About("image", nil).
				WithHint("send a picture only when scene_due says so, or set wait: true")
		}
		last, err := store.LastScene(tx, w.id)
		call.N = last + 1
		return err
	})
	if err != nil {
		return r, err
	}
	store.PutScene(&w.Changes, w.id, call)
	store.PutPicture(&w.Changes, w.id, call.N, scene.Picture{MIME: img.MIME, Bytes: img.Bytes})
	w.Then(func() { w.c.cameras.show(w.id, call.Step, img) })
	w.remembers(w.mem.SceneAsked())
	kept := w.watch(p.Ranges)
	w.Then(func() { w.c.sights.read(p.Episode, call.N, done) }) // in time: a reader has to hold the episode, which this write still does
	r = w.observed(nav.TransitionPending)
	r.RangesKept = kept
	return r, nil
}

// observed is the answer to nav.observe.
func (w *write) observed(transition nav.Transition) ipc.ObserveResult {
	return ipc.ObserveResult{
		Place: w.mem.Where(), Transition: transition, Candidate: w.mem.State().Candidate, Events: w.Events(), SceneDue: w.mem.SceneDue(),
	}
}

// read starts the reader of an episode's pictures, or tells it that there are more. done,
// if it is not nil, gets the result of picture n.
func (s *sights) read(id string, n int, done chan<- readDone) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.readers[id]
	running := r != nil
	if !running {
		r = &pictureReader{waiting: map[int]chan<- readDone{}}
		s.readers[id] = r
	}
	if done != nil {
		r.waiting[n] = done
	}
	r.more = true
	if running || s.c.background.Go(func() { s.readAll(id, r) }) {
		return
	}
	delete(s.readers, id)
	if done != nil {
		done <- readDone{err: background.Stopping()}
	}
}

// resume starts readers for the pictures that waited when the daemon stopped.
func (s *sights) resume() {
	ids, err := read(s.c, store.EpisodesWithPictures)
	if err != nil {
		s.c.log.Error("pictures that wait were not found", "error", err)
	}
	for _, id := range ids {
		s.read(id, 0, nil)
	}
}

// readAll reads pictures until none waits. After an error of the store it stops;
// the next picture, or the next start, goes on.
func (s *sights) readAll(id string, r *pictureReader) {
	var err error
	for s.keepReading(id, r, err) {
		for more := true; more && err == nil; {
			more, err = s.readNext(id, r)
		}
	}
}

// keepReading tells whether more pictures came. If not, it ends the reader, and the calls
// that still wait get the error.
func (s *sights) keepReading(id string, r *pictureReader, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.more && err == nil && s.c.ctx.Err() == nil {
		r.more = false
		return true
	}
	if err == nil {
		err = background.Stopping()
	} else if s.c.ctx.Err() == nil && !fault.Is(err, fault.NotFound) { // not found: the episode was deleted
		s.c.log.Error("the pictures of an episode are not read", "episode", id, "error", err)
	}
	for _, done := range r.waiting {
		done <- readDone{err: err}
	}
	delete(s.readers, id)
	return false
}

// readNext reads the oldest waiting picture; false when none waits. A panic ends this
// reader, not the daemon.
func (s *sights) readNext(id string, r *pictureReader) (more bool, err error) {
	defer background.Recover(&err)
	var call scene.Call
	var pic scene.Picture
	if err := s.c.view(func(tx *kv.Tx) (err error) { call, pic, more, err = store.NextPicture(tx, id); return err }); err != nil || !more {
		return false, err
	}
	goal := ""
	if err := s.c.memories.with(id, func(l *live) error { goal = l.ep.Goal; return nil }); err != nil {
		return false, err
	}
	s.ask(&call, goal, reply.Image{MIME: pic.MIME, Bytes: pic.Bytes, View: -1})
	if err := s.c.ctx.Err(); err != nil {
		return false, err
	}
	result, err := s.file(id, call)
	s.mu.Lock()
	defer s.mu.Unlock()
	if done := r.waiting[call.N]; done != nil {
		done <- readDone{result, err}
		delete(r.waiting, call.N)
	}
	return true, err
}

// ask has the models read a picture.
func (s *sights) ask(call *scene.Call, goal string, img reply.Image) {
	role, models := ask.Scene(s.c.config()), ask.ModelsOf(s.c.config().Scene.Chain)
	ctx, cancel := context.WithTimeout(s.c.ctx, role.Deadline)
	defer cancel()
	img, err := s.c.models.Fit(ctx, img)
	if err != nil {
		call.Failed = fault.As(err).Error()
		return
	}
	ask := scene.Ask(s.c.prompts.scene, goal, img)
	call.Prompt = reply.Hash(ask.System + "\n" + ask.Prompt)
	m := scene.NewMachine(ask, models)
	s.c.models.Drive(ctx, role, m, models)
	call.Attempts = m.Attempts()
	if s, ok := m.Answer(); ok {
		call.Scene = &s
		return
	}
	call.Failed = lastReason(call.Attempts, models)
}

// file stores the result of a picture in the memory and the log.
func (s *sights) file(id string, call scene.Call) (r ipc.ObserveResult, err error) {
	w := s.c.write()
	defer w.end(&err)
	if err := w.hold(id); err != nil {
		return r, err
	}
	call.Done = w.At
	transition := nav.TransitionNone
	if w.ep.Status == episode.Ended {
		call.Failed, call.Scene = "the episode has ended", nil
	} else {
		transition = w.see(&call)
	}
	store.PutScene(&w.Changes, id, call)
	store.DeletePicture(&w.Changes, id, call.N)
	err = w.commit(s.c.ctx, nil)
	r = w.observed(transition)
	r.Scene = call.Scene
	return r, err
}

// see takes the scene of a picture, or its failure, into the memory and the log.
func (w *write) see(call *scene.Call) nav.Transition {
	w.mem.SceneRead()
	if s := call.Scene; s != nil {
		sample := nav.Sample{Step: call.Step, Label: s.Type, Description: s.Description, Objects: s.Objects}
		transition, err := w.sample(store.Scene{Sample: sample, Picture: call.N})
		if err == nil {
			return transition
		}
		call.Failed = fault.As(err).Error()
	}
	w.sceneFailed(store.Scene{Failed: call.Failed, Picture: call.N})
	return nav.TransitionNone
}
