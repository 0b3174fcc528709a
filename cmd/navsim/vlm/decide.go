package vlm

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/words"
)

// Constants of the rule by which the model decides.
const (
	leastFloor  = 0.75 // a way needs this much floor, metres
	shortLeg    = 1.0  // a shorter leg counts as blocked, metres
	atSite      = 0.5  // an earlier scan so near counts as made here, metres
	farSight    = 7.0  // sight so far promises something new by itself, metres
	anywhere    = 0.15 // added to every prior: things can be where nobody expects them
	leadsOn     = 0.25 // least prior of a corridor, because it leads to rooms
	worthGoing  = 0.5  // least newness of a way to where the goal was seen
	worthSight  = 3.0  // worth of a view that showed the goal: as three of the likeliest rooms
	costHere    = 21.0 // steps for a scan and the turns
	costBack    = 27.0 // the same at an earlier scan
	costMetre   = 6.0  // steps per metre
	costUnknown = 2.0  // length of a way that was not measured, metres

	roomGoesOn   = 0.4 // factor, for each scan of the room, of the chance that it goes on behind an opening
	enoughBehind = 3.0 // more unseen square metres behind an opening are not worth more
	wentBefore   = 0.3 // factor for each earlier leg to an opening
)

// choice is one way to go, with its score.
type choice struct {
	view  int
	angle float64 // degrees from view 0, positive left
	score float64
	kind  words.Key
	why   string
}

// decide answers as a sensible model would: the goal if it is in sight, otherwise the way
// with the highest prior × newness ÷ cost, lowered by the warnings of the context; when
// nothing is new, the way with the most floor.
func (b *brief) decide() planner.Decision {
	if v, ok := b.inSight(); ok {
		return planner.Decision{GoalFlag: true, Angle: angleOf(v), View: v, SceneType: named(b.views[v].kind), Why: fmt.Sprintf("I see the %s.", b.goal)}
	}
	best := b.widest()
	for _, c := range b.ways() {
		if c.score > best.score+1e-12 || c.score > best.score-1e-12 && c.score > 0 && b.nearer(c.view, best.view) {
			best = c
		}
	}
	return planner.Decision{Angle: best.angle, View: best.view, SceneType: named(best.kind), Why: best.why}
}

// answer returns the decision in a model's words. Its angle is positive to the left, or
// the one that is printed on the chosen view if the prompt asks for that or printed is
// set.
func (b *brief) answer(printed bool) string {
	d := b.decide()
	if b.clockwise || printed {
		d.Angle = 30 * float64(d.View)
	}
	return d.JSON()
}

// choices returns the views that may be chosen: those shown, or else those of which
// something is known, or else all.
func (b *brief) choices() []int {
	if len(b.shown) > 0 {
		return b.shown
	}
	var known []int
	for i, v := range b.views {
		if v.labelled || v.newness >= 0 {
			known = append(known, i)
		}
	}
	if len(known) > 0 {
		return known
	}
	return nav.AllViews()
}

// inSight returns the view that shows the goal; of several the one with the fewest turns.
// A view does not count where the detector found no goal, or where a leg got stuck.
func (b *brief) inSight() (view int, ok bool) {
	for _, i := range b.choices() {
		stuck := slices.ContainsFunc(b.views[i].legs, func(l leg) bool { return l.metres < shortLeg })
		if b.has(b.views[i].objects) && !stuck && !b.views[i].vetoed && (!ok || b.nearer(i, view)) {
			view, ok = i, true
		}
	}
	return view, ok
}

// ways returns all ways to go: to the openings, if any are known, or else along the views
// of the present scan; and to the untried views of earlier scans.
func (b *brief) ways() []choice {
	if len(b.openings) > 0 {
		return append(b.through(), b.back()...)
	}
	return append(b.ahead(), b.back()...)
}

// through scores the openings.
func (b *brief) through() (all []choice) {
	for _, o := range b.openings {
		prior, room := 0.0, words.Key("")
		for i, r := range o.beside {
			if p := b.prior(view{kind: r}); i == 0 || p > prior {
				prior, room = p, r
			}
		}
		prior *= math.Pow(roomGoesOn, float64(o.scans))
		prior += (1 - math.Pow(roomGoesOn, float64(o.scans))) * leadsOn // or another room begins
		score := (prior + anywhere) * min(1, o.behind/enoughBehind) * math.Pow(wentBefore, float64(o.tried+o.failed)) / (costHere + costMetre*o.walk)
		why := fmt.Sprintf("The %s goes on there, %.1f m away, and nobody has looked behind.", named(room), o.walk)
		all = append(all, choice{b.viewAt(o.angle), o.angle, score, room, why})
	}
	return all
}

