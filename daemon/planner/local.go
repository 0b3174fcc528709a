package planner

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Cost of going one way, in steps: a scan and the turns, then four forwards and about two
// turns per metre. A view of an earlier site costs half a scan more.
const (
	stepsHere  = 21.0
	stepsThere = 27.0
	stepsPerM  = 6.0
	behind     = 0.3 // added to the length of a way, metres: a leg does not stop exactly there

	missed         = 0.8  // factor of a prior for each scan of the room without the target
	passage        = 0.3  // least prior of a corridor or an unnamed room that leads on to other rooms
	chanceAnywhere = 0.15 // added to every prior: things can be where nobody expects them
	restless       = 0.6  // newness above which a view leads somewhere else
	aSight         = 3.0  // worth of a view that showed the target: as three of the likeliest rooms
)

// Local decides without a model, from the survey and the claims. It is deterministic: the
// same survey and claims give the same decision.
//
// If a view shows the target, Local goes there; of several views it takes the one in which
// the target is nearest, as far as distances are known. A view of an earlier site that showed
// the target is worth as much as three of the likeliest rooms. Otherwise each option, a view
// of the present scan or an untried view of an earlier site, scores
//
//	(clamp(prior + Σ weight·polarity of matching claims, 0, 1) × 0.8^scans + 0.15)
//	  × newness × 0.6^visits × discounts ÷ expected steps
//
// where scans counts the scans of the room without the target, and claims about the view
// itself are added after those about its room, up to a sum of 2. The highest score wins; ties
// are decided by fewer turns from facing, then by the lower view. The prior of a corridor or
// an unnamed room that leads on is at least 0.3. When some views have labels, those without
// are no options. Expected steps are
//
//	21 + 6·(look + 0.3)         for a view of the present scan
//	27 + 6·(path + look + 0.3)  for a view of an earlier site
//	27 + 6·(way + look − floor) for one of these if the end of its floor can be reached in a straight line
//
// where look is the distance along the view to where one can see what it leads to, path the
// length of the known way to the site, and way the straight one to the end of the floor. A
// leg goes only as far as that, and at most 3 m.
//
// Seen floor that was not looked at from near (4 m) scores like an edge, times 0.6, if the
// room has a prior of 0.5 or more and no scan was made in it within 5 m; in a kept house in
// any room, times 0.25 where an earlier episode looked at it from near.
//
// A claim to keep out of a room also takes up to 0.9 of the score of what leads to it, by its
// weight, so that a robot that is told goes there last. Only a thing in sight is gone to.
//
// In a kept house the robot goes to where the target was seen before, if the chance that it
// is still there is at least 0.3.
//
// If it is known how far one sees, open edges of the seen area are options instead of the
// views. Each scores
//
//	(Σ share·prior of the rooms behind it + 0.15) × min(1, behind/2.5 m²)
//	  × 0.3^legs to it × 0.1^those that failed ÷ (21 + 6·way)
//
// Behind an edge is the room beside it, with a chance lowered by 0.25^scans of that room, or
// an unknown one with a prior of 0.3. A leg to an edge goes at most 3 m, because more can be
// seen from there, and on where scans were made within 2.5 m, up to 8 m; in a known house 8 m.
// Only a remembered sight of the target can win against an edge. After a failed leg to an edge
// the next leg follows a view, over floor that is known to be free.
func Local(sv nav.Survey, claims []words.Claim) Decision {
	target := words.ObjectKey(sv.Goal)
	if d, ok := seen(sv, target); ok {
		return d
	}
	best, found := choose(sv, target, claims)
	if kept, ok := bestKept(sv, target, claims); ok {
		return kept.decide(sv, target)
	}
	if edge, open := bestEdge(sv, target, claims); open && edge.beats(best, found, sv) {
		d := edge.decide(sv, target)
		d.heedEdges(edge, sv, target, claims)
		return d
	}
	if !found {
		return widest(sv)
	}
	d := best.decide(sv, target)
	if len(claims) > 0 {
		d.heed(best, sv, target, claims)
	}
	return d
}

// choose returns the option with the highest score; false when none is new.
func choose(sv nav.Survey, target words.Key, claims []words.Claim) (best ranked, found bool) {
	for _, o := range slices.Concat(told(sv.Here), sv.Distant) {
		r := rank(o, target, claims)
		if r.score > 0 && (!found || r.before(best, sv)) {
			best, found = r, true
		}
	}
	return best, found
}

// heed records the effect of claims on the choice: if another option would have been chosen
// without them, it adds the claims about that one.
func (d *Decision) heed(best ranked, sv nav.Survey, target words.Key, claims []words.Claim) {
	without, found := choose(sv, target, nil)
	if o := without.option; found && (o.Site != best.option.Site || o.View != best.option.View) {
		d.move(o.Type, rank(o, target, claims).claims)
	}
}

