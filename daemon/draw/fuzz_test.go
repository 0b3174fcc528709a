package draw

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// FuzzLabels puts any text wherever text is drawn.
func FuzzLabels(f *testing.F) {
	for _, s := range []string{"sofa", "거실", `<script>alert("&")</script>`, "]]>", "a\x00\x1b\u202e\xff\uFFFE", "&#0;", "👨‍👩‍👧", strings.Repeat("방", 500)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		data := flat()
		data.Title, data.Subtitle = s, s
		data.Graph.Places[0].Type, data.Graph.Places[0].Objects = words.Key(s), []string{s}
		data.Marks[0].Note, data.Marks[1].Kind = s, MarkKind(s)
		data.Floor[0].Label, data.Things[0].Label = s, s
		stayText(t, Map(data), Map(flat()))
	})
}

// stayText holds a document to the elements of one without the texts from outside.
func stayText(t *testing.T, svg, plain []byte) {
	t.Helper()
	if !utf8.Valid(svg) {
		t.Fatal("not valid UTF-8")
	}
	known := names(parse(t, plain))
	for name := range names(parse(t, svg)) {
		if !known[name] {
			t.Fatalf("a text makes an element <%s>", name)
		}
	}
}

func names(es []element) map[string]bool {
	out := map[string]bool{}
	for _, e := range es {
		out[e.name] = true
	}
	return out
}

// FuzzPoses draws numbers of any kind.
func FuzzPoses(f *testing.F) {
	f.Add(1.0, 2.0, 30.0, 1.5)
	f.Add(1e9, -1e9, 1e300, -1.0)
	f.Add(0.0, 5e-324, math.Copysign(0, -1), 1e-9)
	f.Fuzz(func(t *testing.T, x, y, yaw, free float64) {
		at := nav.Pose{X: x, Y: y, Yaw: yaw}
		finite(t, Map(MapData{
			Path: []nav.Pose{{}, at}, Target: &at, Marks: []Mark{{Kind: MarkStart, Pose: at}},
			Graph: &nav.Graph{Sites: []nav.Site{{ID: 1, Pose: at, Views: []nav.SiteView{{Heading: yaw, FreeM: free, Known: true}}}}},
		}))
	})
}
