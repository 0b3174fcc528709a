package daemon

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"navd/daemon/ask"
	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/lats"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/daemon/think"
	"navd/daemon/words"
	"navd/ipc"
)

// A robot that circles has a tree searched before its next plan. With models in
// lats.chain the search begins when the circle is noticed, so that the scan hides its
// time; it sees what the memory knows then. Without models it takes some milliseconds,
// and is made with the plan, over all that the scan shows.

// circling is what a draft knows of a robot that circles.
type circling struct {
	graph *nav.Graph // nil: it does not circle, or nobody wants to know
	loop  nav.Loop
	began string // search that began when the circle was noticed, empty: none
	mode  string // what a search has to do with the plan
}

// What a search has to do with a plan.
const (
	modeOff    = "off"
	modeDecide = "decide"
)

// latsMode says what a tree search has to do with the plans of an episode.
func (ts *searches) latsMode(ep episode.Episode) string {
	if !ep.Use.Search || !ep.Use.Context {
		return modeOff
	}
	return cmp.Or(ep.Lats, ts.c.config().Lats.Mode)
}

// circlingOf looks whether a draft's robot circles. The caller holds the episode.
func (w *write) circlingOf() (r circling) {
	if r.mode = w.c.searches.latsMode(w.ep); r.mode == modeOff {
		return r
	}
	r.began = w.c.searches.circles(w.id)
	if r.loop = w.mem.Loop(); r.loop.Stuck || r.loop.ABABA || r.began != "" {
		r.graph = w.mem.Graph()
	}
	return r
}

// circles gives the search that began for an episode's next plan, once.
func (ts *searches) circles(episode string) string {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	id := ts.circle[episode]
	delete(ts.circle, episode)
	return id
}

// noticed begins a search when steps raised a loop rule and models are to be asked.
func (ts *searches) noticed(id string, steps ...nav.Stepped) {
	raised := slices.ContainsFunc(steps, func(s nav.Stepped) bool {
		return slices.ContainsFunc(s.Events, func(e event.Event) bool { return e.Type == event.Stuck || e.Type == event.ABABA })
	})
	if !raised || !ask.Any(ts.c.config().Lats.Chain) {
		return
	}
	ts.c.background.Go(func() {
		if err := ts.begin(ts.c.ctx, id); err != nil && ts.c.ctx.Err() == nil && !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.Conflict) { // it is deleted, or has ended
			ts.c.trouble("search", "no search begins for a robot that circles", err, "episode", id)
		}
	})
}

// begin begins a search for the next plan of an episode.
func (ts *searches) begin(ctx context.Context, id string) (err error) {
	w := ts.c.write()
	defer w.end(&err)
	s, ep, err := ts.snapshotNow(id)
	if err != nil || ts.latsMode(ep) == modeOff || ep.Status == episode.Ended {
		return err
	}
	chain := ts.c.config().Lats.Chain
	o := lats.Options{Question: questionFor(s.Goal), Budget: ts.replan()}
	ts.settle(&o, chain, s)
	if err := w.holdOpen(id); err != nil { // it may have ended meanwhile, or be deleted
		return err
	}
	t, err := w.newSearch(think.Search{Question: questionFor(s.Goal), Env: think.EnvMemory, Episode: id, AtStep: s.Step, Chain: chain, Auto: true, State: think.Running}, o, s)
	if err != nil {
		return err
	}
	if err := w.commit(ctx, nil); err != nil {
		return err
	}
	ts.circled(id, t.record.ID)
	return ts.run(t)
}

// circled notes the search for the next plan of an episode.
func (ts *searches) circled(episode, id string) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.circle == nil {
		ts.circle = map[string]string{}
	}
	ts.circle[episode] = id
}

func questionFor(goal string) string {
	return fmt.Sprintf("Which way should the robot go next to find the %s, out of its loop?", goal)
}

// replan is the budget of a search before a plan.
func (ts *searches) replan() lats.Budget {
	cfg := ts.c.config().Lats
	return lats.Budget{Calls: cfg.Calls, Deadline: ask.Search(ts.c.config()).Deadline, Nodes: cfg.Nodes, Depth: cfg.Depth}
}

