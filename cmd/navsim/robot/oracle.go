package robot

import (
	"context"
	"slices"

	"navd/daemon/words"
	"navd/ipc"
)

// Voice is what an [Oracle] says of a wrong belief.
type Voice string

// The voices.
const (
	Silent Voice = ""       // nothing
	Denies Voice = "denies" // that the thing is not there
	Tells  Voice = "tells"  // where it is instead, once
	Both   Voice = "both"   // both, in one sentence
)

// Oracle stands for a user who knows the house and watches the robot: a
// [ipc.Caller] that passes all calls on, reads the plans, and corrects wrong
// beliefs through feedback.add, in plain words and nothing else.
//
// A belief is wrong when a plan, without the goal in sight, goes for a type of
// room that does not hold the target, by [Truth.Holds]. The oracle speaks at
// most once a plan and once for each such type, and only of rooms and things
// that the words tables know. Every second time it speaks Korean, when there
// are Korean names. What it says is true of the house.
//
// It serves one course: one search after the other.
type Oracle struct {
	navd    ipc.Caller
	voice   Voice
	scene   string
	truth   *Truth
	episode string
	said    map[words.Key]bool // by type that it was about; with Tells the type that it told
	count   int                // of remarks
	talk    Talk

	// Heard is told what was said of a plan; then the robot does not carry that plan
	// out but asks for another one at once. nil: the robot goes on with its plan, and
	// what was said counts in the next.
	Heard func(p ipc.PlanResult, said string, kept ipc.FeedbackResult)
}

// Talk counts what an oracle saw and said.
type Talk struct {
	Plans int // that were made
	Moved int // of these, plans that went another way than without claims
	Said  int // remarks
	Mute  int // of these, those that the daemon read no claim from
}

// NewOracle makes the oracle of a course. Scene is the scene_id under which the
// course's episodes are filed, in place of the house's name, so that courses
// that must not know of one another can share a daemon.
func NewOracle(navd ipc.Caller, voice Voice, scene string, truth *Truth) *Oracle {
	return &Oracle{navd: navd, voice: voice, scene: scene, truth: truth, said: map[words.Key]bool{}}
}

// Call implements [ipc.Caller]. When the daemon refuses what the oracle says, that
// is the call's error.
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

// Take gives what was counted since it was last taken.
func (o *Oracle) Take() Talk {
	t := o.talk
	o.talk = Talk{}
	return t
}

// watch reads a plan and says what there is to say, if anything.
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

// remark is what there is to say of a plan; false for nothing.
func (o *Oracle) remark(p ipc.PlanResult) (r remark, ok bool) {
	room := words.LabelKey(p.Discovered.GoalSceneType)
	if o.voice == Silent || p.GoalFlag || p.Fallback || room.Unknown() || o.truth.Holds(room) {
		return r, false
	}
	if o.Heard != nil && room.IsCorridor() { // who watches knows that a way leads through it
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
