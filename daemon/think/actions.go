package think

import (
	"fmt"
	"strings"

	"navd/daemon/lats"
)

// Actions lists the actions of the environment.
func Actions() []lats.ActionType {
	return []lats.ActionType{
		{Name: "search", Help: "opens what is remembered of something: Search[red mug]"},
		{Name: "lookup", Help: "gives the next sentence of the open text that has a word: Lookup[counter]"},
		{Name: "recall", Help: "tells of a place, by number or type: Recall[3], Recall[kitchen]"},
		{Name: "path", Help: "says how to get to an anchor or a place along walked ways: Path[place 2]"},
		{Name: "frontier", Help: "lists the ways to what nobody has looked at: Frontier[]", Optional: true},
		{Name: "simulate", Help: "goes along an angle by dead reckoning and says where that ends: Simulate[-30]"},
		{Name: "finish", Help: "answers: Finish[angle=-30; goal_scene_type=kitchen; why=one short sentence]", Terminal: true},
	}
}

// Brief is the beginning of a search's question: what the robot looks for, what it
// remembers, and whether it circles.
func (s *Snapshot) Brief() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A mobile robot looks for: %s. Places that it remembers: %d; anchors: %d. Angles are degrees from view 0 of its last scan, positive to the left.", s.Goal, len(s.Places), len(s.Anchors))
	if s.Stuck {
		b.WriteString(" It is stuck: it makes no progress where it is.")
	}
	if s.ABABA {
		b.WriteString(" It goes back and forth between two places.")
	}
	if n := len(s.Ways); n > 0 {
		fmt.Fprintf(&b, " Frontier[] lists %d ways on.", n)
	}
	return b.String()
}
