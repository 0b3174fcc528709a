package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon/fault"
)

// TestRelativePaths: the same text means another place in each layer.
func TestRelativePaths(t *testing.T) {
	for _, info := range config.Keys() {
		if info.Type != "path" {
			continue
		}
		byFile, dir, err := load(t, assignment(info.Key, `"sub/x"`), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		byEnv := mustLoad(t, "", info.Env+"=sub/x")
		byFlag, _, err := load(t, "", nil, map[string]string{info.Key: "./sub//x/"})
		if err != nil {
			t.Fatal(err)
		}
		got := []string{
			replaceDir(entry(t, byFile, info.Key).Value, dir),
			entry(t, byEnv, info.Key).Value, entry(t, byFlag, info.Key).Value,
		}
		want := []string{`"DIR/sub/x"`, `"/work/sub/x"`, `"/work/sub/x"`}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", info.Key, diff)
		}
	}
}

// TestListsReplace: a layer's list takes the place of the one before.
func TestListsReplace(t *testing.T) {
	loaded := mustLoad(t, "image_roots = ['/a', '/b']", "NAVD_IMAGE_ROOTS=/c")
	if diff := cmp.Diff([]string{"/c"}, loaded.Config.ImageRoots); diff != "" {
		t.Errorf("roots (-want +got):\n%s", diff)
	}
}

// TestTablesMerge: a layer that sets one key of a table leaves its others.
func TestTablesMerge(t *testing.T) {
	got := mustLoad(t, "[images]\nquality = 71\nmodel_side = 512", "NAVD_IMAGES_QUALITY=73").Config.Images
	want := config.Default().Images
	want.Quality, want.ModelSide = 73, 512
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("images (-want +got):\n%s", diff)
	}
}

// TestSystem: system paths, and a file that may be named all the same.
func TestSystem(t *testing.T) {
	_, path := writeFile(t, "log.level = 'warn'")
	host := pilot("NAVD_CONFIG="+path, "XDG_DATA_HOME=/x", "XDG_RUNTIME_DIR=/y")
	host.System = true
	loaded, err := config.Load(config.Options{Host: host})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{loaded.Config.DataDir, loaded.Config.Socket.Path, loaded.Config.Log.Level, loaded.File}
	want := []string{"/var/lib/navd", "/run/navd/navd.sock", "warn", path}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("loaded (-want +got):\n%s", diff)
	}
}

// TestLoadWritesNothing: neither data nor socket directory comes into being.
func TestLoadWritesNothing(t *testing.T) {
	dir := t.TempDir()
	host := config.Host{OS: "linux", Home: dir, UID: 1, Dir: dir, Env: []string{"TMPDIR=" + dir, "NAVD_LOG_FILE=log/navd.log"}}
	if _, err := config.Load(config.Options{Host: host}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 0 {
		t.Errorf("left %v, %v", entries, err)
	}
}

// TestUnreadableFile needs a user whom permissions stop.
func TestUnreadableFile(t *testing.T) {
	dir, path := writeFile(t, "")
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(path); err == nil {
		f.Close()
		t.Skip("permissions do not stop this user")
	}
	_, err := config.Load(config.Options{File: path, Host: pilot()})
	wantMessage(t, err, dir, "config file DIR/navd.toml: permission denied (named by --config)")
	if !fault.Is(err, fault.Denied) {
		t.Errorf("kind = %s, want denied", fault.As(err).Kind)
	}
}

// TestOddNames: control characters of names never break a line.
func TestOddNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "two\nlines")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "navd.toml")
	if err := os.WriteFile(path, []byte("nav.queue_size = 0"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := config.Load(config.Options{File: path, Host: pilot("NAVD_A\nB=1", "NAVD_"+strings.Repeat("X", 90)+"=1")})
	want := []string{
		`nav.queue_size: out of range, given 0, allowed 1..100 records (` + strings.ReplaceAll(path, "\n", `\n`) + `:1: correct it or leave it out)`,
		`NAVD_A\nB: unknown variable (environment)`,
		`"NAVD_` + strings.Repeat("X", 75) + `…": unknown variable (environment)`,
	}
	if diff := cmp.Diff(want, strings.Split(message(err, ""), "\n")); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// TestOneSlipOneLine: a wrong value leaves the layer below in
// force for the judgement of the rest, so one slip makes one line.
func TestOneSlipOneLine(t *testing.T) {
	_, dir, err := load(t, "nav.dwell_steps = 0\nnav.scene_every = 2\nnav.stuck_window = 2", nil, nil)
	wantMessage(t, err, dir, "nav.dwell_steps: out of range, given 0, allowed 1..1000 steps (DIR/navd.toml:1: correct it or leave it out)")
}

// TestLoadInParallel: no state is shared (run with -race).
func TestLoadInParallel(t *testing.T) {
	_, path := writeFile(t, uncomment(string(config.Sample())))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			loaded, err := config.Load(config.Options{File: path, Host: pilot("NAVD_IMAGE_ROOTS=/a,/b")})
			if err != nil {
				t.Error(err)
				return
			}
			loaded.Config.ImageRoots[0] = "/mine"
			if _, _, err := loaded.Reload(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

func TestSourceOfNoKey(t *testing.T) {
	if got := mustLoad(t, "").Source("no.key"); got != (config.Source{}) {
		t.Errorf("source = %+v, want none", got)
	}
}
