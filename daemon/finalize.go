package daemon

import (
	"context"
	"time"

	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/store"
	"navd/ipc"
)

// givenFinal checks a final that a caller made.
func givenFinal(g ipc.GivenFinal) (f grounding.Final, err error) {
	if g.Generated != "" {
		if _, err := time.Parse(time.RFC3339, g.Generated); err != nil {
			return f, badParams(fault.Field("final_grounding.generation_timestamp", g.Generated, "a time by RFC 3339, with its zone"))
		}
	}
	f.Generated = g.Generated
	some := false
	for _, part := range []struct {
		from *grounding.Content
		to   *grounding.Content
	}{{g.UserPreference, &f.UserPreference}, {g.Spatial, &f.Spatial}, {g.Procedural, &f.Procedural}, {g.General, &f.General}} {
		if part.from != nil {
			*part.to, some = *part.from, true
		}
	}
	if !some {
		return f, badParams(fault.Field("final_grounding", "{}", "at least one category"))
	}
	if err := f.Check(); err != nil {
		bad := fault.As(err)
		bad.Field = "final_grounding." + bad.Field
		return f, badParams(bad)
	}
	return f, nil
}

// Finalize queues the making of an episode's final from the feedback so far, and gives the
// final that there is.
func (g *Grounding) Finalize(ctx context.Context, p ipc.FinalizeParams) (r ipc.FinalizeResult, err error) {
	w, err := g.c.begin(ctx, callOf(ipc.GroundingFinalize, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	lesson, err := g.c.finals.lessonOf(p.Episode)
	if err != nil {
		return r, err
	}
	if len(lesson.stack.Steps) == 0 {
		return r, fault.New(fault.Conflict, "the episode has no feedback").About("episode", p.Episode).WithHint("feedback.add gives it some")
	}
	if err := w.hold(p.Episode); err != nil {
		return r, err
	}
	last, found, err := g.c.finals.last(p.Episode)
	if err != nil {
		return r, err
	}
	if found {
		r.Final = &last
	}
	r.Job = w.addFinal()
	return r, w.commit(ctx, r)
}

// SaveFinal stores a final that the caller made.
func (g *Grounding) SaveFinal(ctx context.Context, p ipc.SaveFinalParams) (r ipc.SaveFinalResult, err error) {
	w, err := g.c.begin(ctx, callOf(ipc.GroundingSaveFinal, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	final, err := givenFinal(p.Final)
	if err != nil {
		return r, err
	}
	if err := noControls("author", p.Author); err != nil {
		return r, err
	}
	lesson, err := g.c.finals.lessonOf(p.Episode)
	if err != nil {
		return r, err
	}
	if err := w.hold(p.Episode); err != nil {
		return r, err
	}
	last, _, err := g.c.finals.last(p.Episode)
	if err != nil {
		return r, err
	}
	if final.Generated == "" {
		final.Generated = w.At.Format(time.RFC3339)
	}
	r.Final = lesson.version(p.Episode, last, grounding.ByHand)
	r.Final.Final, r.Final.Author, r.Final.At = final, p.Author, w.At
	store.PutFinal(&w.Changes, r.Final)
	return r, w.commit(ctx, r)
}
