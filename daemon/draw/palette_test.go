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
		if contrast(tint.Ink) < 4.5 {
			t.Errorf("text about %q has a contrast of %.1f on white, want 4.5 (WCAG AA)", k, contrast(tint.Ink))
		}
		if contrast(tint.Line) < 2 {
			t.Errorf("lines of %q have a contrast of %.1f on white", k, contrast(tint.Line))
		}
	}
}

// contrast is WCAG's contrast ratio of a colour on white.
func contrast(hex string) float64 {
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
	return 1.05 / (sum + 0.05)
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
