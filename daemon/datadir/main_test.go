package datadir_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"navd/config"
	"navd/daemon"
	"navd/daemon/datadir"
	"navd/ipc"
)

// childEnv names what this test binary does when a test runs it as another process.
const childEnv = "DATADIR_TEST_CHILD"

// userEnv is the number of the user as whom it does so, if it is set.
const userEnv = "DATADIR_TEST_USER"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		if err := child(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child does args[0] over and over: args are the operation, the data directory, a file,
// how often, and the largest size of a file in bytes, 0 for no limit.
func child(args []string) error {
	var times int
	var limit uint64
	if _, err := fmt.Sscan(strings.Join(args[3:], " "), &times, &limit); err != nil {
		return err
	}
	if limit > 0 {
		signal.Ignore(syscall.SIGXFSZ)
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: unix.RLIM_INFINITY}); err != nil {
			return err
		}
	}
	if user, err := strconv.Atoi(os.Getenv(userEnv)); err == nil {
		if err := syscall.Setuid(user); err != nil {
			return err
		}
	}
	fmt.Println("begins")
	for range times {
		if err := do(context.Background(), args[0], args[1], args[2]); err != nil {
			return err
		}
	}
	return nil
}

// do does one operation on a data directory, with a file where it needs one.
func do(ctx context.Context, operation, dir, file string) (err error) {
	switch operation {
	case "backup":
		_, err = datadir.Copy(ctx, dir, datadir.Target{Path: file, Replace: true}, datadir.Options{})
	case "restore":
		_, err = datadir.Restore(ctx, file, dir, datadir.Options{})
	case "repair":
		_, err = datadir.Repair(ctx, dir, datadir.Options{})
	case "compact":
		_, err = datadir.Compact(ctx, dir, datadir.Options{})
	default:
		err = errors.New("no such operation: " + operation)
	}
	return err
}

// run gives a command that runs the operation in another process.
func run(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), childEnv+"=1")
	return cmd
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open opens a daemon on a data directory.
func open(t *testing.T, dir string) *daemon.Daemon {
	t.Helper()
	cfg := config.Default()
	cfg.DataDir, cfg.Durability = dir, "relaxed"
	d, err := daemon.Open(daemon.Options{Config: cfg})
	must(t, err)
	return d
}

// stores are the bytes of three stores: of 2 episodes with 60 steps each; of 12, of which
// 4 were deleted again; and that one compacted.
var stores = sync.OnceValues(func() (bytes [3][]byte, err error) {
	dir, err := os.MkdirTemp("", "datadir")
	if err != nil {
		return bytes, err
	}
	defer os.RemoveAll(dir)
	cfg := config.Default()
	cfg.DataDir, cfg.Durability = dir, "relaxed"
	ctx := context.Background()
	for i, episodes := range []int{2, 10} {
		d, err := daemon.Open(daemon.Options{Config: cfg})
		if err != nil {
			return bytes, err
		}
		for n := range episodes {
			if err := search(ctx, d, i == 1 && n < 4); err != nil {
				return bytes, err
			}
		}
		if err := d.Close(); err != nil {
			return bytes, err
		}
		if bytes[i], err = os.ReadFile(filepath.Join(dir, datadir.DB)); err != nil {
			return bytes, err
		}
	}
	if _, err = datadir.Compact(ctx, dir, datadir.Options{}); err == nil {
		bytes[2], err = os.ReadFile(filepath.Join(dir, datadir.DB))
	}
	return bytes, err
})

// search is an episode of 60 steps with a feedback.
func search(ctx context.Context, d *daemon.Daemon, remove bool) error {
	begun, err := d.Episodes.Begin(ctx, ipc.BeginParams{Goal: "sofa"})
	if err != nil {
		return err
	}
	var steps ipc.StepsParams
	if err := json.Unmarshal([]byte(`{"steps": [`+strings.TrimSuffix(strings.Repeat(`{},`, 60), ",")+`]}`), &steps); err != nil {
		return err
	}
	steps.Episode = begun.Episode
	for i := range steps.Steps {
		steps.Steps[i].Seq = i + 1
		if err := json.Unmarshal([]byte(`"move_forward"`), &steps.Steps[i].Action); err != nil {
			return err
		}
	}
	if _, err := d.Nav.Steps(ctx, steps); err != nil {
		return err
	}
	if _, err := d.Feedback.Add(ctx, ipc.FeedbackParams{Episode: begun.Episode, Text: "the sofa is in the living room"}); err != nil {
		return err
	}
	if remove {
		_, err = d.Episodes.Delete(ctx, ipc.DeleteParams{Episode: begun.Episode})
	}
	return err
}

// house is a data directory with the store of n bytes, and an index.
func house(t *testing.T, raw []byte) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	must(t, os.MkdirAll(filepath.Join(dir, datadir.Index), 0o700))
	must(t, os.WriteFile(filepath.Join(dir, datadir.DB), raw, 0o600))
	return dir
}

// packed gives the compacted one.
func packed(t *testing.T) []byte {
	t.Helper()
	raw, err := stores()
	must(t, err)
	return raw[2]
}

// made gives the first two stores.
func made(t *testing.T) (small, large []byte) {
	t.Helper()
	raw, err := stores()
	must(t, err)
	return raw[0], raw[1]
}

// episodes counts the episodes of a sound store, by a daemon that opens it, and sees
// that it takes more.
func episodes(t *testing.T, dir string) int {
	t.Helper()
	d := open(t, dir)
	defer d.Close()
	r, err := d.Navd.Check(t.Context(), ipc.None{})
	must(t, err)
	if len(r.Problems) > 0 {
		t.Errorf("the store has problems: %v", r.Problems)
	}
	list, err := d.Episodes.List(t.Context(), ipc.EpisodeListParams{Limit: 100})
	must(t, err)
	must(t, search(t.Context(), d, true))
	return len(list.Episodes)
}

// litter lists what is left beside the store, its index, and what was kept.
func litter(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		if n := e.Name(); n != datadir.DB && n != datadir.Index && !strings.HasPrefix(n, "before-") {
			names = append(names, n)
		}
	}
	return names
}

// at is the time in the names of what is kept.
func at() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
