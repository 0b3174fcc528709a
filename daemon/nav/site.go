package nav

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"navd/daemon/area"
	"navd/daemon/fault"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Views is how many views a panorama has. View i lies 30·i degrees clockwise
// of view 0.
const Views = 12

// Glimpse is what a controller knows of one view when it asks for a plan.
type Glimpse struct {
	View      int      `json:"view" allow:"0..11"`                     // 0..11, clockwise from view 0
	Objects   []string `json:"objects,omitempty" max:"200" each:"200"` // labels of what is seen there
	Seen      []Seen   `json:"seen,omitempty" max:"200"`               // the same with where in the view, as a detector says it
	SceneType string   `json:"scene_type,omitempty" max:"200"`         // type of the room seen there
	FreeM     *float64 `json:"free_m,omitempty" allow:"0..1000"`       // reachable floor that way, metres
	SeeM      *float64 `json:"see_m,omitempty" allow:"0..1000"`        // how far one sees that way, metres. When all twelve views have it and no ranges are sent, they serve as ranges: 8 or more, or what two views share as their farthest, 4 or more, is open
}

// Seen is a thing that a detector saw in a view.
type Seen struct {
	Label   string   `json:"label" min:"1" max:"200"`               // what it is
	Bearing *float64 `json:"bearing_deg,omitempty" allow:"-30..30"` // direction from the middle of the view, degrees, positive left
	RangeM  *float64 `json:"range_m,omitempty" allow:"0..1000"`     // how far away, metres
	Score   *float64 `json:"score,omitempty" allow:"0..1"`          // how sure the detector is; below 0.2 it is not taken for seen
}

// leastScore is the score below which a detection is ignored.
const leastScore = 0.2

// maxLabelText is how many characters all labels of a call may have together.
const maxLabelText = 32 << 10

// CheckLabels refuses labels that are too long together. The fault names the member.
func CheckLabels(all []Glimpse) error {
	total := 0
	for i, g := range all {
		total += utf8.RuneCountInString(g.SceneType)
		for _, label := range g.Objects {
			total += utf8.RuneCountInString(label)
		}
		for _, one := range g.Seen {
			total += utf8.RuneCountInString(one.Label)
		}
		if total > maxLabelText {
			return fault.Field(fmt.Sprintf("labels[%d].objects", i), total, fmt.Sprintf("at most %d characters in all labels of a call", maxLabelText)).
				WithHint("leave out what does not matter to the goal")
		}
	}
	return nil
}

// SiteView is one view of a scan site.
type SiteView struct {
	View    int       `json:"view"`              // number of the view, clockwise from view 0
	Heading float64   `json:"heading"`           // absolute direction in the odom frame, degrees
	Type    words.Key `json:"type,omitempty"`    // type key of the room seen there
	Known   bool      `json:"known,omitempty"`   // free_m and see_m were given
	FreeM   float64   `json:"free_m"`            // reachable floor that way, metres
	SeeM    float64   `json:"see_m"`             // how far one sees that way, metres
	Objects []string  `json:"objects,omitempty"` // labels of what was seen there, sorted
	Seen    []Seen    `json:"seen,omitempty"`    // those of them of which a detector said where
	Tried   bool      `json:"tried,omitempty"`   // a leg went that way
	Leads   []Lead    `json:"leads,omitempty"`   // what has to be looked at from elsewhere
	Covered bool      `json:"covered,omitempty"` // no lead is open: nothing new is to be seen that way
	Failed  int       `json:"failed,omitempty"`  // legs towards it that came to nothing
	Outcome *Outcome  `json:"outcome,omitempty"` // of the leg that began here and went that way
	Vetoed  bool      `json:"vetoed,omitempty"`  // the detector found no goal there
}

// Outcome is what a leg brought.
type Outcome struct {
	Metres   float64 `json:"metres"`    // moved
	NewPlace bool    `json:"new_place"` // ended in another place
	NewView  bool    `json:"new_view"`  // ended 2 m or more from every earlier site
	Loop     bool    `json:"loop"`      // a loop rule rose on it
}

