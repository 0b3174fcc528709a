package main

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The groups of packages, from the bottom up.
var (
	leaves  = []string{"daemon/fault", "daemon/limits", "daemon/words", "daemon/reply", "daemon/ref", "daemon/event", "daemon/feedback", "daemon/item", "daemon/area", "daemon/table"}
	domains = []string{
		"daemon/nav", "daemon/scene", "daemon/episode", "daemon/grounding", "daemon/job", "daemon/episodic", "daemon/knowledge", "daemon/knowledge/dmn", "daemon/knowledge/skills", "daemon/knowledge/agent", "daemon/lats", "daemon/lats/pages", "daemon/house",
	}
	pure   = slices.Concat(leaves, domains, []string{"daemon/planner", "daemon/think", "daemon/house/locate", "daemon/draw", "daemon/markup", "daemon/chart", "daemon/page"})
	below  = []string{"daemon/store", "daemon/background", "daemon/health", "kv"} // what the parts of the daemon stand on
	parts  = []string{"daemon/journal", "daemon/search", "daemon/ask", "daemon/work", "daemon/homes"}
	models = []string{
		"daemon/model", "daemon/model/gcp", "daemon/model/vertex", "daemon/model/genai", "daemon/model/openai", "daemon/model/tape", "daemon/model/modeltest",
	}
)

// layout is the import direction: what each package may import of ours.
//
//	cmd → ipc/server → daemon → {ask → model, search → index, work, homes} → journal → store → kv
//	    → {think → planner, draw} → domains → {words, reply, limits} → fault
func layout() map[string][]string {
	rules := map[string][]string{
		"kv":            {},
		"index":         {},
		"daemon/fault":  {},
		"daemon/words":  {"daemon/fault"},
		"daemon/reply":  {"daemon/fault"},
		"daemon/limits": {"daemon/fault"},
		"daemon/ref":    {"daemon/fault"},
		"daemon/event":  {"daemon/ref"},
		"daemon/table":  {},
		"daemon/area":   {},

		"daemon/feedback": {"daemon/fault", "daemon/words", "daemon/ref"},
		"daemon/item":     {"daemon/fault", "daemon/ref", "daemon/feedback"},

		"daemon/planner":      slices.Concat(domains, leaves),
		"daemon/think":        slices.Concat(domains, leaves, []string{"daemon/planner"}),
		"daemon/draw":         slices.Concat(domains, leaves),
		"daemon/markup":       {},
		"daemon/house/locate": slices.Concat(leaves, []string{"daemon/nav", "daemon/house"}),
		"daemon/chart":        {"daemon/markup"},
		"daemon/page":         {"daemon/markup", "daemon/chart", "daemon/episode", "daemon/words"},

		"config":            pure,
		"daemon/model":      leaves,
		"daemon/background": {"daemon/fault"},
		"daemon/health":     {},
		"daemon/store":      slices.Concat(pure, []string{"kv"}),
		"daemon/journal":    slices.Concat(pure, below),
		"daemon/datadir":    {"daemon/fault", "daemon/store", "kv"},
		"daemon/homes":      slices.Concat(pure, below),
		"daemon/work":       slices.Concat(pure, below, []string{"daemon/journal"}),
		"daemon/ask":        slices.Concat(pure, below, models, []string{"daemon/journal", "config"}),
		"daemon/search":     slices.Concat(pure, below, []string{"daemon/journal", "index"}),
		"daemon":            slices.Concat(pure, models, below, parts, []string{"config", "ipc", "daemon/datadir"}),

		"ipc":           pure,
		"ipc/client":    slices.Concat(pure, []string{"ipc"}),
		"ipc/server":    slices.Concat(pure, []string{"ipc", "daemon"}),
		"ipc/mcp":       slices.Concat(pure, []string{"ipc"}),
		"ipc/python":    {},
		"ipc/reference": slices.Concat(pure, []string{"ipc", "ipc/server", "daemon", "daemon/store", "config"}),

		"cmd/golden":          {},
		"cmd/manual":          {},
		"cmd/bom":             {},
		"cmd/outfile":         {"daemon/fault"},
		"cmd/unit":            {"daemon/fault"},
		"cmd/supervisor":      {"daemon/fault", "cmd/unit"},
		"cmd/navd/story":      slices.Concat(pure, []string{"ipc"}),
		"cmd/navd/web":        slices.Concat(pure, []string{"ipc", "cmd/navd/story"}),
		"cmd/navsim/world":    leaves,
		"cmd/navsim/caption":  {"daemon/fault"},
		"cmd/navsim/explorer": {"cmd/navsim/world"},
		"cmd/navsim/robot":    slices.Concat(pure, []string{"ipc", "ipc/client", "cmd/navsim/world", "cmd/navsim/caption", "cmd/navsim/explorer"}),
		"cmd/navsim/vlm":      slices.Concat(pure, []string{"cmd/navsim/caption"}),
		"cmd/navsim": slices.Concat(pure, []string{
			"ipc", "ipc/client", "config", "cmd/outfile", "cmd/navsim/world", "cmd/navsim/robot", "cmd/navsim/vlm",
		}),
		"cmd/navd": slices.Concat(pure, models, []string{"ipc", "ipc/client", "ipc/mcp", "ipc/server", "ipc/python", "cmd/navd/web", "cmd/navd/story", "daemon", "daemon/ask", "daemon/datadir", "daemon/store", "config", "cmd/outfile", "cmd/unit", "cmd/supervisor"}),
	}
	for _, d := range domains {
		rules[d] = leaves // never another domain
	}
	for _, m := range models[1:] {
		rules[m] = slices.Concat(leaves, []string{"daemon/model"})
	}
	for _, m := range []string{"daemon/model/vertex", "daemon/model/genai"} {
		rules[m] = append(rules[m], "daemon/model/gcp")
	}
	return rules
}

