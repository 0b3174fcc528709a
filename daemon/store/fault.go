package store

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"navd/daemon/fault"
	"navd/kv"
)

// wayOut is the hint where single records are damaged.
const wayOut = "`navd check` lists every problem; delete the episode, or stop navd and mend the store with `navd check --repair`, or go back to a copy with `navd restore FILE`"

// AwayHint is the hint when the store's file is not at its path any more.
const AwayHint = "nothing more is stored. `navd backup /a/new/file` writes what navd still has; " +
	"then stop navd, bring it back with `navd restore /a/new/file`, and start navd"

// Fault turns an error of the store's file into a fault that tells a user what to do. Nil,
// faults, and errors that a user can do nothing about stay as they are.
func Fault(err error) error {
	if err == nil {
		return nil
	}
	var known *fault.Error
	var corrupt *kv.CorruptError
	var locked *kv.LockedError
	switch {
	case errors.As(err, &known):
		return err
	case errors.As(err, &corrupt):
		return plain(fault.Corrupt, err).WithHint(wayOut)
	case errors.Is(err, kv.ErrAway):
		return plain(fault.Unavailable, err).WithHint("%s", AwayHint)
	case errors.Is(err, kv.ErrFull):
		return plain(fault.Unavailable, err).WithHint("nothing of this call was stored, and writes fail until there is room; deletes still work. Free space on the disk of the " +
			"data directory: delete episodes, or stop navd and run `navd compact`; retention.disk_free_mb is how much stays free")
	case errors.Is(err, kv.ErrDamaged):
		return plain(fault.Corrupt, err).WithHint("stop navd and look after the disk; `navd check` lists what is wrong, `navd check --repair` makes a store " +
			"of what can be read, and `navd restore FILE` goes back to a copy")
	case errors.Is(err, kv.ErrNewer):
		return plain(fault.Conflict, err).WithHint("run the newer navd that wrote it, or go back to a copy of before with `navd restore FILE`")
	case errors.As(err, &locked):
		return plain(fault.Conflict, err).WithHint("stop that daemon, or give this one another data directory with --data-dir")
	case errors.Is(err, kv.ErrClosed):
		return fault.New(fault.Unavailable, "the store is closed").WithHint("the daemon is stopping; try again when it is back")
	case errors.Is(err, kv.ErrTooLarge):
		return plain(fault.TooLarge, err).WithHint("send less at a time")
	}
	return osFault(err)
}

// plain is a fault with the error's text, less the name of the package it came
// from.
func plain(kind fault.Kind, err error) *fault.Error {
	f := fault.New(kind, "%w", err)
	f.Message = strings.TrimPrefix(f.Message, "kv: ")
	return f
}

// osFault is Fault for errors of the operating system.
func osFault(err error) error {
	for _, full := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, full) {
			return fault.New(fault.Unavailable, "the store cannot write: %s", full.Error()).
				WithHint("make room for the data directory and send the call again; nothing of it was stored")
		}
	}
	if errors.Is(err, syscall.EROFS) {
		return fault.New(fault.Unavailable, "the store cannot write: its file system can only be read").
			WithHint("make it writable again, `dmesg` may tell why it is not, and send the call again; nothing of it was stored")
	}
	if errors.Is(err, fs.ErrPermission) {
		return fault.New(fault.Denied, "the store may not be opened or written: %w", err).
			WithHint("let the user that runs navd own the data directory")
	}
	return err
}

// wholly gives the hint wayOut to a corrupt fault that has none.
func wholly(err error) error {
	f := fault.As(err)
	if f.Kind == fault.Corrupt && f.Hint == "" {
		return f.WithHint(wayOut)
	}
	return err
}
