package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"navd/daemon/draw"
	"navd/daemon/planner"
	"navd/daemon/words"
	"navd/ipc"
	"navd/ipc/client"
)

// twice searches a house twice from its dock, and navd keeps the house.
func (d *demo) twice(ctx context.Context) error {
	id := d.task.Map.House().ID
	dock := &ipc.BeginHouse{ID: id, Start: &ipc.HouseStart{At: "dock"}}
	sides := []*side{
		{name: "the first time", arm: recalling, house: dock},
		{name: "the second time, turned round in its dock", arm: recalling, house: dock},
	}
	var knew *planner.FromHouse
	turned := 0.0
	what := fmt.Sprintf("A robot that lives in a house looks for the %s: %s, %d rooms. It begins in its dock each time.\n",
		name(d.task.Episode.Target), id, len(d.task.Map.House().Rooms))
	err := d.host(ctx, what, func(c *client.Client) error {
		for i, s := range sides {
			if i > 0 {
				d.task.Episode.Start = d.task.Episode.Start.Turned(180)
			}
			if err := d.searchAs(ctx, c, s); err != nil {
				return err
			}
		}
		ep, err := ipc.EpisodeGet.Call(ctx, c, ipc.EpisodeParams{Episode: sides[1].out.Episode})
		if err != nil {
			return err
		}
		if a, ok := ep.Home.Aligned(); ok {
			turned = math.Abs(a.Frame.Yaw)
		}
		knew, err = d.knew(ctx, c, ep.ID)
		return err
	})
	if err != nil {
		return err
	}
	if knew != nil {
		fmt.Fprintf(d.out, "How it knew: its first scan showed that it stands in its dock, turned by %.0f°; in this house the %s was seen %s before.\n\n",
			turned, name(d.task.Episode.Target), words.Times(knew.Seen))
	}
	d.tableOf("first time", sides[0].out, "second time", sides[1].out)
	sides[0].data.Turn, sides[1].data.Turn = 0, 180
	next := []string{
		d.again(), "house show " + id + "    what it knows of the house",
		fmt.Sprintf("where %q --house %s    where it was seen", name(d.task.Episode.Target), id),
	}
	return d.leave("both maps", "twice.svg", draw.Beside(sides[0].data, sides[1].data), "", next, sides[0].out, sides[1].out)
}

// knew gives what the first plan that went to a thing of the kept house took from the
// house; nil when no plan did.
func (d *demo) knew(ctx context.Context, c ipc.Caller, episode string) (*planner.FromHouse, error) {
	log, err := ipc.EpisodeLog.Call(ctx, c, ipc.LogParams{Episode: episode, Kinds: []string{"plan"}})
	if err != nil {
		return nil, err
	}
	for _, e := range log.Entries {
		var p planner.Plan
		if err := json.Unmarshal(e.Data, &p); err != nil {
			return nil, err
		}
		if h := p.Used.House; h != nil && h.Thing > 0 {
			return h, nil
		}
	}
	return nil, nil
}
