package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon"
	"navd/daemon/episode"
	"navd/ipc"
	"navd/ipc/client"
)

// runOf gives the episodes of a run as the daemon keeps them.
func runOf(t *testing.T, c *client.Client, name string) []episode.Episode {
	t.Helper()
	var all []episode.Episode
	for p := (ipc.EpisodeListParams{Run: name, Limit: 1000}); ; {
		r, err := ipc.EpisodeList.Call(t.Context(), c, p)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r.Episodes...)
		if p.Cursor = r.Cursor; p.Cursor == "" {
			return all
		}
	}
}

// TestEvalIsWhatNavdKeeps makes the reports and the CSV again from the daemon's
// own records: every figure is the same.
func TestEvalIsWhatNavdKeeps(t *testing.T) {
	figures(t)
	t.Parallel()
	socket, file := navd(t), filepath.Join(t.TempDir(), "eval.csv")
	html := filepath.Join(t.TempDir(), "eval.html")
	stdout := succeeds(t, "eval", "--socket", socket, "--generate", "1", "--seed", "18", "--cases", "1", "--starts", "1",
		"--arm", "none", "--arm", "small=config.localize_radius_m=1", "--run", "r", "--csv", file, "--html", html, "--json")
	var out struct{ Sections []sectionReport }
	if err := json.Unmarshal([]byte(stdout), &out); err != nil {
		t.Fatal(err)
	}
	c := dialed(t, socket)
	var names []string
	var kept []episode.Episode
	for _, s := range out.Sections {
		names = append(names, s.Set+" "+s.Profile)
		var runs []episode.Run
		for _, arm := range []string{"none", "small"} {
			records := runOf(t, c, strings.Join([]string{"r", s.Set, s.Profile, arm}, "/"))
			if len(records) != s.Episodes || s.Houses != 1 {
				t.Errorf("%s: navd has %d episodes of %s, the report %d in %d house", s.Set, len(records), arm, s.Episodes, s.Houses)
			}
			runs = append(runs, episode.Run{Name: arm, Episodes: records})
			kept = append(kept, records...)
		}
		if diff := cmp.Diff(episode.NewReport(runs), s.Report); diff != "" {
			t.Errorf("%s %s: -navd +navsim:\n%s", s.Set, s.Profile, diff)
		}
		if !strings.Contains(read(t, html), "<h2>"+s.Set+" set, "+s.Profile+": ") {
			t.Errorf("%s %s is not in the page", s.Set, s.Profile)
		}
	}
	if diff := cmp.Diff([]string{"plain clean", "plain std", "deadlock clean", "deadlock std"}, names); diff != "" {
		t.Errorf("sections: %s", diff)
	}
	sameRows(t, kept, file)
}

