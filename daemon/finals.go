package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"navd/daemon/ask"
	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/job"
	"navd/daemon/reply"
	"navd/daemon/store"
	"navd/kv"
)

// wantFinal adds a job for the final of the episode, when the configuration asks
// for one.
func (w *write) wantFinal() {
	if g := w.c.config().Grounding; g.Enabled && g.Generation == "episode" {
		w.addFinal()
	}
}

// addFinal adds the job. It replaces a postponed job, and a running one, which may have
// read the feedback too early.
func (w *write) addFinal() job.Job { return w.c.jobs.Want(w.Change, job.Final, w.id, w.At, w.At) }

// wantAgain adds jobs for the finals that say something else than what is in use, now that
// entries were changed. The caller's write must have ended: this takes the episodes one
// after the other, because a change holds one and the entries may rest on several.
func (fi *finals) wantAgain(ctx context.Context, changed []grounding.Entry) {
	seen := map[string]bool{}
	for _, e := range changed {
		for _, v := range e.Evidence {
			if grounding.FromFile(v.Feedback) || seen[v.Episode] {
				continue
			}
			seen[v.Episode] = true
			if err := fi.wantIfChanged(ctx, v.Episode); err != nil {
				fi.c.log.Warn("a final still says what is not in use any more; grounding.finalize makes it again", "episode", v.Episode, "error", err)
			}
		}
	}
}

// wantIfChanged adds a job for the final of an episode, if there is one and it was made from
// other texts than those in use.
func (fi *finals) wantIfChanged(ctx context.Context, id string) (err error) {
	last, found, err := fi.last(id)
	if err != nil || !found {
		return err
	}
	l, err := fi.lessonOf(id)
	if err != nil || last.Used == stackHash(l.used) {
		return err
	}
	w := fi.c.write()
	defer w.end(&err)
	w.Hold(id)
	fi.c.jobs.Want(w.Change, job.Final, id, w.At, w.At)
	return w.commit(context.WithoutCancel(ctx), nil)
}

// finals makes, as jobs, the finals: the summary of what users said in an episode.
type finals struct{ c *core }

// lessonOf reads what the final of an episode is made from: its feedback that is still in
// use, not what was taken back, superseded or retired.
func (fi *finals) lessonOf(id string) (l lesson, err error) {
	var ep episode.Episode
	var records []feedback.Record
	err = fi.c.view(func(tx *kv.Tx) (err error) {
		if ep, err = store.GetEpisode(tx, id); err != nil {
			return err
		}
		records, err = store.FeedbackOf(tx, id)
		return err
	})
	if err != nil {
		return l, err
	}
	name := cmp.Or(ep.Name, id) // the controller's own name, for files
	l.scene, l.stack = ep.SceneID, grounding.Stack(name, records)
	err = fi.c.entries.read(func(b *grounding.Book) error { l.Lesson = grounding.LessonOf(ep.Goal, records, b); return nil })
	l.used = grounding.Stack(name, l.Records)
	return l, err
}

// lesson is a lesson with its sources.
type lesson struct {
	grounding.Lesson
	stack grounding.Snapshot // all that was said and not taken back
	used  grounding.Snapshot // the part that is in use, from which the final is made
	scene string
}

// version begins the next version of the final.
func (l lesson) version(episode string, last grounding.Version, form grounding.Form) grounding.Version {
	return grounding.Version{Episode: episode, Version: last.Version + 1, Form: form, Stack: stackHash(l.stack), Used: stackHash(l.used)}
}

// stackHash is the hash of stacked feedback, to see whether it changed.
func stackHash(s grounding.Snapshot) string {
	text, err := json.Marshal(s.Stacked)
	if err != nil { // lists of strings marshal
		return ""
	}
	return reply.Hash(string(text))
}

// make does a job of kind final: it asks the models. When they give no usable answer it
// makes the final without them, once, and the job is tried again.
func (fi *finals) make(ctx context.Context, j job.Job) (job.Job, error) {
	lesson, err := fi.lessonOf(j.Episode)
	if err != nil {
		return j, err
	}
	last, found, err := fi.last(j.Episode)
	if err != nil {
		return j, err
	}
	models := ask.ModelsOf(fi.c.config().Grounding.Chain)
	v := lesson.version(j.Episode, last, grounding.ByCode)
	made := found && last.Stack == v.Stack && last.Used == v.Used
	if len(lesson.Records) == 0 {
		models = nil // nothing is left to sum up, but a final may still say what was taken back
	}
	if len(lesson.stack.Steps) == 0 && !found || made && (last.Form != grounding.ByCode || len(models) == 0) {
		return fi.fileJob(ctx, j.Finish(fi.c.now().UTC()))
	}
	o, ok, answered := fi.ask(ctx, lesson.Lesson, models, &v)
	now := fi.c.now().UTC()
	v.At = now
	if ok {
		v.Form, v.Final = grounding.ByModel, o.Final
		v.Final.Generated = now.Format(time.RFC3339)
		return fi.file(ctx, j.Finish(now), lesson, v, o.Changes)
	}
	if err := ctx.Err(); err != nil {
		return j, err
	}
	v.Final = grounding.Distil(lesson.used.Stacked, now)
	j = j.Finish(now)
	switch {
	case len(models) == 0:
	case answered && j.Tries >= maxUnusable: // each try costs, and the models will not do better
		j.Error = "given up after " + strconv.Itoa(j.Tries) + " tries: " + v.Failures[len(v.Failures)-1]
	default:
		j = j.Again("no model answered: "+v.Failures[len(v.Failures)-1], now)
	}
	if made {
		return fi.fileJob(ctx, j) // the same was made without models before
	}
	return fi.file(ctx, j, lesson, v, nil)
}