// move records that claims changed the choice from another way, and the claims about that one.
func (d *Decision) move(from words.Key, claims []words.Claim) {
	d.Moved = true
	other := from.OrUnknown()
	if from.Equal(words.Key(d.SceneType)) {
		other = "another " + other
	}
	d.Why += ", rather than " + other + ": so it was told"
	d.Claims = joined(d.Claims, claims)
}

// joined returns claims and those of others that are not among them.
func joined(claims, others []words.Claim) []words.Claim {
	for _, c := range others {
		if !slices.Contains(claims, c) {
			claims = append(claims, c)
		}
	}
	return claims
}

// told leaves out the views about which a controller said nothing, if it said something about
// others: not knowing a way is no reason to take it.
func told(here []nav.Option) []nav.Option {
	said := func(o nav.Option) bool { return o.Known || o.Type != "" || len(o.Objects) > 0 }
	if !slices.ContainsFunc(here, said) {
		return here
	}
	return slices.DeleteFunc(slices.Clone(here), func(o nav.Option) bool { return !said(o) })
}

// seen returns the decision to go to the target, if a view shows it: along the view in which
// it is nearest, if distances are known, otherwise the one with the fewest turns.
func seen(sv nav.Survey, target words.Key) (Decision, bool) {
	best, found := 0, false
	for i, o := range sv.Here {
		if o.Vetoed || o.Barred || !shows(o, target) {
			continue
		}
		if !found || nearer(o, sv.Here[best], sv.Facing) {
			best, found = i, true
		}
	}
	if !found {
		return Decision{}, false
	}
	o := sv.Here[best]
	return Decision{
		GoalFlag: true, Angle: nav.NormDeg(-30 * float64(o.View)), View: o.View, SceneType: o.Type.OrUnknown(),
		Why: fmt.Sprintf("the %s is in sight", target), NoLabels: !o.Known,
	}, true
}

// nearer reports whether to go to the target in view a rather than in view b. An unknown
// distance comes last.
func nearer(a, b nav.Option, facing int) bool {
	if a.GoalM != b.GoalM {
		return a.GoalM > 0 && (b.GoalM == 0 || a.GoalM < b.GoalM)
	}
	return nav.FewerTurns(a.View, b.View, facing)
}

func shows(o nav.Option, target words.Key) bool {
	return target != "" && slices.ContainsFunc(o.Objects, func(s string) bool { return words.ObjectKey(s).Equal(target) })
}

// ranked is one option with its score and what went into it.
type ranked struct {
	option nav.Option
	score  float64
	prior  float64
	claims []words.Claim
}

func rank(o nav.Option, target words.Key, claims []words.Claim) ranked {
	view := o.View
	if o.Site != 0 {
		view = -1 // claims about a view speak of the present scan
	}
	delta, used := words.Match(claims, target, o.Type, o.HousePlace, -1)
	prior := min(1, max(0, Prior(target, o.Type)+delta))
	if !o.Recalled && o.Newness > restless && (o.Type.Unknown() || o.Type.IsCorridor()) {
		prior = max(prior, passage)
	}
	prior, used = ofWay(prior, used, claims, view)
	if o.Recalled { // the target was seen there, so scans and visits do not lower the score
		worth := aSight * o.Apart * o.Outcome * permitted(used)
		return ranked{option: o, score: worth / expectedSteps(o), prior: 1, claims: used}
	}
	prior *= math.Pow(missed, float64(o.Scans))
	worth := (prior + chanceAnywhere) * o.Newness * math.Pow(0.6, float64(o.Visits)) * o.Apart * o.Outcome * permitted(used)
	return ranked{option: o, score: worth / expectedSteps(o), prior: prior, claims: used}
}

// banCost is the share of its worth that a room loses where a user is sure that the robot
// should keep out of it. It keeps some, so that a robot that has nowhere else to look goes on.
const banCost = 0.9

// permitted is the share of its worth that a room keeps in spite of the claims about going there.
// The prior alone does not do it: it lies low in many rooms, and is never low in corridors.
func permitted(used []words.Claim) float64 {
	against := 0.0
	for _, c := range used {
		if c.Relation == words.RelationAvoid || c.Relation == words.RelationPrefer {
			against -= c.Weight * float64(c.Polarity)
		}
	}
	return 1 - banCost*min(1, max(0, against))
}

// ofWay adds claims about going along a view, whatever room is there, to a prior and to the
// claims that count. A preferred way may be worth twice as much as the likeliest room. A view
// below 0 means none.
func ofWay(prior float64, used, claims []words.Claim, view int) (float64, []words.Claim) {
	delta, more := words.Match(claims, "", "", 0, view)
	if len(more) == 0 {
		return prior, used
	}
	return min(mostPrior, max(0, prior+delta)), append(used, more...)
}

// mostPrior is the largest prior that claims about a way can give.
const mostPrior = 2.0

