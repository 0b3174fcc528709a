package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/server"
)

// long makes tests take more of what only repeats itself.
func long() bool { return os.Getenv("NAVD_TEST_LONG") != "" }

// FuzzDaemon calls any method of a real daemon with any text as parameters, in
// which EPISODE and PLAN stand for ids that exist. Every line is answered once,
// under its id, and never by an internal error; whatever was accepted, every
// method goes on answering, and the store stays sound.
func FuzzDaemon(f *testing.F) {
	methods, examples := server.Methods(&daemon.Daemon{}), map[string]string{}
	seed := 0
	for i, m := range methods {
		examples[m.Method] = ipc.Example(m.Method)
		for _, text := range variants(f, m) {
			// TestParams has them all, also those that do not come as far as a
			// daemon, and TestReferenceExamples each example. Each seed costs a call
			// of every method, so a plain test takes one of 144.
			every := 144
			switch {
			case long():
				every = 3
			case testing.Short():
				every = 192
			}
			if seed++; seed%every == 0 && ipc.Decode([]byte(text), reflect.New(m.Params).Interface()) == nil {
				f.Add(uint8(i), []byte(text))
			}
		}
	}
	var r rig
	f.Cleanup(func() { r.close(f) })
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		l := r.line(t)
		var begun struct{ Episode string }
		l.good(string(ipc.EpisodeBegin), `{"goal":"sofa"}`, &begun)
		l.good(string(ipc.NavStep), `{"episode":"`+begun.Episode+`","seq":1,"action":"move_forward","objects":["sofa"]}`, nil)
		var planned struct{ Plan string }
		l.good(string(ipc.NavPlan), `{"episode":"`+begun.Episode+`","labels":[{"view":0,"free_m":2,"see_m":3}]}`, &planned)
		ids := strings.NewReplacer("EPISODE", begun.Episode, "PLAN", planned.Plan)

		m := methods[int(which)%len(methods)]
		params := ids.Replace(strings.NewReplacer("\n", " ").Replace(string(text)))
		for range 2 { // sent again, as after a lost answer
			l.check(m.Method, params, l.ask(m.Method, params))
		}
		after := func(m server.Handler) {
			example := ids.Replace(examples[m.Method])
			l.check(m.Method, example, l.ask(m.Method, example))
		}
		for _, m := range methods {
			if !slices.Contains(ending, m.Method) {
				after(m)
			}
		}
		var sound struct{ Problems []string }
		if l.good(string(ipc.NavdCheck), `{}`, &sound); len(sound.Problems) > 0 {
			t.Errorf("the store after %s %s: %q", m.Method, params, sound.Problems)
		}
		for _, m := range methods {
			if slices.Contains(ending[1:], m.Method) {
				after(m)
			}
		}
	})
}

// ending are the methods that are asked last: reading the store, which is done
// anyhow, and those that leave little to ask for.
var ending = []string{string(ipc.NavdCheck), string(ipc.EpisodeEnd), string(ipc.EpisodeDelete)}

// rig is a daemon that serves some inputs and is then replaced, so that what
// they leave behind does not become much.
type rig struct {
	daemon *daemon.Daemon
	server *server.Server
	dir    string
	inputs int
}

// rigInputs is how many inputs one daemon serves.
const rigInputs = 25

func (r *rig) open(t testing.TB) {
	t.Helper()
	var err error
	if r.dir, err = os.MkdirTemp("", "navd"); err != nil {
		t.Fatal(err)
	}
	cfg := config.Default()
	cfg.DataDir, cfg.Durability = r.dir, "relaxed"
	if r.daemon, err = daemon.Open(daemon.Options{Config: cfg}); err != nil {
		t.Fatal(err)
	}
	r.server = server.New(server.Options{Methods: server.Methods(r.daemon), Incident: r.daemon.Incident, Observe: r.daemon.Observe})
}

