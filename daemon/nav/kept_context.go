package nav

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"navd/daemon/words"
)

// HouseSummary is what a planner is told of the house: where the goal was seen before,
// else which floor was not looked at again.
type HouseSummary struct {
	Version int           `json:"version"`         // of the house, when the episode began
	Aligned bool          `json:"aligned"`         // the robot knows where in the house it is
	Goal    []SeenBefore  `json:"goal,omitempty"`  // where the goal was seen, the surest first, at most 3
	Again   []LookedAtAgo `json:"again,omitempty"` // floor that this episode has not looked at from near, the nearest of each room, at most 4; none when the goal is likely somewhere
}

// SeenBefore is where the goal was seen in the house.
type SeenBefore struct {
	Angle  *float64  `json:"angle,omitempty"` // where the way begins, degrees from view 0, positive left; absent when the robot does not know where it is, or no way is known
	WayM   *float64  `json:"way_m,omitempty"` // how long it is, metres
	Room   words.Key `json:"room,omitempty"`  // type of the room
	Seen   int       `json:"seen"`            // looks that showed it
	Missed int       `json:"missed"`          // looks since that did not
	Chance float64   `json:"chance"`          // that it is still there, 0..1
	AgeS   float64   `json:"age_s"`           // since it was last seen, seconds
	Tried  int       `json:"tried,omitempty"` // legs for it in this episode
}

// LookedAtAgo is floor of the house to look at again.
type LookedAtAgo struct {
	Angle float64   `json:"angle"`          // where the way begins, degrees from view 0, positive left
	WayM  float64   `json:"way_m"`          // how long it is, metres
	Room  words.Key `json:"room,omitempty"` // type of the room
	Near  bool      `json:"near"`           // an earlier episode looked at it from near
}

const (
	mostSeenBefore = 3
	mostAgain      = 4
	likely         = 0.3 // from this chance on the planner goes to a spot of the goal
)

// InHouse adds to a context what is known of the house. Spots have the ways of the survey;
// while the robot does not know where it is, they have none.
func (c *Context) InHouse(sv Survey, version int, aligned bool, spots []Spot) {
	h := &HouseSummary{Version: version, Aligned: aligned}
	found := false
	for _, s := range spots {
		if len(h.Goal) == mostSeenBefore {
			break
		}
		b := SeenBefore{Room: s.Room, Seen: s.Seen, Missed: s.Missed, Chance: round(s.Chance), AgeS: s.Age.Round(time.Second).Seconds()}
		for _, r := range sv.Kept {
			if r.Thing == s.Thing {
				b.Tried = r.Tried
				if len(r.Path) > 0 {
					b.Angle, b.WayM = new(whole(r.Path[0].Angle)), new(round(r.WayM+r.LeftM))
				}
			}
		}
		found = found || b.Chance >= likely
		h.Goal = append(h.Goal, b)
	}
	told := map[words.Key]bool{}
	for _, f := range sv.Again {
		room := cmp.Or(f.Room(), Unknown)
		if !found && len(f.Path) > 0 && !told[room] && len(h.Again) < mostAgain {
			told[room] = true
			h.Again = append(h.Again, LookedAtAgo{whole(f.Path[0].Angle), round(f.WayM), room, f.Looked})
		}
	}
	c.House = h
}

// houseItem gives the summary of the house as text.
func (c Context) houseItem(h HouseSummary) item {
	var b strings.Builder
	b.WriteString("This house is known from before")
	if !h.Aligned {
		b.WriteString(", but not yet where in it you are")
	}
	if len(h.Goal) == 0 {
		fmt.Fprintf(&b, "; the %s was not seen in it", c.Goal)
	}
	b.WriteString(".\n")
	for _, s := range h.Goal {
		fmt.Fprintf(&b, "The %s was seen in the %s %s, the last time %s ago", c.Goal, s.Room.OrUnknown(), words.Times(s.Seen), ago(s.AgeS))
		if s.WayM != nil {
			fmt.Fprintf(&b, ": %.1f m to walk at %s", *s.WayM, c.Words.Angle(*s.Angle))
		}
		if s.Missed > 0 {
			fmt.Fprintf(&b, "; it was not seen there %s since", words.Times(s.Missed))
		}
		fmt.Fprintf(&b, "; %s still there.\n", surely(s.Chance))
	}
	for _, a := range h.Again {
		fmt.Fprintf(&b, "Not looked at %s: %s, %.1f m to walk at %s.\n", word(a.Near, "again yet", "from near yet"), a.Room.OrUnknown(), a.WayM, c.Words.Angle(a.Angle))
	}
	return item{"house", b.String()}
}

func surely(chance float64) string {
	switch {
	case chance >= 0.7:
		return "very likely"
	case chance >= likely:
		return "perhaps"
	}
	return "hardly"
}

// ago gives a duration as text.
func ago(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d < 2*time.Minute:
		return "a moment"
	case d < 2*time.Hour:
		return fmt.Sprintf("%d minutes", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d hours", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}
