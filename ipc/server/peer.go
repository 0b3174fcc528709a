package server

import (
	"net"
	"slices"
	"syscall"

	"navd/daemon/fault"
)

// Peer is the process at the other end of a socket, as the kernel knows it. UID and GID are
// -1 when they are unknown.
type Peer struct {
	UID, GID int
	Groups   []int // further groups
	PID      int   // 0 when unknown
}

// peerOf asks the kernel who is at the other end.
func peerOf(nc net.Conn) Peer {
	peer := Peer{UID: -1, GID: -1}
	socket, ok := nc.(syscall.Conn)
	if !ok {
		return peer
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return peer
	}
	raw.Control(func(fd uintptr) {
		if known, err := credentials(int(fd)); err == nil {
			peer = known
		}
	})
	return peer
}

// AllowPeers makes a rule for Allow of [Options]: it allows the user self, root, the users
// in also, and the members of group unless that is negative.
func AllowPeers(self int, also []int, group int) func(Peer) error {
	return func(p Peer) error {
		switch {
		case p.UID < 0:
			return fault.New(fault.Denied, "the kernel does not say who is calling")
		case p.UID == self, p.UID == 0, slices.Contains(also, p.UID):
			return nil
		case group >= 0 && (p.GID == group || slices.Contains(p.Groups, group)):
			return nil
		}
		return fault.New(fault.Denied, "user %d may not use this navd", p.UID).
			WithHint("add %d to socket.allow_uids", p.UID)
	}
}
