package daemon

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"navd/daemon/area"
	"navd/daemon/background"
	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/house/locate"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
	"navd/kv"
)

// houses keeps the newest version of the houses that were used last in RAM. A house in RAM
// is never changed: a change makes another one.
type houses struct {
	c *core

	writing sync.Mutex // held by the one write that changes a house, from reading it to its commit; taken before the entries

	mu   sync.Mutex // guards all below; no other lock is taken under it
	age  uint64     // changes of houses so far
	now  map[string]*house.House
	used []string // ids of now, the last used at the end
	made []ready  // the last used at the end
}

// ready is a house prepared for plans; its parts are made when they are first needed.
type ready struct {
	of     *house.House
	places func() *locate.Map // for finding out where an episode is
	floor  func() *nav.Kept   // for finding ways
}

// ready gives a house prepared for plans, the same for all episodes that began with it.
func (hs *houses) ready(h *house.House) ready {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	floor := sync.OnceValue(func() *nav.Kept { return h.Kept() })
	r := ready{h, sync.OnceValue(func() *locate.Map { return locate.New(h, floor().Floor()) }), floor}
	if i := slices.IndexFunc(hs.made, func(r ready) bool { return r.of == h }); i >= 0 {
		r = hs.made[i]
		hs.made = slices.Delete(hs.made, i, i+1)
	}
	hs.made = append(hs.made, r)
	if len(hs.made) > mostHouses {
		hs.made = slices.Delete(hs.made, 0, 1)
	}
	return r
}

// mostHouses is how many houses are kept in RAM.
const mostHouses = 8

// get gives a house from RAM, nil when it is not there, and the number of changes so far.
func (hs *houses) get(id string) (*house.House, uint64) {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	return hs.now[id], hs.age
}

// keep keeps a house that a write changed, and prepares it for the next robot.
func (hs *houses) keep(h *house.House) {
	hs.mu.Lock()
	hs.age++
	hs.put(h)
	hs.mu.Unlock()
	hs.prepare(h)
}

// prepare prepares a house while no robot waits for it. It hides a panic, which comes again
// in the call that needs the house.
func (hs *houses) prepare(h *house.House) {
	if h.Blank() {
		return
	}
	hs.c.background.Go(func() {
		var told error
		defer background.Recover(&told)
		hs.ready(h).places()
	})
}

// keepRead keeps a house that was read from the store, unless a house was changed since.
func (hs *houses) keepRead(h *house.House, age uint64) {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	if hs.age == age {
		hs.put(h)
	}
}

// put is called with mu held.
func (hs *houses) put(h *house.House) {
	if hs.now == nil {
		hs.now = map[string]*house.House{}
	}
	hs.used = append(slices.DeleteFunc(hs.used, func(id string) bool { return id == h.ID }), h.ID)
	hs.now[h.ID] = h
	if len(hs.used) > mostHouses {
		delete(hs.now, hs.used[0])
		hs.used = hs.used[1:]
	}
}

// drop forgets a house that a write changed or deleted.
func (hs *houses) drop(id string) {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	hs.age++
	delete(hs.now, id)
	hs.used = slices.DeleteFunc(hs.used, func(o string) bool { return o == id })
}

// lives gives the half-lives of things that the configuration sets.
func (hs *houses) lives() house.Lives {
	all, _ := house.ParseLives(hs.c.config().House.HalfLives) // checked when it was read
	return all
}

// house gives a house as it is now; one of version 0 when there is none.
func (hs *houses) house(id string) (*house.House, error) {
	h, age := hs.get(id)
	if h != nil {
		return h, nil
	}
	h, err := readOf(hs.c, store.GetHouse, id)
	if err == nil {
		hs.keepRead(h, age)
	}
	return h, err
}

// version gives a house as it was in a version.
func (hs *houses) version(id string, version int) (*house.House, error) {
	if h, _ := hs.get(id); h != nil && h.Version == version {
		return h, nil
	}
	return read(hs.c, func(tx *kv.Tx) (*house.House, error) { return store.GetHouseAt(tx, id, version) })
}

