package robot

import (
	"context"
	"slices"

	"navd/daemon/words"
	"navd/ipc"
)

// Voice is what an [Oracle] says about a wrong belief.
type Voice string

// The voices.
const (
	Silent Voice = ""       // nothing
	Denies Voice = "denies" // that the thing is not there
	Tells  Voice = "tells"  // where it is instead, once
	Both   Voice = "both"   // both, in one sentence
)

// Oracle simulates a user who knows the house and watches the robot. It is an
// [ipc.Caller] that passes all calls on, reads the plans, and corrects wrong beliefs
// through feedback.add, in plain words only.
//
// A belief is wrong when a plan, without the goal in sight, goes to a type of room that
// does not have the target, by [Truth.Holds]. The oracle speaks at most once per plan and
// once for each such type, and only about rooms and things in the tables of package words.
// Every second time it speaks Korean, if there are Korean names. What it says is true of
// the house.
//
// It is for one course: one search after the other.
type Oracle struct {
	navd    ipc.Caller
	voice   Voice
	scene   string
	truth   *Truth
	episode string
	said    map[words.Key]bool // types of room it has spoken about; with Tells the types it has named
	count   int                // of remarks
	talk    Talk

	// Heard, if set, is called with what was said about a plan. The robot then does not
	// carry out that plan, but asks for another one at once. If nil, the robot goes on
	// with its plan, and what was said counts for the next one.
	Heard func(p ipc.PlanResult, said string, kept ipc.FeedbackResult)
}

// Talk counts what an oracle saw and said.
type Talk struct {
	Plans int // all plans
	Moved int // plans that went another way than without claims
	Said  int // remarks
	Mute  int // remarks from which the daemon read no claim
}

// NewOracle returns the oracle of a course. scene is the scene_id under which the episodes
// of the course are filed, instead of the name of the house, so that courses that must not
// know of each other can share a daemon.
func NewOracle(navd ipc.Caller, voice Voice, scene string, truth *Truth) *Oracle {
	return &Oracle{navd: navd, voice: voice, scene: scene, truth: truth, said: map[words.Key]bool{}}
}

// Call implements [ipc.Caller]. When the daemon refuses what the oracle says, Call returns
// that error.
func (o *Oracle) Call(ctx context.Context, method string, params, result any) error {
	if p, ok := params.(ipc.BeginParams); ok {
		p.SceneID = o.scene
		params = p
	}
	if err := o.navd.Call(ctx, method, params, result); err != nil {
		return err
	}
	switch r := result.(type) {
	case *ipc.BeginResult:
		o.episode = r.Episode
	case *ipc.PlanResult:
		said, err := o.watch(ctx, *r)
		if err != nil || !said || o.Heard == nil {
			return err
		}
		if _, err := ipc.NavPlanResult.Call(ctx, o.navd, ipc.PlanResultParams{Plan: r.Plan, Executed: new(false)}); err != nil {
			return err
		}
		*r = ipc.PlanResult{}
		return o.Call(ctx, method, params, result)
	}
	return nil
}

// Take returns what was counted since the last call of Take.
func (o *Oracle) Take() Talk {
	t := o.talk
	o.talk = Talk{}
	return t
}

// watch reads a plan and corrects it, if need be.
func (o *Oracle) watch(ctx context.Context, p ipc.PlanResult) (said bool, err error) {
	o.talk.Plans++
	if p.Used.Moved {
		o.talk.Moved++
	}
	r, ok := o.remark(p)
	if !ok {
		return false, nil
	}
	text := r.english()
	if o.count++; o.count%2 == 0 {
		if korean, named := r.korean(); named {
			text = korean
		}
	}
	f, err := ipc.FeedbackAdd.Call(ctx, o.navd, ipc.FeedbackParams{Episode: o.episode, Text: text, Author: "oracle"})
	if err != nil {
		return false, err
	}
	o.talk.Said++
	if !slices.ContainsFunc(f.Entries, func(e ipc.FeedbackEntry) bool { return len(e.Claims) > 0 }) {
		o.talk.Mute++
	}
	if o.Heard != nil {
		o.Heard(p, text, f)
	}
	return true, nil
}

// remark returns what to say about a plan; false for nothing.
func (o *Oracle) remark(p ipc.PlanResult) (r remark, ok bool) {
	room := words.LabelKey(p.Discovered.GoalSceneType)
	if o.voice == Silent || p.GoalFlag || p.Fallback || room.Unknown() || o.truth.Holds(room) {
		return r, false
	}
	if o.Heard != nil && room.IsCorridor() { // a user would know that it leads to other rooms
		return r, false
	}
	if !slices.Contains(words.Rooms(), room) || !slices.Contains(words.Objects(), o.truth.target) {
		return r, false
	}
	r = remark{thing: o.truth.target}
	about := room
	if o.voice != Tells {
		r.notIn = room
	}
	if main, known := o.truth.Main(); known && o.voice != Denies {
		r.in = main
	}
	if o.voice == Tells {
		about = r.in
	}
	if about == "" || o.said[about] {
		return r, false
	}
	o.said[about] = true
	return r, true
}