// exceptions are the imports that go beside the layout, with the reason. One
// that nobody needs any more fails the test.
var exceptions = map[[2]string]string{
	{"daemon/episode", "daemon/nav"}:                   "an episode's record holds nav's Config and Counts: the domain type is the word",
	{"daemon/house", "daemon/nav"}:                     "a house is kept of nav's scans, in nav's poses",
	{"daemon/episode", "daemon/house"}:                 "an episode's record holds where it lies in its house",
	{"daemon/episodic", "daemon/nav"}:                  "its records are of nav's legs, in nav's poses",
	{"daemon/knowledge/skills", "daemon/knowledge"}:    "a folder is a skill of knowledge",
	{"daemon/knowledge", "daemon/knowledge/dmn"}:       "a rule is a decision table",
	{"daemon/knowledge/agent", "daemon/knowledge"}:     "it makes items of knowledge",
	{"daemon/knowledge/agent", "daemon/knowledge/dmn"}: "it checks the tables that a model gives",
	{"cmd/navd", "cmd/navsim/robot"}:                   "navd demo runs a robot",
	{"cmd/navd", "cmd/navsim/world"}:                   "navd demo makes its house",
}

// TestImportDirection holds every package to the layout.
func TestImportDirection(t *testing.T) {
	packages := program(sources(t))
	imports, rules := importsOf(packages), layout()
	used := map[[2]string]bool{}
	for _, pkg := range slices.Sorted(maps.Keys(imports)) {
		may, known := rules[pkg]
		if !known {
			t.Errorf("%s has no rule: say in layout what it may import", pkg)
			continue
		}
		for _, to := range imports[pkg] {
			if _, ours := packages[to]; !ours || slices.Contains(may, to) {
				continue
			}
			edge := [2]string{pkg, to}
			if _, ok := exceptions[edge]; !ok {
				t.Errorf("%s imports %s, against the direction of the layout", pkg, to)
			}
			used[edge] = true
		}
	}
	for edge := range exceptions {
		if !used[edge] {
			t.Errorf("the exception for %s → %s is not needed any more", edge[0], edge[1])
		}
	}
}

