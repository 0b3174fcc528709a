package tape_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/model/tape"
)

// outages chooses what brought no answer of the model.
func outages(c *tape.Call) bool { return c.Outage() }

// badTape makes a tape of an answer, a refusal and an outage, with a line that cannot be read
// and one that was cut off.
func badTape(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.tape")
	record(t, path, []modeltest.Line{{Text: "left"}, {Err: model.Blocked("answer", "SAFETY")}, {Err: fault.New(fault.Unavailable, "away")}},
		question("1", 0), question("2", 0), question("3", 0))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(whole), "\n", "\n{]\n", 1)+`{"key":"h`), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestInspect(t *testing.T) {
	path := badTape(t)
	c, err := tape.Inspect(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Calls) != 3 || !c.Cut || c.Bytes == 0 || cmp.Diff([]int{2}, c.Broken) != "" {
		t.Errorf("got %+v", c)
	}
	if _, err := tape.Inspect(filepath.Join(t.TempDir(), "none")); !fault.Is(err, fault.NotFound) {
		t.Errorf("no tape: %v", err)
	}
}

// What is dropped is gone, all else stays, byte for byte, with the file's mode, also behind a
// link; and nobody finds half a tape.
func TestDrop(t *testing.T) {
	path := badTape(t)
	link := filepath.Join(t.TempDir(), "link.tape")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if _, err := tape.Drop(link, false, outages); !fault.Is(err, fault.Corrupt) {
		t.Errorf("with a broken line: %v", err)
	}
	before, err := tape.Inspect(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []tape.Dropped{{Dropped: 1, Broken: 1, Kept: 2}, {Kept: 2}} {
		if got, err := tape.Drop(link, true, outages); err != nil || got != want {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
	after, err := tape.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before.Calls[:2], after.Calls()); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if names, err := os.ReadDir(filepath.Dir(path)); err != nil || len(names) != 1 {
		t.Errorf("files %v, %v", names, err)
	}
	if got, calls := record(t, path, []modeltest.Line{{Text: "right"}}, question("1", 0), question("3", 0)); got[0].Text != "left" || got[1].Text != "right" || calls != 1 {
		t.Errorf("recorded on: %+v, %d calls", got, calls)
	}
}

// A tape that is being recorded is not touched, and neither is what is no tape.
func TestDropRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tape")
	create(t, path)
	if _, err := tape.Drop(path, false, outages); !fault.Is(err, fault.Conflict) {
		t.Errorf("while it is recorded: %v", err)
	}
	note := filepath.Join(t.TempDir(), "note.txt")
	if err := os.WriteFile(note, []byte("keep me\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := tape.Drop(note, true, outages); !fault.Is(err, fault.Invalid) {
		t.Errorf("no tape: %v", err)
	}
	if names, err := os.ReadDir(filepath.Dir(note)); err != nil || len(names) != 1 {
		t.Errorf("files %v, %v", names, err)
	}
}

// A call is replaced by a later one of its question that was not merely asked behind it.
func TestReplaced(t *testing.T) {
	calls := []tape.Call{{Key: "a"}, {Key: "b"}, {Key: "a", After: 2}, {Key: "a"}, {Key: "b", After: 1}}
	if diff := cmp.Diff([]bool{true, false, true, false, false}, tape.Replaced(calls)); diff != "" {
		t.Error(diff)
	}
}
