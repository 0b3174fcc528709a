package main

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"navd/config"
)

// helpCmd is cobra's help command, which also suggests a command when the named one does
// not exist, and prints the help as JSON.
func (a *app) helpCmd(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Args: cobra.ArbitraryArgs, Short: "Print the help of a command; with --json that of all below it, as data",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil {
				return err
			}
			if err := unknownCommand(cmd, rest); err != nil {
				return err
			}
			if a.asJSON {
				return a.printJSON(helpOf(cmd))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// commandHelp is the help of a command and of those below it. Command manual makes the
// manual pages from it.
type commandHelp struct {
	Path     string        `json:"path"`  // navd service install
	Usage    string        `json:"usage"` // with its arguments
	Short    string        `json:"short"`
	Long     string        `json:"long,omitempty"`
	Example  string        `json:"example,omitempty"`
	Group    string        `json:"group,omitempty"` // title that it is listed under
	Flags    []flagHelp    `json:"flags,omitempty"` // its own, and those that all below it have
	Commands []commandHelp `json:"commands,omitempty"`
}

// flagHelp is one flag of a command.
type flagHelp struct {
	Name      string `json:"name"`                // without dashes
	Shorthand string `json:"shorthand,omitempty"` // one letter
	Type      string `json:"type"`                // or what the help calls the value: FILE
	Default   string `json:"default,omitempty"`
	Doc       string `json:"doc"`
}

// helpOf gathers the help of a command.
func helpOf(cmd *cobra.Command) commandHelp {
	h := commandHelp{Path: cmd.CommandPath(), Usage: cmd.UseLine(), Short: cmd.Short, Long: cmd.Long, Example: cmd.Example}
	if cmd.HasParent() {
		for _, g := range cmd.Parent().Groups() {
			if g.ID == cmd.GroupID {
				h.Group = g.Title
			}
		}
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			value, doc := pflag.UnquoteUsage(f)
			h.Flags = append(h.Flags, flagHelp{Name: f.Name, Shorthand: f.Shorthand, Type: cmp.Or(value, f.Value.Type()), Default: f.DefValue, Doc: doc})
		}
	})
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
			h.Commands = append(h.Commands, helpOf(c))
		}
	}
	at := func(h commandHelp) int { // commands of no group come last
		return slices.IndexFunc(append(cmd.Groups(), &cobra.Group{Title: h.Group}), func(g *cobra.Group) bool { return g.Title == h.Group })
	}
	sort.SliceStable(h.Commands, func(i, j int) bool { return at(h.Commands[i]) < at(h.Commands[j]) })
	return h
}

// groupKeys makes the help of a command list the flags of configuration keys by the tables
// of the configuration file, each with its range and default.
func (a *app) groupKeys(cmd *cobra.Command) {
	usage := cmd.UsageFunc()
	cmd.SetUsageFunc(func(cmd *cobra.Command) error {
		hide := func(hidden bool) {
			cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if _, ok := f.Value.(keyValue); ok {
					f.Hidden = hidden
				}
			})
		}
		hide(true)
		err := usage(cmd)
		hide(false)
		part := "\x00"
		for _, k := range a.keys {
			f := cmd.LocalFlags().Lookup(strings.TrimLeft(k.Flag, "-"))
			if f == nil {
				continue
			}
			if now, _, below := strings.Cut(k.Key, "."); below && now != part || !below && part != "" {
				part = now
				if !below {
					part, now = "", "without a table"
				}
				fmt.Fprintf(cmd.OutOrStderr(), "\nConfiguration, %s:\n", now)
			}
			fmt.Fprintf(cmd.OutOrStderr(), "  --%s %s\n        %s%s\n", f.Name, k.Type, k.Doc, allowed(k))
		}
		return err
	})
}

// allowed says the range and the default of a key.
func allowed(k config.KeyInfo) string {
	var parts []string
	if k.Range != "" {
		parts = append(parts, k.Range)
	}
	if k.Default != `""` && k.Default != "[]" {
		parts = append(parts, "default "+k.Default)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}
