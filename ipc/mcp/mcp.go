// Package mcp serves the memory of a running navd to agents, over the Model Context
// Protocol. It keeps nothing: each call of a tool is one or a few calls over the
// daemon's socket.
//
// There are eight tools, all named navd_…; without [Options.Write] only the six that read.
// An answer has at most [MaxAnswer] bytes, and a cursor when there is more. A write is
// first shown to the agent and done when the agent confirms it; its author is [Author].
// Skills are also resources, skill://NAME/SKILL.md, with the files beside it; rules are
// navd://rules/ID, maps navd://maps/EPISODE.
//
//	s, err := mcp.New(mcp.Options{Dial: dial, …})
//	…
//	err = s.Run(ctx, os.Stdin, os.Stdout)
//
// Each call dials the daemon, so the daemon may start later or be restarted meanwhile.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"navd/daemon/fault"
	"navd/ipc"
)

// MaxAnswer is the longest answer of a tool, in bytes; it has the same content twice, as
// text and as data.
const MaxAnswer = 4096

// Author is the author of feedback that comes from an agent.
const Author = "agent"

// Conn is a connection to the daemon.
type Conn interface {
	ipc.Caller
	Close() error
}

// Options configure a server. All but Write and Log must be set.
type Options struct {
	Version string                                                    // of navd
	Dial    func() (Conn, error)                                      // connects to the daemon
	Meant   func(context.Context, ipc.Caller) (string, error)         // the episode that is meant when none is named
	Map     func(context.Context, ipc.Caller, string) ([]byte, error) // draws an episode as SVG
	Token   func() string                                             // gives a new text that nobody can guess
	Write   bool                                                      // also offer the tools that write
	Log     *slog.Logger                                              // gets errors of the protocol; nil: they are dropped
}

// The tools that write.
const (
	feedbackTool = "navd_feedback"
	undoTool     = "navd_undo"
)

// private is the cache scope of answers: for one agent alone.
const private = "private"

// Server answers one agent.
type Server struct {
	Options
	sdk    *sdk.Server
	tools  map[string]bool // the names of those that are offered
	offers offers
	wrong  error // error in the declaration of a tool
}

const instructions = "The memory of a robot that searches houses: places, things seen in them, what people said, rules and skills. " +
	"Answers are short; give a cursor back for the rest. Angles are degrees, positive to the left; lengths are metres."

// New makes a server. It fails only where the declaration of a tool is wrong.
func New(o Options) (*Server, error) {
	s := &Server{Options: o, tools: map[string]bool{}, sdk: sdk.NewServer(
		&sdk.Implementation{Name: "navd", Version: o.Version},
		&sdk.ServerOptions{
			Instructions: instructions,
			Logger:       o.Log,
			SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = private },
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}, Resources: &sdk.ResourceCapabilities{}},
		},
	)}
	read := &sdk.ToolAnnotations{ReadOnlyHint: true}
	bind(s, "navd_find", read, "Where is a thing, or what is at a place: what was seen there and what people said", find)
	bind(s, "navd_place", read, "Where the robot is, and what is known of its places", s.place)
	bind(s, "navd_route", read, "The walked way from the robot to a place or a thing", s.route)
	bind(s, "navd_explain", read, "Why a plan went where it went: rules, what it was shown, what was left out", s.explain)
	bind(s, "navd_skills", read, "List or find skills; with name read one", skills)
	bind(s, "navd_search", read, "Search all memory: places, statements, rules, skills, past episodes", search)
	if o.Write {
		safe := false
		write := &sdk.ToolAnnotations{DestructiveHint: &safe, IdempotentHint: true}
		bind(s, feedbackTool, write, "Tell the robot something. First shows what it would make of it; call again with confirm to write it", s.feedback)
		bind(s, undoTool, write, "Take back a feedback or the last change of an item. First shows it; call again with confirm to do it", s.undo)
	}
	s.addResources()
	s.sdk.AddReceivingMiddleware(s.refuse)
	return s, s.wrong
}

