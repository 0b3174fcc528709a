package main

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/words"
	"navd/ipc"
)

// ruleOf reads a name as the id of a stored rule or, with a dot or a slash, as a DMN file.
func ruleOf(name string) (id, file string, err error) {
	if !strings.ContainsAny(name, "./") {
		return name, "", nil
	}
	data, err := readWhole(nil, name)
	return "", string(data), err
}

func (a *app) ruleCheckCmd() *cobra.Command {
	var p ipc.KnowledgeCheckParams
	cmd := &cobra.Command{
		Use: "check ID|FILE.dmn", Short: "Say what is wrong with a rule, and which of the last plans it would have changed",
		Long: "Say what is wrong with a rule, and which of the last plans it would have changed. The exit code is 0 when it is fit to\n" +
			"go live, whatever else is said of it, and 2 when it cannot.",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if p.ID, p.DMN, err = ruleOf(args[0]); err != nil {
				return err
			}
			var r ipc.KnowledgeCheckResult
			ask := func(ctx context.Context, c ipc.Caller) (_ ipc.KnowledgeCheckResult, err error) {
				r, err = ipc.KnowledgeCheck.Call(ctx, c, p)
				return r, err
			}
			err = answer(cmd.Context(), a, ask, func(r ipc.KnowledgeCheckResult) error {
				a.printReport(r.Report)
				a.printReplay(r.Replay)
				return nil
			})
			if err == nil && !r.Report.OK {
				err = fault.New(fault.Invalid, "the rule cannot go live")
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&p.Any, "any", false, "allow any inputs and outputs: a model of your own, not a rule for plans")
	return cmd
}

func (a *app) ruleEvaluateCmd() *cobra.Command {
	var p ipc.EvaluateParams
	cmd := &cobra.Command{
		Use: "evaluate ID|FILE.dmn INPUTS", Short: "Decide with a rule or a DMN model, without storing anything",
		Example: "  navd knowledge evaluate k1 '{\"target\": \"television\"}'\n  navd knowledge evaluate loan.dmn '{\"Age\": 17}' --decision Approval",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if p.ID, p.DMN, err = ruleOf(args[0]); err != nil {
				return err
			}
			if p.Inputs = json.RawMessage(args[1]); !json.Valid(p.Inputs) {
				return misused("INPUTS must be a JSON object, like '{\"target\": \"sofa\"}', given %s", args[1])
			}
			return answer(cmd.Context(), a, ipc.KnowledgeEvaluate.With(p), a.printEvaluated)
		},
	}
	cmd.Flags().StringVar(&p.Decision, "decision", "", "only this decision")
	return cmd
}

func (a *app) printEvaluated(r ipc.EvaluateResult) error {
	a.say("%s\n", plain(string(r.Outputs)))
	for _, m := range r.Matched {
		a.say("rows of %s: %s\n", plain(m.Decision), cmp.Or(rowList(m.Rows), "none"))
	}
	for _, e := range r.Errors {
		a.say("%s: %s\n", e.Kind, plain(e.What))
	}
	return nil
}

// folderOf reads the regular files of a skill's folder; links are left out.
func folderOf(dir string) (name string, files []knowledge.File, err error) {
	abs, err := filepath.Abs(dir)
	name = filepath.Base(abs)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return "", nil, err
	}
	err = filepath.WalkDir(abs, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if !e.Type().IsRegular() {
			return fault.New(fault.Invalid, "a skill's folder has files and folders alone").About("file", path).WithHint("put the file there in place of a link to it")
		}
		if info, err := e.Info(); err != nil || info.Size() > 1<<20 {
			return cmp.Or(err, error(fault.New(fault.TooLarge, "a file of a skill has at most 1 MiB").About("file", path)))
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(abs, path)
		if err != nil {
			return err
		}
		f := knowledge.File{Path: filepath.ToSlash(rel), Content: string(data)}
		if !utf8.Valid(data) {
			f.Content, f.Base64 = base64.StdEncoding.EncodeToString(data), true
		}
		if files = append(files, f); len(files) > 100 {
			return fault.New(fault.TooLarge, "a skill's folder has at most 100 files").About("file", dir)
		}
		return nil
	})
	return name, files, err
}

