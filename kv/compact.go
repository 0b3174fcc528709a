package kv

import (
	"context"
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"
)

// compactTx is how many bytes Compact copies in one transaction.
const compactTx = 16 << 20

// Compact copies the store at src, which no DB may hold, to a new file dst
// without the free space that deletes leave behind. It returns the errors of
// [Open] for src, one that wraps os.ErrExist when there is a dst, and removes
// dst again after a failure. Values are copied as they are, checked or not.
func Compact(src, dst string) (err error) {
	from := opener{path: src, opts: Options{Sync: true, MustExist: true}.withDefaults()}
	in, err := from.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	if err := whole(from, in); err != nil {
		return err
	}
	f, err := os.OpenFile(dst, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("kv: compact: %w", err)
	}
	if err = f.Close(); err == nil {
		err = copyStore(in, dst)
	}
	if err != nil {
		return fmt.Errorf("kv: compact: %w", errors.Join(err, os.Remove(dst)))
	}
	return nil
}

// whole sees that a copy would leave nothing out.
func whole(o opener, in *bbolt.DB) error {
	problems, err := newDB(o, in, nil).Check(context.Background())
	if err == nil && len(problems) > 0 {
		err = damaged(o.path, problems[0].String())
	}
	return err
}

// copyStore copies every bucket of in to the empty file dst.
func copyStore(in *bbolt.DB, dst string) error {
	to := opener{path: dst, opts: Options{Sync: true}.withDefaults(), fresh: true}
	out, err := to.open()
	if err != nil {
		return err
	}
	err = guard(in.Path(), "copying", func() error { return bbolt.Compact(out, in, compactTx) })
	return errors.Join(withErrno(err), out.Close())
}
