package daemon

import (
	"context"
	"slices"
	"sync"

	"navd/daemon/reply"
	"navd/ipc"
)

// cameras keeps the last pictures of each episode in RAM, for people who watch. They are
// not stored, and gone after a restart.
type cameras struct {
	mu    sync.Mutex // guards shown; no other lock is taken under it
	shown []shot     // the oldest first, one an episode
}

// shot is the pictures of an episode that one call brought.
type shot struct {
	episode  string
	seq      int // step at which they came
	pictures []ipc.Picture
	bytes    int
}

// mostShown is how many bytes of pictures are kept; the oldest go first.
const mostShown = 32 << 20

// show keeps the pictures of a call, if it has any, in place of the episode's last ones.
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

// of tells whether two shots are of the same episode.
func (s shot) of(other shot) bool { return s.episode == other.episode }

// last gives the last pictures of an episode; seq is -1 when there are none.
func (c *cameras) last(episode string) shot {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.shown, shot{episode: episode}.of); i >= 0 {
		return c.shown[i]
	}
	return shot{episode: episode, seq: -1}
}

// forget drops the pictures of an episode that is deleted.
func (c *cameras) forget(episode string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown = slices.DeleteFunc(c.shown, shot{episode: episode}.of)
}

// Pictures gives the last pictures of an episode.
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
