package draw

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"plain":            {"sofa", "sofa"},
		"markup":           {`<b a="1">&'`, "&lt;b a=&quot;1&quot;&gt;&amp;&#39;"},
		"korean":           {"거실 소파", "거실 소파"},
		"controls":         {"a\x00\x07b\x1b[0m", "ab[0m"},
		"lines":            {" a\r\n\tb  c ", "a b c"},
		"turns direction":  {"a\u202eb\u2066c", "abc"},
		"broken utf-8":     {"a\xffb", "a\uFFFDb"},
		"no XML character": {"a\uFFFEb\uFFFFc", "a\uFFFDb\uFFFDc"},
		"empty":            {"", ""},
		"only controls":    {"\x01\x02", ""},
	} {
		if got := text(c.in).String(); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", name, c.in, got, c.want)
		}
	}
}

func TestWidthGrows(t *testing.T) {
	for _, s := range []string{"i", "a", "W", "방", "", "living room"} {
		if longer := width(s+"x", 14); longer <= width(s, 14) {
			t.Errorf("%qx is %v px, not wider than %q", s, longer, s)
		}
		if twice := width(s, 28); twice != 2*width(s, 14) {
			t.Errorf("%q is %v px at 28, want twice %v", s, twice, width(s, 14))
		}
	}
	if width("거실", 10) != 20 {
		t.Errorf("a Hangul syllable is %v px wide at size 10, want 10", width("거실", 10)/2)
	}
}

func TestClip(t *testing.T) {
	long := strings.Repeat("방 corridor ", 30)
	for _, w := range []float64{15, 40, 100, 333} {
		got := clip(long, 12, w)
		if width(got, 12) > w {
			t.Errorf("clip to %v px gives %q, %v px", w, got, width(got, 12))
		}
		if !strings.HasSuffix(got, "…") || !utf8.ValidString(got) {
			t.Errorf("clip to %v px gives %q, want an ellipsis after whole characters", w, got)
		}
	}
	if got := clip(" sofa\n", 12, 100); got != "sofa" {
		t.Errorf("a short text becomes %q", got)
	}
}

func TestWrite(t *testing.T) {
	var c canvas
	c.write("a<b", spot{1.04, 2}, style{size: 10, fill: "#000", anchor: "middle", bold: true, halo: true})
	want := `<text x="1" y="2" font-size="10" fill="#000" font-weight="600" text-anchor="middle"` +
		` stroke="#fff" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke">a&lt;b</text>` + "\n"
	if got := c.String(); got != want {
		t.Errorf("got  %s want %s", got, want)
	}
	c.Reset()
	if c.write("", spot{}, style{}); c.Len() > 0 {
		t.Errorf("nothing is written as %s", c.String())
	}
}