func (r *rig) close(t testing.TB) {
	t.Helper()
	if r.daemon == nil {
		return
	}
	if err := r.server.Shutdown(context.Background()); err != nil {
		t.Errorf("Shutdown: %v", err)
	}
	if err := r.daemon.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if err := os.RemoveAll(r.dir); err != nil {
		t.Error(err)
	}
	*r = rig{}
}

// line is a connection to the daemon of a rig.
type line struct {
	t  *testing.T
	nc net.Conn
	in *bufio.Reader
}

// line gives a connection that ends with the test.
func (r *rig) line(t *testing.T) *line {
	t.Helper()
	if r.inputs++; r.inputs > rigInputs {
		r.close(t)
	}
	if r.daemon == nil {
		r.open(t)
	}
	nc := r.server.Pipe(context.Background())
	nc.SetDeadline(time.Now().Add(time.Minute))
	t.Cleanup(func() { nc.Close() })
	return &line{t, nc, bufio.NewReader(nc)}
}

// ask sends a call and gives the line that answers it; events may stand before.
func (l *line) ask(method, params string) []byte {
	l.t.Helper()
	sent := make(chan error, 1)
	go func() { // a pipe holds nothing: the server may write an event first
		_, err := l.nc.Write([]byte(`{"jsonrpc":"2.0","id":"fuzz","method":"` + method + `","params":` + params + "}\n"))
		sent <- err
	}()
	for {
		answer, err := l.in.ReadBytes('\n')
		if err != nil {
			l.t.Fatalf("%s %s: no answer: %v", method, params, err)
		}
		if !bytes.HasPrefix(answer, []byte(`{"jsonrpc":"2.0","method":"event",`)) {
			if err := <-sent; err != nil {
				l.t.Fatal(err)
			}
			return answer
		}
	}
}

// good sends a call that has a result.
func (l *line) good(method, params string, result any) {
	l.t.Helper()
	a, err := ipc.ParseAnswer(l.ask(method, params))
	switch {
	case err != nil:
		l.t.Fatal(err)
	case a.Error != nil:
		l.t.Fatalf("%s %s: %v", method, params, a.Error)
	case result != nil:
		if err := json.Unmarshal(a.Result, result); err != nil {
			l.t.Fatal(err)
		}
	}
}

// check holds an answer to what every answer must be.
func (l *line) check(method, params string, answer []byte) {
	l.t.Helper()
	var shape struct {
		JSONRPC string           `json:"jsonrpc"`
		ID      *json.RawMessage `json:"id"`
		Result  json.RawMessage  `json:"result"`
		Error   *struct {
			Code    int            `json:"code"`
			Message string         `json:"message"`
			Data    *ipc.ErrorData `json:"data"`
		} `json:"error"`
	}
	strict := json.NewDecoder(bytes.NewReader(answer))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&shape); err != nil || !json.Valid(answer) {
		l.t.Fatalf("%s %s: no answer, %v: %s", method, params, err, answer)
	}
	if shape.JSONRPC != ipc.Version || (shape.Result == nil) == (shape.Error == nil) {
		l.t.Errorf("%s %s: %s", method, params, answer)
	}
	id := ""
	if shape.ID != nil {
		id = string(*shape.ID)
	}
	e := shape.Error
	if e == nil {
		if id != `"fuzz"` {
			l.t.Errorf("%s %s: id %s", method, params, id)
		}
		return
	}
	if e.Data == nil || e.Message == "" || e.Data.Kind != ipc.KindOf(e.Code) || e.Code == ipc.Code(fault.Internal) || e.Code == ipc.Code(fault.Corrupt) {
		l.t.Errorf("%s %s: %s", method, params, answer)
	}
	broken := e.Code == ipc.CodeParse || e.Code == ipc.CodeRequest
	if broken && json.Valid([]byte(params)) && utf8.ValidString(params) || !broken && id != `"fuzz"` {
		l.t.Errorf("%s %s: id %s: %s", method, params, id, answer)
	}
}
