package main

import (
	"go/ast"
	"reflect"
	"strings"
	"testing"

	"navd/config"
)

// Every setting is read by something besides package config: one that is not has
// its owner believe in vain.
func TestSettingsAreRead(t *testing.T) {
	read := map[string]bool{} // selectors, with the one before
	for dir, files := range sources(t) {
		if dir == "config" || strings.HasPrefix(dir, "cmd/navsim") {
			continue
		}
		for _, f := range files {
			if f.test {
				continue
			}
			ast.Inspect(f.file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					read[s.Sel.Name] = true
				}
				return true
			})
		}
	}
	read["Prices"], read["Servers"] = read["PriceOf"], read["OpenAIServers"] // these read them
	for _, name := range settingsOf(reflect.TypeFor[config.Config]()) {
		if !read[name] {
			t.Errorf("nothing reads %s", name)
		}
	}
}

// settingsOf lists the fields of a struct that are no structs, at any depth.
func settingsOf(of reflect.Type) (names []string) {
	for f := range of.Fields() {
		if f.Type.Kind() == reflect.Struct {
			names = append(names, settingsOf(f.Type)...)
			continue
		}
		names = append(names, f.Name)
	}
	return names
}
