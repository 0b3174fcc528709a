package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon"
	"navd/daemon/episode"
	"navd/daemon/nav"
	"navd/daemon/words"
	"navd/ipc"
	"navd/ipc/client"
)

// lesson is one search as the daemon keeps it.
type lesson struct {
	record   episode.Episode
	moves    []move
	plans    int
	moved    int
	feedback []ipc.LogEntry
	claims   []words.Claim
}

// move is a step without what the daemon makes of it.
type move struct {
	Seq      int        `json:"seq"`
	Action   nav.Action `json:"action"`
	Collided bool       `json:"collided"`
}

// lessonsOf gives the searches of a run by the name of the episode. Of their
// scenes it leaves the house.
func lessonsOf(t *testing.T, c *client.Client, run string) map[string]lesson {
	t.Helper()
	all := map[string]lesson{}
	for _, e := range runOf(t, c, run) {
		l := lesson{}
		var entries []ipc.LogEntry
		l.record, entries = record(t, c, e.ID)
		house, ok := strings.CutPrefix(l.record.SceneID, run+"/")
		if !ok {
			t.Errorf("%s has scene %s", l.record.Name, l.record.SceneID)
		}
		l.record.SceneID = house
		for _, entry := range entries {
			l.note(t, entry)
		}
		l.claims = claimsIn(t, c, e.ID)
		all[l.record.Name] = l
	}
	return all
}

