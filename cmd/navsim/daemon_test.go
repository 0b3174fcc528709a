package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"navd/config"
	"navd/daemon"
	"navd/daemon/episode"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// long makes tests take all of what only repeats itself: every episode, every
// house. CONTRIBUTING.md says when.
func long() bool { return os.Getenv("NAVD_TEST_LONG") != "" }

// figures skips a test of what comes out. It is long; under the race detector it takes ten
// times as long, and does nothing at once that TestJobs and TestEvalFailsLate do not do too.
func figures(t *testing.T) {
	t.Helper()
	if raced || testing.Short() {
		t.Skip("it is long, and others search at once")
	}
}

// navd starts a daemon of its own for a test and gives its socket.
func navd(t testing.TB) (socket string) {
	t.Helper()
	return navdWith(t, func(*daemon.Options) {})
}

// navdWith is navd with other options. Writes are not synced: these tests are
// about what is decided, not about disks.
func navdWith(t testing.TB, set func(*daemon.Options)) (socket string) {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "navsim") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	cfg := config.Default()
	cfg.DataDir, cfg.Socket.Path, cfg.Durability = filepath.Join(dir, "data"), filepath.Join(dir, "navd.sock"), "relaxed"
	opts := daemon.Options{Config: cfg}
	set(&opts)
	d, err := daemon.Open(opts)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := server.Listen(cfg.Socket.Path, server.ListenOptions{})
	if err != nil {
		d.Close()
		t.Fatal(err)
	}
	s := server.New(server.Options{Methods: server.Methods(d), Incident: d.Incident, Observe: d.Observe})
	served := make(chan error, 1)
	go func() { served <- s.Serve(context.WithoutCancel(t.Context()), ln) }()
	t.Cleanup(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Errorf("shutdown: %v", err)
		}
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
		if err := d.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return cfg.Socket.Path
}

// dialed gives a client of the daemon at socket.
func dialed(t testing.TB, socket string) *client.Client {
	t.Helper()
	c, err := client.Dial(socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// plansIn gives the plans in a log.
func plansIn(t *testing.T, entries []ipc.LogEntry) (plans []planner.Plan) {
	t.Helper()
	for _, e := range entries {
		if store.Kind(e.Kind) != store.KindPlan {
			continue
		}
		var p planner.Plan
		if err := json.Unmarshal(e.Data, &p); err != nil {
			t.Fatal(err)
		}
		plans = append(plans, p)
	}
	return plans
}

// record is what navd keeps of an episode: the record and the whole log.
func record(t *testing.T, c *client.Client, id string) (episode.Episode, []ipc.LogEntry) {
	t.Helper()
	ep, err := ipc.EpisodeGet.Call(t.Context(), c, ipc.EpisodeParams{Episode: id})
	if err != nil {
		t.Fatal(err)
	}
	var entries []ipc.LogEntry
	for p := (ipc.LogParams{Episode: id, Limit: 1000}); ; {
		r, err := ipc.EpisodeLog.Call(t.Context(), c, p)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, r.Entries...)
		if p.Cursor = r.Cursor; p.Cursor == "" {
			return ep, entries
		}
	}
}
