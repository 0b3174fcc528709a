package daemon_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/reply"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// The index's library starts its workers with the process.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)                                // dozens of small daemons: the collector took a tenth of the time
	if err := flag.Set("test.parallel", "6"); err != nil { // tests that say Parallel mostly wait
		panic(err)
	}
	goleak.VerifyTestMain(m, goleak.IgnoreCurrent())
}

// long makes tests take more of what only repeats itself.
func long() bool { return os.Getenv("NAVD_TEST_LONG") != "" }

// patience is how long a test waits for what must happen.
const patience = 20 * time.Second

// house is a daemon on a data directory of its own, behind a real socket, with
// a client. Ids are e001, e002 and so on; each look at the clock is a
// millisecond.
type house struct {
	t      testing.TB
	opts   daemon.Options
	path   string // socket
	ids    *atomic.Int64
	ticks  *atomic.Int64
	daemon *daemon.Daemon
	client *client.Client
	stop   func()
}

// start is when the injected clock begins.
func start() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

// newHouse opens a house until the test ends; change may set options.
func newHouse(t testing.TB, change ...func(*daemon.Options)) *house {
	t.Helper()
	dir, err := os.MkdirTemp("", "navd") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	h := &house{t: t, path: filepath.Join(dir, "s"), ids: &atomic.Int64{}, ticks: &atomic.Int64{}}
	h.opts = daemon.Options{
		Config: config.Default(),
		Now:    func() time.Time { return start().Add(time.Duration(h.ticks.Add(1)) * time.Millisecond) },
		NewID:  func(time.Time) string { return fmt.Sprintf("e%03d", h.ids.Add(1)) },
		Rank:   time.Minute, // also on a busy machine
	}
	h.opts.Config.DataDir, h.opts.Config.Durability = filepath.Join(dir, "data"), "relaxed"
	for _, c := range change {
		c(&h.opts)
	}
	h.open()
	t.Cleanup(func() { h.stop() })
	return h
}

// in gives the same house to a subtest.
func (h *house) in(t *testing.T) *house {
	c := *h
	c.t = t
	return &c
}

// open opens daemon, socket and client.
func (h *house) open() {
	h.t.Helper()
	d, err := daemon.Open(h.opts)
	if err != nil {
		h.t.Fatal(err)
	}
	ln, err := server.Listen(h.path, server.ListenOptions{})
	if err != nil {
		h.t.Fatal(err)
	}
	s := server.New(server.Options{Methods: server.Methods(d), Incident: d.Incident, Observe: d.Observe, Now: h.opts.Now})
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := s.Serve(context.Background(), ln); err != nil {
			h.t.Errorf("Serve: %v", err)
		}
	})
	h.daemon, h.client = d, h.dial()
	h.stop = func() {
		h.client.Close()
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			h.t.Errorf("Shutdown: %v", err)
		}
		serving.Wait()
		if err := d.Close(); err != nil {
			h.t.Errorf("Close: %v", err)
		}
	}
}

// restart stops everything and opens it again on the same directory.
func (h *house) restart() {
	h.t.Helper()
	h.stop()
	h.open()
}

// dial gives a further client; the caller closes it.
func (h *house) dial() *client.Client {
	h.t.Helper()
	c, err := client.Dial(h.path)
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// named is a method of which only the name is known.
type named string

func (n named) String() string { return string(n) }

// call calls a method with JSON text.
func (h *house) call(method fmt.Stringer, params string) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return h.client.Raw(ctx, method.String(), json.RawMessage(params))
}

// do calls a method that must succeed.
func (h *house) do(method fmt.Stringer, params string) json.RawMessage {
	h.t.Helper()
	raw, err := h.call(method, params)
	if err != nil {
		h.t.Fatalf("%s %s: %v", method, params, err)
	}
	return raw
}

// begin begins an episode of default configuration and gives its id.
func (h *house) begin() string {
	h.t.Helper()
	return into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin, `{"goal":"sofa"}`)).Episode
}

// refusal is what a test wants of an error.
type refusal struct {
	Code     int
	Kind     fault.Kind
	Field    string
	Expected int // seq
}

// refuse calls a method that must fail so.
func (h *house) refuse(method fmt.Stringer, params string, want refusal) *ipc.Error {
	h.t.Helper()
	raw, err := h.call(method, params)
	if err == nil {
		h.t.Fatalf("%s %s: got %s, want %+v", method, params, raw, want)
	}
	var e *ipc.Error
	if !errors.As(err, &e) || e.Data == nil {
		h.t.Fatalf("%s %s: %v is no error of the wire with data", method, params, err)
	}
	if diff := cmp.Diff(want, refusal{e.Code, e.Data.Kind, e.Data.Field, e.Data.ExpectedSeq}); diff != "" {
		h.t.Errorf("%s %s: %v\n%s", method, params, e, diff)
	}
	return e
}

// into decodes a result.
func into[R any](t testing.TB, raw json.RawMessage) (r R) {
	t.Helper()
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return r
}

// same fails unless two results are the same bytes.
func same(t testing.TB, what string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

// memory is everything a client can see of an episode's memory.
func (h *house) memory(id string) string {
	h.t.Helper()
	var all bytes.Buffer
	for _, m := range []fmt.Stringer{ipc.NavGraph, ipc.NavContext, ipc.NavLocalize, ipc.NavWhere, ipc.EpisodeGet} {
		fmt.Fprintf(&all, "%s %s\n", m, h.do(m, fmt.Sprintf(`{"episode":%q}`, id)))
	}
	fmt.Fprintf(&all, "seen %s\n", h.do(ipc.NavGraph, fmt.Sprintf(`{"episode":%q,"seen":true}`, id)))
	fmt.Fprintf(&all, "log %s\n", h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"limit":1000}`, id)))
	return all.String()
}

// sound fails the test if the store is not.
func (h *house) sound() {
	h.t.Helper()
	if r := into[ipc.CheckResult](h.t, h.do(ipc.NavdCheck, `{}`)); len(r.Problems) > 0 {
		h.t.Errorf("navd.check: %v", r.Problems)
	}
}

// withModels gives a planner chain of models, by name, ending as told.
func withModels(chain []string, models map[string]model.Model) func(*daemon.Options) {
	return func(o *daemon.Options) {
		o.Config.Planner.Chain, o.Models = chain, models
	}
}

// gate is a model that says when it is asked and answers when it is told.
type gate struct {
	asked   chan reply.Ask
	answers chan modeltest.Line
}

func newGate() *gate { return &gate{make(chan reply.Ask, 16), make(chan modeltest.Line, 16)} }

// Ask implements model.Model.
func (g *gate) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	g.asked <- ask
	select {
	case l := <-g.answers:
		return l.Text, l.Usage, l.Err
	case <-ctx.Done():
		return "", reply.Usage{}, ctx.Err()
	}
}

// decision is a good answer of a model.
func decision(angle float64) string {
	return fmt.Sprintf(`{"goal_flag":false,"angle":%g,"discovered_context":{"goal_scene_type":"corridor","why":"It leads on."}}`, angle)
}
