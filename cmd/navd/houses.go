package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"navd/daemon/table"
	"navd/daemon/words"
	"navd/ipc"
)

func (a *app) housesCmd() *cobra.Command {
	var p ipc.HouseListParams
	cmd := &cobra.Command{
		Use: "houses", Short: "List the kept houses",
		Long: "List the kept houses: what robots saw in all their episodes there. An episode is in a house when its controller begins\n" +
			"it with house {\"id\": …}, or, with house.default = \"scene\" in the configuration, with a scene_id.",
		RunE: calling(a, ipc.HouseList, &p, a.printHouses),
	}
	cmd.Flags().IntVar(&p.Limit, "limit", 100, "at most this many, 1 to 1000")
	cmd.Flags().StringVar(&p.Cursor, "cursor", "", "go on after this house")
	return cmd
}

func (a *app) printHouses(r ipc.HouseListResult) error {
	t := table.Table{Spare: []string{"SCANS", "SIZE", "THINGS", "PLACES", "VERSION", "LAST SEEN"}}
	t.Row("HOUSE", "VERSION", "EPISODES", "PLACES", "SCANS", "THINGS", "SIZE", "LAST SEEN")
	for _, h := range r.Houses {
		t.Row(plain(h.House), h.Version, h.Episodes, h.Counts.Places, h.Counts.Sites, h.Counts.Things, bytesText(uint64(h.Bytes)), when(h.Changed))
	}
	return a.printList(t, r.Cursor, `no houses; an episode that is begun with house {"id": …} makes one`)
}

func (a *app) houseCmd() *cobra.Command {
	return group(&cobra.Command{
		Use: "house", Short: "Show, name, copy or delete what is kept of a house",
		Long: "Show, name, copy or delete what is kept of a house. `navd houses` lists the houses, `navd map HOUSE` draws one.",
	}, a.houseShowCmd(), a.houseObjectsCmd(), a.houseSnapshotCmd(), a.houseDeleteCmd(), a.houseExportCmd(), a.houseImportCmd(), a.houseUndoCmd())
}

// versionFlags adds the flags that choose an earlier version of a house.
func versionFlags(cmd *cobra.Command, p *ipc.HouseParams) {
	cmd.Flags().IntVar(&p.Version, "version", 0, "as it was in this version; default as it is now")
	cmd.Flags().StringVar(&p.At, "snapshot", "", "as it was when the snapshot of this `NAME` was taken")
}

func (a *app) houseShowCmd() *cobra.Command {
	var p ipc.HouseGetParams
	cmd := &cobra.Command{
		Use: "show HOUSE", Short: "Print the places of a house, its snapshots and its named starts",
		RunE: calling(a, ipc.HouseGet, &p, a.printHouse, &p.House),
	}
	versionFlags(cmd, &p.HouseParams)
	cmd.Flags().StringVar(&p.Cursor, "cursor", "", "go on after the page before")
	return cmd
}

func (a *app) printHouse(r ipc.HouseGetResult) error {
	a.say("%s, version %d of %s, last seen %s\n%s, %s, %s\n",
		plain(r.House), r.Version, words.Count(r.Episodes, "episode"), when(r.Changed),
		words.Count(r.Counts.Nodes, "walked point"), words.Count(r.Counts.Sites, "scan"), words.Count(r.Counts.Things, "thing"))
	if r.Without != "" {
		a.say("made by taking out episode %s\n", r.Without)
	}
	for _, d := range r.Docks {
		a.say("start %s at x %.2f y %.2f, %.0f°\n", plain(d.Name), d.Pose.X, d.Pose.Y, d.Pose.Yaw)
	}
	for _, s := range r.Snapshots {
		a.say("snapshot %s is version %d, taken %s\n", plain(s.Name), s.Version, when(s.Time))
	}
	a.say("\n")
	t := table.Table{Cut: []string{"OBJECTS", "TYPE"}, Spare: []string{"VISITS", "LAST SEEN"}}
	t.Row("PLACE", "TYPE", "X", "Y", "VISITS", "LAST SEEN", "OBJECTS")
	for _, p := range r.Places {
		t.Row(p.ID, roomText(string(p.Type), strings.Join(namesOf(r.Names, p.ID), ", ")), fmt.Sprintf("%.2f", p.X), fmt.Sprintf("%.2f", p.Y), p.Visits, when(p.Last), words.Clip(plain(strings.Join(p.Objects, ", ")), textWidth))
	}
	return a.printList(t, r.Cursor, "it has no places")
}

// namesOf gives the names that users gave to a place.
func namesOf(all []ipc.RoomName, place int) (names []string) {
	for _, n := range all {
		if n.Place == place {
			names = append(names, n.Name)
		}
	}
	return names
}

// roomText is a type of room with the name that users gave to the room: "bedroom (Anna's room)".
func roomText(kind, name string) string {
	if name == "" {
		return plain(kind)
	}
	return plain(kind + " (" + name + ")")
}

