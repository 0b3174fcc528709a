package main

import (
	"context"

	"navd/ipc"
	"navd/ipc/client"
)

// origin says what produced a report, so that it can be made again.
type origin struct {
	Navd     string   `json:"navd"` // version of the daemon
	Run      string   `json:"run"`  // first part of the names of the runs
	Seed     uint64   `json:"seed"`
	Houses   string   `json:"houses,omitempty"`   // directory or file of the houses; absent: they were generated
	Generate int      `json:"generate,omitempty"` // houses that were generated
	Large    bool     `json:"large,omitempty"`    // they are large
	Profiles []string `json:"profiles"`
}

// origin asks the daemon for its version, for what the flags say and it.
func (s *setup) origin(ctx context.Context, socket string) (origin, error) {
	o := origin{Run: s.name, Seed: s.seed, Houses: s.houses, Large: s.plan.Large, Profiles: s.profiles}
	if s.houses == "" {
		o.Generate = s.generate
	}
	c, err := client.Dial(socket)
	if err != nil {
		return o, err
	}
	defer c.Close()
	info, err := ipc.NavdInfo.Call(ctx, c, ipc.None{})
	o.Navd = info.Version
	return o, err
}

// evalOrigin says what produced the reports of `navsim eval --json`.
type evalOrigin struct {
	origin
	Episodes string   `json:"episodes,omitempty"` // file of those of the plain set; absent: one in each house
	Half     string   `json:"half,omitempty"`     // of the houses: even or odd; absent: all
	Sets     []string `json:"sets"`
	Cases    int      `json:"cases"`  // most deadlock cases per house
	Starts   int      `json:"starts"` // per deadlock case
	Rays     int      `json:"rays"`
	Arms     []string `json:"arms"` // as --arm names them
}

// evalOrigin says what produces the reports of an evaluation.
func (f *evalFlags) evalOrigin(o origin, e *evaluation) evalOrigin {
	all := evalOrigin{origin: o, Episodes: f.episodes, Half: f.half, Cases: f.cases, Starts: f.starts, Rays: f.rays, Arms: f.arms}
	for _, s := range e.sections {
		if n := len(all.Sets); n == 0 || all.Sets[n-1] != s.name {
			all.Sets = append(all.Sets, s.name)
		}
	}
	if len(f.arms) == 0 {
		for _, arm := range e.arms {
			all.Arms = append(all.Arms, arm.Name)
		}
	}
	return all
}
