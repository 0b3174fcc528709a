package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fonts is the font of every text. Hangul falls to what the system has.
const fonts = "Inter,'Helvetica Neue',Arial,'Noto Sans','Noto Sans KR','Noto Sans CJK KR',sans-serif"

// text is a string that comes from outside. It writes itself as XML character
// data: escaped, on one line, without what XML 1.0 forbids.
type text string

func (t text) String() string { return escaper.Replace(oneLine(string(t))) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// oneLine drops control and formatting characters, which could turn the text
// around or end it, and draws blanks together.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == utf8.RuneError, r == 0xFFFE, r == 0xFFFF:
			return '\uFFFD'
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// width estimates how wide a text of this size is, px. Fonts differ; it is a
// little more than Arial and Noto take.
func width(s string, size float64) float64 {
	em := 0.0
	for _, r := range s {
		em += advance(r)
	}
	return em * size
}

func advance(r rune) float64 {
	switch {
	case unicode.Is(unicode.Mn, r):
		return 0
	case r >= 0x1100 && unicode.In(r, unicode.Hangul, unicode.Han, unicode.Hiragana, unicode.Katakana), r >= 0x1F000:
		return 1
	case strings.ContainsRune("iljtfr.,:;'|!()[] ", r):
		return 0.33
	case strings.ContainsRune("mwMW@%", r):
		return 0.9
	case unicode.IsUpper(r):
		return 0.7
	case r > 0x7F:
		return 0.7
	}
	return 0.57
}

// clip shortens a text to at most w px, with an ellipsis where it was cut.
func clip(s string, size, w float64) string {
	s = oneLine(s)
	if width(s, size) <= w {
		return s
	}
	w -= width("…", size)
	used := 0.0
	for i, r := range s {
		if used += advance(r) * size; used > w {
			return strings.TrimSpace(s[:i]) + "…"
		}
	}
	return s
}

// boldWider is by how much bold letters are wider than [width] says, in the widest of
// the usual fonts.
const boldWider = 1.2

// heading sets a bold line that takes at most room px.
func (c *canvas) heading(s string, at spot, size, room float64) {
	c.write(clip(s, size, room/boldWider), at, style{size: size, fill: ink, bold: true})
}

// style is how a text is set.
type style struct {
	size   float64 // px
	fill   string
	anchor string // middle or end; empty: it begins at its place
	bold   bool
	halo   bool // a white rim, for text on the map
}

// write sets one line of text with its baseline at p, nothing when it is empty.
// The caller has clipped it.
func (c *canvas) write(s string, p spot, st style) {
	if s == "" {
		return
	}
	extra := ""
	if st.bold {
		extra += ` font-weight="600"`
	}
	if st.anchor != "" {
		extra += ` text-anchor="` + st.anchor + `"`
	}
	if st.halo {
		extra += ` stroke="#fff" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke"`
	}
	c.put(`<text x="%v" y="%v" font-size="%v" fill="%s"%s>%v</text>`, px(p.x), px(p.y), px(st.size), st.fill, extra, text(s))
}
