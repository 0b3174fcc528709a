package index

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/google/go-cmp/cmp"
)

func TestOpenNew(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	ix := open(t, dir, Options{})
	var stale *RebuildError
	if !errors.As(ix.Stale(), &stale) || stale.Reason != "it is new" {
		t.Errorf("a new index: %v", ix.Stale())
	}
	if err := ix.Put(t.Context(), note("a", "sofa")); err != nil {
		t.Fatal(err)
	}
	if got := ids(search(t, ix, Query{Text: "sofa"})); !slices.Equal(got, []string{"a"}) {
		t.Errorf("found %q", got)
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	if again := open(t, dir, Options{}); !errors.Is(again.Stale(), ErrRebuild) {
		t.Error("an index that was never filled to the end is taken as whole")
	}
}

func TestOpenAgain(t *testing.T) {
	ix, dir := filled(t, Options{}, note("a", "sofa"), note("b", "bed"))
	if err := ix.SetGeneration(t.Context(), 1<<63+5); err != nil {
		t.Fatal(err)
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	ix = open(t, dir, Options{})
	if n, err := ix.Generation(); n != 1<<63+5 || err != nil || ix.Stale() != nil {
		t.Errorf("generation %d, %v, stale %v", n, err, ix.Stale())
	}
	words, vectors, err := ix.Count()
	if words != 2 || vectors != 0 || err != nil {
		t.Errorf("counts %d and %d, %v", words, vectors, err)
	}
	got := search(t, ix, Query{Text: "sofa"})
	if len(got) != 1 || got[0].Version != 1 || got[0].Vectors.Rank != 0 {
		t.Errorf("before loading: %+v", got)
	}
	if err := ix.Load(t.Context(), note("a", "sofa"), note("b", "bed")); err != nil {
		t.Fatal(err)
	}
	if got := search(t, ix, Query{Text: "sofa"}); len(got) == 0 || got[0].Vectors.Rank != 1 {
		t.Errorf("after loading: %+v", got)
	}
}

func TestDamage(t *testing.T) {
	edit := func(pattern string, change func(name string, content []byte) error) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			names, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil || len(names) == 0 {
				t.Fatalf("%s: %q, %v", pattern, names, err)
			}
			for _, name := range names {
				content, err := os.ReadFile(name)
				if err == nil {
					err = change(name, content)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	half := func(name string, content []byte) error { return os.Truncate(name, int64(len(content)/2)) }
	lastPage := func(name string, content []byte) error {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		need, known := rootLength(f)
		if !known || need > int64(len(content)) || f.Close() != nil {
			t.Errorf("%d bytes of %d, %v", len(content), need, known)
		}
		return os.Truncate(name, need-1)
	}
	empty := func(name string, _ []byte) error { return os.Truncate(name, 0) }
	gone := func(name string, _ []byte) error { return os.Remove(name) }
	zero := func(name string, content []byte) error { return os.WriteFile(name, make([]byte, len(content)), 0o600) }
	flip := func(name string, content []byte) error {
		content[len(content)/3] ^= 4
		return os.WriteFile(name, content, 0o600)
	}
	const zap, bolt, meta = "words-*/store/*.zap", "words-*/store/root.bolt", "words-*/index_meta.json"
	tests := []struct {
		name   string
		damage func(t *testing.T, dir string)
	}{
		{"segment cut", edit(zap, half)},
		{"segment empty", edit(zap, empty)},
		{"segment gone", edit(zap, gone)},
		{"segment zeroed", edit(zap, zero)},
		{"one bit of a segment", edit(zap, flip)},
		{"root zeroed", edit(bolt, zero)},
		{"root cut", edit(bolt, half)},
		{"root without its last page", edit(bolt, lastPage)},
		{"root empty", edit(bolt, empty)},
		{"root gone", edit(bolt, gone)},
		{"meta gone", edit(meta, gone)},
		{"meta no JSON", edit(meta, empty)},
		{"no CURRENT", edit("CURRENT", gone)},
		{"CURRENT empty", edit("CURRENT", empty)},
		{"CURRENT of something else", edit("CURRENT", func(name string, _ []byte) error { return os.WriteFile(name, []byte("../../etc\n"), 0o600) })},
		{"no words", func(t *testing.T, dir string) {
			if err := os.RemoveAll(filepath.Join(dir, wordsIn(t, dir)[0])); err != nil {
				t.Fatal(err)
			}
		}},
		{"a foreign index of bleve", func(t *testing.T, dir string) {
			path := filepath.Join(dir, wordsIn(t, dir)[0])
			err := os.RemoveAll(path)
			if err == nil {
				var foreign bleve.Index
				if foreign, err = bleve.New(path, bleve.NewIndexMapping()); err == nil {
					err = foreign.Close()
				}
			}
			if err != nil {
				t.Fatal(err)
			}
		}},
	}
	ix, sound := filled(t, Options{}, sentences(300)...)
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(sound)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "mine.txt"), []byte("stays"), 0o600); err != nil {
				t.Fatal(err)
			}
			test.damage(t, dir)
			ix := open(t, dir, Options{})
			if !errors.Is(ix.Stale(), ErrRebuild) {
				t.Fatalf("taken as sound: %v", ix.Stale())
			}
			t.Log(ix.Stale())
			if n, _, err := ix.Count(); n != 0 || err != nil {
				t.Errorf("%d documents, %v", n, err)
			}
			if err := ix.Rebuild(t.Context(), 2, all([]Doc{note("a", "sofa")})); err != nil || ix.Stale() != nil {
				t.Errorf("rebuilding: %v, stale %v", err, ix.Stale())
			}
			if got := ids(search(t, ix, Query{Text: "sofa"})); !slices.Equal(got, []string{"a"}) {
				t.Errorf("found %q", got)
			}
			if content, err := os.ReadFile(filepath.Join(dir, "mine.txt")); string(content) != "stays" {
				t.Errorf("a file of somebody else: %q, %v", content, err)
			}
			if names := wordsIn(t, dir); len(names) != 1 {
				t.Errorf("left are %q", names)
			}
		})
	}
}

