package main

import (
	"strings"
	"testing"
)

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		most       int
		want       string
	}{
		{"it fits", "kitchen", 7, "kitchen"},
		{"one too long", "kitchens", 7, "kitche…"},
		{"no space before the mark", "the kitchen", 5, "the…"},
		{"two columns each", "화장실", 6, "화장실"},
		{"half a letter has no room", "화장실에는", 6, "화장…"},
		{"mixed", "a화b장c", 5, "a화b…"},
		{"a mark on a letter takes none", "e\u0301e\u0301", 2, "e\u0301e\u0301"},
		{"full width", "：：", 3, "：…"},
		{"nothing", "", 3, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := fit(tt.text, tt.most)
			if got != tt.want || width(got) > tt.most {
				t.Errorf("%q of %d columns, want %q of %d at most", got, width(got), tt.want, tt.most)
			}
		})
	}
}

func TestTable(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows [][]string
		want string
	}{
		{"columns of letters of either width", [][]string{{"ID", "SCOPE", "TEXT"}, {"g1", "우리집", "a"}, {"g10", "home", "b"}},
			"ID   SCOPE   TEXT\ng1   우리집  a\ng10  home    b\n"},
		{"an empty last cell", [][]string{{"g1", ""}, {"g2", "a"}}, "g1\ng2  a\n"},
		{"a long line", [][]string{{"g1", strings.Repeat("가", 60)}}, "g1  " + strings.Repeat("가", 47) + "…\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			if err := table(&out, tt.rows); err != nil {
				t.Fatal(err)
			}
			if out.String() != tt.want {
				t.Errorf("%q, want %q", out.String(), tt.want)
			}
		})
	}
}

func TestPlain(t *testing.T) {
	for _, tt := range []struct{ name, got, want string }{
		{"an escape sequence", plain("a\x1b[31mb"), "a [31mb"},
		{"one of eight bits", plain("a\u009b31mb"), "a 31mb"},
		{"tabs and line ends", plain("a\tb\r\nc"), "a b  c"},
		{"what turns the direction", plain("a\u202eb\u2066c"), "a b c"},
		{"line ends of Unicode", plain("a\u2028b\u0085c"), "a b c"},
		{"Korean stays", plain("화장실"), "화장실"},
		{"lines stay lines", plainLines("a\r\nb\n\x1bc", "  "), "a\n  b\n   c"},
		{"one line has no indent", plainLines("a", "  "), "a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("%q, want %q", tt.got, tt.want)
			}
		})
	}
}
