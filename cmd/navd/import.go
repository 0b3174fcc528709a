package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"navd/daemon/fault"
	"navd/daemon/grounding"
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
			"texts of your own with one lesson a line. The answer says for each new text what was understood of it, as for\n" +
			"feedback, and where it holds. Directories are searched for .json and .txt; hidden files are left out. A file that\n" +
			"cannot be used is skipped as a whole. Importing the same again changes nothing, and neither does importing what this\n" +
			"daemon exported. What you take out of a text stays known: the next import of the file names it, and the command that\n" +
			"takes it out of use.",
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
				for _, path := range args {
					if _, err := os.Stat(path); err != nil {
						return noFile(path, err)
					}
				}
				return misused("--data-dir is for an export, a directory with %s, and %s is none; grounding files go to the running daemon, without --data-dir", manifestName, plain(args[0]))
			}
			return a.importFiles(cmd.Context(), p, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.SceneID, "scene", "", "house or building in which texts hold that are spatial or name a room or a thing, default everywhere")
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
		sum := importReport{ImportResult: ipc.ImportResult{Files: []ipc.ImportedFile{}, Skipped: load.skipped}, dry: p.DryRun}
		for _, chunk := range load.chunks {
			p.Files = chunk
			r, err := ipc.GroundingImport.Call(ctx, c, p)
			if err != nil {
				return err
			}
			sum.Files, sum.Skipped = append(sum.Files, r.Files...), append(sum.Skipped, r.Skipped...)
		}
		if !a.asJSON {
			sum.other = entriesBehind(ctx, c, ipc.FeedbackResult{Entries: sum.told()})
		}
		return a.printImported(sum)
	})
}

// importReport is what `navd import` prints of grounding files.
type importReport struct {
	ipc.ImportResult
	dry   bool
	other map[string]grounding.Entry // by id: entries that new ones superseded or may conflict with
}

// told lists what was done with the texts that are new, without their entries' own ids.
func (r importReport) told() (all []ipc.FeedbackEntry) {
	for _, f := range r.Files {
		for _, e := range f.Entries {
			if e.Action == "added" || e.Action == "outdated" {
				e.ID = ""
				all = append(all, e.FeedbackEntry)
			}
		}
	}
	return all
}

// printImported says what was learned from each file. Skipped files go to standard error;
// when all were skipped, that is an error.
func (a *app) printImported(r importReport) error {
	for _, s := range r.Skipped {
		fmt.Fprintf(a.err, "navd: skipped %s: %s\n", plain(s.Name), plain(s.Reason))
	}
	if len(r.Files) == 0 {
		return fault.New(fault.Invalid, "nothing was imported; skipped: %s", words.Count(len(r.Skipped), "file")).
			WithHint("name files that end in .json or .txt, or directories that have some")
	}
	if a.asJSON {
		return a.printJSON(r.ImportResult)
	}
	added, known := 0, 0
	for _, f := range r.Files {
		added, known = added+f.Added, known+f.Known
		a.printImportedFile(r, f)
	}
	would := ""
	if r.dry {
		would = "dry run, nothing was stored: "
	}
	return a.say("%s%d new, %d known in %s, %d skipped\n", would, added, known, words.Count(len(r.Files), "file"), len(r.Skipped))
}

// printImportedFile says what was done with the texts of a file.
func (a *app) printImportedFile(r importReport, f ipc.ImportedFile) {
	a.say("%s: %d new, %d known", plain(f.Name), f.Added, f.Known)
	if f.Notes > 0 {
		a.say("; kept as a note only: %d", f.Notes)
	}
	a.say("\n")
	var known []string
	for _, e := range f.Entries {
		if e.Action == "merged" && e.Note == "" {
			known = append(known, e.ID)
			continue
		}
		a.printImportedText(r, e)
	}
	if len(known) > 0 {
		a.say("known already: %s\n", strings.Join(known, ", "))
	}
	if f.More > 0 {
		a.say("and %s more; navd grounding list shows all that is in use\n", words.Count(f.More, "text"))
	}
	for _, e := range f.Gone {
		a.say("not in the file any more, but still in use: %s \"%s\"; to take it out: navd grounding retire %s\n", e.ID, plain(e.Text), e.ID)
	}
	if f.GoneMore > 0 {
		a.say("nor are %d more\n", f.GoneMore)
	}
	if f.Added > 0 && !r.dry {
		a.say("to take the import of %s back: navd grounding undo %s\n", plain(f.Name), f.Feedback)
	}
}

// printImportedText says in two lines what was done with a text.
func (a *app) printImportedText(r importReport, e ipc.ImportedEntry) {
	tell := wordingFor(e.Text)
	if e.ID == "" {
		a.say("%s, %s: %s\n%s%s\n", tell.category(e.Category), tell.noEntry, plainLines(e.Text, noteIndent), noteIndent, e.Note)
		return
	}
	id := e.ID + "  "
	if r.dry && e.Action != "merged" { // it has none yet
		id = ""
	}
	notes := []string{tell.scope(*e.Scope)}
	if e.Note != "" {
		notes = append(notes, e.Note)
	}
	if len(e.Claims) > 0 || e.Note == "" {
		notes = append(notes, tell.claims(e.Text, e.Claims, !r.dry && e.Action == "added", e.Scope.Room.Type)...)
	}
	if e.Action == "merged" { // but it is not in use
		a.say("%s%s, known already: %s\n%s%s\n", id, e.Category, plainLines(e.Text, noteIndent), noteIndent, e.Note)
		return
	}
	sure := e.FeedbackEntry // in a file, much is about the same room without a conflict
	sure.More, sure.Possible = 0, slices.DeleteFunc(slices.Clone(e.Possible), func(id string) bool { return !oppose(e.Claims, r.other[id].Claims) })
	notes = append(notes, feedbackReport{Entry: r.other}.others(sure, tell)...)
	a.say("%s%s, %s: %s\n%s%s\n", id, tell.category(e.Category), tell.action(sure), plainLines(e.Text, noteIndent), noteIndent, strings.Join(notes, "; "))
}
