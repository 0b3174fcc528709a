package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"navd/cmd/outfile"
	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/knowledge/agent"
	"navd/daemon/planner"
	"navd/daemon/scene"
	"navd/daemon/table"
)

// promptInfo is a prompt in what `navd config prompts` prints.
type promptInfo struct {
	Name         string   `json:"name"`           // role that it is for
	Key          string   `json:"key"`            // configuration key
	From         string   `json:"from"`           // built-in, or the file's path
	Hash         string   `json:"hash"`           // SHA-256 of the text, hexadecimal
	Placeholders []string `json:"placeholders"`   // that it may use, without the dollar
	Text         string   `json:"text,omitempty"` // only when the command names this prompt

	builtIn string
}

// builtIns are the prompts of all roles, as the configuration c names them.
func builtIns(c config.Prompts) []promptInfo {
	list := []promptInfo{
		{Name: "planner", From: c.Planner, Placeholders: planner.Placeholders(), builtIn: planner.BuiltIn()},
		{Name: "scene", From: c.Scene, Placeholders: scene.Placeholders(), builtIn: scene.BuiltIn()},
		{Name: "final", From: c.Final, Placeholders: grounding.Placeholders(), builtIn: grounding.BuiltIn()},
		{Name: "agent", From: c.Agent, Placeholders: agent.Placeholders(), builtIn: agent.BuiltIn()},
	}
	for i := range list {
		list[i].Key = "prompts." + list[i].Name
		if list[i].From == "" {
			list[i].From = "built-in"
		}
	}
	return list
}

func (a *app) promptsCmd() *cobra.Command {
	var dir string
	var force bool
	cmd := &cobra.Command{
		Use: "prompts [NAME]", Short: "List the prompts for models, print one, or write them out to change them",
		Long: "List the prompts for models: where each comes from, its hash, and the placeholders it may use. With NAME,\n" +
			"print the text that is in use. --write DIR writes the built-in prompts, or the one named NAME, to files that\n" +
			"you can change, and prints the configuration that uses them.",
		Example: "  navd config prompts\n  navd config prompts planner\n  navd config prompts --write prompts/",
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("write") {
				return a.writePrompts(dir, force, args)
			}
			if force {
				return fault.New(fault.Invalid, "it is only for --write").About("--force", nil).WithHint("name a directory with --write")
			}
			return a.showPrompts(args)
		},
	}
	cmd.Flags().StringVar(&dir, "write", "", "directory to write the built-in prompts to")
	cmd.Flags().BoolVar(&force, "force", false, "with --write, replace files that were changed")
	return cmd
}

// named picks the prompt that the arguments name; all when they name none.
func named(list []promptInfo, args []string) ([]promptInfo, error) {
	if len(args) == 0 {
		return list, nil
	}
	var names []string
	for _, p := range list {
		if p.Name == args[0] {
			return []promptInfo{p}, nil
		}
		names = append(names, p.Name)
	}
	e := fault.New(fault.NotFound, "no such prompt").About("prompt", args[0])
	e.Allowed = strings.Join(names, ", ")
	return nil, e.WithHint("`navd config prompts` lists them")
}

// showPrompts lists the prompts that are in use, or prints one.
func (a *app) showPrompts(args []string) error {
	l, err := a.load()
	if err != nil {
		return err
	}
	list := builtIns(l.Config.Prompts)
	for _, p := range list {
		if bad := notAPrompt(p); bad != nil {
			return bad
		}
	}
	texts, err := daemon.Prompts(l.Config.Prompts)
	if err != nil {
		return err
	}
	for _, t := range texts {
		for i := range list {
			if list[i].Name == t.ID() {
				list[i].Hash, list[i].Text = t.Hash(), t.Text()
			}
		}
	}
	if list, err = named(list, args); err != nil {
		return err
	}
	if len(args) == 0 {
		return a.printPrompts(list)
	}
	return a.show(list[0], func() error { return a.write(list[0].Text) })
}

// notAPrompt refuses a prompt whose path is not a regular file.
func notAPrompt(p promptInfo) error {
	if p.From == "built-in" {
		return nil
	}
	if bad := regular(p.From); bad != nil {
		return bad.About(p.Key, p.From).WithHint("`navd config prompts --write DIR` writes the built-in ones")
	}
	return nil
}

// shortHash is how much of a hash a table shows.
const shortHash = 12

func (a *app) printPrompts(list []promptInfo) error {
	if a.asJSON {
		for i := range list {
			list[i].Text = ""
		}
		return a.printJSON(list)
	}
	t := table.Table{Cut: []string{"PLACEHOLDERS", "FROM"}, Spare: []string{"KEY"}}
	t.Row("NAME", "KEY", "FROM", "HASH", "PLACEHOLDERS")
	for _, p := range list {
		t.Row(p.Name, p.Key, plain(p.From), p.Hash[:shortHash], "$"+strings.Join(p.Placeholders, " $"))
	}
	return a.printTable(t)
}

// written is a prompt's file in what `navd config prompts --write` prints.
type written struct {
	Key  string `json:"key"`  // of the configuration
	File string `json:"file"` // absolute path
}

// writePrompts writes built-in prompts as files. Without --force it writes none if one of
// the files exists with another text.
func (a *app) writePrompts(dir string, force bool, args []string) error {
	list, err := named(builtIns(config.Prompts{}), args)
	if err != nil {
		return err
	}
	if dir == "" {
		return fault.Field("--write", dir, "a directory, new or existing")
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	file := func(p promptInfo) string { return filepath.Join(dir, p.Name+".txt") }
	for _, p := range list {
		if err := replaceable(file(p), p.builtIn, force); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault.New(fault.Denied, "the directory cannot be made: %w", err).About("--write", dir)
	}
	var done []written
	for _, p := range list {
		if err := outfile.Write("--write", file(p), text(p.builtIn)); err != nil {
			return err
		}
		done = append(done, written{p.Key, file(p)})
	}
	return a.printWritten(done)
}

// replaceable refuses to replace a file that has another text, unless forced.
func replaceable(path, text string, force bool) error {
	if err := outfile.Check("--write", path); err != nil {
		return err
	}
	if force {
		return nil
	}
	there, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && bytes.Equal(there, []byte(text)):
		return nil
	case err != nil:
		return fault.New(fault.Denied, "the file that is there cannot be read: %w", err).About("--write", path)
	}
	return fault.New(fault.Conflict, "this file exists with another text").About("--write", path).
		WithHint("choose another directory, or replace it with --force")
}

// printWritten prints the configuration that uses the files.
func (a *app) printWritten(done []written) error {
	if a.asJSON {
		return a.printJSON(done)
	}
	var out bytes.Buffer
	out.WriteString("[prompts]\n")
	e := json.NewEncoder(&out) // a JSON text is a TOML text
	e.SetEscapeHTML(false)
	for _, w := range done {
		fmt.Fprintf(&out, "%s = ", strings.TrimPrefix(w.Key, "prompts."))
		if err := e.Encode(w.File); err != nil {
			return err
		}
	}
	return a.write(out.String())
}
