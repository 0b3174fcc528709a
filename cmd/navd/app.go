package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"navd/config"
)

// app is what the commands share: where they print, and the global flags.
type app struct {
	out, err io.Writer
	failed   error       // first error of printing
	host     config.Host // zero: this process
	asJSON   bool
	calls    bool              // the command is navd call: hints name methods, not commands
	file     string            // --config
	system   bool              // --system
	keys     []config.KeyInfo  // configuration keys, each with its flag
	flags    map[string]string // values of the flags that were given, by key
	given    *pflag.FlagSet    // all flags of the command that runs
}

const exitCodes = `
Exit codes: 0 done · 1 error, damaged data, internal
2 usage, invalid, too large · 3 navd is not running · 4 not found · 5 denied
6 conflict · 7 unavailable, timeout, cancelled, exhausted`

// run runs one command and gives its exit code.
func (a *app) run(ctx context.Context, args []string) int {
	root := a.root()
	root.SetArgs(args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		complete(root, a.offers())
	}
	a.asJSON = slices.Contains(args, "--json") // for what goes wrong before flags are read
	root.SetOut(a.out)
	root.SetErr(a.err)
	completions(root)
	cmd, err := root.ExecuteContextC(ctx)
	err = cmp.Or(err, a.failed)
	var usage usageError
	if errors.As(err, &usage) && usage.hint == "" {
		usage.hint = "`" + cmd.CommandPath() + " --help` tells more"
		err = usage
	}
	return a.exit(err, cmd)
}

// completions makes the command for shells one that refuses a shell it does not know. It
// writes to where the root writes by now.
func completions(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			group(cmd)
		}
	}
}

// root builds the tree of commands.
func (a *app) root() *cobra.Command {
	a.keys, a.flags, a.given = config.Keys(), map[string]string{}, &pflag.FlagSet{}
	root := group(&cobra.Command{
		Use:           "navd",
		Short:         "The memory of a navigating robot",
		Long:          "navd gives a robot that navigates with a vision-language model its memory: where it is,\nwhat it knows there, where it has looked, and where to look next.\n\nNew here? `navd demo` shows a robot find something in a house it has never seen,\nand `navd help words` says what an episode, a scan and a leg are.",
		SilenceErrors: true,
		SilenceUsage:  true,
	})
	a.versionFlag(root)
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) { // a template of cobra would link text/template
		var text strings.Builder
		cmd.SetOut(&text)
		help(cmd, args)
		cmd.SetOut(nil)
		most, page := columnsOf(a.out), text.String()
		if most > 0 {
			page = joined(page)
		}
		a.say("%s\n", folded(page+exitCodes, most))
	})
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) { a.given = cmd.Flags() }
	root.SetHelpCommand(a.helpCmd(root))
	p := root.PersistentFlags()
	p.BoolVar(&a.asJSON, "json", false, "print data as JSON")
	p.StringVar(&a.file, "config", "", "configuration file")
	p.BoolVar(&a.system, "system", false, "use the paths of the system service")
	a.keyFlags(root, func(key string) bool { return key == socketKey })
	a.addCommands(root)
	return root
}

// addCommands adds the commands in the groups in which the help lists them.
func (a *app) addCommands(root *cobra.Command) {
	for _, g := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"daemon", "The daemon:", []*cobra.Command{a.runCmd(), a.serviceCmd(), a.statusCmd(), a.configCmd(), a.doctorCmd()}},
		{"data", "The data directory:", []*cobra.Command{a.backupCmd(), a.restoreCmd(), a.checkCmd(), a.compactCmd()}},
		{"episodes", "Searches and their results:", []*cobra.Command{a.demoCmd(), a.watchCmd(), a.webCmd(), a.episodesCmd(), a.mapCmd(), a.reportCmd()}},
		{"users", "What users teach the robot, and what it remembers:", []*cobra.Command{a.feedbackCmd(), a.groundingCmd(), a.knowledgeCmd(), a.episodicCmd(), a.latsCmd(), a.housesCmd(), a.houseCmd(), a.whereCmd(), a.searchCmd(), a.exportCmd(), a.importCmd(), a.jobsCmd()}},
		{"controllers", "For controllers and models:", []*cobra.Command{a.callCmd(), a.apiCmd(), a.clientCmd(), a.mcpCmd(), a.tapeCmd()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, cmd := range g.commands {
			cmd.GroupID = g.id
		}
		root.AddCommand(g.commands...)
	}
	root.AddCommand(a.versionCmd(), glossaryCmd())
	takeArgs(root)
}

// socketKey is the configuration key whose flag every command has.
const socketKey = "socket.path"

// keyFlags adds the flags of configuration keys to a command and those below.
func (a *app) keyFlags(cmd *cobra.Command, wanted func(key string) bool) {
	for _, k := range a.keys {
		if wanted(k.Key) {
			name := strings.TrimLeft(k.Flag, "-")
			cmd.PersistentFlags().Var(keyValue{a, k}, name, strings.ReplaceAll(k.Doc, "`", "'")) // pflag takes what stands in ` for the name of the value
			if k.Default != `""` {
				cmd.PersistentFlags().Lookup(name).DefValue = k.Default
			}
		}
	}
}

// keyValue takes the value of a configuration flag as text; config reads it.
type keyValue struct {
	app *app
	key config.KeyInfo
}

// String is the value given so far.
func (v keyValue) String() string {
	if v.app == nil {
		return ""
	}
	return v.app.flags[v.key.Key]
}

// Set keeps a value.
func (v keyValue) Set(s string) error {
	v.app.flags[v.key.Key] = s
	return nil
}

// Type is what the help calls the value.
func (v keyValue) Type() string { return v.key.Type }

// where is the host; with --system, its system paths.
func (a *app) where() config.Host {
	h := a.host
	if h.OS == "" {
		h = config.ThisHost()
	}
	h.System = a.system
	return h
}

// load reads the configuration in all its layers.
func (a *app) load() (*config.Loaded, error) {
	return config.Load(config.Options{File: a.file, Flags: a.flags, Host: a.where()})
}

// say prints. Callers may ignore its error: run returns the first one, as the error of the
// command.
func (a *app) say(format string, args ...any) error { return a.write(fmt.Sprintf(format, args...)) }

// write is [app.say] without a format.
func (a *app) write(text string) error {
	_, err := io.WriteString(a.out, text)
	a.failed = cmp.Or(a.failed, err)
	return err
}

// printJSON prints a value indented. It also escapes the characters that move a
// terminal's cursor or turn its direction and that JSON leaves as they are.
func (a *app) printJSON(v any) error {
	err := writeJSON(a.out, v)
	a.failed = cmp.Or(a.failed, err)
	return err
}

func writeJSON(w io.Writer, v any) error {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, escaped(text.String()))
	return err
}
