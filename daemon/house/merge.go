package house

import (
	"cmp"
	"math"
	"slices"
	"time"

	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Visit is what a house needs of an episode.
type Visit struct {
	Episode    string
	At         time.Time   // when the episode began
	Alignments []Alignment // each counts from its step on, until the next one
	Dock       string      // name of its start; empty: none
	Places     []nav.Place
	Anchors    []nav.Anchor
	Sites      []nav.Site
	Found      *Found // nil: it did not end at its goal
}

// Found says that an episode ended at its goal.
type Found struct {
	Goal string   // name of the goal
	At   nav.Pose // pose of the robot then, in the frame of the episode
	Seq  int      // the last step
}

const (
	nodeNear  = 0.35 // a point of a way nearer to a node is that node, metres
	siteNear  = 0.5  // a scan nearer to a site replaces it, metres
	placeNear = 1.5  // places of one type are the same if nodes of them are nearer, metres
	crowdNear = 1.5  // sites nearer to each other show much the same, metres
	crowd     = 4    // this many of them are kept, the newest
	longWalk  = 3.0  // points of a way farther apart are not linked, metres
)

// Merge returns a new version of the house with an episode merged into it. The receiver
// does not change. Only what the episode did while it was aligned counts.
func (h *House) Merge(v Visit) *House {
	n := h.clone()
	n.Version, n.Merged, n.Changed, n.By, n.Without = h.Version+1, h.Merged+1, v.At, v.Episode, ""
	if h.Blank() {
		n.Origin = v.Episode
	}
	places := n.places(v)
	n.walk(v, places)
	for i := range v.Sites {
		if s, ok := v.site(&v.Sites[i]); ok {
			s.Place = places[v.Sites[i].Place]
			n.look(s, "")
		}
	}
	n.found(v)
	n.thin()
	n.tidy()
	n.settle()
	if _, known := n.Dock(v.Dock); v.Dock != "" && !known {
		if f, ok := v.Frame(0); ok {
			n.Docks = append(n.Docks, Dock{v.Dock, roundPose(f.In(nav.Pose{}))})
		}
	}
	return n
}

// foundNear is the largest distance of a robot from the middle of what it found, metres.
const foundNear = 1.5

// found adds that an episode ended at its goal, as a sight of the goal nearby.
func (h *House) found(v Visit) {
	if v.Found == nil {
		return
	}
	f, ok := v.Frame(v.Found.Seq)
	key := words.ObjectKey(v.Found.Goal)
	if !ok || key == "" {
		return
	}
	at := f.In(v.Found.At)
	h.see(Sight{X: millimetres(at.X), Y: millimetres(at.Y), Heading: millimetres(at.Yaw), Half: 180, Far: foundNear}, key, v.Found.Goal, "", v.At, h.looks())
}

// Look returns the house with what the scans of a running episode show of the things with a
// key.
func (h *House) Look(v Visit, key words.Key) *House {
	n := h.clone()
	for _, s := range v.Scans() {
		n.look(s, key)
	}
	return n
}

// Frame returns where the episode's frame was at a step: by the alignment that counted then
// or, without one, by the next one, since odometry connects both. False without any.
func (v *Visit) Frame(seq int) (f nav.Frame, ok bool) {
	for _, a := range slices.Backward(v.Alignments) {
		if a.Undone == "" {
			f, ok = a.Frame, true
		}
		if a.Seq <= seq && ok {
			return f, true
		}
	}
	return f, ok
}

// site converts a scan of the episode to the house frame; false without an alignment, and for
// a plan without a scan.
func (v *Visit) site(s *nav.Site) (Site, bool) {
	f, ok := v.Frame(s.Seq)
	if !ok || s.NoScan {
		return Site{}, false
	}
	return Site{
		Pose: roundPose(f.In(s.Pose)), Type: s.Type, Views: f.Views(s.Views), Sweeps: f.Sweeps(s.Sweeps), Scans: 1, At: v.At, Episode: v.Episode,
	}, true
}

// Scans returns the scans of the episode in the house frame.
func (v *Visit) Scans() (all []Site) {
	for i := range v.Sites {
		if s, ok := v.site(&v.Sites[i]); ok {
			all = append(all, s)
		}
	}
	return all
}

// places finds the place of the house for each place of the episode: of the same type, the
// one with the most nodes near the anchors; otherwise a new one.
func (h *House) places(v Visit) map[ref.PlaceID]int {
	votes := map[ref.PlaceID]map[int]int{}
	seen := map[ref.PlaceID]bool{}
	for _, a := range v.Anchors {
		f, ok := v.Frame(a.Seq)
		if !ok {
			continue
		}
		seen[a.Place] = true
		p := v.Places[a.Place-1]
		at := f.In(a.Pose)
		for i := range h.Nodes {
			o := &h.Nodes[i]
			if math.Hypot(o.X-at.X, o.Y-at.Y) > placeNear || o.Place == 0 {
				continue
			}
			if q, found := h.Place(o.Place); found && q.Type.Equal(p.Type) {
				if votes[a.Place] == nil {
					votes[a.Place] = map[int]int{}
				}
				votes[a.Place][q.ID]++
			}
		}
	}
	ids := map[ref.PlaceID]int{}
	for _, p := range v.Places {
		if !seen[p.ID] || p.Type == nav.Unknown {
			continue
		}
		best := mostVoted(votes[p.ID])
		if best == 0 {
			best = h.sameNew(v, ids, p)
		}
		if best == 0 {
			best = h.Next.Place
			h.Next.Place++
			h.Places = append(h.Places, Place{ID: best, Type: p.Type, First: v.At})
		}
		ids[p.ID] = best
		q, _ := h.Place(best)
		q.Label, q.Objects = p.Label, union(q.Objects, p.Objects)
		if !q.Last.Equal(v.At) || q.Visits == 0 {
			q.Visits++
		}
		q.Last = v.At
	}
	return ids
}

// mostVoted returns the id with the most votes, the lowest of equal ones; 0 without any.
func mostVoted(votes map[int]int) (best int) {
	for id, n := range votes {
		if most := votes[best]; n > most || n == most && id < best {
			best = id
		}
	}
	return best
}

// sameNew returns the place of the house for an earlier place of the same episode, if both
// have the same type and anchors near each other; 0 if there is none.
func (h *House) sameNew(v Visit, ids map[ref.PlaceID]int, p nav.Place) int {
	for _, a := range v.Anchors {
		if a.Place != p.ID {
			continue
		}
		for _, b := range v.Anchors {
			id := ids[b.Place]
			if id != 0 && b.Pose.Distance(a.Pose) <= placeNear && v.Places[b.Place-1].Type.Equal(p.Type) {
				return id
			}
		}
	}
	return 0
}

// walk adds the way of the episode.
func (h *House) walk(v Visit, places map[ref.PlaceID]int) {
	last, from := 0, nav.Pose{}
	came := map[int]bool{}
	for _, a := range v.Anchors {
		f, ok := v.Frame(a.Seq)
		if !ok {
			last = 0
			continue
		}
		at := f.In(a.Pose)
		n := h.node(at, places[a.Place], v.At)
		if !came[n.ID] {
			came[n.ID] = true
			n.Times++
		}
		id := n.ID
		if last != 0 && last != id && from.Distance(at) <= longWalk {
			h.link(last, id)
			h.link(id, last)
		}
		last, from = id, at
	}
}

// node returns the node at a point, a new one if there is none.
func (h *House) node(at nav.Pose, place int, when time.Time) *Node {
	best, near := -1, nodeNear
	for i, n := range h.Nodes {
		if d := math.Hypot(n.X-at.X, n.Y-at.Y); d < near {
			best, near = i, d
		}
	}
	if best < 0 {
		best = len(h.Nodes)
		h.Nodes = append(h.Nodes, Node{ID: h.Next.Node, X: millimetres(at.X), Y: millimetres(at.Y), Links: []int{}})
		h.Next.Node++
	}
	n := &h.Nodes[best]
	if place != 0 {
		n.Place = place
	}
	n.Last = when
	return n
}

func (h *House) link(from, to int) {
	i, _ := slices.BinarySearchFunc(h.Nodes, from, func(n Node, id int) int { return cmp.Compare(n.ID, id) })
	if k, found := slices.BinarySearch(h.Nodes[i].Links, to); !found {
		h.Nodes[i].Links = slices.Insert(slices.Clone(h.Nodes[i].Links), k, to)
	}
}

// scan adds a scan. It replaces the scan of a site within half a metre, if there is one, unless
// it is only a part of a scan beside that.
func (h *House) scan(s Site) {
	best, near := -1, siteNear
	for i := range h.Sites {
		if d := h.Sites[i].Pose.Distance(s.Pose); d < near {
			best, near = i, d
		}
	}
	if best < 0 {
		s.ID = h.Next.Site
		h.Next.Site++
		h.Sites = append(h.Sites, s)
		return
	}
	old := h.Sites[best]
	if s.part(&old) {
		h.Sites[best].Scans++
		return
	}
	s.ID, s.Scans = old.ID, old.Scans+1
	if len(s.Sweeps) == 0 {
		s.Sweeps = old.Sweeps
	}
	h.Sites[best] = s
}

// thin removes the oldest of more than four sites that are near each other in places of one
// type, parts of scans first, so that their number depends on the floor area.
func (h *House) thin() {
	for {
		worst := -1
		for i := range h.Sites {
			s, newer := &h.Sites[i], 0
			for k := range h.Sites {
				if o := &h.Sites[k]; k != i && o.Pose.Distance(s.Pose) < crowdNear && o.Type.Equal(s.Type) && o.newer(s) {
					newer++
				}
			}
			if newer >= crowd && (worst < 0 || h.Sites[worst].newer(s)) {
				worst = i
			}
		}
		if worst < 0 {
			return
		}
		h.Sites = slices.Delete(h.Sites, worst, worst+1)
	}
}

// part reports whether a scan shows less of what is around than another one: fewer views, or
// less than three quarters of the directions in which rays say how far one sees.
func (s *Site) part(o *Site) bool {
	return len(s.Views) < len(o.Views) || len(s.Sweeps) > 0 && 4*directions(s.Sweeps) < 3*directions(o.Sweeps)
}

// directions is how many of 360 directions around are within some rays, or within half their
// step of one.
func directions(sweeps []nav.Sweep) (n int) {
	var seen [360]bool
	for _, w := range sweeps {
		step := math.Abs(w.StepDeg)
		first := min(w.FromDeg, w.FromDeg+w.StepDeg*float64(len(w.Metres)-1)) - step/2
		from := int(math.Round(nav.Around360(first)))
		for d := range min(360, int(math.Round(step*float64(len(w.Metres))))) {
			seen[(from+d)%360] = true
		}
	}
	for _, is := range seen {
		if is {
			n++
		}
	}
	return n
}

// newer tells whether thin keeps s rather than o.
func (s *Site) newer(o *Site) bool {
	if p, q := s.part(o), o.part(s); p != q {
		return q
	}
	return cmp.Or(s.At.Compare(o.At), cmp.Compare(s.ID, o.ID)) > 0
}

// settle computes the middle of each place and the place of each thing, and removes places
// without nodes.
func (h *House) settle() {
	n := map[int]int{}
	for i := range h.Places {
		h.Places[i].X, h.Places[i].Y = 0, 0
	}
	for _, o := range h.Nodes {
		if p, ok := h.Place(o.Place); ok {
			n[p.ID]++
			p.X, p.Y = p.X+o.X, p.Y+o.Y
		}
	}
	h.Places = slices.DeleteFunc(h.Places, func(p Place) bool { return n[p.ID] == 0 })
	for i := range h.Places {
		p := &h.Places[i]
		p.X, p.Y = millimetres(p.X/float64(n[p.ID])), millimetres(p.Y/float64(n[p.ID]))
	}
	for i := range h.Things {
		h.Things[i].Place = h.placeAt(h.Things[i].X, h.Things[i].Y, h.Things[i].Room)
	}
}

// thingNear is the largest distance of a thing from a node of its place, metres.
const thingNear = 3.0

// placeAt returns the place of the nearest node, preferably in a room of the given type; 0 if
// no node is near.
func (h *House) placeAt(x, y float64, room words.Key) int {
	best, near := 0, math.Inf(1)
	for _, n := range h.Nodes {
		p, ok := h.Place(n.Place)
		if !ok {
			continue
		}
		d := math.Hypot(n.X-x, n.Y-y)
		if d > thingNear {
			continue
		}
		if room != "" && !p.Type.Equal(room) {
			d += thingNear
		}
		if d < near {
			best, near = p.ID, d
		}
	}
	return best
}

// union returns what is in one of two lists, sorted, each once.
func union[T cmp.Ordered](a, b []T) []T {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

func roundPose(p nav.Pose) nav.Pose {
	return nav.Pose{X: millimetres(p.X), Y: millimetres(p.Y), Yaw: nav.NormDeg(millimetres(p.Yaw))}
}
