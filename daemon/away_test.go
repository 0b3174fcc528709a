package daemon_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"navd/daemon"
	"navd/daemon/datadir"
	"navd/daemon/fault"
	"navd/ipc"
)

// A store whose file is not at its path any more would be gone with the daemon: writes
// are refused, health says why, and what the daemon has can be saved and opened.
func TestStoreAway(t *testing.T) {
	for _, tt := range []struct {
		name   string
		do     func(t *testing.T, db string)
		reason string
	}{
		{"removed", func(t *testing.T, db string) { attempt(t, os.Remove(db)) }, "there is none at"},
		{"its directory removed", func(t *testing.T, db string) { attempt(t, os.RemoveAll(filepath.Dir(db))) }, "there is none at"},
		{"replaced", func(t *testing.T, db string) {
			attempt(t, os.WriteFile(db+".other", nil, 0o600))
			attempt(t, os.Rename(db+".other", db))
		}, "another one is at"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t)
			episode := h.begin()
			db := filepath.Join(h.opts.Config.DataDir, daemon.DBFile)
			tt.do(t, db)
			health := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`))
			if health.OK || health.Degraded[0].What != "store" || !strings.Contains(health.Degraded[0].Reason, tt.reason) {
				t.Errorf("health is %+v", health)
			}
			step := `{"episode":"` + episode + `","seq":1,"action":"move_forward"}`
			e := h.refuse(ipc.NavStep, step, refusal{Code: -32006, Kind: fault.Unavailable})
			if !strings.Contains(e.Message, tt.reason) || !strings.Contains(e.Data.Hint, "navd backup") {
				t.Errorf("got %s, hint %s", e.Message, e.Data.Hint)
			}
			h.do(ipc.EpisodeGet, `{"episode":"`+episode+`"}`)

			saved := filepath.Join(t.TempDir(), "saved.db")
			h.do(ipc.NavdBackup, `{"path":"`+saved+`"}`)
			h.stop()
			_, err := datadir.Restore(t.Context(), saved, filepath.Dir(db), datadir.Options{})
			attempt(t, err)
			h.open()
			h.do(ipc.NavStep, step)
		})
	}
}

// A file that is put back is the store again.
func TestStoreBack(t *testing.T) {
	h := newHouse(t)
	episode := h.begin()
	db := filepath.Join(h.opts.Config.DataDir, daemon.DBFile)
	attempt(t, os.Rename(db, db+".old"))
	step := `{"episode":"` + episode + `","seq":1,"action":"move_forward"}`
	h.refuse(ipc.NavStep, step, refusal{Code: -32006, Kind: fault.Unavailable})
	attempt(t, os.Rename(db+".old", db))
	if health := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)); !health.OK {
		t.Errorf("health is %+v", health)
	}
	h.do(ipc.NavStep, step)
}

// When nobody writes and nobody asks, the log tells.
func TestStoreAwayLogged(t *testing.T) {
	t.Parallel()
	said := awaited{"the store cannot commit", make(chan string, 1)}
	h := newHouse(t, func(o *daemon.Options) { o.Log = slog.New(slog.NewTextHandler(said, nil)) })
	attempt(t, os.Remove(filepath.Join(h.opts.Config.DataDir, daemon.DBFile)))
	select {
	case line := <-said.line:
		if !strings.Contains(line, "navd backup") {
			t.Errorf("no way out: %s", line)
		}
	case <-time.After(patience):
		t.Error("the log does not tell")
	}
}

// awaited is a log of which one line is waited for.
type awaited struct {
	text string
	line chan string
}

func (a awaited) Write(b []byte) (int, error) {
	if strings.Contains(string(b), a.text) {
		a.line <- string(b)
	}
	return len(b), nil
}

func attempt(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
