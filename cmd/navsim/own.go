package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// How long a navd of our own may take to start and to end.
const (
	readyTime = 15 * time.Second
	stopTime  = 10 * time.Second
)

// launch is how a navd of our own is started.
type launch struct {
	binary      string        // "" for the one beside navsim, or else on PATH
	dataDir     string        // "" for a directory that is removed in the end
	ready, stop time.Duration // how long it may take to answer, and to end
}

// ownNavd is a navd that was started for this command.
type ownNavd struct {
	socket string
	dir    string // of the socket, removed in the end
	cmd    *exec.Cmd
	said   *lastWords
	limit  time.Duration // how long it may take to end
	over   chan struct{} // closed when the process has ended, after ended is set
	ended  error
}

// start starts navd and waits until it answers. The caller must stop it.
func (l launch) start(ctx context.Context) (*ownNavd, error) {
	binary, err := findNavd(l.binary)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "navsim-")
	if err != nil {
		return nil, fault.New(fault.Unavailable, "make a directory for navd: %w", err)
	}
	data := l.dataDir
	if data == "" {
		data = filepath.Join(dir, "data")
	}
	d := &ownNavd{socket: filepath.Join(dir, "navd.sock"), dir: dir, said: &lastWords{}, limit: l.stop, over: make(chan struct{})}
	d.cmd = exec.Command(binary, "run", "--data-dir", data, "--socket", d.socket, "--durability", "relaxed")
	d.cmd.Stderr = d.said
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // ctrl-C must not reach navd: the robots stop first
	d.cmd.WaitDelay = time.Second
	if err := d.cmd.Start(); err != nil {
		os.RemoveAll(dir)
		return nil, fault.New(fault.Unavailable, "start navd: %w", err).About("--navd", binary)
	}
	go func() {
		d.ended = d.cmd.Wait()
		close(d.over)
	}()
	if err := d.wait(ctx, l.ready); err != nil {
		_ = d.stop() // the first error counts
		return nil, err
	}
	return d, nil
}

// findNavd finds the program to start.
func findNavd(given string) (string, error) {
	if given != "" {
		path, err := exec.LookPath(given)
		if err != nil {
			return "", fault.New(fault.NotFound, "there is no such program: %w", err).About("--navd", given)
		}
		return path, nil
	}
	if self, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), "navd")); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath("navd")
	if err != nil {
		return "", fault.New(fault.Unavailable, "there is no navd beside navsim nor on PATH: %w", err).
			WithHint("`go install ./cmd/...` builds it; or name a program with --navd, or the socket of a running one with --socket")
	}
	return path, nil
}

// wait waits until navd answers.
func (d *ownNavd) wait(ctx context.Context, limit time.Duration) error {
	late := time.NewTimer(limit)
	defer late.Stop()
	for !d.answers(ctx) {
		select {
		case <-d.over:
			return d.died()
		case <-ctx.Done():
			return ctx.Err()
		case <-late.C:
			return fault.New(fault.Unavailable, "navd does not answer after %s%s", limit, d.said.text())
		case <-time.After(10 * time.Millisecond):
		}
	}
	return nil
}

func (d *ownNavd) answers(ctx context.Context) bool {
	c, err := client.Dial(d.socket)
	if err != nil {
		return false
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err = ipc.NavdInfo.Call(ctx, c, ipc.None{})
	return err == nil
}

// died is the error for a navd that ended by itself.
func (d *ownNavd) died() error {
	how := "without an error"
	if d.ended != nil {
		how = "with " + d.ended.Error()
	}
	return fault.New(fault.Unavailable, "navd ended %s%s", how, d.said.text())
}

// stop ends navd and waits for it. If it does not end, stop kills it.
func (d *ownNavd) stop() error {
	defer os.RemoveAll(d.dir)
	select {
	case <-d.over:
		return d.died()
	default:
	}
	d.signal(syscall.SIGTERM)
	select {
	case <-d.over:
	case <-time.After(d.limit):
		d.signal(syscall.SIGKILL)
		<-d.over
		return fault.New(fault.Unavailable, "navd did not end within %s and was killed%s", d.limit, d.said.text())
	}
	if d.ended != nil {
		return d.died()
	}
	return nil
}

// signal sends a signal to navd and the processes that it has started. It ignores errors:
// they may have ended just now.
func (d *ownNavd) signal(s syscall.Signal) { _ = syscall.Kill(-d.cmd.Process.Pid, s) }

// lastWords keeps the end of what a process writes.
type lastWords struct {
	mu  sync.Mutex // guards end
	end []byte
}

// How many of the last lines an error shows, and how many bytes are kept for them.
const (
	toldLines = 5
	keptBytes = 4096
)

// Write implements [io.Writer].
func (l *lastWords) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end = append(l.end, p...)
	l.end = slices.Delete(l.end, 0, max(0, len(l.end)-keptBytes))
	return len(p), nil
}

// text returns the last lines, for the end of a message.
func (l *lastWords) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	said := strings.TrimSpace(string(l.end))
	if said == "" {
		return ""
	}
	lines := strings.Split(said, "\n")
	return "; it said:\n" + strings.Join(lines[max(0, len(lines)-toldLines):], "\n")
}
