// Package supervisor is how navd talks to the service manager of the machine.
//
// [Manager] installs, starts and stops the service through systemd or launchd,
// over github.com/kardianos/service. The text that is installed is navd's own,
// of package unit: the library's templates have changed under others.
//
// [Notify] is what the running daemon tells systemd: that it is ready, that it
// reads its configuration again, that it stops, that opening a large store takes
// longer, and, at half of the watchdog's interval, that it lives. Where nobody
// asked to be told, it does nothing.
package supervisor
