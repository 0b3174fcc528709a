package kv

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// childHold opens args[0], says so and holds it until its input ends.
func childHold(args []string) error {
	_, _, tables := schemaOf()
	db, err := Open(args[0], Options{Tables: tables})
	if err != nil {
		return err
	}
	fmt.Println("open")
	_, err = io.Copy(io.Discard, os.Stdin)
	return errors.Join(err, db.Close())
}

func TestLockedByAnotherProcess(t *testing.T) {
	_, _, tables := schemaOf()
	path := tempPath(t)
	cmd := child(t, "hold", path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "open\n" {
		t.Fatalf("child said %q, %v", line, err)
	}
	_, err = Open(path, Options{Tables: tables, LockTimeout: time.Nanosecond})
	var locked *LockedError
	if !errors.As(err, &locked) || locked.PID != cmd.Process.Pid {
		t.Errorf("got %v, want a LockedError of process %d", err, cmd.Process.Pid)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	open(t, path, Options{Tables: tables})
}

// Two processes that make the same store and are killed while they do leave one
// that can be opened.
func TestKillWhileMaking(t *testing.T) {
	t.Parallel()
	rounds, rnd := 10, rand.New(rand.NewPCG(9, 10))
	if thorough() {
		rounds = 40
	}
	_, _, tables := schemaOf()
	unfinished := 0
	for range rounds {
		path := tempPath(t)
		var makers []*exec.Cmd
		for range 2 {
			cmd := child(t, "hold", path)
			if _, err := cmd.StdinPipe(); err != nil { // which stays open
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			makers = append(makers, cmd)
		}
		for start := time.Now(); !isThere(path) && time.Since(start) < time.Minute; { // the making has begun
			runtime.Gosched()
		}
		time.Sleep(time.Duration(rnd.IntN(3000)) * time.Microsecond)
		for _, cmd := range makers {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // it was killed
		}
		if isThere(makingPath(path)) {
			unfinished++
		}
		db, err := Open(path, Options{Tables: tables})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d of %d were not finished", unfinished, rounds)
}

// writers is how many goroutines of childWrite write at a time.
const writers = 4

// childWrite opens args[0] with mode args[1] and applies change sets from
// several goroutines until it is killed. Each set puts the same number in two
// tables and takes it out of the first again later; it is printed once Apply
// has returned. args[2] is the number each goroutine starts from.
func childWrite(args []string) error {
	steps, remarks, tables := schemaOf()
	db, err := Open(args[0], Options{Tables: tables, Sync: args[1] == "sync", SyncEvery: time.Millisecond})
	if err != nil {
		return err
	}
	var start int
	if _, err := fmt.Sscan(args[2], &start); err != nil {
		return err
	}
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := start; ; i++ {
				var c Changes
				steps.Put(&c, K().Int(w).Int(i), step{Action: fmt.Sprint(i)})
				remarks.Put(&c, K().Int(w).Int(i), remark{fmt.Sprint(i)})
				steps.Delete(&c, K().Int(w).Int(i-50))
				if err := db.Apply(context.Background(), &c); err != nil {
					fmt.Println("error", err)
					return
				}
				fmt.Println("ack", w, i)
			}
		})
	}
	wg.Wait()
	return errors.New("the writers ended")
}

// Whatever was acknowledged before a kill -9 is there after it, whole, in both
// modes.
func TestKill(t *testing.T) {
	rounds := 3
	if thorough() {
		rounds = 15
	}
	for _, mode := range []string{"sync", "relaxed"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			path, acked, start := tempPath(t), make(map[[2]int]bool), 0
			for range rounds {
				start = killRound(t, path, mode, start, acked)
				verifyAcked(t, path, acked)
			}
		})
	}
}

// killRound runs a child, kills it after a random number of acknowledgements
// and notes them in acked. It returns a number no child has used.
func killRound(t *testing.T, path, mode string, start int, acked map[[2]int]bool) int {
	t.Helper()
	cmd := child(t, "write", path, mode, fmt.Sprint(start))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	after, next := 1+rand.IntN(200), start
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		var w, i int
		if _, err := fmt.Sscanf(lines.Text(), "ack %d %d", &w, &i); err != nil {
			t.Fatalf("child said %q", lines.Text())
		}
		acked[[2]int{w, i}] = true
		next = max(next, i+1)
		if n == after {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	var exit interface{ ExitCode() int }
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Fatalf("the child was not killed: %v", err)
	}
	return next + 1
}

