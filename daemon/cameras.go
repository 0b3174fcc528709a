package daemon

import (
	"context"
	"slices"
	"sync"

	"navd/daemon/reply"
	"navd/ipc"
)

// cameras keeps in RAM what the cameras of robots showed last, for people who watch.
// Nothing of it is stored, and it is gone after a restart.
type cameras struct {
	mu    sync.Mutex // guards shown; nothing is taken under it
	shown []shot     // the oldest first, one an episode
}

// shot is what one call brought of an episode's camera.
type shot struct {
	episode  string
	seq      int // step at which it came
	pictures []ipc.Picture
	bytes    int
}

// mostShown is how many bytes of pictures are kept; those that came last stay.
const mostShown = 32 << 20

// show keeps the pictures of a call, if there are any, in place of those before.
func (c *cameras) show(episode string, seq int, images ...reply.Image) {
	s := shot{episode: episode, seq: seq}
	for _, i := range images {
		p := ipc.Picture{MIME: i.MIME, Base64: i.Bytes}
		if i.View >= 0 {
			p.View = &i.View
		}
		s.pictures, s.bytes = append(s.pictures, p), s.bytes+len(i.Bytes)
	}
	if s.bytes == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown = append(slices.DeleteFunc(c.shown, s.of), s)
	total := 0
	for i := range slices.Backward(c.shown) {
		if total += c.shown[i].bytes; total > mostShown {
			c.shown = slices.Delete(c.shown, 0, i+1)
			return
		}
	}
}

// of tells whether two are of the same episode.
func (s shot) of(other shot) bool { return s.episode == other.episode }

// last gives what an episode's camera showed last; none: seq is -1.
func (c *cameras) last(episode string) shot {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.shown, shot{episode: episode}.of); i >= 0 {
		return c.shown[i]
	}
	return shot{episode: episode, seq: -1}
}

// forget drops those of an episode that is deleted.
func (c *cameras) forget(episode string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown = slices.DeleteFunc(c.shown, shot{episode: episode}.of)
}

// Pictures gives what the camera of an episode showed last.
func (n *Nav) Pictures(_ context.Context, p ipc.PicturesParams) (r ipc.PicturesResult, err error) {
	r.Pictures = []ipc.Picture{}
	err = n.c.memories.with(p.Episode, func(*live) error {
		s := n.c.cameras.last(p.Episode)
		if s.seq < 0 {
			return nil
		}
		r.Seq = s.seq
		for i, picture := range s.pictures {
			if p.Of == nil || *p.Of == i {
				r.Pictures = append(r.Pictures, picture)
			}
		}
		return nil
	})
	return r, err
}
