package daemon

import (
	"cmp"
	"fmt"
	"math"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/homes"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/ipc"
)

// wantsHouse reports whether an episode that names a house uses it.
func wantsHouse(p ipc.BeginParams, use *ipc.BeginHouse) bool {
	return use.Mode != "off" && (p.Use == nil || p.Use.House == nil || *p.Use.House)
}

// houseFor gives the house in which an episode begins, and sets what the call says of it;
// nil when the episode has none.
func (e *Episodes) houseFor(ep *episode.Episode, p ipc.BeginParams) (*house.House, error) {
	use := p.House
	if use == nil {
		if e.c.config().House.Default != "scene" || p.SceneID == "" {
			return nil, nil
		}
		use = &ipc.BeginHouse{}
	}
	if !wantsHouse(p, use) {
		return nil, nil
	}
	field, id := "house.id", use.ID
	if id == "" {
		field, id = "scene_id", houseOf(p.SceneID)
	}
	if err := checkHouseName(field, id); err != nil {
		return nil, err
	}
	h, err := e.c.houses.House(id)
	if err != nil {
		return nil, err
	}
	ep.Use.House = true
	ep.Home = &episode.Home{House: id, Mode: cmp.Or(episode.HomeMode(use.Mode), episode.HomeWrite), Version: h.Version}
	if s := use.Start; s != nil {
		if s.Pose != nil {
			if err := checkPose("house.start.pose", *s.Pose); err != nil {
				return nil, err
			}
		}
		if err := noControls("house.start.at", s.At); err != nil {
			return nil, err
		}
		ep.Home.Pose, ep.Home.At = s.Pose, s.At
	}
	return h, nil
}

// mostFar is how far from the origin of its house a robot may be in x and y, metres.
const mostFar = 10_000

// checkPose refuses a pose that is out of range.
func checkPose(field string, p nav.Pose) error {
	for _, v := range []struct {
		name  string
		value float64
		most  float64
	}{{".x", p.X, mostFar}, {".y", p.Y, mostFar}, {".yaw", p.Yaw, 360}} {
		if !(v.value >= -v.most && v.value <= v.most) {
			return badParams(fault.Field(field+v.name, v.value, fmt.Sprintf("%g..%g", -v.most, v.most)))
		}
	}
	return nil
}

func millis(v float64) float64 { return math.Round(v*1000) / 1000 }

// houseNow says whether an episode knows where it is in its house, and where; nil without
// a house.
func (l *live) houseNow() *ipc.HouseNow {
	h := l.ep.Home
	if h == nil {
		return nil
	}
	now := &ipc.HouseNow{House: h.House, Version: h.Version, Mode: h.Mode}
	if a, ok := h.Aligned(); ok {
		p := a.Frame.In(l.mem.Pose())
		now.Aligned, now.How, now.Pose = true, a.How, &p
	}
	return now
}

// fromHouse records what a plan knows from the house; nil without a house.
func (l *live) fromHouse(spots []nav.Spot) *planner.FromHouse {
	if l.home == nil {
		return nil
	}
	u := &planner.FromHouse{House: l.ep.Home.House, Version: l.ep.Home.Version, Spots: len(spots)}
	if a, aligned := l.ep.Home.Aligned(); aligned {
		p := a.Frame.In(l.mem.Pose())
		u.Alignment, u.How, u.Pose = a.Version, string(a.How), &p
	}
	return u
}

// goesFor notes which spot of the house a plan goes to.
func (d *draft) goesFor() {
	u := d.plan.Used.House
	if u == nil || d.plan.Decision.Thing == 0 {
		return
	}
	for _, s := range d.spots {
		if s.Thing == d.plan.Decision.Thing {
			u.Thing, u.Seen, u.AgeS, u.Chance = s.Thing, s.Seen, s.Age.Seconds(), millis(s.Chance)
		}
	}
}

// locate compares a scan with the house of the episode, and records what that changed of
// where the episode lies in it.
func (w *write) locate(look nav.Site) error {
	moved := w.home.Locate(look)
	if moved.Lost != "" {
		if err := w.lost(moved.Lost, look.Seq); err != nil {
			return err
		}
	}
	if moved.How != "" {
		w.aligned(look.Seq, moved.How)
	}
	return nil
}

// lose undoes the alignment of an episode, open or ended.
func (w *write) lose(reason string) error {
	w.home.Lose() // nothing once the episode has ended
	w.ep.Home.Undo(reason, w.mem.Seq())
	return w.lost(reason, w.mem.Seq())
}

// lost records that an alignment was undone: what the episode recorded in the frame of the
// house does not hold any more.
func (w *write) lost(reason string, seq int) error {
	w.unbind()
	w.tell(event.Event{Type: event.AlignmentUndone, Seq: seq, Reason: reason, Label: w.ep.Home.House})
	store.PutEpisode(&w.Changes, w.ep)
	return w.unplace(reason)
}

// aligned records that the episode has another alignment.
func (w *write) aligned(seq int, how house.How) {
	w.tell(event.Event{Type: event.Aligned, Seq: seq, Reason: string(how), Label: w.ep.Home.House})
	store.PutEpisode(&w.Changes, w.ep)
	if how != house.Drift {
		w.bindEarlier()
	}
}

// merge adds the episode that the write ends to its house.
func (w *write) merge() error {
	h := w.ep.Home
	if h == nil || h.Mode != episode.HomeWrite {
		return nil
	}
	a, aligned := h.Aligned()
	if !aligned {
		return nil
	}
	w.lockHouses()
	now, err := w.c.houses.House(h.House)
	if err != nil {
		return err
	}
	if a.How == house.First && !now.Blank() { // another one began in the blank house too, and ended first
		return w.lose("another episode made the house meanwhile, and nobody knows how this one lies in it")
	}
	next := now.Merge(homes.Visit(&w.ep, w.mem))
	if err := w.putHouse(now, next); err != nil {
		return err
	}
	h.Merged = next.Version
	w.tell(event.Event{Type: event.HouseChanged, Seq: w.mem.Seq(), Label: h.House})
	return nil
}

// lockHouses keeps other writes from changing a house until this one ends.
func (w *write) lockHouses() { w.unlockHouses = w.c.houses.Lock() }

// putHouse makes next the newest version of a house, which was as in was.
func (w *write) putHouse(was, next *house.House) error {
	if err := store.PutHouse(&w.Changes, was, next); err != nil {
		return err
	}
	w.Then(func() { w.c.houses.Keep(next) })
	return nil
}
