package daemon

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/limits"
	"navd/daemon/store"
)

// round is one pass over the queued feedback.
type round struct {
	batch string       // id of the job; empty: a call asked for it
	tried map[int]bool // by number: feedback that stays queued
	why   string       // why the last of them stays queued
	again bool         // another try may help
	away  bool         // no model answers, so the rest need not be tried
}

// make does a job of kind knowledge: it processes what is queued, one feedback a commit.
// While models are away the job is tried again.
func (le *learned) make(ctx context.Context, j job.Job) (job.Job, error) {
	r := &round{batch: j.ID, tried: map[int]bool{}}
	for !r.away {
		if _, found, err := le.learnNext(ctx, r, ""); err != nil {
			return j, err
		} else if !found {
			break
		}
	}
	now := le.c.now().UTC()
	if r.again {
		return le.c.finals.fileJob(ctx, j.Again(r.why, now))
	}
	j = j.Finish(now)
	j.Error = r.why
	return le.c.finals.fileJob(ctx, j)
}

// awaitOther waits for a feedback about which another call is asking a model, and gives it
// as it is then.
func (le *learned) awaitOther(ctx context.Context, r *round, id string) (f knowledge.Feedback, found bool, err error) {
	n, closes := le.beingAsked(id, r.tried)
	if closes == nil {
		return f, false, nil
	}
	select {
	case <-closes:
	case <-ctx.Done():
		return f, false, ctx.Err()
	}
	r.tried[n] = true
	f, err = readOf(le.c, store.GetSubmission, knowledge.FeedbackID(n))
	if f.Outcome == "" {
		r.again, r.why = r.again || f.Tries < maxUnusable, f.ID+" stays queued: "+cmp.Or(f.Reason, "who asked about it did not wait")
	}
	return f, err == nil, err
}

// learnNext makes knowledge from a queued feedback, the oldest when none is named; false
// when there is none, or the named one is not queued any more. Code decides what it can;
// for the rest the models are asked, without holding a lock.
func (le *learned) learnNext(ctx context.Context, r *round, id string) (f knowledge.Feedback, found bool, err error) {
	f, n, found, err := le.takeFeedback(ctx, r, id)
	switch {
	case err != nil || found && n == 0:
		return f, found, err
	case !found:
		return le.awaitOther(ctx, r, id)
	}
	defer le.doneAsking(n)
	chain := le.c.config().Knowledge.Chain
	result, answered, failed := le.reason(ctx, f, ask.ModelsOf(chain))
	if err := ctx.Err(); err != nil {
		return f, false, err // it stays queued
	}
	w := le.c.write()
	defer w.end(&err)
	l, err := w.learn()
	if err != nil {
		return f, false, err
	}
	if !slices.Contains(l.queued, n) { // it was taken back meanwhile
		f, err = readOf(le.c, store.GetSubmission, f.ID)
		return f, err == nil, err
	}
	switch {
	case failed == nil:
		err = l.adopt(&f, result)
	case slices.Contains(chain, limits.Local):
		le.c.log.Warn("no model made knowledge of a feedback", "feedback", f.ID, "error", failed)
		err = l.byPattern(&f)
	default:
		if f.Reason = fault.As(failed).Message; answered {
			f.Tries++
		}
		r.why, r.tried[n], r.away = f.ID+" stays queued: "+f.Reason, true, !answered
		r.again = r.again || f.Tries < maxUnusable
	}
	if err != nil {
		return f, false, err
	}
	return f, true, l.settle(ctx, r, n, f, cmp.Or(result.Model, limits.Local))
}

// takeFeedback takes the next feedback from the queue and decides on it, if code can: then
// n is 0. Otherwise n is its number, and the caller asks the models about it and calls
// doneAsking.
func (le *learned) takeFeedback(ctx context.Context, r *round, id string) (f knowledge.Feedback, n int, found bool, err error) {
	w := le.c.write()
	defer w.end(&err)
	l, err := w.learn()
	if err != nil {
		return f, 0, false, err
	}
	for _, n := range slices.Clone(l.queued) {
		if l.asking[n] != nil || r.tried[n] || id != "" && knowledge.FeedbackID(n) != id {
			continue
		}
		f, err = readOf(le.c, store.GetSubmission, knowledge.FeedbackID(n))
		if fault.Is(err, fault.Corrupt) { // it must not block the others
			le.c.trouble("feedback", "a feedback cannot be read", err, "feedback", knowledge.FeedbackID(n))
			l.dequeue(n)
			continue
		}
		if err != nil {
			return f, 0, false, err
		}
		if id == "" && f.Tries >= maxUnusable {
			continue // knowledge.process tries it, when it is named
		}
		if err := l.byCode(&f); err != nil {
			return f, 0, false, err
		}
		if f.Outcome == "" && ask.Any(le.c.config().Knowledge.Chain) {
			l.asking[n] = make(chan struct{})
			return f, n, true, l.commit(ctx, nil)
		}
		if f.Outcome == "" {
			if err := l.byPattern(&f); err != nil {
				return f, 0, false, err
			}
		}
		return f, 0, true, l.settle(ctx, r, n, f, limits.Local)
	}
	return f, 0, false, l.commit(ctx, nil)
}

