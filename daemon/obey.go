package daemon

import (
	"fmt"
	"sync"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
	"navd/kv"
)

// ruling is what the rules say about a draft.
type ruling struct {
	used  bool          // the episode obeys rules
	rules planner.Rules // the rules that fired, and their verdict
	free  nav.Survey    // the ways that they allow
	moved bool          // they changed the decision
}

// judge evaluates the rules that hold for a draft. When they cannot be read the plan is
// made without them, and health says so. The caller holds the episode.
func (w *write) judge(d *draft, p ipc.PlanParams) {
	d.ruling = ruling{used: w.ep.Use.Knowledge && w.c.config().Knowledge.Enabled, free: d.survey}
	if !d.ruling.used {
		return
	}
	now, err := w.c.learned.inForce()
	if err != nil {
		w.c.trouble("knowledge", "a plan is made without rules", err, "episode", w.id)
	}
	r := &d.ruling.rules
	r.State = w.stateOf(d, p.Battery)
	var toward map[int]words.Key // type of the nearest known place along each view
	if w.ep.Use.Context {
		toward = w.mem.PlacesToward(d.survey)
	}
	r.Sights = planner.Sights(d.survey, toward, w.mem.ScansHere())
	r.Ruling = knowledge.Judge(now.rulesIn(w.ep.SceneID), r.State)
	r.Ruling.Fired = knowledge.Eased(r.Ruling.Fired, r.Sights, d.survey.Facing)
	r.Verdict = knowledge.Weigh(r.Ruling.Fired, r.Sights, d.survey.Facing)
	r.Claims = knowledge.Preferences(r.Ruling.Fired, d.survey.Facing)
	r.Conflict = r.Verdict.Conflict
	r.Fired = []string{}
	for _, f := range r.Ruling.Fired {
		r.Fired = append(r.Fired, f.Rule)
	}
	d.ruling.free = planner.Allowed(d.survey, r.Verdict)
}

// stateOf gives the inputs of the rules.
func (w *write) stateOf(d *draft, battery *float64) knowledge.State {
	counts, _, _ := w.mem.Totals()
	loop, here := w.mem.Loop(), w.mem.Where().Type
	if here.Unknown() {
		here = ""
	}
	return knowledge.State{
		Goal: d.survey.Goal, Target: words.ObjectKey(d.survey.Goal), PlaceType: here, Heading: w.mem.Pose().Yaw,
		Stuck: loop.Stuck, ABABA: loop.ABABA, Revisits: loop.Revisits, Unexplored: planner.Unexplored(d.survey),
		Steps: counts.Steps, Collisions: counts.Blocked, LastAction: string(w.mem.State().Last), Battery: battery,
	}
}

// tellRules adds the preferences of the rules to a draft, and their text for a model.
func (pl *planning) tellRules(d *draft) {
	r := d.ruling.rules
	d.claims = append(d.claims, r.Claims...)
	if text := r.Verdict.Block(r.Ruling.Fired); text != "" {
		d.add(planner.RulesKind(), block{text: text}, pl.c.prompts.planner)
	}
}

// refusal gives the check that refuses a model's answer along a forbidden view, with the
// reason: only the first such answer, so that the model is asked again once.
func (d *draft) refusal() func(planner.Decision) error {
	refused := false
	return func(dec planner.Decision) error {
		view := nav.ViewOf(dec.Angle, d.plan.Shown, d.plan.Facing)
		ban, is := d.ruling.rules.Verdict.Forbids(view)
		if !is || refused {
			return nil
		}
		refused = true
		d.ruling.rules.Refused, d.ruling.moved = &view, true
		return fault.New(fault.Invalid, "view %d is forbidden by rule %s: %s", view, ban.Rule, ban.Why)
	}
}

// obey makes the decision of a draft obey the rules, whether a model or navd made it, and
// records which rules changed it.
func (d *draft) obey() {
	if !d.ruling.used {
		return
	}
	r, dec := &d.ruling.rules, &d.plan.Decision
	if len(r.Fired) > 0 {
		without, ok := decideByMemory(d.plan.Planner, d.survey, d.claims[:len(d.claims)-len(r.Claims)])
		d.ruling.moved = d.ruling.moved || ok && (without.View != dec.View || without.GoalFlag != dec.GoalFlag)
	}
	corrected := dec.Obey(*r, d.survey, d.ruling.free)
	d.ruling.moved = corrected || d.ruling.moved
	if r.Verdict.Stop != "" {
		dec.Why = fmt.Sprintf("%s stops the robot; %s", r.Verdict.Stop, dec.Why)
		d.ruling.moved = true
	}
	if len(r.Fired) == 0 && len(r.Ruling.Skipped) == 0 && len(r.Ruling.Missing) == 0 {
		return
	}
	if r.Changed = d.ruling.moved && len(r.Fired) > 0; r.Changed && len(r.Verdict.Bans) > 0 && !corrected {
		b := r.Verdict.Bans[0]
		dec.Why += fmt.Sprintf("; view %d is forbidden by %s (%s)", b.View, b.Rule, b.Why)
	}
	d.plan.Rules = r
}

// evaluation is stored for a plan, so that a new rule can be tried on it later.
func (d *draft) evaluation(w *write) knowledge.Evaluation {
	r := d.ruling.rules
	return knowledge.Evaluation{
		Plan: d.plan.ID, Time: w.At, Scene: w.ep.SceneID, State: r.State, Facing: d.survey.Facing, Sights: r.Sights, View: d.plan.Decision.View,
		Stopped: r.Verdict.Stop != "", Fired: r.Fired, Changed: d.ruling.moved && len(r.Fired) > 0,
	}
}

// evaluationNumbers numbers evaluations, which the store keeps in a ring.
type evaluationNumbers struct {
	c *core

	mu   sync.Mutex // guards all below
	last int
	read bool // last was read
}

// next is the number of the next evaluation. Numbers begin with 1 while the ring cannot be
// read.
func (e *evaluationNumbers) next() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.load()
	e.last++
	return e.last
}

// warm reads the last number before a plan needs it.
func (e *evaluationNumbers) warm() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.load()
}

// load reads the last number once. The caller holds the lock.
func (e *evaluationNumbers) load() {
	if !e.read {
		err := e.c.view(func(tx *kv.Tx) error {
			for one, err := range store.KeptEvaluations(tx) {
				if err != nil {
					return err
				}
				e.last = max(e.last, one.N)
			}
			return nil
		})
		e.read = err == nil
	}
}
