package daemon

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/kv"
)

// past is the question of a draft to past episodes, and what was known before it.
type past struct {
	cond    episodic.Condition
	profile *episodic.Profile
	space   string
	query   episodic.Query
	lies    nav.Frame     // where the episode lies in the frame of the query's house
	lot     uint64        // seed of the plan's random draws
	risks   []string      // loop detectors that have fired
	last    *planner.Plan // the plan before, nil: none
	claimed int           // statements of that plan that its leg could check
	refuted int           // those of them that were wrong
}

// pastOf gives the question of a plan to past episodes, an empty one when it cannot be
// made. The caller holds the episode.
func (w *write) pastOf(d *draft) past {
	p, err := w.pastAt(d)
	if err != nil {
		w.c.trouble("episodic", "a plan is made without past episodes", err, "episode", w.id)
		return past{}
	}
	return p
}

func (w *write) pastAt(d *draft) (p past, err error) {
	p.cond = w.c.experience.conditionOf(w.ep)
	if !p.cond.Retrieve && !p.cond.Store {
		return p, nil
	}
	p.profile, p.space, p.lot = w.c.experience.profiles[navProfile], w.ep.Space, lotOf(w.ep, d.before)
	p.query = episodic.Query{
		Profile: navProfile, Target: words.ObjectKey(d.plan.Goal), Besides: w.id, Scene: w.ep.SceneID, Frame: frameOf(w.ep), Words: d.plan.Goal, Unix: w.c.now().Unix(),
	}
	p.query.House, p.lies = w.houseFrame()
	for _, room := range d.about.Places {
		if !room.Unknown() {
			p.query.Places = append(p.query.Places, room)
		}
	}
	err = w.c.view(func(tx *kv.Tx) error {
		if w.ep.Snapshot != "" {
			s, err := store.GetSnapshot(tx, p.space, w.ep.Snapshot)
			if err != nil {
				return err
			}
			p.query.Last, p.query.Unix = s.Limit(), s.Time.Unix()
		}
		if d.before == 0 {
			return nil
		}
		last, err := store.GetPlan(tx, w.id, d.before)
		p.last = &last
		return err
	})
	if err != nil {
		return p, err
	}
	p.risks = w.risks(p.last)
	if p.last != nil {
		if end, ok := w.mem.LegEnd(p.last.N); ok {
			p.claimed, p.refuted = checked(*p.last, end)
		}
	}
	return p, nil
}

// navProfile is the profile of advice to plans.
const navProfile = "nav"

// frameOf gives the frame that the controller stated for an episode's poses; "" for
// "odom", which no two episodes share.
func frameOf(ep episode.Episode) string {
	if ep.Frame == ownFrame {
		return ""
	}
	return ep.Frame
}

// ownFrame is the frame of an episode that states none.
const ownFrame = "odom"

// conditionOf gives the condition of an episode. It is empty, so that nothing is read or
// kept, when the episode does not use past episodes or its condition is not in the
// configuration any more.
func (x *experience) conditionOf(ep episode.Episode) episodic.Condition {
	if !ep.Use.Episodic {
		return episodic.Condition{}
	}
	cond, err := x.condition(ep.Condition)
	if err != nil {
		x.c.trouble("episodic", "an episode gets no advice from past ones", err, "episode", ep.ID)
	}
	return cond
}

// checked compares three statements of a plan with what its leg showed: that the goal is
// there, which room it leads to, and that the way is free. claimed counts those that the
// leg could check, refuted those that were wrong.
func checked(p planner.Plan, end nav.LegEnd) (claimed, refuted int) {
	say := func(is, wrong bool) {
		claimed += one(is)
		refuted += one(is && wrong)
	}
	said := words.LabelKey(p.Decision.SceneType)
	say(p.Decision.GoalFlag, !end.Found)
	say(!said.Unknown() && end.Looked && !end.End.Unknown(), !said.Equal(end.End))
	say(end.Tried, end.Outcome.Metres < wayBlocked && !end.Found)
	return claimed, refuted
}

const (
	wayBlocked  = 0.5 // the way of a leg that was shorter was not free, metres
	manyBlocked = 3   // this many blocked forwards since the last plan are a risk: a robot touches a wall now and then
)

