package kv

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Is reports whether a file is the one that is open, whatever its path.
func (db *DB) Is(info fs.FileInfo) bool {
	mine, err := db.file.Stat()
	return err == nil && os.SameFile(mine, info)
}

// Away returns why nothing may be committed at this moment: an [ErrAway] when the
// file was removed, moved or replaced, so that the next Open would not find what is
// written to it; syscall.EROFS when its file system can only be read; else nil. It is
// asked before each commit. Reads and [DB.Backup] go on with the file that is open.
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
