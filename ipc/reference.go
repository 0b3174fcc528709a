package ipc

import (
	"compress/gzip"
	_ "embed" // the reference
	"encoding/json"
	"io"
	"strings"
	"sync"
)

//go:generate go run ./reference -root ..

//go:embed reference.md.gz
var packed string

// reference is reference.md, unpacked at its first use. It is embedded packed because it
// would be a hundredth of the program.
var reference = sync.OnceValue(func() string {
	var text strings.Builder
	in, err := gzip.NewReader(strings.NewReader(packed))
	if err == nil {
		_, err = io.Copy(&text, in)
	}
	if err != nil {
		return "the reference cannot be unpacked: " + err.Error()
	}
	return text.String()
})

// Reference is the manual of the socket in Markdown: every method with its parameters, its
// result and an example. Command reference makes it from the methods and their doc comments,
// and a test compares both.
func Reference() string { return reference() }

// Headings lists the names that [ReferenceOf] knows: methods, types and sections.
func Headings() (names []string) {
	for line := range strings.Lines(reference()) {
		if level, name := heading(line); level > 1 {
			names = append(names, name)
		}
	}
	return names
}

// heading is the level and text of a heading; the level is 0 on another line.
func heading(line string) (level int, text string) {
	text = strings.TrimLeft(line, "#")
	return len(line) - len(text), strings.TrimSpace(text)
}

// ReferenceOf is the part of the reference under one heading: a method, a type
// or a section such as "Errors". It is false when there is none of that name.
func ReferenceOf(name string) (string, bool) {
	var part strings.Builder
	within := 0 // level of the heading, 0 before it
	for line := range strings.Lines(reference()) {
		level, text := heading(line)
		if within > 0 && level > 0 && level <= within {
			break
		}
		if within == 0 && level > 1 && text == name {
			within = level
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

// Example gives the parameters of a method as in the example of the reference; "" for an
// unknown method. EPISODE, PLAN and the like stand for ids.
func Example(method string) string {
	part, _ := ReferenceOf(method)
	_, after, _ := strings.Cut(part, "```json\n")
	line, _, _ := strings.Cut(after, "\n```")
	var call struct{ Params json.RawMessage }
	if json.Unmarshal([]byte(line), &call) != nil {
		return ""
	}
	return string(call.Params)
}
