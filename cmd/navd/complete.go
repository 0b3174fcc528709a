package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"navd/cmd/navd/story"
	"navd/daemon"
	"navd/ipc"
	"navd/ipc/server"
)

// completeTime is how long a shell waits for names that only the daemon knows.
const completeTime = 500 * time.Millisecond

// complete gives names that a shell may offer, each with a tab and what it is. None of
// them says why not.
type complete func(context.Context) []string

// addCompletion has shells complete what every command takes: arguments by the word that
// stands for them in its usage, flags by their name, or by the names in their help.
func (a *app) addCompletion(cmd *cobra.Command) {
	words := map[string]complete{"EPISODE": a.episodeNames, "HOUSE": a.houseNames, "METHOD": methodNames}
	flags := map[string]complete{"episode": a.episodeNames, "house": a.houseNames}
	usage, other, _ := strings.Cut(strings.NewReplacer("[", "", "]", "").Replace(cmd.Use), " | ") // EPISODE | HOUSE
	takes := strings.Fields(usage)[1:]
	if cmd.ValidArgsFunction == nil && cmd.Args != nil {
		cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) (names []string, then cobra.ShellCompDirective) {
			if len(args) >= len(takes) {
				return nil, cobra.ShellCompDirectiveDefault
			}
			kinds := []string{takes[len(args)]}
			if len(args) == 0 {
				kinds = append(kinds, other)
			}
			for _, kind := range kinds {
				if find := words[kind]; find != nil {
					names, then = append(names, find(cmd.Context())...), cobra.ShellCompDirectiveNoFileComp
				}
			}
			return names, then
		}
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		names, doc := flags[f.Name], f.Usage
		if key, ok := f.Value.(keyValue); ok {
			doc = key.key.Range
		}
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
		a.addCompletion(c)
	}
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

// fromDaemon asks the daemon for names; nobody is told when it does not answer in time.
func fromDaemon[R any](ctx context.Context, a *app, ask asks[R], names func(R) []string) []string {
	ctx, stop := context.WithTimeout(ctx, completeTime)
	defer stop()
	c, err := a.dial()
	if err != nil {
		return nil
	}
	defer c.Close()
	r, err := ask(ctx, c)
	if err != nil {
		return nil
	}
	return names(r)
}

func (a *app) episodeNames(ctx context.Context) []string {
	return fromDaemon(ctx, a, ipc.EpisodeList.With(ipc.EpisodeListParams{Limit: 50}), func(r ipc.EpisodeListResult) (names []string) {
		for _, e := range r.Episodes {
			names = append(names, e.ID+"\t"+plain(e.Goal)+", "+story.State(e)+", "+when(e.Began))
		}
		return names
	})
}

func (a *app) houseNames(ctx context.Context) []string {
	return fromDaemon(ctx, a, ipc.HouseList.With(ipc.HouseListParams{Limit: 50}), func(r ipc.HouseListResult) (names []string) {
		for _, h := range r.Houses {
			names = append(names, plain(h.House))
		}
		return names
	})
}

func methodNames(context.Context) (names []string) {
	for _, h := range server.Methods(&daemon.Daemon{}) {
		names = append(names, h.Method)
	}
	return names
}