// risks lists the loop detectors that have fired: those of the memory, and those of what
// happened since the last plan.
func (l *live) risks(last *planner.Plan) (up []string) {
	loop := l.mem.Loop()
	totals, _, _ := l.mem.Totals()
	add := func(is bool, name string) {
		if is {
			up = append(up, name)
		}
	}
	add(loop.Stuck, "STUCK")
	add(loop.ABABA, "ABABA")
	if last == nil {
		return up
	}
	if a := last.Advice; a != nil {
		add(loop.Revisits > a.Revisits, "REVISIT")
		add(totals.Blocked-a.Forwards >= manyBlocked, "COLLISION")
	}
	if end, ok := l.mem.LegEnd(last.N); ok {
		add(end.Tried && end.Outcome.Metres < wayBlocked && !end.Found, "NO_PROGRESS")
	}
	add(last.Fallback != "", "FALLBACK")
	return up
}

// recalled is what past episodes say to a plan.
type recalled struct {
	lessons []episodic.Lesson
	others  []episodic.Lesson // of random records, for a control arm of an experiment
	walks   []episodic.Walk   // legs in the same frame
	dead    []episodic.Found  // legs that led nowhere from about here
}

// advise gives a draft the advice of past episodes, as the condition of its episode
// says. When that fails the plan is made without it.
func (x *experience) advise(ctx context.Context, d *draft) {
	p := d.past
	if p.profile == nil {
		return
	}
	d.plan.Advice = &planner.Advice{Condition: p.cond.Name, Risks: p.risks, Forwards: d.counts.Blocked, Revisits: d.revisits}
	if !p.cond.Retrieve {
		return
	}
	found, err := x.recall(ctx, d)
	if err != nil {
		x.c.trouble("episodic", "a plan is made without past episodes", err, "episode", d.episode)
		return
	}
	x.c.troubles.Clear("episodic")
	if err := d.weigh(found, x.c.config().Episodic.Budget, x.c.prompts); err != nil {
		x.c.log.Error("a plan is made without advice", "episode", d.episode, "error", err)
	}
}

// recall finds what past episodes say to a draft.
func (x *experience) recall(ctx context.Context, d *draft) (r recalled, err error) {
	p := d.past
	ranked := x.wordsFor(ctx, p.space, p.query)
	err = x.c.view(func(tx *kv.Tx) error {
		sources, err := store.Candidates(tx, p.space, p.query, ranked)
		if err != nil {
			return err
		}
		found, err := p.read(tx, episodic.Fuse(p.query, sources))
		if err != nil {
			return err
		}
		r.lessons = episodic.Lessons(p.query, found)
		if p.cond.Content == episodic.ArmShuffle || p.cond.Content == episodic.ArmIrrelevant {
			if r.others, err = othersOf(tx, p, r.lessons); err != nil {
				return err
			}
		}
		frame := p.query.InFrame()
		if frame == "" {
			return nil
		}
		gists, err := p.legs(tx, frame)
		if err != nil {
			return err
		}
		r.walks = p.walks(gists)
		r.dead, err = p.read(tx, p.query.DeadEnds(gists, p.spot(d.survey.Pose)))
		return err
	})
	return r, err
}

// wordsFor gives the ids of the records that the index ranks for the words of a query. It
// gives none for a query with a target: the subjects find those records, in an order that
// does not depend on how far the index has come, so that runs can be repeated. It gives
// none for a snapshot either, because the index has later records too.
func (x *experience) wordsFor(ctx context.Context, space string, q episodic.Query) []string {
	if !q.Target.Unknown() || q.Last != 0 {
		return nil
	}
	return x.c.search.Indexed(ctx, search.Episodic, q.Words, space)
}

