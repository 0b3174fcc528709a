package nav

import (
	"time"

	"navd/daemon/area"
	"navd/daemon/words"
)

// Kept is what an episode has from the house that it is in, in its own frame: what was
// seen before it began.
type Kept struct {
	Scans []Site    // scans of earlier episodes: pose, type, views and sweeps count
	Walks [][2]Pose // where robots went straight from one point to another
}

// Keep lays what is kept of a house under the seen area; nil takes it away again. It is
// no part of the memory's records: whoever restores the memory keeps it anew.
func (m *Memory) Keep(k *Kept) {
	m.kept, m.keptNear = k, nil
	m.seen = seen{}
}

// layKept puts what is kept into the seen area.
func (m *Memory) layKept() {
	if m.kept == nil {
		return
	}
	if len(m.kept.Scans) > 0 {
		m.seen.area.KeepOffWalls()
	}
	for _, w := range m.kept.Walks {
		m.seen.area.Walk(w[0].point(), w[1].point())
	}
	var scans []area.Scan
	for i := range m.kept.Scans {
		if len(m.kept.Scans[i].Sweeps) > 0 {
			scans = append(scans, m.kept.Scans[i].scan())
		}
	}
	m.seen.area.Lay(scans)
}

// Spot is where something is believed to stand.
type Spot struct {
	Thing  int           // its number in the house
	At     area.Point    // where it most likely stands, in the frame of the episode, metres
	Where  []area.Chance // all the points where it may stand, with how likely
	From   []area.Point  // from where it was seen
	Spread float64       // how far off that may be, metres
	Room   words.Key     // type of the room it is in
	Place  int           // place of the house it is in, 0: none
	Chance float64       // that it is still there, 0..1
	Seen   int           // looks that showed it
	Age    time.Duration // since the last of them
	Missed int           // looks since that did not
}

// Remembered is a spot with the way to where one can look at it.
type Remembered struct {
	Spot
	End     area.Point // where the way ends
	WayM    float64    // metres to there over seen floor
	LeftM   float64    // from there to the spot, metres
	Path    []Hop      // the way, corner by corner; none: the robot is there
	Heading float64    // absolute direction of its first hop, degrees
	Tried   int        // earlier legs for it in this episode
}

const (
	lookFar   = 3.0 // from so near one sees what stands at a spot, metres
	nearLook  = 4.0 // from farther away detectors overlook things, metres
	mostTries = 2   // of going to a spot
	leastNew  = 1.0 // floor that is worth another look, square metres
)

// Recollect adds to a survey of an episode in a house what the house knows: the spots
// that one can go to over seen floor and that were not gone to twice in vain, and the
// floor that the episode itself has not looked at from near.
func (m *Memory) Recollect(sv *Survey, spots []Spot) {
	if m.kept == nil {
		return
	}
	here := Site{Pose: sv.Pose, Place: sv.Place, Type: sv.Type, Views: sv.Glimpse, Sweeps: sv.Sweeps}
	a := m.seen.area
	if m.seen.ahead == nil {
		a = m.seenNow()
	}
	sv.House = len(m.kept.Scans) > 0
	ways := a.Ways(sv.Pose.point())
	for _, s := range spots {
		way, ok := ways.Toward(area.Sought{Where: s.Where, From: s.From, Stood: m.stood(&here, s)}, lookFar)
		if !ok {
			continue
		}
		r := Remembered{Spot: s, End: way.End, WayM: way.WayM, LeftM: way.End.Distance(s.At), Tried: m.triedThing(s)}
		if r.Tried >= mostTries {
			continue
		}
		f := Frontier{Spot: way.End}
		f.hops(sv.Pose, way.Path, sv.View0)
		r.Path, r.Heading = f.Path, f.Heading
		sv.Kept = append(sv.Kept, r)
	}
	own := area.New()
	m.lookNear(own, m.sites)
	m.lookNear(own, []Site{here})
	if m.keptNear == nil {
		m.keptNear = area.New()
		m.lookNear(m.keptNear, m.kept.Scans)
	}
	for _, f := range m.frontiersOf(ways.Beyond(own, m.keptNear), &here, sv.View0) {
		if f.Behind >= leastNew {
			sv.Again = append(sv.Again, f)
		}
	}
	for _, f := range m.frontiersOf(ways.Beyond(own), &here, sv.View0) {
		if f.Behind >= leastNew {
			f.Looked = true
			sv.Again = append(sv.Again, f)
		}
	}
}

// stood gives from where this episode has looked at a spot already.
func (m *Memory) stood(here *Site, s Spot) (all []area.Point) {
	for _, site := range append(m.sites[:len(m.sites):len(m.sites)], *here) {
		if p := site.Pose.point(); p.Distance(s.At) < nearLook {
			all = append(all, p)
		}
	}
	return all
}

// lookNear puts what scans looked at from near into an area.
func (m *Memory) lookNear(a *area.Area, sites []Site) {
	for i := range sites {
		rays := raysOf(sites[i].Sweeps)
		for k := range rays {
			if rays[k].Metres > nearLook {
				rays[k].Metres, rays[k].Hit = nearLook, false
			}
		}
		a.See(area.Scan{At: sites[i].Pose.point(), Rays: rays})
	}
}

// triedThing counts the legs for a thing of the house that came to where one sees it, or
// to nothing.
func (m *Memory) triedThing(s Spot) (n int) {
	for i := range m.sites {
		site, end := &m.sites[i], m.state.Pose
		if site.Thing != s.Thing || site.Aim == nil {
			continue
		}
		if i+1 < len(m.sites) {
			end = m.sites[i+1].Pose
		}
		if end.point().Distance(s.At) < lookFar || m.inVain(site) {
			n++
		}
	}
	return n
}
