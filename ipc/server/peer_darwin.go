package server

import "golang.org/x/sys/unix"

// credentials reads LOCAL_PEERCRED and LOCAL_PEERPID.
func credentials(fd int) (Peer, error) {
	cred, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return Peer{}, err
	}
	peer := Peer{UID: int(cred.Uid), GID: -1}
	for i, gid := range cred.Groups[:min(int(cred.Ngroups), len(cred.Groups))] {
		if i == 0 {
			peer.GID = int(gid)
			continue
		}
		peer.Groups = append(peer.Groups, int(gid))
	}
	if pid, err := unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID); err == nil {
		peer.PID = pid
	}
	return peer, nil
}
