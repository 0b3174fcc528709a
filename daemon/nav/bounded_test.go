package nav_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"navd/daemon/nav"
)

// A place keeps the first names it was told, however many come, and no name is
// long: its record is written anew with every new one.
func TestPlaceKeepsABoundedSet(t *testing.T) {
	m, _, _ := nav.New("e1", "sofa", nav.DefaultConfig())
	for seq := 1; seq <= 10; seq++ {
		var objects []string
		for i := range 100 {
			objects = append(objects, fmt.Sprintf("thing %02d %02d %s", seq, i, strings.Repeat("ㅎ", 200)))
		}
		if _, _, err := m.Advance(nav.Step{Seq: seq, Action: nav.LookUp, Objects: objects}); err != nil {
			t.Fatal(err)
		}
	}
	p, _ := m.Place(1)
	if len(p.Objects) != 500 || !strings.HasPrefix(p.Objects[0], "thing 01 00") || !strings.HasPrefix(p.Objects[499], "thing 05 99") {
		t.Errorf("%d objects from %q to %q", len(p.Objects), p.Objects[0], p.Objects[len(p.Objects)-1])
	}
	for _, o := range p.Objects {
		if n := utf8.RuneCountInString(o); n > 100 {
			t.Fatalf("a name of %d characters", n)
		}
	}
}

// Labels and names are kept as one line each, as they are shown.
func TestNamesAreOneLine(t *testing.T) {
	m, _, _ := nav.New("e1", "sofa", nav.DefaultConfig())
	if _, _, _, err := m.Observe(nav.Sample{Label: "living\nroom\x00", Objects: []string{"tele\x00vision", "\x07"}}); err != nil {
		t.Fatal(err)
	}
	p, _ := m.Place(1)
	if p.Label != "living room" || len(p.Objects) != 1 || p.Objects[0] != "tele vision" {
		t.Errorf("label %q, objects %q", p.Label, p.Objects)
	}
}
