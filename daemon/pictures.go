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
	more    bool                      // pictures came since the reader last looked
	waiting map[int][]chan<- readDone // by number: calls that wait for it
}

// readDone is the result of reading a picture.
type readDone struct {
	result ipc.ObserveResult
	err    error
}

// observation is what is stored under the key of nav.observe: the answer; until the picture
// of a call that waits was read, what is known already, and which picture that is.
type observation struct {
	ipc.ObserveResult
	Reading int `json:"reading,omitempty"` // number of the picture, 0: the answer is whole
}

// await gives the answer of a call whose picture is stored, once that was read.
func (n *Nav) await(ctx context.Context, p ipc.ObserveParams, read chan readDone) (r ipc.ObserveResult, err error) {
	ipc.LeaveQueue(ctx)
	select {
	case d := <-read:
		if p.Key != "" && fault.Is(d.err, fault.NotFound) { // a call that was sent again may have come when the picture was just read
			if o, err := n.observe(ctx, p, read); err == nil && o.Reading == 0 {
				return o.ObserveResult, nil
			}
		}
		return d.result, d.err
	case <-ctx.Done(): // the picture is read all the same
		return r, ctx.Err()
	}
}

// takePicture adds a picture to those that wait to be read, if there is room for it, and takes
// the ranges that came with it. When the call waits for it, done gets the result of reading it.
func (w *write) takePicture(p ipc.ObserveParams, img reply.Image, done chan<- readDone) (o observation, err error) {
	if err := w.holdToObserve(p); err != nil {
		return o, err
	}
	call := scene.Call{Step: w.mem.Seq(), Seq: w.mem.Seq(), Asked: w.At}
	set(&call.Step, p.Step)
	if call.Step > call.Seq {
		return o, nav.NotTaken(call.Step, call.Seq)
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
		return o, err
	}
	w.remembers(w.mem.SceneAsked())
	kept, pic := w.watch(p.Ranges), scene.Picture{MIME: img.MIME, Bytes: img.Bytes}
	o.ObserveResult = w.observed(nav.TransitionPending)
	o.RangesKept = kept
	if p.Wait {
		o.Reading, pic.Waiter = call.N, &scene.Waiter{Key: p.Key, Content: w.Content(), RangesKept: kept}
	} else {
		done = nil
	}
	store.PutScene(&w.Changes, w.id, call)
	store.PutPicture(&w.Changes, w.id, call.N, pic)
	w.Then(func() {
		w.c.cameras.show(w.id, call.Step, img)
		w.c.sights.read(w.id, call.N, done) // in time: a reader has to hold the episode, which this write still does
	})
	return o, nil
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
		r = &pictureReader{waiting: map[int][]chan<- readDone{}}
		s.readers[id] = r
	}
	if done != nil {
		r.waiting[n] = append(r.waiting[n], done)
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
// that still wait get the error; without one, that their picture does not wait.
func (s *sights) keepReading(id string, r *pictureReader, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.more && err == nil && s.c.ctx.Err() == nil {
		r.more = false
		return true
	}
	switch {
	case err == nil && s.c.ctx.Err() != nil:
		err = background.Stopping()
	case err == nil:
		err = fault.New(fault.NotFound, "the picture was deleted with its episode").About("episode", id)
	case s.c.ctx.Err() == nil && !fault.Is(err, fault.NotFound): // not found: the episode was deleted
		s.c.log.Error("the pictures of an episode are not read", "episode", id, "error", err)
	}
	for n := range r.waiting {
		r.tell(n, readDone{err: err})
	}
	delete(s.readers, id)
	return false
}

// tell gives the calls that wait for picture n its result.
func (r *pictureReader) tell(n int, result readDone) {
	for _, done := range r.waiting[n] {
		done <- result
	}
	delete(r.waiting, n)
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
	result, err := s.file(id, call, pic.Waiter)
	s.mu.Lock()
	defer s.mu.Unlock()
	r.tell(call.N, readDone{result, err})
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

// file stores the result of a picture in the memory and the log, with the answer of the call
// that waits for it, nil: none does.
func (s *sights) file(id string, call scene.Call, waiter *scene.Waiter) (r ipc.ObserveResult, err error) {
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
	r = w.observed(transition)
	r.Scene = call.Scene
	if waiter != nil {
		r.RangesKept = waiter.RangesKept
	}
	if waiter != nil && waiter.Key != "" {
		if err := w.Answer(waiter.Key, waiter.Content, r); err != nil {
			return r, err
		}
	}
	return r, w.commit(s.c.ctx, nil)
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
