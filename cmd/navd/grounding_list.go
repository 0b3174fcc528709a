package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/table"
	"navd/ipc"
)

func (a *app) entriesCmd() *cobra.Command {
	var p ipc.GroundingListParams
	var pinned, all bool
	cmd := &cobra.Command{
		Use: "list", Short: "List entries, oldest first",
		Long: "List entries, oldest first; the active ones unless --state or --all says otherwise. EVIDENCE counts the feedbacks\n" +
			"that an entry rests on. `navd help grounding report` explains SHOWN, HELPED and HARMED. A * marks pinned ones.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if all && cmd.Flags().Changed("state") {
				return fault.New(fault.Invalid, "--all and --state are both given").About("--state", p.State).WithHint("give one of them")
			}
			if all {
				p.State = ""
			}
			if p.Category != "" {
				category, err := feedback.ParseCategory(p.Category)
				if err != nil {
					return err
				}
				p.Category = string(category)
			}
			if cmd.Flags().Changed("pinned") {
				p.Pinned = &pinned
			}
			return answer(cmd.Context(), a, ipc.GroundingList.With(p), func(r ipc.GroundingListResult) error { return a.printEntries(r, p) })
		},
	}
	cmd.Flags().StringVar(&p.State, "state", string(item.Active), "only in this state: proposed, active, superseded or retired")
	cmd.Flags().BoolVar(&all, "all", false, "in every state")
	cmd.Flags().StringVar(&p.Category, "category", "", "only user_preference, spatial, procedural or general")
	cmd.Flags().StringVar(&p.SceneID, "scene", "", "only what holds in this house or building alone")
	cmd.Flags().StringVar(&p.Episode, "episode", "", "only what rests on feedback to this episode")
	cmd.Flags().BoolVar(&pinned, "pinned", false, "only pinned ones; --pinned=false only others")
	cmd.Flags().IntVar(&p.Limit, "limit", 50, "at most this many, 1 to 1000")
	cmd.Flags().StringVar(&p.Cursor, "cursor", "", "go on after this entry's number")
	return cmd
}

func (a *app) printEntries(r ipc.GroundingListResult, p ipc.GroundingListParams) error {
	rows := [][]any{{"ID", "STATE", "CATEGORY", "SCOPE", "EVIDENCE", "SHOWN", "HELPED", "HARMED", "TEXT"}}
	for _, e := range r.Entries {
		rows = append(rows, entryRow(e))
	}
	t := table.Table{Cut: []string{"TEXT", "SCOPE"}, Spare: []string{"HARMED", "HELPED", "SHOWN", "EVIDENCE"}}
	for _, row := range rows {
		if p.State != "" { // all have the same one, and the text needs the room
			row = slices.Delete(row, 1, 2)
		}
		t.Row(row...)
	}
	return a.printList(t, r.Cursor, noEntries(p))
}

// noEntries says why a list may be empty.
func noEntries(p ipc.GroundingListParams) string {
	if p == (ipc.GroundingListParams{State: p.State, Limit: p.Limit}) {
		if p.State == "" {
			return "no entries; `navd feedback` makes some"
		}
		return "no " + p.State + " entries; --all lists those in every state, `navd feedback` makes some"
	}
	return "no such entries; --all lists those in every state"
}

func entryRow(e grounding.Entry) []any {
	id := e.ID
	if e.Pinned {
		id += "*"
	}
	return []any{
		id, e.State, e.Category, shortScope(e.Scope), len(e.Evidence),
		e.Counters.Shown, e.Counters.Helped, e.Counters.Harmed, plain(e.Text),
	}
}

// shortScope is [scopeText] for a table.
func shortScope(s grounding.Scope) string {
	scene, target := plain(s.Scene), plain(s.Target)
	if s.Episode != "" {
		scene = "one episode"
	}
	if s.Room.House != "" {
		scene = plain(strings.TrimSpace(string(s.Room.Type) + " " + s.Room.House))
	}
	if target == "" {
		return cmp.Or(scene, "everywhere")
	}
	return cmp.Or(scene, "any") + "/" + target
}
