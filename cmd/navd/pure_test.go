package main

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// impure are packages that touch the world: a pure package gets clock, random
// source, ids, logger and files passed in.
var impure = []string{
	"os", "net", "syscall", "log", "log/slog", "io/fs", "io/ioutil", "path/filepath", "crypto/rand", "unsafe", "runtime", "runtime/debug", "plugin", "testing",
}

// worldly are calls of allowed packages that read the clock, wait, or draw
// from the source that all share.
func worldly(importPath, name string) bool {
	switch importPath {
	case "time":
		return slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}, name)
	case "math/rand", "math/rand/v2":
		return !slices.Contains([]string{"New", "NewPCG", "NewChaCha8", "NewZipf", "NewSource", "Rand", "Source", "PCG", "ChaCha8", "Zipf"}, name)
	}
	return false
}

// repeatable are packages that read files but whose answers follow from their
// arguments alone: a simulated robot does the same twice.
var repeatable = []string{"cmd/navsim/world", "cmd/navsim/robot"}

// TestPure holds the pure packages to values in and values out.
func TestPure(t *testing.T) {
	packages := program(sources(t))
	pure := append(slices.Clone(pure), "cmd/unit")
	for _, pkg := range pure {
		for _, s := range packages[pkg] {
			for _, to := range s.imports() {
				if slices.Contains(impure, to) || strings.HasPrefix(to, "net/") || strings.HasPrefix(to, "os/") {
					t.Errorf("%s imports %s", s.name, to)
				}
			}
		}
	}
	for _, pkg := range slices.Concat(pure, repeatable) {
		for _, s := range packages[pkg] {
			selectors(s, func(importPath string, sel *ast.SelectorExpr) {
				if worldly(importPath, sel.Sel.Name) {
					t.Errorf("%s uses %s.%s", s.at(sel), importPath, sel.Sel.Name)
				}
			})
		}
	}
}

// selectors gives every use of a name of an imported package.
func selectors(s source, use func(importPath string, sel *ast.SelectorExpr)) {
	names := map[string]string{}
	for i, importPath := range s.imports() {
		parts := strings.Split(strings.TrimSuffix(importPath, "/v2"), "/")
		name := parts[len(parts)-1]
		if as := s.file.Imports[i].Name; as != nil {
			name = as.Name
		}
		names[name] = importPath
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && names[x.Name] != "" {
				use(names[x.Name], sel)
			}
		}
		return true
	})
}

// panics are the files that may panic, with the reason.
var panics = map[string]string{
	"daemon/model/modeltest/script.go": "a scripted model panics when its script says so",
}

// TestNoInit holds the program to being built by its callers: no init, no dot
// import, and no panic of its own.
func TestNoInit(t *testing.T) {
	for _, files := range program(sources(t)) {
		for _, s := range files {
			for _, spec := range s.file.Imports {
				if spec.Name != nil && spec.Name.Name == "." {
					t.Errorf("%s: dot import", s.at(spec))
				}
			}
			ast.Inspect(s.file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Recv == nil && n.Name.Name == "init" {
						t.Errorf("%s: init function", s.at(n))
					}
				case *ast.CallExpr:
					if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "panic" && panics[s.name] == "" {
						t.Errorf("%s: panic", s.at(n))
					}
				}
				return true
			})
		}
	}
}
