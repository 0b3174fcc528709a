package kv

import (
	"os"

	"go.etcd.io/bbolt"
)

// Full returns a *[FullError] when less is free on the disk than Options.Reserve and
// the file has no free pages for change sets of n bytes; otherwise nil. Every
// commit calls it first.
func (db *DB) Full(bytes int) error {
	if db.opts.Reserve == nil {
		return nil
	}
	reserve := db.opts.Reserve()
	if reserve <= 0 {
		return nil
	}
	// A commit writes every page on the way to its changes anew: about four times what
	// it puts.
	free, known := diskFree(db.path)
	if !known || free >= reserve || db.roomInside() > growth+4*int64(bytes) {
		return nil
	}
	return &FullError{Free: free, Reserve: reserve}
}

// RoomForCopies returns a *[FullError] when n copies of the file beside it would leave less
// free on the disk than Options.Reserve, and what the file grows by at once; otherwise nil.
func (db *DB) RoomForCopies(n int) error {
	info, err := os.Stat(db.path)
	free, known := diskFree(db.path)
	if err != nil || !known {
		return nil // writing tells
	}
	need := int64(n)*info.Size() + growth
	if db.opts.Reserve != nil {
		need += db.opts.Reserve()
	}
	if free >= need {
		return nil
	}
	return &FullError{Free: free, Reserve: need}
}

// roomInside returns how many bytes of the file are free for commits; 0 when the file
// is damaged.
func (db *DB) roomInside() (bytes int64) {
	_ = db.lastCommit("counting free pages", func(_ *bbolt.Tx, p pages, m meta) error {
		ids, _, err := p.freelist(m.freelist)
		bytes = int64(len(ids)) * int64(p.size)
		return err
	})
	return bytes
}

// refuseForRoom takes out of a group the change sets that the disk has no room for.
func (db *DB) refuseForRoom(group []*request) (rest, refused []*request) {
	bytes := 0
	for _, r := range group {
		bytes += r.changes.Bytes()
	}
	err := db.Full(bytes)
	if err == nil {
		return group, nil
	}
	for _, r := range group {
		if r.changes.MakesRoom {
			rest = append(rest, r)
			continue
		}
		r.err = err
		refused = append(refused, r)
	}
	return rest, refused
}
