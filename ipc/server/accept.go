package server

import (
	"context"
	"errors"
	"net"
	"syscall"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
)

// The pauses after an Accept that failed for lack of resources, mostly open files.
const (
	acceptPause    = 5 * time.Millisecond
	acceptMaxPause = time.Second
)

// accept takes connections until the server stops or the listener fails.
func (s *Server) accept(ctx context.Context, ln net.Listener) error {
	pause := acceptPause
	for {
		nc, err := ln.Accept()
		switch {
		case err == nil:
			pause = acceptPause
			s.admit(ctx, nc)
		case s.stopping.Load():
			return nil
		case !isPassing(err):
			return fault.New(fault.Unavailable, "accept: %w", err)
		default:
			s.opt.Log.Warn("cannot accept a connection", "error", err, "pause", pause)
			select {
			case <-time.After(pause):
			case <-ctx.Done():
			}
			pause = min(2*pause, acceptMaxPause)
		}
	}
}

// admit starts to serve a connection if its peer is allowed and there are not too many.
func (s *Server) admit(ctx context.Context, nc net.Conn) {
	peer := peerOf(nc)
	if err := s.opt.Allow(peer); err != nil {
		s.opt.Log.Warn("connection refused", "uid", peer.UID, "pid", peer.PID, "error", err)
		refuse(nc, err)
		return
	}
	c, err := s.add(nc)
	if err != nil {
		s.opt.Log.Warn("connection refused", "uid", peer.UID, "pid", peer.PID, "error", err)
		refuse(nc, err)
		return
	}
	go c.serve(ctx)
}

// refusePause is how long a refused client may take to read why.
const refusePause = time.Second

// refuse tells a client why it is not served, and closes the connection.
func refuse(nc net.Conn, err error) {
	nc.SetWriteDeadline(time.Now().Add(refusePause))
	nc.Write(encodeNameless(ipc.ErrorOf(err)))
	nc.Close()
}

func stoppingFault() *fault.Error { return fault.New(fault.Unavailable, ipc.Stopping) }

// isPassing reports whether Accept may work again later.
func isPassing(err error) bool {
	for _, passing := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.ECONNABORTED, syscall.EINTR} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}