// ahead scores the views of the present scan.
func (b *brief) ahead() (all []choice) {
	told := slices.ContainsFunc(b.views[:], func(v view) bool { return v.labelled })
	for _, i := range b.choices() {
		v := b.views[i]
		if told && !v.labelled || v.measured && v.free < leastFloor {
			continue
		}
		floor := v.free
		if !v.measured {
			floor = costUnknown
		}
		prior, fresh := b.prior(v), b.fresh(v)
		if b.remembered(v) {
			prior, fresh = 1, max(fresh, worthGoing)
		}
		score := (prior + anywhere) * fresh * b.warned(v) / (costHere + costMetre*floor)
		why := fmt.Sprintf("The %s is a place for a %s, and newness there is %.2f.", named(v.kind), b.goal, fresh)
		all = append(all, choice{i, angleOf(i), score, v.kind, why})
	}
	return all
}

// prior returns how likely the goal is where a view leads.
func (b *brief) prior(v view) float64 {
	p := b.believe(planner.Prior(b.goal, v.kind), v.kind)
	if v.kind.IsCorridor() {
		p = max(p, leadsOn)
	}
	return p
}

// remembered reports whether a view leads to where the goal was seen before.
func (b *brief) remembered(v view) bool {
	return b.hereHas && v.kind.Equal(b.here) || slices.ContainsFunc(v.keys, func(k int) bool { return slices.Contains(b.holders, k) })
}

// fresh returns the newness of a view: as the context says, or else by what the view
// shows.
func (b *brief) fresh(v view) float64 {
	switch {
	case v.newness >= 0:
		return v.newness
	case len(v.keys) > 0:
		return 0.3
	case !v.measured && v.kind.Unknown(), !v.kind.Unknown() && !v.kind.Equal(b.here):
		return 1
	case v.sight >= farSight:
		return 0.7
	}
	return 0.2
}

// warned returns the factor, 0..1, by which the context's warnings lower a view's score.
func (b *brief) warned(v view) float64 {
	f := math.Pow(0.9, float64(min(v.visits, 3))) * math.Pow(0.8, float64(v.scans))
	for _, l := range v.legs {
		switch {
		case l.metres < shortLeg:
			f *= 0.2
		case l.loop || !l.gain:
			f *= 0.35
		default:
			f *= 0.5
		}
	}
	if b.avoid && len(v.legs) > 0 {
		f *= 0.1
	}
	for _, p := range b.plans {
		if p.kind.Equal(v.kind) && !p.leg.gain { // a recent leg to such a room brought nothing new
			f *= 0.7
		}
	}
	return f
}

// back scores the untried views of earlier scans, and scans from which the goal was seen.
func (b *brief) back() (all []choice) {
	for _, s := range b.sites {
		if s.seen && s.metres >= atSite && b.free(s.angle) {
			why := fmt.Sprintf("The %s was seen from an earlier scan %.1f m away.", b.goal, s.walk)
			all = append(all, choice{b.viewAt(s.angle), s.angle, worthSight / (costBack + costMetre*s.walk), "", why})
		}
		for _, u := range s.untried {
			angle, way, cost := s.angle, s.walk, costBack
			if s.metres < atSite {
				angle, way, cost = u.angle, 0, costHere
			}
			if !b.free(angle) {
				continue
			}
			score := (b.prior(view{kind: u.kind}) + anywhere) * u.newness / (cost + costMetre*(way+u.free))
			why := fmt.Sprintf("An earlier scan %.1f m away left a %s with newness %.2f.", s.walk, named(u.kind), u.newness)
			all = append(all, choice{b.viewAt(angle), angle, score, u.kind, why})
		}
	}
	return all
}

// viewAt returns the view in a direction.
func (b *brief) viewAt(angle float64) int { return nav.ViewOf(angle, b.choices(), b.facing) }

// free reports whether a direction is not known to be blocked.
func (b *brief) free(angle float64) bool {
	v := b.views[b.viewAt(angle)]
	return !v.measured || v.free >= leastFloor
}

// widest returns the way with the most floor, for when nothing is new.
func (b *brief) widest() choice {
	choices := b.choices()
	best := choices[0]
	for _, i := range choices[1:] {
		if b.views[i].free > b.views[best].free || b.views[i].free == b.views[best].free && b.nearer(i, best) {
			best = i
		}
	}
	return choice{view: best, angle: angleOf(best), kind: b.views[best].kind, why: "Nothing looks new; this way has the most floor."}
}

// nearer reports whether view a comes before view o: by fewer turns, then by number.
func (b *brief) nearer(a, o int) bool {
	return cmp.Or(cmp.Compare(b.turns(a), b.turns(o)), cmp.Compare(a, o)) < 0
}

// turns returns how many turns of 30° a view is away from where the robot faces.
func (b *brief) turns(view int) int {
	r := ((view-b.facing)%nav.Views + nav.Views) % nav.Views
	return min(r, nav.Views-r)
}

func angleOf(view int) float64 { return nav.NormDeg(-30 * float64(view)) }

func named(k words.Key) string {
	if k.Unknown() {
		return "unknown"
	}
	return string(k)
}
