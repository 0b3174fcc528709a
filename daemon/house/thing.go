package house

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"time"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Thing is something that was seen, and where it is, as far as its sights determine that.
type Thing struct {
	ID     int       `json:"id"`              // from 1
	Key    words.Key `json:"key"`             // its label as a key
	Label  string    `json:"label"`           // its latest label
	X      float64   `json:"x"`               // where it most likely is, metres
	Y      float64   `json:"y"`               // as x
	Spread float64   `json:"spread_m"`        // root mean square error of that position, metres
	Room   words.Key `json:"room,omitempty"`  // type of the room in which it was seen, also through a door
	Place  int       `json:"place,omitempty"` // id of its place; 0: no robot was near
	Seen   int       `json:"seen"`            // number of looks that showed it
	Missed int       `json:"missed"`          // number of later looks that should have shown it and did not
	First  time.Time `json:"first"`           // when it was first seen
	Last   time.Time `json:"last"`            // when it was last seen
	Sights []Sight   `json:"sights"`          // directions in which it was seen, at most eight
}

// Point is a spot where a thing may be.
type Point struct {
	X, Y  float64 // metres
	Share float64 // share of the probability
}

const (
	mostSights = 8    // of a thing
	sightsGap  = 0.75 // of two sights from nearer spots the newer counts, metres
	viewHalf   = 15.0 // a view shows this much on each side, degrees
	saidHalf   = 4.0  // error of a detector's direction, degrees
	behindSee  = 0.5  // distance of a thing's middle behind its front, where the sight ends, metres
	slackM     = 0.3  // error of the pose of a scan, metres
	expectM    = 4.0  // a look need not show things that are farther away, metres
	sameThing  = 0.75 // two things with one key nearer to each other are one, metres
	wellKnown  = 1.0  // if their positions are known better than that, metres
	leastM     = 0.3  // no thing is nearer to the robot, metres
	blankShare = 0.2  // a look counts if it covers this much of the probability of a thing's position
	missShare  = 0.6  // a look that covers this much should have shown the thing
	overlooked = 0.2  // factor of a spot's probability after a look that did not show the thing there
	before     = 0.5  // the same for a look before the thing was first seen
	closeM     = 0.75 // spots nearer to each other are one position, metres
	blankStep  = 15.0 // width of a direction in blank.see, degrees
)

// look adds what a scan shows: the things that it shows were seen, those that it should have
// shown and did not were missed. If only is not empty, it adds things with that key only.
// The scan becomes a site, see scan.
func (h *House) look(s Site, only words.Key) {
	h.scan(s)
	looks := h.looks()
	shown := map[int]bool{}
	for i := range s.Views {
		v := &s.Views[i]
		room := v.Type
		if room.Unknown() {
			room = s.Type
		}
		var keys []words.Key
		for _, label := range v.Objects {
			key := words.ObjectKey(label)
			if key == "" || only != "" && !key.Equal(only) || slices.ContainsFunc(keys, key.Equal) {
				continue
			}
			keys = append(keys, key)
			for _, at := range s.sightsOf(v, key) {
				shown[h.see(at, key, label, room, s.At, looks)] = true
			}
		}
	}
	own := s.blank()
	for i := range h.Things {
		if t := &h.Things[i]; !shown[t.ID] && own != nil && (only == "" || t.Key.Equal(only)) && math.Hypot(t.X-s.Pose.X, t.Y-s.Pose.Y) < expectM+2*t.Spread {
			t.miss(own, looks)
		}
	}
}

// miss adds that the look own did not show the thing. looks are those of all sites,
// including own.
func (t *Thing) miss(own *blank, looks []*blank) {
	spots := t.held(0)
	if !slices.ContainsFunc(spots, func(p Point) bool { return own.sees(p.X, p.Y) }) {
		return
	}
	others := slices.DeleteFunc(slices.Clone(looks), func(b *blank) bool { return b.x == own.x && b.y == own.y })
	share := 0.0
	for _, p := range shares(t.left(slices.Clone(spots), others)) {
		if own.sees(p.X, p.Y) {
			share += p.Share
		}
	}
	if share < blankShare {
		return
	}
	if share >= missShare {
		t.Missed++
	}
	t.stand(shares(t.left(spots, looks)))
}

