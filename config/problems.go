package config

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"navd/daemon/fault"
)

// Problems is everything that is wrong with a configuration, in the order of reading. It is
// never empty. As an error it unwraps to the faults, so errors.As and [fault.As] find the
// first.
type Problems []*fault.Error

// Error gives one line for each problem, with its hint in parentheses.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, f := range p {
		lines[i] = f.Error()
		if f.Hint != "" {
			lines[i] += " (" + f.Hint + ")"
		}
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the faults.
func (p Problems) Unwrap() []error {
	errs := make([]error, len(p))
	for i, f := range p {
		errs[i] = f
	}
	return errs
}

// err gives the problems as an error: nil when there are none.
func (p Problems) err() error {
	if len(p) == 0 {
		return nil
	}
	return p
}

// The layers, each overriding those before it.
const (
	LayerDefault = "default"
	LayerFile    = "file"
	LayerEnv     = "env"
	LayerFlag    = "flag"
)

// Source says where a value comes from.
type Source struct {
	Layer string // LayerDefault, LayerFile, LayerEnv or LayerFlag
	Where string // path:line, NAVD_NAME or --flag; "" for a default
}

// String gives Where, or "default".
func (s Source) String() string {
	if s.Where == "" {
		return s.Layer
	}
	return s.Where
}

// origin is a source with the directory that its relative paths are relative to.
type origin struct {
	Source
	dir string
}

// maxName is the longest unknown name, in bytes, that an error repeats as it is.
const maxName = 80

// unknown makes the fault for a name that is not a key, with the nearest one.
func unknown(what, name, nearest, where string) *fault.Error {
	if len(name) > maxName {
		name = fault.Show(name)
	}
	f := &fault.Error{Kind: fault.Invalid, Message: "unknown " + what, Field: name}
	if nearest == "" {
		return f.WithHint("%s", where)
	}
	return f.WithHint("%s: did you mean %s?", where, nearest)
}

// plain escapes control characters, so that a problem stays on one line whatever files,
// variables and names of directories contain.
func plain(s string) string {
	if oneLine(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
			continue
		}
		b.WriteRune(r) // U+FFFD for bytes that are not UTF-8
	}
	return b.String()
}

func fileLine(path string, line int) string {
	if line == 0 {
		return path
	}
	return fmt.Sprintf("%s:%d", path, line)
}