// writeFolder writes a skill's folder into a directory.
func writeFolder(dir string, r ipc.KnowledgeExportResult) error {
	root := filepath.Join(dir, r.Name)
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	at, err := os.OpenRoot(root) // nothing is written outside of it
	if err != nil {
		return err
	}
	defer at.Close()
	for _, f := range r.Files {
		data := []byte(f.Content)
		if f.Base64 {
			if data, err = base64.StdEncoding.DecodeString(f.Content); err != nil {
				return err
			}
		}
		if err := at.MkdirAll(filepath.FromSlash(path.Dir(f.Path)), 0o755); err != nil {
			return err
		}
		if err := at.WriteFile(filepath.FromSlash(f.Path), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeItem writes a rule to a file, or a skill's folder into a directory.
func (a *app) writeItem(r ipc.KnowledgeExportResult, out string) error {
	if len(r.Files) == 0 {
		return a.writeOut(out, text(r.Content))
	}
	dir := cmp.Or(out, ".")
	if err := writeFolder(dir, r); err != nil {
		return fault.New(fault.Denied, "the folder cannot be written: %w", err).About("--out", dir)
	}
	dir = filepath.Join(dir, r.Name)
	return a.show(map[string]any{"dir": dir, "files": len(r.Files)}, func() error {
		return a.say("%s: %s\n", dir, words.Count(len(r.Files), "file"))
	})
}

// exportHistory writes all that was learned; a file is written whole or not at all.
func (a *app) exportHistory(ctx context.Context, p ipc.KnowledgeExportParams, out string) error {
	return a.dialled(func(c connection) error {
		records := 0
		p.Limit = 1000
		file, err := a.writeFile(out, func(w io.Writer) error {
			return eachPage(ctx, c, ipc.KnowledgeExport, &p, &p.Cursor, func(r ipc.KnowledgeExportResult) (string, error) {
				records += strings.Count(r.Lines, "\n")
				return r.Cursor, text(r.Lines)(w)
			})
		})
		if err != nil || !file {
			return err
		}
		return a.show(map[string]any{"file": out, "records": records}, func() error {
			return a.say("%s: %s\n", out, words.Count(records, "record"))
		})
	})
}

// importHistory reads in what exportHistory wrote.
func (a *app) importHistory(ctx context.Context, path string) error {
	f, err := opened(nil, path)
	if err != nil {
		return err
	}
	defer f.Close()
	ask := func(ctx context.Context, c ipc.Caller) (sum ipc.KnowledgeImportResult, err error) {
		err = inParts(f, func(text string, before int) error {
			r, err := ipc.KnowledgeImport.Call(ctx, c, ipc.KnowledgeImportParams{Lines: text})
			if err != nil && before > 0 {
				return fault.As(err).WithHint("line 1 is line %d of the file; the lines before it are stored", before+1)
			}
			sum.Stored, sum.Same = sum.Stored+r.Stored, sum.Same+r.Same
			return err
		})
		return sum, err
	}
	return answer(ctx, a, ask, func(sum ipc.KnowledgeImportResult) error {
		return a.say("%s new, %d known\n", words.Count(sum.Stored, "record"), sum.Same)
	})
}

func (a *app) ruleImportCmd() *cobra.Command {
	var p ipc.KnowledgeImportParams
	priority := knowledge.DefaultPriority
	cmd := &cobra.Command{
		Use: "import FILE.dmn|DIR|FILE.jsonl", Short: "Propose the rule of a DMN file or the skill of a folder, or import a history",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if filepath.Ext(args[0]) == ".jsonl" {
				return a.importHistory(cmd.Context(), args[0])
			}
			info, failed := os.Stat(args[0])
			switch {
			case failed == nil && info.IsDir():
				p.Folder, p.Files, err = folderOf(args[0])
			case filepath.Base(args[0]) == "SKILL.md":
				p.Folder, p.Files, err = folderOf(filepath.Dir(args[0]))
			default:
				var model []byte
				if model, err = readWhole(nil, args[0]); err == nil && len(model) == 0 {
					err = fault.New(fault.Invalid, "the file is empty").About("FILE", args[0])
				}
				p.Content, p.Name, p.Priority = string(model), args[0], &priority
			}
			if err != nil {
				return err
			}
			return answer(cmd.Context(), a, ipc.KnowledgeImport.With(p), func(r ipc.KnowledgeImportResult) error {
				a.printProposal(*r.Proposal)
				return a.say("it holds when you say so: navd knowledge approve %s\n", r.Proposal.ID)
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&priority, "priority", priority, "0 to 100: when two rules contradict each other, the higher one is obeyed")
	f.StringVar(&p.SceneID, "scene", "", "house or building in which it holds, default everywhere")
	f.StringVar(&p.Author, "author", "", "who vouches for it")
	return cmd
}

func (a *app) ruleExportCmd() *cobra.Command {
	var p ipc.KnowledgeExportParams
	out := ""
	cmd := &cobra.Command{
		Use: "export [ID]", Short: "Write a rule as DMN 1.3, a skill as a folder, or all that was learned as JSONL",
		Long: "Write a rule as DMN 1.3, or a skill as a folder. Without an ID, write all that was learned as JSONL: what was said,\n" +
			"proposals, every version of every item, what is attached, and the log. `navd knowledge import` reads it again, into a\n" +
			"navd that has learned nothing yet or that has an earlier copy of it.",
		Example: "  navd knowledge export k1 > k1.dmn\n  navd knowledge export k1 --out k1.dmn\n  navd knowledge export k2 --out skills/\n  navd knowledge export --out knowledge.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.exportHistory(cmd.Context(), p, out)
			}
			p.ID = args[0]
			if a.asJSON && (out == "" || out == "-") {
				return answer(cmd.Context(), a, ipc.KnowledgeExport.With(p), nil)
			}
			return a.dialled(func(c connection) error {
				r, err := ipc.KnowledgeExport.Call(cmd.Context(), c, p)
				if err != nil {
					return err
				}
				return a.writeItem(r, out)
			})
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "`FILE` to write, default standard output; for a skill the directory, default this one")
	cmd.Flags().IntVar(&p.Version, "version", 0, "this version, default the last")
	return cmd
}
