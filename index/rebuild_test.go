package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRebuildWhileSearching searches all the time; each answer must be of one
// state, before or after.
func TestRebuildWhileSearching(t *testing.T) {
	state := func(n int) (docs []Doc) {
		for i := range 30 {
			d := note(fmt.Sprintf("%d-%02d", n, i), "the same sofa")
			d.Version = int64(n)
			docs = append(docs, d)
		}
		return docs
	}
	ix, dir := filled(t, Options{}, state(0)...)
	ctx, stop := context.WithCancel(t.Context())
	var searchers sync.WaitGroup
	for range 3 {
		searchers.Go(func() {
			for ctx.Err() == nil {
				hits, err := ix.Search(context.WithoutCancel(ctx), Query{Text: "sofa", K: 60})
				if err != nil || len(hits) != 30 || hits[0].Version != hits[29].Version {
					t.Errorf("%d hits, %v", len(hits), err)
					return
				}
			}
		})
	}
	for n := 1; n <= 3; n++ {
		if err := ix.Rebuild(t.Context(), uint64(n), all(state(n))); err != nil {
			t.Error(err)
		}
	}
	stop()
	searchers.Wait()
	if n, err := ix.Generation(); n != 3 || err != nil {
		t.Errorf("generation %d, %v", n, err)
	}
	if names := wordsIn(t, dir); len(names) != 1 {
		t.Errorf("left are %q", names)
	}
}

func TestRebuildFails(t *testing.T) {
	away := errors.New("away")
	tests := []struct {
		name string
		docs func(yield func(Doc, error) bool)
		want error
	}{
		{"an error of the source", func(yield func(Doc, error) bool) { _ = yield(note("x", "bed"), nil) && yield(Doc{}, away) }, away},
		{"a bad document", func(yield func(Doc, error) bool) { _ = yield(note("x", "bed"), nil) && yield(Doc{}, nil) }, ErrInvalid},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ix, dir := filled(t, Options{}, note("a", "sofa"))
			before := wordsIn(t, dir)
			if err := ix.Rebuild(t.Context(), 9, test.docs); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
			if got := ids(search(t, ix, Query{Text: "sofa bed"})); !slices.Equal(got, []string{"a"}) {
				t.Errorf("found %q", got)
			}
			if n, err := ix.Generation(); n != 1 || err != nil {
				t.Errorf("generation %d, %v", n, err)
			}
			if diff := cmp.Diff(before, wordsIn(t, dir)); diff != "" {
				t.Errorf("words (-before +after):\n%s", diff)
			}
		})
	}
}

// TestPutWaitsForRebuild puts a document while a rebuild runs: it is not lost.
func TestPutWaitsForRebuild(t *testing.T) {
	ix, _ := filled(t, Options{}, note("a", "sofa"))
	var put sync.WaitGroup
	docs := func(yield func(Doc, error) bool) {
		put.Go(func() {
			if err := ix.Put(t.Context(), note("late", "sofa")); err != nil {
				t.Error(err)
			}
		})
		yield(note("new", "sofa"), nil)
	}
	if err := ix.Rebuild(t.Context(), 2, docs); err != nil {
		t.Fatal(err)
	}
	put.Wait()
	if got := sorted(ids(search(t, ix, Query{Text: "sofa"}))); !slices.Equal(got, []string{"late", "new"}) {
		t.Errorf("found %q", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := ix.Rebuild(ctx, 3, all([]Doc{note("b", "sofa")})); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
