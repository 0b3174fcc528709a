package daemon

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"navd/daemon/episodic"
	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/lats"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/daemon/think"
	"navd/daemon/words"
	"navd/ipc"
	"navd/kv"
)

const (
	failureSpace = "lats" // space of its own in episodic memory, so that experiments with plans do not change
	mostFailures = 3      // failures of one search that become records
	failsOften   = 3      // so often the same has to fail before knowledge is made from it
)

// keepFailures makes records of the failed answers of a search that has ended, once. The
// caller has locked the search.
func (w *write) keepFailures(t *treeSearch) error {
	if t.record.Kept {
		return nil
	}
	lessons := t.tree.Lessons()
	for _, l := range lessons[:min(len(lessons), mostFailures)] {
		if _, err := w.keepFailure(t, l.Node, l.Text); err != nil {
			return err
		}
	}
	if len(lessons) > 0 {
		t.record.Kept = true
		store.PutSearch(&w.Changes, t.record)
	}
	return nil
}

// keepFailure makes a record of the path to a node that failed. why, if it is not empty,
// says more than the last observation. It gives the id of the record. The caller has locked
// the search.
func (w *write) keepFailure(t *treeSearch, node int, why string) (id string, err error) {
	path := t.pathTo(node)
	last := path[len(path)-1]
	f := episodic.Failure{Question: t.record.Question, Came: cmp.Or(why, last.Observation)}
	for _, n := range path[1:] {
		f.Steps = append(f.Steps, n.Action.String())
	}
	seq, err := w.number(failureSpace)
	if err != nil {
		return "", err
	}
	m := episodic.Meta{Time: w.moment(), Source: "lats", Trust: 1, Episode: t.record.Episode, Step: t.record.AtStep, Plan: t.record.Plan}
	if t.memory != nil {
		m.Target = words.ObjectKey(t.memory.Goal)
	}
	id, err = w.freeID(failureSpace, seq)
	if err != nil {
		return "", err
	}
	r, err := f.Record(w.c.experience.profiles[navProfile], failureSpace, seq, id, m)
	if err != nil {
		return "", err
	}
	w.putCase(r)
	return id, w.countFailure(t, last, f)
}

// keepOutcome makes a record of an answer that failed, takes it out of use when the answer
// is right after all, and back when it is not. The same may be told twice. The caller has
// locked the search.
func (w *write) keepOutcome(t *treeSearch, p ipc.LatsOutcomeParams) (err error) {
	best, failed := t.record.Best.Node, t.record.Failed
	if failed == nil || failed.Node != best {
		if p.Success || failed == nil && t.record.Outcome != nil && !t.record.Outcome.Success { // an older navd made the record
			return nil
		}
		id, err := w.keepFailure(t, best, p.Note)
		if err == nil {
			t.record.Failed = &think.Failed{Node: best, Record: id}
		}
		return err
	}
	if t.record.Outcome != nil && p.Success == t.record.Outcome.Success {
		return nil
	}
	c, err := read(w.c, func(tx *kv.Tx) (s episodic.Stored, err error) {
		n, err := store.CaseNamed(tx, failureSpace, failed.Record)
		if err != nil || n == 0 { // it was deleted
			return s, err
		}
		return store.GetCase(tx, failureSpace, n)
	})
	if err != nil || c.Seq == 0 {
		return err
	}
	w.Due(search.Episodic, store.CaseID(failureSpace, c.Seq), t.record.Episode)
	if !p.Success {
		if c.Withdrawn != nil && c.Withdrawn.Reason == rightAfterAll {
			store.UseAgain(&w.Changes, failureSpace, c.Seq)
		}
		last := t.tree.Nodes()[best]
		return w.countFailure(t, last, episodic.Failure{Question: t.record.Question, Came: cmp.Or(p.Note, last.Observation)})
	}
	if c.Withdrawn == nil {
		seq, err := w.number(failureSpace)
		if err != nil {
			return err
		}
		store.Withdraw(&w.Changes, failureSpace, c.Seq, episodic.Withdrawal{Reason: rightAfterAll, Seq: seq, Time: w.moment()})
	}
	return w.uncountFailure(t, best)
}

// rightAfterAll is why the record of a failure is out of use.
const rightAfterAll = "the answer was right after all"

// failureKey is what failures of the same answer to the same question are counted under;
// both are empty when they cannot be compared. The caller has locked the search.
func (t *treeSearch) failureKey(last *lats.Node) (key, answer string) {
	answer = last.Action.Key()
	if t.memory != nil { // angles of two scans cannot be compared, room types can
		if answer = think.ParseAnswer(last.Action.Param).Scene; answer == "" {
			return "", ""
		}
	}
	return strings.ToLower(t.record.Question) + "\n" + answer, answer
}

// uncountFailure takes back one count of countFailure.
func (w *write) uncountFailure(t *treeSearch, node int) error {
	key, _ := t.failureKey(t.tree.Nodes()[node])
	if key == "" {
		return nil
	}
	seen, err := readOf(w.c, store.GetFailed, key)
	if err == nil && seen.Times > 0 {
		seen.Times--
		store.PutFailed(&w.Changes, key, seen)
	}
	return err
}

// countFailure counts how often the same answer to the same question failed. After
// failsOften times it has knowledge made from it, once the write is stored.
func (w *write) countFailure(t *treeSearch, last *lats.Node, f episodic.Failure) error {
	key, answer := t.failureKey(last)
	if key == "" {
		return nil
	}
	seen, err := readOf(w.c, store.GetFailed, key)
	if err != nil {
		return err
	}
	seen.Times++
	store.PutFailed(&w.Changes, key, seen)
	if seen.Times < failsOften || seen.Offered {
		return nil
	}
	text := fmt.Sprintf("Asked %q, the answer %q failed %d times: %s", f.Question, answer, seen.Times, f.Came)
	w.Then(func() {
		w.c.background.Go(func() {
			if err := w.c.searches.offer(w.c.ctx, key, text); err != nil && w.c.ctx.Err() == nil {
				w.c.trouble("search", "an answer that failed repeatedly was not offered as feedback", err)
			}
		})
	})
	return nil
}

// offer submits a repeated failure as feedback for knowledge, once.
func (ts *searches) offer(ctx context.Context, key, text string) (err error) {
	w := ts.c.write()
	defer w.end(&err)
	l, err := w.learn()
	if err != nil {
		return err
	}
	seen, err := readOf(ts.c, store.GetFailed, key)
	if err != nil || seen.Offered {
		return err
	}
	seen.Offered = true
	store.PutFailed(&w.Changes, key, seen)
	l.submit(knowledge.Feedback{Text: text, Kind: knowledge.Memory, Author: "lats"})
	return l.commit(ctx, nil)
}

// submit queues a feedback, and gives its id and the job that makes knowledge of it.
func (l *learning) submit(f knowledge.Feedback) (id string, j job.Job) {
	l.feedback++
	f.ID, f.Said = knowledge.FeedbackID(l.feedback), l.At
	n := l.feedback
	store.PutSubmission(&l.Changes, n, f)
	l.line(knowledge.Line{Did: "submitted", Feedback: f.ID, By: f.Author})
	l.Then(func() { l.queued = append(l.queued, n) })
	due := l.At
	if batch := l.write.c.config().Knowledge; len(l.queued)+1 < batch.BatchItems {
		due = due.Add(time.Duration(batch.BatchHours * float64(time.Hour)))
	}
	return f.ID, l.write.c.jobs.Want(l.Change, job.Knowledge, "", l.At, due)
}
