package daemon_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
)

// TestDeleteInPieces deletes an episode with thousands of records. It is gone at
// once; its records go in many commits, beside steps, also when the daemon is
// opened again in between; and nothing is left of it.
func TestDeleteInPieces(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	for _, restarts := range []int{0, 3} {
		t.Run(fmt.Sprint(restarts, " restarts"), func(t *testing.T) {
			h := newHouse(t)
			other := h.begin()
			kept := into[ipc.Info](t, h.do(ipc.NavdInfo, `{}`)).Counts
			id := h.begin()
			for from := 1; from < 2000; from += 1000 {
				steps := make([]string, 1000)
				for i := range steps {
					steps[i] = fmt.Sprintf(`{"seq":%d,"action":"move_forward"}`, from+i)
				}
				h.do(ipc.NavSteps, fmt.Sprintf(`{"episode":%q,"steps":[%s]}`, id, strings.Join(steps, ",")))
			}
			h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"free_m":2,"see_m":3}]}`, id))

			deleted := into[ipc.DeleteResult](t, h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q,"key":"d"}`, id)))
			for _, method := range []fmt.Stringer{ipc.NavGraph, ipc.EpisodeLog, ipc.EpisodeDelete} {
				if _, err := h.call(method, fmt.Sprintf(`{"episode":%q}`, id)); !fault.Is(err, fault.NotFound) {
					t.Errorf("%s: %v", method, err)
				}
			}
			for range restarts {
				h.restart()
			}
			if again := into[ipc.DeleteResult](t, h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q,"key":"d"}`, id))); again != deleted {
				t.Errorf("by its key %+v, was %+v", again, deleted)
			}
			steps, commits := 0, 0
			for left := true; left; {
				steps++
				h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"stop"}`, other, steps))
				counts := into[ipc.Info](t, h.do(ipc.NavdInfo, `{}`)).Counts
				left = counts["anchors"] > kept["anchors"] || counts["plans"] > 0 || counts["sites"] > 0
				commits = into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`)).Store.Commits
				if !left && restarts == 0 && commits-steps < deleted.Records/200 {
					t.Errorf("%d commits for %d records", commits-steps, deleted.Records)
				}
				time.Sleep(time.Millisecond) // the sweep takes its time
			}
			if deleted.Records < 2000 {
				t.Errorf("%d records", deleted.Records)
			}
			h.restart() // and what it says then is what is stored
			log := into[ipc.LogResult](t, h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"limit":1000,"kinds":["step"]}`, other)))
			if len(log.Entries) != min(steps, 1000) {
				t.Errorf("%d steps in the log, want %d", len(log.Entries), steps)
			}
			h.sound()
		})
	}
}

// swept waits until no more than n anchors are left, and no plans, and gives
// the counts of all records then.
func (h *house) swept(anchors int) map[string]int {
	h.t.Helper()
	for {
		counts := into[ipc.Info](h.t, h.do(ipc.NavdInfo, `{}`)).Counts
		if counts["anchors"] <= anchors && counts["sites"]+counts["plans"]+counts["scenes"]+counts["searches"] == 0 {
			return counts
		}
		time.Sleep(time.Millisecond)
	}
}

// TestCountsOfDeleted: of a deleted episode the log keeps the events, which subscribers may
// still ask for, and nothing else.
func TestCountsOfDeleted(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"kitchen"}`, id))
	for seq := range 40 {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"move_forward"}`, id, seq+1))
	}
	h.end(id)
	events := len(into[ipc.LogResult](t, h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"limit":1000,"kinds":["event"]}`, id))).Entries)
	h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, id))
	if got := h.swept(0)["log_entries"]; got != events || events == 0 {
		t.Errorf("the log has %d lines, want %d events", got, events)
	}
}
