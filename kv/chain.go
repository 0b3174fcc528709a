package kv

import "context"

// Chain keeps change sets that build on one another in order. Each is computed from
// the state in memory, which already has the changes of the ones before it, although
// those may not be stored yet. When one of them is not stored, none after it is.
//
// Its users hold a lock of their own when they call its methods. After a failure a
// chain stores nothing more: its users wait for what is still being committed, read
// their state from the store again, and use a new chain. The zero value is ready.
type Chain struct {
	last *request // nil: there was none
}

// ApplyNext is [DB.Apply] for the next change set of a chain. It calls queued once,
// as soon as the change set is in the queue or was refused: from then on the caller's
// lock may be released, and the next change set of the chain may share the commit.
// When an earlier change set was not stored, this one is refused with the same error.
// It is not withdrawn when ctx ends.
func (db *DB) ApplyNext(ctx context.Context, chain *Chain, c *Changes, queued func()) error {
	r := newRequest(c)
	r.after, r.settled = chain.last, make(chan struct{})
	leads, err := db.place(r)
	if err != nil {
		r.err = err // for those after it; once it is queued, r belongs to the leader
	}
	chain.last = r
	queued()
	if err != nil {
		if r.after != nil { // it is settled after those before it, which may still be committed
			<-r.after.settled
		}
		r.settle(err)
		return err
	}
	return db.await(context.WithoutCancel(ctx), r, leads)
}

// place checks the change set of a chain and queues it.
func (db *DB) place(r *request) (leads bool, err error) {
	if err := db.admit(r.changes); err != nil {
		return false, err
	}
	return db.queue.push(r)
}

// Pending returns a function that waits until all change sets so far are stored or
// refused, and returns why the last one was not stored, nil if it was. The function
// may be called without the lock.
func (ch *Chain) Pending() (wait func() error) {
	r := ch.last
	if r == nil {
		return func() error { return nil }
	}
	return func() error {
		<-r.settled
		return r.err
	}
}

// settle records the result of a request that later ones of a chain may build on.
func (r *request) settle(err error) {
	if r.settled == nil {
		return
	}
	r.err, r.after = err, nil // so that a chain holds its last request alone
	close(r.settled)
}

// withoutOrphans takes out of a group the requests that build on one that failed, and
// gives each the error of that one.
func withoutOrphans(group []*request) (rest, orphans []*request) {
	for _, r := range group {
		if r.after != nil && r.after.err != nil {
			r.err = r.after.err
			orphans = append(orphans, r)
		} else {
			rest = append(rest, r)
		}
	}
	return rest, orphans
}
