package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/fault"
)

// deadlockFlags are the flags of `navsim deadlock`.
type deadlockFlags struct {
	houses, out            string
	generate, seeds, cases int
	seed                   uint64
}

// deadlockCmd prints the deadlock set of some houses as episodes.
func deadlockCmd() *cobra.Command {
	f := &deadlockFlags{}
	cmd := &cobra.Command{
		Use:   "deadlock",
		Short: "Make episodes that begin in a typical room without the target",
		Long: "Make the deadlock set of some houses: searches that begin in a room that is typical for the target\n" +
			"but does not have it, so that a planner that only knows what is typical stays there. A case is a\n" +
			"target and such a room; each seed of it draws another start. `navsim run --episodes` runs them.\n" +
			"It needs houses in files: `navsim house --seed S` prints the generated one, gen-S.",
		Example: "  navsim deadlock --houses houses/ --out deadlock.jsonl.gz\n  navsim run --houses houses/ --episodes deadlock.jsonl.gz",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.houses, "houses", "", "directory or file of houses in ProcTHOR format")
	fl.IntVar(&f.generate, "generate", 0, "without --houses: so many houses of our own")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of the first generated house")
	fl.IntVar(&f.cases, "cases", 3, "cases a house at most, 1 to 99")
	fl.IntVar(&f.seeds, "seeds", 10, "starts a case, 1 to 99")
	fl.StringVar(&f.out, "out", "", "file to write, gzip when it ends in .gz (default stdout)")
	return cmd
}

// check refuses numbers and combinations that mean nothing.
func (f *deadlockFlags) check() error {
	allowed := fmt.Sprintf("1..%d", robot.MaxDeadlocks)
	switch {
	case f.cases < 1 || f.cases > robot.MaxDeadlocks:
		return fault.Field("--cases", f.cases, allowed)
	case f.seeds < 1 || f.seeds > robot.MaxDeadlocks:
		return fault.Field("--seeds", f.seeds, allowed)
	case f.houses == "" && f.generate < 1:
		return fault.Field("--generate", f.generate, "1 or more, or houses with --houses")
	case f.houses != "" && f.generate != 0:
		return fault.Field("--generate", f.generate, "nothing beside --houses")
	}
	if info, err := os.Stat(f.out); err == nil && !info.Mode().IsRegular() {
		return fault.Field("--out", f.out, "a file, new or to replace")
	}
	return nil
}

func (f *deadlockFlags) run(stdout, stderr io.Writer) error {
	if err := f.check(); err != nil {
		return err
	}
	houses, err := f.maps()
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

func (f *deadlockFlags) write(stdout io.Writer, episodes []world.Episode) error {
	if f.out == "" {
		return world.EncodeEpisodes(stdout, episodes)
	}
	return saveEpisodes(f.out, episodes)
}

// maps gives the houses of the flags: those of files by name, else generated
// ones by seed.
func (f *deadlockFlags) maps() ([]*world.Map, error) {
	if f.houses == "" {
		var made []*world.Map
		for i := range f.generate {
			m, err := world.NewMap(world.Generate(f.seed + uint64(i)))
			if err != nil {
				return nil, err
			}
			made = append(made, m)
		}
		return made, nil
	}
	loaded, err := loadMaps(f.houses)
	if err != nil {
		return nil, err
	}
	if len(loaded) == 0 {
		return nil, fault.New(fault.NotFound, "no house in this directory").About("--houses", f.houses)
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
	cases, has := map[string]bool{}, map[string]bool{}
	for _, e := range episodes {
		cases[e.House+"\x00"+e.Target+"\x00"+e.StartRoom] = true
		has[e.House] = true
	}
	text := fmt.Sprintf("%d houses, %d cases, %d episodes", len(houses), len(cases), len(episodes))
	var none []string
	for _, m := range houses {
		if id := m.House().ID; !has[id] {
			none = append(none, id)
		}
	}
	if len(none) == 0 {
		return text
	}
	return text + "; none in " + strings.Join(none, ", ")
}

// saveEpisodes writes a file of episodes, gzip when its name ends in .gz. The
// file is whole or stays as it was.
func saveEpisodes(path string, episodes []world.Episode) error {
	encode := world.EncodeEpisodes
	if strings.HasSuffix(path, ".gz") {
		encode = encodeZipped
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err == nil {
		defer os.Remove(temp.Name()) // nothing there once it is renamed
		err = errors.Join(encode(temp, episodes), temp.Chmod(0o644), temp.Sync(), temp.Close())
	}
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return fault.New(fault.Invalid, "write episodes: %w", err).About("--out", path)
	}
	return nil
}

// encodeZipped is world.EncodeEpisodes through gzip. The same episodes give the
// same bytes.
func encodeZipped(w io.Writer, episodes []world.Episode) error {
	z := gzip.NewWriter(w)
	if err := world.EncodeEpisodes(z, episodes); err != nil {
		return err
	}
	return z.Close()
}
