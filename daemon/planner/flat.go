package planner

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Flat writes a decision for controllers that read a model's text themselves: one flat ASCII
// object that is the same for readers of JSON, readers of Python literals and those that cut
// from the first brace to the next. Keys and texts are in double quotes; texts contain no
// braces, double quotes, backslashes or line ends, and characters outside ASCII are \u
// escapes. There is no true, false or null.
//
//	{"Reason": "a door", "Angle": 90, "Flag": 0, "Scene": "hallway", "WaypointObject": "", "angle_slot": 1, "goal_flag": 0, "why": "a door"}
//
// Angle is the label of the decision's view, 30·view degrees clockwise, and angle_slot its
// index among the shown views. WaypointObject is the goal if it is in sight.
func Flat(d Decision, goal string, shown []int) string {
	flag, object := 0, ""
	if d.GoalFlag {
		flag, object = 1, goal
	}
	why := plainText(d.Why)
	return fmt.Sprintf(`{"Reason": "%s", "Angle": %d, "Flag": %d, "Scene": "%s", "WaypointObject": "%s", "angle_slot": %d, "goal_flag": %d, "why": "%s"}`,
		why, 30*d.View, flag, plainText(d.SceneType), plainText(object), max(0, slices.Index(shown, d.View)), flag, why)
}

// flatText is the longest text in a flat answer, in runes.
const flatText = 500

// plainText returns a text that can be put between double quotes in any of these formats.
func plainText(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '{' || r == '[':
			return '('
		case r == '}' || r == ']':
			return ')'
		case r == '"':
			return '\''
		case r == '\\':
			return '/'
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || r > 0xFFFF || r == unicode.ReplacementChar:
			return -1 // Python reads a pair of escapes as two broken halves
		}
		return r
	}, s)
	runes := []rune(strings.Join(strings.Fields(s), " "))
	return escaped(string(runes[:min(len(runes), flatText)]))
}

// escaped writes what is not ASCII as \u escapes, as JSON and Python read them.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, `\u%04x`, r)
	}
	return b.String()
}

// goalIn finds "Target Object: sofa", also in marks or quotes, in any case.
var goalIn = regexp.MustCompile(`(?i)(?:target|goal)[ _]*(?:object|category)?["'>\]]*\s*(?::|=|is)\s*["'<\[]*([\p{L}][\p{L}\p{N}_ -]{0,60})`)

// explains matches an explanation that is no goal, as in "<Target Object>: The target
// object."
var explains = regexp.MustCompile(`(?i)^the (?:target|goal|object)`)

// GoalIn reads the goal from a controller's own prompt; "" if it names none in a known form.
// It skips explanations of the words in the prompt.
func GoalIn(text string) string {
	for _, m := range goalIn.FindAllStringSubmatch(text, -1) {
		if goal := strings.TrimSpace(m[1]); !explains.MatchString(goal) {
			return goal
		}
	}
	return ""
}
