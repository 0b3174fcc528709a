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

// ReferenceOf is the part of the reference about one method, false when there
// is none of that name.
func ReferenceOf(method string) (string, bool) {
	for _, part := range strings.Split(reference, "\n## ") {
		if name, rest, _ := strings.Cut(part, "\n"); name == method {
			return "## " + name + "\n" + strings.TrimRight(rest, "\n") + "\n", true
		}
	}
	return "", false
}
