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

// Before the next plan of a robot that circles, navd searches a tree. With models in
// lats.chain the search begins when a loop rule is raised, so that it runs while the robot
// scans; it knows what the memory knew then. Without models it takes some milliseconds, and
// is made with the plan, over all that the scan shows.

// circling is what a draft knows about a robot that circles.
type circling struct {
	graph *nav.Graph // nil: the robot does not circle, or no search is wanted
	loop  nav.Loop
	noted *beginning // search that was noted for the plan when a loop rule was raised, nil: none
	began string     // its id, empty: none, or it has not begun
	mode  string     // lats.mode for the plan
}

// Modes of lats.mode; the third is advise.
const (
	modeOff    = "off"
	modeDecide = "decide"
)

// latsMode is lats.mode for the plans of an episode.
func (ts *searches) latsMode(ep episode.Episode) string {
	if !ep.Use.Search || !ep.Use.Context {
		return modeOff
	}
	return cmp.Or(ep.Lats, ts.c.config().Lats.Mode)
}

// circlingOf tells whether the robot of the episode circles. The caller holds the episode.
func (w *write) circlingOf() (r circling) {
	if r.mode = w.c.searches.latsMode(w.ep); r.mode == modeOff {
		return r
	}
	r.noted, r.began = w.c.searches.begunFor(w.id)
	if r.loop = w.mem.Loop(); r.loop.Stuck || r.loop.ABABA || r.began != "" {
		r.graph = w.mem.Graph()
	}
	return r
}

// beginning is a search for the next plan of an episode, which begins in the background.
type beginning struct {
	done chan struct{} // closed when it has begun, or cannot
	id   string        // to be read when it is done; empty: no search began
}

// begunFor gives the search that was noted for an episode's next plan, nil when none is, and
// its id when it has begun.
func (ts *searches) begunFor(episode string) (b *beginning, id string) {
	ts.mu.Lock()
	b = ts.begun[episode]
	ts.mu.Unlock()
	if b == nil {
		return nil, ""
	}
	select {
	case <-b.done:
		return b, b.id
	default: // the plan has no time to wait for it
		return b, ""
	}
}

// awaitBegun waits until the search for an episode's next plan has begun, so that a plan
// right after the step that raised a loop rule is the same as a later one. The caller does
// not hold the episode.
func (ts *searches) awaitBegun(ctx context.Context, episode string) {
	ts.mu.Lock()
	b := ts.begun[episode]
	ts.mu.Unlock()
	if b == nil {
		return
	}
	select {
	case <-b.done:
	case <-ctx.Done():
	}
}

// searchIfCircling begins a search when steps raised a loop rule and lats.chain has models.
// It is deferred before the end of the write, so that it runs when the episode is free. It
// reads the memory before it returns, so that the search sees what those steps left there,
// and stores the search afterwards.
func (w *write) searchIfCircling() {
	if w.circles && w.Done() && ask.Any(w.c.config().Lats.Chain) {
		w.c.searches.beginFor(w.id)
	}
}

// beginFor begins a search for the next plan of an episode.
func (ts *searches) beginFor(id string) {
	s, ep, err := ts.snapshotNow(id)
	if err == nil && (ts.latsMode(ep) == modeOff || ep.Status == episode.Ended) {
		return
	}
	b := &beginning{done: make(chan struct{})}
	ts.noteBegun(id, b)
	if !ts.c.background.Go(func() { ts.beginNoted(id, b, s, err) }) {
		close(b.done) // navd is stopping
	}
}

// beginNoted begins a search that was noted for the next plan of an episode, over a snapshot
// that was made with err. A search that does not begin is not noted any more.
func (ts *searches) beginNoted(id string, b *beginning, s *think.Snapshot, err error) {
	defer close(b.done)
	if err == nil {
		b.id, err = ts.begin(ts.c.ctx, id, s)
	}
	if b.id == "" {
		ts.dropBegun(id, b)
	}
	if err != nil && ts.c.ctx.Err() == nil && !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.Conflict) { // the episode is deleted, or has ended
		ts.c.trouble("search", "no search begins for a robot that circles", err, "episode", id)
	}
}

// dropBegun forgets a search that was noted for an episode, unless another one was since;
// with nil it forgets any.
func (ts *searches) dropBegun(episode string, b *beginning) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if b == nil || ts.begun[episode] == b {
		delete(ts.begun, episode)
	}
}

// begin stores a search over a snapshot and has it run.
func (ts *searches) begin(ctx context.Context, id string, s *think.Snapshot) (search string, err error) {
	w := ts.c.write()
	defer w.end(&err)
	chain := ts.c.config().Lats.Chain
	o := lats.Options{Question: questionFor(s.Goal), Budget: ts.replan()}
	ts.complete(&o, chain, s)
	if err := w.holdOpen(id); err != nil { // the episode may have ended meanwhile, or be deleted
		return "", err
	}
	t, err := w.newSearch(think.Search{Question: questionFor(s.Goal), Env: think.EnvMemory, Episode: id, AtStep: s.Step, Chain: chain, Auto: true, State: think.Running}, o, s)
	if err != nil {
		return "", err
	}
	if err := w.commit(ctx, nil); err != nil {
		return "", err
	}
	return t.record.ID, ts.run(t)
}

// noteBegun notes the search for the next plan of an episode.
func (ts *searches) noteBegun(episode string, b *beginning) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.begun == nil {
		ts.begun = map[string]*beginning{}
	}
	ts.begun[episode] = b
}

func questionFor(goal string) string {
	return fmt.Sprintf("Which way should the robot go next to find the %s, out of its loop?", goal)
}

