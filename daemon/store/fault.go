package store

import (
	"errors"

	"navd/daemon/fault"
	"navd/kv"
)

// Fault turns an error of the store's file into the fault that a user can act
// upon. Nil and faults pass unchanged.
func Fault(err error) error {
	var known *fault.Error
	var corrupt *kv.CorruptError
	var damaged *kv.DamagedError
	var locked *kv.LockedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return err
	case errors.As(err, &corrupt), errors.As(err, &damaged), errors.Is(err, kv.ErrNewer):
		return fault.New(fault.Corrupt, "%w", err).WithHint("`navd call navd.check` lists every problem; restore the last backup or delete the episode")
	case errors.As(err, &locked):
		return fault.New(fault.Conflict, "%w", err).WithHint("stop that daemon, or give this one another data directory with --data-dir")
	case errors.Is(err, kv.ErrClosed):
		return fault.New(fault.Unavailable, "the store is closed").WithHint("the daemon is stopping; try again when it is back")
	}
	return err
}