// Site is what one plan saw and did: the memory of what was looked at.
type Site struct {
	ID     ref.SiteID   `json:"id"`                // number of the plan
	Pose   Pose         `json:"pose"`              // where the robot stood
	Seq    int          `json:"seq"`               // step the plan was made for
	Place  ref.PlaceID  `json:"place"`             // place it lies in
	Anchor ref.AnchorID `json:"anchor"`            // the anchor it hangs on
	Type   words.Key    `json:"type"`              // type of the place then
	Goal   words.Key    `json:"goal,omitempty"`    // what was looked for then
	Chosen int          `json:"chosen"`            // view of the plan, -1: not executed
	To     ref.SiteID   `json:"to,omitempty"`      // the site the leg leads to, when it goes back for a frontier
	ToView int          `json:"to_view,omitempty"` // the frontier there
	Views  []SiteView   `json:"views"`             // the shown views
	NoScan bool         `json:"no_scan,omitempty"` // the robot did not look around for this plan: there are no views
	Sweeps []Sweep      `json:"sweeps,omitempty"`  // how far one sees from there, when the controller said
	Aim    *area.Point  `json:"aim,omitempty"`     // the spot that the leg was for, when that was an open edge of the seen area, or a thing of the house
	Thing  int          `json:"thing,omitempty"`   // the thing of the house that the leg was for
	LegM   *float64     `json:"leg_m,omitempty"`   // how far that leg went, once it has ended, metres
}

func (s Site) clone() Site {
	s.Views = slices.Clone(s.Views)
	for i := range s.Views {
		s.Views[i].Leads = slices.Clone(s.Views[i].Leads)
	}
	return s
}

// view gives the site's view that looks along heading within 15°, or nil.
func (s *Site) view(heading float64) *SiteView {
	for i := range s.Views {
		if sameWay(s.Views[i].Heading, heading) {
			return &s.Views[i]
		}
	}
	return nil
}

// numbered gives the site's view of a number, or nil.
func (s *Site) numbered(view int) *SiteView {
	i := slices.IndexFunc(s.Views, func(v SiteView) bool { return v.View == view })
	if i < 0 {
		return nil
	}
	return &s.Views[i]
}

// floor tells whether one leg can go metres far along heading, by what the site shows.
func (s *Site) floor(heading, metres float64) bool {
	v := s.view(heading)
	return v != nil && v.Known && metres <= maxLeg && metres <= v.FreeM+legMargin
}

// sight is how far the site sees, metres.
func (s *Site) sight() (metres float64) {
	for _, v := range s.Views {
		metres = math.Max(metres, v.SeeM)
	}
	return metres
}

const (
	wayWidth  = 15.0 // two directions this close are the same way, degrees
	maxLeg    = 5.0  // longest leg, metres
	legMargin = 0.3  // floor left free at the end of a leg, metres
)

// floorEnd is where the floor of a view ends, as far as one leg could go.
func (v SiteView) floorEnd(from Pose) Pose { return from.Reach(v.floorLength(), v.Heading) }

func (v SiteView) floorLength() float64 {
	if !v.Known {
		return 2 // a guess: about half a room
	}
	return floorLeg(v.FreeM)
}

// floorLeg is the longest leg on free metres of free floor, metres.
func floorLeg(free float64) float64 { return math.Max(0, math.Min(free-legMargin, maxLeg)) }

// lead sets the leads of every view.
func (s *Site) lead() {
	for i := range s.Views {
		s.Views[i].Leads = leadsOf(s.Pose, s.Type, s.Views, i)
		s.Views[i].Covered = s.Views[i].promise(false) == 0
	}
}

// glimpsed makes the views of the present scan from the labels. A shown view without a
// label has nothing but its direction.
func (m *Memory) glimpsed(shown []int, facing int, labels []Glimpse) []SiteView {
	view0 := m.view0(facing)
	views := make([]SiteView, 0, len(shown))
	for _, n := range shown {
		v := SiteView{View: n, Heading: NormDeg(view0 - 30*float64(n))}
		for _, g := range labels {
			if g.View == n {
				v.learn(g)
			}
		}
		views = append(views, v)
	}
	return views
}

// learn takes over what the controller knows of the view.
func (v *SiteView) learn(g Glimpse) {
	v.Type = words.LabelKey(g.SceneType)
	objects := g.Objects
	for _, s := range g.Seen {
		if s.Score != nil && *s.Score < leastScore {
			continue
		}
		s.Label = words.Line(s.Label)
		objects = append(objects[:len(objects):len(objects)], s.Label)
		if s.Bearing != nil || s.RangeM != nil {
			v.Seen = append(v.Seen, s)
		}
	}
	if set := sortedSet(nil, objects); len(set) > 0 {
		v.Objects = set
	}
	if g.FreeM == nil && g.SeeM == nil {
		return
	}
	v.Known = true
	if g.FreeM != nil {
		v.FreeM, v.SeeM = *g.FreeM, *g.FreeM
	}
	if g.SeeM != nil {
		v.SeeM = *g.SeeM
	}
	if g.FreeM == nil {
		v.FreeM = math.Min(v.SeeM, maxLeg)
	}
}

// view0 is the absolute direction of view 0 when the robot faces view facing.
func (m *Memory) view0(facing int) float64 {
	return NormDeg(m.state.Pose.Yaw + 30*float64(facing))
}
