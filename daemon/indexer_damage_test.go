package daemon_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"navd/daemon"
	"navd/ipc"
)

// lines keeps what is logged.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// newTown is a house with n episodes of one described place each, indexed, and
// what it logs.
func newTown(t *testing.T, n int) (*house, *lines) {
	log := &lines{}
	h := newHouse(t, func(o *daemon.Options) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
	for i := range n {
		h.do(ipc.EpisodeBegin, `{"goal":"sofa"}`)
		h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":"e%03d","scene_type":"kitchen","description":"Shelf number%03d stands here."}`, i+1, i+1))
	}
	h.indexed(`{"query":"number001"}`)
	return h, log
}

// segments does something to every file of the index with postings: some of them
// may be in use no more.
func segments(t *testing.T, h *house, harm func(file string) error) error {
	t.Helper()
	files, err := filepath.Glob(h.index("words-*/store/*.zap"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no segments: %v", err)
	}
	for _, file := range files {
		if err := harm(file); err != nil {
			return err
		}
	}
	return nil
}

// merged waits until the index has merged its files: a merge reads them in a
// goroutine of its own, where nobody can catch that one is cut.
func merged(t *testing.T, h *house) {
	t.Helper()
	var files []string
	for same := 0; same < 50; same++ {
		now, err := filepath.Glob(h.index("words-*/store/*.zap"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(now, files) {
			files, same = now, 0
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// flipped flips a bit in the middle of a file.
func flipped(file string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	raw[len(raw)/2] ^= 4
	return os.WriteFile(file, raw, 0o600)
}

// An index that is deleted or damaged is filled again while the daemon serves,
// and searches are answered all the time.
func TestIndexDamage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, reason string
		damage       func(t *testing.T, h *house) error
	}{
		{"directory deleted", "it is new", func(_ *testing.T, h *house) error { return os.RemoveAll(h.index("")) }},
		{"byte flipped", "a segment fails its checksum", func(t *testing.T, h *house) error { return segments(t, h, flipped) }},
		{"file cut", "", func(t *testing.T, h *house) error {
			return segments(t, h, func(file string) error { return os.Truncate(file, 100) })
		}},
		{"file gone", "", func(t *testing.T, h *house) error { return segments(t, h, os.Remove) }},
		{"no beginning", "it does not say which words are in use", func(_ *testing.T, h *house) error {
			return os.WriteFile(h.index("CURRENT"), []byte("what"), 0o600)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.reason == "" && !long() {
				t.Skip("package index damages its files in all these ways")
			}
			t.Parallel()
			h, log := newTown(t, 10)
			h.stop()
			if err := tt.damage(t, h); err != nil {
				t.Fatal(err)
			}
			h.open()
			if ids, r := h.find(`{"query":"number007"}`); len(ids) == 0 || ids[0] != "e007/1" {
				t.Errorf("meanwhile: %+v", r)
			}
			h.indexed(`{"query":"number007"}`)
			if ids, r := h.find(`{"query":"number007"}`); len(ids) == 0 || ids[0] != "e007/1" || len(r.Degraded) > 0 {
				t.Errorf("afterwards: %+v", r)
			}
			if !strings.Contains(log.String(), "the index is filled from the store") || !strings.Contains(log.String(), tt.reason) {
				t.Errorf("the log does not say why: %s", log)
			}
		})
	}
}

// An index that an older store's changes are missing in is filled again: the one
// that lay there before is put back.
func TestIndexOlder(t *testing.T) {
	t.Parallel()
	h, log := newTown(t, 3)
	h.stop()
	old := filepath.Join(t.TempDir(), "old")
	if err := os.CopyFS(old, os.DirFS(h.index(""))); err != nil {
		t.Fatal(err)
	}
	h.open()
	h.do(ipc.EpisodeBegin, `{"goal":"sofa"}`)
	h.do(ipc.NavObserve, `{"episode":"e004","scene_type":"attic","description":"A telescope."}`)
	h.indexed(`{"query":"telescope"}`)
	h.stop()
	if err := os.RemoveAll(h.index("")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(h.index(""), os.DirFS(old)); err != nil {
		t.Fatal(err)
	}
	h.open()
	h.indexed(`{"query":"telescope"}`)
	if !strings.Contains(log.String(), "it is older than the store") {
		t.Errorf("the log does not say why: %s", log)
	}
}

// With a directory that cannot be used the daemon serves, says so, reads the
// store for a search, and uses the directory once it can.
func TestIndexAway(t *testing.T) {
	t.Parallel()
	h, _ := newTown(t, 3)
	h.stop()
	if err := os.RemoveAll(h.index("")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.index(""), []byte("in the way"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.open()
	var health ipc.Health
	for end := time.Now().Add(patience); !strings.Contains(fmt.Sprint(health), "cannot be used"); time.Sleep(time.Millisecond) {
		health = into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`))
		if time.Now().After(end) {
			t.Fatalf("health %+v", health)
		}
	}
	if d := health.Degraded[0]; d.What != "index" || !strings.Contains(d.Reason, "not a directory") {
		t.Errorf("health %+v", health)
	}
	h.do(ipc.EpisodeBegin, `{"goal":"sofa"}`)
	h.do(ipc.NavObserve, `{"episode":"e004","scene_type":"attic","description":"A telescope."}`)
	for query, want := range map[string]string{"telescope": "e004/1", "number002": "e002/1"} {
		if ids, r := h.find(fmt.Sprintf(`{"query":%q}`, query)); len(ids) == 0 || ids[0] != want || len(r.Degraded) == 0 {
			t.Errorf("%s: %+v", query, r)
		}
	}
	if err := os.Remove(h.index("")); err != nil {
		t.Fatal(err)
	}
	h.indexed(`{"query":"telescope"}`)
	h.sound()
}

// Damage that a search meets while the daemon runs is answered from the store,
// and the index is filled again.
func TestIndexDamageWhileOpen(t *testing.T) {
	t.Parallel()
	h, log := newTown(t, 20)
	h.restart()
	h.indexed(`{"query":"number007"}`)
	merged(t, h)
	if err := segments(t, h, func(file string) error { return os.Truncate(file, 0) }); err != nil {
		t.Fatal(err)
	}
	if ids, r := h.find(`{"query":"number007"}`); len(ids) == 0 || ids[0] != "e007/1" || len(r.Degraded) == 0 {
		t.Errorf("meanwhile: %+v", r)
	}
	h.indexed(`{"query":"number007"}`)
	if ids, r := h.find(`{"query":"number007"}`); len(ids) == 0 || ids[0] != "e007/1" || len(r.Degraded) > 0 {
		t.Errorf("afterwards: %+v", r)
	}
	if !strings.Contains(log.String(), "a search did without the index") {
		t.Errorf("the log does not say why: %s", log)
	}
}
