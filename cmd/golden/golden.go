// Package golden compares the output of a test with a file; with the flag -update it
// writes the file. Only tests import it.
package golden

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files again; look at the difference")

// File compares the output of a test with a whole file.
func File(t testing.TB, path, got string) {
	t.Helper()
	if *update {
		write(t, path, got)
	}
	if diff := cmp.Diff(read(t, path), got); diff != "" {
		t.Errorf("%s differs (look at it, and run with -update), -want +got:\n%s", path, diff)
	}
}

// Block compares the output of a test with the part of a file between two texts.
func Block(t testing.TB, path string, ends [2]string, got string) {
	t.Helper()
	before, rest, begins := strings.Cut(read(t, path), ends[0])
	want, after, closes := strings.Cut(rest, ends[1])
	if !begins || !closes {
		t.Fatalf("%s has no %q followed by %q", path, ends[0], ends[1])
	}
	if *update && want != got {
		write(t, path, before+ends[0]+got+ends[1]+after)
		want = got
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s differs after %q (look at it, and run with -update), -want +got:\n%s", path, ends[0], diff)
	}
}

// Recorded reads JSON that another program recorded. It skips the test where there is none.
func Recorded(t testing.TB, path string, into any) {
	t.Helper()
	if _, err := os.Stat(path); os.IsNotExist(err) {
		t.Skip("nothing recorded here: ", path)
	}
	if err := json.Unmarshal([]byte(read(t, path)), into); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
