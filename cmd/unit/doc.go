// Package unit writes what a service manager reads to run navd: a unit of
// systemd, for the system or for one user, and a property list of launchd. It
// is pure: a [Service] goes in, text comes out.
//
// # What the system unit takes away
//
// The daemon keeps no capability, gets no new privileges, and sees the machine
// read-only but for its state, its socket's directory and what Service.Writes
// names. /home, /root, /run/user, /tmp and /var/tmp are empty for it
// (ProtectHome=tmpfs, PrivateTmp), so paths below them, and Service.Roots
// wherever they lie, are bound in. A path that is missing is left out, and the
// daemon says so itself. A file that is bound in stays the file it was when the
// service started: one that an editor puts in its place is seen after a restart.
//
// A user's own systemd may not mount anything, so the user unit has what is
// left: no new privileges, a filter of system calls and of address families.
//
// # The watchdog
//
// Both units are of Type=notify and have a watchdog. The daemon feeds it only
// when a change set has gone through the store's writer, so a disk that hangs
// ends in a restart, as does a daemon that stands still.
package unit
