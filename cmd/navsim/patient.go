package main

import (
	"context"
	"errors"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
)

// patience is how long a call may take: a minute more than the longest deadline that a
// plan can have. A daemon that was stopped (SIGSTOP) never answers.
const patience = 11 * time.Minute

// patient is a daemon whose calls fail when they take too long.
type patient struct {
	navd ipc.Caller
	wait time.Duration
}

// Call implements [ipc.Caller].
func (p patient) Call(ctx context.Context, method string, params, result any) error {
	limited, cancel := context.WithTimeout(ctx, p.wait)
	defer cancel()
	err := p.navd.Call(limited, method, params, result)
	if err != nil && ctx.Err() == nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return fault.New(fault.Timeout, "navd did not answer %s within %v", method, p.wait).
			WithHint("check whether navd was stopped (SIGSTOP) and whether the machine is overloaded")
	}
	return err
}
