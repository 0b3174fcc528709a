package main

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// escaped writes the characters of a JSON text that steer a terminal as JSON escapes. The
// value stays the same.
func escaped(text string) string {
	steers := func(r rune) bool { return r >= 0x7f && r <= 0x9f || unicode.Is(unicode.Bidi_Control, r) }
	if strings.IndexFunc(text, steers) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if steers(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plain replaces the characters of a client's text that could move the cursor, turn the
// writing direction, or break a table, by spaces.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
			return ' '
		}
		return r
	}, s)
}

// plainLines is [plain] for a text of several lines: their ends stay, and each
// line but the first gets an indent.
func plainLines(s, indent string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = plain(lines[i])
	}
	return strings.Join(lines, "\n"+indent)
}

// when prints a time, or a hyphen for none.
func when(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.DateTime)
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
