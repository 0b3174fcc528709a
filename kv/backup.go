package kv

import (
	"context"
	"fmt"
	"io"
)

// Backup writes a copy of the store to w, as of the moment it is called, and
// returns its length in bytes. The copy is a store file. Reads and commits go
// on meanwhile. It returns the error of w, that of ctx when it ends first,
// [ErrClosed], or a *[DamagedError].
func (db *DB) Backup(ctx context.Context, w io.Writer) (n int64, err error) {
	out := &contextWriter{ctx: ctx, w: w}
	err = db.View(func(tx *Tx) error {
		return guard(db.path, "backup", func() (err error) {
			n, err = tx.bolt.WriteTo(out)
			return err
		})
	})
	if out.err != nil {
		err = out.err
	}
	if err != nil {
		return n, fmt.Errorf("kv: backup: %w", err)
	}
	return n, nil
}

// contextWriter is a writer that ends with its context. It keeps its error,
// which bbolt passes on as text only.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
	err error
}

func (c *contextWriter) Write(p []byte) (n int, err error) {
	if c.err = c.ctx.Err(); c.err == nil {
		n, c.err = c.w.Write(p)
	}
	return n, c.err
}
