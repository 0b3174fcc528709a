package store_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

func TestFault(t *testing.T) {
	other := errors.New("other")
	known := fault.New(fault.Conflict, "known")
	for _, tt := range []struct {
		name string
		err  error
		kind fault.Kind
		hint string // contained in it
	}{
		{"a fault", known, fault.Conflict, ""},
		{"a fault inside", fmt.Errorf("reading: %w", known), fault.Conflict, ""},
		{"one value", &kv.CorruptError{Table: "sites", Key: kv.K("e"), Reason: "bad checksum"}, fault.Corrupt, "delete the episode"},
		{"the file", &kv.DamagedError{Path: "navd.db", Reason: "cut"}, fault.Corrupt, "navd restore"},
		{"newer", &kv.NewerError{What: "file format", Have: 2, Known: 1}, fault.Conflict, "newer navd"},
		{"locked", &kv.LockedError{Path: "navd.db", PID: 7}, fault.Conflict, "--data-dir"},
		{"closed", kv.ErrClosed, fault.Unavailable, "again"},
		{"too large", fmt.Errorf("put: %w", kv.ErrTooLarge), fault.TooLarge, "less"},
		{"disk full", fmt.Errorf("kv: commit: %w", &fs.PathError{Op: "write", Path: "/secret", Err: syscall.ENOSPC}), fault.Unavailable, "room"},
		{"read-only", &fs.PathError{Op: "write", Path: "/secret", Err: syscall.EROFS}, fault.Unavailable, "writable again"},
		{"file gone", fmt.Errorf("%w: there is none at navd.db", kv.ErrAway), fault.Unavailable, "navd backup"},
		{"quota", syscall.EDQUOT, fault.Unavailable, "room"},
		{"file size limit", syscall.EFBIG, fault.Unavailable, "room"},
		{"no permission", &fs.PathError{Op: "open", Path: "navd.db", Err: syscall.EACCES}, fault.Denied, "own"},
		{"anything else", other, fault.Internal, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := store.Fault(tt.err)
			f := fault.As(got)
			if f.Kind != tt.kind || !strings.Contains(f.Hint, tt.hint) || (tt.hint == "") != (f.Hint == "") {
				t.Errorf("got %s: %v, hint %q", f.Kind, f, f.Hint)
			}
			if strings.Contains(f.Error(), "/secret") {
				t.Errorf("it tells a path: %v", f)
			}
			if tt.kind != fault.Internal && tt.err != error(known) && strings.Contains(f.Message, "%!") {
				t.Errorf("bad format: %v", f)
			}
		})
	}
	if store.Fault(nil) != nil {
		t.Error("nil becomes an error")
	}
	if store.Fault(other) != other {
		t.Error("an unknown error is changed")
	}
}