// home is what an open episode has of its house in RAM.
type home struct {
	houses *houses
	began  *house.House // as it was when the episode began
	now    *house.House // began with what the episode's own scans showed of the goal
	goal   words.Key    // the goal of now
	looked int          // number of scans that are in now
	laid   int          // version of the alignment by which the memory has the house, 0: none

	locating *locating // while the episode finds out where it is; nil: not begun
}

// ready gives the house prepared for plans.
func (h *home) ready() ready { return h.houses.ready(h.began) }

// moveOut drops the house of an episode that has ended.
func (l *live) moveOut() {
	if l.home != nil {
		l.home = nil
		l.mem.Keep(nil)
	}
}

// settleIn puts the house into the memory as the present alignment says, or takes it out
// when there is none, and adds the episode's newest scans to it.
func (l *live) settleIn() {
	h := l.home
	if h == nil {
		return
	}
	a, aligned := l.ep.Home.Aligned()
	switch {
	case !aligned:
		if h.laid != 0 {
			l.mem.Keep(nil)
		}
		h.laid, h.now, h.looked = 0, h.began, 0
		return
	case h.laid == 0:
		h.now, h.looked = h.began, 0
		l.mem.Keep(h.ready().floor().Lying(l.lies()))
	case h.laid != a.Version && !l.mem.Lies(l.lies()):
		h.now, h.looked = h.began, 0
	}
	h.laid = a.Version
	goal := words.ObjectKey(l.mem.State().Goal)
	if h.goal != goal {
		h.goal, h.now, h.looked = goal, h.began, 0
	}
	if sites := l.mem.Sites(h.looked); len(sites) > 0 {
		v := l.visit()
		v.Sites = sites
		h.now = h.now.Look(v, goal)
		h.looked += len(sites)
	}
}

// visit gives the episode in the form that its house merges.
func (l *live) visit() house.Visit {
	places, anchors := l.mem.Walked()
	v := house.Visit{
		Episode: l.id, At: l.ep.Began, Alignments: l.ep.Home.Alignments, Dock: l.ep.Home.At, Places: places, Anchors: anchors, Sites: l.mem.Sites(0),
	}
	if e := l.ep.End; e != nil && e.Success != nil && *e.Success {
		v.Found = &house.Found{Goal: l.ep.Goal, At: l.mem.Pose(), Seq: l.mem.Seq()}
	}
	return v
}

// seen gives what the episode's own scans showed, in the form that a blank house with the
// episode's frame merges. It is a copy of what may change in the episode.
func (l *live) seen() house.Visit {
	sites := slices.Clone(l.mem.Sites(0))
	for i := range sites {
		sites[i].Views = slices.Clone(sites[i].Views)
	}
	return house.Visit{At: l.ep.Began, Alignments: []house.Alignment{{Version: 1, How: house.First}}, Sites: sites}
}

// lies gives where the episode lies in its house, by the alignments that were not undone.
func (l *live) lies() (all []nav.Lie) {
	for _, a := range l.ep.Home.Alignments {
		if a.Undone == "" {
			all = append(all, nav.Lie{Seq: a.Seq, Frame: a.Frame})
		}
	}
	return all
}

