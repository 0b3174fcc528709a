package config

import (
	"strings"

	"navd/daemon/fault"
)

// nearest gives the candidate that was most likely meant, or "". Case and the
// choice of dash or underscore do not count; a name whose last part is right
// (forward_m for nav.forward_m) beats a likely slip of the fingers.
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

// tail is the part of a folded name that a longer one may end in: ".forward_m"
// of a key, "_forward_m" of a variable.
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
