package nav

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// outlook files the sites by where they are, what they see, and the outcomes of legs from
// them.
type outlook struct {
	stood   tree[[2]float64]                // every site
	untried tree[[2]float64]                // those with an untried view that promises something new
	legs    [3]legs                         // views, by the outcome of legs along them
	changes []taken                         // the last additions to legs, since something was removed from them
	forgot  int                             // how many earlier additions are not in changes any more
	round   int                             // how often something was removed from legs
	sight   float64                         // how far any site sees, metres
	rooms   map[words.Key]*room             // sites by the compact type of their place
	order   []*room                         // the same, oldest first
	leads   map[words.Key]*tree[[2]float64] // open leads by their compact type; ids index refs
	refs    []leadRef
	promise []bool // by site id-1: it is among untried
}

// The outcomes of a view.
const (
	legFailed = iota // a leg that way moved less than 1 m
	legMoved         // any other leg
	legVetoed        // a detector found no goal there
)

// room is the sites in places of one type.
type room struct {
	stood tree[[2]float64]
	seen  tree[[4]float64] // their views by site, heading and how far they see
}

// leadRef names a lead.
type leadRef struct {
	site        ref.SiteID
	view, index int
}

// degrees is by how many binary digits a degree counts less than a metre in the trees of
// views: 16 degrees count as much as one metre.
const degrees = 4

func newOutlook() outlook {
	o := outlook{rooms: map[words.Key]*room{}, leads: map[words.Key]*tree[[2]float64]{}}
	for i := range o.legs {
		o.legs[i].shift[2] = degrees
	}
	return o
}

// room gives the sites in places of a type.
func (o *outlook) room(t words.Key) *room {
	r := o.rooms[t]
	if r == nil {
		r = &room{seen: tree[[4]float64]{shift: [4]int{2: degrees, 3: 1}}}
		o.rooms[t] = r
		o.order = append(o.order, r)
	}
	return r
}

// indexSite adds a site to all indexes of sites.
func (m *Memory) indexSite(s *Site) {
	o, at := &m.outlook, [2]float64{s.Pose.X, s.Pose.Y}
	o.stood.put(at, int(s.ID))
	r := o.room(words.Key(s.Type.Compact()))
	r.stood.put(at, int(s.ID))
	for _, v := range s.Views {
		if v.Known {
			r.seen.put([4]float64{s.Pose.X, s.Pose.Y, v.Heading, v.SeeM}, int(s.ID))
		}
	}
	m.countScan(s)
	m.said += s.said()
	o.sight = math.Max(o.sight, s.sight())
	o.promise, m.aspects = append(o.promise, false), append(m.aspects, aspects{})
	o.open(s)
	o.retake(s, nil)
	m.weigh(s)
	m.remember(s)
}

// edit changes a site, and updates the indexes that follow from the outcomes of its views.
func (m *Memory) edit(id ref.SiteID, change func(*Site)) {
	s := &m.sites[id-1]
	before := s.taken()
	change(s)
	m.outlook.retake(s, before)
	m.weigh(s)
	m.touchedSites.add(id)
}

// taken is an outcome of one view: a point of the tree of that outcome.
type taken struct {
	kind int
	at   [3]float64 // the site, and the heading of the view
}

// taken lists the outcomes of a site's views, each once.
func (s *Site) taken() (all []taken) {
	for i := range s.Views {
		v := &s.Views[i]
		at, kind := [3]float64{s.Pose.X, s.Pose.Y, v.Heading}, legMoved
		if v.Outcome != nil {
			if v.Outcome.Metres < 1-eps {
				kind = legFailed
			}
			all = append(all, taken{kind, at})
		}
		if v.Vetoed {
			all = append(all, taken{legVetoed, at})
		}
	}
	slices.SortFunc(all, func(a, b taken) int { return cmp.Or(cmp.Compare(a.kind, b.kind), slices.Compare(a.at[:], b.at[:])) })
	return slices.Compact(all)
}

