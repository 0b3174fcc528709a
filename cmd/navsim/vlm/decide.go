package vlm

import (
	"fmt"
	"math"
	"slices"

	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/words"
)

// What the rule is made of.
const (
	leastFloor  = 0.75 // metres of floor below which no leg is worth a try
	shortLeg    = 1.0  // metres below which a leg counts as blocked
	atSite      = 0.5  // metres within which an earlier scan was made here
	farSight    = 7.0  // metres of sight that promise something new by themselves
	anywhere    = 0.15 // added to every prior: things stand where nobody expects them
	leadsOn     = 0.25 // least prior of a corridor: rooms lie behind it
	worthGoing  = 0.5  // least newness of a way to where the goal was seen
	worthSight  = 3.0  // of a view that showed the goal: three of the likeliest rooms
	costHere    = 21.0 // steps: a scan and the turns
	costBack    = 27.0
	costMetre   = 6.0
	costUnknown = 2.0 // metres of a way that nobody measured

	roomGoesOn   = 0.4 // behind an opening lies the same room, less likely by this for each scan of it
	enoughBehind = 3.0 // square metres behind an opening that are worth a look
	wentBefore   = 0.3 // of an opening that one went for before
)

// choice is one way to go, and what speaks for it.
type choice struct {
	view  int
	angle float64 // degrees from view 0, positive left
	score float64
	kind  words.Key
	why   string
}

// decide answers as a sensible model would: the goal when it is in sight, else
// the way for which prior × newness ÷ cost is highest, with the warnings of the
// context heeded; when nothing is new, the way with the most floor.
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

// answer says the decision as a model does: an angle positive to the left, or the
// one that is printed on the chosen view when the prompt asks for that, or printed
// is set.
func (b *brief) answer(printed bool) string {
	d := b.decide()
	if b.clockwise || printed {
		d.Angle = 30 * float64(d.View)
	}
	return d.JSON()
}

// choices gives the views that may be chosen: those shown, else those that
// something is known of, else all.
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

// inSight gives the view that shows the goal, the one with the fewest turns
// when there are more. Where the detector found none, or a leg got stuck, the
// goal was no goal.
func (b *brief) inSight() (view int, ok bool) {
	for _, i := range b.choices() {
		stuck := slices.ContainsFunc(b.views[i].legs, func(l leg) bool { return l.metres < shortLeg })
		if b.has(b.views[i].objects) && !stuck && !b.views[i].vetoed && (!ok || b.nearer(i, view)) {
			view, ok = i, true
		}
	}
	return view, ok
}

// ways are all ways to go: where openings are known, to these; else along the views
// of the present scan and to the untried ones of earlier scans.
func (b *brief) ways() []choice {
	if len(b.openings) > 0 {
		return append(b.through(), b.back()...)
	}
	return append(b.ahead(), b.back()...)
}

// through weighs the openings.
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

// ahead weighs the views of the present scan.
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

// prior says how likely the goal is where a view leads.
func (b *brief) prior(v view) float64 {
	p := b.believe(planner.Prior(b.goal, v.kind), v.kind)
	if v.kind.IsCorridor() {
		p = max(p, leadsOn)
	}
	return p
}

// remembered tells whether a view leads to where the goal was seen before.
func (b *brief) remembered(v view) bool {
	return b.hereHas && v.kind.Equal(b.here) || slices.ContainsFunc(v.keys, func(k int) bool { return slices.Contains(b.holders, k) })
}

// fresh says how much new a view promises: as the context says, else by what
// the view shows.
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

// warned is what the context's warnings leave of a view's worth, 0..1.
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
		if p.kind.Equal(v.kind) && !p.leg.gain { // that kind of room brought nothing lately
			f *= 0.7
		}
	}
	return f
}

// back weighs the untried views of earlier scans, and where the goal was seen
// from there.
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

// viewAt gives the view that lies in a direction.
func (b *brief) viewAt(angle float64) int { return nav.ViewOf(angle, b.choices(), b.facing) }

// free tells whether a direction is not known to be blocked.
func (b *brief) free(angle float64) bool {
	v := b.views[b.viewAt(angle)]
	return !v.measured || v.free >= leastFloor
}

// widest is the way out when nothing is new.
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

// nearer tells whether view a is before view b: fewer turns, then the lower.
func (b *brief) nearer(a, o int) bool {
	if ta, to := b.turns(a), b.turns(o); ta != to {
		return ta < to
	}
	return a < o
}

// turns is how many turns of 30° a view is away from where the robot faces.
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
