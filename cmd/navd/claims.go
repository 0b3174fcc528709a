package main

import (
	"fmt"
	"strconv"
	"strings"

	"navd/daemon/words"
)

// claimText says in words what a claim has the local planner do, and how much
// it weighs.
func claimText(c words.Claim) string {
	kind, about, _ := strings.Cut(plain(c.Subject), ":")
	if kind == "view" {
		about = "view " + about
	} else if kind == "place" {
		about = "any " + about
	}
	object, weight := plain(c.Object), weightText(c.Weight)
	switch c.Relation {
	case words.RelationIn:
		return fmt.Sprintf("look for the %s in any %s first (%s)", about, object, weight)
	case words.RelationNotIn:
		return fmt.Sprintf("look for the %s elsewhere than in any %s (%s)", about, object, weight)
	case words.RelationPrefer:
		return fmt.Sprintf("go to %s first (%s)", about, weight)
	case words.RelationAvoid:
		return fmt.Sprintf("keep away from %s (%s)", about, weight)
	case words.RelationCalled:
		return fmt.Sprintf("know the %s also as %s (%s)", strings.TrimPrefix(about, "any "), strconv.Quote(object), weight)
	}
	return fmt.Sprintf("%s %s %s (%s)", about, plain(c.Relation), object, weight) // of a daemon that is newer
}

// weightText says how sure a claim is: by the word for a weight that navd itself
// gives, by the number for another.
func weightText(weight float64) string {
	switch weight {
	case words.Certain:
		return "sure"
	case words.Usual:
		return "usual"
	case words.Perhaps:
		return "perhaps"
	}
	return "weight " + strconv.FormatFloat(weight, 'g', 3, 64)
}

// claimLines says what claims come to, one line each: what they do when they are
// in use, else what they would do.
func claimLines(claims []words.Claim, inUse bool) []string {
	if len(claims) == 0 {
		return []string{"the local planner reads nothing in it; models get the text"}
	}
	verb := "would"
	if inUse {
		verb = "will"
	}
	lines := make([]string, len(claims))
	for i, c := range claims {
		lines[i] = "the local planner " + verb + " " + claimText(c)
	}
	return lines
}
