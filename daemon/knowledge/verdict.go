package knowledge

import (
	"fmt"
	"slices"
	"strings"

	"navd/daemon/words"
)

// Sight is what is known about going along one view.
type Sight struct {
	View   int       `json:"view"`
	Shown  bool      `json:"shown,omitempty"`  // it is one of the scan
	Label  words.Key `json:"label,omitempty"`  // type of room that the view shows
	Toward words.Key `json:"toward,omitempty"` // type of the nearest known place that way
	Seen   bool      `json:"seen,omitempty"`   // little is left to see that way
}

// place is the type of room that the view leads to, as far as is known.
func (s Sight) place() words.Key {
	if s.Label.Unknown() {
		return s.Toward
	}
	return s.Label
}

// Ban is a view that a rule forbids.
type Ban struct {
	View  int    `json:"view"`
	Shown bool   `json:"shown,omitempty"` // it is one of the scan
	Rule  string `json:"rule"`            // "k3@1", of the highest priority
	Why   string `json:"why"`             // the effect: forbid bathroom
}

// Verdict is what rules decide for the views of one plan.
type Verdict struct {
	Bans      []Ban       `json:"forbidden,omitempty"` // by view, also of those that were not shown: a way back may begin with them
	Places    []words.Key `json:"-"`                   // types of rooms that are forbidden, for options that are not views of the scan
	Conflict  bool        `json:"conflict,omitempty"`  // all views were forbidden
	Overruled []string    `json:"overruled,omitempty"` // rules that were not obeyed for that
	Stop      string      `json:"stop,omitempty"`      // the rule that stops the robot
	Say       []string    `json:"say,omitempty"`       // texts for the controller
	MostM     *float64    `json:"range_m,omitempty"`   // how far a leg goes at most
	NoTurns   []string    `json:"no_turns,omitempty"`  // turns that are forbidden
}

// Forbids gives the ban on a view; false when it may be taken.
func (v Verdict) Forbids(view int) (Ban, bool) {
	i := slices.IndexFunc(v.Bans, func(b Ban) bool { return b.View == view })
	if i < 0 {
		return Ban{}, false
	}
	return v.Bans[i], true
}

// Weigh combines the effects of rules for the views. When they forbid every view of the
// scan, it leaves out the rules of the lowest priority, one after the other, until a view is
// allowed.
func Weigh(fired []Fired, sights []Sight, facing int) Verdict {
	kept := slices.Clone(fired)
	v := Verdict{}
	for {
		v.Bans, v.Places = banned(kept, sights, facing)
		if v.leaves(sights) {
			break
		}
		v.Conflict = true
		last := lastBanning(kept)
		v.Overruled = append(v.Overruled, kept[last].Rule)
		kept = slices.Delete(kept, last, last+1)
	}
	for _, f := range kept {
		for _, e := range f.Effects {
			v.take(f, e)
		}
	}
	return v
}

// leaves reports whether a view of the scan may be taken; also when none is shown.
func (v Verdict) leaves(sights []Sight) bool {
	shown := func(s Sight) bool { return s.Shown }
	allowed := func(s Sight) bool { _, banned := v.Forbids(s.View); return s.Shown && !banned }
	return !slices.ContainsFunc(sights, shown) || slices.ContainsFunc(sights, allowed)
}

// take adds an effect that is not about a view.
func (v *Verdict) take(f Fired, e Effect) {
	switch e.Do {
	case "stop":
		if v.Stop == "" {
			v.Stop = f.Rule
		}
	case "say":
		v.Say = append(v.Say, e.Text)
	case "set":
		if v.MostM == nil || e.Value < *v.MostM {
			v.MostM = &e.Value
		}
	case "forbid":
		if e.What == "action" && !slices.Contains(v.NoTurns, e.Text) {
			v.NoTurns = append(v.NoTurns, e.Text)
		}
	}
}

