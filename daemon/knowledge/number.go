package knowledge

import (
	"fmt"
	"strconv"
	"strings"
)

// NextNumber is the number of the next version: REPLACE increments the first part, EXTEND
// the second, anything else the third. Without a last number it is 1.0.0. A part that cannot
// be read counts as 0, the first as 1.
func NextNumber(last string, mode Mode) string {
	if last == "" {
		return "1.0.0"
	}
	part := [3]int{1, 0, 0}
	for i, s := range strings.SplitN(strings.TrimPrefix(last, "v"), ".", 3) {
		if n, err := strconv.Atoi(s); err == nil && n >= 0 {
			part[i] = n
		}
	}
	switch mode {
	case Replace:
		part = [3]int{part[0] + 1, 0, 0}
	case Extend:
		part = [3]int{part[0], part[1] + 1, 0}
	default:
		part[2]++
	}
	return fmt.Sprintf("%d.%d.%d", part[0], part[1], part[2])
}