// maxUnusable is how often models are asked when they answer, but never with anything usable;
// jobs.retry asks again. Models that do not answer are asked again without end.
const maxUnusable = 8

// ask asks the models. It is not ok when none gave a usable answer; answered tells whether
// every attempt got an answer of some kind.
func (fi *finals) ask(ctx context.Context, l grounding.Lesson, models []string, v *grounding.Version) (o grounding.Outcome, ok, answered bool) {
	if len(models) == 0 {
		return o, false, false
	}
	role := ask.Final(fi.c.config())
	ctx, cancel := context.WithTimeout(ctx, role.Deadline)
	defer cancel()
	ask := l.Ask(fi.c.prompts.final)
	v.Prompt = reply.Hash(ask.System + "\n" + ask.Prompt)
	m := l.NewMachine(ask, models)
	fi.c.models.Drive(ctx, role, m, models)
	v.Failures = reply.Reasons(m.Attempts())
	answered = len(m.Attempts()) > 0 && !slices.ContainsFunc(m.Attempts(), func(a reply.Attempt) bool { return a.Raw == "" })
	if o, ok = m.Answer(); ok {
		v.Model = models[m.Used()]
		return o, true, true
	}
	if len(v.Failures) == 0 {
		v.Failures = []string{"the deadline passed before a model was asked"}
	}
	return o, false, answered
}

// propose adds the changes that a model proposed to the book, as entries that wait for a
// user to confirm them. Flagged changes go into the record only.
func propose(b *grounding.Book, l grounding.Lesson, scene string, changes []grounding.Change, v *grounding.Version) error {
	for _, ch := range changes {
		p := grounding.Proposal{Change: ch}
		if ch.Flag == "" {
			e := grounding.Entry{Category: ch.Category, Text: ch.Text, Evidence: l.Evidence(ch), State: item.Proposed}
			if e.Local() {
				e.Scope.Scene = scene
			}
			if ch.Action != grounding.Add {
				old, err := b.Get(ch.ID)
				if err != nil {
					return err
				}
				if e.Replaces, e.Scope = old.ID, old.Scope; ch.Action == grounding.Same {
					e.Category, e.Text, e.Replaces = old.Category, old.Text, ""
				}
			}
			added, err := b.Add(e)
			if err != nil {
				return err
			}
			p.Entry = added.ID
		}
		v.Changes = append(v.Changes, p)
	}
	return nil
}

func (fi *finals) last(id string) (v grounding.Version, found bool, err error) {
	err = fi.c.view(func(tx *kv.Tx) (err error) { v, found, err = store.GetFinal(tx, id, 0); return err })
	return v, found, err
}

// file stores a final, the entries that it proposes, and its job, in one commit.
func (fi *finals) file(ctx context.Context, j job.Job, l lesson, v grounding.Version, changes []grounding.Change) (_ job.Job, err error) {
	w := fi.c.write()
	defer w.end(&err)
	if err := w.hold(j.Episode); err != nil {
		return j, err
	}
	last, found, err := fi.last(j.Episode)
	if err != nil {
		return j, err
	}
	if found && last.Version >= v.Version {
		return j, fault.New(fault.Conflict, "another final was stored meanwhile").About("episode", j.Episode)
	}
	book, err := w.entries()
	if err != nil {
		return j, err
	}
	if err := w.said.stored(); err != nil { // so that checkInUse sees every withdrawal
		return j, err
	}
	if err := fi.checkInUse(l.Lesson); err != nil {
		return j, err
	}
	if err := propose(book, l.Lesson, l.scene, changes, &v); err != nil {
		return j, err
	}
	store.PutFinal(&w.Changes, v)
	j = fi.c.jobs.Store(w.Change, j)
	w.tell(event.Event{Type: event.Job, Seq: w.mem.Seq(), Job: j.ID, Reason: j.Error})
	return j, w.commit(ctx, nil)
}

// fileJob stores a job whose work changed nothing.
func (fi *finals) fileJob(ctx context.Context, j job.Job) (_ job.Job, err error) {
	w := fi.c.write()
	defer w.end(&err)
	w.Hold(j.Episode)
	j = fi.c.jobs.Store(w.Change, j)
	return j, w.commit(ctx, nil)
}

// checkInUse refuses a lesson of which something was taken back while a model was asked:
// the answer would bring it back. The caller holds the entries, so that nothing more is
// taken back before the change is queued.
func (fi *finals) checkInUse(l grounding.Lesson) error {
	return fi.c.view(func(tx *kv.Tx) error {
		for _, r := range l.Records {
			n, _ := feedback.Number(r.ID)
			now, err := store.GetFeedback(tx, n)
			if err != nil {
				return err
			}
			if !now.Withdrawn.IsZero() {
				return fault.New(fault.Conflict, "feedback was taken back meanwhile").About("feedback", r.ID)
			}
		}
		return nil
	})
}