// banned lists the views that rules forbid, and the types of rooms.
func banned(fired []Fired, sights []Sight, facing int) (bans []Ban, places []words.Key) {
	for _, s := range sights {
		if b, is := banOn(s, fired, sights, facing); is {
			bans = append(bans, b)
		}
	}
	for _, f := range fired {
		for _, e := range f.Effects {
			if e.Do == "forbid" && e.What == "place" {
				places = append(places, e.Place)
			}
		}
	}
	return bans, places
}

// banOn is the first ban on a view: of the rule with the highest priority.
func banOn(s Sight, fired []Fired, sights []Sight, facing int) (Ban, bool) {
	for _, f := range fired {
		for _, e := range f.Effects {
			if e.bans(s, sights, facing) {
				return Ban{s.View, s.Shown, f.Rule, e.String()}, true
			}
		}
	}
	return Ban{}, false
}

// bans reports whether an effect forbids a view.
func (e Effect) bans(s Sight, sights []Sight, facing int) bool {
	switch e.Do {
	case "forbid":
		return e.covers(s, facing)
	case "require":
		return !e.covers(s, facing) && e.open(sights, facing)
	}
	return false
}

// open reports whether what an effect is about is still to be seen along a view of the scan.
func (e Effect) open(sights []Sight, facing int) bool {
	return slices.ContainsFunc(sights, func(s Sight) bool { return s.Shown && !s.Seen && e.covers(s, facing) })
}

// Eased gives rules as they hold for the views of one plan: what they require is preferred
// where no view shows it, and where the views that do have nothing more to show. Otherwise a
// robot would never leave a room in which it did not find what it looks for.
func Eased(fired []Fired, sights []Sight, facing int) []Fired {
	eased := slices.Clone(fired)
	for i, f := range eased {
		eased[i].Effects = slices.Clone(f.Effects)
		for n, e := range f.Effects {
			if e.Do == "require" && !e.open(sights, facing) {
				eased[i].Effects[n].Do = "prefer"
			}
		}
	}
	return eased
}

// covers reports whether an effect is about a view.
func (e Effect) covers(s Sight, facing int) bool {
	switch e.What {
	case "place":
		return words.Within(s.place(), e.Place)
	case "direction":
		views, _ := viewsIn(e.Text, facing) // none for a text that is no direction
		return slices.Contains(views, s.View)
	}
	return false
}

// lastBanning is the index of the rule of the lowest priority that forbids views; the last
// one when none does.
func lastBanning(fired []Fired) int {
	for i, f := range slices.Backward(fired) {
		if slices.ContainsFunc(f.Effects, func(e Effect) bool { return e.Do == "forbid" && e.What != "action" || e.Do == "require" }) {
			return i
		}
	}
	return len(fired) - 1
}

// Preferences gives what rules prefer, as claims.
func Preferences(fired []Fired, facing int) (claims []words.Claim) {
	for _, f := range fired {
		for _, e := range f.Effects {
			switch {
			case e.Do != "prefer":
			case e.What == "place":
				claims = append(claims, words.Prefer(words.Place(e.Place), f.Rule, words.Certain))
			default:
				views, _ := viewsIn(e.Text, facing) // none for a text that is no direction
				for _, n := range views {
					claims = append(claims, words.Prefer(words.View(n), f.Rule, words.Certain))
				}
			}
		}
	}
	return claims
}

// Block is the part of a prompt about rules; empty when there is nothing to say.
func (v Verdict) Block(fired []Fired) string {
	var lines []string
	for _, f := range fired {
		if slices.Contains(v.Overruled, f.Rule) {
			continue
		}
		wants := make([]string, len(f.Effects))
		for i, e := range f.Effects {
			wants[i] = e.String()
		}
		lines = append(lines, fmt.Sprintf("- [%s] %s: %s", f.Rule, f.Title, strings.Join(wants, ", ")))
	}
	for _, b := range v.Bans {
		if b.Shown { // a model knows no others
			lines = append(lines, fmt.Sprintf("- view %d is forbidden by [%s]", b.View, b.Rule))
		}
	}
	return strings.Join(lines, "\n")
}
