package server

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// mostGroups is how many further groups can be read; a process with more counts as having
// none.
const mostGroups = 1024

// credentials reads SO_PEERCRED and SO_PEERGROUPS: the peer as it was when it
// connected.
func credentials(fd int) (Peer, error) {
	cred, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return Peer{}, err
	}
	return Peer{UID: int(cred.Uid), GID: int(cred.Gid), PID: int(cred.Pid), Groups: peerGroups(fd)}, nil
}

func peerGroups(fd int) []int {
	var gids [mostGroups]uint32
	size := uint32(unsafe.Sizeof(gids))
	_, _, errno := unix.Syscall6(unix.SYS_GETSOCKOPT, uintptr(fd), unix.SOL_SOCKET, unix.SO_PEERGROUPS,
		uintptr(unsafe.Pointer(&gids)), uintptr(unsafe.Pointer(&size)), 0)
	if errno != 0 {
		return nil
	}
	var groups []int
	for _, gid := range gids[:size/4] {
		groups = append(groups, int(gid))
	}
	return groups
}
