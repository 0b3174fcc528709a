package words_test

import (
	"testing"

	"pgregory.net/rapid"

	"navd/daemon/words"
)

func TestSlips(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"sofa", "sofa", 0}, {"sofaa", "sofa", 1}, {"sfoa", "sofa", 1}, {"소퍼", "소파", 1}, {"솜파", "소파", 1}, {"침데", "침대", 1}, {"거실", "거울", 2}} {
		if got := words.Slips(tt.a, tt.b); got != tt.want {
			t.Errorf("%s to %s: %d slips, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"case and spaces", " The  Kitchen\n is GREEN. ", "the kitchen is green."},
		{"decomposed", "\u1107\u1161\u11bc", "방"},
		{"a syllable and its end", "가\u11a8 방", "각 방"},
		{"composes after lowering", "H\u0331", "\u1e96"},
		{"wide space", "a\u3000b", "a b"},
		{"separators stay", "tv_stand/sofa", "tv_stand/sofa"},
		{"nothing", " \t", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := words.Plain(c.in); got != c.want {
				t.Errorf("Plain(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// TestPlainTwice holds that a plain text is plain.
func TestPlainTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := words.Plain(rapid.String().Draw(t, "text"))
		if twice := words.Plain(once); twice != once {
			t.Errorf("%q becomes %q", once, twice)
		}
	})
}