// expectedSteps returns the cost of looking at what an option leads to.
func expectedSteps(o nav.Option) float64 {
	switch {
	case o.Site == 0:
		return stepsHere + stepsPerM*(o.LookM+behind)
	case o.StraightM > 0:
		return stepsThere + stepsPerM*(o.StraightM+max(0, o.LookM-o.FreeM))
	}
	return stepsThere + stepsPerM*(o.PathM+o.LookM+behind)
}

// before orders options: higher score, then fewer turns, then the lower view,
// then here before there and the older site first.
func (r ranked) before(o ranked, sv nav.Survey) bool {
	if math.Abs(r.score-o.score) > 1e-12 {
		return r.score > o.score
	}
	if sv.Dice != 0 {
		return r.lot(sv.Dice) < o.lot(sv.Dice)
	}
	a, b := r.firstView(sv), o.firstView(sv)
	if a != b {
		return nav.FewerTurns(a, b, sv.Facing)
	}
	if r.option.Site != o.option.Site {
		return r.option.Site < o.option.Site
	}
	return r.option.View < o.option.View
}

// lot is what an option draws when ties are broken by dice.
func (r ranked) lot(dice uint64) uint64 {
	return rand.New(rand.NewPCG(dice, uint64(r.option.View))).Uint64()
}

// hop returns the first leg towards the option: its absolute direction and its length in
// metres. known is false when the floor that way was not measured.
func (r ranked) hop() (heading, metres float64, known bool) {
	switch o := r.option; {
	case o.StraightM > 0:
		return o.StraightHead, o.StraightM, true
	case o.Site != 0 && o.FirstM >= atSite:
		return o.FirstHead, o.FirstM, true
	default:
		return o.Heading, o.LegM, o.Known
	}
}

// atSite is how near a site counts as being there, metres.
const atSite = 0.3

// firstView returns the view that the first leg follows. On the way back to an earlier site
// it can be any of the twelve, shown or not, because the memory knows the way.
func (r ranked) firstView(sv nav.Survey) int {
	if r.option.Site == 0 {
		return r.option.View
	}
	heading, _, _ := r.hop()
	return nav.ViewOf(nav.NormDeg(heading-sv.View0), nav.AllViews(), sv.Facing)
}

// decide turns the best option into a decision.
func (r ranked) decide(sv nav.Survey, target words.Key) Decision {
	o := r.option
	heading, metres, known := r.hop()
	d := Decision{
		Angle: whole(nav.NormDeg(heading - sv.View0)), View: r.firstView(sv), SceneType: o.Type.OrUnknown(),
		Score: r.score, Claims: r.claims, NoLabels: !o.Known, Why: r.why(target),
	}
	if o.Site != 0 {
		d.ToSite, d.ToView = o.Site, o.View
	}
	if known {
		d.RangeM = new(whole(max(0, metres)))
	}
	return d
}

// why gives the reason for the choice in one sentence.
func (r ranked) why(target words.Key) string {
	o := r.option
	if o.Recalled {
		return fmt.Sprintf("the %s was seen in scan %d, %.1f m back", target, o.Site, o.PathM)
	}
	s := fmt.Sprintf("%s, %s, %s for the %s", o.Type.OrUnknown(), tried(o.Newness), chance(r.prior), target)
	if o.Visits > 0 {
		s += ", near where it has been"
	}
	switch {
	case o.Site == 0:
		return s
	case o.StraightM > 0:
		return fmt.Sprintf("straight to what scan %d saw, %.1f m: %s", o.Site, o.StraightM, s)
	}
	return fmt.Sprintf("back %.1f m to the untried view of scan %d: %s", o.PathM, o.Site, s)
}

// tried says how new a way is.
func tried(newness float64) string {
	switch {
	case newness >= 0.95:
		return "not yet tried"
	case newness >= 0.5:
		return "hardly tried yet"
	}
	return "partly seen already"
}

func chance(p float64) string {
	switch {
	case p >= 0.7:
		return "a likely place"
	case p >= 0.35:
		return "a possible place"
	}
	return "no usual place"
}

// widest returns the decision when nothing is new: the view with the most floor, ties by
// fewer turns, then by the lower view; straight ahead when no view is shown.
func widest(sv nav.Survey) Decision {
	if len(sv.Here) == 0 {
		return Decision{SceneType: string(nav.Unknown), Why: "no view is shown", NoLabels: true}
	}
	best := 0
	for i, o := range sv.Here {
		b := sv.Here[best]
		if o.FreeM > b.FreeM || (o.FreeM == b.FreeM && nav.FewerTurns(o.View, b.View, sv.Facing)) {
			best = i
		}
	}
	o := sv.Here[best]
	return Decision{
		Angle: nav.NormDeg(-30 * float64(o.View)), View: o.View, SceneType: o.Type.OrUnknown(),
		Why: "no way is new; the one with the most floor", NoLabels: !o.Known,
	}
}

// whole cuts rounding noise off an angle or a length.
func whole(deg float64) float64 { return math.Round(deg*1000)/1000 + 0 }