// settle stores the outcome of a feedback, and who decided it.
func (l *learning) settle(ctx context.Context, r *round, n int, f knowledge.Feedback, by string) error {
	did := string(f.Outcome)
	if f.Outcome == "" {
		did = "still queued"
	} else {
		f.Batch = r.batch
		l.Then(func() { l.dequeue(n) })
	}
	store.PutSubmission(&l.Changes, n, f)
	l.line(knowledge.Line{Did: did, Item: f.Item, Proposal: f.Proposal, Feedback: f.ID, By: by, Reason: f.Reason})
	if _, err := l.keep(); err != nil {
		return err
	}
	return l.commit(ctx, nil)
}

// withdraw takes a feedback off the queue, and takes its open proposals back. It gives the
// ids of what it took back.
func (l *learning) withdraw(f knowledge.Feedback, by, reason string) (ids []string, err error) {
	if f.Outcome == "" {
		f.Outcome, f.Reason = knowledge.TakenBack, reason
		n, _ := knowledge.FeedbackNumber(f.ID)
		store.PutSubmission(&l.Changes, n, f)
		l.line(knowledge.Line{Did: string(f.Outcome), Feedback: f.ID, By: by, Reason: reason})
		l.Then(func() { l.dequeue(n) })
		ids = append(ids, f.ID)
	}
	for _, id := range append([]string{f.Proposal}, f.More...) {
		if id == "" {
			continue
		}
		p, err := readOf(l.write.c, store.GetProposal, id)
		if err != nil {
			return nil, err
		}
		if p.Standing != knowledge.Open || p.Feedback != f.ID {
			continue
		}
		p.Standing, p.Decided, p.Decider, p.Reason = knowledge.Withdrawn, l.At, by, reason
		store.PutProposal(&l.Changes, p)
		l.line(knowledge.Line{Did: string(p.Standing), Item: p.Item, Proposal: id, Feedback: f.ID, By: by, Reason: reason})
		l.Then(func() {
			if says := saidBy(p.Body, p.Scope); l.bodies[says] == id {
				delete(l.bodies, says)
			}
		})
		ids = append(ids, id)
	}
	return ids, nil
}

// byCode decides on a feedback that needs no judgement: it says nothing new, was said
// before, or names an item into which code can merge it. Otherwise the outcome stays
// empty.
func (l *learning) byCode(f *knowledge.Feedback) error {
	d := knowledge.Read(f.Text, f.Kind)
	if f.Amends != "" {
		return l.amend(f)
	}
	if d.Bare {
		f.Outcome, f.Reason = knowledge.Ignored, "it asks to try again, and says nothing new"
		return nil
	}
	if d.Takes {
		if d.Named != "" {
			return l.takeBack(f, d)
		}
		return nil
	}
	known := l.known(d.Body, f.Scope)
	if _, is := knowledge.ProposalNumber(known); is {
		return l.proposedBefore(f, known)
	}
	if known != "" {
		f.Outcome, f.Item = knowledge.Learned, known
		f.Reason = strings.TrimPrefix(d.Note+"; it is known", "; ")
		return l.addEvidence(known, evidenceOf(*f))
	}
	return nil
}

// byPattern decides on a feedback without a model.
func (l *learning) byPattern(f *knowledge.Feedback) error {
	d := knowledge.Read(f.Text, f.Kind)
	switch {
	case f.Amends != "":
		f.Outcome = knowledge.Undecided // byCode set the reason
		return nil
	case d.Takes:
		return l.takeBack(f, d)
	}
	f.Reason = d.Note
	return l.propose(f, d)
}

