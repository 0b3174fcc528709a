package kv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"
)

// compactTx is how many bytes are copied in one transaction.
const compactTx = 16 << 20

// Compact copies the store, as it is when Compact begins, to a new file dst, without
// the free space that deletes leave behind, and compares the two. It returns a
// *[DamagedError] with the first problem of [DB.Check] when the store is not sound, an
// error that wraps os.ErrExist when dst exists, and the error of ctx when it ends
// first. After a failure it removes what it wrote.
func (db *DB) Compact(ctx context.Context, dst string) (err error) {
	problems, err := db.Check(ctx)
	if err == nil && len(problems) > 0 {
		err = damaged(db.path, problems[0].String())
	}
	if err != nil {
		return err
	}
	f, err := os.OpenFile(dst, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("kv: compact: %w", err)
	}
	if err = f.Close(); err == nil {
		err = db.compactTo(ctx, dst)
	}
	if err != nil {
		return fmt.Errorf("kv: compact: %w", errors.Join(err, os.Remove(dst)))
	}
	return nil
}

// compactTo copies every bucket to the empty file dst.
func (db *DB) compactTo(ctx context.Context, dst string) error {
	to := opener{path: dst, opts: Options{Sync: true}.withDefaults(), fresh: true}
	out, err := to.open()
	if err != nil {
		return err
	}
	err = guard(db.path, "copying", func() error { return bbolt.Compact(out, db.bolt, compactTx) })
	if err == nil {
		err = guard(db.path, "comparing", func() error { return equal(ctx, db.bolt, out) })
	}
	if err == nil {
		err = newDB(to, out, nil).seal()
	}
	if err = errors.Join(withErrno(err), out.Close()); err != nil {
		return err
	}
	return trim(dst)
}

// trim cuts off what lies after the last page of a store that nobody has open: a file
// grows by more than it needs.
func trim(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if h, ok := readHead(f); ok {
		err = f.Truncate(int64(h.metas[h.newest()].pages) * int64(h.size))
	}
	return errors.Join(err, f.Sync(), f.Close())
}

// equal returns an error that says where b differs from a.
func equal(ctx context.Context, a, b *bbolt.DB) error {
	return a.View(func(as *bbolt.Tx) error {
		return b.View(func(bs *bbolt.Tx) error {
			return as.ForEach(func(name []byte, from *bbolt.Bucket) error {
				to := bs.Bucket(name)
				if to == nil || to.Sequence() != from.Sequence() {
					return fmt.Errorf("table %s was not copied whole", name)
				}
				c, n := to.Cursor(), 0
				k, v := c.First()
				err := from.ForEach(func(wantKey, wantValue []byte) error {
					if !bytes.Equal(k, wantKey) || !bytes.Equal(v, wantValue) {
						return fmt.Errorf("table %s: key %s was not copied", name, Key(wantKey))
					}
					k, v = c.Next()
					if n++; n%1000 == 0 {
						return ctx.Err()
					}
					return nil
				})
				if err == nil && k != nil {
					err = fmt.Errorf("table %s has more than was copied", name)
				}
				return err
			})
		})
	})
}
