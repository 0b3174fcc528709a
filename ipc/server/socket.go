package server

import (
	"io/fs"
	"net"
	"os"
	"sync"
	"time"

	"navd/daemon/fault"
)

// lookEvery is the interval of checks whether the socket is gone.
const lookEvery = time.Second

// socket is a listener that is bound again when its path does not lead to it any more.
type socket struct {
	path     string
	opt      ListenOptions
	stop     chan struct{} // closed to end watch
	closing  sync.Once
	watching sync.WaitGroup

	mu sync.Mutex // guards the fields below
	ln *net.UnixListener
	at fs.FileInfo // of the path, after it was bound
}

// bind binds the path, and closes the listener before it.
func (s *socket) bind() error {
	ln, err := listenAt(s.path, s.opt)
	if err != nil {
		return err
	}
	at, err := os.Lstat(s.path)
	if err != nil {
		ln.Close()
		return fault.New(fault.Unavailable, "listen on %s: %w", s.path, err)
	}
	s.mu.Lock()
	old := s.ln
	s.ln, s.at = ln, at
	s.mu.Unlock()
	if old != nil {
		old.Close() // Accept goes on with the new one
	}
	return nil
}

func (s *socket) current() (*net.UnixListener, fs.FileInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ln, s.at
}

// ours tells whether the path still leads to the socket.
func (s *socket) ours() bool {
	_, mine := s.current()
	at, err := os.Lstat(s.path)
	return err == nil && os.SameFile(mine, at)
}

// watch binds the socket again whenever it is gone, until Close.
func (s *socket) watch() {
	look := s.opt.Look
	if look == nil {
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		look = tick.C
	}
	for said := ""; ; {
		select {
		case <-s.stop:
			return
		case <-look:
			said = s.look(said)
		}
	}
}

// look checks whether the socket is there, and binds it again when it is not. It tells only
// news: said is what it told last, and it returns that for the next call, "" when all is
// well.
func (s *socket) look(said string) string {
	tell := func(err error) {
		if s.opt.Tell != nil {
			s.opt.Tell(err)
		}
	}
	if !s.ours() {
		if said == "" {
			said = "gone"
			tell(fault.New(fault.Unavailable, "the socket %s is gone; nobody can connect", s.path))
		}
		if err := s.bind(); err != nil {
			if said != err.Error() {
				tell(err)
			}
			return err.Error()
		}
	}
	if said != "" {
		tell(nil)
	}
	return ""
}

// Accept waits for the next connection.
func (s *socket) Accept() (net.Conn, error) {
	for {
		ln, _ := s.current()
		nc, err := ln.Accept()
		if err == nil {
			return nc, nil
		}
		if now, _ := s.current(); now == ln {
			return nil, err
		}
	}
}

// Close stops listening and removes the socket, unless the path leads to another one now.
func (s *socket) Close() (err error) {
	s.closing.Do(func() {
		close(s.stop)
		s.watching.Wait()
		if s.ours() {
			err = os.Remove(s.path)
		}
		ln, _ := s.current()
		if closed := ln.Close(); err == nil {
			err = closed
		}
	})
	return err
}

// Addr gives the path.
func (s *socket) Addr() net.Addr {
	ln, _ := s.current()
	return ln.Addr()
}
