package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"navd/cmd/outfile"
	"navd/daemon/fault"
	"navd/ipc"
)

func (a *app) exportCmd() *cobra.Command {
	var p ipc.ExportParams
	var dir, what string
	cmd := &cobra.Command{
		Use: "export DIR | --out DIR", Short: "Write all that navd knows, or what users said as grounding files",
		Long: "Write all records into a new directory: a file of JSON lines for each kind, and manifest.json with counts and\n" +
			"hashes. --what names one kind: grounding, episodes, episodic, knowledge, lats or houses. The same store gives the same bytes.\n" +
			"It works with the daemon running or not. A running daemon first copies its store, inside the data directory, so that\n" +
			"all is of one moment. `navd import DIR` takes them in.\n\n" +
			"With --out instead, write grounding files: one for every episode with feedback, and one for each run with all that is\n" +
			"in use now:\n\n" +
			"  DIR/<run>/episode_<name>_<time>/grounding_episode_<name>.json and .txt\n" +
			"  DIR/<run>/grounding/grounding_latest.json and .txt\n\n" +
			"Files that already have this content are not written again. No other files are touched, and none outside DIR.\n" +
			"What was imported and belongs to no episode is of the run \"default\". `navd import` reads the files.",
		Example: "  navd export memory\n  navd export talks --what episodes\n  navd export --out grounding\n  navd export --run try --format json --out grounding\n  navd export --episode E --out grounding",
		Args:    argsBetween(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if p.Run+p.Episode+p.Format+dir != "" {
					return misused("--out, --run, --episode and --format are for grounding files, and do not go with DIR: navd %s", cmd.Use)
				}
				return a.carryOut(cmd.Context(), what, args[0])
			}
			if cmd.Flags().Changed("what") {
				return misused("--what needs a new directory: navd export DIR --what %s", what)
			}
			if a.flags[dataDirKey] != "" {
				return misused("--data-dir needs a new directory; grounding files come from the running daemon: navd export DIR")
			}
			if dir == "" {
				return misused("export needs a directory to write to: navd %s", cmd.Use)
			}
			return a.export(cmd.Context(), p, dir)
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.Run, "run", "", "only of this run")
	f.StringVar(&p.Episode, "episode", "", "only of this episode, by its id")
	f.StringVar(&p.Format, "format", "", "json, txt or both; default grounding.save_format")
	f.StringVar(&what, "what", "all", "what DIR gets: grounding, episodes, episodic, knowledge, lats, houses or all")
	f.StringVarP(&dir, "out", "o", "", "`DIR` to write grounding files to, made if it does not exist")
	a.keyFlags(cmd, func(key string) bool { return key == dataDirKey })
	return cmd
}

// exported is a file in what `navd export` prints.
type exported struct {
	Path  string `json:"path"`  // below the directory
	State string `json:"state"` // written or unchanged
}

// exportReport is what `navd export` prints.
type exportReport struct {
	Files []exported `json:"files"`
}

func (a *app) export(ctx context.Context, p ipc.ExportParams, dir string) error {
	ask := func(ctx context.Context, c ipc.Caller) (r exportReport, err error) {
		tree, err := outfile.OpenTree("--out", dir)
		if err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, tree.Close()) }()
		r.Files, err = writePages(ctx, c, p, tree)
		return r, err
	}
	return answer(ctx, a, ask, func(r exportReport) error { return a.printExported(r.Files, dir) })
}

// writePages writes what the daemon has, page by page.
func writePages(ctx context.Context, c ipc.Caller, p ipc.ExportParams, tree *outfile.Tree) ([]exported, error) {
	files, seen := []exported{}, map[string]bool{}
	err := eachPage(ctx, c, ipc.GroundingExport, &p, &p.Cursor, func(r ipc.ExportResult) (string, error) {
		for _, f := range r.Files {
			if seen[f.Path] {
				return "", fault.New(fault.Conflict, "the daemon gives two files the same name").About("path", f.Path)
			}
			seen[f.Path] = true
			changed, err := tree.Write(f.Path, []byte(f.Content))
			if err != nil {
				return "", err
			}
			state := "unchanged"
			if changed {
				state = "written"
			}
			files = append(files, exported{f.Path, state})
		}
		return r.Cursor, nil
	})
	return files, err
}

func (a *app) printExported(files []exported, dir string) error {
	if len(files) == 0 {
		return a.say("no files: nobody said anything there; `navd feedback` tells the robot what it should know\n")
	}
	written := 0
	for _, f := range files {
		if f.State == "written" {
			written++
		}
		a.say("%-9s  %s\n", f.State, plain(f.Path))
	}
	return a.say("%d files in %s: %d written, %d unchanged\n", len(files), plain(dir), written, len(files)-written)
}