// othersOf draws random records of a space and gives their lessons: about any thing for
// the arm shuffle, else about things that are not the goal. Records of the real lessons
// are left out.
func othersOf(tx *kv.Tx, p past, lessons []episodic.Lesson) (out []episodic.Lesson, err error) {
	gists, err := store.CasesOn(tx, p.space, "", p.query.Last, episodic.MostCandidates)
	if err != nil || len(gists) == 0 {
		return nil, err
	}
	real := map[int]bool{}
	for _, l := range lessons {
		for _, r := range l.Records {
			real[r.Seq] = true
		}
	}
	lot := rand.New(rand.NewPCG(p.lot, 2))
	var drawn []episodic.Candidate
	for range 16 {
		if g := gists[lot.IntN(len(gists))]; !real[g.Seq] && (g.Episode == "" || g.Episode != p.query.Besides) {
			drawn = append(drawn, episodic.Candidate{Gist: g, Score: lot.Float64()})
		}
	}
	found, err := p.read(tx, drawn)
	for _, f := range found {
		for _, thing := range f.Things() {
			q := p.query
			if q.Target = thing; p.cond.Content == episodic.ArmShuffle || !thing.Equal(p.query.Target) {
				out = append(out, episodic.Lessons(q, []episodic.Found{f})...)
			}
		}
	}
	return out, err
}

// weigh makes advice of the best lessons, asks the gate, and shows the advice to the
// planner if the condition allows it.
func (d *draft) weigh(r recalled, budget int, prompts prompts) error {
	a, p := d.plan.Advice, d.past
	houseKnows := len(r.lessons) > 0 && len(d.spots) > 0 // the kept house has spots of the thing, see keptHouse
	if houseKnows && len(r.dead) > 0 {
		r.lessons, houseKnows = nil, false
	}
	advice := d.advice(r, r.lessons)
	if len(advice) == 0 {
		return nil
	}
	for _, one := range advice {
		a.Records = append(a.Records, one.Evidence.Sources...)
	}
	if a.Kind = "dead end"; len(r.lessons) > 0 {
		a.Kind = r.lessons[0].Kind
	}
	a.Advisory = advice[0].Message
	now := planner.Local(d.survey, d.claims)
	if now.GoalFlag {
		a.Hidden = "in sight"
		return nil
	}
	if houseKnows {
		a.Hidden = keptHouse
		return nil
	}
	a.Without, a.Toward = &now.View, d.with(advice)
	gate := p.profile.Gates(d.findings(*a.Toward, *a.Without)).Debate
	if gate.Reason != nil {
		a.Gate = *gate.Reason
	}
	switch {
	case !gate.Inject:
		a.Hidden = "gate"
	case held(p.cond, p.lot):
		a.Hidden = planner.HeldOut
	case p.cond.Mode(false) != episodic.ModeOn:
		a.Hidden = "masked"
	default:
		return d.show(p.profile.Instead(p.cond, advice, d.advice(recalled{walks: r.walks}, r.others), p.lot), budget, prompts)
	}
	return nil
}

// show gives advice to the planner: its claims to the local one, and as many advisories
// as fit the budget, in tokens, to the prompt of a model; when not even one fits, it is
// not shown to either. An empty bundle is shown only for the arm that asks for one.
func (d *draft) show(advice []episodic.Advisory, budget int, prompts prompts) error {
	a, p := d.plan.Advice, d.past
	if len(advice) == 0 && p.cond.Content != episodic.ArmEmpty {
		a.Hidden = "none to show"
		return nil
	}
	text := ""
	for fit := advice; ; fit = fit[:len(fit)-1] {
		slot, err := episodic.NewSlot(p.cond, false, fit, p.profile.K).JSON(p.profile.Slot)
		if err != nil {
			return err
		}
		if words.Tokens(slot) <= budget {
			text = slot
		}
		if text != "" || len(fit) <= 1 { // no smaller bundle says anything
			break
		}
	}
	if text == "" {
		a.Hidden = "too long"
		return nil
	}
	b := block{text: text}
	for _, one := range advice {
		b.claims = append(b.claims, one.Claims...)
	}
	a.Shown, a.Chars, a.Advisory, a.Toward = true, len([]rune(text)), "", nil
	if len(advice) > 0 {
		a.Advisory = advice[0].Message
	}
	for _, one := range advice {
		if p.cond.Quotes() {
			a.Sources = append(a.Sources, one.Evidence.Sources...)
		}
	}
	if len(b.claims) > 0 { // words that point nowhere cannot be followed
		a.Toward = d.with(advice)
	}
	d.add(planner.Episodic(), b, prompts.planner)
	return nil
}

// with gives the view that the local planner would choose with the advice.
func (d *draft) with(advice []episodic.Advisory) *int {
	claims := slices.Clone(d.claims)
	for _, one := range advice {
		claims = append(claims, one.Claims...)
	}
	return &[]int{planner.Local(d.survey, claims).View}[0]
}

