package main

import (
	"cmp"
	_ "embed" // the text before the methods
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode/utf8"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/server"
)

//go:embed head.md
var head string

const (
	lineWidth    = 80 // of prose
	typeWidth    = 20 // of the columns of a table, where words allow it
	allowedWidth = 24
	meaningWidth = 46
)

// print renders the whole reference.
func (r *reference) print() string {
	var b strings.Builder
	r.printHead(&b)
	for _, m := range r.methods {
		r.printMethod(&b, m)
	}
	r.printTypes(&b)
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// printHead fills in the template head.md, which says how to talk to the socket.
func (r *reference) printHead(b *strings.Builder) {
	t, err := template.New("head.md").Funcs(template.FuncMap{"size": size}).Parse(head)
	if err == nil {
		err = t.Execute(b, map[string]any{
			"Protocol": daemon.Protocol, "Config": config.Default(), "Linux": config.SocketLimit("linux"), "Mac": config.SocketLimit("darwin"),
			"Limits": server.DefaultLimits(),
			"Codes":  r.codes(), "Exit": r.exitRule(), "Data": table(r.rows(reflect.TypeFor[ipc.ErrorData](), false)), "Methods": r.index(),
		})
	}
	if err != nil {
		r.miss("head: %w", err)
	}
}

// size writes a power of two in the largest unit that fits.
func size(bytes int) string {
	for _, unit := range []string{"bytes", "KiB", "MiB", "GiB"} {
		if bytes%1024 != 0 || unit == "GiB" {
			return fmt.Sprintf("%d %s", bytes, unit)
		}
		bytes /= 1024
	}
	return ""
}

// codes is the table of errors: what breaks a message, then the kinds.
func (r *reference) codes() string {
	rows := [][]string{{"Code", "Kind", "Exit", "Meaning"}}
	add := func(code int, kind fault.Kind, doc string) {
		rows = append(rows, []string{strconv.Itoa(code), "`" + string(kind) + "`", strconv.Itoa(fault.Exit(kind)), r.prose(doc)})
	}
	for _, c := range r.source("navd/ipc").values[""] {
		if code, err := strconv.Atoi(c.value); err == nil && c.file == "errors.go" {
			add(code, ipc.KindOf(code), c.doc)
		}
	}
	kinds := r.source("navd/daemon/fault").values["Kind"]
	for _, kind := range fault.Kinds() {
		i := slices.IndexFunc(kinds, func(c constant) bool { return c.value == string(kind) })
		if i < 0 || kinds[i].doc == "" {
			r.miss("fault kind %s has no comment", kind)
			continue
		}
		add(ipc.Code(kind), kind, kinds[i].doc)
	}
	return table(rows)
}

// exitRule is the comment of fault.Exit without its first sentence.
func (r *reference) exitRule() string {
	_, rest, _ := strings.Cut(r.prose(r.source("navd/daemon/fault").docs["Exit"]), ". ")
	return rest
}

// index lists the methods with the first sentence about each.
func (r *reference) index() string {
	rows := [][]string{{"Method", "What it does"}}
	for _, m := range r.methods {
		doc := strings.TrimPrefix(r.prose(m.doc), "`"+m.Method+"` ")
		first, _, _ := strings.Cut(doc, ". ")
		first, _, _ = strings.Cut(first, ": ")
		rows = append(rows, []string{"`" + m.Method + "`", strings.TrimSuffix(first, ".")})
	}
	return table(rows)
}

func (r *reference) printMethod(b *strings.Builder, m method) {
	fmt.Fprintf(b, "## %s\n\n%s\n\n", m.Method, wrap(r.prose(m.doc), lineWidth))
	if m.ordered() {
		b.WriteString("In order: it waits for earlier calls that change the same episode.\n\n")
	}
	if m.Large {
		b.WriteString("Large: one runs at a time on a connection, see Limits.\n\n")
	}
	if len(fieldsOf(m.Params)) == 0 {
		b.WriteString("Parameters: none.\n\n")
	} else {
		r.printObject(b, "Parameters: "+r.more(m.Params), m.Params, true)
	}
	label := "Result:"
	if name, ok := r.names[m.Result]; ok {
		label = "Result, [" + name + "]:"
	}
	r.printObject(b, label+" "+r.more(m.Result), m.Result, false)
	if m.Pushes {
		r.printObject(b, "Notifications `"+ipc.MethodEvent+"` that follow, their params:", reflect.TypeFor[ipc.Event](), false)
	}
	fmt.Fprintf(b, "Example:\n\n```json\n{\"jsonrpc\": %q, \"id\": 1, \"method\": %q, \"params\": %s}\n```\n\n", ipc.Version, m.Method, m.example)
}

// printObject prints a label and the table of a struct.
func (r *reference) printObject(b *strings.Builder, label string, t reflect.Type, input bool) {
	fmt.Fprintf(b, "%s\n\n%s\n", wrap(label, lineWidth), table(r.rows(t, input)))
}

func (r *reference) rows(t reflect.Type, input bool) [][]string {
	rows := [][]string{{"Name", "Type", "Given", "Allowed", "Meaning"}}
	for _, m := range r.members(t, input) {
		rows = append(rows, []string{m.name, wrap(m.typ, typeWidth), m.given, wrap(m.allowed, allowedWidth), m.meaning})
	}
	return rows
}

// printTypes prints every type that no other section shows.
func (r *reference) printTypes(b *strings.Builder) {
	var all []reflect.Type
	for t := range r.names {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b reflect.Type) int { return cmp.Compare(r.names[a], r.names[b]) })
	b.WriteString("## Types\n\nThe types whose names stand in square brackets above.\n\n")
	for _, t := range all {
		anchor := cmp.Or(r.homes[t], r.names[t])
		fmt.Fprintf(b, "[%s]: #%s\n", r.names[t], strings.ToLower(strings.ReplaceAll(anchor, ".", "")))
	}
	b.WriteString("\n")
	for _, t := range all {
		if r.homes[t] == "" {
			r.printType(b, t)
		}
	}
}

