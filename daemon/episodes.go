package daemon

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"navd/daemon/ask"
	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/limits"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
	"navd/kv"
)

// Episodes begins, ends, lists and deletes episodes.
type Episodes struct{ c *core }

// Begin begins an episode: place 1 and anchor 1 at the origin of its frame.
func (e *Episodes) Begin(ctx context.Context, p ipc.BeginParams) (r ipc.BeginResult, err error) {
	w, err := e.c.begin(ctx, callOf(ipc.EpisodeBegin, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := checkGoal(p.Goal); err != nil {
		return r, err
	}
	ep := e.new(p, beginConfig(e.c.config().Nav.Config, p))
	if err := e.checkArm(ep); err != nil {
		return r, err
	}
	if err := e.c.experience.checkCondition(&ep); err != nil {
		return r, err
	}
	text, skipped, err := e.c.entries.readFilesFor(&ep, p.GroundingFiles)
	if err != nil {
		return r, err
	}
	if p.House != nil || e.c.config().House.Default == "scene" {
		w.lockHouses() // so that none is deleted while an episode begins in it
	}
	in, err := e.houseFor(&ep, p)
	if err != nil {
		return r, err
	}
	ep.ID = e.c.newID(e.c.now().UTC())
	w.place(ep, in)
	if ep.Files != nil {
		store.PutText(&w.Changes, ep.Files.Hash, text)
	}
	r = ipc.BeginResult{
		Episode: ep.ID, Place: w.mem.Where(), Anchor: w.mem.CurrentAnchor(), PlanDue: w.mem.PlanDue(), ScanDue: w.scanDue(), SceneDue: w.mem.SceneDue(), House: w.houseNow(), Skipped: skipped,
	}
	if err := w.commit(ctx, r); err != nil {
		return ipc.BeginResult{}, err
	}
	return r, nil
}

// place puts the robot of a new episode into an empty memory, in a house or, with nil, in none.
func (w *write) place(ep episode.Episode, in *house.House) {
	w.Hold(ep.ID)
	ep.Began = w.At
	mem, events, delta := nav.New(ep.ID, ep.Goal, ep.Config)
	w.live = &live{id: ep.ID, ep: ep, mem: mem}
	if in != nil {
		w.home = w.c.houses.Begin(&w.live.ep, mem, in)
	}
	w.tell(event.Event{Type: event.EpisodeBegin, Label: ep.Goal})
	w.tell(events...)
	w.remembers(delta)
	store.PutEpisode(&w.Changes, w.ep)
	w.Then(func() { w.c.memories.keep(w.live, w.c.config().Nav.LiveEpisodes) })
}

// new gives an episode as a call asks for it, without an id.
func (e *Episodes) new(p ipc.BeginParams, cfg nav.Config) episode.Episode {
	ep := episode.Episode{
		Goal: p.Goal, Name: p.Name, Run: cmp.Or(p.Run, episode.DefaultRun), SceneID: sceneOf(p), Frame: cmp.Or(p.Frame, ownFrame), Instruction: p.Instruction,
		Arm: p.Arm, Condition: p.Condition, Space: cmp.Or(p.Space, episodic.DefaultSpace), Snapshot: p.Snapshot,
		Use: episode.Use{Context: true, Grounding: true, Episodic: true, Knowledge: true, Search: true}, Seed: p.Seed, StartDistance: p.StartDistance,
		Made: &episode.Made{Navd: Version, Settings: e.c.config().Shaping()}, ShortestPathM: p.ShortestPathM, PoseSource: cmp.Or(p.PoseSource, "dead_reckoning"), Config: cfg, Prompt: e.c.prompts.id(), Status: episode.Open,
	}
	if u := p.Use; u != nil {
		set(&ep.Use.Context, u.Context)
		set(&ep.Use.Grounding, u.Grounding)
		set(&ep.Use.Episodic, u.Episodic)
		set(&ep.Use.Knowledge, u.Knowledge)
		set(&ep.Use.Search, u.Search)
		ep.Use.Recent, ep.Use.Without = u.Recent, u.Without
	}
	if p.Config != nil {
		ep.Chain, ep.Lats = p.Config.PlannerChain, p.Config.LatsMode
	}
	return ep
}

// checkArm refuses an experimental arm that contradicts itself.
func (e *Episodes) checkArm(ep episode.Episode) error {
	if ep.Use.Recent && ep.Use.Context {
		return badParams(fault.Field("use.recent", true, "true only with use.context: false; the context has the last decisions already"))
	}
	if len(ep.Chain) == 0 {
		return nil
	}
	const field = "config.planner_chain"
	at, f := limits.Planners(e.c.models.Names()).Check(ep.Chain)
	if f != nil {
		f.Field, f.Hint = field, "leave it out to use the daemon's planner.chain"
		if at != limits.Whole {
			f.Field = fmt.Sprintf("%s[%d]", field, at)
		}
		return badParams(f)
	}
	for i, entry := range ep.Chain {
		if ask.IsModel(entry) && !e.c.models.Has(entry) {
			return badParams(fault.New(fault.Invalid, "this provider is not set up").About(fmt.Sprintf("%s[%d]", field, i), entry).
				WithHint("`navd doctor --planner-chain %s,local` says what it lacks", entry))
		}
	}
	return nil
}

// checkCondition sets the condition of an episode. It refuses a condition that is not
// known or needs a snapshot and gets none, and a snapshot that does not exist.
func (x *experience) checkCondition(ep *episode.Episode) error {
	cond, err := x.condition(ep.Condition)
	if err != nil {
		return badParams(err)
	}
	if ep.Condition = cond.Name; !ep.Use.Episodic {
		ep.Condition = ""
	}
	if cond.Frozen && ep.Snapshot == "" {
		return badParams(fault.New(fault.Invalid, "condition %s needs a snapshot", cond.Name).About("snapshot", ep.Snapshot).
			WithHint("make one with episodic.snapshot, and give its name here"))
	}
	if ep.Snapshot == "" {
		return nil
	}
	return x.c.view(func(tx *kv.Tx) error { _, err := store.GetSnapshot(tx, ep.Space, ep.Snapshot); return err })
}

// beginConfig gives the daemon's settings with those of the episode in place.
func beginConfig(c nav.Config, p ipc.BeginParams) nav.Config {
	c.OdomPose = p.PoseSource == "odom"
	b := p.Config
	if b == nil {
		return c
	}
	set(&c.ForwardM, b.ForwardM)
	set(&c.TurnDeg, b.TurnDeg)
	set(&c.SceneEvery, b.SceneEvery)
	set(&c.QueueSize, b.QueueSize)
	set(&c.LocalizeRadiusM, b.LocalizeRadiusM)
	set(&c.StuckWindow, b.StuckWindow)
	set(&c.AnchorEvery, b.AnchorEvery)
	set(&c.DwellSteps, b.DwellSteps)
	if b.StuckRule != "" {
		c.StuckRule = event.StuckRule(b.StuckRule)
	}
	if b.PlanTriggers != nil {
		c.PlanTriggers = b.PlanTriggers
	}
	return c
}

// set copies a value that was given.
func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// checkGoal refuses a goal that names nothing: no label could be equal to it.
func checkGoal(goal string) error {
	if words.ObjectKey(goal) == "" {
		return badParams(fault.Field("goal", goal, "a name with at least one letter or digit"))
	}
	return noControls("goal", goal)
}

// Goal gives an open episode a new goal on the same map.
func (e *Episodes) Goal(ctx context.Context, p ipc.GoalParams) (r ipc.GoalResult, err error) {
	w, err := e.c.begin(ctx, callOf(ipc.EpisodeGoal, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := checkGoal(p.Goal); err != nil {
		return r, err
	}
	if err := w.holdOpen(p.Episode); err != nil {
		return r, err
	}
	w.remembers(w.mem.SetGoal(p.Goal))
	calls, err := e.callsOf(w.ep, w.keepLeg(w.mem.Plans()))
	if err != nil {
		return r, err
	}
	end := episode.End{Success: p.Success, DistanceToGoal: p.DistanceToGoal, PathM: p.PathM, Steps: p.Steps}
	r.Metrics = episode.Measure(w.ep, end, w.mem, calls)
	w.ep.Pass(w.At, end, r.Metrics)
	base, _, _ := w.mem.Totals() // the leg that ends now belongs to the old goal
	w.ep.Goal, w.ep.GoalBase = p.Goal, &base
	w.ep.StartDistance, w.ep.ShortestPathM = p.StartDistance, p.ShortestPathM
	store.PutEpisode(&w.Changes, w.ep)
	w.tell(event.Event{Type: event.GoalChanged, Seq: w.mem.Seq(), Label: p.Goal})
	r.Episode, r.Goal, r.PlanDue, r.ScanDue = p.Episode, p.Goal, w.mem.PlanDue(), w.scanDue()
	return r, w.commit(ctx, r)
}

// End ends an episode and gives its metrics. Ending it twice gives the stored
// answer, and names what the second call says otherwise.
func (e *Episodes) End(ctx context.Context, p ipc.EndParams) (r ipc.EndResult, err error) {
	w, err := e.c.begin(ctx, callOf(ipc.EpisodeEnd, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := w.hold(p.Episode); err != nil {
		return r, err
	}
	r.Episode = p.Episode
	if w.ep.Status == episode.Ended {
		r.Metrics, r.Ignored = *w.ep.Metrics, otherwise(w.ep, p)
		return r, w.commit(ctx, r)
	}
	said, err := readOf(e.c, store.HasFeedback, p.Episode)
	if err != nil {
		return r, err
	}
	events, delta := w.mem.End()
	w.tell(events...)
	w.remembers(delta)
	last := w.keepLeg(w.mem.Plans())
	calls, err := e.callsOf(w.ep, last)
	if err != nil {
		return r, err
	}
	end := episode.End{Success: p.Success, DistanceToGoal: p.DistanceToGoal, PathM: p.PathM, Steps: p.Steps, Reason: p.Reason}
	w.ep.ShortestPathM = cmp.Or(p.ShortestPathM, w.ep.ShortestPathM)
	r.Metrics = episode.Measure(w.ep, end, w.mem, calls)
	w.ep.Status, w.ep.Ended, w.ep.End, w.ep.Metrics = episode.Ended, w.At, &end, &r.Metrics
	if err := w.merge(); err != nil {
		return r, err
	}
	w.home.Leave()
	w.home = nil
	w.tell(event.Event{Type: event.EpisodeEnd, Seq: w.mem.Seq(), Reason: p.Reason})
	store.PutEpisode(&w.Changes, w.ep)
	if said {
		w.wantFinal()
	}
	if err := w.count(); err != nil {
		return r, err
	}
	w.Then(func() { e.c.searches.dropBegun(p.Episode, nil) }) // no plan follows
	return r, w.commit(ctx, r)
}

// otherwise names the parameters of an end that differ from those with which an episode ended.
func otherwise(ep episode.Episode, p ipc.EndParams) (fields []string) {
	for _, f := range []struct {
		name        string
		given, same bool
	}{
		{"success", p.Success != nil, equal(p.Success, ep.End.Success)},
		{"distance_to_goal", p.DistanceToGoal != nil, equal(p.DistanceToGoal, ep.End.DistanceToGoal)},
		{"shortest_path_m", p.ShortestPathM != nil, equal(p.ShortestPathM, ep.ShortestPathM)},
		{"path_m", p.PathM != nil, equal(p.PathM, ep.End.PathM)},
		{"steps", p.Steps != nil, equal(p.Steps, ep.End.Steps)},
		{"reason", p.Reason != "", p.Reason == ep.End.Reason},
	} {
		if f.given && !f.same {
			fields = append(fields, f.name)
		}
	}
	return fields
}

// equal reports whether two values that may be missing are the same.
func equal[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// callsOf adds up the calls of models, and the advice of past episodes, for an episode's
// present goal: those of its plans and of the pictures since. last is the newest version
// of the last plan when that is not stored yet, else nil.
func (e *Episodes) callsOf(ep episode.Episode, last *planner.Plan) (calls episode.Calls, err error) {
	var base nav.Counts
	if ep.GoalBase != nil {
		base = *ep.GoalBase
	}
	err = e.c.view(func(tx *kv.Tx) error {
		for p, err := range store.Plans(tx, ep.ID, base.Plans) {
			if err != nil {
				return err
			}
			if last != nil && last.N == p.N {
				p = *last
			}
			if calls.N += reply.Calls(p.Attempts); p.Fallback == "" && ask.IsModel(p.Planner) {
				calls.Plans++
			}
			if p.Advice != nil {
				sum := adviceOf(p.Advice).Add(calls.Advice)
				calls.Advice = &sum
			}
			for _, a := range p.Attempts {
				calls.Cost, calls.Seconds = calls.Cost+a.Usage.Cost, calls.Seconds+a.Usage.Took.Seconds()
			}
		}
		for s, err := range store.Scenes(tx, ep.ID) {
			if err != nil {
				return err
			}
			if s.Seq < base.Steps {
				continue
			}
			calls.Scenes += reply.Calls(s.Attempts)
			for _, a := range s.Attempts {
				calls.Cost += a.Usage.Cost
			}
		}
		return nil
	})
	return calls, err
}

// Get gives one episode's record.
func (e *Episodes) Get(_ context.Context, p ipc.EpisodeParams) (episode.Episode, error) {
	return readOf(e.c, store.GetEpisode, p.Episode)
}

// List gives episodes newest first. Its cursor is the last id of a page.
func (e *Episodes) List(_ context.Context, p ipc.EpisodeListParams) (r ipc.EpisodeListResult, err error) {
	err = e.c.view(func(tx *kv.Tx) (err error) {
		if err := checkCursor(tx, p.Cursor); err != nil {
			return err
		}
		r.Episodes, r.Cursor, err = paged(p.Limit, store.Episodes(tx, p.Cursor), func(ep episode.Episode) (episode.Episode, bool, error) {
			return ep, matches(p, ep), nil
		}, func(ep episode.Episode) string { return ep.ID })
		return err
	})
	return r, err
}

// pageSize is the limit of a list call, 100 when it gives none.
func pageSize(limit int) int { return cmp.Or(limit, 100) }

// checkCursor refuses a cursor that no page of episodes can have given. A cursor is the id
// of an episode, which may be deleted by now.
func checkCursor(tx *kv.Tx, s string) error {
	if s == "" || afterID(s) != "" {
		return nil
	}
	if _, err := store.GetEpisode(tx, s); fault.Is(err, fault.NotFound) {
		return badCursor(s)
	}
	return nil
}

func badCursor(s string) error {
	f := fault.Field("cursor", s, "the cursor of the page before")
	return badParams(f.WithHint("send what cursor was in the last answer, or leave it out for the first page"))
}

// numberCursor reads the cursor of a list of numbered things, 0 when there is
// none.
func numberCursor(s string) (int, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, badCursor(s)
	}
	return n, nil
}

func matches(p ipc.EpisodeListParams, e episode.Episode) bool {
	switch {
	case p.Run != "" && e.Run != p.Run, p.SceneID != "" && e.SceneID != p.SceneID:
		return false
	case p.Goal != "" && !hasGoal(e, p.Goal), p.Condition != "" && episodic.ConditionName(e.Condition) != episodic.ConditionName(p.Condition),
		p.Arm != "" && e.Arm != p.Arm:
		return false
	case !p.Since.IsZero() && e.Began.Before(p.Since), !p.Until.IsZero() && !e.Began.Before(p.Until):
		return false
	}
	return true
}

// hasGoal reports whether an episode looks or looked for a goal, by any of its names.
func hasGoal(e episode.Episode, goal string) bool {
	is := func(g string) bool { return g == goal || words.ObjectKey(g).Equal(words.ObjectKey(goal)) }
	return is(e.Goal) || slices.ContainsFunc(e.Goals, func(p episode.Past) bool { return is(p.Goal) })
}

// Delete removes an episode with all its records. Nobody sees it any more at once; its
// records leave the file piece by piece in the background. Its events stay.
func (e *Episodes) Delete(ctx context.Context, p ipc.DeleteParams) (r ipc.DeleteResult, err error) {
	w, err := e.c.begin(ctx, callOf(ipc.EpisodeDelete, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer func() { // after the end of the write, which holds the episode
		if err == nil {
			e.c.searches.forget(p.Episode)
			e.c.retention.sweep(p.Episode)
		}
	}()
	defer w.end(&err)
	w.MakesRoom = true
	w.Hold(p.Episode)
	w.Forget()
	r.Episode = p.Episode
	err = e.c.view(func(tx *kv.Tx) (err error) {
		if r.House, err = houseKeeping(tx, p.Episode); err != nil {
			return err
		}
		if r.Records, err = store.DeleteEpisode(tx, &w.Changes, p.Episode, w.Tail()); err != nil {
			return err
		}
		return e.c.search.Forget(tx, w.Change, p.Episode)
	})
	if err != nil {
		return r, err
	}
	e.c.memories.drop(p.Episode)
	e.c.cameras.forget(p.Episode)
	return r, w.commit(ctx, r)
}
