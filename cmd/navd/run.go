package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"navd/config"
)

func (a *app) runCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run the daemon until it is told to stop",
		Long:  "Run the daemon in the foreground. It is ready when it answers navd.info; SIGTERM and ctrl-C\nstop it after running calls have ended. Every configuration key has a flag.",
		Args:  exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := a.load()
			if err != nil {
				return err
			}
			if err := l.Check(); err != nil {
				return err
			}
			log, done, err := newLog(l.Config.Log)
			if err != nil {
				return err
			}
			defer done()
			s, err := serve(cmd.Context(), l.Config, log)
			if err != nil {
				return err
			}
			log.Info("ready", "socket", l.Config.Socket.Path, "data_dir", l.Config.DataDir, "durability", l.Config.Durability)
			fmt.Fprintf(a.out, "navd listens on %s, data in %s\n", l.Config.Socket.Path, l.Config.DataDir)
			return a.serveUntil(cmd, s)
		},
	}
	for _, k := range config.Keys() {
		if k.Key != "socket.path" {
			a.keyFlag(cmd, k.Key)
		}
	}
	return cmd
}

// serveUntil waits for a signal, or for the server to fail.
func (a *app) serveUntil(cmd *cobra.Command, s *service) error {
	select {
	case <-cmd.Context().Done():
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
