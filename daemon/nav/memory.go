package nav

import (
	"cmp"
	"slices"

	"navd/daemon/area"
	"navd/daemon/event"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Anchor is a topological reference point on the robot's path.
type Anchor struct {
	ID        ref.AnchorID   `json:"anchor_id"`
	Pose      Pose           `json:"pose"`
	Neighbors []ref.AnchorID `json:"neighbors"`
	Place     ref.PlaceID    `json:"place_id"`
	Seq       int            `json:"seq"` // step it was made at, 0 at the start
}

// Place is a semantically uniform piece of space: a room, a corridor.
type Place struct {
	ID          ref.PlaceID `json:"place_id"`
	Type        words.Key   `json:"place_type"` // type key, "unknown" until the first sample
	Label       string      `json:"label"`      // the model's own string
	Objects     []string    `json:"objects_list"`
	SeenAt      []int       `json:"seen_at,omitempty"` // steps at which the objects were seen first, in their order; -1: not known, as in old records
	Around      []string    `json:"around,omitempty"`  // labels of what scans from here showed, and no sample named
	Description string      `json:"semantic_description"`
	First       int         `json:"first"` // step it was entered at
	Last        int         `json:"last"`  // last step in it; Memory.Place brings it up to date for the current place
}

// Unknown is the type of a place that no sample has named yet.
const Unknown words.Key = "unknown"

// Delta is what one operation changed: the records to put. Nothing else of
// the episode has to be written.
type Delta struct {
	Anchors []Anchor
	Places  []Place
	Sites   []Site
	Vistas  []Vista
	State   State
}

// Then combines this delta with a later one, whose records and state replace this one's.
// This one must not be used any more.
func (d Delta) Then(next Delta) Delta {
	return Delta{
		Anchors: overlay(d.Anchors, next.Anchors, func(a Anchor) ref.AnchorID { return a.ID }),
		Places:  overlay(d.Places, next.Places, func(p Place) ref.PlaceID { return p.ID }),
		Sites:   overlay(d.Sites, next.Sites, func(s Site) ref.SiteID { return s.ID }),
		Vistas:  overlay(d.Vistas, next.Vistas, func(v Vista) int { return v.ID }),
		State:   next.State,
	}
}

// overlay replaces the old records that have the id of a new one, and inserts the other new
// ones; all are in the order of their ids.
func overlay[R any, ID cmp.Ordered](old, records []R, id func(R) ID) []R {
	for _, r := range records {
		i, found := slices.BinarySearchFunc(old, id(r), func(o R, want ID) int { return cmp.Compare(id(o), want) })
		if found {
			old[i] = r
		} else {
			old = slices.Insert(old, i, r)
		}
	}
	return old
}

// State is the part of a memory that is neither anchor, place, site nor vista: small,
// of bounded size, and written after every operation.
type State struct {
	Seq        int          `json:"seq"`
	Pose       Pose         `json:"pose"`
	Place      ref.PlaceID  `json:"place"`
	Anchor     ref.AnchorID `json:"anchor"`
	Goal       string       `json:"goal"`
	Forwards   int          `json:"forwards,omitempty"` // counted forwards since the last anchor
	Turned     bool         `json:"turned,omitempty"`   // a turn since the last anchor
	Junction   bool         `json:"junction,omitempty"`
	LastSample int          `json:"last_sample"`           // step of the last sample, -1: none yet
	RearmAt    int          `json:"rearm_at,omitempty"`    // step at which a failed scene call is due again
	Asked      bool         `json:"asked,omitempty"`       // a sample was asked for
	Reading    int          `json:"reading,omitempty"`     // pictures that the scene model reads at present
	Candidate  *Candidate   `json:"candidate,omitempty"`   // place type waiting for confirmation
	Spin       Spin         `json:"spin,omitzero"`         // the trailing run of equal turns
	Aim        Aim          `json:"aim,omitzero"`          // turns that a plan asked for and that have not come yet
	Bumped     bool         `json:"bumped,omitempty"`      // the last move ran into something
	Last       Action       `json:"last_action,omitempty"` // of the last step
	Window     []Move       `json:"window,omitempty"`      // last W policy and turn steps that no plan asked for, oldest first
	Stuck      bool         `json:"stuck,omitempty"`       // by the configured rule
	Literal    bool         `json:"literal,omitempty"`     // stuck by the literal rule
	Progress   bool         `json:"progress,omitempty"`    // stuck by the progress rule
	SiteStuck  bool         `json:"site_stuck,omitempty"`  // stuck by the site rule
	ABABA      bool         `json:"ababa,omitempty"`       // pattern over revisit keys is up
	SiteABAB   bool         `json:"site_abab,omitempty"`   // pattern over merged sites is up
	SiteTrail  []ref.SiteID `json:"site_trail,omitempty"`  // last four merged sites, collapsed
	Queue      []Record     `json:"queue,omitempty"`       // discovered context, oldest first
	Due        Trigger      `json:"due,omitempty"`         // why a plan is due, empty: it is not
	LegMoved   float64      `json:"leg_moved,omitempty"`   // metres moved on it
	LegMoves   int          `json:"leg_moves,omitempty"`   // moves in the window since the last plan, at most W
	LegPlace   ref.PlaceID  `json:"leg_place,omitempty"`   // place it began in
	LegLoop    bool         `json:"leg_loop,omitempty"`    // a loop rule rose on it
	LegOpen    bool         `json:"leg_open,omitempty"`
	OpenTraps  []Trap       `json:"open_traps,omitempty"` // loops the robot may still escape, oldest first
	Vistas     int          `json:"vistas,omitempty"`     // vistas kept so far

	LiteralPlace ref.PlaceID `json:"literal_place,omitempty"` // of the last steps that are not scan steps
	LiteralSteps int         `json:"literal_steps,omitempty"` // how many of them in a row were in it

	Counts Counts `json:"counts"`
}

// Memory is the place–anchor graph of one open episode. It is not safe for
// concurrent use: its owner holds a lock. All its methods are pure but for the
// memory itself: same calls, same answers, same bytes.
type Memory struct {
	id      string // episode id, only to name plans
	cfg     Config
	state   State
	anchors []Anchor // by id-1
	places  []Place  // by id-1
	sites   []Site   // by id-1
	vistas  []Vista  // the last ones, in the order of their ids
	said    int      // bytes that labels and ranges of places and sites take

	members   [][]ref.AnchorID                // anchors of each place, by place id-1
	keys      keys                            // places joined into revisit keys
	kinds     kinds                           // anchors by the type of their place
	trail     trail                           // anchors in the order they were walked
	waypoints waypoints                       // anchors that searches for frontiers go over
	finder    finder                          // room for searches
	outlook   outlook                         // sites by where they stand and what they see
	seen      seen                            // what sites with ranges have seen
	kept      *Kept                           // what is kept of the house, nil: nothing
	keptNear  *area.Area                      // what the scans of the house looked at from near, nil: not made yet
	own       ownLooks                        // what this episode looked at from near
	aspects   []aspects                       // of the sites' views, by site id-1
	shown     map[words.Key][]sighting        // views of sites by the compact key of what they showed
	showed    map[words.Key]*tree[[2]float64] // the same sites by where they stand

	touchedAnchors touched[ref.AnchorID]
	touchedPlaces  touched[ref.PlaceID]
	touchedSites   touched[ref.SiteID]
}

// New begins the memory of an episode: place 1 of unknown type and anchor 1 at
// the origin. The events tell of both; the delta holds them.
func New(id, goal string, cfg Config) (*Memory, []event.Event, Delta) {
	m := empty(id, cfg)
	m.state = State{Goal: goal, LastSample: -1, Counts: Counts{Rules: noRules()}}
	m.due(TriggerStart)
	events := m.enter(Unknown, "", nil)
	return m, events, m.delta()
}

func empty(id string, cfg Config) *Memory {
	return &Memory{
		id: id, cfg: cfg,
		kinds: newKinds(), trail: newTrail(), outlook: newOutlook(), shown: map[words.Key][]sighting{}, showed: map[words.Key]*tree[[2]float64]{},
	}
}

// Restore rebuilds a memory from its stored records, in the order of their
// ids. The derived parts (trees, keys, members) are computed again. Records that
// do not belong together are a corrupt fault.
func Restore(id string, cfg Config, stored Delta) (*Memory, error) {
	if err := stored.whole(); err != nil {
		return nil, err
	}
	m := empty(id, cfg)
	m.state, m.places = stored.State.clone(), slices.Clone(stored.Places)
	m.members = make([][]ref.AnchorID, len(m.places))
	for i, p := range m.places {
		m.keys.add()
		m.kinds.add(p.Type)
		m.said += m.places[i].said()
	}
	m.anchors = make([]Anchor, 0, len(stored.Anchors))
	m.trail.grow(len(stored.Anchors))
	links := make([]ref.AnchorID, 0, 2*len(stored.Anchors))
	for _, a := range stored.Anchors {
		first := len(links)
		links = append(links, a.Neighbors...)
		a.Neighbors = links[first:len(links):len(links)] // all share one array; append copies
		m.index(a)
	}
	for i, s := range stored.Sites {
		m.sites = append(m.sites, s.clone())
		m.indexSite(&m.sites[i])
	}
	m.restoreVistas(stored.Vistas)
	m.countLiteral()
	if m.state.Counts.Rules == nil {
		m.state.Counts.Rules = noRules()
	}
	return m, nil
}

// index adds an anchor, and files it by its position, its place and its revisit key.
func (m *Memory) index(a Anchor) {
	m.anchors = append(m.anchors, a)
	m.members[a.Place-1] = append(m.members[a.Place-1], a.ID)
	if len(m.members[a.Place-1]) == 1 {
		m.kinds.enter(a.Place)
	}
	m.join(a)
	m.kinds.of(a.Place).put([2]float64{a.Pose.X, a.Pose.Y}, int(a.ID))
	m.trail.put(m.anchors)
}

// delta takes what the operation touched and forgets that it was touched.
func (m *Memory) delta() Delta {
	d := Delta{State: m.state.clone()}
	for _, id := range m.touchedAnchors.take() {
		a := m.anchors[id-1]
		a.Neighbors = slices.Clone(a.Neighbors)
		d.Anchors = append(d.Anchors, a)
	}
	for _, id := range m.touchedPlaces.take() {
		d.Places = append(d.Places, m.places[id-1])
	}
	for _, id := range m.touchedSites.take() {
		d.Sites = append(d.Sites, m.sites[id-1].clone())
	}
	return d
}

// touched are the records that an operation changed.
type touched[ID cmp.Ordered] struct{ ids []ID }

func (t *touched[ID]) add(id ID) { t.ids = append(t.ids, id) }

// take gives them in the order of their ids, each once, until the next add, and
// forgets them.
func (t *touched[ID]) take() []ID {
	ids := t.ids
	t.ids = t.ids[:0]
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (s State) clone() State {
	s.Window, s.Queue, s.SiteTrail = slices.Clone(s.Window), slices.Clone(s.Queue), slices.Clone(s.SiteTrail)
	s.OpenTraps = slices.Clone(s.OpenTraps)
	s.Spin.Held = slices.Clone(s.Spin.Held)
	if s.Candidate != nil {
		s.Candidate = new(*s.Candidate)
	}
	return s
}

// Sites gives the scan sites after the first n. The caller must not change them.
func (m *Memory) Sites(after int) []Site { return m.sites[min(after, len(m.sites)):] }

// Walked gives the places and the anchors, in the order of their ids. The caller must not
// change them.
func (m *Memory) Walked() ([]Place, []Anchor) { return m.places, m.anchors }

// Seq is the number of the last step taken, 0 before the first.
func (m *Memory) Seq() int { return m.state.Seq }

// Plans is the number of plans made so far.
func (m *Memory) Plans() int { return m.state.Counts.Plans }

// Pose is where the robot is by the memory's reckoning.
func (m *Memory) Pose() Pose { return m.state.Pose }

// CurrentAnchor is the newest anchor.
func (m *Memory) CurrentAnchor() ref.AnchorID { return m.state.Anchor }

// QueuedPlans lists the plans in the discovered-context queue, oldest first.
func (m *Memory) QueuedPlans() []ref.SiteID {
	ids := make([]ref.SiteID, len(m.state.Queue))
	for i, r := range m.state.Queue {
		ids[i] = r.Plan
	}
	return ids
}

// Config gives the configuration of the episode.
func (m *Memory) Config() Config { return m.cfg }

// State gives a copy of the memory's small state.
func (m *Memory) State() State { return m.state.clone() }

// Place gives a place by id, with Last brought up to date.
func (m *Memory) Place(id ref.PlaceID) (Place, bool) {
	if id < 1 || int(id) > len(m.places) {
		return Place{}, false
	}
	p := m.places[id-1]
	if id == m.state.Place {
		p.Last = m.state.Seq
	}
	return p, true
}

// Anchor gives an anchor by id.
func (m *Memory) Anchor(id ref.AnchorID) (Anchor, bool) {
	if id < 1 || int(id) > len(m.anchors) {
		return Anchor{}, false
	}
	return m.anchors[id-1], true
}

// here is the place the robot is in.
func (m *Memory) here() *Place { return &m.places[m.state.Place-1] }
