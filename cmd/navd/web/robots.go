package web

import (
	"context"
	"sync"
	"time"

	"navd/cmd/navd/story"
	"navd/daemon/fault"
	"navd/ipc"
)

// robots remembers where robots are, so that the daemon is asked only about those that may
// have moved.
type robots struct {
	mu    sync.Mutex       // guards known; held while the daemon is asked
	known map[string]robot // by episode
}

// robot is where a robot is, or was when its episode ended, and what it does.
type robot struct {
	ipc.WhereResult
	Does []story.Doing `json:"does"`

	asked time.Time
}

const (
	restTime  = 30 * time.Second // after so long without a step, a robot is asked for every restEvery
	restEvery = 10 * time.Second
	mostGone  = 12 // ended episodes that are asked for, the newest
)

// robots gives where the robots of the list are, by episode.
func (s *Server) robots(ctx context.Context, c Conn, st *stream) (any, error) {
	r := &s.where
	r.mu.Lock()
	defer r.mu.Unlock()
	known, shown := map[string]robot{}, map[string]robot{}
	gone := 0
	for _, row := range st.rows {
		if !row.open() {
			gone++
		}
		is, was := r.known[row.ID]
		if !was && gone > mostGone && !row.open() {
			continue
		}
		if now := s.Now(); !was || is.stale(row, now) {
			where, err := ipc.NavWhere.Call(ctx, c, ipc.EpisodeParams{Episode: row.ID})
			if fault.Is(err, fault.NotFound) { // it was deleted
				continue
			}
			if err != nil {
				return nil, err
			}
			is = robot{WhereResult: where, asked: now}
		}
		is.Does = story.Where(is.WhereResult)
		known[row.ID], shown[row.ID] = is, is
	}
	r.known = known
	return map[string]any{"robots": shown}, nil
}

// stale reports whether it is time to ask for a robot again.
func (r robot) stale(row row, now time.Time) bool {
	if r.Status != "open" {
		return false
	}
	return !row.open() || now.Sub(r.At) < restTime || now.Sub(r.asked) >= restEvery
}
