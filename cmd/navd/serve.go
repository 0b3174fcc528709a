package main

import (
	"context"
	"log/slog"
	"net"
	"os"
	"os/user"
	"strconv"
	"time"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/ipc/server"
)

// service is a daemon with its socket.
type service struct {
	daemon *daemon.Daemon
	server *server.Server
	socket net.Listener
	log    *slog.Logger
	served chan error
}

// stopTime is how long running calls have when the service stops.
const stopTime = 5 * time.Second

// serve opens the daemon and its socket. The store comes first: of two daemons
// that start at once its lock lets one in, and tells the other who that is.
func serve(ctx context.Context, cfg config.Config, log *slog.Logger) (*service, error) {
	group, err := socketGroup(cfg.Socket.Group)
	if err != nil {
		return nil, err
	}
	d, err := daemon.Open(daemon.Options{Config: cfg, Log: log})
	if err != nil {
		return nil, err
	}
	ln, err := server.Listen(cfg.Socket.Path, server.ListenOptions{Group: group})
	if err != nil {
		_ = d.Close() // the first error counts
		return nil, err
	}
	gid := -1
	if group != nil {
		gid = *group
	}
	s := &service{daemon: d, socket: ln, log: log, served: make(chan error, 1), server: server.New(server.Options{
		Methods: server.Methods(d), Log: log, Incident: d.Incident, Observe: d.Observe,
		Allow: server.AllowPeers(os.Geteuid(), cfg.Socket.AllowUIDs, gid),
		Limits: server.Limits{
			MaxLine: cfg.Socket.MaxLineBytes, MaxConnections: cfg.Socket.MaxConnections, MaxBatch: cfg.Socket.MaxBatch,
			MaxInFlight: cfg.Socket.MaxInFlight, MaxNesting: cfg.Socket.MaxNesting,
		},
	})}
	go func() { s.served <- s.server.Serve(context.WithoutCancel(ctx), ln) }()
	return s, nil
}

// stop lets running calls end, then closes socket and store.
func (s *service) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	err := s.server.Shutdown(ctx)
	if served := <-s.served; err == nil {
		err = served
	}
	if closed := s.daemon.Close(); err == nil {
		err = closed
	}
	return err
}

// socketGroup finds the group id of a group name; nil for none.
func socketGroup(name string) (*int, error) {
	if name == "" {
		return nil, nil
	}
	g, err := user.LookupGroup(name)
	if err != nil {
		return nil, fault.New(fault.NotFound, "no such group").About("socket.group", name).WithHint("name a group of this machine")
	}
	gid, err := strconv.Atoi(g.Gid)
	if err != nil {
		return nil, fault.New(fault.Invalid, "the group's id is no number").About("socket.group", g.Gid)
	}
	return &gid, nil
}

// newLog makes the daemon's logger, and gives what closes its file.
func newLog(cfg config.Log) (*slog.Logger, func() error, error) {
	out, done := os.Stderr, func() error { return nil }
	if cfg.File != "" {
		f, err := os.OpenFile(cfg.File, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, nil, fault.New(fault.Denied, "the log file cannot be opened: %w", err).About("log.file", cfg.File)
		}
		out, done = f, f.Close
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.Level)); err != nil {
		return nil, nil, fault.Field("log.level", cfg.Level, "debug, info, warn, error")
	}
	opts := &slog.HandlerOptions{Level: level}
	if cfg.Format == "json" {
		return slog.New(slog.NewJSONHandler(out, opts)), done, nil
	}
	return slog.New(slog.NewTextHandler(out, opts)), done, nil
}
