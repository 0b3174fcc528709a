package main

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/cmd/outfile"
	"navd/daemon/fault"
	"navd/daemon/words"
)

// deadlockFlags are the flags of `navsim deadlock`.
type deadlockFlags struct {
	houses, out            string
	generate, seeds, cases int
	seed                   uint64
	plan                   world.Plan
}

// deadlockCmd prints the deadlock set of some houses as episodes.
func deadlockCmd() *cobra.Command {
	f := &deadlockFlags{}
	cmd := &cobra.Command{
		Use:   "deadlock",
		Short: "Make episodes that begin in a typical room without the target",
		Long: "Make the deadlock set of some houses: searches that begin in a room that is typical for the target\n" +
			"but does not have it, so that a planner that only knows what is typical stays there. A case is a\n" +
			"target and such a room; --seeds episodes of it begin at different starts. `navsim run --episodes` runs\n" +
			"the episodes. For those in generated houses it needs the houses as files: `navsim house --seed S` prints\n" +
			"the house gen-S, and with --large the house large-S.",
		Example: "  navsim deadlock --houses houses/ --out deadlock.jsonl.gz\n  navsim run --houses houses/ --episodes deadlock.jsonl.gz",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.houses, "houses", "", "directory or file of houses in ProcTHOR format")
	fl.IntVar(&f.generate, "generate", 0, "without --houses: number of generated houses")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of the first generated house; the next ones have the next seeds")
	addLarge(cmd, &f.plan)
	fl.IntVar(&f.cases, "cases", 3, "most cases per house, 1 to 99")
	fl.IntVar(&f.seeds, "seeds", 10, "starts per case, 1 to 99")
	fl.StringVar(&f.out, "out", "", "file to write, compressed if it ends in .gz (default stdout)")
	return cmd
}

// check refuses numbers and combinations that are not allowed.
func (f *deadlockFlags) check() error {
	return cmp.Or(
		checkRange("--cases", f.cases, 1, robot.MaxDeadlocks),
		checkRange("--seeds", f.seeds, 1, robot.MaxDeadlocks),
		refuse(f.houses == "" && f.generate < 1, "--generate", f.generate, "1 or more, or houses with --houses"),
		refuse(f.houses != "" && f.generate != 0, "--generate", f.generate, "only without --houses"),
		refuse(f.plan.Large && f.houses != "", "--large", true, "only without --houses"),
		outfile.Check("--out", f.out))
}

func (f *deadlockFlags) run(stdout, stderr io.Writer) error {
	if err := f.check(); err != nil {
		return err
	}
	houses, err := housesOf(f.houses, f.seed, f.generate, f.plan)
	if err != nil {
		return err
	}
	episodes, err := robot.Deadlocks(houses, f.seeds, f.cases)
	if err != nil {
		return err
	}
	if err := f.write(stdout, episodes); err != nil {
		return err
	}
	fmt.Fprintln(stderr, deadlockSummary(houses, episodes))
	return nil
}

// write writes episodes to the file of --out, with gzip when its name ends in .gz, or else to
// stdout.
func (f *deadlockFlags) write(stdout io.Writer, episodes []world.Episode) error {
	encode := world.EncodeEpisodes
	if f.out == "" {
		return encode(stdout, episodes)
	}
	if strings.HasSuffix(f.out, ".gz") {
		encode = encodeZipped
	}
	return outfile.Write("--out", f.out, func(w io.Writer) error { return encode(w, episodes) })
}

// housesOf returns the houses at a path, sorted by name; without a path, n generated
// houses with the seeds from seed on, made by the plan.
func housesOf(path string, seed uint64, n int, plan world.Plan) ([]*world.Map, error) {
	if path == "" {
		var made []*world.Map
		for i := range n {
			m, err := world.NewMap(plan.Generate(seed + uint64(i)))
			if err != nil {
				return nil, err
			}
			made = append(made, m)
		}
		return made, nil
	}
	loaded, err := loadMaps(path)
	if err != nil {
		return nil, err
	}
	if len(loaded) == 0 {
		return nil, fault.New(fault.NotFound, "no house in this directory").About("--houses", path)
	}
	var sorted []*world.Map
	for _, id := range slices.Sorted(maps.Keys(loaded)) {
		sorted = append(sorted, loaded[id])
	}
	return sorted, nil
}

// deadlockSummary counts houses, cases and episodes, and names the houses that
// have none.
func deadlockSummary(houses []*world.Map, episodes []world.Episode) string {
	text := strings.Join([]string{words.Count(len(houses), "house"), words.Count(distinct(episodes, caseOf), "case"), words.Count(len(episodes), "episode")}, ", ")
	var none []string
	for _, m := range houses {
		id := m.House().ID
		if !slices.ContainsFunc(episodes, func(e world.Episode) bool { return e.House == id }) {
			none = append(none, id)
		}
	}
	if len(none) == 0 {
		return text
	}
	return text + "; none in " + strings.Join(none, ", ")
}

// caseOf tells the case of a deadlock from others.
func caseOf(e world.Episode) [3]string { return [3]string{e.House, e.Target, e.StartRoom} }

// distinct counts the different keys of some things.
func distinct[T any, K comparable](all []T, key func(T) K) int {
	seen := map[K]bool{}
	for _, one := range all {
		seen[key(one)] = true
	}
	return len(seen)
}

// encodeZipped is world.EncodeEpisodes with gzip. The same episodes always give the same
// bytes.
func encodeZipped(w io.Writer, episodes []world.Episode) error {
	z := gzip.NewWriter(w)
	if err := world.EncodeEpisodes(z, episodes); err != nil {
		return err
	}
	return z.Close()
}
