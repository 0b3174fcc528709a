package planner

import (
	"fmt"
	"slices"

	"navd/daemon/knowledge"
	"navd/daemon/nav"
	"navd/daemon/words"
)

// Rules says what rules demanded of a plan.
type Rules struct {
	Fired    []string          `json:"fired"`             // id@version of the rules that demanded something, the highest priority first
	Changed  bool              `json:"changed"`           // because of them the plan goes another way, or stops
	Conflict bool              `json:"conflict"`          // they forbade every view, so those of the lowest priority were not obeyed
	Ruling   knowledge.Ruling  `json:"ruling"`            // which rows matched, what they demanded, what could not be evaluated
	Verdict  knowledge.Verdict `json:"verdict"`           // the forbidden views, and by which rule
	Refused  *int              `json:"refused,omitempty"` // forbidden view that a model chose
	State    knowledge.State   `json:"state"`             // the state on which they were evaluated
	Sights   []knowledge.Sight `json:"-"`                 // what was known of each view
	Claims   []words.Claim     `json:"-"`                 // what they prefer
}

// Stops reports whether a rule stops the robot.
func (r *Rules) Stops() bool { return r != nil && r.Verdict.Stop != "" }

// Sights returns what is known about each of the twelve views, shown or not: a way back may
// begin with any of them. near has the type of the nearest known place along each, scans is how
// many scans have been made around here for the goal, with this one.
func Sights(sv nav.Survey, near map[int]words.Key, scans int) []knowledge.Sight {
	sights := make([]knowledge.Sight, nav.Views)
	for v := range sights {
		sights[v] = knowledge.Sight{View: v, Toward: near[v]}
	}
	for _, o := range sv.Here {
		sights[o.View].Shown, sights[o.View].Label = true, o.Type
		sights[o.View].Seen = lookedAt(o, sv.Type, scans)
	}
	return sights
}

const (
	fewScans    = 2   // this many scans of the room that the robot is in have shown what can be seen of it
	enoughScans = 3   // this many around here have, whatever the views promise
	littleNew   = 0.3 // a view that promises no more has been seen, see [nav.Option.Promise]
)

// lookedAt tells whether there is little left to see along a view, from a room of type here.
func lookedAt(o nav.Option, here words.Key, scans int) bool {
	known := !o.Type.Unknown() && !here.Unknown()
	inside := known && o.Type.Equal(here)
	if scans >= enoughScans && (inside || !known) {
		return true
	}
	return o.Promise() <= littleNew && (!inside || scans >= fewScans)
}

// Unexplored counts the ways that lead to something new: open edges of the seen area if they
// are known, otherwise views.
func Unexplored(sv nav.Survey) (n int) {
	if len(sv.Edges) > 0 {
		return len(sv.Edges)
	}
	for _, o := range slices.Concat(sv.Here, sv.Distant) {
		if o.Newness > restless {
			n++
		}
	}
	return n
}

// Allowed returns a survey without the ways that rules forbid: views, ways back, edges, and ways
// over known floor that begin with a forbidden view, and those of them that lead to a forbidden
// type of room.
func Allowed(sv nav.Survey, v knowledge.Verdict) nav.Survey {
	if len(v.Bans) == 0 && len(v.Places) == 0 {
		return sv
	}
	banned := func(view int) bool { _, is := v.Forbids(view); return is }
	room := func(t words.Key) bool { return !t.Unknown() && slices.ContainsFunc(v.Places, t.Equal) }
	free := sv
	free.Here = slices.DeleteFunc(slices.Clone(sv.Here), func(o nav.Option) bool { return banned(o.View) })
	free.Distant = slices.DeleteFunc(slices.Clone(sv.Distant), func(o nav.Option) bool {
		return room(o.Type) || banned(ranked{option: o}.firstView(sv))
	})
	begins := func(path []nav.Hop) bool { return len(path) > 0 && banned(sv.Toward(path[0].Angle)) } // with a forbidden view
	edge := func(f nav.Frontier) bool { return room(f.Room()) || begins(f.Path) }
	free.Edges, free.Again = slices.DeleteFunc(slices.Clone(sv.Edges), edge), slices.DeleteFunc(slices.Clone(sv.Again), edge)
	free.Kept = slices.DeleteFunc(slices.Clone(sv.Kept), func(r nav.Remembered) bool { return room(r.Room) || begins(r.Path) })
	return free
}

// Obey makes a decision obey the rules. A decision along a forbidden view is changed to the
// nearest allowed one: with the fewest turns from facing, then the lower. A leg ends after
// the metres that a rule allows, also before a goal in sight. It reports whether it changed
// the decision.
func (d *Decision) Obey(r Rules, sv, free nav.Survey) (changed bool) {
	if ban, is := r.Verdict.Forbids(d.View); is {
		if view, ok := nearestAllowed(free, sv.Facing); ok {
			why := fmt.Sprintf("view %d is forbidden by %s (%s); %s", d.View, ban.Rule, ban.Why, d.Why)
			*d = Decision{Angle: nav.NormDeg(-30 * float64(view)), View: view, SceneType: sceneOf(free, view), Why: why, NoLabels: true}
			*d = Settle(free, r.Claims, *d)
			changed = true
		}
	}
	if most := r.Verdict.MostM; most != nil && (d.RangeM == nil || *d.RangeM > *most) {
		d.RangeM, d.Path, changed = new(*most), nil, true
		d.Short = d.GoalFlag && !slices.ContainsFunc(sv.Here, func(o nav.Option) bool { return o.View == d.View && o.GoalM > 0 && o.GoalM <= *most })
	}
	return changed
}

// nearestAllowed is the view of a survey with the fewest turns from facing.
func nearestAllowed(free nav.Survey, facing int) (view int, ok bool) {
	for _, o := range free.Here {
		if !ok || nav.FewerTurns(o.View, view, facing) {
			view, ok = o.View, true
		}
	}
	return view, ok
}

func sceneOf(sv nav.Survey, view int) string {
	for _, o := range sv.Here {
		if o.View == view {
			return o.Type.OrUnknown()
		}
	}
	return string(nav.Unknown)
}

// TurnsWithout returns turns without forbidden actions: in the other direction, or none if
// both are forbidden.
func TurnsWithout(turns []nav.Action, forbidden []string, turnDeg float64) []nav.Action {
	if len(turns) == 0 || !slices.Contains(forbidden, string(turns[0])) {
		return turns
	}
	other := nav.TurnLeft
	if turns[0] == nav.TurnLeft {
		other = nav.TurnRight
	}
	if slices.Contains(forbidden, string(other)) {
		return []nav.Action{}
	}
	return slices.Repeat([]nav.Action{other}, int(360/turnDeg+0.5)-len(turns))
}
