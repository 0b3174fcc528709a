package supervisor

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	systemd "github.com/coreos/go-systemd/v22/daemon"
)

// Notify tells systemd about the daemon, over the socket that NOTIFY_SOCKET names. Its
// errors are only logged.
type Notify struct {
	Log *slog.Logger
}

// Ready says that the daemon serves, after its start or after a reload.
func (n Notify) Ready() { n.say(systemd.SdNotifyReady) }

// Reloading says that the configuration is read again; Ready ends it.
func (n Notify) Reloading() { n.say(systemd.SdNotifyReloading) }

// Stopping says that the daemon ends.
func (n Notify) Stopping() { n.say(systemd.SdNotifyStopping) }

// While the store opens, the daemon asks systemd every extendEvery for extendBy more time to
// start, at most extendMost times: a start that hangs must end.
const (
	extendEvery = 10 * time.Second
	extendBy    = 30 * time.Second
	extendMost  = 180 // half an hour
)

// Opening keeps asking for more time to start, until done is called.
func (n Notify) Opening() (done func()) {
	stop := make(chan struct{})
	var asking sync.WaitGroup
	asking.Go(func() {
		again := time.NewTicker(extendEvery)
		defer again.Stop()
		for range extendMost {
			select {
			case <-stop:
				return
			case <-again.C:
				n.say(fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d", extendBy.Microseconds()))
			}
		}
	})
	return func() { close(stop); asking.Wait() }
}

// Watch feeds the watchdog until ctx ends; without a watchdog it returns at once. Every
// half interval it calls beat, which may take another half, and feeds the watchdog only if
// beat succeeds. So systemd restarts a daemon whose beats fail.
func (n Notify) Watch(ctx context.Context, beat func(context.Context) error) {
	interval, err := systemd.SdWatchdogEnabled(false)
	if err != nil {
		n.Log.Warn("the watchdog is not fed", "error", err)
	}
	if interval <= 0 {
		return
	}
	again := time.NewTicker(interval / 2)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		}
		if err := within(ctx, interval/2, beat); err == nil {
			n.say(systemd.SdNotifyWatchdog)
		} else if ctx.Err() == nil {
			n.Log.Error("the store's writer does not answer; the watchdog is not fed", "error", err)
		}
	}
}

// within calls a function with a deadline.
func within(ctx context.Context, d time.Duration, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return do(ctx)
}

func (n Notify) say(state string) {
	if _, err := systemd.SdNotify(false, state); err != nil {
		n.Log.Warn("the service manager cannot be told", "state", state, "error", err)
	}
}
