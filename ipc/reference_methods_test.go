package ipc_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/ipc"
	"navd/ipc/server"
)

// documented are the packages whose comments the reference cannot do without.
// Types of other packages are shown with what comments they have.
var documented = []string{"navd/ipc", "navd/daemon/nav", "navd/daemon/planner", "navd/daemon/episode", "navd/daemon/words", "navd/daemon/store", "navd/daemon/reply"}

// holds says what stands in the members that can hold anything.
var holds = map[string][]reflect.Type{
	"ContextResult.Context": {reflect.TypeFor[nav.Context](), reflect.TypeFor[string]()},
	"Event.Data":            {reflect.TypeFor[nav.Event]()},
	"LogEntry.Data": {
		reflect.TypeFor[store.Step](), reflect.TypeFor[nav.Event](), reflect.TypeFor[planner.Plan](), reflect.TypeFor[store.Scene](),
	},
}

// method is what the reference tells of one method.
type method struct {
	name, doc, example string
	params, result     reflect.Type
	pushes             bool // notifications follow the answer
}

// ordered reports whether calls for one episode wait for each other.
func (m method) ordered() bool {
	return m.params.Implements(reflect.TypeFor[interface{ Turn() string }]())
}

// reference is everything that is printed, and what is missing for it.
type reference struct {
	sources  map[string]*source
	methods  []method                // in the order of their constants
	types    map[reflect.Type]bool   // met on the way; true: in parameters
	names    map[reflect.Type]string // of those, each once
	homes    map[reflect.Type]string // results and kinds: the section that shows them
	problems []string
}

func newReference(t testing.TB) *reference {
	t.Helper()
	r := &reference{
		sources: map[string]*source{}, types: map[reflect.Type]bool{}, names: map[reflect.Type]string{}, homes: map[reflect.Type]string{},
	}
	handlers := server.Methods(&daemon.Daemon{})
	for _, c := range r.source("navd/ipc").values["Method"] {
		r.addMethod(c, handlers)
	}
	for _, m := range r.methods {
		r.reachMembers(m.params, true)
		r.reachMembers(m.result, false)
		r.homes[m.result] = m.name
	}
	r.reachMembers(reflect.TypeFor[ipc.Event](), false)
	r.reachMembers(reflect.TypeFor[ipc.ErrorData](), false)
	r.homes[reflect.TypeFor[fault.Kind]()] = "errors"
	r.nameTypes()
	return r
}

// source gives the comments of a package, read at their first use.
func (r *reference) source(pkg string) *source {
	if r.sources[pkg] == nil {
		s, err := readSource(pkg)
		if err != nil {
			r.miss("comments of %s: %v", pkg, err)
			s = &source{}
		}
		r.sources[pkg] = s
	}
	return r.sources[pkg]
}

func (r *reference) miss(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// addMethod puts together what constant and handler say of a method.
func (r *reference) addMethod(c constant, handlers []server.Handler) {
	i := slices.IndexFunc(handlers, func(h server.Handler) bool { return h.Method == c.value })
	if i < 0 {
		r.miss("ipc.%s (%s) is not in the list of server.Methods", c.name, c.value)
		return
	}
	doc, example, _ := strings.Cut(c.doc, "Example:")
	m := method{
		name: c.value, doc: strings.Replace(doc, c.name, "`"+c.value+"`", 1), example: strings.TrimSpace(example),
		params: handlers[i].Params, result: handlers[i].Result, pushes: handlers[i].Pushes,
	}
	if strings.TrimSpace(doc) == "" {
		r.miss("ipc.%s (%s) has no comment", c.name, c.value)
	}
	if !json.Valid([]byte(m.example)) || strings.Contains(m.example, "\n") {
		r.miss("ipc.%s (%s) has no Example: with its parameters as JSON on one line", c.name, c.value)
	}
	r.methods = append(r.methods, m)
}

// reach takes down a type of this module and those it is made of.
func (r *reference) reach(t reflect.Type, input bool) {
	t = core(t)
	known, ok := r.types[t]
	if !strings.HasPrefix(t.PkgPath(), "navd/") || ok && (known || !input) {
		return
	}
	r.types[t] = input
	r.reachMembers(t, input)
}

// reachMembers takes down the types of a struct's members.
func (r *reference) reachMembers(t reflect.Type, input bool) {
	for _, f := range fieldsOf(t) {
		r.reach(f.typ, input)
		for _, held := range holds[f.path()] {
			r.reach(held, input)
		}
	}
}

// nameTypes gives each type its name; where two packages have the same, the
// package stands before that of the later one. Those of package ipc come first.
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
		if taken[name] {
			pkg := path.Base(t.PkgPath())
			name = strings.ToUpper(pkg[:1]) + pkg[1:] + name
		}
		taken[name], r.names[t] = true, name
	}
}

// depth is how far below the module's root a type's package lies.
func depth(t reflect.Type) int { return strings.Count(t.PkgPath(), "/") }
