package index

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// childHold opens an index, says so and holds it until its input ends.
func childHold(dir string) error {
	ix, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	fmt.Println("open")
	_, err = io.Copy(io.Discard, os.Stdin)
	return errors.Join(err, ix.Close())
}

// perBatch is how many documents childPut puts at once.
const perBatch = 20

// childPut puts batches, sets the generation to their number and says so, until
// it is killed.
func childPut(dir string) error {
	ix, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	first, err := ix.Generation()
	if err != nil {
		return err
	}
	for n := first + 1; ; n++ {
		var docs []Doc
		for i := range perBatch {
			docs = append(docs, note(fmt.Sprintf("%d-%d", n, i), fmt.Sprintf("batch%d sofa number %d", n, i)))
		}
		if err := ix.Put(context.Background(), docs...); err != nil {
			return err
		}
		if err := ix.SetGeneration(context.Background(), n); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// childRebuild rebuilds again and again, each time with the generation in the
// text.
func childRebuild(dir string) error {
	ix, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	first, err := ix.Generation()
	if err != nil {
		return err
	}
	for n := first + 1; ; n++ {
		var docs []Doc
		for i := range perBatch {
			docs = append(docs, note(strconv.Itoa(i), fmt.Sprintf("batch%d", n)))
		}
		if err := ix.Rebuild(context.Background(), n, all(docs)); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// killAfter runs a child until it has said some lines and a moment more, and
// gives the last number it said.
func killAfter(t *testing.T, role, dir string, lines int) (last uint64) {
	t.Helper()
	cmd, in, out := child(t, role, dir)
	defer in.Close()
	scan := bufio.NewScanner(out)
	for i := 0; scan.Scan(); i++ {
		n, err := strconv.ParseUint(scan.Text(), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		last = n
		if i == lines {
			moment := time.Duration(rand.IntN(20_000)) * time.Microsecond
			timer := time.AfterFunc(moment, func() { _ = cmd.Process.Kill() })
			defer timer.Stop()
		}
	}
	var ended *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &ended) || ended.ExitCode() != -1 {
		t.Fatalf("the child was not killed: %v", err)
	}
	return last
}

// eachKill kills a child that works on an index three times, later each time, and gives
// check the index that it left, which is whole, and its generation.
func eachKill(t *testing.T, role string, lines int, check func(ix *Index, round int, got uint64)) {
	t.Helper()
	ix, dir := filled(t, Options{})
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		said := killAfter(t, role, dir, lines+2*round)
		ix := open(t, dir, Options{})
		if err := ix.Stale(); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		got, err := ix.Generation()
		if err != nil || got < said {
			t.Fatalf("round %d: generation %d, %v, the child said %d", round, got, err, said)
		}
		check(ix, round, got)
		if err := ix.Close(); err != nil {
			t.Fatal(err)
		}
		if names := wordsIn(t, dir); len(names) != 1 {
			t.Errorf("round %d: left are %q", round, names)
		}
	}
}

func TestKilledDuringPut(t *testing.T) {
	t.Parallel()
	eachKill(t, "put", 2, func(ix *Index, round int, got uint64) {
		for n := uint64(2); n <= got; n++ {
			hits := search(t, ix, Query{Text: fmt.Sprintf("batch%d", n), K: perBatch + 1, From: WordsOnly})
			if len(hits) != perBatch {
				t.Errorf("round %d: %d documents of batch %d of %d", round, len(hits), n, got)
			}
		}
	})
}

func TestKilledDuringRebuild(t *testing.T) {
	t.Parallel()
	eachKill(t, "rebuild", 1, func(ix *Index, round int, got uint64) {
		hits := search(t, ix, Query{Text: fmt.Sprintf("batch%d", got), K: perBatch + 1, From: WordsOnly})
		if len(hits) != perBatch {
			t.Errorf("round %d: %d documents of generation %d", round, len(hits), got)
		}
	})
}

func wordsIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "words-") {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestLockedByAnotherProcess(t *testing.T) {
	ix, dir := filled(t, Options{}, note("a", "sofa"))
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	cmd, in, out := child(t, "hold", dir)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "open\n" {
		t.Fatalf("child said %q, %v", line, err)
	}
	_, err := Open(dir, Options{LockTimeout: time.Nanosecond})
	var locked *LockedError
	if !errors.As(err, &locked) || locked.PID != cmd.Process.Pid || !errors.Is(err, ErrLocked) || errors.Is(err, ErrRebuild) {
		t.Errorf("got %v, want a LockedError of process %d", err, cmd.Process.Pid)
	}
	if err := errors.Join(in.Close(), cmd.Wait()); err != nil {
		t.Fatal(err)
	}
	again := open(t, dir, Options{})
	if n, _, err := again.Count(); n != 1 || err != nil || again.Stale() != nil {
		t.Errorf("afterwards: %d documents, %v, %v", n, err, again.Stale())
	}
}
