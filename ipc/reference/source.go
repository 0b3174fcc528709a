package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// source has the comments and constants of a package.
type source struct {
	docs   map[string]string     // comment of a type or function, by its name
	fields map[string]string     // comment of a field, by "Type.Field"
	values map[string][]constant // constants by their type without its type parameters, "" for none; in order
}

// constant is one constant with its comment.
type constant struct {
	file, name string
	value      string // a string without its quotes
	doc        string
}

// readSource reads the files of a package of the module, except its tests.
func readSource(root fs.FS, pkg string) (*source, error) {
	files, err := fs.Glob(root, strings.TrimPrefix(pkg, "navd/")+"/*.go")
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no source of %s: %w", pkg, cmp.Or(err, fs.ErrNotExist))
	}
	s := &source{docs: map[string]string{}, fields: map[string]string{}, values: map[string][]constant{}}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			s.add(d, path.Base(name))
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

// comment is the text of the first group that is not empty.
func comment(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if text := g.Text(); text != "" {
			return text
		}
	}
	return ""
}
