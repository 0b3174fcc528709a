package daemon

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Knowledge turns feedback into memories, rules and skills, which people approve.
type Knowledge struct{ c *core }

// Submit queues a feedback, from which knowledge is made.
func (k *Knowledge) Submit(ctx context.Context, p ipc.SubmitParams) (r ipc.SubmitResult, err error) {
	w, err := k.c.begin(ctx, callOf(ipc.KnowledgeSubmit, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := noControls("text", p.Text, "author", p.Author, "scene_id", p.SceneID); err != nil {
		return r, err
	}
	if strings.TrimSpace(p.Text) == "" {
		return r, badParams(fault.Field("text", p.Text, "something that was said"))
	}
	f := knowledge.Feedback{Text: p.Text, Scope: knowledge.Scope{Scene: p.SceneID}, Episode: p.Episode, Author: p.Author}
	if p.Kind != "" {
		if f.Kind, err = knowledge.ParseKind(p.Kind); err != nil {
			return r, badParams(err)
		}
	}
	if (p.Amends == "") != (p.Relation == "") {
		return r, badParams(fault.New(fault.Invalid, "amends and relation go together").About("relation", nil).WithHint("give both: the id of the item in amends, and how the text changes it in relation"))
	}
	if p.Amends != "" && len(p.Follows) > 0 {
		return r, badParams(fault.New(fault.Invalid, "follows_from is for new items only, and amends changes an item").About("follows_from", p.Follows[0]).WithHint("leave one of the two out"))
	}
	f.Relation, f.At = knowledge.Relation(p.Relation), p.At
	if p.Episode != "" {
		if f.Step, err = k.stepOf(p); err != nil {
			return r, err
		}
	}
	l, err := w.learn()
	if err != nil {
		return r, err
	}
	if p.Amends != "" {
		old, err := l.named("amends", p.Amends)
		if err != nil {
			return r, err
		}
		f.Amends = old.Now.ID
		if at := old.Now.Scope.Scene; p.SceneID != "" && p.SceneID != at {
			return r, badParams(fault.New(fault.Invalid, "%s holds %s, and can only be changed there", p.Amends, old.Now.Scope).About("scene_id", p.SceneID).
				WithHint("leave scene_id out to change it; leave amends and relation out to say something about %s alone", p.SceneID))
		}
	}
	f.Follows = slices.Clone(p.Follows)
	for n, id := range p.Follows {
		i, err := l.named("follows_from", id)
		if err != nil {
			return r, err
		}
		f.Follows[n] = i.Now.ID
		if i.Now.Status != item.Active {
			return r, fault.New(fault.Conflict, "%s is %s", id, i.Now.Status).About("follows_from", id).WithHint("knowledge.list with the status active has those in use")
		}
	}
	r.Feedback, r.Job = l.submit(f)
	return r, l.commit(ctx, r)
}

// stepOf is the step of an episode that a feedback is about.
func (k *Knowledge) stepOf(p ipc.SubmitParams) (step int, err error) {
	err = k.c.memories.with(p.Episode, func(l *live) error { step = l.mem.Seq(); return nil })
	if err == nil && p.Step != nil && *p.Step > step {
		return step, nav.NotTaken(*p.Step, step)
	}
	set(&step, p.Step)
	return step, err
}

// Process makes knowledge now, from one feedback or from all that is queued, at most
// maxPage in a call. It waits for feedback about which a model is being asked.
func (k *Knowledge) Process(ctx context.Context, p ipc.ProcessParams) (r ipc.ProcessResult, err error) {
	r.Feedback = []knowledge.Feedback{}
	once := &round{tried: map[int]bool{}}
	for len(r.Feedback) < maxPage && !once.away {
		f, more, err := k.c.learned.learnNext(ctx, once, p.Feedback)
		if err != nil {
			return r, err
		}
		if !more {
			break
		}
		r.Feedback = append(r.Feedback, f)
	}
	if p.Feedback != "" && len(r.Feedback) == 0 { // it was done before
		f, err := readOf(k.c, store.GetSubmission, p.Feedback)
		if err != nil {
			return r, err
		}
		r.Feedback = append(r.Feedback, f)
	}
	return r, nil
}

// maxPage is how many feedbacks one call processes.
const maxPage = 1000

// List gives items newest first.
func (k *Knowledge) List(_ context.Context, p ipc.KnowledgeListParams) (r ipc.KnowledgeListResult, err error) {
	kind := knowledge.Kind("")
	if p.Kind != "" {
		if kind, err = knowledge.ParseKind(p.Kind); err != nil {
			return r, badParams(err)
		}
	}
	if p.Cursor, _ = knowledge.SplitRef(p.Cursor); p.Cursor != "" {
		if _, is := ref.Number(p.Cursor, knowledge.Prefix); !is {
			return r, badCursor(p.Cursor)
		}
	}
	err = k.c.view(func(tx *kv.Tx) (err error) {
		r.Items, r.Cursor, err = paged(p.Limit, store.Items(tx, p.Cursor), func(i knowledge.Item) (knowledge.Item, bool, error) {
			return i, (kind == "" || i.Kind == kind) && (p.Status == "" || string(i.Status) == p.Status) && (p.SceneID == "" || i.Scope.Scene == p.SceneID), nil
		}, func(i knowledge.Item) string { return i.ID })
		return err
	})
	return r, err
}

// Get gives an item, or a version of it.
func (k *Knowledge) Get(_ context.Context, p ipc.ItemParams) (knowledge.Item, error) {
	return k.versionOf(p.ID, p.Version)
}

// History gives all versions of an item, and what was done to it.
func (k *Knowledge) History(_ context.Context, p ipc.ItemHistoryParams) (r ipc.ItemHistoryResult, err error) {
	r.Log = []knowledge.Line{}
	err = k.c.view(func(tx *kv.Tx) error {
		id, version := knowledge.SplitRef(p.ID)
		if r.Versions, err = store.ItemHistory(tx, id); err != nil {
			return err
		}
		if n := len(r.Versions); n > 0 && version > 0 && version != n {
			return notPresent("id", p.ID, n)
		}
		about := map[string]bool{id: true}
		for _, i := range r.Versions {
			about[i.Proposal] = i.Proposal != ""
			for _, v := range i.Evidence {
				about[v.Feedback] = true
			}
		}
		for line, err := range store.KnowledgeLog(tx) {
			if err != nil {
				return err
			}
			if about[line.Item] || about[line.Proposal] || about[line.Feedback] {
				r.Log = append(r.Log, line)
			}
		}
		return nil
	})
	if err == nil && len(r.Versions) == 0 {
		return r, knowledge.Missing(p.ID)
	}
	return r, err
}

// Diff says what changed between two versions of an item.
func (k *Knowledge) Diff(_ context.Context, p ipc.DiffParams) (r ipc.DiffResult, err error) {
	to, err := k.versionOf(p.ID, p.To)
	if err != nil {
		return r, err
	}
	from := knowledge.Item{}
	if before := cmp.Or(p.From, to.Version-1); before > 0 {
		if from, err = k.versionOf(to.ID, before); err != nil {
			return r, err
		}
	}
	return ipc.DiffResult{Diff: diffOf(from.Body, to.Body)}, nil
}

// Rollback brings back an earlier version of an item, or takes back what a feedback, or all
// feedback of a batch, changed last. It makes new versions, so nothing is lost.
func (k *Knowledge) Rollback(ctx context.Context, p ipc.RollbackParams) (r ipc.RollbackResult, err error) {
	if p.DryRun {
		p.Key = ""
	}
	w, err := k.c.begin(ctx, callOf(ipc.KnowledgeRollback, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if given := slices.DeleteFunc([]string{p.ID, p.Feedback, p.Batch}, func(s string) bool { return s == "" }); len(given) != 1 {
		return r, badParams(fault.New(fault.Invalid, "the call needs exactly one of id, feedback and batch").About("id", nil).WithHint("give one of them"))
	}
	if err := noControls("author", p.Author, "reason", p.Reason); err != nil {
		return r, err
	}
	l, err := w.learn()
	if err != nil {
		return r, err
	}
	switch {
	case p.ID != "":
		err = k.rollItem(l, p)
	case p.Feedback != "":
		err = k.rollFeedback(l, p, &r)
	default:
		err = k.rollBatch(l, p, &r)
	}
	if err != nil {
		return r, err
	}
	made, err := l.keep()
	if err != nil {
		return r, err
	}
	r.Items = append([]knowledge.Item{}, made...)
	for _, i := range made {
		l.line(knowledge.Line{Did: "rolled back", Item: i.ID, Version: i.Version, Feedback: p.Feedback, By: p.Author, Reason: p.Reason})
	}
	r.Proposed = l.orphans
	if p.DryRun {
		return r, nil
	}
	return r, l.commit(ctx, r)
}

func (k *Knowledge) rollItem(l *learning, p ipc.RollbackParams) error {
	r, err := l.named("id", p.ID)
	if err != nil {
		return err
	}
	p.ID = r.Now.ID
	if p.Expect != nil && *p.Expect != r.Now.Version {
		return fault.New(fault.Conflict, "%s is version %d", p.ID, r.Now.Version).About("expect_version", *p.Expect).WithHint("look at it again")
	}
	to := &r.Before
	switch {
	case p.Version == nil && r.Before.Version == 0, p.Version != nil && *p.Version == 0:
		to = nil
	case p.Version != nil:
		i, err := k.versionOf(p.ID, *p.Version)
		if err != nil {
			return err
		}
		to = &i
	}
	if to != nil && to.Status == item.Active {
		if same := l.twin(*to); same != "" {
			return fault.New(fault.Conflict, "%s is in use and says the same", same).About("id", p.ID).
				WithHint("leave it as it is, or roll %s back to version 0 first", same)
		}
	}
	l.restore(r, to, p.Author, p.Reason)
	return nil
}

// rollFeedback takes back what a feedback changed last, its open proposals, and the
// feedback while it is queued. An item that rests on other feedback too keeps that. Items
// that were changed since are left as they are.
func (k *Knowledge) rollFeedback(l *learning, p ipc.RollbackParams, r *ipc.RollbackResult) error {
	f, err := readOf(k.c, store.GetSubmission, p.Feedback)
	if err != nil {
		return err
	}
	withdrawn, err := l.withdraw(f, p.Author, p.Reason)
	if err != nil {
		return err
	}
	r.Withdrawn = append(r.Withdrawn, withdrawn...)
	l.detach(p.Author, func(o attachment) bool { return o.Feedback == p.Feedback })
	for one := range l.book.Records() {
		if one.Now.Feedback != p.Feedback && !one.Now.Life().Cites(p.Feedback) {
			continue
		}
		stays, err := k.rollRecord(l, one, p)
		if err != nil {
			return err
		}
		if stays && !slices.Contains(r.Left, one.Now.ID) {
			r.Left = append(r.Left, one.Now.ID)
		}
	}
	return nil
}

// rollBatch takes back what all feedback that a job processed changed, the newest first.
func (k *Knowledge) rollBatch(l *learning, p ipc.RollbackParams, r *ipc.RollbackResult) error {
	var said []string
	err := k.c.view(func(tx *kv.Tx) error {
		for f, err := range store.Submissions(tx) {
			if err != nil {
				return err
			}
			if f.Batch == p.Batch {
				said = append(said, f.ID)
			}
		}
		return nil
	})
	if err == nil && len(said) == 0 {
		err = fault.New(fault.NotFound, "no job of this id made knowledge from feedback").About("batch", p.Batch).WithHint("take batch from the record of a feedback: an id like j3")
	}
	for _, p.Feedback = range said {
		if err := k.rollFeedback(l, p, r); err != nil {
			return err
		}
	}
	slices.Sort(r.Left)
	return err
}

// rollRecord takes back what a feedback did to one item: the version that it made, or its
// evidence. It reports whether the content stays because something else changed the item
// since.
func (k *Knowledge) rollRecord(l *learning, r *knowledge.Record, p ipc.RollbackParams) (stays bool, err error) {
	versions, err := readOf(k.c, store.ItemHistory, r.Now.ID)
	if err != nil {
		return false, err
	}
	made := slices.IndexFunc(versions, func(i knowledge.Item) bool { return i.Feedback == p.Feedback })
	others := r.Now.Without(p.Feedback)
	since := made >= 0 && slices.ContainsFunc(versions[made:], func(i knowledge.Item) bool {
		return i.Feedback != p.Feedback && i.Operation != knowledge.Ignore
	})
	switch {
	case made > 0 && !since:
		to := &versions[made-1]
		left := func(v feedback.Evidence) bool { return others.Life().Cites(v.Feedback) }
		if len(to.Evidence) > 0 && !slices.ContainsFunc(to.Evidence, left) {
			to = nil // all that it rested on was taken back
		} else if same := l.twin(*to); same != "" && to.Status == item.Active {
			to.Status, to.SupersededBy = item.Superseded, same
		}
		l.restore(r, to, p.Author, p.Reason)
	case made <= 0 && len(others.Evidence) == 0 && r.Now.Life().Cites(p.Feedback) && r.Now.Status != item.Retired:
		l.restore(r, nil, p.Author, p.Reason)
	case len(others.Evidence) > 0 && len(others.Evidence) < len(r.Now.Evidence):
		if others.Scope, err = l.saidFor(others); err != nil {
			return false, err
		}
		others.Operation, others.Relation, others.Mode = knowledge.Ignore, "", ""
		others.Author, others.Reason, others.From = p.Author, p.Reason, l.At
		l.book.Put(r, others)
		return since, nil
	default:
		return since && r.Now.Status != item.Retired, nil
	}
	return false, nil
}

// Search finds items in use that fit a question; none when nothing is known.
func (k *Knowledge) Search(ctx context.Context, p ipc.KnowledgeSearchParams) (r ipc.KnowledgeSearchResult, err error) {
	r.Items = []ipc.KnowledgeHit{}
	kinds := map[knowledge.Kind]bool{}
	for _, name := range p.Kinds {
		kind, err := knowledge.ParseKind(name)
		if err != nil {
			return r, badParams(err)
		}
		kinds[kind] = true
	}
	most := cmp.Or(p.K, 10)
	// three times as many, because some are of another kind
	found, err := k.c.learned.findItems(ctx, p.Query, 3*most, scenesOf(p.SceneID)...)
	if err != nil {
		return r, err
	}
	for _, i := range found {
		if i.fit == search.Weak || len(kinds) > 0 && !kinds[i.Kind] || !i.Scope.Holds(p.SceneID) {
			continue
		}
		if r.Items = append(r.Items, ipc.KnowledgeHit{Item: i.Item, Fit: i.fit, Score: i.score}); len(r.Items) == most {
			break
		}
	}
	return r, nil
}
