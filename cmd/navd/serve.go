package main

import (
	"cmp"
	"context"
	"os"
	"os/user"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/ipc/server"
)

// service is a daemon with its socket.
type service struct {
	daemon *daemon.Daemon
	models providers
	server *server.Server
	log    *logger
	served chan error
	allow  atomic.Pointer[[]int] // uids that may connect besides our own
}

// stopTime is how long running calls have when the service stops.
const stopTime = 5 * time.Second

// What a daemon does besides answering calls: its background work, or nothing.
const (
	works     = true
	onlyAsked = false
)

// serve opens the daemon and its socket. The store comes first: when two daemons start at
// the same time, its lock lets only one in, and the error of the other names that one.
func serve(ctx context.Context, cfg config.Config, log *logger, work bool) (*service, error) {
	group, err := socketGroup(cfg.Socket.Group)
	if err != nil {
		return nil, err
	}
	models := newProviders(cfg, os.Getenv, log.Logger)
	d, err := daemon.Open(daemon.Options{Config: cfg, Models: models, Log: log.Logger, Idle: !work})
	if err != nil {
		return nil, err
	}
	ln, err := server.Listen(cfg.Socket.Path, server.ListenOptions{
		Group: group, Others: len(cfg.Socket.AllowUIDs) > 0,
		Tell: func(err error) {
			d.Note("socket", err)
			if err != nil {
				log.Warn("nobody can connect to the socket", "error", err)
				return
			}
			log.Info("the socket is bound again", "socket", cfg.Socket.Path)
		},
	})
	if err != nil {
		_ = d.Close() // the first error counts
		return nil, err
	}
	gid := -1
	if group != nil {
		gid = *group
	}
	s := &service{daemon: d, models: models, log: log, served: make(chan error, 1)}
	s.allow.Store(&cfg.Socket.AllowUIDs)
	s.server = server.New(server.Options{
		Methods: server.Methods(d), Log: log.Logger, Incident: d.Incident, Observe: d.Observe,
		Allow: func(p server.Peer) error { return server.AllowPeers(os.Geteuid(), *s.allow.Load(), gid)(p) },
		Limits: server.Limits{
			MaxLine: cfg.Socket.MaxLineBytes, MaxConnections: cfg.Socket.MaxConnections, MaxBatch: cfg.Socket.MaxBatch,
			MaxInFlight: cfg.Socket.MaxInFlight, MaxNesting: cfg.Socket.MaxNesting,
		},
	})
	go func() { s.served <- s.server.Serve(context.WithoutCancel(ctx), ln) }()
	return s, nil
}

// reload applies the settings that can change while the daemon runs. A configuration with
// an error changes nothing. Health tells of both, and of settings that wait for a restart.
func (s *service) reload(l *config.Loaded) *config.Loaded {
	next, changes, err := l.Reload()
	if err == nil {
		err = next.Check()
	}
	if err != nil {
		s.log.Error("the configuration has an error; the settings stay as they were", "error", err)
		s.daemon.Note("configuration", fault.New(fault.Invalid, "it has an error, and the settings stay as they were: %s", fault.As(err).Error()))
		return l
	}
	var waiting []string
	for _, c := range changes {
		if c.Live {
			s.log.Info("changed", "key", c.Key, "from", c.Old, "to", c.New)
		} else {
			s.log.Warn("waits for a restart", "key", c.Key, "from", c.Old, "to", c.New)
			waiting = append(waiting, c.Key)
		}
	}
	if err = nil; len(waiting) > 0 {
		err = fault.New(fault.Conflict, "these changes take effect after a restart: %s", strings.Join(waiting, ", "))
	}
	s.daemon.Note("configuration", err)
	s.daemon.Reconfigure(next.Config)
	s.allow.Store(&next.Config.Socket.AllowUIDs)
	if err := s.log.level.UnmarshalText([]byte(next.Config.Log.Level)); err != nil {
		s.log.Error("log.level stays as it was", "error", err)
	}
	s.log.remark(next)
	s.log.Info("reloaded", "changes", len(changes))
	return next
}

// stop lets running calls end, those that wait for a model without it, then closes socket and
// store.
func (s *service) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	s.daemon.Leave()
	return cmp.Or(s.server.Shutdown(ctx), <-s.served, s.daemon.Close(), s.closeModels(ctx)) // all of them, in this order
}

// closeModels closes the providers. One that still looks for credentials is waited for no
// longer than running calls are.
func (s *service) closeModels(ctx context.Context) error {
	closed := make(chan error, 1)
	go func() { closed <- s.models.close() }()
	select {
	case err := <-closed:
		return err
	case <-ctx.Done(): // calls took all the time there was
	}
	select {
	case err := <-closed:
		return err
	case <-time.After(100 * time.Millisecond):
		s.log.Warn("a model's client did not close in time")
		return nil
	}
}

// socketGroup finds the group id of a group name; nil for none.
func socketGroup(name string) (*int, error) {
	if name == "" {
		return nil, nil
	}
	if gid, err := strconv.Atoi(name); err == nil && gid >= 0 {
		return &gid, nil
	}
	g, err := user.LookupGroup(name)
	if err != nil {
		return nil, fault.New(fault.NotFound, "no such group").About("socket.group", name).WithHint("name a group of this machine, or its number")
	}
	gid, err := strconv.Atoi(g.Gid)
	if err != nil {
		return nil, fault.New(fault.Invalid, "the group's id is not a number").About("socket.group", g.Gid)
	}
	return &gid, nil
}
