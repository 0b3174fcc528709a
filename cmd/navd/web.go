package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navd/web"
	"navd/daemon"
	"navd/ipc/client"
)

func (a *app) webCmd() *cobra.Command {
	var addr string
	var write bool
	cmd := &cobra.Command{
		Use:   "web",
		Short: "Watch the robots in a browser, live",
		Long: "Serve a page that shows what the robots do now: the map as it grows, where the robot is and goes, which other\n" +
			"ways it has, with score and reason, every plan, what the camera showed, what is known of the house and how long ago\n" +
			"it was seen, all robots, and what waits for a decision. It is a client of the running daemon like any other; when the\n" +
			"daemon is away, the page waits for it.\n\n" +
			"It prints an address. Open it in a browser on this machine: it lets one browser in, and then the next address is\n" +
			"printed, for another one. Only addresses of this machine are served.\n\n" +
			"The page only reads. With --write you can tell the robot something (the page first shows how it is understood) and take\n" +
			"that back; give a robot another goal, by name or by a click on a thing; and approve or reject the rules that navd made\n" +
			"of what users said.\n\n" +
			"Without a robot, `navsim run --generate 20` in another shell gives it something to show.",
		Example: "  navd web\n  navd web --write --addr 127.0.0.1:8080",
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.web(cmd.Context(), addr, write) },
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:0", "address of this machine to serve at; port 0 is any that is free")
	cmd.Flags().BoolVar(&write, "write", false, "allow feedback and its undo, another goal, and decisions about proposals")
	return cmd
}

func (a *app) web(ctx context.Context, addr string, write bool) error {
	l, err := a.load()
	if err != nil {
		return err
	}
	ln, err := web.Listen(addr)
	if err != nil {
		return err
	}
	defer ln.Close()
	socket := l.Config.Socket.Path
	// not by a.say: the page is served even when this output cannot be written
	s := a.page(ln, socket, write, func(next string) { fmt.Fprintf(a.out, "A browser is in. For another one: %s\n", next) })
	var off *client.NotRunningError
	if c, err := client.Dial(socket); errors.As(err, &off) {
		fmt.Fprintf(a.out, "%s; the page waits for it.\n", off)
	} else if err != nil {
		return err
	} else {
		_ = c.Close() // only to say whether a daemon runs
	}
	fmt.Fprintf(a.out, "Open this in a browser: %s\n", s.Address())
	return s.Serve(ctx, ln)
}

// page makes the page of the daemon behind a socket; used is called when a browser got in,
// with the address for the next one.
func (a *app) page(ln net.Listener, socket string, write bool, used func(next string)) *web.Server {
	return web.New(ln.Addr(), web.Options{
		Version: daemon.Version,
		Dial:    func() (web.Conn, error) { return client.Dial(socket) },
		Random:  rand.Text,
		Now:     time.Now,
		Used:    used,
		Write:   write,
		Log:     slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
}
