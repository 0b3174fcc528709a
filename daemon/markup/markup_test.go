package markup_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"navd/daemon/markup"
)

func TestDoc(t *testing.T) {
	for _, tt := range []struct {
		name  string
		write func(*markup.Doc)
		want  string
	}{
		{"nothing", func(*markup.Doc) {}, ""},
		{"an element without a text has its end tag", func(d *markup.Doc) { d.Open("td").Close() }, "<td></td>"},
		{"a void element has none", func(d *markup.Doc) { d.Open("meta").Attr("a", "b").Close() }, "<meta a=\"b\"/>\n"},
		{"what is open is closed", func(d *markup.Doc) { d.Open("p").Open("b").Text("x") }, "<p><b>x</b></p>\n"},
		{"closing too often", func(d *markup.Doc) { d.Leaf("b", "x").Close() }, "<b>x</b>"},
		{"an attribute behind a text", func(d *markup.Doc) { d.Open("b").Text("x").Attr("a", "b") }, "<b>x</b>"},
		{"an attribute behind a closed element", func(d *markup.Doc) { d.Leaf("b", "x").Attr("a", "b") }, "<b>x</b>"},
		{"a hostile text", func(d *markup.Doc) { d.Leaf("b", `"><script>&'`) }, "<b>&#34;&gt;&lt;script&gt;&amp;&#39;</b>"},
		{"a hostile value", func(d *markup.Doc) { d.Open("b").Attr("a", `"><x y='`) }, `<b a="&#34;&gt;&lt;x y=&#39;"></b>`},
		{"what no document may have", func(d *markup.Doc) { d.Leaf("b", "a\x00b\xffc\x1b\uffff") }, "<b>a\ufffdb\ufffdc\ufffd\ufffd</b>"},
		{"what turns the text around it", func(d *markup.Doc) { d.Leaf("b", "a\u202eb\u2066") }, "<b>a\ufffdb\ufffd</b>"},
		{"Korean", func(d *markup.Doc) { d.Leaf("b", "거실 소파") }, "<b>거실 소파</b>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var d markup.Doc
			tt.write(&d)
			if got := d.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// FuzzText holds that a text, as a text and as a value, adds no element and
// leaves the document well-formed.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "]]>", "<!--", `"><script>`, "&#0;", "\x00\xff", "\u202e거실"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := &markup.Doc{}
		d.Open("p").Attr("title", s).Text(s)
		in, starts := xml.NewDecoder(strings.NewReader(d.String())), 0
		for {
			token, err := in.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", s, err)
			}
			if e, is := token.(xml.StartElement); is {
				starts++
				if len(e.Attr) != 1 {
					t.Errorf("%q: %d attributes, want 1", s, len(e.Attr))
				}
			}
		}
		if starts != 1 {
			t.Errorf("%q: %d elements, want 1", s, starts)
		}
	})
}
