package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"navd/daemon/fault"
)

// refuse answers what the SDK would refuse without saying what is allowed.
func (s *Server) refuse(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		switch p := r.GetParams().(type) {
		case *sdk.CallToolParamsRaw:
			if !s.tools[p.Name] {
				return nil, invalidParams(s.noTool(p.Name))
			}
		case *sdk.ListToolsParams:
			if p != nil && p.Cursor != "" {
				return nil, invalidParams(noCursor(p.Cursor))
			}
		case *sdk.ListResourceTemplatesParams:
			if p != nil && p.Cursor != "" {
				return nil, invalidParams(noCursor(p.Cursor))
			}
		case *sdk.ListPromptsParams:
			if p != nil && p.Cursor != "" {
				return nil, invalidParams(noCursor(p.Cursor))
			}
		case *sdk.ReadResourceParams:
			result, err := next(ctx, method, r)
			var missing *jsonrpc.Error
			if errors.As(err, &missing) && missing.Code == jsonrpc.CodeInvalidParams {
				return nil, invalidParams(fault.New(fault.Invalid, "resource not found").About("uri", p.URI).
					WithHint("addresses are skill://NAME/FILE, navd://rules/ID and navd://maps/EPISODE; resources/list lists them"))
			}
			return result, err
		}
		return next(ctx, method, r)
	}
}

// noTool is the fault of a tool that is not offered.
func (s *Server) noTool(name string) *fault.Error {
	names := slices.Sorted(maps.Keys(s.tools))
	f := fault.Field("name", name, strings.Join(names, ", "))
	f.Message = "unknown tool"
	if near := fault.Nearest(name, names); near != "" {
		return f.WithHint("did you mean %q?", near)
	}
	if !s.Write && (name == feedbackTool || name == undoTool) {
		return f.WithHint("navd mcp --write offers it")
	}
	return f
}

// noCursor is the fault of a cursor for a list that comes whole.
func noCursor(given string) *fault.Error {
	return fault.Field("cursor", given, "none: the list has one page")
}

func invalidParams(f *fault.Error) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: errorText(f)}
}

// plainError says in the protocol's words what the SDK says in Go's of parameters that it
// cannot read, and gives a code to what has none. Other errors stay as they are.
func plainError(err error) error {
	var wrong *json.UnmarshalTypeError
	var coded *jsonrpc.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong):
		return wrongType(wrong)
	case errors.As(err, &coded):
		return err
	case errors.Is(err, context.Canceled):
		return wireError(err)
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: err.Error()}
}

func wrongType(wrong *json.UnmarshalTypeError) error {
	f := &fault.Error{Kind: fault.Invalid, Message: "wrong type", Field: "params", Allowed: kindName(wrong.Type)}
	if wrong.Field != "" {
		f.Field += "." + wrong.Field
	}
	if text, err := strconv.Unquote(wrong.Value); err == nil { // the text from there on, cut
		var v json.RawMessage
		if json.NewDecoder(strings.NewReader(text)).Decode(&v) == nil {
			f.Given = string(v)
		}
	}
	return invalidParams(f)
}

// kindName is what JSON calls values of a type.
func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice, reflect.Array:
		return "array"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Struct, reflect.Map, reflect.Pointer, reflect.Interface:
		return "object"
	}
	return "integer"
}

// toolsFor are pairs: a method that a hint of the daemon may name, and what an agent has for
// it, or people where it has nothing. A name that is the beginning of another comes after it.
func toolsFor() []string {
	return []string{
		"episode.begin", "a controller", "episode.list", "resources/list",
		"feedback.add", feedbackTool, "knowledge.submit", feedbackTool,
		"grounding.undo", undoTool, "knowledge.rollback", undoTool,
		"grounding.get", "`navd grounding show`", "grounding.list", "navd_search",
		"knowledge.list", "resources/list", "knowledge.search", "navd_search", "knowledge.proposals", "`navd knowledge proposals`",
		"nav.plan", "a plan",
	}
}
