package supervisor_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/supervisor"
)

// manager listens as systemd does, and gives what it is told.
func manager(t *testing.T) (next func() string) {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "navd") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	at := filepath.Join(dir, "notify")
	nc, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: at, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close() })
	t.Setenv("NOTIFY_SOCKET", at)
	return func() string {
		text := make([]byte, 1000)
		if err := nc.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
			t.Fatal(err)
		}
		n, err := nc.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(text[:n])
	}
}

func notify() supervisor.Notify { return supervisor.Notify{Log: slog.New(slog.DiscardHandler)} }

func TestSaid(t *testing.T) {
	next, n := manager(t), notify()
	n.Ready()
	n.Reloading()
	n.Ready()
	n.Stopping()
	got := []string{next(), next(), next(), next()}
	if diff := cmp.Diff([]string{"READY=1", "RELOADING=1", "READY=1", "STOPPING=1"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestNobodyAsked holds that a daemon in a terminal says nothing and beats for
// nobody.
func TestNobodyAsked(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	t.Setenv("WATCHDOG_USEC", "")
	n := notify()
	n.Ready()
	n.Opening()()
	n.Watch(t.Context(), func(context.Context) error { t.Error("beats"); return nil })
}

// TestWatch holds that the watchdog hears of beats that worked alone.
func TestWatch(t *testing.T) {
	next := manager(t)
	t.Setenv("WATCHDOG_USEC", strconv.Itoa(int((20 * time.Millisecond).Microseconds())))
	t.Setenv("WATCHDOG_PID", strconv.Itoa(os.Getpid()))
	hang := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() } // a writer whose disk hangs
	fails := func(context.Context) error { return errors.New("damaged") }
	works := func(context.Context) error { return nil }
	beats := []func(context.Context) error{works, hang, fails, hang, works}
	ctx, stop := context.WithCancel(t.Context())
	n, watching, count := notify(), sync.WaitGroup{}, 0
	watching.Go(func() {
		n.Watch(ctx, func(ctx context.Context) error {
			count++
			if count == len(beats) {
				stop()
			}
			return beats[count-1](ctx)
		})
	})
	watching.Wait()
	n.Stopping()
	if diff := cmp.Diff([]string{"WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"}, []string{next(), next(), next()}); diff != "" || count != len(beats) {
		t.Errorf("%d beats, -want +got:\n%s", count, diff)
	}
}

// TestOtherWatchdog holds that the watchdog of another process is left alone.
func TestOtherWatchdog(t *testing.T) {
	t.Setenv("WATCHDOG_USEC", "1000")
	t.Setenv("WATCHDOG_PID", "1")
	notify().Watch(t.Context(), func(context.Context) error { t.Error("beats"); return nil })
}
