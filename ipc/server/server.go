package server

import (
	"context"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"navd/daemon/fault"
)

// Server answers calls on any number of listeners and connections.
type Server struct {
	opt     Options
	methods map[string]Handler // by name
	queues  queues
	room    room
	running sync.WaitGroup // connections

	stopping  atomic.Bool // no further lines are taken up
	forced    atomic.Bool // calls are cancelled, writes end at lastWrite
	lastWrite atomic.Pointer[time.Time]

	mu        sync.Mutex // guards the fields below; nothing else is locked while it is held
	listeners map[net.Listener]struct{}
	conns     map[*conn]struct{}
}

// New makes a server. It does nothing until [Server.Serve] or [Server.Pipe].
func New(opt Options) *Server {
	opt = opt.withDefaults()
	s := &Server{
		opt:       opt,
		methods:   map[string]Handler{},
		room:      newRoom(opt.Limits),
		listeners: map[net.Listener]struct{}{},
		conns:     map[*conn]struct{}{},
	}
	for _, h := range opt.Methods {
		s.methods[h.Method] = h
	}
	return s
}

// Serve answers the connections of ln, and closes ln at the end. It returns when all their
// calls have ended: nil after [Server.Shutdown], ctx's error after ctx ended (which cancels
// the calls), or the error of ln.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	defer ln.Close()
	if !s.enlist(ln) {
		return nil
	}
	stopped := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.stop()
		s.force()
	})
	err := s.accept(ctx, ln)
	s.stop()
	s.running.Wait()
	if !unwatch() {
		<-stopped
	}
	if err == nil {
		err = context.Cause(ctx)
	}
	return err
}

// enlist keeps a listener, so that stop can close it. It reports false when the server is
// stopping.
func (s *Server) enlist(ln net.Listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping.Load() {
		return false
	}
	s.listeners[ln] = struct{}{}
	return true
}

// add adds a connection, which must then be served with c.serve.
func (s *Server) add(nc net.Conn) (*conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping.Load() {
		return nil, stoppingFault()
	}
	if limit := s.opt.Limits.MaxConnections; len(s.conns) >= limit {
		return nil, fault.New(fault.Unavailable, "all %d connections are in use", limit).
			WithHint("close one, or raise socket.max_connections")
	}
	c := newConn(s, nc)
	s.conns[c] = struct{}{}
	s.running.Add(1)
	return c, nil
}

// remove removes a connection.
func (s *Server) remove(c *conn) {
	s.mu.Lock()
	delete(s.conns, c)
	s.mu.Unlock()
}

// Pipe gives the client's end of a connection in memory, which is served until either end
// closes, ctx ends or the server shuts down. Allow is not asked. When there are too many
// connections, it is closed at once.
func (s *Server) Pipe(ctx context.Context) net.Conn {
	here, there := net.Pipe()
	c, err := s.add(here)
	if err != nil {
		here.Close()
		return there
	}
	go c.serve(ctx)
	return there
}

// Shutdown stops accepting and reading, and returns when every call has ended and every
// answer is written. A client that needs more than two seconds for 256 KiB is disconnected.
// When ctx ends first, Shutdown cancels the calls, gives clients a second to take their
// answers, and then returns ctx's error if there were calls to cancel.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stop()
	over := make(chan struct{})
	go func() {
		s.running.Wait()
		close(over)
	}()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		cancelled := s.force()
		<-over
		if cancelled == 0 {
			return nil
		}
		return fault.New(fault.Timeout, "%d calls had not ended in time and were cancelled: %w", cancelled, context.Cause(ctx))
	}
}

// stop stops accepting connections and reading lines.
func (s *Server) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopping.Store(true)
	for ln := range s.listeners {
		ln.Close()
	}
	clear(s.listeners)
	for c := range s.conns {
		c.stopReading()
	}
}

// force cancels every call, shortens the time for writes, and gives the number of calls.
func (s *Server) force() (calls int) {
	last := time.Now().Add(forcedWrite)
	s.lastWrite.Store(&last)
	s.forced.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		calls += c.force()
	}
	return calls
}
