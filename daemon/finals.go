package daemon

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/job"
	"navd/daemon/nav"
	"navd/daemon/reply"
	"navd/daemon/store"
	"navd/kv"
)

// wantFinal adds a job for the final of an episode to an edit of it, when the
// configuration asks for one and none is waiting.
func (c *core) wantFinal(ed *edit) {
	if g := c.config().Grounding; !g.Enabled || g.Generation != "episode" {
		return
	}
	c.addFinal(ed)
}

// addFinal adds the job. Of one that is put off, and of one that runs and may
// have read the feedback already, another one takes the place.
func (c *core) addFinal(ed *edit) job.Job {
	j := c.finalJob(ed.live.id, ed.at)
	store.PutJob(&ed.Changes, j)
	ed.after = append(ed.after, func() { c.jobs.keep(j); c.jobs.wakeUp() })
	return j
}

// finalJob gives the job of an episode's final, due now. The caller holds the
// episode until the job is stored and kept.
func (c *core) finalJob(id string, now time.Time) job.Job {
	j, found := c.jobs.waiting(job.Final, id)
	if !found {
		j = job.New(c.jobs.nextID(), job.Final, id, now)
	}
	j.Next, j.Updated = now, now
	return j
}

// lessonOf reads what the final of an episode is made of: its feedback that is
// still in use, not what was taken back, superseded or retired.
func (c *core) lessonOf(id string) (l lesson, err error) {
	var ep episode.Episode
	var records []grounding.Record
	err = c.view(func(tx *kv.Tx) (err error) {
		if ep, err = store.GetEpisode(tx, id); err != nil {
			return err
		}
		records, err = store.FeedbackOf(tx, id)
		return err
	})
	if err != nil {
		return l, err
	}
	name := nameOf(ep.Name, id)
	l.scene, l.stack = ep.SceneID, grounding.Stack(name, records)
	err = c.readBook(func(b *grounding.Book) error { l.Lesson = grounding.LessonOf(ep.Goal, records, b); return nil })
	l.used = grounding.Stack(name, l.Records)
	return l, err
}

// lesson is a lesson with where it comes from.
type lesson struct {
	grounding.Lesson
	stack grounding.Snapshot // all that was said and not taken back
	used  grounding.Snapshot // what of it is in use: what the final is made of
	scene string
}

// version begins the next version of the final.
func (l lesson) version(episode string, last grounding.Version, form grounding.Form) grounding.Version {
	return grounding.Version{Episode: episode, Version: last.Version + 1, Form: form, Stack: stackHash(l.stack), Used: stackHash(l.used)}
}

// nameOf is how files call an episode: by the controller's own name of it.
func nameOf(name, id string) string {
	if name != "" {
		return name
	}
	return id
}

// stackHash tells stacked feedback from other.
func stackHash(s grounding.Snapshot) string {
	text, err := json.Marshal(s.Stacked)
	if err != nil { // lists of strings marshal
		return ""
	}
	return reply.Hash(string(text))
}

// makeFinal does a job of kind final: it asks the models, and where they do not
// answer it makes the final without them, once, and stays open.
func (c *core) makeFinal(j job.Job) (job.Job, error) {
	lesson, err := c.lessonOf(j.Episode)
	if err != nil {
		return j, err
	}
	last, found, err := c.lastFinal(j.Episode)
	if err != nil {
		return j, err
	}
	models := modelsOf(c.config().Grounding.Chain)
	v := lesson.version(j.Episode, last, grounding.ByCode)
	made := found && last.Stack == v.Stack && last.Used == v.Used
	if len(lesson.Records) == 0 {
		models = nil // nothing is left to distil, but a final may say what was taken back
	}
	if len(lesson.stack.Steps) == 0 && !found || made && (last.Form != grounding.ByCode || len(models) == 0) {
		return c.fileFinal(j.Finish(c.now().UTC()), nil, nil)
	}
	o, ok, answered := c.askFinal(lesson.Lesson, models, &v)
	now := c.now().UTC()
	v.At = now
	if ok {
		v.Form, v.Final = grounding.ByModel, o.Final
		v.Final.Generated = now.Format(time.RFC3339)
		return c.fileFinal(j.Finish(now), &v, func(b *grounding.Book) error {
			if err := c.stands(lesson.Lesson); err != nil {
				return err
			}
			return propose(b, lesson.Lesson, lesson.scene, o.Changes, &v)
		})
	}
	if err := c.ctx.Err(); err != nil {
		return j, err
	}
	v.Final = grounding.Distil(lesson.used.Stacked, now)
	j = j.Finish(now)
	switch {
	case len(models) == 0:
	case answered && j.Tries >= maxUnusable: // each try costs, and it will not learn
		j.Error = "given up after " + strconv.Itoa(j.Tries) + " tries: " + v.Failures[len(v.Failures)-1]
	default:
		j = j.Again("no model answered: "+v.Failures[len(v.Failures)-1], now)
	}
	if made {
		return c.fileFinal(j, nil, nil) // it was made without them before
	}
	return c.fileFinal(j, &v, func(*grounding.Book) error { return c.stands(lesson.Lesson) })
}

