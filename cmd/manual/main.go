// Command manual writes the manual pages of navd: one for navd, and one for each
// of its commands with those below it.
//
//	navd help --json | go run ./cmd/manual --version 0.1.0 --date 2026-11-25 --out DIR
//
// The same help gives the same bytes.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

// run reads the help and writes the pages.
func run(args []string, help io.Reader) error {
	flags := flag.NewFlagSet("manual", flag.ContinueOnError)
	version := flags.String("version", "", "version of navd")
	date := flags.String("date", "", "date of the pages, YYYY-MM-DD")
	out := flags.String("out", ".", "directory of the pages")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var root command
	if err := json.NewDecoder(help).Decode(&root); err != nil {
		return fmt.Errorf("standard input is not the output of `navd help --json`: %w", err)
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	for name, text := range pages(root, *version, *date) {
		if err := os.WriteFile(filepath.Join(*out, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// command is the help of a command, as navd gives it.
type command struct {
	Path     string
	Usage    string
	Short    string
	Long     string
	Flags    []option
	Commands []command
}

// option is a flag of a command.
type option struct{ Name, Shorthand, Type, Default, Doc string }

// pages writes all pages, by file name.
func pages(root command, version, date string) map[string]string {
	all := map[string]string{}
	for _, c := range append([]command{root}, root.Commands...) {
		name := strings.ReplaceAll(c.Path, " ", "-")
		var b strings.Builder
		fmt.Fprintf(&b, ".TH %s 1 %s %s %s\n", quote(strings.ToUpper(name)), quote(date), quote("navd "+version), quote("Manual of navd"))
		fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", text(name), text(c.Short))
		if c.Path == root.Path {
			writeRoot(&b, root)
		} else {
			writeCommand(&b, c, ".SH SYNOPSIS\n", ".SH DESCRIPTION\n", ".SH OPTIONS\n")
			below(&b, c)
			fmt.Fprintf(&b, ".SH SEE ALSO\n.BR %s (1)\n", text(root.Path))
		}
		all[name+".1"] = b.String()
	}
	return all
}

// writeRoot writes the page of navd itself, which lists the commands.
func writeRoot(b *strings.Builder, root command) {
	writeCommand(b, root, ".SH SYNOPSIS\n", ".SH DESCRIPTION\n", ".SH OPTIONS\nEvery command has these.\n")
	b.WriteString(".SH COMMANDS\n")
	for _, c := range root.Commands {
		fmt.Fprintf(b, ".TP\n.BR %s (1)\n%s\n", text(strings.ReplaceAll(c.Path, " ", "-")), text(c.Short))
	}
	b.WriteString(`.SH EXIT STATUS
0 done; 1 error, damaged data, internal; 2 usage, invalid, too large; 3 navd is not running; 4 not found; 5 denied; 6 conflict; 7 unavailable, timeout, cancelled, exhausted.
.SH FILES
.TP
.I /etc/navd/navd.toml
configuration of the system's service; a user's is ~/.config/navd/navd.toml
.TP
.I /etc/navd/navd.env
variables of the system's service, a NAME=value on each line: keys of models belong here
.TP
.I /var/lib/navd
the stores of the system's service; a user's are in ~/.local/share/navd
.TP
.I /run/navd/navd.sock
its socket; a user's is $XDG_RUNTIME_DIR/navd/navd.sock
`)
}

// below writes the commands below a command, each as a section.
func below(b *strings.Builder, c command) {
	for _, sub := range c.Commands {
		fmt.Fprintf(b, ".SH %s\n%s.\n", quote(strings.ToUpper(strings.TrimPrefix(sub.Path, "navd "))), text(sub.Short))
		writeCommand(b, sub, ".PP\n", ".PP\n", ".PP\n")
		below(b, sub)
	}
}

// writeCommand writes how a command is called, what it does, and its flags.
func writeCommand(b *strings.Builder, c command, usage, long, flags string) {
	fmt.Fprintf(b, "%s.B %s\n", usage, text(c.Usage))
	if c.Long != "" {
		fmt.Fprintf(b, "%s%s\n", long, paragraphs(c.Long))
	}
	if len(c.Flags) > 0 {
		b.WriteString(flags)
	}
	for _, f := range c.Flags {
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if f.Type != "bool" {
			name += " " + strings.ToUpper(f.Type)
		}
		doc := f.Doc
		if f.Default != "" && f.Default != "false" && f.Default != "[]" {
			doc += " (default " + f.Default + ")"
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", text(name), text(doc))
	}
}

// paragraphs keeps empty lines as ends of paragraphs, and indented lines as
// they are.
func paragraphs(long string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(long), "\n") {
		switch {
		case strings.TrimSpace(line) == "":
			lines = append(lines, ".PP")
		case strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t"):
			lines = append(lines, ".br", text(strings.TrimSpace(line)))
		default:
			lines = append(lines, text(line))
		}
	}
	return strings.Join(lines, "\n")
}

// text keeps roff from reading its own signs in a text.
func text(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

// quote is one argument of a request of roff.
func quote(s string) string { return `"` + strings.ReplaceAll(text(s), `"`, `""`) + `"` }
