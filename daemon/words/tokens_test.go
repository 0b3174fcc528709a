package words_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"navd/daemon/words"
)

func TestTokens(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"nothing", "", 0},
		{"one letter rounds up", "a", 1},
		{"four letters", "sofa", 1},
		{"five letters", "sofas", 2},
		{"spaces and digits are ASCII", "view 3, go", 3},
		{"accents are Latin", "éàüö", 1},
		{"Hangul", "거실", 2},
		{"Han", "客厅", 2},
		{"Hangul and ASCII add up before rounding", "거실 TV", 3},
		{"a quarter more", "거실 TV!!", 4},
		{"Cyrillic: bytes/2", "зал", 3},
		{"kana: bytes/2", "か", 2},
		{"emoji: bytes/2", "🛋", 2},
		{"decomposed Hangul counts its jamo", "\u1100\u1165", 2},
		{"full-width punctuation", "，", 2},
		{"bad byte: half", "\xff", 1},
		{"two bad bytes", "\xff\xff", 1},
		{"replacement rune is three bytes", "\ufffd\ufffd", 3},
	} {
		if got := words.Tokens(c.text); got != c.want {
			t.Errorf("%s: Tokens(%q) = %d, want %d", c.name, c.text, got, c.want)
		}
	}
}

func TestTokensOfPartsBoundTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		whole, parts := words.Tokens(a+b), words.Tokens(a)+words.Tokens(b)
		if whole > parts || whole < parts-1 {
			t.Fatalf("%d together, %d apart", whole, parts)
		}
	})
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n           int
		thing, want string
	}{{1, "view", "1 view"}, {0, "view", "0 views"}, {2, "search", "2 searches"}, {3, "entry", "3 entries"}, {2, "line of log", "2 lines of log"}, {1, "line of log", "1 line of log"}} {
		if got := words.Count(c.n, c.thing); got != c.want {
			t.Errorf("Count(%d, %q) = %q, want %q", c.n, c.thing, got, c.want)
		}
	}
}

func BenchmarkTokens(b *testing.B) {
	text := strings.Repeat("거실에는 소파가 있다. The sofa is in the living room. ", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		words.Tokens(text)
	}
}
