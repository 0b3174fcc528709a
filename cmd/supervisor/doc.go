// Package supervisor talks to the service manager of the machine.
//
// [Manager] installs, starts and stops the service through systemd or launchd, with
// github.com/kardianos/service. The text that it installs is navd's own, of package unit,
// because the library's templates change between versions.
//
// [Notify] tells systemd about the running daemon: that it is ready, that it reads its
// configuration again, that it stops, that opening a large store takes longer, and, at half
// of the watchdog's interval, that it is alive. Without NOTIFY_SOCKET it does nothing.
package supervisor