// see adds a sight of a thing in a room of a type, and returns the id of the thing.
func (h *House) see(at Sight, key words.Key, label string, room words.Key, when time.Time, looks []*blank) int {
	var t *Thing
	for i := range h.Things {
		if o := &h.Things[i]; o.Key.Equal(key) && (t == nil || at.off(o) < at.off(t)) && o.fits(at, looks) {
			t = o
		}
	}
	if t == nil {
		h.Things = append(h.Things, Thing{ID: h.Next.Thing, Key: key, Label: label, First: when})
		h.Next.Thing++
		t = &h.Things[len(h.Things)-1]
	}
	t.Last, t.Seen, t.Missed = when, t.Seen+1, 0
	if at.Half < 180 {
		t.Label = label // the name of a goal, with Half 180, is no label
	}
	if !room.Unknown() && (t.Room == "" || len(t.Sights) == 0 || at.off(t) < viewHalf/2 && at.from(t) <= t.nearest()+sightsGap) {
		t.Room = room
	}
	t.Sights = slices.DeleteFunc(slices.Clone(t.Sights), func(o Sight) bool {
		return math.Hypot(o.X-at.X, o.Y-at.Y) < sightsGap && apart(o.Heading, at.Heading) < 2*viewHalf
	})
	t.Sights = append(t.Sights, at)
	t.Sights = slices.Delete(t.Sights, 0, max(0, len(t.Sights)-mostSights))
	t.settle(looks)
	return t.ID
}

// nearest is the least distance from which the thing was seen, metres.
func (t *Thing) nearest() float64 {
	least := math.Inf(1)
	for _, s := range t.Sights {
		least = min(least, s.from(t))
	}
	return least
}

// fits reports whether a sight may show the thing: whether there is a spot that is possible
// by all its sights and this one, and where no look has missed it.
func (t *Thing) fits(at Sight, looks []*blank) bool {
	both := Thing{Key: t.Key, First: t.First, Sights: append(slices.Clone(t.Sights), at)}
	return slices.ContainsFunc(both.left(both.held(len(both.Sights)), looks), func(p Point) bool { return p.Share >= fitShare })
}

// fitShare is the least probability that looks must leave of a spot where sights meet.
const fitShare = 0.3

// held returns the spots that are possible by the largest number of the thing's sights; none
// if that is less than least.
func (t *Thing) held(least int) (all []Point) {
	from := slices.Clone(t.Sights) // spots possible by all are in the three smallest, except for noise
	slices.SortStableFunc(from, func(a, b Sight) int { return cmp.Compare(a.floor(), b.floor()) })
	cones := make([]cone, len(t.Sights))
	for i, s := range t.Sights {
		cones[len(cones)-1-i] = s.cone() // the newest first, as it rules out most spots
	}
	for _, from := range from[:min(len(from), 3)] {
		from.points(func(x, y float64) {
			n := 0
			for i := range cones {
				if n+len(cones)-i < least {
					return
				}
				if cones[i].holds(x, y) {
					n++
				}
			}
			if n > least {
				least, all = n, all[:0]
			}
			if n == least {
				all = append(all, Point{x, y, 1})
			}
		})
	}
	return all
}

