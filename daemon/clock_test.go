package daemon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/ipc"
)

// newTimedHouse is a house whose clock is off by what may be set.
func newTimedHouse(t *testing.T) (*house, *atomic.Int64) {
	off := &atomic.Int64{}
	h := newHouse(t, func(o *daemon.Options) {
		steady := o.Now
		o.Now = func() time.Time { return steady().Add(time.Duration(off.Load())) }
		o.NewID = nil
	})
	return h, off
}

// What users say later here is later, whatever the clock says: after a jump, and after
// a start behind one.
func TestClockJumps(t *testing.T) {
	const year = 365 * 24 * time.Hour
	for _, tt := range []struct {
		name    string
		jumps   []time.Duration // of the clock from the true time, one for each statement
		restart bool
	}{
		{"it was ahead", []time.Duration{3 * year, 0}, false},
		{"it was ahead before a restart", []time.Duration{3 * year, 0}, true},
		{"it has fallen back to its first day", []time.Duration{0, -50 * year}, true},
		{"ahead, back, and ahead by less", []time.Duration{3 * year, 0, year, 0}, true},
		{"it was right", []time.Duration{0, 0}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, off := newTimedHouse(t)
			episode := h.begin()
			var last ipc.FeedbackResult
			for i, jump := range tt.jumps {
				off.Store(int64(jump))
				if tt.restart && i > 0 {
					h.restart()
				}
				last = into[ipc.FeedbackResult](t, h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"text":"s: the lamp is %s"}`, episode, []string{"green", "blue", "red", "white"}[i])))
			}
			h.restart()
			active := into[ipc.GroundingListResult](t, h.do(ipc.GroundingList, `{"state":"active"}`))
			var ids []string
			for _, e := range active.Entries {
				ids = append(ids, e.ID)
			}
			if diff := cmp.Diff(last.IDs, ids); diff != "" {
				t.Errorf("in use (-last +is):\n%s", diff)
			}
		})
	}
}

// A file keeps its time: what was said here after it counts, and what was said before
// it does not; one out of the future counts as of now.
func TestClockImports(t *testing.T) {
	for _, tt := range []struct {
		name  string
		made  string // time of the file
		clock time.Duration
		want  string // text in use
	}{
		{"older than what was said", "2025-06-01T00:00:00Z", 0, "the lamp is green"},
		{"newer than what was said", "2026-02-01T00:00:00Z", 60 * 24 * time.Hour, "the lamp is blue"},
		{"older, and the clock has fallen back", "2025-06-01T00:00:00Z", -10 * 365 * 24 * time.Hour, "the lamp is green"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, off := newTimedHouse(t)
			h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"scope":"everywhere","text":"s: the lamp is green"}`, h.begin()))
			off.Store(int64(tt.clock))
			h.restart()
			file, err := json.Marshal(map[string]any{"final_grounding": map[string]any{
				"generation_timestamp": tt.made, "spatial_grounding": map[string]string{"content": "the lamp is blue"},
			}})
			if err != nil {
				t.Fatal(err)
			}
			h.do(ipc.GroundingImport, fmt.Sprintf(`{"files":[{"name":"a.json","content":%q}]}`, file))
			var texts []string
			for _, e := range into[ipc.GroundingListResult](t, h.do(ipc.GroundingList, `{"state":"active"}`)).Entries {
				texts = append(texts, e.Text)
			}
			if !slices.Equal(texts, []string{tt.want}) {
				t.Errorf("in use are %q, want %q", texts, tt.want)
			}
		})
	}
}

// Lists give the newest first by the order in which things came.
func TestClockLists(t *testing.T) {
	h, off := newTimedHouse(t)
	var ids []string
	for _, jump := range []time.Duration{0, 26280 * time.Hour, 0, -26280 * time.Hour} {
		off.Store(int64(jump))
		h.restart()
		ids = append(ids, h.begin())
	}
	slices.Reverse(ids)
	var got []string
	for _, e := range into[ipc.EpisodeListResult](t, h.do(ipc.EpisodeList, `{}`)).Episodes {
		got = append(got, e.ID)
	}
	if diff := cmp.Diff(ids, got); diff != "" {
		t.Error(diff)
	}
}
