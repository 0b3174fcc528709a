package search

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/journal"
	"navd/daemon/store"
	"navd/index"
	"navd/ipc"
)

// All documents go into an index that is filled, page by page, and the newest
// ones are found while it is not there; the answer says when that is not all.
func TestManyPlaces(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	t.Parallel()
	dir := t.TempDir()
	r := newRig(t, dir)
	r.caughtUp()
	const episodes = 21
	for n := range episodes {
		r.furnish(fmt.Sprintf("e%03d", n), "house")
	}
	r.hide()
	away, err := r.Search(t.Context(), Question{Text: "sofa", K: 9})
	if err != nil || len(away.Hits) == 0 || !strings.Contains(fmt.Sprint(away.Troubles), "away, only the newest ") {
		t.Errorf("away: %+v, %v", away, err)
	}
	r.end()
	if err := os.RemoveAll(filepath.Join(dir, indexDir)); err != nil {
		t.Fatal(err)
	}
	r = newRig(t, dir)
	r.caughtUp()
	inWords, vectors, err := r.shown().Count()
	if err != nil || inWords != 100*episodes || vectors != 100*episodes {
		t.Errorf("%d documents in words, %d in vectors, %v", inWords, vectors, err)
	}
	a, err := r.Search(t.Context(), Question{Text: "sofa", K: 9})
	if err != nil || len(a.Hits) == 0 || len(a.Troubles) > 0 {
		t.Errorf("indexed: %+v, %v", a, err)
	}
}

// Names that are longer than an index takes are cut and stay apart.
func TestShortName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("집", 400)
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"short", "house-1", "house-1"},
		{"the longest", strings.Repeat("a", index.MaxID), strings.Repeat("a", index.MaxID)},
	} {
		if got := shortName(tt.in); got != tt.want {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
	a, b := shortName(long+"a"), shortName(long+"b")
	if a == b || len(a) > index.MaxID || !strings.HasPrefix(a, "집집") || strings.ContainsRune(a, '�') {
		t.Errorf("%q, %q", a, b)
	}
	r := newRig(t, t.TempDir())
	r.caughtUp()
	r.describe("e1", long+"a", "A telescope.")
	r.caughtUp()
	for scene, want := range map[string]int{long + "a": 1, long + "b": 0} {
		a, err := r.Search(t.Context(), Question{Text: "telescope", K: 9, Scopes: []string{scene}})
		if err != nil || len(a.Hits) != want || want > 0 && a.Hits[0].Scope != scene {
			t.Errorf("found %+v, %v", a, err)
		}
	}
}

// What an index refuses does not hold up the rest.
func TestPutRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir())
	r.caughtUp()
	ix := r.shown()
	doc := func(id string) index.Doc { return index.Doc{ID: id, Kind: "note", Text: "a telescope"} }
	if err := r.put(ix, []index.Doc{doc("a"), doc(strings.Repeat("x", index.MaxID+1)), doc("b")}); err != nil {
		t.Error(err)
	}
	if n, _, err := ix.Count(); n != 2 || err != nil {
		t.Errorf("%d documents, %v", n, err)
	}
}

// Entries of the outbox that name nothing, or a kind that no source gives, are
// taken out.
func TestOutboxNamesNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir())
	r.caughtUp()
	r.change(func(c *journal.Change) {
		for _, due := range []store.Due{{Kind: "dream", ID: "1"}, {Kind: Place, ID: "no place"}, {Kind: Place, ID: "gone/1"}, {}} {
			c.Due(due.Kind, due.ID, "")
		}
	})
	r.caughtUp()
}

// The table of names links both languages, knows plurals, and is told apart from
// another one by its name.
func TestLinker(t *testing.T) {
	link := newLinker()
	for _, tt := range []struct {
		name string
		want []string
	}{
		{"sofa", []string{"object/sofa"}}, {"couches", []string{"object/sofa"}}, {"소파", []string{"object/sofa"}},
		{"living room", []string{"place/living room"}}, {"livingroom", []string{"place/living room"}}, {"거실", []string{"place/living room"}},
		{"kitchens", []string{"place/kitchen"}}, {"glass house", nil}, {"helicopters", nil}, {"", nil},
	} {
		if diff := cmp.Diff(tt.want, link.Concepts(tt.name)); diff != "" {
			t.Errorf("%q:\n%s", tt.name, diff)
		}
	}
	if again := newLinker(); again.Name != link.Name || !strings.HasPrefix(link.Name, "words/") || len(link.Name) != len("words/")+16 {
		t.Errorf("names %q, %q", link.Name, again.Name)
	}
}

// The socket lets a client name every kind that there is, and no other.
func TestKindsAgree(t *testing.T) {
	var kinds []string
	for _, s := range sources() {
		kinds = append(kinds, s.kind)
	}
	field, _ := reflect.TypeFor[ipc.SearchParams]().FieldByName("Kinds")
	if diff := cmp.Diff(kinds, strings.Split(field.Tag.Get("allow"), "|")); diff != "" {
		t.Error(diff)
	}
}
