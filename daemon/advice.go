package daemon

import (
	"cmp"
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

// past is what a draft asks past episodes for, and what was known before they were
// asked.
type past struct {
	cond    episodic.Condition
	profile *episodic.Profile
	space   string
	query   episodic.Query
	lies    nav.Frame     // where the episode lies in the frame of the query's house
	lot     uint64        // seed of what is drawn for the plan
	risks   []string      // loop detectors that are up
	last    *planner.Plan // the plan before, nil: none
	refuted int           // what it said and its leg showed to be wrong
	claimed int           // what it said and its leg could show
}

// pastOf says what a plan asks past episodes for; nothing when that cannot be read. The
// caller holds the episode.
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
			p.query.Last, p.query.Unix = s.Last, s.Time.Unix()
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

// frameOf gives the frame of an episode's poses when the controller stated one; "odom"
// is that of one episode alone.
func frameOf(ep episode.Episode) string {
	if ep.Frame == ownFrame {
		return ""
	}
	return ep.Frame
}

// ownFrame is the frame of an episode that states none.
const ownFrame = "odom"

// conditionOf gives the condition of an episode: nothing is read or kept for one that
// does not use past episodes, or whose condition has left the configuration since.
func (x *experience) conditionOf(ep episode.Episode) episodic.Condition {
	if !ep.Use.Episodic {
		return episodic.Condition{}
	}
	cond, err := x.condition(ep.Condition)
	if err != nil {
		x.c.trouble("episodic", "past episodes have no part in an episode", err, "episode", ep.ID)
	}
	return cond
}

// lotOf gives the seed of what is drawn for a plan: the same again for an episode with
// the same name and seed.
func lotOf(ep episode.Episode, plan int) uint64 {
	seed := int64(0)
	set(&seed, ep.Seed)
	return hashOf(fmt.Sprintf("%s/%d/%d", cmp.Or(ep.Name, ep.ID), seed, plan))
}

// checked compares what a plan said with what its leg showed: that the goal is there,
// which room it leads to, and that the way is free. claimed is how much of that the leg
// could show, refuted how much was wrong.
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
	wayBlocked  = 0.5 // a leg that was shorter was not free, metres
	manyBlocked = 3   // forwards of a leg that are blocked before that is a risk: a robot touches a wall now and then
)

// risks lists the loop detectors that are up: those of the memory, and what happened
// since the last plan.
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
	others  []episodic.Lesson // of other things, for a proof arm
	walks   []episodic.Walk   // legs in the same frame
	dead    []episodic.Found  // legs that led nowhere from about here
}

// advise gives a draft the advice of past episodes, as the condition of its episode
// says. A plan without it is better than none.
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

// wordsFor gives the records that the index ranks for the words of a query, by id. Where
// a thing is looked for its subjects find what there is, in an order that does not
// depend on how far the index has come: so runs can be repeated. Nor is it asked for what a
// snapshot had: it knows what came later too.
func (x *experience) wordsFor(ctx context.Context, space string, q episodic.Query) []string {
	if !q.Target.Unknown() || q.Last > 0 {
		return nil
	}
	return x.c.search.Indexed(ctx, search.Episodic, q.Words, space)
}

// othersOf draws records of a space by lot, and gives what they say: of anything for the
// arm shuffle, of what is not looked for now for the others. Records of the real
// lessons are left out.
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
		if g := gists[lot.IntN(len(gists))]; !real[g.Seq] && g.Episode != p.query.Besides {
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

// weigh takes the best lesson, asks the gate, and gives it to the planner if the
// condition lets it.
func (d *draft) weigh(r recalled, budget int, prompts prompts) error {
	a, p := d.plan.Advice, d.past
	told := len(r.lessons) > 0 && len(d.spots) > 0 // the kept house knows of the thing, and looks that missed it too
	if told && len(r.dead) > 0 {
		r.lessons, told = nil, false
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
	if told {
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
		a.Hidden = "held out"
	case p.cond.Mode(false) != episodic.ModeOn:
		a.Hidden = "masked"
	default:
		return d.show(p.profile.Instead(p.cond, advice, d.advice(recalled{walks: r.walks}, r.others), p.lot), budget, prompts)
	}
	return nil
}

// show gives advice to the planner: its claims to the local one, and as many advisories
// as fit into the budget to the prompt of a model. An empty bundle is never shown, but for
// the arm that is one.
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
		if text != "" || len(fit) <= 1 { // a bundle of none says nothing
			break
		}
	}
	b := block{text: text}
	for _, one := range advice {
		b.claims = append(b.claims, one.Claims...)
	}
	a.Shown, a.Chars, a.Advisory, a.Toward = true, len([]rune(text)), "", nil
	if len(advice) > 0 {
		a.Advisory = advice[0].Message
	}
	if len(b.claims) > 0 { // words that point nowhere cannot be followed
		a.Toward = d.with(advice)
	}
	d.add(planner.Episodic(), b, prompts.planner)
	return nil
}

// with gives the view that the local planner takes with advice.
func (d *draft) with(advice []episodic.Advisory) *int {
	claims := slices.Clone(d.claims)
	for _, one := range advice {
		claims = append(claims, one.Claims...)
	}
	return &[]int{planner.Local(d.survey, claims).View}[0]
}

// advice makes advisories of the best lessons, as many as the profile has. Each says the
// way from here, and warns of legs that led nowhere from here; where nothing else is
// known, the warning stands alone.
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
			claims = []words.Claim{words.Prefer(words.View(view), l.Records[0].ID, weight)} // which room it is, not what type of room
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

// deadEnds gives claims against the views along which legs led nowhere from about here,
// and says so in words.
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

// toward gives the view with which the shortest way to the thing begins that was seen
// in this frame, and how long that is, metres.
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

// findings are what the gate of a plan goes by: that the advice points another way than
// the local planner or the last plan, a loop, or a last plan that proved wrong.
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

// farApart is the angle between the ways of two plans from which on they contradict each
// other, degrees.
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