func verifyAcked(t *testing.T, path string, acked map[[2]int]bool) {
	t.Helper()
	steps, remarks, tables := schemaOf()
	db, err := Open(path, Options{Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	checkSound(t, db)
	view(t, db, func(tx *Tx) {
		for id := range acked {
			if got, err := remarks.Get(tx, K().Int(id[0]).Int(id[1])); err != nil || got.Text != fmt.Sprint(id[1]) {
				t.Errorf("acknowledged %v: %v, %v", id, got, err)
			}
		}
		for k, err := range steps.Keys(tx, Range{}) {
			if err != nil {
				t.Fatal(err)
			}
			if ok, err := remarks.Has(tx, k); !ok || err != nil {
				t.Errorf("half a change set: %s, %v", k, err)
			}
		}
	})
}

// childDiskFull limits the size of files, writes until that is felt, and goes
// on when there is room again.
func childDiskFull(args []string) error {
	signal.Ignore(syscall.SIGXFSZ)
	_, remarks, tables := schemaOf()
	db, err := Open(args[0], Options{Tables: tables, Sync: true})
	if err != nil {
		return err
	}
	defer db.Close()
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 2 * growth, Max: old.Max}); err != nil {
		return err
	}
	put := func(i int) error {
		var c Changes
		remarks.Put(&c, K().Int(i), remark{strings.Repeat("x", 100_000)})
		return db.Apply(context.Background(), &c)
	}
	done := 0
	for err = put(done); err == nil && done < 1000; err = put(done) {
		done++
	}
	if !errors.Is(err, syscall.EFBIG) {
		return fmt.Errorf("after %d puts: %v, want EFBIG", done, err)
	}
	count := func(want int) error {
		return db.View(func(tx *Tx) error {
			if n := remarks.Len(tx); n != want {
				return fmt.Errorf("%d values, want %d", n, want)
			}
			_, err := remarks.Get(tx, K().Int(want-1))
			return err
		})
	}
	if err := count(done); err != nil {
		return fmt.Errorf("reading on: %w", err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	if err := errors.Join(put(done), count(done+1)); err != nil {
		return fmt.Errorf("with room again: %w", err)
	}
	problems, err := db.Check(context.Background())
	if err != nil || len(problems) > 0 {
		return fmt.Errorf("check: %v, %v", problems, err)
	}
	fmt.Println("wrote", done)
	return nil
}

func TestDiskFull(t *testing.T) {
	if out := runChild(t, "diskfull", tempPath(t)); !strings.HasPrefix(out, "wrote ") {
		t.Errorf("child said %q", out)
	}
}

// childOpen opens args[0] twice and prints what came of it. The file is
// damaged: a process of its own, since a fault might end it.
func childOpen(args []string) error {
	_, _, tables := schemaOf()
	for range 2 {
		db, err := Open(args[0], Options{Tables: tables, LockTimeout: time.Nanosecond})
		if err == nil {
			return errors.Join(errors.New("it opened"), db.Close())
		}
		var bad *DamagedError
		if !errors.As(err, &bad) || bad.Path != args[0] || bad.Hint == "" {
			return fmt.Errorf("not a DamagedError: %w", err)
		}
		fmt.Println(bad.Reason)
	}
	return nil
}

// filled returns the bytes of a closed store with n values.
func filled(t *testing.T, n int) []byte {
	t.Helper()
	_, remarks, tables := schemaOf()
	path := tempPath(t)
	db := open(t, path, Options{Tables: tables})
	for range 3 { // more than one transaction: the freelist moves to the end
		apply(t, db, func(c *Changes) {
			for i := range n {
				remarks.Put(c, K().Int(i), remark{strings.Repeat("x", 500)})
			}
		})
	}
	var raw bytes.Buffer
	if _, err := db.Backup(t.Context(), &raw); err != nil {
		t.Fatal(err)
	}
	return raw.Bytes()
}

func TestOpenDamaged(t *testing.T) {
	page := os.Getpagesize()
	tests := []struct {
		name   string
		damage func(raw []byte) []byte
		want   string
	}{
		{"half", func(raw []byte) []byte { return raw[:len(raw)/2] }, "the file is cut"},
		{"one byte short", func(raw []byte) []byte { return raw[:len(raw)-1] }, "the file is cut"},
		{"two pages", func(raw []byte) []byte { return raw[:2*page] }, "the file is cut"},
		{"half, first page lost", func(raw []byte) []byte {
			clear(raw[:page])
			return raw[:len(raw)/2]
		}, "page 0 is not valid, and the last commit may have been on it"},
		{"no meta page", func(raw []byte) []byte {
			clear(raw[:2*page])
			return raw
		}, "invalid database"},
		{"all but the meta pages", func(raw []byte) []byte {
			clear(raw[2*page:])
			return raw
		}, "page "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := writeFile(t, tt.damage(filled(t, 200)))
			out := strings.Split(runChild(t, "open", path), "\n")
			if len(out) != 2 || !strings.HasPrefix(out[0], tt.want) || !strings.HasPrefix(out[1], tt.want) {
				t.Errorf("got %q, want twice %q…", out, tt.want)
			}
		})
	}
}

// childCut opens args[0] and cuts the file while it is open: every call must
// come back, with an error of this package.
func childCut(args []string) error {
	steps, remarks, tables := schemaOf()
	db, err := Open(args[0], Options{Tables: tables})
	if err != nil {
		return err
	}
	if err := os.Truncate(args[0], int64(4*os.Getpagesize())); err != nil {
		return err
	}
	var c Changes
	steps.Put(&c, K("a"), step{})
	calls := []struct {
		name string
		call func() error
	}{
		{"Scan", func() error {
			return db.View(func(tx *Tx) error {
				for _, err := range remarks.Scan(tx, Range{}) {
					if err != nil {
						return err
					}
				}
				return nil
			})
		}},
		{"Get", func() error {
			return db.View(func(tx *Tx) error { _, err := remarks.Get(tx, K().Int(1)); return err })
		}},
		{"Apply", func() error { return db.Apply(context.Background(), &c) }},
	}
	problems, err := db.Check(context.Background())
	if err != nil || len(problems) != 1 || !strings.HasPrefix(problems[0].Reason, "the file is cut") {
		return fmt.Errorf("check: %v, %v", problems, err)
	}
	for _, c := range calls {
		if err := c.call(); !errors.Is(err, ErrDamaged) {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	fmt.Println("closed", db.Close())
	return nil
}

func TestCutWhileOpen(t *testing.T) {
	path := writeFile(t, filled(t, 2000))
	if got := runChild(t, "cut", path); got != "closed <nil>" {
		t.Errorf("child said %q", got)
	}
}
