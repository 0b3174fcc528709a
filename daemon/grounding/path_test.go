package grounding_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	. "navd/daemon/grounding"
)

var elementCases = []struct{ name, given, want string }{
	{"plain", "try 1", "try 1"},
	{"Korean", "우리 집", "우리 집"},
	{"emoji with a joiner", "👩\u200d🚀", "👩\u200d🚀"},
	{"up", "../../etc", "_.._etc-74ccf3c5"},
	{"two dots", "..", "name-5ec1f7e7"},
	{"empty", "", "name-e3b0c442"},
	{"slash", "a/b", "a_b-c14cddc0"},
	{"backslash", `a\b`, "a_b-c62016d0"},
	{"hidden", ".ssh", "ssh-9a964bc3"},
	{"dots and spaces at the ends", " a. ", "a-c2c255be"},
	{"a device", "con", "namecon-1143da2b"},
	{"a device with an end", "Com1.txt", "nameCom1.txt-2fc9f25b"},
	{"a device with a long end", "con." + strings.Repeat("x", 96), "namecon." + strings.Repeat("x", 83) + "-11e5c631"},
	{"almost a device", "console", "console"},
	{"com without a number", "com", "com"},
	{"control characters", "a\x00b\x1b\u0085", "a_b__-564540f1"},
	{"right to left", "a\u202etxt", "a_txt-c618fe43"},
	{"a colon", "C:x", "C_x-93617f70"},
	{"no UTF-8", "a\xff", "a_-8dd06b5a"},
	{"long", strings.Repeat("x", 300), strings.Repeat("x", 91) + "-0d4e2ca9"},
	{"long Korean", strings.Repeat("부", 100), strings.Repeat("부", 30) + "-43dd36dc"},
	{"as long as may be", strings.Repeat("x", MaxElement), strings.Repeat("x", MaxElement)},
}

func TestPathElement(t *testing.T) {
	for _, c := range elementCases {
		t.Run(c.name, func(t *testing.T) {
			if got := PathElement(c.given); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			checkElement(t, c.given)
		})
	}
}

// checkElement holds what is true of any name.
func checkElement(t errorfer, name string) {
	got := PathElement(name)
	switch {
	case got == "", len(got) > MaxElement, !utf8.ValidString(got), strings.ContainsAny(got, "/\\\x00\n:"):
		t.Errorf("%q gives %q", name, got)
	case !filepath.IsLocal(got), filepath.Base(got) != got, strings.HasPrefix(got, "."), strings.HasSuffix(got, "."):
		t.Errorf("%q gives %q, which leads elsewhere", name, got)
	case PathElement(got) != got:
		t.Errorf("%q gives %q, which gives %q", name, got, PathElement(got))
	}
}

func FuzzPathElement(f *testing.F) {
	for _, c := range elementCases {
		f.Add(c.given)
	}
	f.Fuzz(func(t *testing.T, name string) { checkElement(t, name) })
}

func TestPaths(t *testing.T) {
	began := time.Date(2026, 1, 27, 1, 2, 3, 999, time.FixedZone("", 9*3600))
	for _, c := range []struct{ name, got, want string }{
		{"episode", EpisodePath("try", "7", began, 0), "try/episode_7_20260126T160203Z/grounding_episode_7"},
		{"twin", EpisodePath("try", "7", began, 2), "try/episode_7_20260126T160203Z_3/grounding_episode_7"},
		{"names that are none", EpisodePath("..", "a/b", began, 0), "name-5ec1f7e7/episode_a_b-c14cddc0_20260126T160203Z/grounding_episode_a_b-c14cddc0"},
		{"latest", LatestPath("try"), "try/grounding/grounding_latest"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("%s, want %s", c.got, c.want)
			}
		})
	}
}
