package modeltest

import (
	"context"
	"slices"
	"sync"
	"time"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// Line is one answer of a script.
type Line struct {
	Text  string
	Err   error
	Delay time.Duration // waits this long, or until the context ends
	Hang  bool          // never answers, not even when the context ends
	Panic bool
	Usage reply.Usage
}

// Script is a model that answers from a list of lines in order, and keeps what
// it was asked. After its last line each call fails with an exhausted fault, which no chain
// tries again.
type Script struct {
	mu    sync.Mutex // guards lines and asked
	lines []Line
	asked []reply.Ask
	hung  chan struct{}
}

// NewScript makes a script of these lines.
func NewScript(lines ...Line) *Script {
	return &Script{lines: lines, hung: make(chan struct{})}
}

// Ask gives the next line.
func (s *Script) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	line, ok := s.next(ask)
	switch {
	case !ok:
		return "", reply.Usage{}, fault.New(fault.Exhausted, "the script is at its end")
	case line.Panic:
		panic("scripted")
	case line.Hang:
		<-s.hung
	case line.Delay > 0:
		t := time.NewTimer(line.Delay)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
			return "", reply.Usage{}, ctx.Err()
		}
	}
	return line.Text, line.Usage, line.Err
}

func (s *Script) next(ask reply.Ask) (Line, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, ask)
	if len(s.lines) == 0 {
		return Line{}, false
	}
	line := s.lines[0]
	s.lines = s.lines[1:]
	return line, true
}

// Asked lists what the script was asked so far.
func (s *Script) Asked() []reply.Ask {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// Release lets hanging lines return. It may be called once.
func (s *Script) Release() { close(s.hung) }
