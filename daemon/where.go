package daemon

import (
	"cmp"
	"context"

	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Where says where the robot of an episode is, and the state of the episode.
func (n *Nav) Where(_ context.Context, p ipc.EpisodeParams) (r ipc.WhereResult, err error) {
	e := n.c.journal.Hold(p.Episode)
	defer e.Release()
	l, err := n.c.memories.remember(p.Episode, e.Tail)
	if err != nil {
		return r, err
	}
	r = ipc.WhereResult{
		Episode: l.id, Goal: l.ep.Goal, Status: l.ep.Status, Seq: l.mem.Seq(), At: l.ep.Began, Pose: l.mem.Pose(),
		Place: l.mem.Where(), Loop: l.mem.Loop(), PlanDue: l.mem.PlanDue(), SceneDue: l.mem.SceneDue(), House: l.houseNow(),
	}
	if s := n.c.cameras.last(p.Episode); s.seq >= 0 {
		r.Camera = &ipc.Camera{Seq: s.seq, Pictures: len(s.pictures)}
	}
	if r.Seq == 0 {
		return r, nil
	}
	err = n.c.view(func(tx *kv.Tx) error {
		last, found, err := store.GetStep(tx, l.id, e.Tail(), r.Seq)
		if found {
			r.At, r.Action, r.Phase = last.Time, last.Step.Step.Action, last.Step.Step.Phase
		} else { // retention removed the log
			r.At = cmp.Or(l.ep.Ended, r.At)
		}
		return err
	})
	return r, err
}
