package config

import "strings"

// nearest gives the candidate that was most likely meant, or "". Case and the
// choice of dash or underscore do not count; a name whose last part is right
// (forward_m for nav.forward_m) beats a likely slip of the fingers.
func nearest(name string, candidates []string) string {
	name = fold(name)
	best, bestAt := "", 1+max(2, len(name)/4)
	for _, c := range candidates {
		d := distance(name, fold(c))
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

// distance is the number of bytes to insert, delete, replace or swap with
// their neighbour to make a into b (optimal string alignment).
func distance(a, b string) int {
	prev2, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+differ(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(b)]
}

func differ(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}