// Run serves the agent until the input or the context ends; neither is an error. Calls that
// came before the end of the input are answered. A line that is no message gets an error as
// its answer, and the session goes on.
func (s *Server) Run(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	err := s.sdk.Run(ctx, newWire(in, out, s.Log))
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// dialled does something over a connection of its own.
func (s *Server) dialled(do func(Conn) error) error {
	c, err := s.Dial()
	if err != nil {
		return err
	}
	defer c.Close()
	return do(c)
}

// episode gives the named episode, or the one that is meant without a name.
func (s *Server) episode(ctx context.Context, c ipc.Caller, named string) (string, error) {
	if named != "" {
		return named, nil
	}
	id, err := s.Meant(ctx, c)
	if f := fault.As(err); err != nil && f.Kind == fault.Invalid {
		return "", f.About("episode", nil).WithHint("name one as episode")
	}
	return id, err
}

// answer is the answer of a tool. shorten makes it shorter, with a cursor for the rest, and
// reports false when it cannot.
type answer interface{ shorten() bool }

// bind adds a tool.
func bind[In, Out any, A interface {
	*Out
	answer
}](s *Server, name string, hints *sdk.ToolAnnotations, does string, run func(context.Context, ipc.Caller, In) (A, error)) {
	input, wrong := schemaOf(reflect.TypeFor[In]())
	output, wrongToo := schemaOf(reflect.TypeFor[Out]())
	if err := errors.Join(wrong, wrongToo); err != nil {
		s.wrong = errors.Join(s.wrong, fault.New(fault.Internal, "%s: %w", name, err))
		return
	}
	output.Required = []string{"items"} // shorter definitions cost an agent fewer tokens
	output.Properties["items"].Items.Required = nil
	t := &sdk.Tool{Name: name, Description: does, Annotations: hints, InputSchema: input, OutputSchema: output}
	s.tools[name] = true
	s.sdk.AddTool(t, func(ctx context.Context, r *sdk.CallToolRequest) (result *sdk.CallToolResult, _ error) {
		var in In
		err := ipc.Decode(r.Params.Arguments, &in)
		if f := fault.As(err); f != nil && f.Field == "" {
			f.Field = "arguments"
		}
		if err == nil {
			err = s.dialled(func(c Conn) error {
				out, err := run(ctx, c, in)
				if err == nil {
					result, err = fitted(out)
				}
				return err
			})
		}
		if err != nil {
			return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: clip(errorText(err), 1000)}}}, nil
		}
		return result, nil
	})
}

// errorText says what went wrong and what to do about it, in the names that an agent knows.
func errorText(err error) string {
	f := fault.As(err)
	text := err.Error()
	if f.Hint != "" {
		text += "; " + strings.NewReplacer(toolsFor()...).Replace(f.Hint)
	}
	return text
}

// fitted makes an answer short enough: with fewer items, and when a single item is still too
// long, for example because of ids of hundreds of characters, with shorter texts.
func fitted(a answer) (*sdk.CallToolResult, error) {
	data, err := json.Marshal(a)
	for n := maxText; err == nil; {
		r := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(data)}}, StructuredContent: json.RawMessage(data)}
		if whole, err := json.Marshal(r); err != nil || len(whole) <= MaxAnswer {
			return r, err
		}
		if a.shorten() {
			data, err = json.Marshal(a)
			continue
		}
		n /= 2
		data, err = clipped(data, n)
	}
	return nil, err
}

// clipped cuts each text of a JSON value to n bytes.
func clipped(data []byte, n int) ([]byte, error) {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	var cut func(v any) any
	cut = func(v any) any {
		switch v := v.(type) {
		case string:
			return clip(v, n)
		case []any:
			for i := range v {
				v[i] = cut(v[i])
			}
		case map[string]any:
			for name := range v {
				v[name] = cut(v[name])
			}
		}
		return v
	}
	return json.Marshal(cut(v))
}

// schemaOf is the JSON schema of a type of parameters or answers. Nothing may be null, and
// choices are listed.
func schemaOf(t reflect.Type) (*jsonschema.Schema, error) {
	s, err := jsonschema.ForType(t, nil)
	if err == nil {
		plainer(s, t)
	}
	return s, err
}

func plainer(s *jsonschema.Schema, t reflect.Type) {
	if len(s.Types) > 0 {
		s.Type, s.Types = s.Types[len(s.Types)-1], nil
	}
	s.AdditionalProperties = nil
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		if s.Items != nil {
			plainer(s.Items, t.Elem())
		}
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			p := s.Properties[name]
			if p == nil {
				continue
			}
			plainer(p, f.Type)
			if allow := f.Tag.Get("allow"); strings.Contains(allow, "|") {
				of := p
				if p.Items != nil {
					of = p.Items
				}
				for choice := range strings.SplitSeq(allow, "|") {
					of.Enum = append(of.Enum, choice)
				}
			}
		}
	}
}

// page is a part of a list.
type page[T any] struct {
	Items  []T    `json:"items"`
	Cursor string `json:"cursor,omitempty"`

	from int
}

// maxItems is how many items of a list are taken for an answer; fewer fit.
const maxItems = 50

// pageAt is the page of a list after a cursor.
func pageAt[T any](all []T, cursor string) (p page[T], err error) {
	if p.from, err = offset(cursor, len(all)); err != nil {
		return p, err
	}
	p.Items = slices.Clone(all[p.from:min(len(all), p.from+maxItems)])
	if p.Items == nil {
		p.Items = []T{}
	}
	if end := p.from + len(p.Items); end < len(all) {
		p.Cursor = strconv.Itoa(end)
	}
	return p, nil
}

// offset reads a cursor of a list of n.
func offset(cursor string, n int) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	at, err := strconv.Atoi(cursor)
	if err != nil || at < 0 || at > n {
		return 0, fault.Field("cursor", cursor, "the cursor of the previous answer to the same question")
	}
	return at, nil
}

func (p *page[T]) shorten() bool {
	if len(p.Items) < 2 {
		return false
	}
	p.Items = p.Items[:len(p.Items)-1]
	p.Cursor = strconv.Itoa(p.from + len(p.Items))
	return true
}

// clip cuts a text to n bytes at most.
func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:max(0, n-len("…"))], "") + "…"
}

// maxText is how many bytes of a text a list shows.
const maxText = 400
