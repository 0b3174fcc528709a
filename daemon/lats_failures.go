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
	"navd/daemon/store"
	"navd/daemon/think"
	"navd/daemon/words"
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
		if err := w.keepFailure(t, l.Node, l.Text); err != nil {
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
// says more than the last observation. The caller has locked the search.
func (w *write) keepFailure(t *treeSearch, node int, why string) error {
	path := t.pathTo(node)
	last := path[len(path)-1]
	f := episodic.Failure{Question: t.record.Question, Came: cmp.Or(why, last.Observation)}
	for _, n := range path[1:] {
		f.Steps = append(f.Steps, n.Action.String())
	}
	seq, err := w.number(failureSpace)
	if err != nil {
		return err
	}
	m := episodic.Meta{Time: w.moment(), Source: "lats", Trust: 1, Episode: t.record.Episode, Step: t.record.AtStep, Plan: t.record.Plan}
	if t.memory != nil {
		m.Target = words.ObjectKey(t.memory.Goal)
	}
	id, err := w.freeID(failureSpace, seq)
	if err != nil {
		return err
	}
	r, err := f.Record(w.c.experience.profiles[navProfile], failureSpace, seq, id, m)
	if err != nil {
		return err
	}
	w.putCase(r)
	return w.countFailure(t, last, f)
}

// countFailure counts how often the same answer to the same question failed. After
// failsOften times it has knowledge made from it, once the write is stored.
func (w *write) countFailure(t *treeSearch, last *lats.Node, f episodic.Failure) error {
	answer := last.Action.Key()
	if t.memory != nil { // angles of two scans cannot be compared, room types can
		if answer = think.ParseAnswer(last.Action.Param).Scene; answer == "" {
			return nil
		}
	}
	key := strings.ToLower(t.record.Question) + "\n" + answer
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
				w.c.trouble("search", "what failed again and again is not offered", err)
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
