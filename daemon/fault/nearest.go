package fault

// nearestLimit is the longest name for which a neighbour is looked for.
const nearestLimit = 64

// Nearest gives the name closest to what was given, by edits of one character,
// and "" when none is close: at most a third of the name may differ. The first
// of equals wins.
func Nearest(given string, names []string) string {
	if len(given) > nearestLimit {
		return ""
	}
	best, bestEdits := "", len(given)/3+1
	for _, name := range names {
		if edits := Edits(given, name); edits < bestEdits {
			best, bestEdits = name, edits
		}
	}
	return best
}

// Edits counts the insertions, removals, replacements and swaps of
// neighbours that turn a into b (Damerau, optimal string alignment).
func Edits(a, b string) int {
	var space [3][32]int // a word's rows take no memory of their own
	before, last, row := space[0][:], space[1][:], space[2][:]
	if n := len(b) + 1; n > len(row) {
		before, last, row = make([]int, n), make([]int, n), make([]int, n)
	}
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+differ(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func differ(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}
