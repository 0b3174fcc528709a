package main

import (
	"context"
	"testing"
	"time"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/server"
)

// TestOnly finds the episode that is meant among those that killed controllers left open.
func TestOnly(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for _, tt := range []struct {
		name string
		open map[string]time.Time // when each took its last step
		want string               // "": it cannot be told
	}{
		{"one alone, of last week", map[string]time.Time{"a": ago(7 * 24 * time.Hour)}, "a"},
		{"two at work", map[string]time.Time{"a": ago(time.Hour), "b": now}, ""},
		{"others left an hour before", map[string]time.Time{"a": ago(time.Hour + 1), "b": now, "c": ago(90 * time.Hour)}, "b"},
		{"the newer ones were left", map[string]time.Time{"a": now, "b": ago(2 * time.Hour), "c": ago(3 * time.Hour)}, "a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			h.serve(
				server.Bind(ipc.EpisodeList, func(context.Context, ipc.EpisodeListParams) (r ipc.EpisodeListResult, err error) {
					for id := range tt.open {
						r.Episodes = append(r.Episodes, episode.Episode{ID: id, Status: episode.Open})
					}
					return r, nil
				}),
				server.Bind(ipc.NavWhere, func(_ context.Context, p ipc.EpisodeParams) (ipc.WhereResult, error) {
					return ipc.WhereResult{Episode: p.Episode, At: tt.open[p.Episode]}, nil
				}),
			)
			got, err := only(t.Context(), h.dial())
			if got != tt.want || (err != nil) != (tt.want == "") || err != nil && !fault.Is(err, fault.Invalid) {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}