// snapshotNow makes the snapshot of an episode's memory between two plans: with what
// users said and what was learned, and under the rules.
func (ts *searches) snapshotNow(id string) (s *think.Snapshot, ep episode.Episode, err error) {
	d := &draft{episode: id}
	err = ts.c.memories.with(id, func(l *live) error {
		ep = l.ep
		d.survey = l.mem.Present(nav.AllViews())
		d.plan.Goal = d.survey.Goal
		d.circling = circling{graph: l.mem.Graph(), loop: l.mem.Loop()}
		d.about = aboutOf(l, d)
		w := &write{live: l, c: ts.c}
		w.judge(d, ipc.PlanParams{})
		return nil
	})
	if err != nil {
		return nil, ep, err
	}
	var texts []think.Text
	if use := d.about.use; use.Grounding && ts.c.config().Grounding.Enabled {
		err = ts.c.entries.read(func(b *grounding.Book) error {
			d.claims, texts = b.Claims(d.about.Situation), saidIn(b, ep.SceneID, id)
			return nil
		})
	}
	if use := d.about.use; err == nil && use.Knowledge && ts.c.config().Knowledge.Enabled {
		var now *inUse
		if now, err = ts.c.learned.inForce(); err == nil {
			for _, scene := range scenesOf(ep.SceneID) {
				told := now.told[audience{knowledge.Memory, scene}]
				for i, id := range told.ids {
					d.claims = append(d.claims, told.items[id].Claims...)
					if i < mostTexts {
						texts = append(texts, think.Text{ID: id, Title: "learned, " + id, Body: told.items[id].Body.Text})
					}
				}
			}
		}
	}
	if err != nil {
		return nil, ep, err
	}
	s = d.look()
	s.Texts = append(s.Texts, texts...)
	return s, ep, nil
}

// scenesOf are the scenes of which what was learned holds: everywhere, and here.
func scenesOf(scene string) []string {
	if scene == "" {
		return []string{""}
	}
	return []string{"", scene}
}

// look is the snapshot of a draft.
func (d *draft) look() *think.Snapshot {
	s := think.Look(d.circling.graph, d.circling.loop, d.law.free, slices.Concat(d.claims, d.law.rules.Claims))
	for _, b := range d.law.rules.Verdict.Bans {
		s.Banned = append(s.Banned, think.Ban{View: b.View, Rule: b.Rule, Why: b.Why})
	}
	return &s
}

// mostTexts is how many texts of each kind a snapshot has beside those of its places.
const mostTexts = 200

// saidIn is what users said that holds in an episode of a scene, to be searched.
func saidIn(b *grounding.Book, scene, episode string) (texts []think.Text) {
	for e := range b.All() {
		here := (e.Scope.Scene == "" || e.Scope.Scene == scene) && (e.Scope.Episode == "" || e.Scope.Episode == episode)
		if e.State == item.Active && here && len(texts) < mostTexts {
			texts = append(texts, think.Text{ID: e.ID, Title: "said, " + e.ID, Body: grounding.Bare(e.Text)})
		}
	}
	return texts
}

// think gives a draft of a robot that circles what a tree search found. In mode decide
// a good answer is the decision, and it reports so.
func (ts *searches) think(ctx context.Context, d *draft) (decided bool) {
	if d.circling.graph == nil {
		return false
	}
	r, memory, err := ts.searchFor(ctx, d)
	if err != nil {
		ts.c.trouble("search", "a plan is made without a search", err, "episode", d.episode)
		return false
	}
	best := r.Best
	if r.State != think.Ended || best == nil || best.Answer == nil || best.Answer.Angle == nil {
		return false
	}
	angle, fits := d.turned(memory.Snapshot, *best.Answer.Angle)
	if !fits {
		return false
	}
	view := nav.ViewOf(angle, d.plan.Shown, d.plan.Facing)
	worth := best.Value
	if best.Verified {
		worth = best.Reward
	}
	d.add(planner.Search(), block{
		Block: planner.Block{In: []item.Shown{{ID: searchSource, Version: 1, Reason: "the robot circles"}}, LeftOut: []item.LeftOut{}},
		text:  foundText(r, angle, view), claims: []words.Claim{words.Prefer(words.View(view), searchSource, min(1, worth))},
	}, ts.c.prompts.planner)
	if d.circling.mode != modeDecide || !best.Verified {
		return false
	}
	dec := planner.Decision{Angle: nav.NormDeg(-30 * float64(view)), View: view, SceneType: best.Answer.Scene, Why: best.Answer.Why, NoLabels: true}
	d.plan.Decision = planner.Settle(d.law.free, d.claims, dec)
	d.plan.Decision.Claims = d.claims[len(d.claims)-1:]
	d.plan.Planner = "lats"
	return true
}