// spots gives the spots where the goal is believed to be, the surest first, after the scan
// of a survey. They are in the frame of the episode; while it is not aligned they have no
// position.
func (l *live) spots(sv nav.Survey) (all []nav.Spot) {
	if l.home == nil {
		return nil
	}
	a, aligned := l.ep.Home.Aligned()
	now, out := l.home.now, a.Frame.Inverse()
	if aligned {
		v := l.visit()
		v.Sites = []nav.Site{{Pose: sv.Pose, Seq: sv.Seq, Type: sv.Type, Views: sv.Glimpse, Sweeps: sv.Sweeps, NoScan: sv.NoScan}}
		now = now.Look(v, l.home.goal)
	}
	lives := l.home.houses.lives()
	for _, t := range now.Known(words.ObjectKey(l.mem.State().Goal)) {
		age := l.ep.Began.Sub(t.Last)
		s := nav.Spot{
			Thing: t.ID, Room: t.Room, Place: t.Place,
			Chance: t.Chance(age, lives.Of(t.Key)), Seen: t.Seen, Missed: t.Missed, Age: max(0, age), Last: t.Last,
		}
		if aligned {
			s.At = pointOf(out, t.X, t.Y)
			for _, p := range now.Where(t) {
				s.Where = append(s.Where, area.Chance{Point: pointOf(out, p.X, p.Y), Share: p.Share})
			}
			for _, from := range t.Sights {
				s.From = append(s.From, pointOf(out, from.X, from.Y))
			}
		}
		all = append(all, s)
	}
	return all
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

// hints are claims about the types of rooms in which the house has seen the goal. They
// need no coordinates, and are for an episode that does not know where it is.
func (l *live) hints(spots []nav.Spot) (all []words.Claim) {
	if _, aligned := l.ep.Home.Aligned(); aligned || l.home == nil {
		return nil
	}
	for _, s := range spots {
		if !s.Room.Unknown() {
			all = append(all, words.In(words.ObjectKey(l.mem.State().Goal), s.Room, houseSource, s.Chance))
		}
	}
	return all
}

// houseSource is the source of claims that come from the house.
const houseSource = "house"

func pointOf(out nav.Frame, x, y float64) area.Point {
	p := out.In(nav.Pose{X: x, Y: y})
	return area.Point{X: p.X, Y: p.Y}
}

// wantsHouse reports whether an episode that names a house uses it.
func wantsHouse(p ipc.BeginParams, use *ipc.BeginHouse) bool {
	return use.Mode != "off" && (p.Use == nil || p.Use.House == nil || *p.Use.House)
}

// home sets the house of an episode that begins, and where in it the episode begins, if
// that is known. It gives nil for an episode without a house.
func (hs *houses) home(ep *episode.Episode, p ipc.BeginParams) (*home, error) {
	use := p.House
	if use == nil {
		if hs.c.config().House.Default != "scene" || p.SceneID == "" {
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
	h, err := hs.house(id)
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
	switch {
	case ep.Home.Pose != nil:
		ep.Home.Alignments = []house.Alignment{{Version: 1, Frame: nav.FrameOf(nav.Pose{}, *ep.Home.Pose), How: house.Given}}
	case h.Blank():
		ep.Home.Alignments = []house.Alignment{{Version: 1, How: house.First}}
	}
	hs.prepare(h)
	return &home{houses: hs, began: h, now: h}, nil
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

// enter gives an episode in RAM its house, as it was when the episode began.
func (hs *houses) enter(l *live) error {
	if l.ep.Home == nil || l.ep.Status == episode.Ended {
		return nil
	}
	h, err := hs.version(l.ep.Home.House, l.ep.Home.Version)
	if err != nil {
		return err
	}
	l.home = &home{houses: hs, began: h, now: h}
	return nil
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
	now, err := w.c.houses.house(h.House)
	if err != nil {
		return err
	}
	if a.How == house.First && !now.Blank() { // another one began in the blank house too, and ended first
		return w.lose("another episode made the house meanwhile, and nobody knows how this one lies in it", w.mem.Seq())
	}
	next := now.Merge(w.visit())
	if err := store.PutHouse(&w.Changes, now, next); err != nil {
		return err
	}
	h.Merged = next.Version
	w.tell(event.Event{Type: event.HouseChanged, Seq: w.mem.Seq(), Label: h.House})
	w.Then(func() { w.c.houses.keep(next) })
	return nil
}

// lockHouses keeps other writes from changing a house until this one ends.
func (w *write) lockHouses() {
	w.c.houses.writing.Lock()
	w.housesHeld = true
}