// retake files the outcomes of a site's views in place of those before.
func (o *outlook) retake(s *Site, before []taken) {
	after := s.taken()
	for _, t := range before {
		if !slices.Contains(after, t) {
			o.legs[t.kind].remove(t.at, int(s.ID))
			o.round, o.forgot, o.changes = o.round+1, 0, nil
		}
	}
	for _, t := range after {
		if !slices.Contains(before, t) {
			o.legs[t.kind].put(t.at, int(s.ID))
			o.changes = append(o.changes, t)
		}
	}
	if len(o.changes) > 2*manyNew {
		o.changes = slices.Delete(o.changes, 0, manyNew)
		o.forgot += manyNew
	}
}

// weigh adds a site to those with something untried, or removes it from them.
func (m *Memory) weigh(s *Site) {
	promises, o := false, &m.outlook
	for i := range s.Views {
		promises = promises || s.untried(i)
	}
	at := [2]float64{s.Pose.X, s.Pose.Y}
	switch was := &o.promise[s.ID-1]; {
	case promises && !*was:
		o.untried.put(at, int(s.ID))
		m.waypoints.move(s, true)
	case !promises && *was:
		o.untried.remove(at, int(s.ID))
		m.waypoints.move(s, false)
	}
	o.promise[s.ID-1] = promises
}

// untried tells whether a view promises something new and was not tried.
func (s *Site) untried(i int) bool {
	return !s.Views[i].Tried && s.Views[i].Known && s.fresh(i) > worthRest
}

// open files the open leads of a site.
func (o *outlook) open(s *Site) {
	for i, v := range s.Views {
		for j, l := range v.Leads {
			if l.Seen {
				continue
			}
			t := words.Key(l.Type.Compact())
			if o.leads[t] == nil {
				o.leads[t] = &tree[[2]float64]{}
			}
			o.leads[t].put([2]float64{l.X, l.Y}, len(o.refs))
			o.refs = append(o.refs, leadRef{s.ID, i, j})
		}
	}
}

// reach is how far apart two sites may stand of which one can have looked at a
// lead of the other, metres.
func (o *outlook) reach(s *Site) float64 { return o.sight + s.sight() + insideOf }

// cover marks the leads of s that an earlier site has looked at.
func (m *Memory) cover(s *Site) {
	reach := m.outlook.reach(s)
	for i := range s.Views {
		v := &s.Views[i]
		for j := range v.Leads {
			l := &v.Leads[j]
			l.Seen = l.Seen || m.lookedAt(*l, func(id int) bool {
				other := &m.sites[id-1]
				return other.ID != s.ID && s.Pose.near(other.Pose, reach)
			})
		}
		v.cover()
	}
}

// cover sets whether all leads of the view are closed.
func (v *SiteView) cover() {
	v.Covered = !slices.ContainsFunc(v.Leads, func(l Lead) bool { return !l.Seen })
}

// lookedAt tells whether one of the sites that count has looked at a lead.
func (m *Memory) lookedAt(l Lead, counts func(id int) bool) bool {
	if l.Type == "" {
		return slices.ContainsFunc(m.outlook.order, func(r *room) bool { return r.lookedAt(l, besideOf, counts) })
	}
	r := m.outlook.rooms[words.Key(l.Type.Compact())]
	return r != nil && r.lookedAt(l, insideOf, counts)
}

// lookedAt is Site.looked for the sites of a room that count. A site within near of the
// lead has looked at it.
func (r *room) lookedAt(l Lead, near float64, counts func(id int) bool) (looked bool) {
	p := Pose{X: l.X, Y: l.Y}
	r.stood.walk(p, func(n *node[[2]float64]) bool { return n.away(p) > near*near+slack }, func(it *point[[2]float64]) bool {
		looked = Pose{X: it.at[0], Y: it.at[1]}.Distance(p) <= near && counts(it.id)
		return !looked
	})
	if looked {
		return true
	}
	r.seen.walk(p, func(n *node[[4]float64]) bool {
		return math.Sqrt(n.away(p)) > n.hi[3]+slack || n.turned(p, n.lo[2], n.hi[2])
	}, func(it *point[[4]float64]) bool {
		from := Pose{X: it.at[0], Y: it.at[1]}
		looked = from.Distance(p) <= it.at[3]+eps && sameWay(it.at[2], from.Bearing(p)) && counts(it.id)
		return !looked
	})
	return looked
}

