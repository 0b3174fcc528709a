package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"navd/config"
	"navd/daemon"
	"navd/daemon/model"
	"navd/daemon/reply"
	"navd/daemon/think"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// mute is a model that never answers, and says when it is asked.
type mute chan struct{}

func (m mute) Ask(ctx context.Context, _ reply.Ask) (string, reply.Usage, error) {
	select {
	case m <- struct{}{}:
	default: // it was told
	}
	<-ctx.Done()
	return "", reply.Usage{}, ctx.Err()
}

// TestLatsInterrupted: an interrupted command cancels its search, prints what was found,
// and fails.
func TestLatsInterrupted(t *testing.T) {
	dir, err := os.MkdirTemp("", "navd") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	asked := make(mute, 1)
	o := daemon.Options{Config: config.Default(), Models: map[string]model.Model{"mute": asked}}
	o.Config.DataDir, o.Config.Lats.Chain = filepath.Join(dir, "data"), []string{"mute:m"}
	d, err := daemon.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "s")
	ln, err := server.Listen(socket, server.ListenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, served := server.New(server.Options{Methods: server.Methods(d)}), make(chan error, 1)
	go func() { served <- s.Serve(context.Background(), ln) }()
	t.Cleanup(func() {
		if err := errors.Join(s.Shutdown(context.Background()), <-served, d.Close()); err != nil {
			t.Error(err)
		}
	})
	c, err := client.Dial(socket)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	e, err := ipc.EpisodeBegin.Call(t.Context(), c, ipc.BeginParams{Goal: "sofa"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	go func() { <-asked; interrupt() }()
	var out, said bytes.Buffer
	a := app{out: &out, err: &said}
	code := a.run(ctx, []string{"lats", "run", e.Episode, "--socket", socket})
	if code != 7 || !strings.Contains(out.String(), "ended (cancelled)") || !strings.Contains(said.String(), "navd lats resume s1") {
		t.Errorf("exit code %d\n%s\n%s", code, out.String(), said.String())
	}
	r, err := ipc.LatsStatus.Call(t.Context(), c, ipc.LatsParams{Search: "s1"})
	if err != nil || r.State != think.Ended || r.Stop != "cancelled" {
		t.Errorf("%+v, %v", r, err)
	}
}
