package draw

import (
	"math"
	"regexp"
	"strconv"
	"testing"

	"navd/daemon/words"
)

var hex = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func TestPalette(t *testing.T) {
	for _, k := range append(words.Rooms(), "", "unknown", "작업실 2", "sun deck", "<>&") {
		tint := Palette(k)
		for _, c := range []string{tint.Soft, tint.Line, tint.Ink} {
			if !hex.MatchString(c) {
				t.Errorf("%q has the colour %q", k, c)
			}
		}
		if contrast(tint.Line, paper) < 2 {
			t.Errorf("lines of %q have a contrast of %.1f on white", k, contrast(tint.Line, paper))
		}
	}
}

// TestContrast holds every text of every picture to WCAG AA. The card brings its own
// paper, so that this is so on dark pages too.
func TestContrast(t *testing.T) {
	plain := []string{paper, goodSoft, badSoft, bubbleFill}
	onMap := append([]string{floorFill, thingFill, soughtFill, seenFill, slate.Soft, grey.Soft}, plain...)
	for _, h := range hues {
		onMap = append(onMap, h.Soft)
	}
	for name, svg := range map[string][]byte{
		"map": Map(flat()), "detail": Map(detailed(flat())), "beside": Beside(flat(), flat()), "house": House(lived("")), "empty": Map(MapData{}),
		"film": Film(flat(), []Scene{{Text: "goes", Said: "left"}}), "search": Search(searched("")),
	} {
		for _, e := range all(parse(t, svg), "text") {
			grounds := plain
			if e.attrs["stroke"] != "" { // text on the map has a halo
				grounds = onMap
			}
			for _, g := range grounds {
				if c := contrast(e.attrs["fill"], g); c < 4.5 {
					t.Errorf("%s: %q has a contrast of %.2f on %s, want 4.5", name, e.text, c, g)
				}
			}
		}
	}
}

// contrast is WCAG's contrast ratio of two colours.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is WCAG's relative luminance of a colour.
func luminance(hex string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestPaletteBySpelling(t *testing.T) {
	if Palette("sun deck") != Palette("sundeck") {
		t.Error("equal keys have different colours")
	}
	if Palette(words.LabelKey("거실")) != Palette("living room") {
		t.Error("the Korean name of a room has a colour of its own")
	}
	if Palette("corridor to kitchen") != slate {
		t.Error("a corridor to the kitchen looks like no corridor")
	}
	if Palette("") != grey || Palette("unknown") != grey {
		t.Error("unknown types are coloured")
	}
}

func TestRoomsOfAHomeDiffer(t *testing.T) {
	seen := map[Tint]words.Key{}
	for _, k := range []words.Key{"living room", "kitchen", "dining room", "bathroom", "bedroom", "corridor", "study", "entrance", "unknown"} {
		if other, taken := seen[Palette(k)]; taken {
			t.Errorf("%s looks like %s", k, other)
		}
		seen[Palette(k)] = k
	}
}

func TestCommonRoomsAreKeys(t *testing.T) {
	for k, hue := range common {
		if words.LabelKey(string(k)) != k {
			t.Errorf("%q is no key, that would be %q", k, words.LabelKey(string(k)))
		}
		if hue < 0 || hue >= len(hues) {
			t.Errorf("%q has hue %d", k, hue)
		}
	}
}