// coverOthers marks the leads of earlier sites that s has looked at.
func (m *Memory) coverOthers(s *Site) {
	o := &m.outlook
	reach := o.reach(s)
	types := []words.Key{"", words.Key(s.Type.Compact())}
	for _, t := range slices.Compact(types) {
		leads := o.leads[t]
		if leads == nil {
			continue
		}
		var looked []point[[2]float64]
		leads.walk(s.Pose, s.overlooks, func(it *point[[2]float64]) bool {
			ref := o.refs[it.id]
			other := &m.sites[ref.site-1]
			if s.Pose.near(other.Pose, reach) && s.looked(other.Views[ref.view].Leads[ref.index]) {
				looked = append(looked, *it)
			}
			return true
		})
		for _, it := range looked {
			leads.remove(it.at, it.id)
			m.follow(o.refs[it.id])
		}
	}
}

// follow closes a lead, which another site has looked at.
func (m *Memory) follow(ref leadRef) {
	s := &m.sites[ref.site-1]
	v := &s.Views[ref.view]
	v.Leads[ref.index].Seen = true
	v.cover()
	m.weigh(s)
	m.aspects[s.ID-1].leadsKnown = false
	m.touchedSites.add(s.ID)
}

// overlooks rules out parts that the site can not have looked at.
func (s *Site) overlooks(n *node[[2]float64]) bool {
	d := math.Sqrt(n.away(s.Pose)) - slack
	if d <= insideOf {
		return false
	}
	return !slices.ContainsFunc(s.Views, func(v SiteView) bool {
		return v.Known && d <= v.SeeM && !n.aside(s.Pose, v.Heading)
	})
}

// aside tells whether no point of a part lies along heading, seen from p.
func (n *node[V]) aside(p Pose, heading float64) bool {
	bearing, half := n.seenFrom(p)
	return apart(bearing, heading) > wayWidth+half
}

// turned tells whether p lies along none of the headings lo..hi, seen from any point of a
// part.
func (n *node[V]) turned(p Pose, lo, hi float64) bool {
	bearing, half := n.seenFrom(p)
	bearing, half = bearing+180, half+wayWidth
	from := NormDeg(lo - bearing)
	return from > half && from+hi-lo < 360-half
}

// seenFrom gives the direction of a part from p and half the angle that it
// takes up at most, degrees.
func (n *node[V]) seenFrom(p Pose) (bearing, half float64) {
	centre, radius := n.disc()
	d := p.Distance(centre)
	if d <= radius {
		return 0, 360
	}
	return p.Bearing(centre), 90*radius/d + slack // the arc sine is at most a quarter turn of it
}

// legs is a tree of views by site and heading.
type legs struct{ tree[[3]float64] }

// along tells for each view of a site whether one within r of it looks the same
// way.
func (l *legs) along(s *Site, r float64) []bool {
	found, left := make([]bool, len(s.Views)), make([]int, len(s.Views))
	for i := range left {
		left[i] = i
	}
	r += eps
	l.walk(s.Pose, func(n *node[[3]float64]) bool {
		return n.away(s.Pose) > r*r || !slices.ContainsFunc(left, func(i int) bool {
			middle, half := (n.lo[2]+n.hi[2])/2, (n.hi[2]-n.lo[2])/2
			return apart(middle, s.Views[i].Heading) <= wayWidth+half+slack
		})
	}, func(it *point[[3]float64]) bool {
		if it.away(s.Pose) > r*r {
			return true
		}
		left = slices.DeleteFunc(left, func(i int) bool {
			found[i] = sameWay(it.at[2], s.Views[i].Heading)
			return found[i]
		})
		return true
	})
	return found
}
