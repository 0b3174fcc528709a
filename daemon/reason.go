package daemon

import (
	"context"
	"slices"

	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/agent"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/kv"
)

// reason has the models of the chain reason about a feedback. It changes nothing. When it
// fails, answered tells whether the last attempt of each model got an answer of some kind.
func (le *learned) reason(ctx context.Context, f knowledge.Feedback, models []string) (r agent.Result, answered bool, err error) {
	role := ask.Agent(le.c.config())
	ctx, cancel := context.WithTimeout(ctx, role.Deadline)
	defer cancel()
	m, err := agent.New(agent.Options{
		Feedback: f, Known: known{le.c, ctx}, Prompt: le.c.prompts.agent, Chain: models, Tokens: le.c.config().Knowledge.Tokens,
	})
	if err != nil {
		return r, false, err
	}
	le.c.models.Drive(ctx, role, m, models)
	answered = len(m.Attempts()) > 0 && !slices.ContainsFunc(models, func(model string) bool {
		last := ""
		for _, a := range m.Attempts() {
			if a.Model == model {
				last = a.Raw
			}
		}
		return last == ""
	})
	r, err = m.Result()
	return r, answered, err
}

// known gives the agent what is known.
type known struct {
	c   *core
	ctx context.Context
}

// Find gives items in use that hold in a scene, or any without one, and share words with a
// text, and those that are about the same rooms and things in other words.
func (k known) Find(text, scene string, kinds []knowledge.Kind, most int) (found []agent.Found, err error) {
	var scenes []string
	if scene != "" {
		scenes = scenesOf(scene)
	}
	of := func(i knowledge.Item) bool {
		return i.Status == item.Active && slices.Contains(kinds, i.Kind) && (scene == "" || i.Scope.Holds(scene))
	}
	hits, err := k.c.learned.findItems(k.ctx, text, 3*most, scenes...)
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		if of(h.Item) && len(found) < most {
			found = append(found, agent.Found{Item: h.Item, Alike: h.likeness})
		}
	}
	s := &k.c.learned
	if err := s.take(); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	for _, i := range s.book.Touching(knowledge.Mentioned(text), maxLooked) {
		listed := slices.ContainsFunc(found, func(f agent.Found) bool { return f.Item.ID == i.ID })
		if of(i) && !listed && len(found) < most {
			found = append(found, agent.Found{Item: i})
		}
	}
	return found, nil
}

// Item gives an item as it is now.
func (k known) Item(id string) (knowledge.Item, error) {
	i, found, err := k.c.learned.itemNow(id)
	if err == nil && !found {
		err = knowledge.Missing(id)
	}
	return i, err
}

func (le *learned) itemNow(id string) (i knowledge.Item, found bool, err error) {
	err = le.c.view(func(tx *kv.Tx) (err error) { i, found, err = store.GetItem(tx, id); return err })
	return i, found, err
}

// Said gives the id of the item or proposal that has a body where a scope holds, empty when
// none has.
func (k known) Said(b knowledge.Body, at knowledge.Scope) string {
	s := &k.c.learned
	if s.take() != nil {
		return ""
	}
	defer s.mu.Unlock()
	return s.known(b, at)
}

// itemFound is an item that a search found, as the store has it now.
type itemFound struct {
	knowledge.Item
	fit             string
	score, likeness float64
}

// findItems finds items by what they say, the best first; of some scenes, "" is everywhere,
// or of any when none is named.
func (le *learned) findItems(ctx context.Context, text string, most int, scenes ...string) (found []itemFound, err error) {
	a, err := le.c.search.Search(ctx, search.Question{Text: text, K: most, Kinds: []string{search.Knowledge}, Scopes: scenes, Shared: true})
	if err != nil {
		return nil, err
	}
	err = le.c.view(func(tx *kv.Tx) error {
		for _, h := range a.Hits {
			i, is, err := store.GetItem(tx, h.ID)
			if err != nil {
				return err
			}
			if is {
				found = append(found, itemFound{i, h.Fit, h.Score, max(0, h.Vectors.Score)})
			}
		}
		return nil
	})
	return found, err
}