// advice makes advisories of the best lessons, at most K of the profile. Each says the
// way from here, and warns of legs that led nowhere from here; without lessons the
// warning stands alone.
func (d *draft) advice(r recalled, lessons []episodic.Lesson) (out []episodic.Advisory) {
	p := d.past.profile
	avoid, warning := d.deadEnds(r.dead)
	for _, l := range lessons[:min(p.K, len(lessons))] {
		claims, where, wrong := l.Cited(), "", l.Failed()
		if view, metres, found := d.toward(l, r.walks); found {
			weight := words.Usual
			if l.For > 1 {
				weight = words.Certain
			}
			claims = []words.Claim{words.Prefer(words.View(view), l.Records[0].ID, weight)} // the way to that very room, in place of its type
			where = fmt.Sprintf("From here the way there begins at %s and is about %.0f m long.", d.context.Words.View(view), metres)
			wrong = wrong || slices.ContainsFunc(avoid, func(c words.Claim) bool { return c.Subject == words.View(view) })
		}
		if wrong && p.OPFB == "block" {
			d.plan.Advice.Withheld++
			continue
		}
		if warning != "" {
			where += " " + warning
			claims = append(claims, avoid...)
		}
		out = append(out, p.Advisory(l, where, claims, wrong))
	}
	if len(lessons) == 0 && len(avoid) > 0 {
		out = append(out, p.Advisory(episodic.Lesson{Records: r.dead, For: 1, Score: r.dead[0].Score}, warning, avoid, true))
	}
	return out
}

// deadEnds gives claims against the views along which legs from about here led nowhere,
// and the same as text.
func (d *draft) deadEnds(dead []episodic.Found) (claims []words.Claim, text string) {
	for _, f := range dead {
		for _, w := range f.Meta.Ways {
			view := nav.ViewOf(nav.NormDeg(w.Heading-d.survey.View0), nav.AllViews(), d.survey.Facing)
			c := words.Avoid(words.View(view), f.ID, words.Certain)
			if w.Thing() || slices.ContainsFunc(claims, func(o words.Claim) bool { return o.Subject == c.Subject }) {
				continue
			}
			claims = append(claims, c)
			text += fmt.Sprintf(" A leg from here at %s led nowhere.", d.context.Words.View(view))
		}
	}
	if text != "" {
		text = text[1:]
	}
	return claims, text
}

// toward gives the view in which the shortest way to the thing of a lesson begins, and the
// length of that way in metres; not found when it was not seen in this frame.
func (d *draft) toward(l episodic.Lesson, walks []episodic.Walk) (view int, metres float64, found bool) {
	metres = math.Inf(1)
	for _, w := range l.Ways {
		rest := episodic.NewRoutes(w, walks).Rest(d.survey.Pose)
		if v, m, ok := d.survey.Approach(w.To(), rest); ok && m < metres {
			view, metres, found = v, m, true
		}
	}
	return view, metres, found
}

// findings are what the gate decides by: whether the advice points another way than the
// local planner or the last plan, loops, and whether the last plan proved wrong.
func (d *draft) findings(with, without int) episodic.Findings {
	p := d.past
	f := episodic.Findings{
		Conflict: apart(with, without) >= p.profile.Conflict, Risks: len(p.risks), Validator: len(p.risks) > 0,
		Alignment: p.refuted, Ungrounded: p.claimed > 0 && p.refuted == p.claimed,
	}
	if p.last != nil && math.Abs(nav.NormDeg(d.survey.View0-30*float64(with)-p.last.Record.Heading)) >= farApart {
		f.Conflict = true
	}
	return f
}

// farApart is the angle, degrees, from which on the ways of two plans contradict each
// other.
const farApart = 90

// apart is the angle between two views, degrees.
func apart(a, b int) float64 { return math.Abs(nav.NormDeg(30 * float64(a-b))) }

// followed notes whether the decision went the way of the advice that was shown.
func (d *draft) followed() {
	a := d.plan.Advice
	if a == nil || !a.Shown || a.Toward == nil || d.plan.Decision.GoalFlag {
		return
	}
	a.Followed = apart(d.plan.Decision.View, *a.Toward) <= 30
	a.Override = a.Followed && d.plan.Decision.View != *a.Without
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