// sameRows holds a CSV file to the daemon's records, but for the clock.
func sameRows(t *testing.T, kept []episode.Episode, file string) {
	t.Helper()
	var text strings.Builder
	if err := episode.WriteCSV(&text, kept); err != nil {
		t.Fatal(err)
	}
	rows := func(data string) []episode.Episode {
		es, err := episode.ReadCSV(strings.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(es, func(a, b episode.Episode) int { return strings.Compare(a.Run+" "+a.Name, b.Run+" "+b.Name) })
		return es
	}
	got := rows(read(t, file))
	for _, e := range got {
		if e.Began.IsZero() || e.Ended.Before(e.Began) {
			t.Errorf("%s: from %v to %v", e.Name, e.Began, e.Ended)
		}
	}
	if diff := cmp.Diff(rows(text.String()), got, cmpopts.IgnoreFields(episode.Episode{}, "Began", "Ended")); diff != "" {
		t.Errorf("CSV: -navd +navsim:\n%s", diff)
	}
}

// TestEvalTables prints a table of each section and one legend, and the same
// bytes again, whatever the number of jobs.
func TestEvalTables(t *testing.T) {
	figures(t)
	t.Parallel()
	socket := navd(t)
	args := []string{"eval", "--socket", socket, "--generate", "2", "--seed", "18", "--cases", "1", "--starts", "1", "--profile", "std", "--arm", "recent5", "--arm", "context"}
	first := succeeds(t, append(args, "--jobs", "1")...)
	matches(t, first,
		`^plain set, std: 2 houses, 2 episodes an arm\n\nFIGURE +UNIT +recent5 +context\n`,
		`(?m)^deadlock set, std: 2 cases in 2 houses, 2 episodes an arm$`,
		`(?m)^DIFFERENCE +UNIT +context − recent5$`,
		`(?m)^context − recent5: 2 pairs of episodes, 2 houses; without a partner: 0 of recent5, 0 of context$`,
		`\n\nmean \[low, high\]: 95 % bootstrap over 2 houses, .*; paired by house, start, target and seed; \* leaves out 0\n(\[.*\n)*$`)
	if n := strings.Count(first, "bootstrap"); n != 1 {
		t.Errorf("%d legends", n)
	}
	code, again, stderr := command(t, append(args, "--jobs", "4")...)
	if diff := cmp.Diff(first, again); code != 0 || diff != "" {
		t.Errorf("exit code %d; -first +again:\n%s", code, diff)
	}
	if want := "navsim: navd already has episodes of run eval/plain/std/recent5, "; !strings.HasPrefix(stderr, want) {
		t.Errorf("stderr %q, want %q", stderr, want)
	}
}

// TestEvalFromFiles takes the sets from files, and leaves out one without
// episodes.
func TestEvalFromFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, seed := range []string{"3", "4"} {
		_, house, _ := command(t, "house", "--seed", seed)
		write(t, dir, "house-"+seed+".json", house)
	}
	var text bytes.Buffer
	if err := world.EncodeEpisodes(&text, []world.Episode{generatedFrom(t, 3, 1)[0].Episode}); err != nil {
		t.Fatal(err)
	}
	episodes := write(t, t.TempDir(), "episodes.jsonl", text.String())
	tests := []struct {
		name   string
		flags  evalFlags
		want   []string // houses and numbers of the episodes of each set
		stderr string
	}{
		{"all", evalFlags{episodes: episodes}, []string{"plain: 1 in gen-3", "deadlock: 4 in gen-3 gen-4"}, ""},
		{"no list of episodes", evalFlags{}, []string{"deadlock: 4 in gen-3 gen-4"}, ""},
		{"the order asked for", evalFlags{episodes: episodes, sets: []string{"deadlock", "plain"}}, []string{"deadlock: 4 in gen-3 gen-4", "plain: 1 in gen-3"}, ""},
		{"even", evalFlags{episodes: episodes, half: "even"}, []string{"plain: 1 in gen-3", "deadlock: 2 in gen-3"}, ""},
		{"odd", evalFlags{episodes: episodes, half: "odd"}, []string{"deadlock: 2 in gen-4"}, "navsim: the plain set is left out: it has no episodes in these houses\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := test.flags
			f.houses, f.generate, f.cases, f.starts, f.jobs, f.name, f.profiles = dir, 20, 1, 2, 1, "eval", []string{"clean"}
			var stderr strings.Builder
			e, err := f.evaluation(&stderr)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range e.sections {
				var in []string
				for _, task := range s.tasks {
					in = append(in, task.Episode.House)
				}
				slices.Sort(in)
				got = append(got, fmt.Sprintf("%s: %d in %s", s.name, len(in), strings.Join(slices.Compact(in), " ")))
			}
			if diff := cmp.Diff(test.want, got); diff != "" || stderr.String() != test.stderr {
				t.Errorf("-want +got:\n%s\nstderr %q", diff, &stderr)
			}
		})
	}
}

