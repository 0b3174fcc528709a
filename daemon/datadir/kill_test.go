package datadir_test

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"navd/daemon/datadir"
)

// A command that is killed leaves the store and the copy from before, or the new ones,
// and the next command clears away what it left.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs programs, and does nothing at once")
	}
	small, large := made(t)
	rounds := 1
	if os.Getenv("NAVD_TEST_LONG") != "" {
		rounds = 60
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, tt := range []struct {
		operation string
		store     []byte // that is there
		copy      []byte // the file that is there
		episodes  []int  // that the store may have afterwards
	}{
		{"backup", large, small, []int{8}},
		{"restore", large, small, []int{8, 2}},
		{"compact", large, nil, []int{8}},
		{"repair", torn(t), nil, []int{8}},
	} {
		t.Run(tt.operation, func(t *testing.T) {
			killed := 0
			for n := 0; n < rounds || killed == 0 && n < 10*rounds; n++ {
				dir := house(t, tt.store)
				file := filepath.Join(t.TempDir(), "copy.db")
				if tt.copy != nil {
					must(t, os.WriteFile(file, tt.copy, 0o600))
				}
				if kill(t, time.Duration(rnd.IntN(30_000))*time.Microsecond, tt.operation, dir, file, "1000", "0") {
					killed++
				}
				after(t, tt.operation, dir, file, tt.store)
				must(t, do(t.Context(), tt.operation, dir, file))
				if left := litter(t, dir); len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
				if left, _ := filepath.Glob(file + ".*"); len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
				if n := episodes(t, dir); n != tt.episodes[len(tt.episodes)-1] {
					t.Errorf("%d episodes after the operation was done again", n)
				}
			}
			if killed == 0 {
				t.Error("none was killed at work")
			}
		})
	}
}

// kill runs an operation again and again and kills it some time after it began.
func kill(t *testing.T, when time.Duration, args ...string) (killed bool) {
	t.Helper()
	cmd := run(t, args...)
	out, err := cmd.StdoutPipe()
	must(t, err)
	var why strings.Builder
	cmd.Stderr = &why
	must(t, cmd.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "begins\n" {
		t.Fatalf("it said %q, %v, %s", line, err, why.String())
	}
	time.Sleep(when) // anywhere in its work
	must(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	if why.Len() > 0 {
		t.Errorf("it failed: %s", why.String())
	}
	return cmd.ProcessState.ExitCode() == -1
}

// after sees that the store is one that was there before or a sound one, and the copy
// too.
func after(t *testing.T, operation, dir, file string, before []byte) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, datadir.DB))
	must(t, err)
	if !bytes.Equal(raw, before) {
		problems, err := datadir.Check(t.Context(), dir, datadir.Options{})
		if must(t, err); len(problems) > 0 {
			t.Errorf("%s: between the old store and the new one: %v", operation, problems)
		}
	}
	if raw, err = os.ReadFile(file); err == nil {
		problems, err := datadir.Check(t.Context(), house(t, raw), datadir.Options{})
		if must(t, err); len(problems) > 0 {
			t.Errorf("%s: between the old copy and the new one: %v", operation, problems)
		}
	}
}

// Who may not read or write what is needed is told so, and all stays as it was.
func TestDenied(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("another user's files need root to be made")
	}
	small, large := made(t)
	for _, operation := range []string{"backup", "restore", "compact", "repair"} {
		t.Run(operation, func(t *testing.T) {
			dir := house(t, large)
			file := filepath.Join(t.TempDir(), "copy.db")
			must(t, os.WriteFile(file, small, 0o644))
			for _, path := range []string{dir, filepath.Dir(dir), filepath.Dir(filepath.Dir(dir)), filepath.Dir(file)} {
				must(t, os.Chmod(path, 0o755))
			}
			must(t, os.Chmod(filepath.Join(dir, datadir.DB), 0o644)) // to be read, not replaced
			cmd := run(t, operation, dir, file, "1", "0")
			cmd.Env = append(cmd.Env, userEnv+"=65534")
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "permission denied") {
				t.Fatalf("got %v: %s", err, out)
			}
			same(t, filepath.Join(dir, datadir.DB), large)
			same(t, file, small)
			if left := litter(t, dir); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// A disk that is full in the middle leaves all as it was, and nothing beside it.
func TestFullDisk(t *testing.T) {
	small, large := made(t)
	for _, tt := range []struct {
		operation   string
		store, copy []byte
	}{
		{"backup", large, small}, {"restore", small, large}, {"compact", large, small}, {"repair", torn(t), small},
	} {
		for _, limit := range []string{"4096", "100000"} {
			t.Run(tt.operation+" "+limit, func(t *testing.T) {
				dir := house(t, tt.store)
				file := filepath.Join(t.TempDir(), "copy.db")
				must(t, os.WriteFile(file, tt.copy, 0o600))
				out, err := run(t, tt.operation, dir, file, "1", limit).CombinedOutput()
				if err == nil || !strings.Contains(string(out), "file too large") {
					t.Fatalf("got %v: %s", err, out)
				}
				same(t, filepath.Join(dir, datadir.DB), tt.store)
				same(t, file, tt.copy)
				left, _ := filepath.Glob(file + ".*")
				if left = append(left, litter(t, dir)...); len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
			})
		}
	}
}