func (r *reference) printType(b *strings.Builder, t reflect.Type) {
	fmt.Fprintf(b, "### %s\n\n%s\n\n", r.names[t], wrap(r.about(t), lineWidth))
	if t.Kind() == reflect.Struct {
		fmt.Fprintf(b, "%s\n", table(r.rows(t, r.types[t])))
		return
	}
	rows := [][]string{{"Value", "Meaning"}}
	for _, c := range r.source(t.PkgPath()).values[t.Name()] {
		if c.doc == "" {
			r.miss("%s.%s has no comment", t.PkgPath(), c.name)
		}
		rows = append(rows, []string{"`" + c.value + "`", r.prose(c.doc)})
	}
	if len(rows) > 1 {
		fmt.Fprintf(b, "%s\n", table(rows))
	}
}

// table renders rows; the first is the head. Empty columns are left out. The last column is
// wrapped; a line break in a cell makes another row, without a name.
func table(rows [][]string) string {
	lines := [][]string{}
	for _, row := range rows {
		last := len(row) - 1
		lines = append(lines, spread(append(slices.Clone(row[:last]), wrap(row[last], meaningWidth)))...)
	}
	widths := make([]int, len(rows[0]))
	for i := range widths {
		for n, line := range lines {
			line[i] = strings.NewReplacer("|", `\|`, "<", `\<`).Replace(line[i])
			if n > 0 && line[i] != "" {
				widths[i] = max(widths[i], utf8.RuneCountInString(line[i]), utf8.RuneCountInString(lines[0][i]))
			}
		}
	}
	var b strings.Builder
	for n, line := range lines {
		printLine(&b, line, widths, " ")
		if n == 0 {
			printLine(&b, make([]string, len(line)), widths, "-")
		}
	}
	return b.String()
}

// spread splits a row into as many lines as its tallest cell has.
func spread(row []string) [][]string {
	var lines [][]string
	for i, cell := range row {
		for n, text := range strings.Split(cell, "\n") {
			if n == len(lines) {
				lines = append(lines, make([]string, len(row)))
			}
			lines[n][i] = text
		}
	}
	return lines
}

func printLine(b *strings.Builder, line []string, widths []int, fill string) {
	for i, cell := range line {
		if widths[i] > 0 {
			b.WriteString("|" + fill + cell + strings.Repeat(fill, widths[i]-utf8.RuneCountInString(cell)) + fill)
		}
	}
	b.WriteString("|\n")
}

// wrap breaks a text between words into lines of at most width.
func wrap(text string, width int) string {
	var b strings.Builder
	used := 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case used > 0 && used+1+n > width:
			b.WriteString("\n")
			used = 0
		case used > 0:
			b.WriteString(" ")
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}