// replan is the budget of a search for a plan.
func (ts *searches) replan() lats.Budget {
	cfg := ts.c.config().Lats
	return lats.Budget{Calls: cfg.Calls, Deadline: ask.Search(ts.c.config()).Deadline, Nodes: cfg.Nodes, Depth: cfg.Depth}
}

// snapshotNow makes a snapshot of an episode's memory, between two plans, with what users
// said and what was learned; its ways obey the rules.
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
	s = d.snapshot()
	s.Texts = append(s.Texts, texts...)
	return s, ep, nil
}

// scenesOf are the scopes that hold in a scene: everywhere, and the scene itself.
func scenesOf(scene string) []string {
	if scene == "" {
		return []string{""}
	}
	return []string{"", scene}
}

// snapshot is the memory of a draft, for a search.
func (d *draft) snapshot() *think.Snapshot {
	s := think.Look(d.circling.graph, d.circling.loop, d.ruling.free, slices.Concat(d.claims, d.ruling.rules.Claims))
	for _, b := range d.ruling.rules.Verdict.Bans {
		s.Banned = append(s.Banned, think.Ban{View: b.View, Rule: b.Rule, Why: b.Why})
	}
	return &s
}

// mostTexts is how many texts of users, and how many memories of a scope, a snapshot has.
const mostTexts = 200

// saidIn gives what users said that holds in an episode of a scene, as texts of a snapshot.
func saidIn(b *grounding.Book, scene, episode string) (texts []think.Text) {
	for e := range b.All() {
		here := (e.Scope.Scene == "" || e.Scope.Scene == scene) && (e.Scope.Episode == "" || e.Scope.Episode == episode)
		if e.State == item.Active && here && len(texts) < mostTexts {
			texts = append(texts, think.Text{ID: e.ID, Title: "said, " + e.ID, Body: grounding.Bare(e.Text)})
		}
	}
	return texts
}

// think gives the draft of a robot that circles what a tree search found. In mode decide a
// verified answer becomes the decision; then it reports true.
func (ts *searches) think(ctx context.Context, d *draft) (decided bool) {
	if d.circling.graph == nil {
		return false
	}
	r, memory, err := ts.searchFor(ctx, d)
	if err != nil {
		ts.c.trouble("search", "a plan is made without a search", err, "episode", d.episode)
		return false
	}
	if r.ID != "" {
		ts.c.troubles.Clear("search")
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
	d.plan.Decision = planner.Settle(d.ruling.free, d.claims, dec)
	d.plan.Decision.Claims = d.claims[len(d.claims)-1:]
	d.plan.Planner = "lats"
	return true
}

// searchSource is the name that plans use for the search that advised them, in place of
// its id: ids depend on what other robots do, and the same robot is to get the same plan.
// The record of the search names the plan.
const searchSource = "search"

// foundText is what a prompt says about a search.
func foundText(s think.Search, angle float64, view int) string {
	how := "not verified"
	if s.Best.Verified {
		how = "verified"
	}
	return fmt.Sprintf("- go %.0f degrees (view %d), to %s: %s (%s, %d steps compared)", angle, view, cmp.Or(s.Best.Answer.Scene, "unknown"), s.Best.Answer.Why, how, s.Nodes-1)
}

// turned turns an angle of a search so that it counts from view 0 of the draft's scan. It
// does not fit when the robot has moved on since, or looks for something else.
func (d *draft) turned(s think.Snapshot, angle float64) (float64, bool) {
	if s.Goal != d.plan.Goal || s.Pose.Distance(d.survey.Pose) > movedOn {
		return 0, false
	}
	return math.Round(nav.NormDeg(angle+s.View0-d.survey.View0)*1000)/1000 + 0, true
}

// movedOn is how far the robot may be from where the search began, metres, for the answer
// to fit.
const movedOn = 0.5

// searchFor gives the search for a draft. With models that is the one that began when a
// loop rule was raised, finished or not; without it navd makes one now. The record is empty
// when there is none.
func (ts *searches) searchFor(ctx context.Context, d *draft) (r think.Search, m *think.Memory, err error) {
	cfg := ts.c.config()
	if ask.Any(cfg.Lats.Chain) {
		if d.circling.began == "" {
			return r, nil, nil
		}
		t, err := ts.hold(d.circling.began)
		if err != nil {
			return r, nil, unlessDeleted(err)
		}
		r, m = t.record, t.memory
		work := t.work
		t.mu.Unlock()
		err = ts.fixed(d.circling.mode, m.Snapshot, &r, func() error {
			end, limited := ctx.Deadline()
			if work == nil || d.circling.mode != modeDecide || !limited {
				return nil
			}
			ipc.LeaveQueue(ctx)
			waitFor(ctx, work, time.Until(end)/2)
			var err error
			r, err = readOf(ts.c, store.GetSearch, r.ID)
			return unlessDeleted(err)
		})
		return r, m, err
	}
	s := d.snapshot()
	o := lats.Options{Question: questionFor(s.Goal), Budget: ts.replan()}
	o.Budget.Deadline = 0 // the budget of nodes ends it, at the same node on every machine
	ts.complete(&o, cfg.Lats.Chain, s)
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
	t.refresh()
	d.made = t
	return t.record, t.memory, nil
}

// unlessDeleted gives nil for the error of a search that was deleted, and other errors.
func unlessDeleted(err error) error {
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// filePlanSearch stores the search that was made for a plan, or notes the plan in the
// search that began before it. Until the plan is stored that stays the search for the next
// one.
func (w *write) filePlanSearch(d *draft) error {
	if b := d.circling.noted; b != nil {
		w.Then(func() { w.c.searches.dropBegun(d.episode, b) })
	}
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
		return unlessDeleted(err)
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
