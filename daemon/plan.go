package daemon

import (
	"context"
	"slices"

	"navd/daemon/ask"
	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/ref"
	"navd/daemon/reply"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
	"navd/kv"
)

// planning decides where to go next, and asks models other things.
type planning struct{ c *core }

// Plan decides where to go next. It reads the memory, lets the chain decide
// without holding the episode, and then files the plan.
func (n *Nav) Plan(ctx context.Context, p ipc.PlanParams) (r ipc.PlanResult, err error) {
	w, err := n.c.begin(ctx, callOf(ipc.NavPlan, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if r, err = w.plan(ctx, p, inWords{}); err != nil {
		return r, err
	}
	return r, w.commit(ctx, r)
}

// inWords is what a controller adds when it asks in words.
type inWords struct {
	request   string // what it said
	shownOnly bool   // it can go along a shown view only
}

// plan makes a plan within its deadline, which begins now.
func (w *write) plan(ctx context.Context, p ipc.PlanParams, said inWords) (r ipc.PlanResult, err error) {
	c := w.c
	limited, cancel := c.planning.limit(ctx, p.DeadlineMs)
	defer cancel()
	c.searches.awaitBegun(limited, p.Episode)
	d, err := c.planning.draft(ctx, p)
	if err != nil {
		return r, err
	}
	d.inWords = said
	c.planning.blocks(limited, d, c.planning.sources())
	c.experience.advise(limited, d)
	decided := c.searches.think(limited, d)
	c.planning.tellRules(d)
	if !decided {
		c.planning.decide(limited, d)
	}
	if d.survey.NoScan && d.plan.Decision.RangeM == nil {
		return r, badParams(fault.New(fault.Invalid, "no way is known from here, or rules forbid it").About("labels", nil).
			WithHint("look around, and give at least one of image, views and labels"))
	}
	if said.shownOnly {
		d.onlyShown()
	}
	d.obey()
	d.goesFor()
	d.followed()
	if !d.plan.Decision.GoalFlag {
		d.plan.Ways = planner.Ways(d.ruling.free, d.claims)
	}
	if err := ctx.Err(); err != nil { // the caller left while a model was asked
		return r, err
	}
	return w.file(d)
}

// draft is a plan in the making.
type draft struct {
	episode string
	chain   []string // planners to ask, in order, until one answers
	before  int      // number of plans made before it
	words   string   // the user's instruction, given when the episode began
	inWords
	survey  nav.Survey
	context nav.Context
	about   about
	spots   []nav.Spot        // where the goal was seen in this house before, the surest first
	claims  []words.Claim     // of all blocks, for the local planner
	texts   map[string]string // of the blocks, by kind
	images  []reply.Image
	plan    planner.Plan

	ruling   ruling // what the rules say about it
	past     past   // its question to past episodes
	circling circling
	made     *treeSearch // search that was made for it, nil: none
	counts   nav.Counts  // of the episode, when the draft was made
	revisits int         // of the episode, when the draft was made
}

// onlyShown moves a decision along a view that was not shown, such as one back to an
// earlier site, to the nearest shown view.
func (d *draft) onlyShown() {
	dec := &d.plan.Decision
	if !slices.Contains(d.plan.Shown, dec.View) {
		dec.View, dec.RangeM, dec.Path = nav.ViewOf(dec.Angle, d.plan.Shown, d.plan.Facing), nil, nil
	}
}

// draft stores that a model will be asked, and reads from the memory what a planner
// needs.
func (pl *planning) draft(ctx context.Context, p ipc.PlanParams) (d *draft, err error) {
	around, err := lookOf(p)
	if err != nil {
		return nil, badParams(err)
	}
	images, hashes, err := pl.c.images.ofPlan(p)
	if err != nil {
		return nil, err
	}
	w := pl.c.write()
	defer w.end(&err)
	if err := w.holdOpen(p.Episode); err != nil {
		return nil, err
	}
	d = &draft{episode: p.Episode, images: images, chain: pl.chainOf(w.ep), words: w.ep.Instruction}
	if around.none {
		d.chain = withoutModels(d.chain)
	} else {
		around.facing = w.mem.Facing()
	}
	set(&around.facing, p.FacingView)
	if ask.Any(d.chain) && w.mem.AskPlan() { // without models the decision follows at once
		w.remembers(nav.Delta{State: w.mem.State()})
	}
	if err := w.lookAround(around); err != nil {
		return nil, err
	}
	if err := w.commit(ctx, nil); err != nil {
		return nil, err
	}
	pl.c.cameras.show(p.Episode, w.mem.Seq(), images...)
	d.before = w.mem.Plans()
	d.survey, d.spots = w.survey(around)
	d.claims = w.home.Hints(d.spots)
	var dropped []string
	wording, ownWords := pl.wording(p.Printed, d.survey.View0)
	d.context, dropped = pl.contextOf(w.live, d.survey, d.spots, wording, pl.c.config().Planner.Budget.Context)
	d.plan = planner.Plan{
		AtStep: d.survey.Seq, Goal: d.survey.Goal, Facing: around.facing, Shown: around.shown, Printed: p.Printed, Labels: p.Labels,
		Options: len(d.survey.Here) + len(d.survey.Distant), Frontiers: len(d.survey.Distant), Images: hashes,
		Used: used(d.context, dropped),
	}
	d.plan.Used.OwnWords, d.plan.Used.House = ownWords, w.fromHouse(d.spots)
	d.about = aboutOf(w.live, d)
	d.counts, _, _ = w.mem.Totals()
	d.revisits = w.mem.Revisits()
	d.past = w.pastOf(d)
	d.circling = w.circlingOf()
	w.judge(d, p)
	return d, nil
}

// chainOf gives the planners that an episode asks, in order.
func (pl *planning) chainOf(ep episode.Episode) []string {
	if len(ep.Chain) > 0 {
		return ep.Chain
	}
	return pl.c.config().Planner.Chain
}

// contextOf gives the Navigation Context within a budget of tokens, and what was dropped
// for it; a bare one when the episode does not use its memory.
func (pl *planning) contextOf(l *live, sv nav.Survey, spots []nav.Spot, w nav.Wording, budget int) (nav.Context, []string) {
	if !l.ep.Use.Context {
		return bareContext(sv, w, pl.c.prompts.id()), []string{}
	}
	nc := l.mem.Context(sv, pl.c.prompts.id())
	nc.Words = w
	if l.home != nil && l.home.Began().Version > 0 {
		_, aligned := l.ep.Home.Aligned()
		nc.InHouse(sv, l.home.Began().Version, aligned, spots)
	}
	return nc.Fit(budget)
}

// wording gives the words for directions that match what is printed on the pictures. When
// the prompt has no place for them it gives navd's own words, and the reason.
func (pl *planning) wording(p *nav.Printed, view0 float64) (w nav.Wording, why string) {
	w = p.Wording(view0)
	if !w.Own() && !pl.c.prompts.planner.Uses(planner.Directions) {
		return nav.Wording{}, "the prompt has no $" + planner.Directions
	}
	return w, ""
}

// bareContext is the context for an episode that does not use its memory.
func bareContext(sv nav.Survey, w nav.Wording, prompt nav.Prompt) nav.Context {
	return nav.Context{
		Words:        w,
		SystemPrompt: prompt, Goal: sv.Goal, Step: sv.Seq, Place: nav.PlaceSummary{Objects: []string{}},
		Views: []nav.ViewSummary{}, Queue: []nav.Record{}, Openings: []nav.Opening{}, Sites: []nav.SiteSummary{}, Places: []nav.PlaceSummary{},
		Neighbors: []ref.AnchorID{}, Anchors: []nav.AnchorSummary{}, Nearby: []nav.Nearby{},
	}
}

func used(c nav.Context, dropped []string) planner.Used {
	text := c.Text()
	return planner.Used{
		ContextTokens: words.Tokens(text), ContextHash: reply.Hash(text), Dropped: dropped, SystemPrompt: c.SystemPrompt,
	}
}

// overtaken refuses a plan when another one was filed, or the goal was changed, while a
// model was asked.
func (d *draft) overtaken(l *live) error {
	switch {
	case l.mem.Plans() != d.before:
		return fault.New(fault.Conflict, "a newer plan was made meanwhile").About("episode", d.episode).
			WithHint("follow the newer plan; ask for one plan at a time")
	case l.ep.Goal != d.plan.Goal:
		return fault.New(fault.Conflict, "the goal was changed meanwhile").About("episode", d.episode).
			WithHint("ask for a plan for the new goal")
	}
	return nil
}

// aim sets the turns. Steps that were taken while a model was asked make the plan stale:
// then the turns begin where the robot faces now.
func (d *draft) aim(l *live) {
	plan, turn := &d.plan, l.ep.Config.TurnDeg
	plan.Stale = l.mem.Seq() != plan.AtStep
	plan.Turns = planner.Turns(plan.Facing, plan.Decision.View, turn)
	if plan.Stale || d.survey.NoScan {
		heading := nav.NormDeg(d.survey.View0 - 30*float64(plan.Decision.View))
		plan.Turns = planner.TurnsTo(l.mem.Pose().Yaw, heading, turn)
	}
	plan.Turns = planner.TurnsWithout(plan.Turns, d.ruling.rules.Verdict.NoTurns, turn)
	if d.ruling.rules.Verdict.Stop != "" {
		plan.Turns = []nav.Action{}
	}
}

// file takes the plan into the memory and the log.
func (w *write) file(d *draft) (r ipc.PlanResult, err error) {
	if err := w.holdOpen(d.episode); err != nil {
		return r, err
	}
	if err := d.overtaken(w.live); err != nil {
		return r, err
	}
	d.aim(w.live)
	if !w.ep.Use.Skips() || d.plan.Decision.Path == nil { // a leg that a rule ends early ends elsewhere
		d.plan.Decision.Look = nil
	}
	plan, dec := &d.plan, d.plan.Decision
	record, events, delta := w.mem.Decide(d.survey, nav.Choice{
		GoalFlag: dec.GoalFlag, Angle: dec.Angle, View: dec.View, SceneType: dec.SceneType, Why: dec.Why,
		Fallback: plan.Fallback, ToSite: dec.ToSite, ToView: dec.ToView, Aim: dec.Aim, Thing: dec.Thing,
	})
	plan.N, plan.ID, plan.Record, plan.Time = w.mem.Plans(), ref.NewPlanRef(d.episode, w.mem.Plans()), record, w.At
	w.keepLeg(plan.N - 1)
	store.PutPlan(&w.Changes, d.episode, *plan)
	if d.ruling.used {
		e := d.evaluation(w)
		e.N = w.c.learned.evaluations.next()
		store.PutEvaluation(&w.Changes, e)
	}
	if err := w.filePlanSearch(d); err != nil {
		return r, err
	}
	w.log(store.Entry{Seq: w.mem.Seq(), Kind: store.KindPlan, Plan: plan.N})
	w.tell(events...)
	w.Due(search.Place, search.PlaceID(w.id, d.survey.Place), w.id) // the views of the scan belong to the place
	w.remembers(delta)
	return planResult(plan), nil
}

func planResult(p *planner.Plan) ipc.PlanResult {
	d := p.Decision
	r := ipc.PlanResult{
		Plan: p.ID, GoalFlag: d.GoalFlag, Angle: d.Angle, AngleLabel: 30 * d.View, View: d.View, RangeM: d.RangeM, Path: d.Path, Look: d.Look,
		Ways: p.Ways, Turns: p.Turns, Stop: d.GoalFlag && !d.Short || p.Rules.Stops(), Rules: p.Rules, Stale: p.Stale, AtStep: p.AtStep, Discovered: p.Record,
		Fallback: p.Fallback != "", Blind: p.Used.Blind != "", Attempts: reply.Calls(p.Attempts), Cost: planner.CostOf(p.Attempts),
		Used: ipc.PlanUsed{Planner: p.Planner, Used: p.Used, Frontiers: p.Frontiers, NoLabels: d.NoLabels, Moved: d.Moved, Advice: p.Advice},
	}
	for _, c := range d.Claims {
		if !slices.Contains(r.Used.Claims, c.Source) {
			r.Used.Claims = append(r.Used.Claims, c.Source)
		}
	}
	r.Used.Reasons = reply.Reasons(p.Attempts)
	return r
}

// PlanResult stores the result of a plan: whether a detector verified the goal, and the
// view that was really taken.
func (n *Nav) PlanResult(ctx context.Context, p ipc.PlanResultParams) (r ipc.PlanResultResult, err error) {
	w, err := n.c.begin(ctx, callOf(ipc.NavPlanResult, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	id, num, err := p.Plan.Split()
	if err != nil {
		return r, badParams(err)
	}
	if err := w.holdOpen(id); err != nil {
		return r, err
	}
	plan, err := read(n.c, func(tx *kv.Tx) (planner.Plan, error) { return store.GetPlan(tx, id, num) })
	if err != nil {
		return r, err
	}
	delta, err := w.mem.Tell(num, nav.Result{Verified: p.GoalVerified, ExecutedView: p.ExecutedView, Executed: p.Executed})
	if err != nil {
		return r, err
	}
	plan.Note(p.GoalVerified, p.ExecutedView, p.Executed)
	store.PutPlan(&w.Changes, id, plan)
	w.remembers(delta)
	r = ipc.PlanResultResult{Plan: p.Plan, PlanDue: w.mem.PlanDue()}
	return r, w.commit(ctx, r)
}