// addEvidence adds a feedback to the evidence of an item.
func (l *learning) addEvidence(id string, v feedback.Evidence) error {
	r, err := l.book.Find(id)
	if err != nil {
		return err
	}
	next := r.Now.With(r.Now.Life().Resting([]feedback.Evidence{v}))
	next.Operation, next.Relation, next.From = knowledge.Ignore, knowledge.Duplicate, l.At
	l.book.Put(r, next)
	return nil
}

// proposedBefore ignores a feedback whose content was proposed already.
func (l *learning) proposedBefore(f *knowledge.Feedback, id string) error {
	p, err := readOf(l.write.c, store.GetProposal, id)
	if err != nil {
		return err
	}
	f.Outcome, f.Proposal = knowledge.Ignored, id
	f.Reason = "the same was proposed before and waits for a decision"
	if p.Standing == knowledge.Rejected {
		f.Reason = "the same was proposed before and rejected: " + cmp.Or(p.Reason, "no reason was given")
	}
	return nil
}

// takeBack proposes to retire the item that a feedback takes back.
func (l *learning) takeBack(f *knowledge.Feedback, d knowledge.Draft) error {
	meant, could := d.Meant(f.Text, l.candidates(d, *f))
	if meant == nil {
		f.Outcome, f.Reason = knowledge.Undecided, "nothing in use is what it takes back; knowledge.list gives ids like k3"
		if len(knowledge.Mentioned(f.Text)) == 0 && d.Named == "" {
			f.Reason = "it does not say what it takes back; knowledge.list gives ids like k3, as in: forget k3"
		}
		if len(could) > 1 {
			f.Reason = "it could mean " + strings.Join(could, ", ") + "; name one of them"
		}
		return nil
	}
	p := l.proposal(f)
	p.Item, p.Base, p.Kind, p.Scope, p.Operation, p.Body = meant.ID, meant.Version, meant.Kind, meant.Scope, knowledge.Delete, meant.Body
	p.Case = knowledge.Case{
		Intent: d.Intent, Relation: knowledge.Withdraws, Because: "the feedback takes it back",
		Existing: []knowledge.Known{{ID: meant.ID, Version: meant.Version, Title: meant.Body.Title(), Relation: knowledge.Withdraws}},
		Before:   "in use: " + meant.Body.Title(), After: "retired; a rollback brings it back",
	}
	l.file(f, p)
	return nil
}

// amend proposes a change of the item that a feedback names: code merges the feedback into
// it. When code cannot read the feedback, the outcome stays empty, with the reason.
func (l *learning) amend(f *knowledge.Feedback) error {
	undecided := func(why string) error {
		f.Outcome, f.Reason = knowledge.Undecided, why
		return nil
	}
	r, err := l.book.Find(f.Amends)
	if err != nil {
		return err
	}
	old := r.Now
	if old.Status != item.Active {
		return undecided(fmt.Sprintf("%s is %s", old.ID, old.Status))
	}
	if f.Relation == knowledge.Withdraws {
		return l.takeBack(f, knowledge.Draft{Named: old.ID, Intent: "take something back"})
	}
	d := knowledge.ReadFor(f.Text, old)
	if d.Note != "" {
		f.Reason = d.Note // a model may read it
		return nil
	}
	body, err := old.Body.Merge(d.Body, f.Relation, f.At)
	if err != nil {
		return undecided(err.Error())
	}
	if body.Hash() == old.Body.Hash() {
		f.Outcome, f.Item, f.Reason = knowledge.Learned, old.ID, "it is known"
		return l.addEvidence(old.ID, evidenceOf(*f))
	}
	if said := l.known(body, old.Scope); strings.HasPrefix(said, "p") {
		return l.proposedBefore(f, said)
	}
	p := l.proposal(f)
	mode, _ := knowledge.ModeOf(f.Relation)
	p.Item, p.Base, p.Kind, p.Scope, p.Operation, p.Mode, p.Body = old.ID, old.Version, old.Kind, old.Scope, knowledge.Update, mode, body
	if f.Relation == knowledge.Supersedes {
		p.Item, p.Replaces, p.Operation = "", old.ID, knowledge.Create
	}
	p.Case = knowledge.Case{
		Intent: d.Intent, Relation: f.Relation, Because: "who said it named the item and the relation",
		Existing: []knowledge.Known{{ID: old.ID, Version: old.Version, Title: old.Body.Title(), Relation: f.Relation}},
		Before:   old.Body.Render(), After: body.Render(),
	}
	if err := l.write.c.learned.check(&p); err != nil {
		return err
	}
	l.file(f, p)
	return nil
}

