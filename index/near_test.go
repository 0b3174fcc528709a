package index

import (
	"slices"
	"testing"
)

func TestNear(t *testing.T) {
	ix, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if err := ix.Put(t.Context(), Doc{ID: "a", Kind: "k", Text: "Basketball, boat"}, Doc{ID: "b", Kind: "k", Text: "a boot and a boat"}, Doc{ID: "c", Kind: "k", Text: "소파"}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		word  string
		edits int
		want  []string
	}{
		{"boat", 0, []string{"boat"}},
		{"Boat", 0, []string{"boat"}},
		{"boa", 0, nil},
		{"boat", 1, []string{"boat", "boot"}},
		{"boaat", 1, []string{"boat"}},
		{"basketbal", 1, []string{"basketball"}},
		{"baksetball", 2, []string{"basketball"}},
		{"소퍼", 1, []string{"소파"}},
		{"zebra", 2, nil},
	} {
		if got, err := ix.Near(tt.word, tt.edits); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s within %d: %q %v, want %q", tt.word, tt.edits, got, err, tt.want)
		}
	}
}

func TestShare(t *testing.T) {
	link := table()
	for _, tt := range []struct {
		question, text string
		want           float64
	}{
		{"where is the couch", "living room. Sofa, Lamp", 1},
		{"where's the couch?", "living room. Sofa, Lamp", 1},
		{"소파 어디 있어?", "living room. Sofa, Lamp", 1},
		{"소파는 어디에", "a couch", 1},
		{"a couch and a zebra", "a sofa", 0.5},
		{"tv", "a tv stand", 0},
		{"lamp", "living room. Sofa, Lamp", 1},
		{"zebra", "a sofa", 0},
		{"where is it", "a sofa", 0},
		{"", "a sofa", 0},
	} {
		if got := link.Share(tt.question, tt.text); got != tt.want {
			t.Errorf("%q of %q: %v, want %v", tt.text, tt.question, got, tt.want)
		}
	}
}
