package story

import (
	"fmt"
	"strconv"
	"strings"

	"navd/daemon/words"
)

// Claim says what the local planner does because of a claim, and how sure the claim is:
// "look for the sofa in any kitchen first (sure)".
func Claim(c words.Claim) string {
	kind, about, _ := strings.Cut(c.Subject, ":")
	if kind == "view" {
		about = "view " + about
	} else if kind == "place" {
		about = "any " + about
	}
	weight := weightText(c.Weight)
	switch c.Relation {
	case words.RelationIn:
		return sooner(c.Weight, "look for the "+about, "in any "+c.Object) + " (" + weight + ")"
	case words.RelationNotIn:
		return fmt.Sprintf("look for the %s elsewhere than in any %s (%s)", about, c.Object, weight)
	case words.RelationPrefer:
		if c.Weight == 0 { // see words.Allowed
			return fmt.Sprintf("go to %s too, whatever forbade it before", about)
		}
		return sooner(c.Weight, "go", "to "+about) + " (" + weight + ")"
	case words.RelationAvoid:
		return fmt.Sprintf("keep away from %s (%s)", about, weight)
	case words.RelationCalled:
		return fmt.Sprintf("know the %s also as %s (%s)", strings.TrimPrefix(about, "any "), strconv.Quote(c.Object), weight)
	}
	return fmt.Sprintf("%s %s %s (%s)", about, c.Relation, c.Object, weight) // a relation of a newer daemon
}

// sooner says how much a claim moves what the robot does: a sure one decides what comes first,
// others count beside what navd knows of homes.
func sooner(weight float64, what, where string) string {
	switch {
	case weight > (words.Certain+words.Usual)/2:
		return what + " " + where + " first"
	case weight > (words.Usual+words.Perhaps)/2:
		return "rather " + what + " " + where
	}
	return what + " a little sooner " + where
}

// weightText says how sure a claim is: in a word for the weights that navd itself gives,
// else as a number.
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