// note counts a line of the log.
func (l *lesson) note(t *testing.T, entry ipc.LogEntry) {
	t.Helper()
	var err error
	switch entry.Kind {
	case "step":
		var m move
		err = json.Unmarshal(entry.Data, &m)
		l.moves = append(l.moves, m)
	case "plan":
		var p struct{ Decision struct{ Moved bool } }
		err = json.Unmarshal(entry.Data, &p)
		l.plans++
		if p.Decision.Moved {
			l.moved++
		}
	case "feedback":
		l.feedback = append(l.feedback, entry)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// claimsIn gives the claims of the entries that rest on an episode.
func claimsIn(t *testing.T, c *client.Client, id string) (claims []words.Claim) {
	t.Helper()
	r, err := ipc.GroundingList.Call(t.Context(), c, ipc.GroundingListParams{Episode: id, Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range r.Entries {
		claims = append(claims, e.Claims...)
	}
	return claims
}

// taught is a small measurement with what the daemon kept of it.
type taught struct {
	report  teachReport
	lessons map[string]map[string]lesson // by arm, then by name
	courses []robot.Course
}

// teachSmall runs a few courses against a daemon of the test's own.
func teachSmall(t *testing.T) taught {
	t.Helper()
	socket, out := navd(t), filepath.Join(t.TempDir(), "teach.json")
	succeeds(t, "teach", "--socket", socket, "--generate", "1", "--seed", "12", "--targets", "1", "--repetitions", "3",
		"--profile", "std", "--run", "r", "--out", out)
	g := taught{lessons: map[string]map[string]lesson{}}
	if err := json.Unmarshal([]byte(read(t, out)), &g.report); err != nil {
		t.Fatal(err)
	}
	c := dialed(t, socket)
	for _, a := range allTeachArms() {
		g.lessons[a.name] = lessonsOf(t, c, "r/std/"+a.name)
	}
	houses, err := housesOf("", 12, 1, world.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range houses {
		courses, err := robot.Courses(m, robot.Draw{Targets: 1, Repetitions: 3, Seed: 12})
		if err != nil {
			t.Fatal(err)
		}
		g.courses = append(g.courses, courses...)
	}
	return g
}

// TestTeach measures once and holds the report, what was said, and what the
// robots did, to the daemon's own records and to the houses.
func TestTeach(t *testing.T) {
	figures(t)
	t.Parallel()
	g := teachSmall(t)
	t.Run("the report is what navd keeps", g.keeps)
	t.Run("the oracle says what is true", g.truthful)
	t.Run("silent and deaf do the same", g.deaf)
	t.Run("all do the same until something is said", g.until)
}

// keeps makes the report again.
func (g taught) keeps(t *testing.T) {
	want := teachReport{
		origin: origin{Navd: daemon.Version, Run: "r", Seed: 12, Generate: 1, Profiles: []string{"std"}},
		Sets:   []string{allSet, wrongSet}, Targets: 1, Repetitions: 3,
	}
	for _, set := range []string{allSet, wrongSet} {
		s := teachSection{Set: set, Profile: "std"}
		var in []robot.Course
		houses := map[string]bool{}
		for _, c := range g.courses {
			if set == allSet && c.Drawn || set == wrongSet && c.Wrong {
				in = append(in, c)
				houses[c.Map.House().ID] = true
			}
		}
		s.Courses, s.Houses = len(in), len(houses)
		for _, a := range allTeachArms() {
			s.Arms = append(s.Arms, g.curve(a.name, in))
		}
		want.Sections = append(want.Sections, s)
	}
	if diff := cmp.Diff(want, g.report, cmp.AllowUnexported(teachReport{}, teachPoint{}, beside{})); diff != "" {
		t.Errorf("-navd +navsim:\n%s", diff)
	}
}

// curve makes the curve of an arm from the records of some courses.
func (g taught) curve(arm string, in []robot.Course) teachCurve {
	c := teachCurve{Arm: arm}
	for n := range 3 {
		c.Points = append(c.Points, g.point(arm, in, n, n+1))
	}
	c.Later = g.point(arm, in, 1, 3)
	c.Later.Said = c.Points[2].Said
	for _, course := range in {
		for _, e := range course.Episodes {
			c.Said += len(g.lessons[arm][e.ID].feedback)
		}
	}
	return c
}

// point sums the repetitions of a range up.
func (g taught) point(arm string, in []robot.Course, from, to int) (p teachPoint) {
	var own, silent []episode.Episode
	plans, moved, said := 0, 0, 0
	for _, c := range in {
		for n, e := range c.Episodes[:to] {
			l := g.lessons[arm][e.ID]
			said += len(l.feedback)
			if n >= from {
				own, silent = append(own, l.record), append(silent, g.lessons["silent"][e.ID].record)
				plans, moved = plans+l.plans, moved+l.moved
			}
		}
	}
	p.SR, p.SPL, p.Steps = figuresOf(episode.Summarize(own).Figures)
	if arm != "silent" {
		p.Than = &three{}
		p.Than.SR, p.Than.SPL, p.Than.Steps = figuresOf(episode.Compare(silent, own).Differences)
	}
	n := float64(len(own))
	p.Plans, p.Moved, p.Said = float64(plans)/n, float64(moved)/n, float64(said)/float64(len(in))
	return p
}

func figuresOf(values []episode.Value) (sr, spl, steps episode.Interval) {
	named := map[string]episode.Interval{}
	for _, v := range values {
		named[v.Figure] = v.Interval
	}
	return named["sr"], named["spl"], named["steps"]
}

// truthful looks every claim that the daemon read up in the house, instance by
// instance. All voices were heard.
func (g taught) truthful(t *testing.T) {
	heard := map[string]int{}
	for arm, lessons := range g.lessons {
		for _, c := range g.courses {
			for _, e := range c.Episodes {
				l := lessons[e.ID]
				if len(l.claims) < len(l.feedback) {
					t.Errorf("%s, %s: %d claims of %d corrections", arm, e.ID, len(l.claims), len(l.feedback))
				}
				for _, claim := range l.claims {
					heard[arm+" "+claim.Relation]++
					thing := words.Key(strings.TrimPrefix(claim.Subject, "target:"))
					if !thing.Equal(words.ObjectKey(e.Target)) {
						t.Errorf("%s, %s: a claim about the %s", arm, e.ID, thing)
					}
					if has := stands(c.Map, thing, words.Key(claim.Object)); has != (claim.Relation == words.RelationIn) {
						t.Errorf("%s, %s: %s %s %s; it stands there: %v", arm, e.ID, claim.Subject, claim.Relation, claim.Object, has)
					}
				}
			}
		}
	}
	for _, must := range []string{"deaf not_in", "denies not_in", "tells in", "both in", "both not_in"} {
		if heard[must] == 0 {
			t.Errorf("nobody said %q: %v", must, heard)
		}
		delete(heard, must)
	}
	if len(heard) > 0 {
		t.Errorf("said beside it: %v", heard)
	}
}

// stands reports whether the middle of an instance lies in a room of a type.
func stands(m *world.Map, thing, room words.Key) bool {
	for o := range m.House().All() {
		if r, ok := m.RoomAt(o.Centre()); ok && words.ObjectKey(o.Type).Equal(thing) && words.LabelKey(world.Label(r.Type)).Equal(room) {
			return true
		}
	}
	return false
}

// deaf compares every step of the arms that the robot hears nothing in.
func (g taught) deaf(t *testing.T) {
	said := 0
	for name, silent := range g.lessons["silent"] {
		deaf := g.lessons["deaf"][name]
		if diff := cmp.Diff(silent.moves, deaf.moves); diff != "" || len(silent.moves) == 0 {
			t.Errorf("%s, -silent +deaf:\n%s", name, diff)
		}
		if deaf.moved > 0 || len(silent.feedback) > 0 {
			t.Errorf("%s: %d plans moved, %d corrections in silence", name, deaf.moved, len(silent.feedback))
		}
		said += len(deaf.feedback)
	}
	if said == 0 {
		t.Error("nothing was said to the deaf robot")
	}
}

// until compares the first searches step by step until the first correction;
// after it, and in later ones, some go another way.
func (g taught) until(t *testing.T) {
	for _, arm := range []string{"denies", "tells", "both"} {
		others := 0
		for _, c := range g.courses {
			name := c.Episodes[0].ID
			silent, own := g.lessons["silent"][name], g.lessons[arm][name]
			alike := silent.moves
			if len(own.feedback) > 0 {
				alike = alike[:own.feedback[0].Seq]
			}
			if diff := cmp.Diff(alike, own.moves[:min(len(alike), len(own.moves))]); diff != "" {
				t.Errorf("%s, %s, -silent +%s until something was said:\n%s", arm, name, arm, diff)
			}
			for _, e := range c.Episodes {
				if !slices.Equal(g.lessons["silent"][e.ID].moves, g.lessons[arm][e.ID].moves) {
					others++
				}
			}
		}
		if others == 0 {
			t.Errorf("%s: nothing that was said changed any search", arm)
		}
	}
}

// TestTeachRepeats gives the same bytes, whoever else searches meanwhile, and
// refuses to teach what it has taught.
func TestTeachRepeats(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and TestJobs searches at once too")
	}
	t.Parallel()
	socket, dir := navd(t), t.TempDir()
	args := []string{"teach", "--socket", socket, "--generate", "2", "--seed", "11", "--targets", "1", "--repetitions", "2", "--profile", "clean", "--sets", "wrong", "--arm", "silent", "--arm", "both"}
	var first [3]string
	for _, jobs := range []string{"1", "4"} {
		out, plot := filepath.Join(dir, jobs+".json"), filepath.Join(dir, jobs+".svg")
		stdout := succeeds(t, append(args, "--jobs", jobs, "--run", "jobs"+jobs, "--out", out, "--plot", plot)...)
		got := [3]string{stdout, strings.Replace(read(t, out), "jobs"+jobs, "jobs", 1), read(t, plot)}
		if first[0] == "" {
			first = got
		}
		if diff := cmp.Diff(first, got); diff != "" {
			t.Errorf("%s jobs, -first +again:\n%s", jobs, diff)
		}
	}
	if !strings.HasPrefix(first[0], "wrong set, clean: 2 courses in 2 houses, 2 searches each\n\nFIGURE ") {
		t.Errorf("printed:\n%s", first[0])
	}
	code, stdout, stderr := command(t, append(args, "--run", "jobs1")...)
	if want := "navsim: --run: navd already has episodes of the run jobs1/clean/silent, and knows what was said in them"; code != 6 || stdout != "" || !strings.HasPrefix(stderr, want) {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// TestTeachInterrupted says how far it came and prints nothing; the file has what was done.
func TestTeachInterrupted(t *testing.T) {
	figures(t)
	t.Parallel()
	tests := []struct {
		name, run string // what it waits for, "" for nothing
		want      string
	}{
		{"before it began", "", `^navsim: interrupted after 0 of 12 searches\n$`},
		{"in the last house", "teach/std/both", `^navsim: interrupted after ([1-9]\d*) of 12 searches\n +hint: /\S+/teach.json has those that were done\n$`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			socket := navd(t)
			c := dialed(t, socket)
			out := filepath.Join(t.TempDir(), "teach.json")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if test.run == "" {
				cancel()
			}
			var watch sync.WaitGroup
			watch.Go(func() { whenever(ctx, c, test.run, func(string) { cancel() }) })
			code, stdout, stderr := commandIn(ctx, "teach", "--socket", socket, "--generate", "1", "--seed", "12", "--targets", "1", "--repetitions", "3", "--sets", "wrong", "--arm", "silent", "--arm", "both", "--jobs", "1", "--out", out)
			cancel()
			watch.Wait()
			said := regexp.MustCompile(test.want).FindStringSubmatch(stderr)
			if code != 7 || stdout != "" || said == nil {
				t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
			}
			if test.run == "" {
				if _, err := os.Stat(out); err == nil {
					t.Error("there is a file of nothing")
				}
				return
			}
			var r teachReport
			if err := json.Unmarshal([]byte(read(t, out)), &r); err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, s := range r.Sections {
				for _, arm := range s.Arms {
					for _, p := range arm.Points {
						n += p.SR.N
					}
				}
			}
			if r.Interrupted == nil || fmt.Sprint(r.Interrupted.Done) != said[1] || n != r.Interrupted.Done || r.Interrupted.Of != 12 {
				t.Errorf("%s were done; the report is of %d, %+v", said[1], n, r.Interrupted)
			}
		})
	}
}

// TestTeachHelp names every arm and set.
func TestTeachHelp(t *testing.T) {
	t.Parallel()
	help := succeeds(t, "help", "teach")
	names := []string{allSet, wrongSet}
	for _, a := range allTeachArms() {
		names = append(names, a.name)
	}
	for _, name := range names {
		matches(t, help, `(?m)^  `+name+` +["\w]`)
	}
}
