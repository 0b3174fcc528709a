package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/nav"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/mcp"
	"navd/ipc/server"
)

// agent is a client of the official SDK, with the daemon behind it.
type agent struct {
	t      *testing.T
	c      *client.Client // the user's
	s      *sdk.ClientSession
	socket string
	schema map[string]*jsonschema.Resolved
	stop   func() // ends the daemon
}

// newAgent starts a daemon and a server before it.
func newAgent(t *testing.T, write bool) *agent {
	t.Helper()
	dir, err := os.MkdirTemp("", "navd") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	a := &agent{t: t, socket: filepath.Join(dir, "s"), schema: map[string]*jsonschema.Resolved{}}
	a.start(dir)
	t.Cleanup(func() { a.stop() })
	tokens := 0
	s, err := mcp.New(mcp.Options{
		Version: "1",
		Dial:    func() (mcp.Conn, error) { return client.Dial(a.socket) },
		Meant: func(ctx context.Context, c ipc.Caller) (string, error) {
			r, err := ipc.EpisodeList.Call(ctx, c, ipc.EpisodeListParams{})
			if err == nil && len(r.Episodes) != 1 {
				err = fault.New(fault.Invalid, "%d episodes", len(r.Episodes))
			}
			if err != nil {
				return "", err
			}
			return r.Episodes[0].ID, nil
		},
		Map: func(_ context.Context, _ ipc.Caller, id string) ([]byte, error) {
			return []byte("<svg>" + id + "</svg>"), nil
		},
		Token: func() string { tokens++; return fmt.Sprintf("t%d", tokens) },
		Write: write,
	})
	if err != nil {
		t.Fatal(err)
	}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.Run(context.Background(), in, out) }()
	a.s, err = sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(a.s.Close(), <-ended); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	tools, err := a.s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		data, err := json.Marshal(tool.OutputSchema)
		var s jsonschema.Schema
		if err = errors.Join(err, json.Unmarshal(data, &s)); err != nil {
			t.Fatal(err)
		}
		if a.schema[tool.Name], err = s.Resolve(nil); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func (a *agent) start(dir string) {
	a.t.Helper()
	cfg := config.Default()
	cfg.DataDir, cfg.Durability = filepath.Join(dir, "data"), "relaxed"
	d, err := daemon.Open(daemon.Options{Config: cfg})
	if err != nil {
		a.t.Fatal(err)
	}
	ln, err := server.Listen(a.socket, server.ListenOptions{})
	if err != nil {
		a.t.Fatal(err)
	}
	s := server.New(server.Options{Methods: server.Methods(d)})
	served := make(chan error, 1)
	go func() { served <- s.Serve(context.Background(), ln) }()
	if a.c, err = client.Dial(a.socket); err != nil {
		a.t.Fatal(err)
	}
	a.stop = func() {
		a.stop = func() {}
		if err := errors.Join(a.c.Close(), s.Shutdown(context.Background()), <-served, d.Close()); err != nil {
			a.t.Error(err)
		}
	}
}

// user calls a method as a user does.
func user[P, R any](a *agent, m ipc.Method[P, R], p P) R {
	a.t.Helper()
	r, err := m.Call(a.t.Context(), a.c, p)
	if err != nil {
		a.t.Fatalf("%s: %v", m, err)
	}
	return r
}

// reply is what any tool may answer.
type reply struct {
	Items   []map[string]any
	Cursor  string
	Confirm string
	Written bool
	ID      string
	Error   string
	text    string
}

// asks calls a tool. The answer is short, has the same twice and keeps to its schema.
func (a *agent) asks(tool, args string) (r reply) {
	a.t.Helper()
	result, err := a.s.CallTool(a.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		a.t.Fatalf("%s %s: %v", tool, args, err)
	}
	r.text = result.Content[0].(*sdk.TextContent).Text
	if result.IsError {
		r.Error = r.text
		return r
	}
	if whole, err := json.Marshal(map[string]any{"content": result.Content, "structuredContent": result.StructuredContent}); err != nil || len(whole) > mcp.MaxAnswer {
		a.t.Errorf("%s %s: %d bytes, %v", tool, args, len(whole), err)
	}
	var text any
	if err := json.Unmarshal([]byte(r.text), &text); err != nil {
		a.t.Errorf("%s %s: %v", tool, args, err)
	}
	if err := a.schema[tool].Validate(result.StructuredContent); err != nil || fmt.Sprint(text) != fmt.Sprint(result.StructuredContent) {
		a.t.Errorf("%s %s: %v\n%v\n%v", tool, args, err, text, result.StructuredContent)
	}
	if err := json.Unmarshal([]byte(r.text), &r); err != nil {
		a.t.Fatal(err)
	}
	return r
}

// all goes on from cursor to cursor.
func (a *agent) all(tool, args string) (items []map[string]any) {
	a.t.Helper()
	for cursor := ""; ; {
		r := a.asks(tool, strings.TrimSuffix(args, "}")+fmt.Sprintf(`,"cursor":%q}`, cursor))
		if r.Error != "" {
			a.t.Fatal(r.Error)
		}
		items = append(items, r.Items...)
		if r.Cursor == "" {
			return items
		}
		if r.Cursor == cursor {
			a.t.Fatalf("%s %s: the cursor %s comes again", tool, args, cursor)
		}
		cursor = r.Cursor
	}
}

// approved has something that a user says in use.
func (a *agent) approved(text string) knowledge.Item {
	a.t.Helper()
	said := user(a, ipc.KnowledgeSubmit, ipc.SubmitParams{Text: text, Author: "Kim"})
	f := user(a, ipc.KnowledgeProcess, ipc.ProcessParams{Feedback: said.Feedback}).Feedback[0]
	return *user(a, ipc.KnowledgeApprove, ipc.DecideParams{Proposal: f.Proposal}).Item
}

// searched is a house with a search in it: a living room with a sofa, a kitchen, and a
// plan that was made under a rule.
func (a *agent) searched() (id string) {
	a.t.Helper()
	a.approved("Never enter the bathroom when looking for a sofa")
	a.approved("How to cross a door:\n1. face the door\n2. go through")
	id = user(a, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", SceneID: "home"}).Episode
	user(a, ipc.NavObserve, ipc.ObserveParams{Episode: id, SceneType: "living room", Objects: []string{"sofa", "lamp"}})
	for i := 1; i <= 8; i++ {
		user(a, ipc.NavStep, ipc.StepParams{Episode: id, Step: nav.Step{Seq: i, Action: nav.Forward}})
	}
	user(a, ipc.NavObserve, ipc.ObserveParams{Episode: id, SceneType: "kitchen", Objects: []string{"fridge"}, Description: "A dark room."})
	for i := 9; i <= 16; i++ {
		user(a, ipc.NavStep, ipc.StepParams{Episode: id, Step: nav.Step{Seq: i, Action: nav.Forward}})
	}
	user(a, ipc.FeedbackAdd, ipc.FeedbackParams{Episode: id, Text: "the piano is in the kitchen", Author: "Kim"})
	m := 2.5
	user(a, ipc.NavPlan, ipc.PlanParams{Episode: id, Labels: []nav.Glimpse{
		{View: 0, SceneType: "bathroom", FreeM: &m, SeeM: &m}, {View: 3, SceneType: "corridor", FreeM: &m, SeeM: &m},
	}})
	return id
}
