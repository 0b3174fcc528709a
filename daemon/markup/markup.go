// Package markup writes HTML and SVG element by element and escapes every text
// and value. What it writes is well-formed XML too, so a test can parse it. It
// is in the place of html/template, which would make the binary 10 MB larger.
package markup

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Doc is a document that is being written. The zero value is an empty fragment;
// [Page] begins a whole page. Names of elements and attributes are written as
// they are and must come from the program; texts and values may come from
// anybody.
type Doc struct {
	b     strings.Builder
	open  []string // elements that are not closed yet
	inTag bool     // the last tag takes attributes yet
}

// Page begins a document with the document type of HTML.
func Page() *Doc {
	d := &Doc{}
	d.b.WriteString("<!DOCTYPE html>\n")
	return d
}

// Open begins an element inside the one that is open.
func (d *Doc) Open(name string) *Doc {
	d.endTag()
	d.b.WriteString("<" + name)
	d.open, d.inTag = append(d.open, name), true
	return d
}

// Attr gives an attribute to the element that was just opened. After a text or a
// closed element there is no such element, and nothing is written.
func (d *Doc) Attr(name, value string) *Doc {
	if d.inTag {
		d.b.WriteString(" " + name + `="` + escape(value) + `"`)
	}
	return d
}

// Text writes a text into the open element.
func (d *Doc) Text(text string) *Doc {
	d.endTag()
	d.b.WriteString(escape(text))
	return d
}

// Close ends the innermost open element; without one it does nothing.
func (d *Doc) Close() *Doc {
	if len(d.open) == 0 {
		return d
	}
	name := d.open[len(d.open)-1]
	d.open = d.open[:len(d.open)-1]
	switch {
	case d.inTag && void(name):
		d.b.WriteString("/>")
	default:
		d.endTag()
		d.b.WriteString("</" + name + ">")
	}
	d.inTag = false
	if !inline(name) {
		d.b.WriteString("\n")
	}
	return d
}

// Leaf writes an element with nothing but a text in it.
func (d *Doc) Leaf(name, text string) *Doc { return d.Open(name).Text(text).Close() }

// String closes what is open and gives the document.
func (d *Doc) String() string {
	for len(d.open) > 0 {
		d.Close()
	}
	return d.b.String()
}

func (d *Doc) endTag() {
	if d.inTag {
		d.b.WriteString(">")
	}
	d.inTag = false
}

// void tells the elements of HTML that have no end tag: a browser takes a slash
// in all others for nothing.
func void(name string) bool { return name == "meta" || name == "br" || name == "col" }

// inline tells the elements after which a line break would be a space that a
// reader sees.
func inline(name string) bool {
	switch name {
	case "a", "b", "bdi", "br", "code", "span", "td", "th", "tspan":
		return true
	}
	return false
}

// escape makes a text harmless. A character that no document may have, or that
// turns the direction of the text around it, becomes the replacement character.
func escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == 0xFFFE, r == 0xFFFF:
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError))))
}