// TestHalves parts the houses of a seed by their names.
func TestHalves(t *testing.T) {
	houses, err := housesOf("", 8, 4, world.Plan{}) // gen-10, gen-11, gen-8, gen-9 by name
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		half string
		want []string
	}{
		{"", []string{"gen-10", "gen-11", "gen-8", "gen-9"}},
		{"even", []string{"gen-10", "gen-8"}},
		{"odd", []string{"gen-11", "gen-9"}},
	} {
		t.Run("half "+test.half, func(t *testing.T) {
			var got []string
			for _, m := range halfOf(houses, test.half) {
				got = append(got, m.House().ID)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestEvalArms gives the arms of the flags in their order.
func TestEvalArms(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		flags evalFlags
		want  []string
	}{
		{"none asked for", evalFlags{}, []string{"none", "recent5", "nearest", "context"}},
		{"parts left out", evalFlags{ablate: true},
			[]string{"no frontiers", "no newness", "no looks", "no visits", "no outcomes", "no sites", "no recall", "no straight", "no legs", "no seen", "no near", "no ranges", "no rooms", "no skips", "context"}},
		{"some", evalFlags{arms: []string{"context", "a=config.scene_every=3", "none"}}, []string{"context", "a", "none"}},
		{"peers", evalFlags{arms: []string{"frontier", "explorer", "context"}}, []string{"frontier", "explorer", "context"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			arms, err := test.flags.sides()
			var got []string
			for _, a := range arms {
				got = append(got, a.Name)
			}
			if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}

// TestEvalConditions: arms may have conditions. Those without a space do not advise each other.
// The output says what produced it.
func TestEvalConditions(t *testing.T) {
	t.Parallel()
	socket := navd(t)
	stdout := succeeds(t, "eval", "--socket", socket, "--generate", "2", "--seed", "18", "--profile", "clean", "--sets", "plain", "--run", "r", "--jobs", "1", "--json",
		"--arm", "none", "--arm", "deaf=condition=C1,use.knowledge=false", "--arm", "advised=condition=C2", "--arm", "shared=condition=C2,space=ours,instruction=find it")
	var from evalOrigin
	if err := json.Unmarshal([]byte(stdout), &from); err != nil {
		t.Fatal(err)
	}
	want := evalOrigin{
		origin: origin{Navd: daemon.Version, Run: "r", Seed: 18, Generate: 2, Profiles: []string{"clean"}},
		Sets:   []string{plainSet}, Cases: 3, Starts: 10, Rays: robot.ScanRays,
		Arms: []string{"none", "deaf=condition=C1,use.knowledge=false", "advised=condition=C2", "shared=condition=C2,space=ours,instruction=find it"},
	}
	if diff := cmp.Diff(want, from, cmp.AllowUnexported(evalOrigin{})); diff != "" {
		t.Errorf("what produced it: -want +got:\n%s", diff)
	}
	c := dialed(t, socket)
	for arm, want := range map[string][3]string{
		"none": {"C1", "default", ""}, "deaf": {"C1", "r/plain/clean/deaf", ""}, "advised": {"C2", "r/plain/clean/advised", ""}, "shared": {"C2", "ours", "find it"},
	} {
		all := runOf(t, c, "r/plain/clean/"+arm)
		if len(all) != 2 {
			t.Errorf("%s: %d episodes", arm, len(all))
		}
		for _, e := range all {
			if got := [3]string{e.Condition, e.Space, e.Instruction}; got != want {
				t.Errorf("%s: %q, want %q", arm, got, want)
			}
		}
	}
}

// whenever calls do again and again with an episode of a run, while there is one, until
// the context ends.
func whenever(ctx context.Context, c *client.Client, run string, do func(id string)) {
	for ; ctx.Err() == nil; time.Sleep(time.Millisecond) {
		if r, err := ipc.EpisodeList.Call(ctx, c, ipc.EpisodeListParams{Run: run, Limit: 1}); err == nil && len(r.Episodes) > 0 {
			do(r.Episodes[0].ID)
		}
	}
}

// TestEvalInterrupted prints the sections that were complete when it was
// stopped, and says how far it came. The file has all episodes that were done.
func TestEvalInterrupted(t *testing.T) {
	figures(t)
	t.Parallel()
	socket := navd(t)
	c := dialed(t, socket)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go whenever(ctx, c, "eval/deadlock/clean/none", func(string) { cancel() }) // once the third section has begun
	file := filepath.Join(t.TempDir(), "eval.csv")
	code, stdout, stderr := commandIn(ctx, "eval", "--socket", socket, "--generate", "2", "--seed", "18", "--starts", "20", "--jobs", "1", "--arm", "none", "--arm", "context", "--csv", file)
	done := regexp.MustCompile(`^navsim: interrupted after (\d+) of 488 episodes\n +hint: (/\S+) has those that were done; the figures above`).FindStringSubmatch(stderr)
	if code != 7 || done == nil || done[2] != file {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if n := strings.Count(stdout, " set, "); n != 2 || !strings.Contains(stdout, "plain set, std: ") {
		t.Errorf("%d sections:\n%s", n, stdout)
	}
	if data := read(t, file); fmt.Sprint(strings.Count(data, "\n")-1) != done[1] {
		t.Errorf("%s episodes were done, the CSV file holds %s", done[1], data)
	}
}

// TestEvalInterruptedEarly writes the episodes of a section that is not complete.
func TestEvalInterruptedEarly(t *testing.T) {
	t.Parallel()
	socket := navd(t)
	c := dialed(t, socket)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go whenever(ctx, c, "eval/plain/clean/context", func(string) { cancel() })
	file := filepath.Join(t.TempDir(), "eval.csv")
	code, stdout, stderr := commandIn(ctx, "eval", "--socket", socket, "--generate", "2", "--seed", "18", "--sets", "plain", "--jobs", "1", "--arm", "none", "--arm", "context", "--csv", file)
	done := regexp.MustCompile(`^navsim: interrupted after ([1-4]) of 8 episodes\n +hint: /\S+ has those that were done\n$`).FindStringSubmatch(stderr)
	if code != 7 || stdout != "" || done == nil {
		t.Fatalf("exit code %d, stdout %q: %s", code, stdout, stderr)
	}
	got, err := episode.ReadCSV(strings.NewReader(read(t, file)))
	if err != nil || fmt.Sprint(len(got)) != done[1] || got[0].Run != "eval/plain/clean/none" || got[0].Name == "" {
		t.Errorf("%s episodes were done, the CSV file has %d: %v", done[1], len(got), err)
	}
}

// TestEvalCancelled prints nothing when no section was complete.
func TestEvalCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := commandIn(ctx, "eval", "--socket", navd(t), "--generate", "1", "--sets", "plain")
	if want := "navsim: interrupted after 0 of 8 episodes\n"; code != 7 || stdout != "" || stderr != want {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// TestEvalFailsAtOnce ends with the error of the first episode that cannot be run. It asks
// the daemon about each arm before the long work begins: none before the odd one has more
// than one episode.
func TestEvalFailsAtOnce(t *testing.T) {
	t.Parallel()
	socket := navd(t)
	code, stdout, stderr := command(t, "eval", "--socket", socket, "--generate", "3", "--seed", "17", "--jobs", "1", "--sets", "plain", "--profile", "clean",
		"--arm", "none", "--arm", "context", "--arm", "odd=config.planner_chain=[nobody]")
	if code != 2 || stdout != "" || !regexp.MustCompile(`^navsim: arm odd, episode gen-\d+-e0: .*planner_chain.*nobody`).MatchString(stderr) {
		t.Errorf("exit code %d, stdout %q: %s", code, stdout, stderr)
	}
	r, err := ipc.EpisodeList.Call(t.Context(), dialed(t, socket), ipc.EpisodeListParams{Limit: 10})
	if err != nil || len(r.Episodes) != 2 {
		t.Errorf("%d episodes, %v; want one of each arm before the odd one", len(r.Episodes), err)
	}
}

// TestEvalFailsLate prints and writes the sections that were complete when an
// episode could not be run: here somebody deletes those of the second section.
func TestEvalFailsLate(t *testing.T) {
	t.Parallel()
	socket := navd(t)
	c := dialed(t, socket)
	ctx, cancel := context.WithCancel(t.Context())
	var deleting sync.WaitGroup
	deleting.Go(func() {
		whenever(ctx, c, "eval/deadlock/clean/none", func(id string) {
			_, _ = ipc.EpisodeDelete.Call(ctx, c, ipc.DeleteParams{Episode: id}) // it may be gone
		})
	})
	file := filepath.Join(t.TempDir(), "eval.csv")
	code, stdout, stderr := command(t, "eval", "--socket", socket, "--generate", "2", "--seed", "18", "--starts", "20", "--jobs", "1",
		"--profile", "clean", "--arm", "none", "--csv", file)
	cancel()
	deleting.Wait()
	if code != 4 || strings.Count(stdout, " set, ") != 1 || !strings.Contains(stdout, "plain set, clean: 2 houses") {
		t.Errorf("exit code %d, stdout:\n%s", code, stdout)
	}
	done := regexp.MustCompile(`^navsim: arm none, episode gen-\d+-d\d+-s\d+: .*, after (\d+) of \d+ episodes\n +hint: .*/eval.csv has those that were done; the figures above`).FindStringSubmatch(stderr)
	if done == nil {
		t.Fatalf("stderr %s", stderr)
	}
	if data := read(t, file); fmt.Sprint(strings.Count(data, "\n")-1) != done[1] {
		t.Errorf("%s episodes were done, the CSV file holds %s", done[1], data)
	}
}

// TestDeliverWithoutFile prints the tables also when a file cannot be written
// after all the work.
func TestDeliverWithoutFile(t *testing.T) {
	var out bytes.Buffer
	f := evalFlags{html: filepath.Join(t.TempDir(), "gone", "eval")}
	err := f.deliver(&evaluation{}, []section{{episodeSet: episodeSet{name: plainSet}}}, &out)
	if err == nil || !strings.HasPrefix(err.Error(), "--html: it cannot be written: ") || !strings.HasPrefix(out.String(), "plain set") {
		t.Errorf("%v, stdout:\n%s", err, &out)
	}
}

// TestLastRuns names only runs that have episodes.
func TestLastRuns(t *testing.T) {
	set := episodeSet{name: plainSet, tasks: make([]robot.Task, 2)}
	e := &evaluation{name: "e", arms: []robot.Arm{{Name: "a/1"}, {Name: "b"}}, sections: []section{
		{episodeSet: set, profile: world.Clean()}, {episodeSet: set, profile: world.Std()},
	}}
	var all []result
	for i, task := range e.tasks() {
		all = append(all, result{index: i, record: episode.Episode{Run: task.Run}})
	}
	for n, want := range map[int][]string{
		0: nil, 1: {"e/plain/clean/a/1"}, 4: {"e/plain/clean/a/1", "e/plain/clean/b"}, 6: {"e/plain/std/a/1"}, 8: {"e/plain/std/a/1", "e/plain/std/b"},
	} {
		if diff := cmp.Diff(want, e.lastRuns(all[:n])); diff != "" {
			t.Errorf("%d results: -want +got:\n%s", n, diff)
		}
	}
}

// TestEvalHelp names every arm and part, and its examples of settings read.
func TestEvalHelp(t *testing.T) {
	t.Parallel()
	help := succeeds(t, "help", "eval")
	for _, a := range robot.Arms() {
		matches(t, help, `(?m)^  `+a.Name+` +\w`)
	}
	for _, a := range robot.Ablations() {
		if a.Use != nil {
			matches(t, help, `(?s)lack one part each: .*\b`+string(a.Use.Without[0])+`\b`)
		}
	}
	examples := regexp.MustCompile(`(?m)^  --arm '?([^']*?)'?$`).FindAllStringSubmatch(help, -1)
	if len(examples) != 4 {
		t.Fatalf("examples %q", examples)
	}
	for _, m := range examples {
		if _, err := robot.ParseArm(m[1]); err != nil {
			t.Error(err)
		}
	}
}

// TestRecordOf leaves out what cannot be told of a search.
func TestRecordOf(t *testing.T) {
	task := robot.Task{Episode: world.Episode{ID: "e", House: "h", Target: "Sofa"}, Run: "r", Seed: 7, Arm: robot.Arm{Name: "none"}}
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	metrics := func(m episode.Metrics) *episode.Metrics {
		m.PathM, m.Steps, m.Stuck = 8, 90, 2
		return &m
	}
	for _, test := range []struct {
		name           string
		success        bool
		shortest, left float64
		want           *episode.Metrics
	}{
		{"there", true, 4, 0, metrics(episode.Metrics{Success: new(true), SPL: new(0.5), SoftSPL: new(0.5), DistanceToGoal: new(0.0)})},
		{"half the way", false, 4, 2, metrics(episode.Metrics{Success: new(false), SPL: new(0.0), SoftSPL: new(0.25), DistanceToGoal: new(2.0)})},
		{"no way", false, math.Inf(1), math.Inf(1), metrics(episode.Metrics{Success: new(false)})},
		{"no way back", false, 4, math.Inf(1), metrics(episode.Metrics{Success: new(false), SPL: new(0.0)})},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := robot.Outcome{
				Episode: "id", Success: test.success, Steps: 90, PathM: 8, Shortest: test.shortest, Distance: test.left, Reason: "stop",
				Metrics: episode.Metrics{Stuck: 2, Steps: 1, PathM: 1, SPL: new(0.9), SoftSPL: new(0.9)},
			}
			want := episode.Episode{
				ID: "id", Goal: "Sofa", Name: "e", Run: "r", SceneID: "h", Arm: "none", Condition: "C1", Seed: new(int64(7)),
				ShortestPathM: finite(test.shortest),
				Status:        episode.Ended, Began: began, Ended: began.Add(time.Second), Metrics: test.want,
				End: &episode.End{Success: &test.success, DistanceToGoal: finite(test.left), PathM: new(8.0), Steps: new(90), Reason: "stop"},
			}
			if diff := cmp.Diff(want, recordOf(task, o, began, began.Add(time.Second))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestQuoted keeps a shell from reading more than a word.
func TestQuoted(t *testing.T) {
	for given, want := range map[string]string{
		"/tmp/a-b_1.c": "/tmp/a-b_1.c", "eval/plain/no frontiers": "'eval/plain/no frontiers'", "a'b$": `'a'\''b$'`, "": "''", "한": "'한'",
	} {
		if got := quoted(given); got != want {
			t.Errorf("quoted(%q) = %s, want %s", given, got, want)
		}
	}
}
