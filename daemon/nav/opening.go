package nav

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"navd/daemon/words"
)

// Opening is where the seen floor goes on into what nobody has looked at, as a
// planner is told of it: the nearest of the open edges to which the same view leads
// and beside which the same room lies. See [Frontier].
type Opening struct {
	Number  int         `json:"number"`               // by which the views name it, from 1, the nearest first
	Angle   float64     `json:"angle"`                // where the way to it begins, degrees from view 0, positive left
	WayM    float64     `json:"way_m"`                // to it over seen floor, metres
	WidthM  float64     `json:"width_m"`              // how long the edge is, metres
	Behind  float64     `json:"behind_m2"`            // what was not seen within 2 m of it, square metres
	Rooms   []RoomShare `json:"rooms,omitempty"`      // to which room the seen floor beside it belongs, the likeliest first
	Objects []string    `json:"objects,omitempty"`    // seen that way, at most 4
	Scans   int         `json:"scans,omitempty"`      // of the likeliest of these rooms, this one with them, from within 5 m
	Passes  int         `json:"passes,omitempty"`     // how often the robot came by it within 1.25 m, at most 3
	Tried   int         `json:"tried,omitempty"`      // legs for it
	Failed  int         `json:"failed,omitempty"`     // of these, legs that came to nothing
	More    int         `json:"more_edges,omitempty"` // further open edges that the same view leads to, beside the same room
}

const (
	openingLimit  = 8    // openings of a context
	openingObject = 4    // objects of an opening
	openingReach  = 5.0  // a site within this distance may have seen objects towards an opening, metres
	besideShare   = 0.25 // of the floor beside an opening that a room needs to be named
)

// openings groups the open edges of a survey for a planner.
func (m *Memory) openings(sv Survey) []Opening {
	// alike openings are the same to a planner: the same view leads to them, they lie beside
	// the same room, and legs for them had the same outcomes.
	type alike struct {
		view          int
		beside        string
		tried, failed int
	}
	out, first := []Opening{}, map[alike]int{}
	nearest := func(a, b Frontier) int { return cmp.Compare(a.WayM, b.WayM) }
	for _, f := range slices.SortedStableFunc(slices.Values(sv.Edges), nearest) {
		if len(f.Path) == 0 {
			continue
		}
		o := Opening{
			Angle: whole(f.Path[0].Angle), WayM: round(f.WayM), WidthM: round(f.WidthM), Behind: round(f.Behind),
			Scans: f.Scans, Tried: f.Tried, Failed: f.Failed,
		}
		for _, r := range f.Rooms {
			if r.Share >= besideShare {
				o.Rooms = append(o.Rooms, RoomShare{r.Type, round(r.Share)})
			}
		}
		key := alike{sv.Toward(o.Angle), o.beside(), o.Tried, o.Failed}
		if i, known := first[key]; known {
			out[i].More++
			continue
		}
		if len(out) == openingLimit {
			continue
		}
		first[key] = len(out)
		spot := Pose{X: f.Spot.X, Y: f.Spot.Y}
		o.Number, o.Passes, o.Objects = len(out)+1, m.trail.passes(spot), m.objectsTowards(spot, sv)
		out = append(out, o)
	}
	return out
}

// objectsTowards gives what was seen in the direction of a spot by the present scan,
// or else by the nearest site that sees as far.
func (m *Memory) objectsTowards(spot Pose, sv Survey) []string {
	objects := func(from Pose, views []SiteView) []string {
		for _, v := range views {
			if len(v.Objects) > 0 && sameWay(v.Heading, from.Bearing(spot)) && (!v.Known || from.Distance(spot) <= v.SeeM+pastOpen+eps) {
				return v.Objects[:min(len(v.Objects), openingObject)]
			}
		}
		return nil
	}
	found := objects(sv.Pose, sv.Glimpse)
	for _, h := range m.outlook.stood.nearest(spot, openingReach, sitesLimit, round) {
		if len(found) > 0 {
			break
		}
		found = objects(m.sites[h.id-1].Pose, m.sites[h.id-1].Views)
	}
	return found
}

// beside says which rooms lie beside an opening.
func (o Opening) beside() string {
	var rooms []string
	for _, r := range o.Rooms {
		rooms = append(rooms, r.Type.OrUnknown())
	}
	if len(rooms) == 0 {
		return string(Unknown)
	}
	return strings.Join(rooms, " and ")
}

func (c Context) openingItem(o Opening) item {
	var b strings.Builder
	fmt.Fprintf(&b, "Opening %d at %s, %.1f m to walk, beside %s", o.Number, c.Words.Angle(o.Angle), o.WayM, o.beside())
	if len(o.Objects) > 0 {
		fmt.Fprintf(&b, " with %s", strings.Join(o.Objects, ", "))
	}
	fmt.Fprintf(&b, ", %.1f m wide, %.0f m² not seen behind it", o.WidthM, o.Behind)
	for _, fact := range []struct {
		n    int
		what string
	}{{o.Scans, "the room was looked over "}, {o.Passes, "you came by "}, {o.Tried, "you went for it "}, {o.Failed, "you did not get near "}} {
		if fact.n > 0 {
			b.WriteString("; " + fact.what + words.Times(fact.n))
		}
	}
	if o.More > 0 {
		fmt.Fprintf(&b, "; %s that way", word(o.More == 1, "1 more such edge", fmt.Sprintf("%d more such edges", o.More)))
	}
	return item{fmt.Sprintf("opening %d", o.Number), b.String() + ".\n"}
}

// leadTo notes in the views to which openings they lead, in place of their newness.
func (c *Context) leadTo(sv Survey) {
	for i := range c.Views {
		v := &c.Views[i]
		v.Newness = nil
		for _, o := range c.Openings {
			if sv.Toward(o.Angle) == v.View {
				v.Openings = append(v.Openings, o.Number)
			}
		}
	}
}

// dropOpening drops the farthest opening, also from the view that leads to it.
func (c *Context) dropOpening() (dropped item) {
	last := c.Openings[len(c.Openings)-1]
	dropped = pop(&c.Openings, c.openingItem)
	c.Views = slices.Clone(c.Views)
	for i, v := range c.Views {
		if n := len(v.Openings); n > 0 && v.Openings[n-1] == last.Number {
			c.Views[i].Openings, c.Views[i].LeftOut = v.Openings[:n-1], v.LeftOut+1
		}
	}
	return dropped
}
