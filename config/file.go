package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"navd/daemon/fault"
)

const (
	maxFile         = 64 << 10 // bytes; the sample has a third of it
	maxFileProblems = 50       // after this many, the rest of the file is not checked
)

// readFile reads the file layer. where says who named the file; a file that the user named
// must exist, the default one may be missing.
func (l *loader) readFile(path, where string) {
	text, err := slurp(path)
	if where == "" && errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		l.report(unreadable(path, where, err))
		return
	}
	l.file = path
	l.parseFile(path, text)
	if where != "" && l.settings == 0 && path != os.DevNull { // the null device means: no file
		l.remark(setsNothing(path, where, text))
	}
}

// setsNothing is the remark about a named file without settings: maybe the program that
// writes it has not finished.
func setsNothing(path, where, text string) *fault.Error {
	what := "sets nothing"
	if strings.TrimSpace(text) == "" {
		what = "is empty and sets nothing"
	}
	return fault.New(fault.Invalid, "config file %s %s", path, what).
		WithHint("named by %s: was it written completely? `navd config sample` prints every key", where)
}

func slurp(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	return string(text), err
}

func unreadable(path, where string, err error) *fault.Error {
	kind := fault.Invalid
	switch {
	case errors.Is(err, fs.ErrNotExist):
		kind = fault.NotFound
	case errors.Is(err, fs.ErrPermission):
		kind = fault.Denied
	}
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err // the message has the path already
	}
	f := fault.New(kind, "config file %s: %w", path, err)
	if where != "" {
		f.Hint = "named by " + where
	}
	return f
}

// parseFile applies TOML text. Keys are taken in the order of the file.
func (l *loader) parseFile(path, text string) {
	if len(text) > maxFile {
		l.report(fault.New(fault.TooLarge, "config file %s: longer than %d bytes", path, maxFile))
		return
	}
	doc, err := parseTOML(text)
	if err != nil {
		l.report(syntaxFault(path, err))
		return
	}
	done := map[string]bool{} // keys that need no further look, with everything below them
	for _, k := range doc.meta.Keys() {
		if len(l.problems) >= maxFileProblems {
			l.report(fault.New(fault.Invalid, "too many problems, the rest was not checked").WithHint("%s", path))
			return
		}
		if !under(done, k) {
			done[k.String()] = l.applyFileKey(k, doc, path)
		}
	}
}

// applyFileKey sets one key. It reports whether everything below the key is done too.
func (l *loader) applyFileKey(k toml.Key, doc *document, path string) bool {
	name := k.String()
	at := origin{Source{LayerFile, fileLine(path, doc.line(name))}, filepath.Dir(path)}
	if l.isSection(name) {
		if doc.isTable(name) {
			return false
		}
		f := &fault.Error{Kind: fault.Invalid, Message: "not allowed", Field: name, Allowed: "a table, [" + name + "]"}
		l.report(f.WithHint("%s", at))
		return true
	}
	row, ok := l.find(name)
	if !ok && retired(name) {
		l.report(gone(name, at.Where))
		return true
	}
	if !ok {
		l.report(unknown("key", name, nearest(name, l.names()), at.Where))
		return true
	}
	l.settings++
	l.set(row, doc.value(name), at)
	return true
}

// under reports whether k or a parent of it is done.
func under(done map[string]bool, k toml.Key) bool {
	for i := 1; i <= len(k); i++ {
		if done[k[:i].String()] {
			return true
		}
	}
	return false
}

// document is a parsed file: every value by its dotted key.
type document struct {
	meta   toml.MetaData
	values map[string]toml.Primitive
}

func parseTOML(text string) (*document, error) {
	root := map[string]toml.Primitive{}
	meta, err := toml.Decode(text, &root)
	if err != nil {
		return nil, err
	}
	d := &document{meta: meta, values: map[string]toml.Primitive{}}
	d.flatten(nil, root)
	return d, nil
}

func (d *document) flatten(parent toml.Key, table map[string]toml.Primitive) {
	for name, value := range table {
		k := append(parent[:len(parent):len(parent)], name)
		d.values[k.String()] = value
		sub := map[string]toml.Primitive{}
		if d.meta.PrimitiveDecode(value, &sub) == nil {
			d.flatten(k, sub)
		}
	}
}

func (d *document) value(name string) any {
	var v any
	if err := d.meta.PrimitiveDecode(d.values[name], &v); err != nil {
		return err // no field has the type error, so store refuses it
	}
	return v
}

func (d *document) isTable(name string) bool {
	_, ok := d.value(name).(map[string]any)
	return ok
}

// line gives the line of a key, 0 when it is not known. The library gives positions only in
// the errors of an Unmarshaler, so it decodes into one that always fails.
func (d *document) line(name string) int {
	value, ok := d.values[name]
	if !ok {
		return 0
	}
	var at toml.ParseError
	if errors.As(d.meta.PrimitiveDecode(value, new(locator)), &at) {
		return at.Position.Line
	}
	return 0
}

// locator is a destination that always fails to decode.
type locator struct{}

var errLocate = errors.New("locate")

// UnmarshalTOML fails, so that the decoder gives the position.
func (*locator) UnmarshalTOML(any) error { return errLocate }

func syntaxFault(path string, err error) *fault.Error {
	f := fault.New(fault.Invalid, "not valid TOML: %s", strings.TrimPrefix(err.Error(), "toml: "))
	f.Hint = path
	var at toml.ParseError
	if errors.As(err, &at) {
		f.Message = "not valid TOML: " + strings.TrimSuffix(at.Message, ".")
		f.Hint = fmt.Sprintf("%s:%d", path, at.Position.Line)
	}
	return f
}
