package daemon_test

import (
	"fmt"
	"testing"

	"navd/daemon/episode"
	"navd/ipc"
)

// TestDamagedJob: one damaged record of a job must not keep the daemon
// from opening: damage harms whoever needs the record.
func TestDamagedJob(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "sofa")
	h.say(e, "the sofa is red")
	h.end(e)
	h.jobsOf(e)
	damage(t, h, "jobs") // fails in open
	h.do(ipc.EpisodeBegin, `{"goal":"sofa"}`)
}

// TestDamagedEntry: with a damaged entry the robot goes on. Its episodes
// begin and end, and an end that was not stored is not answered as one.
func TestDamagedEntry(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "sofa")
	h.say(e, "the sofa is in the living room")
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":1}]}`, e))
	damage(t, h, "grounding")
	if _, err := h.call(ipc.EpisodeBegin, `{"goal":"sofa","scene_id":"home"}`); err != nil {
		t.Errorf("episode.begin: %v", err)
	}
	for i := range 2 {
		if _, err := h.call(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":true}`, e)); err != nil {
			t.Errorf("episode.end, call %d: %v", i+1, err)
		}
	}
	h.restart()
	got := into[episode.Episode](t, h.do(ipc.EpisodeGet, fmt.Sprintf(`{"episode":%q}`, e)))
	if got.Status != episode.Ended {
		t.Errorf("the second end was answered, but after a restart the episode is %s", got.Status)
	}
}
