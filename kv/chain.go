package kv

import "context"

// Chain keeps in order the change sets that build on one another. Each was computed
// from what the ones before it had changed in memory, before these were stored. When
// one of them is not stored, neither are those behind it.
//
// A chain belongs to a lock of its users, which they hold when they call its
// methods. After a failure a chain stores nothing more: its users wait for what is
// under way, read their state from the store again, and use a new chain. The zero
// value is ready.
type Chain struct {
	last *request // nil: there was none
}

// ApplyNext is [DB.Apply] for the next change set of a chain. It calls queued
// once, as soon as the change set has its place behind the others or was
// refused; the caller's lock may be released then, and the next change set of
// the chain may share the commit. A change set behind one that was not made is
// refused with that one's error. It is not withdrawn when ctx ends.
func (db *DB) ApplyNext(ctx context.Context, chain *Chain, c *Changes, queued func()) error {
	r := newRequest(c)
	r.after, r.settled = chain.last, make(chan struct{})
	leads, err := db.place(r)
	if err != nil {
		r.err = err // for those behind it; once it is queued, r belongs to the leader
	}
	chain.last = r
	queued()
	if err != nil {
		if r.after != nil { // it settles behind those before it, which may be under way
			<-r.after.settled
		}
		r.settle(err)
		return err
	}
	return db.await(context.WithoutCancel(ctx), r, leads)
}

// place queues the change set of a chain.
func (db *DB) place(r *request) (leads bool, err error) {
	if err := db.admit(r.changes); err != nil {
		return false, err
	}
	return db.queue.push(r)
}

// Pending gives what waits until all change sets so far are made or refused, and
// then says why the last was not made, nil when it was. The caller's lock is not
// needed for it.
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

// settle notes what became of a request that a chain may build on.
func (r *request) settle(err error) {
	if r.settled == nil {
		return
	}
	r.err, r.after = err, nil // so that a chain holds its last request alone
	close(r.settled)
}

// withoutOrphans takes from a group those that build on a request that was not
// made, and gives each its error.
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