// left lowers the probability of spots where looks did not show the thing.
func (t *Thing) left(spots []Point, looks []*blank) []Point {
	key := t.Key.Compact()
	lo, hi := Point{X: math.Inf(1), Y: math.Inf(1)}, Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, p := range spots {
		lo, hi = Point{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}, Point{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	for _, b := range looks {
		if b.x < lo.X-expectM || b.x > hi.X+expectM || b.y < lo.Y-expectM || b.y > hi.Y+expectM {
			continue
		}
		if b.know(); slices.Contains(b.shown, key) {
			continue
		}
		part := overlooked
		if b.at.Before(t.First) {
			part = before // it may have been put there later
		}
		for i := range spots {
			if p := &spots[i]; b.sees(p.X, p.Y) {
				p.Share *= part
			}
		}
	}
	return spots
}

// shares scales the shares of spots so that their sum is 1.
func shares(spots []Point) []Point {
	sum := 0.0
	for _, p := range spots {
		sum += p.Share
	}
	for i := range spots {
		spots[i].Share /= sum
	}
	return spots
}

// points returns the spots where the thing may be, with their probabilities.
func (t *Thing) points(looks []*blank) []Point { return shares(t.left(t.held(0), looks)) }

// Where returns the spots where a thing may be, with their probabilities.
func (h *House) Where(t Thing) []Point { return t.points(h.looks()) }

// settle computes where the thing most likely is: the middle of the spots around the one with
// the highest probability nearby.
func (t *Thing) settle(looks []*blank) { t.stand(t.points(looks)) }

func (t *Thing) stand(all []Point) {
	best, most := Point{}, 0.0
	for _, p := range all {
		if near := middle(all, p); near.Share > most+1e-9 {
			best, most = near, near.Share
		}
	}
	off := 0.0
	for _, p := range all {
		off += p.Share * ((p.X-best.X)*(p.X-best.X) + (p.Y-best.Y)*(p.Y-best.Y))
	}
	t.X, t.Y, t.Spread = millimetres(best.X), millimetres(best.Y), millimetres(math.Sqrt(off))
}

// middle returns the middle of the spots near one, with the sum of their shares.
func middle(all []Point, at Point) (m Point) {
	for _, p := range all {
		if math.Abs(p.X-at.X) <= closeM && math.Abs(p.Y-at.Y) <= closeM {
			m = Point{m.X + p.Share*p.X, m.Y + p.Share*p.Y, m.Share + p.Share}
		}
	}
	return Point{m.X / m.Share, m.Y / m.Share, m.Share}
}

// Chance returns how likely the thing is still where it was seen, 0..1. The odds are higher
// the more often it was seen, up to 10 to 1, because things move between searches, and are
// divided by 5 for each look that should have shown it and did not. The chance halves with
// each halfLife of age; an age or a half-life of 0 is ignored.
func (t *Thing) Chance(age, halfLife time.Duration) float64 {
	odds := math.Min(10, 4*math.Pow(5, float64(t.Seen-1))) * math.Pow(0.2, float64(t.Missed))
	p := odds / (1 + odds)
	if age > 0 && halfLife > 0 {
		p *= math.Exp2(-float64(age) / float64(halfLife))
	}
	return p
}

// Known returns the things with a key, the likeliest first.
func (h *House) Known(key words.Key) (all []Thing) {
	for _, t := range h.Things {
		if t.Key.Equal(key) {
			all = append(all, t)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Chance(0, 0) > all[j].Chance(0, 0) })
	return all
}

// tidy joins things that are the same, and removes those that several looks in a row missed.
func (h *House) tidy() {
	kept, looks := []Thing{}, h.looks()
	for _, t := range h.Things {
		if t.Chance(0, 0) < leastChance {
			continue
		}
		i := slices.IndexFunc(kept, func(o Thing) bool {
			return o.Key.Equal(t.Key) && math.Hypot(o.X-t.X, o.Y-t.Y) < sameThing && o.Spread < wellKnown && t.Spread < wellKnown
		})
		if i < 0 {
			kept = append(kept, t)
			continue
		}
		kept[i].take(t, looks)
	}
	h.Things = kept
}

// leastChance is the least Chance of a thing that is kept.
const leastChance = 0.05

// take joins a thing that is the same with t.
func (t *Thing) take(o Thing, looks []*blank) {
	t.Seen, t.Missed = t.Seen+o.Seen, min(t.Missed, o.Missed)
	if o.First.Before(t.First) {
		t.First = o.First
	}
	if o.Last.After(t.Last) {
		t.Last, t.Label = o.Last, o.Label
	}
	if o.nearest() < t.nearest() || t.Room == "" {
		t.Room = cmp.Or(o.Room, t.Room)
	}
	t.Sights = append(slices.Clone(t.Sights), o.Sights...)
	t.Sights = slices.Delete(t.Sights, 0, max(0, len(t.Sights)-mostSights))
	t.settle(looks)
}

// apart returns the unsigned angle between two headings, degrees in [0, 180].
func apart(a, b float64) float64 { return math.Abs(nav.NormDeg(a - b)) }

func millimetres(v float64) float64 { return math.Round(v*1000)/1000 + 0 }
