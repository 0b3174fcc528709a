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

// MaxElement is how long a name may be that [PathElement] gives, bytes.
const MaxElement = 100

// digestLength is how many digits of a hash tell names apart that had to be
// changed.
const digestLength = 8

// PathElement makes one element of a path of a name, on any system: without
// slashes, colons and the like, control and direction characters, without dots
// and spaces at its ends, no device of Windows, not empty, at most [MaxElement]
// bytes, and valid UTF-8. A name that is one already stays as it is; of any
// other the SHA-256 is told in the end, so that different names stay different.
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

// elementRune puts an underscore in the place of what may not stand in the name
// of a file. The joiner of emoji may.
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

// shorten cuts a text between letters.
func shorten(s string, most int) string {
	for len(s) > most {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return strings.TrimRight(s, ". ")
}

// isDevice reports whether Windows takes a name for a device, whatever it ends
// in.
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

// EpisodePath is where the files of an episode stand, with slashes and without
// the end that tells their kind:
//
//	<run>/episode_<name>_<time>/grounding_episode_<name>
//
// The time is that of its begin, in UTC. twin is 0, or how many episodes before
// it have the same path.
func EpisodePath(run, name string, began time.Time, twin int) string {
	name = PathElement(name)
	dir := "episode_" + name + "_" + began.UTC().Format("20060102T150405Z")
	if twin > 0 {
		dir += "_" + strconv.Itoa(twin+1)
	}
	return PathElement(run) + "/" + dir + "/grounding_episode_" + name
}

// LatestPath is where the cumulative files of a run stand, like [EpisodePath].
func LatestPath(run string) string { return PathElement(run) + "/grounding/grounding_latest" }
