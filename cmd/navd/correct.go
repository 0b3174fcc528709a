package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"navd/cmd/navsim/robot"
	"navd/daemon"
	"navd/daemon/draw"
	"navd/daemon/words"
	"navd/ipc"
	"navd/ipc/client"
)

// correctGoal is the default goal of --correct: in the house of the demo, this thing is
// not where its kind mostly is. It is one case: where general knowledge is right, a
// correction changes little; `navsim teach` gives the figures over many houses.
const correctGoal = "Laptop"

// bystander prints a search whose plans a user corrects, and collects the scenes of a film.
type bystander struct {
	lister
	scenes []draw.Scene
}

// correct searches twice from the same start: nobody says anything, and then a user
// who knows the house says so when the robot goes for a room that has no such thing.
func (d *demo) correct(ctx context.Context) error {
	if _, err := os.Stat(d.path(daemon.DBFile)); err == nil {
		e := misused("--dir %s: it has a memory already, and what users said there would count in both searches", d.dir)
		e.hint = "name a new --dir, or none"
		return e
	}
	goal := name(d.task.Episode.Target)
	silent, told := &side{name: "nobody says anything", arm: recalling}, &side{name: "a user says where it is", arm: recalling}
	u := &bystander{lister: lister{out: d.out, goal: goal}}
	const corrected = "It looks twice, from the same start. The second time a user who knows the house corrects its plans.\n"
	err := d.host(ctx, d.looks()+corrected, func(c *client.Client) error {
		if err := d.searchAs(ctx, c, silent); err != nil {
			return err
		}
		oracle := robot.NewOracle(c, robot.Both, d.task.Map.House().ID, robot.NewTruth(d.task.Map, d.task.Episode.Target))
		oracle.Heard = u.heard
		return d.searchBy(ctx, oracle, c, told, &u.lister)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "  steps: %d when nobody says anything, %d with the correction\n", silent.out.Steps, told.out.Steps)
	next := []string{d.again(), "grounding list    what it was told", "search " + goal + "    where it was seen"}
	return d.leave("film", "correct.svg", draw.Film(u.film(told, silent.out.Steps)), " (open it in a browser: it moves)", next, silent.out, told.out)
}

// heard prints a plan that a user corrected: the robot does not carry it out.
func (u *bystander) heard(p ipc.PlanResult, said string, kept ipc.FeedbackResult) {
	_, said, _ = strings.Cut(said, ": ") // without the category
	u.line(fmt.Sprint(p.AtStep), "", briefly(p), u.shortly(p), "not carried out:")
	fmt.Fprintf(u.out, "        user  %s\n", said)
	for _, e := range kept.Entries {
		for _, c := range words.AsSaid(e.Text, e.Claims, "") {
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
