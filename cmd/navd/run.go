package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"navd/cmd/supervisor"
	"navd/config"
	"navd/daemon"
)

func (a *app) runCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run the daemon until it is told to stop",
		Long:  "Run the daemon in the foreground. It is ready when `navd status` answers. SIGTERM and ctrl-C stop it; running calls\nhave 5 s to end. SIGHUP reads the configuration again, and opens\nthe log file anew. Every configuration key has a flag.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := a.load()
			if err != nil {
				return err
			}
			return a.runDaemon(cmd.Context(), l, "")
		},
	}
	a.keyFlags(cmd, func(key string) bool { return key != socketKey })
	a.groupKeys(cmd)
	return cmd
}

// runDaemon runs the daemon in the foreground until the context ends. Once it listens, it
// says so and prints also.
func (a *app) runDaemon(ctx context.Context, l *config.Loaded, also string) error {
	if err := l.Check(); err != nil {
		return err
	}
	if bad := dangling(l.Config.DataDir); bad != nil {
		return bad.About(dataDirKey, l.Config.DataDir)
	}
	log, err := newLog(l.Config.Log)
	if err != nil {
		return err
	}
	defer log.close()
	log.remark(l)
	daemon.SpareThread()
	daemon.SaveRAM()
	hangup := make(chan os.Signal, 1) // before anybody can know our pid: an early SIGHUP would end the process
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	manager := supervisor.Notify{Log: log.Logger}
	opened := manager.Opening()
	s, err := serve(ctx, l.Config, log, works)
	opened()
	if err != nil {
		return err
	}
	var watching sync.WaitGroup
	defer watching.Wait()
	watched, stop := context.WithCancel(ctx)
	defer stop()
	watching.Go(func() { manager.Watch(watched, s.daemon.Beat) })
	manager.Ready()
	log.Info("ready", "socket", l.Config.Socket.Path, "data_dir", l.Config.DataDir, "durability", l.Config.Durability)
	// not by a.say: a daemon goes on when its output cannot be written
	fmt.Fprintf(a.out, "navd listens on %s, data in %s\n%s", l.Config.Socket.Path, l.Config.DataDir, also)
	return serveUntil(ctx, s, l, hangup)
}

// serveUntil serves until the context ends or the server fails. A hangup reads
// the configuration again.
func serveUntil(ctx context.Context, s *service, l *config.Loaded, hangup <-chan os.Signal) error {
	manager := supervisor.Notify{Log: s.log.Logger}
	for {
		select {
		case <-hangup:
			manager.Reloading()
			s.log.reopen()
			l = s.reload(l)
			manager.Ready()
		case <-ctx.Done():
			manager.Stopping()
			s.log.Info("stopping")
			err := s.stop()
			s.log.Info("stopped")
			return err
		case err := <-s.served:
			s.served <- nil
			return cmp.Or(err, s.stop())
		}
	}
}
