package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"

	"navd/daemon/episodic"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/ipc"
	"navd/ipc/server"
)

// documented reports whether every type and field of a package must have a comment. Types of
// other packages are shown with the comments they have.
func documented(pkg string) bool {
	switch pkg {
	case "navd/ipc", "navd/daemon/nav", "navd/daemon/planner", "navd/daemon/episode", "navd/daemon/words", "navd/daemon/store", "navd/daemon/reply":
		return true
	}
	return false
}

// holds gives the types that a JSON member can hold.
func holds(f field) []reflect.Type {
	switch f.path() {
	case "ContextResult.Context":
		return []reflect.Type{reflect.TypeFor[nav.Context](), reflect.TypeFor[string]()}
	case "SlotResult.Slot":
		return []reflect.Type{reflect.TypeFor[episodic.Slot]()}
	case "Record.Entry", "AppendParams.Entry", "AdviseParams.Entries":
		return []reflect.Type{reflect.TypeFor[episodic.Entry]()}
	case "RenderParams.Advisories":
		return []reflect.Type{reflect.TypeFor[episodic.Advisory]()}
	case "EvaluateParams.Inputs", "EvaluateResult.Outputs":
		return []reflect.Type{reflect.TypeFor[map[string]any]()}
	case "LatsObserveParams.State", "LatsObserveParams.Info", "Ticket.State", "TreeNode.Env", "TreeNode.Info": // of the caller's environment
		return []reflect.Type{reflect.TypeFor[any]()}
	case "HouseExportResult.Document", "HouseImportParams.Document":
		return []reflect.Type{reflect.TypeFor[house.House]()}
	case "Event.Data":
		return []reflect.Type{reflect.TypeFor[event.Event]()}
	case "LogEntry.Data":
		return []reflect.Type{reflect.TypeFor[ipc.LoggedStep](), reflect.TypeFor[event.Event](), reflect.TypeFor[planner.Plan](), reflect.TypeFor[store.Scene](), reflect.TypeFor[feedback.Record]()}
	}
	return nil
}

// method is what the reference says about one method.
type method struct {
	server.Handler
	doc, example string
}

// ordered reports whether calls for one episode wait for each other.
func (m method) ordered() bool {
	return m.Params.Implements(reflect.TypeFor[interface{ Queue() string }]())
}

// reference is everything that is printed, and the problems found on the way.
type reference struct {
	root     fs.FS // the module
	sources  map[string]*source
	methods  []method
	types    map[reflect.Type]bool   // types to print; true: used in parameters
	names    map[reflect.Type]string // unique names of these types
	homes    map[reflect.Type]string // of results and kinds: the section that shows them
	problems []error
}

// manual gives the reference of the handlers' methods, with the comments of the module's
// source, or an error that names everything that is missing.
func manual(root fs.FS, handlers []server.Handler) (string, error) {
	r := &reference{
		root: root, sources: map[string]*source{}, types: map[reflect.Type]bool{}, names: map[reflect.Type]string{}, homes: map[reflect.Type]string{},
	}
	constants := slices.Clone(r.source("navd/ipc").values["Method"])
	for _, h := range handlers {
		i := slices.IndexFunc(constants, func(c constant) bool { return c.value == h.Method })
		if i < 0 {
			r.miss("%s has a handler and no constant in package ipc", h.Method)
			continue
		}
		r.addMethod(h, constants[i])
		constants = slices.Delete(constants, i, i+1)
	}
	for _, c := range constants {
		r.miss("ipc.%s (%s) is bound to nothing: add it to server.Methods", c.name, c.value)
	}
	for _, m := range r.methods {
		r.reachMembers(m.Params, true)
		r.reachMembers(m.Result, false)
		r.homes[m.Result] = m.Method
	}
	r.reachMembers(reflect.TypeFor[ipc.Event](), false)
	r.reachMembers(reflect.TypeFor[ipc.ErrorData](), false)
	r.homes[reflect.TypeFor[fault.Kind]()] = "errors"
	r.nameTypes()
	return r.print(), errors.Join(r.problems...)
}

// source gives the comments of a package, read at their first use.
func (r *reference) source(pkg string) *source {
	if r.sources[pkg] == nil {
		s, err := readSource(r.root, pkg)
		if err != nil {
			r.miss("comments of %s: %v", pkg, err)
			s = &source{}
		}
		r.sources[pkg] = s
	}
	return r.sources[pkg]
}

func (r *reference) miss(format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf(format, args...))
}

// addMethod adds a method from its constant and its handler.
func (r *reference) addMethod(h server.Handler, c constant) {
	doc, example, _ := strings.Cut(c.doc, "Example:")
	m := method{h, strings.Replace(doc, c.name, "`"+c.value+"`", 1), strings.TrimSpace(example)}
	if strings.TrimSpace(doc) == "" {
		r.miss("ipc.%s (%s) has no comment", c.name, c.value)
	}
	if !json.Valid([]byte(m.example)) || strings.Contains(m.example, "\n") {
		r.miss("ipc.%s (%s) has no Example: with its parameters as JSON on one line", c.name, c.value)
	}
	r.methods = append(r.methods, m)
}

// reach notes a type of this module and the types that it is made of.
func (r *reference) reach(t reflect.Type, input bool) {
	t = core(t)
	known, ok := r.types[t]
	if !strings.HasPrefix(t.PkgPath(), "navd/") || ok && (known || !input) {
		return
	}
	r.types[t] = input
	r.reachMembers(t, input)
}

// reachMembers notes the types of a struct's members.
func (r *reference) reachMembers(t reflect.Type, input bool) {
	for _, f := range fieldsOf(t) {
		r.reach(f.typ, input)
		for _, held := range holds(f) {
			r.reach(held, input)
		}
	}
}

// nameTypes gives each type a unique name: its own, or with its package in front when the
// name is taken or is only Type: event.Type is EventType. Types of package ipc come first.
func (r *reference) nameTypes() {
	var all []reflect.Type
	for t := range r.types {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b reflect.Type) int {
		return cmp.Or(depth(a)-depth(b), strings.Compare(a.PkgPath(), b.PkgPath()), strings.Compare(a.Name(), b.Name()))
	})
	taken := map[string]bool{}
	for _, t := range all {
		name := t.Name()
		if taken[name] || name == "Type" {
			pkg := path.Base(t.PkgPath())
			name = strings.ToUpper(pkg[:1]) + pkg[1:] + name
		}
		if taken[name] {
			r.miss("two types are called %s: rename one of them", name)
		}
		taken[name], r.names[t] = true, name
	}
}

// depth is how far below the module's root a type's package lies.
func depth(t reflect.Type) int { return strings.Count(t.PkgPath(), "/") }
