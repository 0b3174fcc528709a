// Command manual writes the manual pages of navd: one for navd, and one for each of its
// commands including their subcommands.
//
//	navd help --json | go run ./cmd/manual --version 0.1.0 --date 2026-11-25 --out DIR
//
// The same help gives the same bytes.
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	Example  string
	Group    string
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
		b.WriteString(".ad l\n.nh\n") // no hyphenation, no justified lines
		fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", text(name), text(strings.ToLower(c.Short[:1])+c.Short[1:]))
		fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", text(usage(c)))
		if c.Path == root.Path {
			fmt.Fprintf(&b, ".br\n.B %s\n.I command\n[options]\n", text(root.Path))
		}
		fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", description(c))
		if len(c.Flags) > 0 {
			b.WriteString(".SH OPTIONS\n")
		}
		if c.Path == root.Path {
			b.WriteString("Every command has these options.\n")
		}
		writeFlags(&b, c)
		if c.Path == root.Path {
			writeRoot(&b, root)
		} else {
			if len(c.Commands) > 0 {
				b.WriteString(".SH COMMANDS\n")
			}
			below(&b, c)
			writeExamples(&b, c)
			fmt.Fprintf(&b, ".SH EXIT STATUS\nAs in\n.BR %s (1).\n.SH SEE ALSO\n.BR %[1]s (1)\n", text(root.Path))
		}
		all[name+".1"] = b.String()
	}
	return all
}

// writeRoot writes what only the page of navd has.
func writeRoot(b *strings.Builder, root command) {
	b.WriteString(".SH COMMANDS\nEach command has a page of its own.\n")
	group := ""
	for _, c := range root.Commands {
		if c.Group != group {
			group = c.Group
			fmt.Fprintf(b, ".SS %s\n", quote(strings.TrimSuffix(cmp.Or(group, "Others"), ":")))
		}
		fmt.Fprintf(b, ".TP\n.BR %s (1)\n%s\n", text(strings.ReplaceAll(c.Path, " ", "-")), text(c.Short))
	}
	b.WriteString(rest)
}

// rest is what follows the commands on the page of navd.
const rest = `.SH EXIT STATUS
.TP
0
done
.TP
1
an error, damaged data, or a fault of navd itself
.TP
2
wrong usage, an input that is not valid or too large
.TP
3
navd is not running
.TP
4
not found
.TP
5
not allowed
.TP
6
in conflict with the present state
.TP
7
not possible now: unavailable, timed out, cancelled, or a budget is used up
.SH ENVIRONMENT
.TP
.B NAVD_CONFIG
configuration file, as \-\-config
.TP
.BI NAVD_ KEY
a key of the configuration, in capitals with _ for each dot: NAVD_NAV_FORWARD_M is nav.forward_m. It overrides the file; a flag overrides both.
.TP
.BR GEMINI_API_KEY ", " GOOGLE_API_KEY ", " OPENAI_API_KEY
keys of models, for the daemon; they are never read from the configuration, where models.servers can name further variables
.TP
.BR XDG_CONFIG_HOME ", " XDG_DATA_HOME ", " XDG_RUNTIME_DIR
directories of the files below
.TP
.B NO_COLOR
when it is set to anything, terminal output has no colours
.SH FILES
.TP
.I ~/.config/navd/navd.toml
configuration; navd config sample prints one with every key
.TP
.I ~/.local/share/navd
data directory, with the store
.TP
.I $XDG_RUNTIME_DIR/navd/navd.sock
the socket
.TP
.IR /etc/navd/navd.toml ", " /var/lib/navd ", " /run/navd/navd.sock
configuration, data directory and socket of the system service (\-\-system)
.TP
.I /etc/navd/navd.env
variables of the system service, a NAME=value on each line: keys of models belong here
.PP
macOS has other directories: navd config path prints them.
.SH EXAMPLES
.nf
navd demo                 a simulated robot finds something, with maps
navd run                  the daemon, in the foreground
navd service install      the daemon, from now on
navd watch                what a robot does, in words
navd episodes             searches and their results
.fi
`

// below writes the commands below a command, each as a section.
func below(b *strings.Builder, c command) {
	for _, sub := range c.Commands {
		fmt.Fprintf(b, ".SS %s\n%s\n", quote(usage(sub)), description(sub))
		writeFlags(b, sub)
		if sub.Example != "" {
			fmt.Fprintf(b, ".PP\n%s\n", literal(strings.Split(sub.Example, "\n")))
		}
		below(b, sub)
	}
}

