package config

import (
	"strings"

	"navd/daemon/fault"
)

// nearest gives the candidate that was most likely meant, or "". Case does not matter, nor
// dash or underscore. A candidate with the same last part (nav.forward_m for forward_m) goes
// before one with few different letters.
func nearest(name string, candidates []string) string {
	name = fold(name)
	best, bestAt := "", 1+max(2, len(name)/4)
	for _, c := range candidates {
		d := fault.Edits(name, fold(c))
		if d > 0 && strings.HasSuffix(fold(c), tail(name)) {
			return c
		}
		if d < bestAt {
			best, bestAt = c, d
		}
	}
	return best
}

// tail is the end that a candidate for a folded name may have: ".forward_m" for a key,
// "_forward_m" for a variable.
func tail(name string) string {
	if rest, ok := strings.CutPrefix(name, fold(envPrefix)); ok {
		return "_" + rest
	}
	return "." + lastPart(name)
}

func fold(s string) string {
	return strings.ReplaceAll(strings.ToLower(s), "-", "_")
}

func lastPart(dotted string) string {
	return dotted[strings.LastIndex(dotted, ".")+1:]
}
