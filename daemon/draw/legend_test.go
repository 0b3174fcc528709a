package draw

import (
	"slices"
	"testing"

	"navd/daemon/words"
)

func TestEveryEntryHasNameAndSign(t *testing.T) {
	seen := map[string]bool{}
	for e := range entries {
		var c canvas
		e.icon(&c, spot{50, 50})
		parse(t, []byte("<svg>"+c.String()+"</svg>"))
		if entryNames[e] == "" || c.Len() == 0 || seen[c.String()] {
			t.Errorf("entry %d, %q, has no sign of its own", e, entryNames[e])
		}
		seen[c.String()] = true
	}
}

func TestEntriesOfPetals(t *testing.T) {
	for p, want := range map[petal]string{
		petalCovered: "nothing new that way", petalOpen: "not tried", petalRunning: "way taken, under way",
		petalPoor: "way taken: nothing new", petalGood: "way taken: something new",
	} {
		if got := entryNames[entryCovered+entry(p)]; got != want {
			t.Errorf("petal %d is explained as %q, want %q", p, got, want)
		}
	}
}

func TestLegendRows(t *testing.T) {
	var l legend
	for e := range entries {
		l.see(e)
	}
	var c canvas
	within := box{200, 10, 820, 0}
	height := l.draw(&c, within)
	es := parse(t, []byte("<svg>"+c.String()+"</svg>"))
	if n := len(all(es, "text")) - 1; n != int(entries) { // one sign is a number
		t.Errorf("%d entries are written, want %d", n, entries)
	}
	for _, e := range all(es, "text") {
		x, y := e.num(t, "x"), e.num(t, "y")
		if x < within.left || x+width(e.text, sizeSmall) > within.right || y > within.top+height {
			t.Errorf("%q at %v %v leaves the legend", e.text, x, y)
		}
	}
}

func TestEmptyLegend(t *testing.T) {
	var c canvas
	if h := new(legend).draw(&c, box{0, 0, 100, 0}); c.Len() > 0 || h > legendRow*1.1 {
		t.Errorf("an empty legend is %v px high: %s", h, c.String())
	}
}

func TestLegendTypes(t *testing.T) {
	var l legend
	for _, k := range append([]words.Key{"sun deck", "sundeck"}, words.Rooms()...) {
		l.seeType(group{kind: k})
	}
	if len(l.kinds) != mostKinds {
		t.Errorf("%d types, want %d", len(l.kinds), mostKinds)
	}
	if slices.ContainsFunc(l.kinds, func(g group) bool { return g.kind == "sundeck" }) {
		t.Error("a type is named twice")
	}
}
