package think

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Answer is the parameter of Finish: where to go, what is there, and why.
type Answer struct {
	Angle *float64 `json:"angle,omitempty"`           // degrees from view 0, positive left; nil: none that can be read
	Scene string   `json:"goal_scene_type,omitempty"` // room that the way leads to
	Why   string   `json:"why,omitempty"`
}

// ParseAnswer reads the parameter of Finish: name=value pairs separated by semicolons, in
// any order. A first part without a name is the angle.
func ParseAnswer(param string) (a Answer) {
	for i, part := range strings.Split(param, ";") {
		name, value, named := strings.Cut(part, "=")
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		if !named && a.Why != "" && i > 0 { // a semicolon in the reason
			a.Why += ";" + part
			continue
		}
		switch {
		case !named && i == 0:
			value = strings.TrimSpace(part)
			fallthrough
		case name == "angle":
			if deg, ok := degrees(value); ok {
				a.Angle = &deg
			}
		case name == "goal_scene_type" || name == "scene" || name == "scene_type":
			a.Scene = value
		case name == "why":
			a.Why = value
		}
	}
	return a
}

// degrees reads an angle from -360 to 360; false when the text is not one.
func degrees(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	for _, unit := range []string{"degrees", "degree", "deg", "°"} {
		s = strings.TrimSpace(strings.TrimSuffix(s, unit))
	}
	deg, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(deg) || math.Abs(deg) > 360 {
		return 0, false
	}
	return nav.NormDeg(deg), true
}

// surest is the highest score of an answer: it is never known to be right.
const surest = 0.99

// Accepted is the lowest score of an answer that is good enough.
const Accepted = 0.8

// Verdict is the score of an answer, and why.
type Verdict struct {
	Score   float64  // 0..1; 0: it cannot be done
	Way     int      // that the answer means, by index, -1: none
	Refused string   // why it cannot be done; empty: it can
	Notes   []string // what counted
}

// Text is the verdict as an observation.
func (v Verdict) Text() string {
	if v.Refused != "" {
		return "Refused: " + v.Refused
	}
	word := "Weak"
	if v.Score >= Accepted {
		word = "Accepted"
	}
	return fmt.Sprintf("%s, %.2f: %s", word, v.Score, strings.Join(v.Notes, ", "))
}

// Judge scores an answer. It refuses one whose angle cannot be read, where no way begins, or
// that a rule forbids. Otherwise the score is
//
//	0.2 + 0.2 (no leg that way failed before) + 0.3·new + 0.3·chance ÷ best chance
//
// where new is how much of what is seen there nobody has seen, and chance how likely the
// goal is there. 0.8 and more is [Accepted].
func (m *Memory) Judge(a Answer) Verdict {
	v := Verdict{Way: -1}
	if a.Angle == nil {
		v.Refused = "angle is missing or no number from -360 to 360; write Finish[angle=-30; goal_scene_type=kitchen; why=...]"
		return v
	}
	view := nav.ViewOf(*a.Angle, nav.AllViews(), m.Facing)
	if ban, is := m.banned(view); is {
		v.Refused = fmt.Sprintf("view %d is forbidden by %s (%s)", view, ban.Rule, cmp.Or(ban.Why, "no reason is given"))
		return v
	}
	if v.Way = m.meant(a); v.Way < 0 {
		why := "no way to anything new begins there"
		if slices.Contains(m.Blocked, view) {
			why = "there is no floor to go on"
		}
		v.Refused = fmt.Sprintf("angle %.0f: %s; ways begin at %s", *a.Angle, why, m.angles())
		return v
	}
	w := m.Ways[v.Way]
	best := 0.0
	for _, o := range m.Ways {
		best = max(best, o.Chance)
	}
	v.Score = 0.2 + 0.3*w.New
	if best > 0 {
		v.Score += 0.3 * w.Chance / best
	}
	if m.loops(v.Way, *a.Angle) {
		v.Notes = append(v.Notes, "it goes where the robot came to nothing before")
	} else {
		v.Score += 0.2
	}
	v.Notes = append(v.Notes, fmt.Sprintf("%.0f%% new, chance %.2f of at most %.2f", 100*w.New, w.Chance, best))
	v.Score = min(surest, math.Round(v.Score*1000)/1000)
	return v
}

// meant gives the index of the way that an answer means, -1: none. Of the ways that begin at
// its angle, it is the one that leads to the room that the answer names, else the best a
// step.
func (m *Memory) meant(a Answer) int {
	first, scene := -1, words.LabelKey(a.Scene)
	for i, w := range m.Ways {
		if math.Abs(nav.NormDeg(w.Angle-*a.Angle)) > sameAngle+1e-9 {
			continue
		}
		if first < 0 {
			first = i
		}
		if !scene.Unknown() && words.LabelKey(w.Room).Equal(scene) {
			return i
		}
	}
	return first
}

// angles lists where ways begin.
func (m *Memory) angles() string {
	var all []string
	for _, w := range m.Ways[:min(len(m.Ways), mostListed)] {
		if s := fmt.Sprintf("%.0f", w.Angle); !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return "no angle"
	}
	return strings.Join(all, ", ")
}
