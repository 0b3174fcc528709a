package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"navd/cmd/navsim/robot"
	"navd/daemon"
	"navd/daemon/draw"
	"navd/ipc"
	"navd/ipc/client"
)

// correctGoal is what the robot looks for when a user corrects it and nobody names
// anything: a thing that is not where things of its kind mostly are, in the house of
// the demo. It is one case: where general knowledge is right, a correction changes
// little; `navsim teach` gives the figures over many houses.
const correctGoal = "Laptop"

// bystander stands beside a robot and corrects its plans. It makes the scenes of a film.
type bystander struct {
	lister
	scenes []draw.Scene
}

// correct searches twice from the same start: nobody says anything, and then a user
// who knows the house says so when the robot goes for a room that has no such thing.
func (d *demo) correct(ctx context.Context) error {
	if _, err := os.Stat(d.path(daemon.DBFile)); err == nil {
		e := misused("%s has a memory already, and what it was told would count in both searches", d.dir)
		e.hint = "name another --dir, or none"
		return e
	}
	goal := name(d.task.Episode.Target)
	silent, told := &side{name: "nobody says anything", arm: recalling}, &side{name: "a user says where it is", arm: recalling}
	u := &bystander{lister: lister{out: d.out, goal: goal}}
	err := d.host(ctx, func(socket string, took time.Duration) error {
		h := d.task.Map.House()
		fmt.Fprintf(d.out, "A robot looks for the %s in a house it has never seen: %s, %d rooms.\nIt looks twice, from the same start. The second time a user who knows the house corrects its plans.\n",
			goal, h.ID, len(h.Rooms))
		d.answers(socket, took)
		c, err := client.Dial(socket)
		if err != nil {
			return err
		}
		defer c.Close()
		if err := d.searchAs(ctx, c, silent); err != nil {
			return err
		}
		oracle := robot.NewOracle(c, robot.Both, h.ID, robot.NewTruth(d.task.Map, d.task.Episode.Target))
		oracle.Heard = u.heard
		return d.searchBy(ctx, oracle, c, told, &u.lister)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "  steps: %d when nobody says anything, %d with the correction\n", silent.out.Steps, told.out.Steps)
	if err := os.WriteFile(d.path("correct.svg"), draw.Film(u.film(told, silent.out.Steps)), 0o644); err != nil {
		return err
	}
	if d.app.asJSON {
		return d.report("correct.svg", "", silent.out, told.out)
	}
	w := d.out
	fmt.Fprintf(w, "\nfilm      %s (open it in a browser: it moves)\n", d.path("correct.svg"))
	fmt.Fprintf(w, "database  %s\n", d.path(daemon.DBFile))
	fmt.Fprintf(w, "\nTry next:\n")
	fmt.Fprintf(w, "  %s run --data-dir %s    the daemon on this memory; then, in another shell:\n", navd(), d.dir)
	fmt.Fprintf(w, "  %s grounding list    what it was told\n", navd())
	fmt.Fprintf(w, "  %s search %s    where it was seen\n", navd(), goal)
	return nil
}

// heard tells of a plan that a user corrected, which is not carried out.
func (u *bystander) heard(p ipc.PlanResult, said string, kept ipc.FeedbackResult) {
	_, said, _ = strings.Cut(said, ": ") // without the category
	u.line(fmt.Sprint(p.AtStep), "", briefly(p), u.shortly(p), "not carried out:")
	fmt.Fprintf(u.out, "        user  %s\n", said)
	for _, e := range kept.Entries {
		for _, c := range e.Claims {
			fmt.Fprintf(u.out, "        navd  %s\n", claimText(c))
		}
	}
	u.scenes = append(u.scenes,
		draw.Scene{Until: p.AtStep, Text: fmt.Sprintf("Looking for the %s. Plan at step %d: the %s", u.goal, p.AtStep, p.Discovered.GoalSceneType)},
		draw.Scene{Text: "A user says, and the robot plans again:", Said: said})
}

// film is the search that was corrected, with what was said.
func (u *bystander) film(told *side, silent int) (draw.MapData, []draw.Scene) {
	m := told.data
	m.Title = fmt.Sprintf("navd: a robot looks for the %s, and a user corrects it", u.goal)
	m.Subtitle = fmt.Sprintf("%d steps when nobody says anything, %d with the correction", silent, told.out.Steps)
	for i := range u.scenes { // a robot that is told stands until the next plan
		if i%2 == 1 && i+1 < len(u.scenes) {
			u.scenes[i].Until = u.scenes[i-1].Until
		} else if i%2 == 1 {
			u.scenes[i].Until = told.out.Steps
		}
	}
	return m, append(u.scenes, draw.Scene{Until: told.out.Steps, Text: ending(u.goal, told.out)})
}
