package ipc

import (
	_ "embed" // the reference, made from the doc comments by the tests
	"strings"
)

//go:embed reference.md
var reference string

// Reference is the manual of the socket in Markdown: every method with its
// parameters, result and an example. A test holds it to the doc comments.
func Reference() string { return reference }

// ReferenceOf is the part of the reference under one heading: a method, a type
// or a section such as "Errors". It is false when there is none of that name.
func ReferenceOf(name string) (string, bool) {
	var part strings.Builder
	within := 0 // level of the heading, 0 before it
	for line := range strings.Lines(reference) {
		text := strings.TrimLeft(line, "#")
		level := len(line) - len(text)
		switch {
		case within == 0 && level > 1 && strings.TrimSpace(text) == name:
			within = level
		case within > 0 && level > 0 && level <= within:
			return strings.TrimRight(part.String(), "\n") + "\n", true
		}
		if within > 0 {
			part.WriteString(line)
		}
	}
	if within == 0 {
		return "", false
	}
	return strings.TrimRight(part.String(), "\n") + "\n", true
}
