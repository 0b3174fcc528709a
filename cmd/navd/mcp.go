package main

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"navd/daemon"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/mcp"
)

func (a *app) mcpCmd() *cobra.Command {
	write := false
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the memory to an agent, over the Model Context Protocol",
		Long: "Serve the memory of the running daemon to an agent, over the Model Context Protocol on standard input and output.\n" +
			"Agents start it themselves; put it into their list of servers:\n\n" +
			"  {\"mcpServers\": {\"navd\": {\"command\": \"navd\", \"args\": [\"mcp\"]}}}\n\n" +
			"It has tools to find, place, route, explain, search and read skills; skills, rules and maps are resources too.\n" +
			"With --write an agent can also give feedback and take it back: navd first shows it how the feedback is understood, and\n" +
			"keeps it as said by the agent.",
		Example: "  navd mcp\n  navd mcp --write",
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := a.load()
			if err != nil {
				return err
			}
			s, err := mcp.New(mcp.Options{
				Version: daemon.Version,
				Dial:    func() (mcp.Conn, error) { return client.Dial(l.Config.Socket.Path) },
				Meant:   only,
				Map: func(ctx context.Context, c ipc.Caller, id string) ([]byte, error) {
					return mapOf(ctx, c, []string{id}, false)
				},
				Token: rand.Text,
				Write: write,
				Log:   slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: slog.LevelWarn})),
			})
			if err != nil {
				return err
			}
			return s.Run(cmd.Context(), io.NopCloser(cmd.InOrStdin()), noClose{a.out})
		},
	}
	cmd.Flags().BoolVar(&write, "write", false, "also offer the tools that write: navd_feedback and navd_undo")
	return cmd
}

// noClose is an output that stays open.
type noClose struct{ io.Writer }

func (noClose) Close() error { return nil }