// TestTransactions holds that the journal alone has the store, and datadir where no
// daemon runs, and that transactions begin in one place each.
func TestTransactions(t *testing.T) {
	open, begun := map[string]bool{}, map[string]int{}
	for pkg, files := range program(sources(t)) {
		for _, s := range files {
			if pkg == "kv" || !slices.Contains(s.imports(), "kv") {
				continue
			}
			ast.Inspect(s.file, func(n ast.Node) bool {
				sel, is := n.(*ast.SelectorExpr)
				if !is {
					return true
				}
				of, name := nameOf(sel.X), sel.Sel.Name
				if of == "kv" && (name == "Open" || name == "DB") {
					open[pkg] = true
				}
				if of == "db" && slices.Contains([]string{"View", "Apply", "ApplyNext"}, name) {
					begun[name]++
				}
				return true
			})
		}
	}
	if diff := cmp.Diff(map[string]bool{"daemon/journal": true, "daemon/datadir": true}, open); diff != "" {
		t.Errorf("who has the store, -want +got:\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"View": 1, "Apply": 1, "ApplyNext": 1}, begun); diff != "" {
		t.Errorf("where its transactions begin, -want +got:\n%s", diff)
	}
}

// nameOf is the last name of an expression: db of j.db.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// TestReach holds what a package may not even reach over others.
func TestReach(t *testing.T) {
	imports := importsOf(program(sources(t)))
	heavy := []string{"kv", "index", "daemon", "daemon/store", "config", "ipc/server", "go.etcd.io/bbolt"}
	tests := []struct {
		name    string
		pkg     string
		without []string
	}{
		{"the wire is light", "ipc", heavy},
		{"a Go controller stays light", "ipc/client", append(heavy, "github.com/", "golang.org/x/sys")},
		{"a robot speaks only ipc", "cmd/navsim/robot", append(heavy, "github.com/")},
		{"a robot's pictures are not its model", "cmd/navsim/robot", []string{"cmd/navsim/vlm", "net/http"}},
		{"a model knows only what it is sent", "cmd/navsim/vlm", append(heavy, "ipc", "ipc/client", "github.com/", "cmd/navsim/world", "cmd/navsim/robot", "daemon/model")},
		{"an explorer knows nothing of navd", "cmd/navsim/explorer", append(heavy, "ipc", "github.com/", "daemon/nav", "daemon/planner", "daemon/area")},
		{"a house knows nothing of navd", "cmd/navsim/world", append(heavy, "ipc", "github.com/", "daemon/nav", "daemon/planner")},
		{"the simulator is a client like any other", "cmd/navsim", []string{"kv", "index", "daemon", "daemon/store", "ipc/server", "go.etcd.io/bbolt"}},
		{"the door to models is free of clients", "daemon/model", []string{"cloud.google.com/", "google.golang.org/", "github.com/"}},
		{"a local server needs nothing of Google", "daemon/model/openai", []string{"cloud.google.com/", "google.golang.org/", "github.com/"}},
		{"fakes stay in tests", "cmd/navd", []string{"daemon/model/modeltest", "testing", "net/http/httptest"}},
		{"an agent's server is a client like any other", "ipc/mcp", heavy},
		{"the page is a client like any other", "cmd/navd/web", append(heavy, "github.com/", "golang.org/x/sys")},
		{"templates would keep every method in the binary", "cmd/navd", []string{"text/template", "html/template"}},
		{"a profile is nobody's to ask for", "cmd/navd", []string{"net/http/pprof", "runtime/pprof", "expvar"}},
		{"the store is alone", "kv", []string{"daemon/", "config", "ipc", "index"}},
		{"the index is alone", "index", []string{"daemon/", "config", "ipc", "kv"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			reached := reach(imports, test.pkg)
			for to, via := range reached {
				if slices.Contains(light, to) {
					continue
				}
				for _, no := range test.without {
					if to == no || strings.HasSuffix(no, "/") && strings.HasPrefix(to, no) || external(no) && strings.HasPrefix(to, no+"/") {
						t.Errorf("%s reaches %s over %s", test.pkg, to, via)
					}
				}
			}
		})
	}
}

// light are foreign packages that anybody may reach: they need nothing but the
// standard library.
var light = []string{"github.com/cockroachdb/apd/v3"} // the numbers of rules

// reach gives everything that a package imports over any way, and over which
// package it was found first.
func reach(imports map[string][]string, from string) map[string]string {
	via, queue := map[string]string{}, []string{from}
	for len(queue) > 0 {
		pkg := queue[0]
		queue = queue[1:]
		for _, to := range imports[pkg] {
			if _, seen := via[to]; !seen {
				via[to] = pkg
				queue = append(queue, to)
			}
		}
	}
	return via
}

// wrapped says which packages may import a module: the one that wraps it. No
// package means that only tests use it.
var wrapped = map[string][]string{
	"cloud.google.com/go/auth":               {"daemon/model/gcp"},
	"cloud.google.com/go/vertexai":           {"daemon/model/vertex"},
	"google.golang.org/api":                  {"daemon/model/vertex"},
	"google.golang.org/genai":                {"daemon/model/genai"},
	"go.etcd.io/bbolt":                       {"kv"},
	"github.com/kardianos/service":           {"cmd/supervisor"},
	"github.com/coreos/go-systemd/v22":       {"cmd/supervisor"},
	"github.com/BurntSushi/toml":             {"config"},
	"github.com/blevesearch/bleve/v2":        {"index"},
	"github.com/blevesearch/bleve_index_api": {"index"},
	"github.com/philippgille/chromem-go":     {"index"},
	"github.com/spf13/cobra":                 {"cmd/navd", "cmd/navsim"},
	"github.com/spf13/pflag":                 {"cmd/navd"},
	"gopkg.in/natefinch/lumberjack.v2":       {"cmd/navd"},
	"github.com/schollz/progressbar":         {"cmd/navsim"},
	"golang.org/x/term":                      {"cmd/navd", "cmd/navsim"},
	"golang.org/x/sync":                      {"ipc/server"},
	"golang.org/x/sys":                       {"kv", "ipc/server"},
	"golang.org/x/text":                      {"daemon/words", "index", "daemon/table"},
	"golang.org/x/image":                     {"daemon/model"},
	"github.com/google/go-cmp":               {"daemon/model/modeltest", "cmd/golden"},
	"github.com/rogpeppe/go-internal":        {"daemon"},
	"github.com/cockroachdb/apd/v3":          {"daemon/knowledge/dmn"},
	"go.yaml.in/yaml/v3":                     {"daemon/knowledge/skills"},
	"github.com/modelcontextprotocol/go-sdk": {"ipc/mcp"},
	"github.com/google/jsonschema-go":        {"ipc/mcp"},
	"github.com/creachadair/jrpc2":           {},
	"github.com/chromedp/chromedp":           {},
	"github.com/chromedp/cdproto":            {},
	"go.uber.org/goleak":                     {"daemon/model/modeltest"},
	"pgregory.net/rapid":                     {},
}

// TestThirdParty holds foreign modules behind the packages that wrap them.
func TestThirdParty(t *testing.T) {
	used := map[string]bool{}
	for pkg, files := range sources(t) {
		for _, s := range files {
			for _, to := range s.imports() {
				if !external(to) {
					continue
				}
				name, wrappers := moduleOf(to)
				used[name] = true
				if name == "" {
					t.Errorf("%s imports %s, which no row of wrapped allows", s.name, to)
				} else if !s.test && !slices.Contains(wrappers, pkg) {
					t.Errorf("%s imports %s: only %v may", s.name, to, wrappers)
				}
			}
		}
	}
	for name := range wrapped {
		if !used[name] {
			t.Errorf("nobody imports %s: take its row away", name)
		}
	}
}

func moduleOf(importPath string) (name string, wrappers []string) {
	for name, wrappers := range wrapped {
		if importPath == name || strings.HasPrefix(importPath, name+"/") {
			return name, wrappers
		}
	}
	return "", nil
}

// TestCore holds that the core of the daemon stays fields, one for each part, and what a
// part does a method of the part; and that the methods of write grow no more.
func TestCore(t *testing.T) {
	methods := pointerMethods(program(sources(t))["daemon"])
	for of, most := range map[string]int{"core": 9, "write": 88} {
		if n := len(methods[of]); n == 0 || n > most {
			t.Errorf("%s has %d methods, at most %d: %v", of, n, most, methods[of])
		}
	}
}

// TestReturns holds that no return statement has a call that may change another result of
// it: the language does not say which of the two comes first.
func TestReturns(t *testing.T) {
	for _, files := range sources(t) {
		methods := pointerMethods(files)
		for _, s := range files {
			for _, d := range s.file.Decls {
				types := valuesOf(d)
				ast.Inspect(d, func(n ast.Node) bool {
					ret, is := n.(*ast.ReturnStmt)
					if !is {
						return true
					}
					for i, result := range ret.Results {
						name := variable(result)
						for _, other := range slices.Delete(slices.Clone(ret.Results), i, i+1) {
							if name != "" && mayChange(other, name, methods[types[name]]) {
								t.Errorf("%s: a call may change %s, which is returned beside it", s.at(ret), name)
							}
						}
					}
					return true
				})
			}
		}
	}
}

// pointerMethods names, by type, the methods of a package that may change their receiver.
func pointerMethods(files []source) map[string][]string {
	out := map[string][]string{}
	for _, s := range files {
		for _, d := range s.file.Decls {
			if f, is := d.(*ast.FuncDecl); is && f.Recv != nil {
				if star, is := f.Recv.List[0].Type.(*ast.StarExpr); is {
					out[nameOf(star.X)] = append(out[nameOf(star.X)], f.Name.Name)
				}
			}
		}
	}
	return out
}

// valuesOf gives the types of the variables of a declaration that are values of a named type:
// parameters, results, and what a literal is assigned to.
func valuesOf(d ast.Decl) map[string]string {
	out := map[string]string{}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, name := range n.Names {
				out[name.Name] = nameOf(n.Type)
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				out[name.Name] = nameOf(n.Type)
			}
		case *ast.AssignStmt:
			for i, of := range n.Rhs {
				lit, is := of.(*ast.CompositeLit)
				if to, named := n.Lhs[i].(*ast.Ident); is && named {
					out[to.Name] = nameOf(lit.Type)
				}
			}
		}
		return true
	})
	return out
}

// variable names the variable that an expression reads, or reads a field of: x of x.y.
func variable(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return variable(e.X)
	}
	return ""
}

// mayChange tells whether an expression takes the address of a variable, calls one of these
// methods of it, or sets it in a function.
func mayChange(e ast.Expr, name string, methods []string) (is bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			is = is || n.Op == token.AND && variable(n.X) == name
		case *ast.CallExpr:
			method, called := n.Fun.(*ast.SelectorExpr)
			is = is || called && variable(method.X) == name && slices.Contains(methods, method.Sel.Name)
		case *ast.AssignStmt:
			is = is || n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool { return variable(to) == name })
		}
		return true
	})
	return is
}
