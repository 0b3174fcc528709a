package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"navd/cmd/golden"
)

// The lines of DESIGN.md between which the drawing of packages stands.
const (
	mapBegins = "<!-- packages: go test ./cmd/navd -run TestPackageMap -update -->\n"
	mapEnds   = "<!-- end of packages -->\n"
)

// TestPackageMap holds the drawing of packages and imports in DESIGN.md to the
// sources; -update draws it.
func TestPackageMap(t *testing.T) {
	golden.Block(t, filepath.Join(moduleRoot, "DESIGN.md"), [2]string{mapBegins, mapEnds}, drawPackages(importsOf(program(sources(t)))))
}

// drawPackages draws our packages from the top down. A package stands above all
// that it imports; an import that goes over another one of its imports is left
// out.
func drawPackages(imports map[string][]string) string {
	ours := map[string][]string{}
	for pkg, all := range imports {
		ours[pkg] = slices.DeleteFunc(slices.Clone(all), func(to string) bool { return imports[to] == nil })
	}
	layers := map[int][]string{}
	for _, pkg := range slices.Sorted(maps.Keys(ours)) {
		n := height(ours, pkg)
		layers[n] = append(layers[n], pkg)
	}
	var b strings.Builder
	b.WriteString("\n")
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(layers))) {
		for _, pkg := range layers[n] {
			line := fmt.Sprintf("    %2d  %-24s", n, pkg)
			if to := direct(ours, pkg); len(to) > 0 {
				line += "→ " + strings.Join(to, ", ")
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return b.String() + "\n"
}

// height is how many packages stand below one at most.
func height(imports map[string][]string, pkg string) (n int) {
	for _, to := range imports[pkg] {
		n = max(n, 1+height(imports, to))
	}
	return n
}

// direct gives the imports of a package that no other import of it reaches.
func direct(imports map[string][]string, pkg string) (out []string) {
	for _, to := range imports[pkg] {
		over := slices.ContainsFunc(imports[pkg], func(other string) bool {
			_, reached := reach(imports, other)[to]
			return reached
		})
		if !over {
			out = append(out, to)
		}
	}
	return out
}
