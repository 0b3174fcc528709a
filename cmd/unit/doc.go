// Package unit writes what a service manager reads to run navd: a unit of
// systemd, for the system or for one user, and a property list of launchd. It
// is pure: a [Service] goes in, text comes out.
//
// # What the system unit restricts
//
// The daemon keeps no capability and gets no new privileges. The machine is read-only for
// it, except for its data, its socket's directory and Service.Writes. /home, /root,
// /run/user, /tmp and /var/tmp are empty for it (ProtectHome=tmpfs, PrivateTmp), so paths
// that it needs below them are bind-mounted, and so is each of Service.Roots. A missing
// path is left out, and the daemon reports it. A bind-mounted file stays the one that it was
// when the service started: when an editor replaces it, restart the service.
//
// The systemd of a user may not mount anything, so the user unit has only the rest: no new
// privileges, and filters of system calls and of address families.
//
// # The watchdog
//
// Both units are of Type=notify and have a watchdog. The daemon feeds it only after a change
// set went through the store's writer, so systemd restarts it when it hangs, or its disk.
package unit
