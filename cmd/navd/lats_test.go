package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"navd/config"
	"navd/daemon"
	"navd/daemon/model"
	"navd/daemon/reply"
	"navd/daemon/think"
	"navd/ipc"
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
	h, asked := newHome(t), make(mute, 1)
	o := daemon.Options{Config: config.Default(), Models: map[string]model.Model{"mute": asked}}
	o.Config.DataDir, o.Config.Lats.Chain = filepath.Join(h.dir, "data"), []string{"mute:m"}
	d, err := daemon.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	h.serve(server.Methods(d)...)
	c := h.dial()
	e := must(t, c, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa"})
	ctx, interrupt := context.WithCancel(t.Context())
	go func() { <-asked; interrupt() }()
	var out, said bytes.Buffer
	a := app{out: &out, err: &said}
	code := a.run(ctx, []string{"lats", "run", e.Episode, "--socket", h.socket})
	if code != 7 || !strings.Contains(out.String(), "ended (cancelled)") || !strings.Contains(said.String(), "navd lats resume s1") {
		t.Errorf("exit code %d\n%s\n%s", code, out.String(), said.String())
	}
	r, err := ipc.LatsStatus.Call(t.Context(), c, ipc.LatsParams{Search: "s1"})
	if err != nil || r.State != think.Ended || r.Stop != "cancelled" {
		t.Errorf("%+v, %v", r, err)
	}
}
