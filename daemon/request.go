package daemon

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"navd/daemon/ask"
	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/journal"
	"navd/daemon/limits"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/ipc"
)

// Ask answers a controller that sends a prompt as it would to a model: with a plan when it
// sends a picture, else with a model's own words.
func (n *Nav) Ask(ctx context.Context, p ipc.AskParams) (r ipc.AskResult, err error) {
	if len(p.ShownViews) == 0 {
		p.ShownViews = nav.AllViews()
	}
	inEpisode := p.Episode != "" && p.Image != nil && !p.Words
	if inEpisode {
		if err := n.completeAsk(&p); err != nil {
			return r, err
		}
	}
	content := p
	content.DeadlineMs = 0 // with another deadline it is still the same question
	w, err := n.c.begin(ctx, callOf(ipc.NavAsk, p.Key, content), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	switch {
	case inEpisode:
		r, err = w.askPlan(ctx, p)
	case p.Words || p.Image == nil && len(ask.ModelsOf(n.c.config().Planner.Chain)) > 0:
		r, err = n.c.planning.askWords(ctx, p)
	default:
		r, err = n.c.planning.askOnce(ctx, p)
	}
	if err != nil {
		return r, err
	}
	return r, w.commit(ctx, r)
}

// completeAsk fills in the goal of the episode, and a key by which the same question at
// the same step gets the same plan.
func (n *Nav) completeAsk(p *ipc.AskParams) error {
	return n.c.memories.with(p.Episode, func(l *live) error {
		if l.ep.Status == episode.Ended {
			return ended(p.Episode)
		}
		p.Goal = l.ep.Goal
		if p.Key != "" {
			return nil
		}
		question := *p
		question.DeadlineMs = 0
		content, err := journal.Digest(callOf(ipc.NavAsk, "", question))
		p.Key = fmt.Sprintf("ask %s %d %.32s", p.Episode, l.mem.Seq(), content)
		return err
	})
}

// askPlan makes a plan of the episode that goes along a shown view: the controller can go
// nowhere else.
func (w *write) askPlan(ctx context.Context, p ipc.AskParams) (ipc.AskResult, error) {
	plan, err := w.plan(ctx, ipc.PlanParams{
		Episode: p.Episode, Image: p.Image, ShownViews: p.ShownViews, Printed: p.Printed, FacingView: p.FacingView, DeadlineMs: p.DeadlineMs,
	}, inWords{request: p.Text, shownOnly: true})
	if err != nil {
		return ipc.AskResult{}, err
	}
	return asked(plan, p), nil
}

// asked turns a plan into the answer. When no model looked at the picture, its reasons say
// so.
func asked(plan ipc.PlanResult, p ipc.AskParams) ipc.AskResult {
	d := planner.Decision{GoalFlag: plan.GoalFlag, Angle: plan.Angle, View: plan.View, SceneType: plan.Discovered.GoalSceneType, Why: plan.Discovered.Why}
	blind, reasons := plan.Used.Blind != "", plan.Used.Reasons
	if blind && len(reasons) == 0 && plan.Used.Blind != noModel {
		reasons = []string{plan.Used.Blind}
	}
	return ipc.AskResult{
		Text: planner.Flat(d, p.Goal, p.ShownViews), Plan: plan.Plan, GoalFlag: plan.GoalFlag, Angle: &plan.Angle, View: &plan.View,
		Turns: plan.Turns, Fallback: plan.Fallback, Blind: blind, Planner: plan.Used.Planner, Reasons: reasons,
	}
}

// askOnce decides without an episode, from the picture alone, and stores nothing.
func (pl *planning) askOnce(ctx context.Context, p ipc.AskParams) (r ipc.AskResult, err error) {
	limited, cancel := pl.limit(ctx, p.DeadlineMs)
	defer cancel()
	if p.Goal == "" {
		p.Goal = planner.GoalIn(p.Text)
	}
	d, err := pl.loneDraft(p)
	if err != nil {
		return r, err
	}
	if p.Image == nil {
		d.chain = []string{limits.Local}
	}
	pl.decide(limited, d)
	if err := ctx.Err(); err != nil {
		return r, err
	}
	d.onlyShown()
	d.plan.Turns = planner.Turns(d.plan.Facing, d.plan.Decision.View, pl.c.config().Nav.TurnDeg)
	plan := planResult(&d.plan)
	plan.Discovered.GoalSceneType, plan.Discovered.Why = d.plan.Decision.SceneType, d.plan.Decision.Why
	return asked(plan, p), nil
}

// loneDraft is a draft without a memory.
func (pl *planning) loneDraft(p ipc.AskParams) (*draft, error) {
	shown, err := shownViews(ipc.PlanParams{Image: &ipc.ImageRef{}, ShownViews: p.ShownViews, Printed: p.Printed})
	if err != nil {
		return nil, badParams(err)
	}
	d := &draft{chain: pl.c.config().Planner.Chain, inWords: inWords{request: p.Text}}
	if p.Image != nil {
		img, err := pl.c.images.one("image", *p.Image, -1)
		if err != nil {
			return nil, err
		}
		d.images = []reply.Image{img}
	}
	goal := cmp.Or(p.Goal, "object that the controller asks for")
	mem, _, _ := nav.New("", goal, pl.c.config().Nav.Config)
	facing := 0
	set(&facing, p.FacingView)
	d.survey = mem.Glance(shown, facing, nil, false, 0)
	wording, ownWords := pl.wording(p.Printed, d.survey.View0)
	d.context = bareContext(d.survey, wording, pl.c.prompts.id())
	d.plan = planner.Plan{Goal: goal, Facing: facing, Shown: shown, Printed: p.Printed, Options: len(shown), Used: used(d.context, []string{})}
	d.plan.Used.OwnWords = ownWords
	return d, nil
}

// askWords has a model answer the controller in its own words, about the picture if there
// is one.
func (pl *planning) askWords(ctx context.Context, p ipc.AskParams) (r ipc.AskResult, err error) {
	limited, cancel := pl.limit(ctx, p.DeadlineMs)
	defer cancel()
	var images []reply.Image
	if p.Image != nil {
		img, err := pl.c.images.one("image", *p.Image, -1)
		if err != nil {
			return r, err
		}
		images = append(images, img)
	}
	ipc.LeaveQueue(ctx)
	if images, err = pl.c.models.FitAll(limited, images); err != nil {
		return r, err
	}
	models := ask.ModelsOf(pl.c.config().Planner.Chain)
	m := reply.NewMachine(reply.Ask{Role: "planner", System: p.System, Prompt: p.Text, Images: images}, models, someWords)
	pl.c.models.Drive(limited, ask.Planner(pl.c.config()), m, models)
	if err := ctx.Err(); err != nil {
		return r, err
	}
	r.Reasons = reply.Reasons(m.Attempts())
	text, ok := m.Answer()
	switch {
	case ok:
		r.Text, r.Planner = text, models[m.Used()]
		return r, nil
	case p.Words && len(models) == 0:
		return r, fault.New(fault.Unavailable, "no model is configured to answer in words").WithHint("name one in planner.chain")
	case p.Words:
		return r, fault.New(fault.Unavailable, "no model answered: %s", strings.Join(r.Reasons, "; "))
	}
	reasons := r.Reasons
	if r, err = pl.askOnce(ctx, p); err == nil { // there is no picture, so it asks no model
		r.Fallback, r.Reasons = true, reasons
	}
	return r, err
}

// someWords takes any answer that says something.
func someWords(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", fault.New(fault.Invalid, "the answer is empty")
	}
	return text, nil
}
