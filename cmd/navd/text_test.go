package main

import (
	"testing"
	"time"

	"navd/cmd/navd/story"
	"navd/daemon/feedback"
	"navd/daemon/words"
)

func TestTexts(t *testing.T) {
	for _, tt := range []struct{ name, got, want string }{
		{"none", words.Count(0, "call"), "0 calls"},
		{"one", words.Count(1, "call"), "1 call"},
		{"no cost", story.Cost(0), "0"},
		{"a whole cost", story.Cost(5), "5"},
		{"a small cost", story.Cost(0.0000014), "0.000001"},
		{"a rounded cost", story.Cost(0.1 + 0.2), "0.3"},
		{"bytes", bytesText(1023), "1023 B"},
		{"a kibibyte", bytesText(1024), "1 KiB"},
		{"between", bytesText(1536 << 20), "1.5 GiB"},
		{"the largest unit", bytesText(4096 << 40), "4096 TiB"},
		{"JSON as it is", escaped("{\"a\": \"화장실\"}\n"), "{\"a\": \"화장실\"}\n"},
		{"what steers a terminal in JSON", escaped("\"a\u009b2J\x7f\u202eb\""), `"a\u009b2J\u007f\u202eb"`},
		{"no budget", ofBudget(0), ""},
		{"a budget", ofBudget(2.5), " of 2.5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("%q, want %q", tt.got, tt.want)
			}
		})
	}
}

// What an imported file does not say is not printed as year one.
func TestEvidenceOfAFile(t *testing.T) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for _, tt := range []struct {
		name string
		of   feedback.Evidence
		want string
	}{
		{"of a text file", feedback.Evidence{Feedback: "file:0a1b"}, "file:0a1b  a file of no episode"},
		{"with its author", feedback.Evidence{Feedback: "file:0a1b", Author: "Mina"}, "file:0a1b  a file of no episode, by Mina"},
		{"of an episode's file", feedback.Evidence{Feedback: "file:0a1b", Episode: "7", Step: 2, Verdict: feedback.Failure, At: at}, "file:0a1b  episode 7, step 2, Failure, 2026-03-04 05:06:07"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := evidenceText(tt.of); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if got := when(time.Time{}); got != "-" {
		t.Errorf("no time is %q", got)
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
