package grounding

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"navd/daemon/reply"
)

// MaxElement is the largest length of a result of [PathElement], in bytes.
const MaxElement = 100

// digestLength is how many digits of a hash distinguish names that had to be changed.
const digestLength = 8

// PathElement turns a name into a path element that is valid on any system: without
// slashes, colons and the like, without control and direction characters, without dots and
// spaces at its ends, not the name of a Windows device, not empty, at most [MaxElement]
// bytes, and valid UTF-8. A name that is already valid stays as it is; any other gets a
// part of its SHA-256 at the end, so that different names stay different.
// PathElement(PathElement(s)) == PathElement(s).
func PathElement(name string) string {
	clean := strings.Map(elementRune, name)
	clean = strings.TrimLeft(clean, ". ")
	clean = strings.TrimRight(clean, ". ")
	if clean == name && name != "" && len(name) <= MaxElement && utf8.ValidString(name) && !isDevice(name) {
		return name
	}
	if clean == "" || isDevice(clean) {
		clean = "name" + clean
	}
	return shorten(clean, MaxElement-digestLength-1) + "-" + reply.Hash(name)[:digestLength]
}

// elementRune replaces characters that are not allowed in the name of a file by an
// underscore. The zero-width joiner of emoji is allowed.
func elementRune(r rune) rune {
	const joiner = '\u200d'
	switch {
	case r == utf8.RuneError, strings.ContainsRune(`/\:*?"<>|`, r), unicode.IsControl(r):
		return '_'
	case r != joiner && unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp):
		return '_'
	}
	return r
}

// shorten cuts a text to at most so many bytes, between two characters.
func shorten(s string, most int) string {
	for len(s) > most {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return strings.TrimRight(s, ". ")
}

// isDevice reports whether a name is that of a Windows device, with any extension.
func isDevice(name string) bool {
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	name = strings.TrimRight(name, " ")
	if slices.Contains([]string{"con", "prn", "aux", "nul", "conin$", "conout$"}, name) {
		return true
	}
	number, com := strings.CutPrefix(name, "com")
	if !com {
		number, com = strings.CutPrefix(name, "lpt")
	}
	return com && utf8.RuneCountInString(number) == 1 && strings.Contains("0123456789¹²³", number)
}

// EpisodePath returns the path of the files of an episode, with slashes and without the
// extension:
//
//	<run>/episode_<name>_<time>/grounding_episode_<name>
//
// The time is when it began, in UTC. twin is how many earlier episodes have the same path.
func EpisodePath(run, name string, began time.Time, twin int) string {
	name = PathElement(name)
	dir := "episode_" + name + "_" + began.UTC().Format("20060102T150405Z")
	if twin > 0 {
		dir += "_" + strconv.Itoa(twin+1)
	}
	return PathElement(run) + "/" + dir + "/grounding_episode_" + name
}

// LatestPath returns the path of the cumulative files of a run, like [EpisodePath].
func LatestPath(run string) string { return PathElement(run) + "/grounding/grounding_latest" }