// adopt carries out the changes that the agent decided on: as proposals, at once, or as
// more evidence for what is known. When one of their items changed meanwhile, it is a
// conflict and nothing is done.
func (l *learning) adopt(f *knowledge.Feedback, r agent.Result) error {
	f.Outcome, f.Reason = knowledge.Ignored, r.Summary
	for _, ch := range r.Changes {
		if ch.Target.ID != "" {
			now, err := l.book.Find(ch.Target.ID)
			if err != nil {
				return err
			}
			if now.Now.Version != ch.Target.Version || now.Now.Status != ch.Target.Status {
				return fault.New(fault.Conflict, "%s changed while a model thought", ch.Target.ID).About("feedback", f.ID)
			}
		}
		if err := l.adoptOne(f, r, ch); err != nil {
			return err
		}
	}
	return nil
}

func (l *learning) adoptOne(f *knowledge.Feedback, r agent.Result, ch agent.Change) error {
	if ch.Operation == knowledge.Ignore {
		return l.adoptKnown(f, ch)
	}
	p := l.proposal(f)
	p.Kind, p.Operation, p.Mode, p.Body, p.Case = ch.Kind, ch.Operation, ch.Mode, ch.Body, ch.Case
	p.By, p.Prompt, p.Turns = r.Model, r.Prompt, r.Turns
	if p.Operation == knowledge.Create {
		p.Case.Follows = append(p.Case.Follows, f.Follows...)
		slices.Sort(p.Case.Follows)
		p.Case.Follows = slices.Compact(p.Case.Follows)
	}
	switch {
	case ch.Case.Relation == knowledge.Supersedes:
		p.Replaces = ch.Target.ID
	case ch.Operation == knowledge.Delete:
		p.Item, p.Body = ch.Target.ID, ch.Target.Body
	default:
		p.Item = ch.Target.ID
	}
	if ch.Target.ID != "" {
		p.Base, p.Scope = ch.Target.Version, ch.Target.Scope
	}
	if err := l.write.c.learned.check(&p); err != nil {
		return err
	}
	mode := l.write.c.config().Knowledge.Mode
	switch {
	case mode == "dry-run":
		p.Standing = knowledge.DryRun
		store.PutProposal(&l.Changes, p)
		l.proposed(f, p.ID, knowledge.Tried)
	case atOnce(mode, ch) && (p.Check == nil || p.Check.OK):
		i, err := l.approve(&p)
		if err != nil {
			return err
		}
		p.Standing, p.Decided, p.Decider, p.Reason = knowledge.Approved, l.At, byAgent, "knowledge.mode is "+mode
		store.PutProposal(&l.Changes, p)
		l.proposed(f, p.ID, knowledge.InUse)
		f.Item = i.ID
	default:
		l.file(f, p)
	}
	return nil
}

// byAgent is the decider of a proposal that needs no approval.
const byAgent = "agent"

// atOnce reports whether a model's change takes effect without approval. One that takes
// something out of use, or contradicts something, never does.
func atOnce(mode string, ch agent.Change) bool {
	switch ch.Case.Relation {
	case knowledge.Withdraws, knowledge.Supersedes, knowledge.Conflicts:
		return false
	case knowledge.Refines:
		return mode == "auto"
	}
	return mode == "auto" || mode == "memories" && ch.Kind == knowledge.Memory
}

// proposed notes a proposal in its feedback.
func (l *learning) proposed(f *knowledge.Feedback, id string, as knowledge.Outcome) {
	if f.Outcome != knowledge.Proposed {
		f.Outcome = as
	}
	if f.Proposal == "" {
		f.Proposal = id
	} else {
		f.More = append(f.More, id)
	}
}

// adoptKnown adds the feedback to the evidence of what is known, and attaches the skills
// that the agent named.
func (l *learning) adoptKnown(f *knowledge.Feedback, ch agent.Change) error {
	if f.Reason == "" {
		f.Reason = ch.Case.Because
	}
	if l.write.c.config().Knowledge.Mode == "dry-run" {
		f.Outcome = knowledge.Tried
		return nil
	}
	for _, i := range ch.Attach {
		l.attach(i, knowledge.Attachment{Scene: f.Scope.Scene, Author: f.Author, Feedback: f.ID})
	}
	known := slices.Clone(ch.Attach)
	if ch.Target.ID != "" {
		known = append(known, ch.Target)
	}
	for _, i := range known {
		if err := l.addEvidence(i.ID, evidenceOf(*f)); err != nil {
			return err
		}
		if f.Outcome == knowledge.Ignored {
			f.Outcome, f.Item = knowledge.Learned, i.ID
		}
	}
	return nil
}