// maxUnusable is how many tries a final is worth whose models answer, but never
// what can be used; jobs.retry tries again. Models that are away are waited for
// without end.
const maxUnusable = 8

// askFinal asks the models; not ok when none gave a usable answer, answered when
// each of them gave one all the same.
func (c *core) askFinal(l grounding.Lesson, models []string, v *grounding.Version) (o grounding.Outcome, ok, answered bool) {
	if len(models) == 0 {
		return o, false, false
	}
	role := c.finalRole()
	ctx, cancel := context.WithTimeout(c.ctx, role.deadline)
	defer cancel()
	ask := l.Ask(c.prompts.final)
	v.Prompt = reply.Hash(ask.System + "\n" + ask.Prompt)
	m := l.NewMachine(ask, models)
	c.drive(ctx, role, m, models)
	answered = len(m.Attempts()) > 0
	for _, a := range m.Attempts() {
		if a.Reason != "" {
			v.Failures = append(v.Failures, a.Model+": "+a.Reason)
		}
		answered = answered && a.Raw != ""
	}
	if o, ok = m.Answer(); ok {
		v.Model = models[m.Used()]
		return o, true, true
	}
	if len(v.Failures) == 0 {
		v.Failures = []string{"the deadline passed before a model was asked"}
	}
	return o, false, answered
}

// propose takes what a model proposed for the entries into the book: new texts
// wait for a user to confirm them, and what is flagged goes no further than the
// record.
func propose(b *grounding.Book, l grounding.Lesson, scene string, changes []grounding.Change, v *grounding.Version) error {
	for _, ch := range changes {
		p := grounding.Proposal{Change: ch}
		if ch.Flag == "" {
			e := grounding.Entry{Category: ch.Category, Text: ch.Text, Evidence: l.Evidence(ch), State: grounding.Proposed}
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

func (c *core) lastFinal(id string) (v grounding.Version, found bool, err error) {
	err = c.view(func(tx *kv.Tx) (err error) { v, found, err = store.GetFinal(tx, id, 0); return err })
	return v, found, err
}

// fileFinal stores a final, what it changed in the book, and how its job
// stands, in one commit. Without a final it is the job alone.
func (c *core) fileFinal(j job.Job, v *grounding.Version, change func(*grounding.Book) error) (job.Job, error) {
	if v == nil {
		return c.fileJob(j)
	}
	err := c.with(j.Episode, func(l *live) error {
		j = c.jobs.again(j)
		ed := c.edit(l)
		commit := func([]grounding.Entry) error {
			store.PutFinal(&ed.Changes, *v)
			store.PutJob(&ed.Changes, j)
			ed.tell(nav.Event{Type: nav.EventJob, Seq: l.mem.Seq(), Job: j.ID, Reason: j.Error})
			return ed.commit(c.ctx, nav.Delta{State: l.mem.State()})
		}
		if last, found, err := c.lastFinal(j.Episode); err != nil || found && last.Version >= v.Version {
			if err == nil {
				err = fault.New(fault.Conflict, "another final was stored meanwhile").About("episode", j.Episode)
			}
			return err
		}
		return c.changeBook(&ed.Changes, change, commit)
	})
	return j, err
}

// fileJob stores how a job stands whose work changed nothing.
func (c *core) fileJob(j job.Job) (job.Job, error) {
	err := c.alone(j.Episode, func(*live) error {
		j = c.jobs.again(j)
		var ch kv.Changes
		store.PutJob(&ch, j)
		return c.apply(c.ctx, &ch)
	})
	return j, err
}

// stands refuses to go on with a lesson of which something was taken back while
// a model thought: it would come back by the answer. The caller holds the book,
// so that nothing is taken back before the commit.
func (c *core) stands(l grounding.Lesson) error {
	return c.view(func(tx *kv.Tx) error {
		for _, r := range l.Records {
			n, _ := grounding.FeedbackNumber(r.ID)
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
