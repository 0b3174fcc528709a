package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// module is the prefix of our own import paths; module root is two up.
const (
	module     = "navd/"
	moduleRoot = "../.."
)

// source is one Go file, for whatever system it is.
type source struct {
	name string // relative to the module, with slashes
	test bool
	file *ast.File
	fset *token.FileSet
}

// imports lists the import paths of a file, ours without the module's name.
func (s source) imports() []string {
	var paths []string
	for _, spec := range s.file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err == nil {
			paths = append(paths, strings.TrimPrefix(p, module))
		}
	}
	return paths
}

// at says where a node stands.
func (s source) at(n ast.Node) string {
	return s.name + ":" + strconv.Itoa(s.fset.Position(n.Pos()).Line)
}

// sources are every Go file of the module, by package directory.
func sources(t *testing.T) map[string][]source {
	t.Helper()
	found, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// parsed parses them once for all tests, which only read them.
var parsed = sync.OnceValues(func() (map[string][]source, error) {
	found := map[string][]source{}
	err := filepath.WalkDir(moduleRoot, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(moduleRoot, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		hidden := strings.HasPrefix(e.Name(), ".") && rel != "."
		if e.IsDir() && (hidden || e.Name() == "testdata") {
			return filepath.SkipDir
		}
		if e.IsDir() || hidden || !strings.HasSuffix(rel, ".go") {
			return nil
		}
		s := source{name: rel, test: strings.HasSuffix(rel, "_test.go"), fset: token.NewFileSet()}
		if s.file, err = parser.ParseFile(s.fset, file, nil, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			return err
		}
		found[path.Dir(rel)] = append(found[path.Dir(rel)], s)
		return nil
	})
	return found, err
})

// program leaves the tests out.
func program(all map[string][]source) map[string][]source {
	out := map[string][]source{}
	for pkg, files := range all {
		for _, s := range files {
			if !s.test {
				out[pkg] = append(out[pkg], s)
			}
		}
	}
	return out
}

// importsOf gives the imports of each package, sorted, each once.
func importsOf(packages map[string][]source) map[string][]string {
	out := map[string][]string{}
	for pkg, files := range packages {
		for _, s := range files {
			out[pkg] = append(out[pkg], s.imports()...)
		}
		slices.Sort(out[pkg])
		out[pkg] = slices.Compact(out[pkg])
	}
	return out
}

// external tells an import path of a module other than ours and the library.
func external(importPath string) bool {
	host, _, _ := strings.Cut(importPath, "/")
	return strings.Contains(host, ".")
}