// TestOlderState opens an index that has seen fewer changes than its counter says.
func TestOlderState(t *testing.T) {
	ahead := func(dir string) error {
		count, err := openCounter(dir)
		if err != nil {
			return err
		}
		return errors.Join(count.set(count.n+2), count.close())
	}
	tests := []struct {
		name   string
		change func(words string) error
		want   error
	}{
		{"as it was", func(string) error { return nil }, nil},
		{"two are missing", ahead, &RebuildError{Reason: "the last 2 changes are missing"}},
		{"a counter that is cut tells nothing", func(words string) error { return os.Truncate(filepath.Join(words, counterFile), 5) }, nil},
		{"a counter that is gone tells nothing", func(words string) error { return os.Remove(filepath.Join(words, counterFile)) }, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ix, dir := filled(t, Options{}, note("a", "sofa"))
			err := ix.Put(t.Context(), note("b", "bed"))
			if err := errors.Join(err, ix.Close(), test.change(filepath.Join(dir, wordsIn(t, dir)[0]))); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, open(t, dir, Options{}).Stale()); diff != "" {
				t.Errorf("stale (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDamageWhileOpen cuts the only segment under an open index. There is one,
// so that no goroutine of bleve reads it to merge it with others: a fault there
// is past anybody's recover.
func TestDamageWhileOpen(t *testing.T) {
	ix, dir := filled(t, Options{}, sentences(300)...)
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	ix = open(t, dir, Options{})
	names, err := filepath.Glob(filepath.Join(dir, "words-*/store/*.zap"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if err := os.Truncate(name, 0); err != nil {
			t.Fatal(err)
		}
	}
	_, err = ix.Search(t.Context(), Query{Text: "sofa kitchen", From: WordsOnly})
	if !errors.Is(err, ErrRebuild) || !errors.Is(ix.Stale(), ErrRebuild) {
		t.Fatalf("got %v, stale %v", err, ix.Stale())
	}
	if err := ix.Rebuild(t.Context(), 2, all(sentences(10))); err != nil {
		t.Fatal(err)
	}
	if got := search(t, ix, Query{Text: "sofa"}); len(got) == 0 || ix.Stale() != nil {
		t.Errorf("after a rebuild: %+v, stale %v", got, ix.Stale())
	}
}

func TestMadeWithSomethingElse(t *testing.T) {
	tests := []struct {
		name string
		opts Options
	}{
		{"another table", Options{Link: table()}},
		{"another embedder", Options{Embedder: broken{}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ix, dir := filled(t, Options{}, note("a", "sofa"))
			if err := ix.Close(); err != nil {
				t.Fatal(err)
			}
			if ix := open(t, dir, test.opts); !errors.Is(ix.Stale(), ErrRebuild) {
				t.Errorf("taken as sound: %v", ix.Stale())
			}
		})
	}
}

// TestLockOfBleve holds only the words, as a tool of bleve would.
func TestLockOfBleve(t *testing.T) {
	ix, dir := filled(t, Options{}, note("a", "sofa"))
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	before := wordsIn(t, dir)
	held, err := bleve.Open(filepath.Join(dir, before[0]))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(dir, Options{LockTimeout: 50 * time.Millisecond})
	if !errors.Is(err, ErrLocked) || errors.Is(err, ErrRebuild) {
		t.Errorf("got %v, want a lock", err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, wordsIn(t, dir)); diff != "" {
		t.Errorf("words (-before +after):\n%s", diff)
	}
	if ix := open(t, dir, Options{}); ix.Stale() != nil {
		t.Error(ix.Stale())
	}
}

func TestLockInOneProcess(t *testing.T) {
	_, dir := filled(t, Options{})
	_, err := Open(dir, Options{LockTimeout: time.Nanosecond})
	var locked *LockedError
	if !errors.As(err, &locked) || locked.PID != os.Getpid() {
		t.Errorf("got %v, want a LockedError of this process", err)
	}
}

func TestClosed(t *testing.T) {
	ix, _ := filled(t, Options{})
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	_, searchErr := ix.Search(t.Context(), Query{Text: "sofa"})
	_, generationErr := ix.Generation()
	_, _, countErr := ix.Count()
	for name, err := range map[string]error{
		"Close": ix.Close(), "Search": searchErr, "Generation": generationErr, "Count": countErr,
		"Put": ix.Put(t.Context(), note("a", "b")), "Load": ix.Load(t.Context(), note("a", "b")), "Delete": ix.Delete(t.Context(), "a"),
		"SetGeneration": ix.SetGeneration(t.Context(), 1), "Rebuild": ix.Rebuild(t.Context(), 1, all(nil)),
	} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s: got %v, want ErrClosed", name, err)
		}
	}
}
