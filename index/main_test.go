package index

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// childEnv names the part this test binary plays when a test runs it again as
// another process.
const childEnv = "INDEX_TEST_CHILD"

func TestMain(m *testing.M) {
	children := map[string]func(dir string) error{"hold": childHold, "put": childPut, "rebuild": childRebuild}
	if role := os.Getenv(childEnv); role != "" {
		if err := children[role](os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	// bleve starts its analysis workers with the process and never stops them.
	goleak.VerifyTestMain(m, goleak.IgnoreCurrent())
}

// child starts role in another process and gives its ends.
func child(t *testing.T, role, dir string) (cmd *exec.Cmd, in io.WriteCloser, out io.Reader) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(self, dir)
	cmd.Env = append(os.Environ(), childEnv+"="+role, "GORACE=atexit_sleep_ms=0")
	in, inErr := cmd.StdinPipe()
	out, outErr := cmd.StdoutPipe()
	if err := errors.Join(inErr, outErr, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	return cmd, in, out
}

// table is a linking table of a few names.
func table() Linker {
	concepts := map[string][]string{}
	for concept, names := range map[string][]string{
		"object/sofa":         {"sofa", "couch", "settee", "소파", "카우치"},
		"object/television":   {"television", "tv", "텔레비전", "티비"},
		"object/tv stand":     {"tv stand", "티비장"},
		"object/refrigerator": {"refrigerator", "fridge", "냉장고"},
		"object/bed":          {"bed", "침대"},
		"object/toilet":       {"toilet", "변기"},
		"object/desk":         {"desk", "책상"},
		"object/plant":        {"plant", "화분"},
		"room/kitchen":        {"kitchen", "주방", "부엌"},
		"room/living room":    {"living room", "livingroom", "lounge", "거실"},
		"room/bedroom":        {"bedroom", "침실"},
		"room/bathroom":       {"bathroom", "washroom", "restroom", "화장실", "욕실"},
		"room/corridor":       {"corridor", "hallway", "hall", "복도"},
		"room/study":          {"study", "office", "서재"},
	} {
		for _, name := range names {
			concepts[name] = append(concepts[name], concept)
		}
	}
	return Linker{Name: "test/1", Concepts: func(name string) []string { return concepts[name] }}
}

// open opens an index and closes it at the end of the test.
func open(t testing.TB, dir string, opts Options) *Index {
	t.Helper()
	ix, err := Open(dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ix.Close(); err != nil && !errors.Is(err, ErrClosed) {
			t.Errorf("Close: %v", err)
		}
	})
	return ix
}

// all gives documents as Rebuild takes them.
func all(docs []Doc) iter.Seq2[Doc, error] {
	return func(yield func(Doc, error) bool) {
		for _, d := range docs {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// filled gives an index of documents in a directory of its own, not stale.
func filled(t testing.TB, opts Options, docs ...Doc) (ix *Index, dir string) {
	t.Helper()
	dir = t.TempDir()
	ix = open(t, dir, opts)
	if err := ix.Rebuild(t.Context(), 1, all(docs)); err != nil {
		t.Fatal(err)
	}
	return ix, dir
}

func search(t testing.TB, ix *Index, q Query) []Hit {
	t.Helper()
	hits, err := ix.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("Search(%+v): %v", q, err)
	}
	return hits
}

func ids(hits []Hit) []string {
	out := make([]string, 0, len(hits))
	for _, h := range hits {
		out = append(out, h.ID)
	}
	return out
}

func sorted(in []string) []string {
	slices.Sort(in)
	return in
}

// note is a short document.
func note(id, text string) Doc {
	return Doc{ID: id, Kind: "note", Text: text, Time: time.Unix(1000, 0), Version: 1}
}

// sentences gives n documents of a few made-up families.
func sentences(n int) []Doc {
	rooms := []string{"kitchen", "living room", "bedroom", "bathroom", "hallway", "study", "주방", "거실", "침실", "화장실", "복도"}
	things := []string{"sofa", "television", "fridge", "bed", "toilet", "desk", "plant", "소파", "티비", "냉장고", "침대"}
	forms := []string{
		"step %[3]d: the %[1]s is next to the %[2]s", "I saw a %[1]s in the %[2]s at %[3]d", "do not go to the %[2]s for the %[1]s, %[3]d",
		"%[2]s에는 %[1]s가 있다 %[3]d", "%[1]s는 %[2]s에서 보인다 %[3]d",
	}
	docs := make([]Doc, n)
	for i := range docs {
		text := fmt.Sprintf(forms[i%len(forms)], things[i%len(things)], rooms[i/3%len(rooms)], i)
		docs[i] = Doc{
			ID: fmt.Sprintf("doc%06d", i), Kind: "note", Text: text, Time: time.Unix(int64(i), 0), Version: int64(i),
			Place: rooms[i/3%len(rooms)], Target: things[i%len(things)],
		}
	}
	return docs
}
