package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"navd/daemon/nav"
	"navd/daemon/table"
	"navd/daemon/words"
	"navd/ipc"
)

func (a *app) searchCmd() *cobra.Command {
	var p ipc.SearchParams
	cmd := &cobra.Command{
		Use:     "search QUERY",
		Short:   "Search the memory of all episodes",
		Long:    "Search the memory of all episodes, by words and by similarity, best first. A question in English also finds Korean\ntexts, and the other way round.",
		Example: "  navd search \"where is the couch\" --place \"living room\"\n  navd search \"냉장고가 있는 방\" -k 3",
		RunE:    calling(a, ipc.MemorySearch, &p, a.printHits, &p.Query),
	}
	f := cmd.Flags()
	f.StringSliceVar(&p.Kinds, "kind", nil, "only of these `KINDS`: place, grounding, knowledge, episodic")
	f.StringVar(&p.Scope, "scene", "", "only of this house or building")
	f.StringVar(&p.Place, "place", "", "only of this type of place")
	f.StringVar(&p.Episode, "episode", "", "only of this episode")
	f.IntVarP(&p.K, "k", "k", 10, "at most this many, 1 to 100")
	return cmd
}

// textWidth is how many characters of a hit's text a table shows.
const textWidth = 80

func (a *app) printHits(r ipc.SearchResult) error {
	for _, i := range r.Instead {
		a.say("nothing has the word %q; searched for %q too\n", plain(i.Of), plain(i.Word))
	}
	t := table.Table{Cut: []string{"WHAT", "SCENE"}, Spare: []string{"SEEN", "KIND"}}
	t.Row("MATCH", "KIND", "SCENE", "SEEN", "ID", "WHAT")
	for _, h := range r.Hits {
		what := []string{words.Clip(plain(h.Text), textWidth)}
		for i, s := range h.Seen {
			what = append(what[:i], sighting(s))
		}
		t.Row(h.Fit, h.Kind, plain(h.Scope), when(h.Time), h.ID, what[0])
		for _, more := range what[1:] {
			t.Row("", "", "", "", "", more)
		}
	}
	err := a.printList(t, "", "nothing found")
	for _, d := range r.Degraded {
		fmt.Fprintf(a.err, "navd: hits may be missing: %s: %s\n", d.What, d.Reason)
	}
	return err
}

// sighting says where a thing is, from where it was seen, and how far it is to walk there.
func sighting(s nav.Sighting) string {
	text := fmt.Sprintf("%s in the %s, seen at step %d from x %.1f y %.1f", words.ObjectKey(s.Object), plain(s.Room), s.Step, s.X, s.Y)
	if s.Heading != nil {
		text += fmt.Sprintf(" looking %.0f°", *s.Heading)
	}
	if s.WalkM != nil {
		text += fmt.Sprintf(", %.1f m to walk", *s.WalkM)
	}
	return text
}
