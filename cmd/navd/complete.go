package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// takeArgs makes a command, and those below it, check the number of arguments by the usage.
func takeArgs(cmd *cobra.Command) {
	if cmd.Args == nil {
		cmd.Args = argsOf(cmd.Use)
	}
	for _, c := range cmd.Commands() {
		takeArgs(c)
	}
}

// complete sets what shells complete, for a command and all below it. An argument is
// completed by the word for it in the usage (EPISODE), a flag by its name, or by the list
// of names in its help.
func complete(cmd *cobra.Command, offers map[string]offer) {
	find := func(what string) offer {
		group := strings.TrimSuffix(cmd.CommandPath(), cmd.Name()) // ends in a space
		for _, path := range []string{cmd.CommandPath() + " ", group, ""} {
			if o := offers[path+what]; o != nil {
				return o
			}
		}
		return nil
	}
	if cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) (names []string, then cobra.ShellCompDirective) {
			then = cobra.ShellCompDirectiveNoFileComp
			for _, word := range taken(cmd.Use, len(args)) {
				if o := find(word); o != nil {
					names = append(names, o(cmd.Context())...)
				} else {
					then = cobra.ShellCompDirectiveDefault // it may be a file
				}
			}
			return names, then
		}
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		doc := f.Usage
		if key, ok := f.Value.(keyValue); ok {
			doc = key.key.Range
		}
		names := find("--" + f.Name)
		if listed := listedNames(doc); names == nil && listed != nil {
			names = func(context.Context) []string { return listed }
		}
		if names != nil {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
				return names(cmd.Context()), cobra.ShellCompDirectiveNoFileComp
			}) // it fails for a flag that has one
		}
	})
	for _, c := range cmd.Commands() {
		complete(c, offers)
	}
}

// taken gives the words that a usage has for the next argument, after before others: of
// "map EPISODE [EPISODE] | HOUSE" EPISODE and HOUSE for the first, EPISODE for the second.
func taken(use string, before int) (words []string) {
	_, takes, _ := strings.Cut(strings.NewReplacer("[", "", "]", "", "…", "...").Replace(use), " ")
	for i, way := range strings.Split(takes, " | ") {
		all, at := strings.Fields(way), before
		if n := len(all); n > 0 && strings.HasSuffix(all[n-1], "...") {
			at = min(at, n-1)
		}
		if at < len(all) && (i == 0 || before == 0) {
			words = append(words, strings.Split(strings.TrimSuffix(all[at], "..."), "|")...)
		}
	}
	return words
}

// listedNames are the names that the help of a flag lists, as in "only active, superseded
// or retired"; nil when it lists none.
func listedNames(doc string) []string {
	if _, list, titled := strings.Cut(doc, ": "); titled {
		doc = list
	}
	doc, _, _ = strings.Cut(doc, "; ")
	doc, _, _ = strings.Cut(doc, ", default")
	names := strings.Split(strings.ReplaceAll(strings.TrimPrefix(doc, "only "), " or ", ", "), ", ")
	if len(names) < 2 || slices.ContainsFunc(names, func(s string) bool { return s == "" || strings.Contains(s, " ") }) {
		return nil
	}
	return names
}
