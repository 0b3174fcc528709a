package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"navd/config"
)

func (a *app) runCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run the daemon until it is told to stop",
		Long:  "Run the daemon in the foreground. It is ready when it answers navd.info; SIGTERM and ctrl-C\nstop it after running calls have ended, SIGHUP reads the configuration again. Every configuration key has a flag.",
		Args:  exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := a.load()
			if err != nil {
				return err
			}
			if err := l.Check(); err != nil {
				return err
			}
			log, err := newLog(l.Config.Log)
			if err != nil {
				return err
			}
			defer log.close()
			hangup := make(chan os.Signal, 1) // before anybody can know that we run
			signal.Notify(hangup, syscall.SIGHUP)
			defer signal.Stop(hangup)
			s, err := serve(cmd.Context(), l.Config, log)
			if err != nil {
				return err
			}
			log.Info("ready", "socket", l.Config.Socket.Path, "data_dir", l.Config.DataDir, "durability", l.Config.Durability)
			fmt.Fprintf(a.out, "navd listens on %s, data in %s\n", l.Config.Socket.Path, l.Config.DataDir)
			return serveUntil(cmd.Context(), s, l, hangup)
		},
	}
	a.keyFlags(cmd, func(key string) bool { return key != socketKey })
	return cmd
}

// serveUntil serves until the context ends or the server fails. A hangup reads
// the configuration again.
func serveUntil(ctx context.Context, s *service, l *config.Loaded, hangup <-chan os.Signal) error {
	for {
		select {
		case <-hangup:
			l = s.reload(l)
		case <-ctx.Done():
			s.log.Info("stopping")
			err := s.stop()
			s.log.Info("stopped")
			return err
		case err := <-s.served:
			s.served <- nil
			if stopped := s.stop(); err == nil {
				err = stopped
			}
			return err
		}
	}
}
