package daemon

import (
	"slices"

	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/limits"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/words"
	"navd/ipc"
)

// look is what the robot shows of its surroundings when it asks for a plan.
type look struct {
	none   bool // it did not look: the plan is made by what is known
	shown  []int
	facing int // view that it faces
	labels []nav.Glimpse
	ranges []nav.Ranges
}

// lookOf reads the look around that comes with a request for a plan.
func lookOf(p ipc.PlanParams) (l look, err error) {
	if !p.Looks() {
		for _, f := range []struct {
			name  string
			given bool
		}{{"shown_views", len(p.ShownViews) > 0}, {"printed", p.Printed != nil}, {"facing_view", p.FacingView != nil}, {"ranges", len(p.Ranges) > 0}} {
			if f.given {
				return l, fault.New(fault.Invalid, "it needs views").About(f.name, nil).WithHint("give at least one of image, views and labels too, or leave it out")
			}
		}
		return look{none: true, shown: []int{}}, nil
	}
	if err := nav.CheckRanges(p.Ranges); err != nil {
		return l, err
	}
	if err := nav.CheckLabels(p.Labels); err != nil {
		return l, err
	}
	shown, err := shownViews(p)
	return look{shown: shown, labels: p.Labels, ranges: p.Ranges}, err
}

// shownViews gives the views that a planner sees, in order; all 12 by default.
func shownViews(p ipc.PlanParams) ([]int, error) {
	var shown []int
	seen := [nav.Views]bool{}
	for _, v := range p.ShownViews {
		if seen[v] {
			return nil, fault.Field("shown_views", v, "each view once")
		}
		seen[v] = true
		shown = append(shown, v)
	}
	if len(shown) == 0 {
		shown = nav.AllViews()
		for _, v := range shown {
			seen[v] = true
		}
	}
	if err := p.Printed.CheckFor(shown); err != nil {
		return nil, err
	}
	return shown, checkViews(p, seen)
}

// checkViews refuses labels and pictures of views that are not shown, or twice.
func checkViews(p ipc.PlanParams, shown [nav.Views]bool) error {
	labels, views := [nav.Views]bool{}, [nav.Views]bool{}
	for _, g := range p.Labels {
		if !shown[g.View] || labels[g.View] {
			return fault.Field("labels", g.View, "each shown view once")
		}
		labels[g.View] = true
	}
	for _, v := range p.Views {
		if !shown[v.View] || views[v.View] {
			return fault.Field("views", v.View, "each shown view once")
		}
		views[v.View] = true
	}
	return nil
}

// lookAround finds out where in its house the robot is by what it shows. Without a look it is
// refused, except in a kept house in which the caller said where the robot is.
func (w *write) lookAround(l look) error {
	if !l.none {
		return w.locate(w.mem.Look(l.shown, l.facing, l.labels, l.ranges...))
	}
	hint := "give at least one of image, views and labels; without them navd plans only in a house of which something is kept, at a pose that episode.begin or house.align gave"
	switch {
	case !w.ep.Use.Skips():
		hint = "give at least one of image, views and labels: this episode began with use.context: false or use.without: [\"skips\"]"
	case w.home.Told():
		return nil
	}
	return badParams(fault.New(fault.Invalid, "nothing to plan with").About("labels", nil).WithHint("%s", hint))
}

// scanDue says whether the robot should look around before it asks for a plan. It need not
// when it was told where it is in a house that knows the goal and a way to it, unless the goal
// may be so near, by that way, that the scan would show it: what is behind a wall is not near.
func (l *live) scanDue() nav.Due {
	due := nav.Due{Due: true}
	measured := func(s house.Site) bool { return len(s.Sweeps) > 0 }
	if !l.ep.Use.Skips() || !l.home.Told() || !slices.ContainsFunc(l.home.Began().Sites, measured) || len(l.home.Began().Known(words.ObjectKey(l.ep.Goal))) == 0 {
		return due
	}
	sv, _ := l.survey(look{none: true})
	likely := slices.DeleteFunc(sv.Kept, func(r nav.Remembered) bool { return r.Chance < planner.LeastKept })
	switch {
	case slices.ContainsFunc(likely, func(r nav.Remembered) bool { return r.WayM+r.LeftM < nav.NearLook }):
		due.Reason = "near"
	case slices.ContainsFunc(likely, func(r nav.Remembered) bool { return len(r.Path) > 0 }):
		return nav.Due{Reason: "known"}
	}
	return due
}

// withoutModels is a chain for a plan without a look: nobody but the memory can decide.
func withoutModels(chain []string) []string {
	if n := len(chain); n > 0 && !ask.IsModel(chain[n-1]) {
		return chain[n-1:]
	}
	return []string{limits.Local}
}

// survey surveys the ways with as much memory as the episode uses, and gives the spots of its
// kept house.
func (l *live) survey(around look) (nav.Survey, []nav.Spot) {
	use, ranges := l.ep.Use, around.ranges
	if slices.Contains(use.Without, nav.PartRanges) {
		ranges = nil
	}
	if !use.Context {
		sv := l.mem.Glance(around.shown, around.facing, around.labels, use.Recent, planner.Dice(l.ep.Seed, l.mem.Plans()))
		return sv.Without(use.Without...), nil
	}
	l.home.Settle()
	if around.none {
		return l.recollect(l.mem.Present(nil))
	}
	return l.recollect(l.mem.Survey(around.shown, around.facing, around.labels, ranges...))
}

// recollect adds what the kept house knows to a survey, takes out what the episode does not
// use, and gives the spots where the goal was seen.
func (l *live) recollect(sv nav.Survey) (nav.Survey, []nav.Spot) {
	spots := l.home.Spots(sv)
	l.mem.Recollect(&sv, spots)
	if r, ok := roomsOf(l); ok {
		r.show(&sv)
	}
	return sv.Without(l.ep.Use.Without...), spots
}
