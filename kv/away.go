package kv

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Is reports whether info describes the open file, whatever its path.
func (db *DB) Is(info fs.FileInfo) bool {
	mine, err := db.file.Stat()
	return err == nil && os.SameFile(mine, info)
}

// Away returns why nothing can be committed now: an [ErrAway] when the file was
// removed, moved or replaced, because the next Open would not find what is written to
// it; syscall.EROFS when its file system is read-only; otherwise nil. Every commit
// calls it first. Reads and [DB.Backup] still work on the open file.
func (db *DB) Away() error {
	at, err := os.Stat(db.path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ESTALE):
		return fmt.Errorf("%w: there is none at %s", ErrAway, db.path)
	case err != nil:
		return nil // it cannot be told
	}
	if mine, err := db.file.Stat(); err == nil && !os.SameFile(mine, at) {
		return fmt.Errorf("%w: another one is at %s", ErrAway, db.path)
	}
	if readOnly(db.path) {
		return &fs.PathError{Op: "write", Path: db.path, Err: syscall.EROFS}
	}
	return nil
}
