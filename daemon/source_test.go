package daemon

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/store"
	"navd/index"
	"navd/ipc"
)

// All documents go into an index that is filled, page by page, and the newest
// ones are found while it is not there; the answer says when that is not all.
func TestManyPlaces(t *testing.T) {
	dir := t.TempDir()
	d, end := inDir(t, dir)
	caughtUp(t, d)
	const episodes = 25
	for n := range episodes {
		furnish(t, d, fmt.Sprintf("e%03d", n), "house")
	}
	x := d.core.indexer
	x.hide()
	away, err := d.Memory.Search(t.Context(), ipc.SearchParams{Query: "sofa"})
	if err != nil || len(away.Hits) == 0 || !strings.Contains(fmt.Sprint(away.Degraded), "away, only the newest ") {
		t.Errorf("away: %+v, %v", away, err)
	}
	end()
	if err := os.RemoveAll(filepath.Join(dir, IndexDir)); err != nil {
		t.Fatal(err)
	}
	d, _ = inDir(t, dir)
	caughtUp(t, d)
	inWords, vectors, err := d.core.indexer.shown().Count()
	if err != nil || inWords != 100*episodes || vectors != 100*episodes {
		t.Errorf("%d documents in words, %d in vectors, %v", inWords, vectors, err)
	}
	r, err := d.Memory.Search(t.Context(), ipc.SearchParams{Query: "sofa"})
	if err != nil || len(r.Hits) == 0 || len(r.Degraded) > 0 {
		t.Errorf("indexed: %+v, %v", r, err)
	}
}

// Names that are longer than an index takes are cut and stay apart.
func TestShortName(t *testing.T) {
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
	d := openDaemon(t, 4)
	caughtUp(t, d)
	id, err := d.Episodes.Begin(t.Context(), ipc.BeginParams{Goal: "sofa", SceneID: long + "a"})
	if err != nil {
		t.Fatal(err)
	}
	describe(t, d, id.Episode, "A telescope.")
	caughtUp(t, d)
	for scene, want := range map[string]int{long + "a": 1, long + "b": 0} {
		r, err := d.Memory.Search(t.Context(), ipc.SearchParams{Query: "telescope", Scope: scene})
		if err != nil || len(r.Hits) != want || want > 0 && r.Hits[0].Scope != scene {
			t.Errorf("found %+v, %v", r, err)
		}
	}
}

// What an index refuses does not hold up the rest.
func TestPutRefused(t *testing.T) {
	d := openDaemon(t, 4)
	caughtUp(t, d)
	x := d.core.indexer
	ix := x.shown()
	doc := func(id string) index.Doc { return index.Doc{ID: id, Kind: "note", Text: "a telescope"} }
	if err := x.put(ix, []index.Doc{doc("a"), doc(strings.Repeat("x", index.MaxID+1)), doc("b")}); err != nil {
		t.Error(err)
	}
	if n, _, err := ix.Count(); n != 2 || err != nil {
		t.Errorf("%d documents, %v", n, err)
	}
}

// Entries of the outbox that name nothing, or a kind that no source gives, are
// taken out.
func TestOutboxNamesNothing(t *testing.T) {
	d := openDaemon(t, 4)
	caughtUp(t, d)
	w := d.core.write()
	for _, due := range []store.Due{{Kind: "dream", ID: "1"}, {Kind: kindPlace, ID: "no place"}, {Kind: kindPlace, ID: "gone/1"}, {}} {
		w.Due(due.Kind, due.ID, "")
	}
	if err := w.commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	caughtUp(t, d)
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

// The times of places are those of the log, to the entry of their last step.
func TestPlaceTime(t *testing.T) {
	d := openDaemon(t, 4)
	id := begin(t, d)
	before := time.Now()
	describe(t, d, id, "A telescope.")
	r, err := d.Memory.Search(t.Context(), ipc.SearchParams{Query: "telescope", Time: &ipc.TimeSpan{Since: before.Add(-time.Hour)}})
	if err != nil || len(r.Hits) != 1 || r.Hits[0].Time.After(time.Now()) {
		t.Errorf("found %+v, %v", r, err)
	}
	r, err = d.Memory.Search(t.Context(), ipc.SearchParams{Query: "telescope", Time: &ipc.TimeSpan{Until: before.Add(-time.Hour)}})
	if err != nil || len(r.Hits) != 0 {
		t.Errorf("found %+v, %v", r, err)
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
