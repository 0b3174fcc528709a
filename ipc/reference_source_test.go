package ipc_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// source is what the Go files of one package say about their names.
type source struct {
	docs   map[string]string     // comment of a type or function, by its name
	fields map[string]string     // comment of a field, by "Type.Field"
	values map[string][]constant // of a type without its own parameters, "" for none; in order
}

// constant is one constant with its comment.
type constant struct {
	file, name string
	value      string // a string without its quotes
	doc        string
}

// readSource reads the files of a package of this module, except its tests.
func readSource(pkg string) (*source, error) {
	dir := filepath.Join("..", filepath.FromSlash(strings.TrimPrefix(pkg, "navd/")))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	s := &source{docs: map[string]string{}, fields: map[string]string{}, values: map[string][]constant{}}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			s.add(d, e.Name())
		}
	}
	return s, nil
}

func (s *source) add(d ast.Decl, file string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			s.docs[d.Name.Name] = d.Doc.Text()
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.addType(spec, d.Doc)
			case *ast.ValueSpec:
				if d.Tok == token.CONST {
					s.addConstant(spec, file)
				}
			}
		}
	}
}

func (s *source) addType(spec *ast.TypeSpec, group *ast.CommentGroup) {
	s.docs[spec.Name.Name] = comment(spec.Doc, group)
	body, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range body.Fields.List {
		for _, name := range f.Names {
			s.fields[spec.Name.Name+"."+name.Name] = comment(f.Comment, f.Doc)
		}
	}
}

func (s *source) addConstant(spec *ast.ValueSpec, file string) {
	kind := ""
	if spec.Type != nil {
		kind, _, _ = strings.Cut(types.ExprString(spec.Type), "[")
	}
	for i, name := range spec.Names {
		if i >= len(spec.Values) || !name.IsExported() {
			continue
		}
		value := types.ExprString(spec.Values[i])
		if text, err := strconv.Unquote(value); err == nil {
			value = text
		}
		s.values[kind] = append(s.values[kind], constant{file, name.Name, value, comment(spec.Comment, spec.Doc)})
	}
}

// comment is the text of the first group that has one.
func comment(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if text := g.Text(); text != "" {
			return text
		}
	}
	return ""
}