func (a *app) houseObjectsCmd() *cobra.Command {
	var p ipc.HouseObjectsParams
	cmd := &cobra.Command{
		Use: "objects HOUSE", Short: "List what was seen in a house, the surest first",
		Long: "List what was seen in a house, the surest first. ROOM is the type of the room in which a thing was seen, also through\n" +
			"a door. PLACE is the place of `navd house show` that it stands in. \"near 7, bedroom\": no robot was in that room within\n" +
			"3 m of the thing, and place 7, a bedroom, is the nearest; or one of the two rooms was read wrong. -: nothing is near.",
		RunE: calling(a, ipc.HouseObjects, &p, a.printThings, &p.House),
	}
	versionFlags(cmd, &p.HouseParams)
	cmd.Flags().StringVar(&p.Label, "label", "", "only things of this name, by any of its names")
	cmd.Flags().IntVar(&p.Place, "place", 0, "only those in this place, or near it")
	cmd.Flags().IntVar(&p.Limit, "limit", 100, "at most this many, 1 to 1000")
	return cmd
}

func (a *app) printThings(r ipc.HouseObjectsResult) error {
	t := table.Table{Cut: []string{"WHAT", "ROOM"}, Spare: []string{"MISSED", "SEEN", "PLACE", "LAST SEEN", "OFF"}}
	t.Row("THING", "WHAT", "ROOM", "PLACE", "X", "Y", "OFF", "LIKELY", "SEEN", "MISSED", "LAST SEEN")
	for _, o := range r.Things {
		place := "-"
		switch {
		case o.PlaceType != "":
			place = fmt.Sprintf("near %d, %s", o.Place, plain(string(o.PlaceType)))
		case o.Place > 0:
			place = fmt.Sprint(o.Place)
		}
		t.Row(o.Thing, plain(o.Label), cmp.Or(roomText(string(o.Room), o.RoomName), "-"), place, fmt.Sprintf("%.2f", o.X), fmt.Sprintf("%.2f", o.Y), fmt.Sprintf("%.1f m", o.Spread),
			fmt.Sprintf("%.0f %%", 100*o.Chance), o.Seen, o.Missed, when(o.Last))
	}
	err := a.printList(t, "", "nothing of the kind was seen")
	if r.More > 0 {
		return a.say("and %d more; --limit shows them\n", r.More)
	}
	return err
}

func (a *app) houseSnapshotCmd() *cobra.Command {
	var p ipc.HouseSnapshotParams
	cmd := &cobra.Command{
		Use: "snapshot HOUSE [NAME]", Short: "Name the present version of a house, or list such names",
		Long: "Name the present version of a house: it can be read under that name whatever is added later. --delete forgets the\n" +
			"name. Without NAME, list the snapshots.",
		RunE: calling(a, ipc.HouseSnapshot, &p, a.printHouseNames, &p.House, &p.Name),
	}
	cmd.Flags().BoolVar(&p.Delete, "delete", false, "forget the name")
	return cmd
}

func (a *app) printHouseNames(r ipc.HouseSnapshotResult) error {
	t := table.Table{Spare: []string{"TAKEN"}}
	t.Row("SNAPSHOT", "VERSION", "TAKEN")
	for _, s := range r.Snapshots {
		t.Row(plain(s.Name), s.Version, when(s.Time))
	}
	return a.printList(t, "", "no snapshots of "+plain(r.House))
}

func (a *app) houseDeleteCmd() *cobra.Command {
	return deleteCmd(oneCall(a, "delete HOUSE", "Remove what is kept of a house, with its snapshots", ipc.HouseDelete, func(p *ipc.HouseDeleteParams) *string { return &p.House },
		func(r ipc.HouseDeleteResult) error {
			return a.say("house %s is gone, %d records\n", plain(r.House), r.Records)
		}))
}

func (a *app) houseUndoCmd() *cobra.Command {
	p := ipc.HouseAlignParams{Undo: true}
	cmd := &cobra.Command{
		Use: "undo EPISODE", Short: "Take what an episode added out of its house",
		Long: "Take back where an episode was found to be in its house. An open episode finds out anew. What an ended one added is\n" +
			"taken out of the house: the house is made again from the version before, with the later episodes. So is what a deleted\n" +
			"episode left there.",
		RunE: calling(a, ipc.HouseAlign, &p, func(r ipc.HouseAlignResult) error {
			a.say("episode %s has no place in %s any more; version %d, with %s added again\n",
				r.Episode, plain(r.Now.House), r.Version, words.Count(len(r.Again), "later episode"))
			if len(r.Lost) > 0 {
				a.say("what these deleted episodes had added is lost: %s\n", strings.Join(r.Lost, ", "))
			}
			return nil
		}, &p.Episode),
	}
	cmd.Flags().StringVar(&p.Reason, "reason", "", "why, for its log")
	return cmd
}
