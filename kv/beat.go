package kv

import "context"

// Beat shows that the writer works: it waits in the queue of change sets like any
// other, then begins and ends a write transaction that changes nothing. Nil means that
// every commit before it has ended and that the next one can begin. When a commit
// hangs on a disk that does not answer, Beat waits until ctx ends and returns its
// error. It returns [ErrClosed] after Close, and a *[DamagedError] when nothing is
// written any more until the store is opened anew. A full disk or a removed file is no
// error: the writer works, and opening the store anew would not help.
func (db *DB) Beat(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := newRequest(nil)
	leads, err := db.queue.push(r)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- db.await(ctx, r, leads) }() // it may have to commit for others, and hang with them
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// withoutBeats separates the beats from the change sets of a group.
func withoutBeats(group []*request) (rest, beats []*request) {
	for _, r := range group {
		if r.changes == nil {
			beats = append(beats, r)
		} else {
			rest = append(rest, r)
		}
	}
	return rest, beats
}

// beat answers the beats of a group, after the commit of its change sets.
func (db *DB) beat(beats []*request) {
	if len(beats) == 0 {
		return
	}
	tx, err := db.begin(true)
	if err == nil {
		err = tx.Rollback()
	}
	for _, r := range beats {
		r.done <- err
	}
}
