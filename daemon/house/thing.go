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

// Sight is a direction in which a thing was seen.
type Sight struct {
	X       float64 `json:"x"`                 // where the robot stood, metres
	Y       float64 `json:"y"`                 // as x
	Heading float64 `json:"heading"`           // degrees in the house frame
	Half    float64 `json:"half_deg"`          // to each side of it the thing may be, degrees
	Far     float64 `json:"far_m"`             // how far one sees there, metres: it is not behind that
	Range   float64 `json:"range_m,omitempty"` // how far away it is, metres; 0: nobody measured
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

// blank is a look around by a site: what it did not show did not stand where it saw.
type blank struct {
	x, y  float64     // metres
	see   [24]float64 // how far a thing would have been seen, by directions of 15 degrees from heading 0 to the left
	shown []string    // compact keys
	at    time.Time
}

// look takes in what a scan shows: things that it shows are seen, those that it should
// have shown and did not are missed. Of things of one key alone, when it is not empty.
// The scan becomes a site, as [House.scan] has it.
func (h *House) look(s Site, only words.Key) {
	h.scan(s)
	looks := h.looks()
	shown := map[int]bool{}
	for i := range s.Views {
		v := &s.Views[i]
		for _, label := range v.Objects {
			key := words.ObjectKey(label)
			if key == "" || only != "" && !key.Equal(only) {
				continue
			}
			at := s.towards(v)
			for _, one := range v.Seen {
				if words.ObjectKey(one.Label).Equal(key) {
					shown[h.sight(&s, v, at.as(one), key, label, looks)] = true
				}
			}
			if !slices.ContainsFunc(v.Seen, func(one nav.Seen) bool { return words.ObjectKey(one.Label).Equal(key) }) {
				shown[h.sight(&s, v, at, key, label, looks)] = true
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

// looks are the sites as looks that may not have shown something.
func (h *House) looks() (all []*blank) {
	for i := range h.Sites {
		if b := h.Sites[i].blank(); b != nil {
			all = append(all, b)
		}
	}
	return all
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

// towards is the sight of something that a view shows.
func (s *Site) towards(v *nav.SiteView) Sight {
	at := Sight{X: s.Pose.X, Y: s.Pose.Y, Heading: v.Heading, Half: viewHalf, Far: v.SeeM + behindSee}
	if !v.Known {
		at.Far = expectM
	}
	return at
}

// as is a sight of which a detector said more.
func (s Sight) as(one nav.Seen) Sight {
	if one.Bearing != nil {
		s.Heading, s.Half = nav.NormDeg(s.Heading+*one.Bearing), saidHalf
	}
	if one.RangeM != nil && *one.RangeM > 0 {
		s.Range, s.Far = *one.RangeM, max(s.Far, *one.RangeM*1.15+slackM)
	}
	return s
}

// sight files that a view shows a thing, and gives its id.
func (h *House) sight(s *Site, v *nav.SiteView, at Sight, key words.Key, label string, looks []*blank) int {
	room := v.Type
	if room.Unknown() {
		room = s.Type
	}
	return h.see(at, key, label, room, s.At, looks)
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

// off is by how many degrees a thing is thought to lie off the middle of a sight.
func (s Sight) off(t *Thing) float64 {
	return apart(s.Heading, nav.Pose{X: s.X, Y: s.Y}.Bearing(nav.Pose{X: t.X, Y: t.Y}))
}

// beyond tells, where that is plain, that something lies farther away.
func beyond(x, y, metres float64) bool { return x*x+y*y > metres*metres*1.001 }

// holds tells whether a thing at a point may have been seen so.
func (s Sight) holds(x, y float64) bool {
	if beyond(x-s.X, y-s.Y, s.Far+slackM) {
		return false
	}
	d := math.Hypot(x-s.X, y-s.Y)
	if d > s.Far+slackM || s.Range > 0 && math.Abs(d-s.Range) > slackM+0.15*s.Range {
		return false
	}
	off := apart(s.Heading, nav.Pose{X: s.X, Y: s.Y}.Bearing(nav.Pose{X: x, Y: y}))
	return off <= s.Half+math.Atan2(slackM, d)*180/math.Pi
}

// floor is how large the sight is, but for a factor.
func (s Sight) floor() float64 { return s.Half * s.Far * s.Far }

// points visits points all over a sight, each of the same share of its floor.
func (s Sight) points(visit func(x, y float64)) {
	from, to := leastM, s.Far
	if s.Range > 0 {
		from, to = max(leastM, s.Range*0.85-slackM), s.Range*1.15+slackM
	}
	const across, along = 7, 16
	for i := range along {
		share := (float64(i) + 0.5) / along
		d := math.Sqrt(from*from + share*(to*to-from*from))
		for k := range across {
			deg := s.Heading + s.Half*(2*(float64(k)+0.5)/across-1)
			p := nav.Pose{X: s.X, Y: s.Y}.Reach(d, deg)
			visit(p.X, p.Y)
		}
	}
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
	for _, from := range from[:min(len(from), 3)] {
		from.points(func(x, y float64) {
			n := 0
			for i, s := range t.Sights {
				if n+len(t.Sights)-i < least {
					return
				}
				if s.holds(x, y) {
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
		if b.x < lo.X-expectM || b.x > hi.X+expectM || b.y < lo.Y-expectM || b.y > hi.Y+expectM || slices.Contains(b.shown, key) {
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

// blank is a site as a look; nil when nobody said what its views show.
func (s *Site) blank() *blank {
	b, told := &blank{x: s.Pose.X, y: s.Pose.Y, at: s.At}, false
	for k := range s.Views {
		v := &s.Views[k]
		for _, o := range v.Objects {
			b.shown = append(b.shown, words.ObjectKey(o).Compact())
		}
		if !v.Known && v.Type == "" && len(v.Objects) == 0 {
			continue
		}
		told = true
		for i := range b.see {
			if heading := nav.NormDeg((float64(i) + 0.5) * blankStep); apart(v.Heading, heading) <= viewHalf {
				b.see[i] = min(expectM, s.sight(heading, v)+behindSee)
			}
		}
	}
	if !told {
		return nil
	}
	return b
}

// sight is how far one sees from a site around a heading, by the nearest ray, else by
// the view.
func (s *Site) sight(heading float64, v *nav.SiteView) float64 {
	for _, w := range s.Sweeps {
		if w.StepDeg == 0 {
			continue
		}
		k := int(math.Round(nav.NormDeg(heading-w.FromDeg) / w.StepDeg))
		if round := int(math.Round(360 / math.Abs(w.StepDeg))); round > 0 {
			k = (k%round + round) % round
		}
		if k < len(w.Metres) && w.Metres[k] > 0 {
			return w.Metres[k]
		}
	}
	return v.SeeM
}

// sees tells whether the look would have shown a thing at a point.
func (b *blank) sees(x, y float64) bool {
	if beyond(x-b.x, y-b.y, expectM) {
		return false
	}
	d := math.Hypot(x-b.x, y-b.y)
	if d > expectM {
		return false
	}
	heading := math.Atan2(y-b.y, x-b.x) * 180 / math.Pi
	if heading < 0 {
		heading += 360
	}
	return d <= b.see[int(heading/blankStep)%len(b.see)]
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
	var kept []Thing
	looks := h.looks()
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
	if kept == nil {
		h.Things = []Thing{}
	}
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
