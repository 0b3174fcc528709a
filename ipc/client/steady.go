package client

import (
	"context"
	"crypto/rand"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"navd/daemon/fault"
)

// Steady calls a daemon that may end and be started again meanwhile. A call whose connection
// is lost is sent again to the daemon that comes back, with the same key, so that it is
// carried out once. Any number of goroutines may call at once. There are no events.
type Steady struct {
	path string
	wait time.Duration

	mu sync.Mutex // guards c
	c  *Client    // nil: the last one was lost
}

// DialSteady is [Dial] for a client that waits so long for a daemon that went away.
func DialSteady(path string, wait time.Duration) (*Steady, error) {
	c, err := Dial(path)
	if err != nil {
		return nil, err
	}
	return &Steady{path: path, wait: wait, c: c}, nil
}

// redialEvery is the pause between two tries to reach a daemon that is away.
const redialEvery = 50 * time.Millisecond

// Call is [Client.Call]. Params of a method that takes a key get one, unless they have it or
// have a seq, which does the same. A method that changes something and takes neither is not
// sent again. It fails as Unavailable when the daemon is not back in time.
func (s *Steady) Call(ctx context.Context, method string, params, result any) error {
	params, again := repeatable(method, params)
	var late <-chan time.Time // nil until the daemon is lost
	for {
		c, err := s.client()
		if err == nil {
			if err = c.Call(ctx, method, params, result); err == nil || !c.lostBy(err) {
				return err
			}
			s.drop(c)
		} else if down := (*NotRunningError)(nil); late == nil || !errors.As(err, &down) {
			return err
		}
		if !again || s.wait <= 0 {
			return err
		}
		if late == nil {
			timer := time.NewTimer(s.wait)
			defer timer.Stop()
			late = timer.C
		}
		select {
		case <-ctx.Done():
			return fault.As(ctx.Err())
		case <-late:
			return fault.New(fault.Unavailable, "navd went away during %s and was not back within %v: %w", method, s.wait, err).
				WithHint("start it again with `navd run`")
		case <-time.After(redialEvery):
		}
	}
}

// Close ends the connection.
func (s *Steady) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.c == nil {
		return nil
	}
	return s.c.Close()
}

// client gives the connection, a new one when the last was lost.
func (s *Steady) client() (*Client, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.c != nil {
		return s.c, nil
	}
	c, err := Dial(s.path)
	if err != nil {
		return nil, err
	}
	s.c = c
	return c, nil
}

// drop closes a connection that is lost.
func (s *Steady) drop(c *Client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.c == c {
		s.c = nil
	}
	_ = c.Close() // it is over already
}

// unkeyed are the methods that change something, or belong to one connection, and take no
// key.
const unkeyed = "events.subscribe knowledge.process lats.run lats.propose navd.backup"

// repeatable gives the parameters with which a call may be sent again, and whether it may.
// All methods that change something take a key, but those in unkeyed.
func repeatable(method string, params any) (any, bool) {
	v := reflect.ValueOf(params)
	if params != nil && v.Kind() != reflect.Struct { // what is in it is not known here
		return params, false
	}
	if params == nil || method == "nav.step" || method == "nav.steps" {
		return params, true
	}
	if _, has := v.Type().FieldByName("Key"); !has {
		return params, !slices.Contains(strings.Fields(unkeyed), method)
	}
	with := reflect.New(v.Type()).Elem()
	with.Set(v)
	if key := with.FieldByName("Key"); key.Kind() == reflect.String && key.String() == "" {
		key.SetString(rand.Text())
	}
	return with.Interface(), true
}
