package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"navd/daemon/fault"
	"navd/daemon/words"
	"navd/ipc"
)

func (a *app) importCmd() *cobra.Command {
	var p ipc.ImportParams
	cmd := &cobra.Command{
		Use: "import FILE|DIR...", Short: "Import an export, or learn from grounding files, .json and .txt",
		Long: "Import a directory that `navd export DIR` wrote (it has manifest.json), with the ids in it. All hashes are checked\n" +
			"before anything is stored. Records that are known already stay as they are; another record under the same id is a\n" +
			"conflict. After a crash, run the same command again. It works with the daemon running or not.\n\n" +
			"Other files and directories are taken as grounding files: those of `navd export --out`, others of the same form, and\n" +
			"texts of your own with one lesson a line. Directories are searched for .json and .txt; hidden files are left out. A\n" +
			"file that cannot be used is skipped as a whole. Importing the same again changes nothing, and neither does importing\n" +
			"what this daemon exported.",
		Example: "  navd import memory/\n  navd import grounding/\n  navd import --scene house-1 --author Mina notes.txt\n  navd import --dry-run grounding/",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misused("import takes files or directories: navd %s", cmd.Use)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if isExport(args) {
				if p.SceneID+p.Author != "" {
					return misused("--scene and --author are for grounding files; an export has its own: navd %s", cmd.Use)
				}
				return a.carryIn(cmd.Context(), args[0], p.DryRun)
			}
			if a.flags[dataDirKey] != "" {
				return misused("--data-dir is for an export; grounding files go to the running daemon: navd %s", cmd.Use)
			}
			return a.importFiles(cmd.Context(), p, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.SceneID, "scene", "", "house or building in which lessons about a place hold, default everywhere")
	f.StringVar(&p.Author, "author", "", "who vouches for the files")
	f.BoolVar(&p.DryRun, "dry-run", false, "only say what would be learned")
	a.keyFlags(cmd, func(key string) bool { return key == dataDirKey })
	return cmd
}

func (a *app) importFiles(ctx context.Context, p ipc.ImportParams, paths []string) error {
	l, err := a.load()
	if err != nil {
		return err
	}
	return a.dialled(func(c connection) error {
		load, err := gather(paths, l.Config.Socket.MaxLineBytes-lineSlack)
		if err != nil {
			return err
		}
		sum := ipc.ImportResult{Files: []ipc.ImportedFile{}, Skipped: load.skipped}
		for _, chunk := range load.chunks {
			p.Files = chunk
			r, err := ipc.GroundingImport.Call(ctx, c, p)
			if err != nil {
				return err
			}
			sum.Files, sum.Skipped = append(sum.Files, r.Files...), append(sum.Skipped, r.Skipped...)
		}
		return a.printImported(sum, p.DryRun)
	})
}

// printImported says what was learned from each file. Skipped files go to standard error;
// when all were skipped, that is an error.
func (a *app) printImported(r ipc.ImportResult, dry bool) error {
	for _, s := range r.Skipped {
		fmt.Fprintf(a.err, "navd: skipped %s: %s\n", plain(s.Name), plain(s.Reason))
	}
	if len(r.Files) == 0 {
		return fault.New(fault.Invalid, "nothing was imported; skipped: %s", words.Count(len(r.Skipped), "file")).
			WithHint("name files that end in .json or .txt, or directories that have some")
	}
	if a.asJSON {
		return a.printJSON(r)
	}
	added, known := 0, 0
	for _, f := range r.Files {
		added, known = added+f.Added, known+f.Known
		a.say("%s: %d new, %d known\n", plain(f.Name), f.Added, f.Known)
	}
	would := ""
	if dry {
		would = "dry run, nothing was stored: "
	}
	return a.say("%s%d new, %d known in %s, %d skipped\n", would, added, known, words.Count(len(r.Files), "file"), len(r.Skipped))
}
