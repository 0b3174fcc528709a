package think

import (
	"cmp"
	"fmt"
	"strings"

	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Snapshot is the memory as a search sees it, from its first call to its last.
type Snapshot struct {
	Goal    string          `json:"goal"`
	Step    int             `json:"step"`   // it was made at
	Pose    nav.Pose        `json:"pose"`   // of the robot then
	View0   float64         `json:"view0"`  // absolute direction of view 0, degrees
	Facing  int             `json:"facing"` // view that the robot faced
	Anchor  ref.AnchorID    `json:"anchor"` // that it was at
	Stuck   bool            `json:"stuck,omitempty"`
	ABABA   bool            `json:"ababa,omitempty"`
	Ways    []Way           `json:"ways"` // that are worth anything, the best a step first
	Banned  []Ban           `json:"banned,omitempty"`
	Dead    []int           `json:"dead,omitempty"` // views along which a leg came to nothing, or the goal was ruled out
	Blocked []int           `json:"blocked,omitempty"`
	Places  []nav.PlaceNode `json:"places"`
	Anchors []Anchor        `json:"anchors"`
	Links   [][2]int        `json:"links"` // between anchors, by their index
	Sites   []nav.Pose      `json:"sites"` // where scans were made
	Texts   []Text          `json:"texts"` // what can be searched
}

// Way is one way that the robot could go.
type Way struct {
	Angle  float64  `json:"angle"`          // where it begins
	View   int      `json:"view"`           // with which it begins
	Room   string   `json:"room,omitempty"` // the likeliest there
	WayM   float64  `json:"way_m"`          // to where one can look
	Steps  float64  `json:"steps"`          // expected, with the scan there
	Chance float64  `json:"chance"`         // that the goal is there, 0..0.95
	New    float64  `json:"new"`            // how much nobody has seen, 0..1
	End    nav.Pose `json:"end"`            // where one looks
	Why    string   `json:"why"`
}

// Ban is a view that a rule forbids.
type Ban struct {
	View int    `json:"view"`
	Rule string `json:"rule"`
	Why  string `json:"why,omitempty"`
}

// Anchor is a point of the walked way.
type Anchor struct {
	ID    ref.AnchorID `json:"id"`
	Place ref.PlaceID  `json:"place"`
	X     float64      `json:"x"`
	Y     float64      `json:"y"`
}

// Text is a document that can be searched.
type Text struct {
	ID    string `json:"id"`    // "place 3", or the id of an entry
	Title string `json:"title"` // "place 3, kitchen"
	Body  string `json:"body"`  // sentences
}

// mostWays is how many ways a snapshot has.
const mostWays = 64

// Look makes the snapshot of a memory from its graph, the state of its loop rules, and the
// ways of a survey, weighed with the claims of users and of knowledge. The caller adds bans,
// and texts other than those of places.
func Look(g *nav.Graph, loop nav.Loop, sv nav.Survey, claims []words.Claim) Snapshot {
	s := Snapshot{
		Goal: sv.Goal, Step: sv.Seq, Pose: sv.Pose, View0: sv.View0, Facing: sv.Facing, Anchor: sv.Anchor,
		Stuck: loop.Stuck, ABABA: loop.ABABA, Ways: []Way{}, Places: g.Places, Anchors: []Anchor{}, Links: [][2]int{}, Sites: []nav.Pose{}, Texts: []Text{},
	}
	for _, site := range g.Sites {
		s.Sites = append(s.Sites, site.Pose)
	}
	for _, a := range g.Anchors {
		s.Anchors = append(s.Anchors, Anchor{a.ID, a.Place, a.Pose.X, a.Pose.Y})
	}
	for _, e := range g.Edges {
		s.Links = append(s.Links, [2]int{int(e.From) - 1, int(e.To) - 1})
	}
	for _, p := range planner.Prospects(sv, claims) {
		if len(s.Ways) == mostWays {
			break
		}
		s.Ways = append(s.Ways, wayOf(p, g.Sites))
	}
	if d := planner.Local(sv, claims); d.GoalFlag { // the goal is in sight
		s.Ways = append(s.Ways, Way{
			Angle: d.Angle, View: d.View, Room: d.SceneType, WayM: inSight, Steps: stepsInSight, Chance: 0.95, New: 1,
			End: sv.Pose.Reach(inSight, sv.View0+d.Angle), Why: d.Why,
		})
	}
	for _, o := range sv.Here {
		if o.Vetoed || o.Outcome < deadBelow {
			s.Dead = append(s.Dead, o.View)
		}
		if o.Known && o.FreeM < closedBelow {
			s.Blocked = append(s.Blocked, o.View)
		}
	}
	for _, p := range g.Places {
		s.Texts = append(s.Texts, textOf(p))
	}
	return s
}

const (
	inSight      = 2.0  // how far a goal in sight is taken to be, metres
	stepsInSight = 15.0 // and how many steps
	deadBelow    = 0.3  // a view with a smaller factor for earlier legs is a dead end
	closedBelow  = 0.75 // the least floor of a view that is a way, metres
)

func wayOf(p planner.Prospect, sites []nav.Site) Way {
	w := Way{Angle: p.Angle, View: p.View, Room: p.Room, WayM: p.WayM, Steps: p.Steps, Chance: p.Chance, New: p.New, End: p.End, Why: p.Why}
	if p.Site > 0 && p.End == (nav.Pose{}) && int(p.Site) <= len(sites) {
		w.End = sites[p.Site-1].Pose.Reach(p.Far, p.FarDeg)
	}
	return w
}

// textOf gives what the memory knows about a place, as sentences.
func textOf(p nav.PlaceNode) Text {
	t := Text{ID: fmt.Sprintf("place %d", p.ID), Title: fmt.Sprintf("place %d, %s", p.ID, cmp.Or(p.Label, string(p.Type)))}
	t.Body = fmt.Sprintf("Place %d is a %s. The robot entered it at step %d and was last in it at step %d.", p.ID, p.Type, p.First, p.Last)
	if p.Visits > 1 {
		t.Body += fmt.Sprintf(" It was entered %d times.", p.Visits)
	}
	if p.Description != "" {
		t.Body += " " + sentence(p.Description)
	}
	if len(p.Objects) > 0 {
		t.Body += fmt.Sprintf(" Seen there: %s.", strings.Join(p.Objects, ", "))
	}
	return t
}
