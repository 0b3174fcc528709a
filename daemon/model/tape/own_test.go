package tape_test

import (
	"path/filepath"
	"testing"
	"time"

	"navd/daemon/model/tape"
)

// What navd keeps on a tape counts as it came first, also in a later recording and in a
// replay, and is no provider's.
func TestKeep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tape")
	for range 2 {
		tp, err := tape.Create(path, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"first", "second"} {
			if got := tp.Keep("found", "a loop", text); got != "first" {
				t.Errorf("kept %q", got)
			}
		}
		if n := len(tp.Calls()); n != 1 || len(tp.Providers()) != 0 {
			t.Errorf("%d lines of %v", n, tp.Providers())
		}
		if err := tp.Close(); err != nil {
			t.Fatal(err)
		}
	}
	tp, err := tape.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := tp.Kept("found", "a loop"); got != "first" || !ok {
		t.Errorf("replayed %q", got)
	}
	if got, ok := tp.Kept("found", "another"); ok {
		t.Errorf("of another: %q", got)
	}
}
