package main

import (
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/ipc"
	"navd/ipc/client"
)

// process starts the real navd as a process of its own, and waits until it answers.
func process(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	socket := filepath.Join(dir, "s")
	cmd := exec.Command(built(t), "run", "--socket", socket, "--data-dir", filepath.Join(dir, "data"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	for late := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if c, err := client.Dial(socket); err == nil {
			_, err = ipc.NavdInfo.Call(t.Context(), c, ipc.None{})
			if c.Close(); err == nil {
				return cmd
			}
		}
		if time.Now().After(late) {
			t.Fatal("navd does not answer")
		}
	}
}

// TestRunOutlivesKills kills the daemon under the robots and starts it again. The searches go
// on, and come out as without that.
func TestRunOutlivesKills(t *testing.T) {
	if testing.Short() {
		t.Skip("the navd that it starts is another process")
	}
	dir := lonely(t)
	navd := process(t, dir)
	args := []string{"run", "--socket", filepath.Join(dir, "s"), "--generate", "2", "--seed", "18", "--profile", "std", "--jobs", "2", "--json"}
	undisturbed := succeeds(t, append(args, "--run", "undisturbed")...)

	ctx, stop := context.WithCancel(t.Context())
	type outcome struct {
		code           int
		stdout, stderr string
	}
	ended := make(chan outcome, 1)
	go func() {
		defer stop()
		var o outcome
		o.code, o.stdout, o.stderr = commandIn(t.Context(), append(args, "--run", "killed")...)
		ended <- o
	}()
	kills := 0
	for ; kills < 3 && walked(ctx, filepath.Join(dir, "s"), "killed", 30*(kills+1)); kills++ {
		if err := navd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = navd.Wait()
		navd = process(t, dir)
	}
	o := <-ended
	t.Logf("%d kills", kills)
	if o.code != 0 || o.stderr != "" || kills == 0 {
		t.Fatalf("after %d kills: exit code %d: %s", kills, o.code, o.stderr)
	}
	if diff := cmp.Diff(bareLines(t, undisturbed), bareLines(t, o.stdout)); diff != "" {
		t.Errorf("after %d kills: -undisturbed +killed\n%s", kills, diff)
	}
}

// walked waits until the robots of a run have taken n steps together; false when ctx
// ends before.
func walked(ctx context.Context, socket, run string, steps int) bool {
	c, err := client.Dial(socket)
	if err != nil {
		return false
	}
	defer c.Close()
	for ; ctx.Err() == nil; time.Sleep(time.Millisecond) {
		r, err := ipc.EpisodeList.Call(ctx, c, ipc.EpisodeListParams{Run: run, Limit: 100})
		if err != nil {
			continue
		}
		n := 0
		for _, e := range r.Episodes {
			if w, err := ipc.NavWhere.Call(ctx, c, ipc.EpisodeParams{Episode: e.ID}); err == nil {
				n += w.Seq
			}
		}
		if n >= steps {
			return true
		}
	}
	return false
}

// bareLines gives the lines of a scorecard without the ids of its episodes, in an order that
// is always the same.
func bareLines(t *testing.T, stdout string) (all []string) {
	t.Helper()
	for line := range strings.Lines(stdout) {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		delete(v, "episode")
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	slices.Sort(all)
	return all
}
