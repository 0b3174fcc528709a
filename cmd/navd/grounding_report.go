package main

import (
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/table"
	"navd/ipc"
)

// usefulness is what `navd grounding report` prints.
type usefulness struct {
	States     map[item.State]int        `json:"states"`      // entries by state
	Categories map[feedback.Category]int `json:"categories"`  // active ones by category
	Pinned     int                       `json:"pinned"`      // of the active ones
	Counters   grounding.Counters        `json:"counters"`    // sums over all
	Helped     []grounding.Entry         `json:"helped"`      // most first
	Harmed     []grounding.Entry         `json:"harmed"`      // most first
	Unshown    int                       `json:"never_shown"` // active ones
}

// mostNamed is how many entries each list of a report has.
const mostNamed = 5

// counterMeaning explains the counters.
const counterMeaning = `SHOWN counts plans of ended episodes that were given an entry. HELPED and HARMED count the ended episodes, with
success true or false, in which it acted: a model that saw it decided, or navd planned by it and went another way. An entry
that acted in a failed episode need not be the reason for the failure.`

func (a *app) usefulnessCmd() *cobra.Command {
	scene := ""
	cmd := &cobra.Command{
		Use: "report", Aliases: []string{"counters"}, Short: "Count the entries, and name those that helped or harmed most",
		Long: "Count the entries, and name those that helped or harmed most.\n\n" + counterMeaning,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ask := func(ctx context.Context, c ipc.Caller) (usefulness, error) {
				p := ipc.GroundingListParams{SceneID: scene, Limit: 1000}
				var all []grounding.Entry
				err := eachPage(ctx, c, ipc.GroundingList, &p, &p.Cursor, func(r ipc.GroundingListResult) (string, error) {
					all = append(all, r.Entries...)
					return r.Cursor, nil
				})
				return weigh(all), err
			}
			return answer(cmd.Context(), a, ask, a.printUsefulness)
		},
	}
	cmd.Flags().StringVar(&scene, "scene", "", "only of what holds in this house or building alone")
	return cmd
}

// weigh sums entries up.
func weigh(all []grounding.Entry) usefulness {
	u := usefulness{States: map[item.State]int{}, Categories: map[feedback.Category]int{}}
	for _, e := range all {
		u.States[e.State]++
		u.Counters.Shown += e.Counters.Shown
		u.Counters.Helped += e.Counters.Helped
		u.Counters.Harmed += e.Counters.Harmed
		if e.State != item.Active {
			continue
		}
		u.Categories[e.Category]++
		if e.Pinned {
			u.Pinned++
		}
		if e.Counters.Shown == 0 {
			u.Unshown++
		}
	}
	u.Helped = most(all, func(c grounding.Counters) (int, int) { return c.Helped, c.Harmed })
	u.Harmed = most(all, func(c grounding.Counters) (int, int) { return c.Harmed, c.Helped })
	return u
}

// most gives the entries with the highest count, at most mostNamed. Of equals, those with
// the lower other count come first, then the older ones.
func most(all []grounding.Entry, counts func(grounding.Counters) (by, against int)) []grounding.Entry {
	some := slices.DeleteFunc(slices.Clone(all), func(e grounding.Entry) bool { by, _ := counts(e.Counters); return by == 0 })
	sort.SliceStable(some, func(i, j int) bool {
		byX, againstX := counts(some[i].Counters)
		byY, againstY := counts(some[j].Counters)
		return byX > byY || byX == byY && againstX < againstY
	})
	return append([]grounding.Entry{}, some[:min(len(some), mostNamed)]...)
}

// printUsefulness prints the report.
func (a *app) printUsefulness(u usefulness) error {
	var parts []string
	for _, s := range []item.State{item.Active, item.Proposed, item.Superseded, item.Retired} {
		parts = append(parts, strconv.Itoa(u.States[s])+" "+string(s))
	}
	a.say("entries: %s\n", strings.Join(parts, ", "))
	parts = nil
	for _, c := range feedback.Categories() {
		parts = append(parts, strconv.Itoa(u.Categories[c])+" "+string(c))
	}
	a.say("active: %s; %d pinned, %d never shown\n", strings.Join(parts, ", "), u.Pinned, u.Unshown)
	n := u.Counters
	a.say("shown %s, helped %d, harmed %d\n", times(n.Shown), n.Helped, n.Harmed)
	for _, l := range []struct {
		title string
		list  []grounding.Entry
	}{{"helped most", u.Helped}, {"harmed most", u.Harmed}} {
		if len(l.list) == 0 {
			continue
		}
		a.say("\n%s\n", l.title)
		t := table.Table{Cut: []string{"TEXT"}, Spare: []string{"STATE"}}
		t.Row("ID", "STATE", "SHOWN", "HELPED", "HARMED", "TEXT")
		for _, e := range l.list {
			t.Row(slices.Delete(entryRow(e), 2, 5)...)
		}
		a.printTable(t)
	}
	a.say("\n%s\n", counterMeaning)
	return nil
}