// candidates are the items in use that a withdrawal may mean: what it names, or else what is
// about the same rooms and things. Said of a scene, it means what holds there, first what
// holds there alone.
func (l *learning) candidates(d knowledge.Draft, f knowledge.Feedback) []knowledge.Item {
	if d.Named == "" {
		all := l.book.Touching(knowledge.Mentioned(f.Text), maxLooked)
		if f.Scope.Scene == "" {
			return all
		}
		own := slices.DeleteFunc(slices.Clone(all), func(i knowledge.Item) bool { return i.Scope != f.Scope })
		if meant, could := d.Meant(f.Text, own); meant != nil || len(could) > 0 {
			return own
		}
		return slices.DeleteFunc(all, func(i knowledge.Item) bool { return i.Scope.Scene != "" })
	}
	r, err := l.book.Find(d.Named)
	if err != nil || r.Now.Status != item.Active {
		return nil
	}
	return []knowledge.Item{r.Now}
}

// proposal begins a proposal that is made from a feedback.
func (l *learning) proposal(f *knowledge.Feedback) knowledge.Proposal {
	l.proposals++
	return knowledge.Proposal{
		ID: knowledge.ProposalID(l.proposals), Standing: knowledge.Open, Scope: f.Scope, Feedback: f.ID, Author: f.Author, By: limits.Local, Created: l.At,
	}
}

// propose proposes a new item.
func (l *learning) propose(f *knowledge.Feedback, d knowledge.Draft) error {
	p := l.proposal(f)
	p.Kind, p.Operation, p.Mode, p.Body = d.Kind, knowledge.Create, knowledge.Replace, d.Body
	p.Case = l.caseOf(d, f.Scope)
	p.Case.Follows = f.Follows
	if err := l.write.c.learned.check(&p); err != nil {
		return err
	}
	l.file(f, p)
	return nil
}

// file stores a proposal, and notes it in its feedback.
func (l *learning) file(f *knowledge.Feedback, p knowledge.Proposal) {
	l.proposed(f, p.ID, knowledge.Proposed)
	store.PutProposal(&l.Changes, p)
	if p.Operation != knowledge.Delete {
		l.Then(func() { l.bodies[saidBy(p.Body, p.Scope)] = p.ID })
	}
}

const (
	maxTouched = 5   // the most items that a case names
	maxLooked  = 200 // the most items about the same rooms and things that are compared
)

// caseOf says how a draft relates to the items about the same rooms and things, where it
// holds.
func (l *learning) caseOf(d knowledge.Draft, scope knowledge.Scope) knowledge.Case {
	c := knowledge.Case{
		Intent: d.Intent, Relation: knowledge.Unrelated, Because: "no rule, memory or skill in use speaks of the same rooms and things",
		Before: "nothing of it is known", After: "in use as a new " + string(d.Kind) + ": " + d.Body.Title(),
		Doubts: []string{"nothing that is in use is changed or taken away"},
	}
	if d.Note != "" {
		c.Doubts = append(c.Doubts, d.Note)
	}
	about := knowledge.Item{Body: d.Body}.Speaks()
	if len(about) == 0 {
		return c
	}
	now := memoOf(d.Body)
	for _, i := range l.book.Touching(about, maxLooked) {
		relation := knowledge.Complements
		switch {
		case !scope.Overlaps(i.Scope):
		case knowledge.Contradict(d.Body, i.Body):
			relation = knowledge.Conflicts
			c.Relation, c.Because = knowledge.Conflicts, i.ID+" says the opposite for the same case"
		case now.opposes(memoOf(i.Body)):
			relation = knowledge.Conflicts
			c.Relation, c.Because = knowledge.Conflicts, i.ID+" says otherwise of the same"
		}
		known := knowledge.Known{ID: i.ID, Version: i.Version, Title: i.Body.Title(), Relation: relation}
		if relation == knowledge.Conflicts {
			c.Existing = slices.Insert(c.Existing, 0, known)
		} else {
			c.Existing = append(c.Existing, known)
		}
	}
	c.Existing = c.Existing[:min(len(c.Existing), maxTouched)]
	if len(c.Existing) > 0 && c.Relation != knowledge.Conflicts {
		c.Relation, c.Because = knowledge.Complements, fmt.Sprintf("%s speaks of the same, and no contradiction was found", c.Existing[0].ID)
	}
	return c
}

// evidenceOf is a feedback as items cite it.
func evidenceOf(f knowledge.Feedback) feedback.Evidence {
	return feedback.Evidence{Feedback: f.ID, Episode: f.Episode, Step: f.Step, Author: f.Author, At: f.Said}
}