// usage is how a command is called.
func usage(c command) string { return strings.ReplaceAll(c.Usage, "[flags]", "[options]") }

// description is what a command does: its long text, else the short one.
func description(c command) string {
	if c.Long == "" {
		return text(c.Short) + "."
	}
	return paragraphs(c.Long)
}

func writeExamples(b *strings.Builder, c command) {
	if c.Example != "" {
		fmt.Fprintf(b, ".SH EXAMPLES\n%s\n", literal(strings.Split(c.Example, "\n")))
	}
}

// values are the words for types of values that a page uses in place of those of the help.
var values = map[string]string{"string": "text", "strings": "list", "int": "number", "uint": "number"}

// writeFlags writes the flags of a command, with their defaults unless empty, 0 or false.
func writeFlags(b *strings.Builder, c command) {
	for _, f := range c.Flags {
		name := `\fB` + text("--"+f.Name) + `\fR`
		if f.Shorthand != "" {
			name = `\fB` + text("-"+f.Shorthand) + `\fR, ` + name
		}
		if f.Type != "bool" {
			name += ` \fI` + text(cmp.Or(values[f.Type], strings.ToLower(f.Type))) + `\fR`
		}
		doc, given := f.Doc, strings.TrimSuffix(strings.Trim(f.Default, `"`), "0s")
		if !slices.Contains([]string{"", "false", "[]", "0"}, given) {
			doc += " (default " + given + ")"
		}
		fmt.Fprintf(b, ".TP\n%s\n%s\n", name, text(doc))
	}
}

// row is a line of a table: a word, two spaces or more, and its meaning.
var row = regexp.MustCompile(`^(\s+)(\S+)\s{2,}(\S.*)$`)

// paragraphs writes a long text; empty lines end paragraphs. Indented lines are a table if
// each is a row or, indented further, continues one; else they are kept as they are.
func paragraphs(long string) string {
	var out, block []string
	flush := func() {
		if len(block) > 0 {
			out = append(out, indented(block))
		}
		block = nil
	}
	for line := range strings.SplitSeq(strings.TrimSpace(long), "\n") {
		line = strings.ReplaceAll(line, "\t", "    ")
		switch {
		case strings.TrimSpace(line) == "":
			flush()
			out = append(out, ".PP")
		case strings.HasPrefix(line, " "):
			block = append(block, line)
		default:
			flush()
			out = append(out, text(strings.TrimLeft(line, "# ")))
		}
	}
	flush()
	return strings.Join(out, "\n")
}

// indented writes a block of indented lines, as a table or as it is.
func indented(block []string) string {
	var b strings.Builder
	first := row.FindStringSubmatch(block[0])
	for _, line := range block {
		cells := row.FindStringSubmatch(line)
		in := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case first == nil || in < len(first[1]) || in == len(first[1]) && cells == nil:
			return literal(block)
		case in == len(first[1]):
			unit, what, three := strings.Cut(cells[3], "  ")
			if !three {
				unit, what = "", cells[3]
			} else {
				unit = " (" + unit + ")"
			}
			fmt.Fprintf(&b, ".TP\n\\fB%s\\fR%s\n%s\n", text(cells[2]), text(unit), text(strings.TrimSpace(what)))
		default:
			b.WriteString(text(strings.TrimSpace(line)) + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// literal keeps lines as they are.
func literal(lines []string) string {
	var b strings.Builder
	b.WriteString(".RS 4\n.nf\n")
	for _, line := range lines {
		b.WriteString(text(strings.TrimPrefix(line, "  ")) + "\n")
	}
	return b.String() + ".fi\n.RE"
}

// text escapes a text for roff.
func text(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
	s = foreign.ReplaceAllStringFunc(s, func(r string) string { return fmt.Sprintf(`\[u%04X]`, []rune(r)[0]) })
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

// foreign are the characters that roff must be given by their code.
var foreign = regexp.MustCompile(`[^\x00-\x7f]`)

// quote is a text as one argument of a roff request.
func quote(s string) string { return `"` + strings.ReplaceAll(text(s), `"`, `""`) + `"` }
