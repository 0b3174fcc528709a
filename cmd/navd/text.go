package main

import (
	"fmt"
	"math"
	"strconv"
)

// plural counts things: 1 call, 2 calls.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// costText is a cost to six decimals, without zeros at its end.
func costText(cost float64) string {
	return strconv.FormatFloat(math.Round(cost*1e6)/1e6, 'f', -1, 64)
}

// bytesText is a size on the disk in the unit that fits it.
func bytesText(n uint64) string {
	const kilo = 1024
	size, unit := float64(n), "B"
	for _, next := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if size < kilo {
			break
		}
		size, unit = size/kilo, next
	}
	return fmt.Sprintf("%.4g %s", size, unit)
}
