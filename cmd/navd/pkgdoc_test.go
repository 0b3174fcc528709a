package main

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// TestPackageDocs wants one doc comment for each package, in the form that the
// tools expect.
func TestPackageDocs(t *testing.T) {
	for pkg, files := range program(sources(t)) {
		var docs []string
		for _, s := range files {
			if s.file.Doc != nil {
				docs = append(docs, s.file.Doc.Text())
			}
		}
		if len(docs) != 1 {
			t.Errorf("%s has %d package comments, want 1", pkg, len(docs))
			continue
		}
		name := files[0].file.Name.Name
		begin := "Package " + name + " "
		if name == "main" {
			begin = "Command " + pkg[strings.LastIndex(pkg, "/")+1:] + " "
		}
		if !strings.HasPrefix(docs[0], begin) {
			t.Errorf("the comment of %s does not begin with %q", pkg, begin)
		}
	}
}

// TestDocs wants a doc comment for every exported name: functions, methods of
// exported types, types, and each constant and variable or its group.
func TestDocs(t *testing.T) {
	for _, files := range program(sources(t)) {
		for _, s := range files {
			for _, d := range s.file.Decls {
				for _, bare := range undocumented(d) {
					t.Errorf("%s: %s has no doc comment", s.at(bare), bare.Name)
				}
			}
		}
	}
}

// undocumented lists the exported names that a declaration leaves bare.
func undocumented(d ast.Decl) (bare []*ast.Ident) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			bare = append(bare, d.Name)
		}
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return nil
		}
		for _, spec := range d.Specs {
			bare = append(bare, bareSpec(d, spec)...)
		}
	}
	return bare
}

func bareSpec(d *ast.GenDecl, spec ast.Spec) (bare []*ast.Ident) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Name.IsExported() && spec.Doc == nil && d.Doc == nil {
			bare = append(bare, spec.Name)
		}
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() && spec.Doc == nil && spec.Comment == nil && d.Doc == nil {
				bare = append(bare, name)
			}
		}
	}
	return bare
}

// exportedReceiver reports whether a function has no receiver, or one whose type
// is exported.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	t := d.Recv.List[0].Type
	for {
		switch in := t.(type) {
		case *ast.StarExpr:
			t = in.X
		case *ast.IndexExpr:
			t = in.X
		case *ast.IndexListExpr:
			t = in.X
		case *ast.Ident:
			return in.IsExported()
		default:
			return true
		}
	}
}
