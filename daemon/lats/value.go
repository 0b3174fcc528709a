package lats

import (
	"regexp"
	"strconv"
	"strings"

	"navd/daemon/reply"
)

var (
	scored = regexp.MustCompile(`(?i)correctness score is[\s:*_]*([^\s*_]*)`)
	number = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)(?:\s*/\s*10)?[.*_]*$`)
	outOf  = regexp.MustCompile(`(?i)(?:^|[\s:*_(])([0-9]+(?:\.[0-9]+)?)[*_]*\s+out\s+of\s+(?:10|ten)[.!)*_]*$`)
)

// ParseValue reads a value: the number after the last "correctness score is", a last line
// that is only a number, which may end in "/10", or a last line that ends in a number "out of
// 10". 1 to 10 become 0.1 to 1; anything else is not a value.
func ParseValue(text string) (value float64, ok bool) {
	given := ""
	if all := scored.FindAllStringSubmatch(text, -1); len(all) > 0 {
		given = strings.TrimRight(all[len(all)-1][1], ".,;")
	} else {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		given = strings.TrimSpace(lines[len(lines)-1])
	}
	m := number.FindStringSubmatch(given)
	if m == nil {
		m = outOf.FindStringSubmatch(given)
	}
	if m == nil {
		return 0, false
	}
	x, err := strconv.ParseFloat(m[1], 64)
	if err != nil || x < 1 || x > 10 {
		return 0, false
	}
	return x / 10, true
}

// value reads the value of an answer: a number, an object with a score, or text.
func (a *Answer) value() (float64, bool) {
	switch {
	case a.Err != nil:
		return 0, false
	case a.Value != nil:
		return *a.Value, true
	case len(a.Texts) == 0:
		return 0, false
	}
	if f, err := reply.Object(a.Texts[0], "score"); err == nil {
		if x, err := reply.Number(f, "score", 1, 10); err == nil {
			return x / 10, true
		}
	}
	return ParseValue(a.Texts[0])
}
