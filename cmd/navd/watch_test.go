package main

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"navd/cmd/navd/story"
	"navd/daemon/episode"
	"navd/daemon/nav"
	"navd/ipc"
)

// TestWatch: `navd watch` and `navd episodes log --follow` outlive the daemon's kill -9
// and go on where they were.
func TestWatch(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	lines := func(args ...string) (*bufio.Scanner, func(os.Signal)) {
		cmd := h.navd(args...)
		return h.begin(cmd), func(sig os.Signal) {
			if sig != nil {
				_ = cmd.Process.Signal(sig) // Wait tells
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("%q ended with %v", args, err)
			}
		}
	}
	watch, stopWatch := lines("watch")
	lineWith(t, watch, "navd is not running at "+h.socket+"; waiting for it")
	d, c := h.daemon()
	begun := must(t, c, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", SceneID: "home"})
	lineWith(t, watch, "navd answers")
	lineWith(t, watch, "Looks for the sofa in home, episode "+begun.Episode)
	step := ipc.StepParams{Episode: begun.Episode, Step: nav.Step{Seq: 1, Action: nav.Forward}}
	must(t, c, ipc.NavStep, step)
	log, endLog := lines("episodes", "log", begun.Episode, "--follow", "--kinds", "step")
	lineWith(t, log, `"seq":1`)

	if err := d.Process.Kill(); err != nil { // -9
		t.Fatal(err)
	}
	_ = d.Wait() // it was killed
	lineWith(t, watch, "waiting for it")
	_, c = h.daemon()
	lineWith(t, watch, "navd answers")
	step.Seq = 2
	must(t, c, ipc.NavStep, step)
	var entry ipc.LogEntry
	if err := json.Unmarshal([]byte(lineWith(t, log, "")), &entry); err != nil || entry.Seq != 2 {
		t.Errorf("behind the line of step 1 comes %+v, %v", entry, err)
	}
	must(t, c, ipc.EpisodeGoal, ipc.GoalParams{Episode: begun.Episode, Goal: "bed"})
	lineWith(t, watch, "Looks for the bed from here on")
	step.Seq = 3
	must(t, c, ipc.NavStep, step)
	yes := true
	must(t, c, ipc.EpisodeEnd, ipc.EndParams{Episode: begun.Episode, Success: &yes})
	lineWith(t, watch, "Found the bed after 1 step")
	must(t, c, ipc.FeedbackAdd, ipc.FeedbackParams{Episode: begun.Episode, Text: "the bed is in the bedroom", Author: "ann"})
	again, stopAgain := lines("watch", begun.Episode)
	lineWith(t, again, "Looks for several things, now for the bed, in home, episode "+begun.Episode)
	lineWith(t, again, "Found the bed after 1 step")
	lineWith(t, again, "A user says: the bed is in the bedroom")
	stopAgain(syscall.SIGINT)
	endLog(nil)
	stopWatch(syscall.SIGINT)
}

// TestQuiet: a search that says nothing for a while is told of once, until it goes on.
func TestQuiet(t *testing.T) {
	var out strings.Builder
	at := time.Date(2026, 11, 26, 10, 0, 0, 0, time.Local)
	w := watch{app: &app{out: &out}, last: at, seen: story.Seen{Record: episode.Episode{ID: "x", Status: episode.Open}}}
	for _, after := range []time.Duration{4, 6, 60} {
		w.now(at.Add(after * time.Second))
	}
	w.last = at.Add(time.Minute)
	w.now(at.Add(61 * time.Second))
	w.now(at.Add(67 * time.Second))
	if got, want := out.String(), "10:00:06  Nothing new for 5 s\n10:01:07  Nothing new for 5 s\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
