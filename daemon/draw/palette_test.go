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

// Signs are seen on the sheet and on the seen floor, and those of what a way brought and
// of what nobody looked behind are told apart, also by eyes that see no green.
func TestSignsDiffer(t *testing.T) {
	signs := []string{good, bad, openLine}
	for i, a := range signs {
		for _, ground := range []string{paper, seenFill} {
			if c := contrast(a, ground); c < 3 {
				t.Errorf("%s has a contrast of %.1f on %s, want 3", a, c, ground)
			}
		}
		for _, b := range signs[:i] {
			for name, see := range map[string]func([3]float64) [3]float64{"all eyes": func(v [3]float64) [3]float64 { return v }, "eyes that see no green": deuteranope} {
				if d := apart(see(linear(a)), see(linear(b))); d < 40 {
					t.Errorf("to %s %s and %s are %.0f apart, want 40", name, a, b, d)
				}
			}
		}
	}
}

// deuteranope gives a colour as eyes without green cones see it: Machado et al. 2009,
// severity 1.
func deuteranope(v [3]float64) (out [3]float64) {
	for i, row := range [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.01182, 0.04294, 0.968881}} {
		for k, w := range row {
			out[i] += w * v[k]
		}
	}
	return out
}

// apart is CIE 1976 ΔE of two linear colours: 2 can just be told apart, 100 are black and
// white.
func apart(a, b [3]float64) float64 {
	x, y := lab(a), lab(b)
	return math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
}

// lab is a linear colour in CIELAB, white is D65.
func lab(v [3]float64) [3]float64 {
	var f [3]float64
	for i, row := range [3][4]float64{{0.4124, 0.3576, 0.1805, 0.9505}, {0.2126, 0.7152, 0.0722, 1}, {0.0193, 0.1192, 0.9505, 1.089}} {
		t := max(0, row[0]*v[0]+row[1]*v[1]+row[2]*v[2]) / row[3]
		if f[i] = math.Cbrt(t); t <= 0.008856 {
			f[i] = 7.787*t + 16.0/116
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

// luminance is WCAG's relative luminance of a colour.
func luminance(hex string) float64 {
	v := linear(hex)
	return 0.2126*v[0] + 0.7152*v[1] + 0.0722*v[2]
}

// linear gives red, green and blue of a colour as shares of light.
func linear(hex string) (v [3]float64) {
	for i := range v {
		n, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		c := float64(n) / 255
		if v[i] = c / 12.92; c > 0.04045 {
			v[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return v
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