// searchSource is what a plan calls the search that advised it. Which search that was
// stands in its record, which names the plan: numbers of searches depend on what other
// robots do, and the same robot gets the same plan.
const searchSource = "search"

// foundText is what a prompt is told of a search.
func foundText(s think.Search, angle float64, view int) string {
	how := "not verified"
	if s.Best.Verified {
		how = "verified"
	}
	return fmt.Sprintf("- go %.0f degrees (view %d), to %s: %s (%s, %d steps compared)", angle, view, cmp.Or(s.Best.Answer.Scene, "unknown"), s.Best.Answer.Why, how, s.Nodes-1)
}

// turned gives an angle of a search from view 0 of a draft's scan. It does not fit when
// the robot has moved on since, or looks for something else.
func (d *draft) turned(s think.Snapshot, angle float64) (float64, bool) {
	if s.Goal != d.plan.Goal || s.Pose.Distance(d.survey.Pose) > movedOn {
		return 0, false
	}
	return math.Round(nav.NormDeg(angle+s.View0-d.survey.View0)*1000)/1000 + 0, true
}

// movedOn is how far a robot may be from where a search began for its answer to fit,
// metres.
const movedOn = 0.5

// searchFor gives the search of a draft: the one that began when the circle was
// noticed, as far as it is, or one that navd makes now without models. A search that is
// open: there is none.
func (ts *searches) searchFor(ctx context.Context, d *draft) (r think.Search, m *think.Memory, err error) {
	cfg := ts.c.config()
	if ask.Any(cfg.Lats.Chain) {
		if d.circling.began == "" {
			return r, nil, nil
		}
		t, err := ts.hold(d.circling.began)
		if err != nil {
			return r, nil, gone(err)
		}
		r, m = t.record, t.memory
		work := t.work
		t.mu.Unlock()
		end, limited := ctx.Deadline()
		if work == nil || d.circling.mode != modeDecide || !limited {
			return r, m, nil
		}
		ipc.LeaveQueue(ctx)
		waitFor(ctx, work, time.Until(end)/2)
		r, err = readOf(ts.c, store.GetSearch, r.ID)
		return r, m, gone(err)
	}
	s := d.look()
	o := lats.Options{Question: questionFor(s.Goal), Budget: ts.replan()}
	o.Budget.Deadline = 0 // its nodes end it, in the same way on every machine
	ts.settle(&o, cfg.Lats.Chain, s)
	t, err := ts.make(think.Search{Question: questionFor(s.Goal), Env: think.EnvMemory, Episode: d.episode, AtStep: s.Step, Chain: cfg.Lats.Chain, Auto: true}, o, s)
	if err != nil {
		return r, nil, err
	}
	for tickets := t.tree.Tickets(); len(tickets) > 0 && ctx.Err() == nil; tickets = t.tree.Tickets() {
		for _, k := range tickets {
			a, err := ts.answerTicket(ctx, t, k, nil)
			if err == nil {
				err = t.tree.Tell(k.ID, a)
			}
			if err != nil {
				return r, nil, err
			}
		}
	}
	t.note()
	d.made = t
	return t.record, t.memory, nil
}

// gone is no error of a search that was deleted.
func gone(err error) error {
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// filePlanSearch stores with a plan the search that was made for it, and notes in another
// one which plan it was for.
func (w *write) filePlanSearch(d *draft) error {
	if t := d.made; t != nil {
		t.record.Plan = d.plan.N
		w.beginsSearch(t)
		w.putSearch(t)
		return nil
	}
	if d.circling.began == "" {
		return nil
	}
	t, err := w.c.searches.hold(d.circling.began)
	if err != nil {
		return gone(err)
	}
	before := t.record.Plan
	w.Finally(func(stored bool) {
		if !stored {
			t.record.Plan = before
		}
		t.mu.Unlock()
	})
	t.record.Plan = d.plan.N
	store.PutSearch(&w.Changes, t.record)
	return nil
}
