package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/config"
	"navd/daemon"
	"navd/daemon/draw"
	"navd/ipc"
	"navd/ipc/client"
)

// demoFlags are the flags of `navd demo`.
type demoFlags struct {
	seed    uint64
	goal    string
	profile string
	dir     string
	compare bool
}

// demoSeed is the house of the demo when nobody names one.
const demoSeed = 14

func (a *app) demoCmd() *cobra.Command {
	f := demoFlags{}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Watch a simulated robot find something in a house it has never seen",
		Long: "Start a daemon in a temporary directory, let a simulated robot look for something in a generated house\n" +
			"over the daemon's real socket, and say what it sees, what it decides and why.\n\n" +
			"--compare makes the same search twice, from the same start with the same noise, first without memory,\n" +
			"then with it, sets what happened side by side and draws both maps in one picture. Without --seed it takes\n" +
			"a house where the search without memory goes in circles; `navsim eval` gives the figures over many houses.",
		Args: exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.compare && !cmd.Flags().Changed("seed") {
				f.seed = compareSeed
			}
			return a.demo(cmd.Context(), f)
		},
	}
	cmd.Flags().Uint64Var(&f.seed, "seed", demoSeed, fmt.Sprintf("seed of the house; with --compare %d unless given", compareSeed))
	cmd.Flags().StringVar(&f.goal, "goal", "Sofa", "what to look for: an object type of the house")
	cmd.Flags().StringVar(&f.profile, "profile", "clean", "noise: "+strings.Join(world.ProfileNames(), ", "))
	cmd.Flags().StringVar(&f.dir, "dir", "", "directory to leave the files in (default a new temporary one)")
	cmd.Flags().BoolVar(&f.compare, "compare", false, "search without memory and with it, and show both side by side")
	return cmd
}

func (a *app) demo(ctx context.Context, f demoFlags) error {
	task, err := demoTask(f)
	if err != nil {
		return err
	}
	if f.dir == "" {
		if f.dir, err = os.MkdirTemp("", "navd-demo-"); err != nil {
			return err
		}
	} else if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	d := &demo{app: a, task: task, dir: f.dir}
	if f.compare {
		return d.compare(ctx)
	}
	return d.run(ctx)
}

// demoTask makes the house and draws a start that is far from the goal.
func demoTask(f demoFlags) (robot.Task, error) {
	profile, err := world.ProfileNamed(f.profile)
	if err != nil {
		return robot.Task{}, err
	}
	task, err := robot.GeneratedFor(f.seed, f.goal)
	task.Profile, task.Run, task.Rays = profile, "demo", robot.ScanRays
	return task, err
}

// demo is one demonstration under way.
type demo struct {
	app  *app
	task robot.Task
	dir  string
}

func (d *demo) path(name string) string { return filepath.Join(d.dir, name) }

func (d *demo) run(ctx context.Context) error {
	err := d.host(ctx, func(socket string, took time.Duration) error {
		h := d.task.Map.House()
		fmt.Fprintf(d.app.out, "A robot looks for the %s in a house it has never seen: %s, %d rooms.\n", name(d.task.Episode.Target), h.ID, len(h.Rooms))
		d.answers(socket, took)
		return d.search(ctx, socket)
	})
	if err == nil {
		d.next()
	}
	return err
}

// answers says that the daemon is there.
func (d *demo) answers(socket string, took time.Duration) {
	fmt.Fprintf(d.app.out, "navd %s answers on %s after %d ms.\n\n", daemon.Version, socket, took.Milliseconds())
}

// host does the work with a daemon that runs meanwhile; took is how long it
// took to start.
func (d *demo) host(ctx context.Context, work func(socket string, took time.Duration) error) error {
	cfg := config.Default()
	cfg.DataDir, cfg.Socket.Path, cfg.Log.File = d.dir, d.path("navd.sock"), d.path("navd.log")
	log, err := newLog(cfg.Log)
	if err != nil {
		return err
	}
	defer log.close()
	began := time.Now()
	s, err := serve(ctx, cfg, log)
	if err != nil {
		return err
	}
	err = work(cfg.Socket.Path, time.Since(began))
	if stopped := s.stop(); err == nil {
		err = stopped
	}
	return err
}

// search lets the robot look, then prints the scorecard and writes the files.
func (d *demo) search(ctx context.Context, socket string) error {
	c, err := client.Dial(socket)
	if err != nil {
		return err
	}
	defer c.Close()
	n := &narrator{out: d.app.out, task: d.task}
	out, err := robot.Search(ctx, c, d.task, n.moment)
	if err != nil {
		return err
	}
	metrics, err := ipc.NavdMetrics.Call(ctx, c, ipc.None{})
	if err != nil {
		return err
	}
	n.scorecard(out, metrics)
	return d.leave(ctx, c, out)
}

// leave writes the map, the log and the house.
func (d *demo) leave(ctx context.Context, c ipc.Caller, out robot.Outcome) error {
	m, err := mapData(ctx, c, out.Episode, alone)
	if err != nil {
		return err
	}
	underlay(&m, d.task)
	if err := os.WriteFile(d.path("map.svg"), draw.Map(m), 0o644); err != nil {
		return err
	}
	house, err := os.Create(d.path("house.json"))
	if err != nil {
		return err
	}
	defer house.Close()
	if err := d.task.Map.House().Encode(house); err != nil {
		return err
	}
	log, err := os.Create(d.path("episode.jsonl"))
	if err != nil {
		return err
	}
	defer log.Close()
	return writeLog(ctx, c, out.Episode, nil, log)
}

// next says where everything is and what to try.
func (d *demo) next() {
	w := d.app.out
	fmt.Fprintf(w, "\nmap       %s\n", d.path("map.svg"))
	fmt.Fprintf(w, "log       %s (every step, plan and event), %s (the daemon's)\n", d.path("episode.jsonl"), d.path("navd.log"))
	fmt.Fprintf(w, "database  %s\n", d.path(daemon.DBFile))
	fmt.Fprintf(w, "\nTry next:\n")
	fmt.Fprintf(w, "  go run ./cmd/navd demo --seed 12 --goal Bed --profile std    another house, another goal, a noisy robot\n")
	fmt.Fprintf(w, "  go run ./cmd/navd run --data-dir %s    the daemon on this memory; then, in another shell:\n", d.dir)
	fmt.Fprintf(w, "  go run ./cmd/navd episodes\n")
}

// name is an object type in plain words.
func name(objectType string) string { return world.Label(objectType) }
