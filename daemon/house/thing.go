package house

import (
	"cmp"
	"math"
	"slices"
	"time"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Thing is something that was seen, with where it stands as far as its sights say.
type Thing struct {
	ID     int       `json:"id"`              // from 1
	Key    words.Key `json:"key"`             // its label as a key
	Label  string    `json:"label"`           // as it was last called
	X      float64   `json:"x"`               // where it most likely stands, metres
	Y      float64   `json:"y"`               // as x
	Spread float64   `json:"spread_m"`        // how far off that may be, metres: root mean square
	Room   words.Key `json:"room,omitempty"`  // type of the room it was seen in, also behind a door
	Place  int       `json:"place,omitempty"` // the place of the house it stands in, 0: no robot was near
	Seen   int       `json:"seen"`            // looks that showed it
	Missed int       `json:"missed"`          // looks since the last of these that should have shown it and did not
	First  time.Time `json:"first"`           // when it was first seen
	Last   time.Time `json:"last"`            // when it was last seen
	Sights []Sight   `json:"sights"`          // the directions that say where it stands, at most eight
}

// Point is a spot where a thing may stand.
type Point struct {
	X, Y  float64 // metres
	Share float64 // of all that is believed of it
}

const (
	mostSights = 8    // of a thing
	sightsGap  = 0.75 // of two sights from so near each other the newer counts, metres
	viewHalf   = 15.0 // a view shows so much to each side, degrees
	saidHalf   = 4.0  // by how many degrees a detector's direction may be off
	behindSee  = 0.5  // a thing's middle may lie so far behind where its front ends the sight, metres
	slackM     = 0.3  // by which the pose of a scan may be off, metres
	expectM    = 4.0  // from farther away nobody expects to see a thing, metres
	sameThing  = 0.75 // two of a label this near each other are one, metres
	wellKnown  = 1.0  // as far as it is known this well where they stand, metres
	leastM     = 0.3  // no thing is nearer to the robot, metres
	blankShare = 0.2  // a look counts that could have shown so much of where the thing may stand
	missShare  = 0.6  // and one that could have shown so much of it should have
	overlooked = 0.2  // of what is believed of a spot is left after a look that did not show the thing there
	before     = 0.5  // and after one from before it was seen first
	closeM     = 0.75 // spots this near to one another are one place to stand, metres
	blankStep  = 15.0 // degrees
)

// look takes in what a scan shows: things that it shows are seen, those that it should
// have shown and did not are missed. Of things of one key alone, when it is not empty.
// The scan becomes a site, as [House.scan] has it.
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
		for _, label := range v.Objects {
			key := words.ObjectKey(label)
			if key == "" || only != "" && !key.Equal(only) {
				continue
			}
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

// miss takes in that a look, one of those of all sites by now, did not show the thing.
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

// see files a sight of a thing, seen in a room of some type, and gives its id.
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
		t.Label = label // what a goal is called is not what the thing is called
	}
	if !room.Unknown() && (t.Room == "" || len(t.Sights) == 0 || at.off(t) < viewHalf/2) {
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

// fits tells whether a thing may be what a sight shows: whether there is a spot that
// all its sights and this one hold, and where no look of a site missed it.
func (t *Thing) fits(at Sight, looks []*blank) bool {
	both := Thing{Key: t.Key, First: t.First, Sights: append(slices.Clone(t.Sights), at)}
	return slices.ContainsFunc(both.left(both.held(len(both.Sights)), looks), func(p Point) bool { return p.Share >= fitShare })
}

// fitShare is what looks that missed the thing may leave of a spot where sights meet.
const fitShare = 0.3

// held gives the spots that most of the sights of the thing hold, none when these are
// fewer than least.
func (t *Thing) held(least int) (all []Point) {
	from := slices.Clone(t.Sights) // what all hold lies in the three smallest, but for noise
	slices.SortStableFunc(from, func(a, b Sight) int { return cmp.Compare(a.floor(), b.floor()) })
	cones := make([]cone, len(t.Sights))
	for i, s := range t.Sights {
		cones[len(cones)-1-i] = s.cone() // the newest first: a new one meets few things
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

// left leaves of each spot what looks that did not show the thing leave of it.
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
			part = before // it may have come there since
		}
		for i := range spots {
			if p := &spots[i]; b.sees(p.X, p.Y) {
				p.Share *= part
			}
		}
	}
	return spots
}

// shares makes what is left of spots shares of what is believed.
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

// points gives where the thing may stand: the spots that most of its sights hold, with
// their shares of what is believed.
func (t *Thing) points(looks []*blank) []Point { return shares(t.left(t.held(0), looks)) }

// Where gives the spots where a thing may stand, with their shares.
func (h *House) Where(t Thing) []Point { return t.points(h.looks()) }

// settle works out where the thing most likely stands: the middle of the spots close to
// the one that has most share close by.
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

// middle is the middle of the spots close to one, with their share.
func middle(all []Point, at Point) (m Point) {
	for _, p := range all {
		if math.Abs(p.X-at.X) <= closeM && math.Abs(p.Y-at.Y) <= closeM {
			m = Point{m.X + p.Share*p.X, m.Y + p.Share*p.Y, m.Share + p.Share}
		}
	}
	return Point{m.X / m.Share, m.Y / m.Share, m.Share}
}

// Chance is how likely the thing stands where it was seen, 0..1: the more often it was
// seen the more, up to 10 to 1, since things move between searches, and a fifth of that
// after each look that should have shown it and did not. Age halves it in halfLife; 0
// is no age.
func (t *Thing) Chance(age, halfLife time.Duration) float64 {
	odds := math.Min(10, 4*math.Pow(5, float64(t.Seen-1))) * math.Pow(0.2, float64(t.Missed))
	p := odds / (1 + odds)
	if age > 0 && halfLife > 0 {
		p *= math.Exp2(-float64(age) / float64(halfLife))
	}
	return p
}

// Known gives the things of a label, the surest first.
func (h *House) Known(key words.Key) (all []Thing) {
	for _, t := range h.Things {
		if t.Key.Equal(key) {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b Thing) int { return cmp.Compare(b.Chance(0, 0), a.Chance(0, 0)) })
	return all
}

// tidy joins things that are one, and drops those that several looks in a row missed.
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

// leastChance is what a thing is believed at least to be kept.
const leastChance = 0.05

// take takes in a thing that turned out to be the same.
func (t *Thing) take(o Thing, looks []*blank) {
	t.Seen, t.Missed = t.Seen+o.Seen, min(t.Missed, o.Missed)
	if o.First.Before(t.First) {
		t.First = o.First
	}
	if o.Last.After(t.Last) {
		t.Last, t.Label, t.Room = o.Last, o.Label, o.Room
	}
	t.Sights = append(slices.Clone(t.Sights), o.Sights...)
	t.Sights = slices.Delete(t.Sights, 0, max(0, len(t.Sights)-mostSights))
	t.settle(looks)
}

// apart is the unsigned angle between two headings, degrees in [0, 180].
func apart(a, b float64) float64 { return math.Abs(nav.NormDeg(a - b)) }

func millimetres(v float64) float64 { return math.Round(v*1000)/1000 + 0 }
