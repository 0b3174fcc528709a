package model_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/model"
)

// stdLog gives the standard logger another output for one test.
func stdLog(t *testing.T) *bytes.Buffer {
	t.Helper()
	before := log.Writer()
	t.Cleanup(func() { log.SetOutput(before) })
	var out bytes.Buffer
	log.SetOutput(&out)
	return &out
}

func TestQuiet(t *testing.T) {
	out := stdLog(t)
	got := model.Quiet(func() {
		log.Print("NOISE: one\ntwo")
		log.Print("somebody else")
		log.Print("MORE of it")
	}, "NOISE", "MORE")
	if diff := cmp.Diff([]string{"NOISE: one two", "MORE of it"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	log.Print("NOISE afterwards")
	if text := out.String(); !strings.Contains(text, "somebody else") || !strings.Contains(text, "NOISE afterwards") || strings.Contains(text, "one") {
		t.Errorf("printed %q", text)
	}
}

// An output that somebody sets in the meantime stays.
func TestQuietLeavesANewOutput(t *testing.T) {
	stdLog(t)
	model.Quiet(func() { log.SetOutput(io.Discard) }, "NOISE")
	if log.Writer() != io.Discard {
		t.Error("the new output is gone")
	}
}

func TestQuietOfAPanic(t *testing.T) {
	out := stdLog(t)
	func() {
		defer func() { _ = recover() }()
		model.Quiet(func() { panic("library") }, "NOISE")
	}()
	if log.Writer() != io.Writer(out) {
		t.Error("the output is not as before")
	}
	model.Quiet(func() {}, "NOISE") // and nobody waits for the lock
}

func TestQuietSideBySide(t *testing.T) {
	out := stdLog(t)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			mark := fmt.Sprintf("NOISE%02d", i)
			if got := model.Quiet(func() { log.Print(mark) }, mark); len(got) != 1 {
				t.Errorf("%d: took %v", i, got)
			}
		})
		wg.Go(func() { log.Print("others") })
	}
	wg.Wait()
	if n := strings.Count(out.String(), "others"); n != 20 || strings.Contains(out.String(), "NOISE") || log.Writer() != io.Writer(out) {
		t.Errorf("%d of others in %q", n, out.String())
	}
}
