package daemon

import (
	"context"
	"slices"
	"time"

	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/limits"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/daemon/words"
	"navd/ipc"
)

// decide goes down the chain: first the models, then local or nearest if it is the last
// entry, else the fallback. It always leaves a decision in the draft, by the deadline of
// the context.
func (pl *planning) decide(ctx context.Context, d *draft) {
	models, last := d.chain, ""
	if n := len(d.chain); n > 0 && !ask.IsModel(d.chain[n-1]) {
		models, last = d.chain[:n-1], d.chain[n-1]
	}
	if len(models) > 0 && pl.models(ctx, d, models) {
		if len(d.images) > 0 {
			pl.c.troubles.Clear(pictures)
		}
		return
	}
	d.plan.Planner = last
	pl.noteBlind(d, models)
	made, ok := decideByMemory(last, d.ruling.free, d.claims)
	if !ok {
		made, d.plan.Planner, d.plan.Fallback = planner.Fallback(), "fallback", lastReason(d.plan.Attempts, d.chain)
	}
	d.plan.Decision = made
	if why := &d.plan.Decision.Why; d.plan.Used.Blind != "" {
		*why = "nobody looked at the picture: " + d.plan.Used.Blind + "; by memory alone: " + *why
	}
}

// decideByMemory decides without a model, as the entry of a chain says; false when the
// entry is not local or nearest.
func decideByMemory(entry string, sv nav.Survey, claims []words.Claim) (planner.Decision, bool) {
	switch entry {
	case limits.Local:
		return planner.Local(sv, claims), true
	case limits.Nearest:
		return planner.Nearest(sv), true
	}
	return planner.Decision{}, false
}

// noteBlind notes in the plan that pictures came without labels and no model looked at
// them. When no model is configured health says so, unless the episode chose its chain.
func (pl *planning) noteBlind(d *draft, models []string) {
	switch {
	case len(d.images) == 0 || len(d.plan.Labels) > 0:
	case slices.ContainsFunc(d.plan.Attempts, func(a reply.Attempt) bool { return a.Raw != "" }):
		d.plan.Used.Blind = "no answer of a model could be used"
	case len(models) > 0:
		d.plan.Used.Blind = "no model answered"
	case len(ask.ModelsOf(pl.c.config().Planner.Chain)) > 0:
		d.plan.Used.Blind = "the episode's chain names no model"
	default:
		d.plan.Used.Blind = noModel
		pl.c.troubles.Note(pictures, noModel, pl.c.now())
	}
}

// pictures is the name in health for pictures of plans that no model looks at.
const pictures = "pictures"

// noModel says why no model looks at pictures, and what to do.
const noModel = "no model is configured to look at pictures; name one in planner.chain"

// limit limits the work on a plan to ms milliseconds, or as configured when that is 0, and to
// the time until the daemon stops: then it is made without models.
func (pl *planning) limit(ctx context.Context, ms int) (context.Context, context.CancelFunc) {
	most := time.Duration(ms) * time.Millisecond
	if ms == 0 {
		most = ask.Planner(pl.c.config()).Deadline
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	forget := context.AfterFunc(pl.c.ctx, cancel)
	return ctx, func() { forget(); cancel() }
}

// models lets the models decide; false when none gave a usable answer. A model chooses a
// direction, and the memory adds how far to go.
func (pl *planning) models(ctx context.Context, d *draft, models []string) bool {
	ipc.LeaveQueue(ctx)
	images, err := pl.c.models.FitAll(ctx, d.images)
	if err != nil {
		d.plan.Attempts = []reply.Attempt{{Model: models[0], Reason: fault.As(err).Error(), Unasked: true}}
		return false
	}
	brief := planner.Brief{Survey: d.survey, Context: d.context, Instruction: d.words, Request: d.request, Blocks: d.texts, Images: images, Printed: d.plan.Printed}
	question := brief.Ask(pl.c.prompts.planner)
	d.plan.Used.PromptHash = reply.Hash(question.System + "\n" + question.Prompt)
	d.plan.Used.PromptTokens = words.Tokens(question.System) + words.Tokens(question.Prompt)
	m := planner.NewMachine(question, models, d.context.Words, d.plan.Shown, d.refusal())
	pl.c.models.Drive(ctx, ask.Planner(pl.c.config()), m, models)
	d.plan.Attempts = m.Attempts()
	decision, ok := m.Answer()
	if !ok {
		return false
	}
	decision.View = nav.ViewOf(decision.Angle, d.plan.Shown, d.plan.Facing)
	d.plan.Decision, d.plan.Planner = planner.Settle(d.ruling.free, d.claims, decision), models[m.Used()]
	return true
}

// lastReason says why no entry of the chain decided.
func lastReason(attempts []reply.Attempt, chain []string) string {
	switch {
	case len(chain) == 0:
		return "the chain names no planner"
	case len(attempts) == 0:
		return "the deadline passed before a model was asked"
	}
	return attempts[len(attempts)-1].Reason
}
