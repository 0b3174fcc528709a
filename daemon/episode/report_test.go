package episode_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"navd/daemon/episode"

	"github.com/google/go-cmp/cmp"
)

// told is an episode from a file that tells success, path and stuck alone.
func told(house string, n int, success bool, path float64) episode.Episode {
	e := tried(house, n, path, nil)
	e.Metrics.Success = &success
	for _, f := range episode.Figures() {
		if f.Name != "path_m" && f.Name != "stuck" {
			e.Metrics.Unknown = append(e.Metrics.Unknown, f.Name)
		}
	}
	e.Metrics.Unknown = e.Metrics.Unknown[1:] // sr
	return e
}

func printed(t *testing.T, runs ...episode.Run) string {
	t.Helper()
	var out strings.Builder
	if err := episode.NewReport(runs).Print(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPrint(t *testing.T) {
	open := episode.Episode{ID: "open", SceneID: "h9", Status: episode.Open}
	before := []episode.Episode{told("h1", 1, false, 8), told("h1", 2, true, 4), told("h2", 1, false, 12), told("h3", 1, true, 3), open}
	after := []episode.Episode{told("h1", 1, true, 6), told("h1", 2, true, 4), told("h2", 1, false, 6)}
	after[1].Metrics.Success = nil
	for _, tc := range []struct {
		name string
		runs []episode.Run
		want string
	}{
		{"one run", []episode.Run{{Name: "a\tb", Episodes: before[:4]}}, `
FIGURE              UNIT                          a b
episodes                                            4
houses                                              3
sr                  0..1         0.500 [0.000, 1.000]
spl                 0..1                            -
soft_spl            0..1                            -
distance_to_goal    m                               -
steps               steps                           -
plans               per episode                     -
path_m              m              6.75 [3.00, 12.00]
fallbacks           per episode                     -
model_plans         per episode                     -
model_calls         per episode                     -
scene_calls         per episode                     -
cost                per episode                     -
ababa               per episode                     -
stuck               per episode              0.00 [=]
site_abab           per episode                     -
revisit_ratio       0..1                            -
unique_place_ratio  0..1                            -
wasted_step_share   0..1                            -
scan_step_share     0..1                            -
escape_rate         0..1                            -
escaped_start       0..1                            -

mean [low, high]: 95 % bootstrap over 3 houses, 10,000 resamples, too narrow with fewer than 10
[=]: the same in all houses, no interval; a * behind it: not 0
`},
		{"two runs", []episode.Run{{Name: "before", Episodes: before}, {Name: "after", Episodes: after}}, `
FIGURE              UNIT                       before                     after
episodes                                            4                         3
houses                                              3                         2
sr                  0..1         0.500 [0.000, 1.000]  n=2 0.500 [0.000, 1.000]
spl                 0..1                            -                         -
soft_spl            0..1                            -                         -
distance_to_goal    m                               -                         -
steps               steps                           -                         -
plans               per episode                     -                         -
path_m              m              6.75 [3.00, 12.00]         5.33 [5.00, 6.00]
fallbacks           per episode                     -                         -
model_plans         per episode                     -                         -
model_calls         per episode                     -                         -
scene_calls         per episode                     -                         -
cost                per episode                     -                         -
ababa               per episode                     -                         -
stuck               per episode              0.00 [=]                  0.00 [=]
site_abab           per episode                     -                         -
revisit_ratio       0..1                            -                         -
unique_place_ratio  0..1                            -                         -
wasted_step_share   0..1                            -                         -
scan_step_share     0..1                            -                         -
escape_rate         0..1                            -                         -
escaped_start       0..1                            -                         -
open, left out: 1 of before

DIFFERENCE  UNIT                      after − before
sr          0..1         n=2 +0.500 [+0.000, +1.000]
path_m      m                   -2.67 [-6.00, -1.00] *
stuck       per episode                    +0.00 [=]
after − before: 3 pairs of episodes, 2 houses; without a partner: 1 of before, 0 of after

mean [low, high]: 95 % bootstrap over 2 to 3 houses, 10,000 resamples, too narrow with fewer than 10; paired by house, start, target and seed; * leaves out 0
[=]: the same in all houses, no interval; a * behind it: not 0
`},
		{"nothing in common", []episode.Run{{Name: "x", Episodes: before[:1]}, {Name: "y", Episodes: before[3:4]}, {Name: "z", Episodes: []episode.Episode{open}}}, `
FIGURE              UNIT             x      y  z
episodes                             1      1  0
houses                               1      1  0
sr                  0..1         0.000  1.000  -
spl                 0..1             -      -  -
soft_spl            0..1             -      -  -
distance_to_goal    m                -      -  -
steps               steps            -      -  -
plans               per episode      -      -  -
path_m              m             8.00   3.00  -
fallbacks           per episode      -      -  -
model_plans         per episode      -      -  -
model_calls         per episode      -      -  -
scene_calls         per episode      -      -  -
cost                per episode      -      -  -
ababa               per episode      -      -  -
stuck               per episode   0.00   0.00  -
site_abab           per episode      -      -  -
revisit_ratio       0..1             -      -  -
unique_place_ratio  0..1             -      -  -
wasted_step_share   0..1             -      -  -
scan_step_share     0..1             -      -  -
escape_rate         0..1             -      -  -
escaped_start       0..1             -      -  -
open, left out: 1 of z

z − x: 0 pairs of episodes, 0 houses; without a partner: 1 of x, 0 of z
z − y: 0 pairs of episodes, 0 houses; without a partner: 1 of y, 0 of z

mean [low, high]: 95 % bootstrap over 0 to 1 houses, 10,000 resamples, none for fewer than two houses; paired by house, start, target and seed; * leaves out 0
`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.TrimPrefix(tc.want, "\n"), printed(t, tc.runs...)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// A run without scenes has a dash where one with scenes has a figure.
func TestPrintWithoutScenes(t *testing.T) {
	blind, seeing := full(), full()
	blind.Metrics.SceneSamples = 0
	text := printed(t, episode.Run{Name: "blind", Episodes: []episode.Episode{blind}}, episode.Run{Name: "seeing", Episodes: []episode.Episode{seeing}})
	plain := regexp.MustCompile(` +`).ReplaceAllString(text, " ")
	for _, want := range []string{
		"ababa per episode - 2.00", "revisit_ratio 0..1 - 0.100", "unique_place_ratio 0..1 - 0.200", "escape_rate 0..1 - 0.600",
		"escaped_start 0..1 - 1.000", "stuck per episode 4.00 4.00", "site_abab per episode 6.00 6.00",
	} {
		if !strings.Contains(plain, "\n"+want+"\n") {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if _, differences, _ := strings.Cut(text, "DIFFERENCE"); strings.Contains(differences, "ababa") {
		t.Errorf("a difference of what only one run knows:\n%s", text)
	}
}

// Several reports have one legend.
func TestLegend(t *testing.T) {
	one := episode.NewReport([]episode.Run{{Name: "a", Episodes: many(0)[:5]}})
	two := episode.NewReport([]episode.Run{{Name: "a", Episodes: many(0)[:5]}, {Name: "b", Episodes: many(1)[:60]}})
	in := func(house int) episode.Episode {
		e := full()
		e.SceneID = fmt.Sprint(house)
		return e
	}
	var left, right []episode.Episode // of 12 houses each, two of them the same
	for i := range 12 {
		left, right = append(left, in(i)), append(right, in(i+10))
	}
	few := episode.NewReport([]episode.Run{{Name: "a", Episodes: left}, {Name: "b", Episodes: right}})
	none := episode.NewReport([]episode.Run{{Name: "a", Episodes: left[:10]}, {Name: "b", Episodes: right}})
	houses := func(r episode.Report) int { return r.Runs[len(r.Runs)-1].Summary.Houses }
	for _, tc := range []struct {
		name    string
		reports []episode.Report
		want    string
	}{
		{"none", nil, "over 0 houses, 10,000 resamples, none for fewer than two houses"},
		{"the same houses", []episode.Report{one, one}, fmt.Sprintf("over %d houses, 10,000 resamples, ", houses(one))},
		{"pairs of fewer houses", []episode.Report{few}, "over 2 to 12 houses, 10,000 resamples, too narrow with fewer than 10; "},
		{"no pairs", []episode.Report{none}, "over 10 to 12 houses, 10,000 resamples; "},
		{"other houses, one compared", []episode.Report{one, two}, fmt.Sprintf("over %d to %d houses, ", houses(one), houses(two))},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := episode.Legend(tc.reports...)
			if !strings.Contains(got, tc.want) || strings.Contains(got, "; paired by") != slices.ContainsFunc(tc.reports, func(r episode.Report) bool { return len(r.Differences) > 0 }) {
				t.Errorf("%s", got)
			}
		})
	}
}

// Nothing that an episode may hold keeps a report from being JSON.
func TestReportIsJSON(t *testing.T) {
	odd := full()
	odd.SceneID, odd.StartDistance = "h", new(math.NaN())
	odd.Metrics.PathM, odd.Metrics.Cost, odd.Metrics.DistanceToGoal = math.Inf(1), math.NaN(), new(math.MaxFloat64)
	r := episode.NewReport([]episode.Run{{Name: "a", Episodes: []episode.Episode{odd, odd, {}}}, {Name: "b", Episodes: []episode.Episode{odd}}})
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back episode.Report
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, back); diff != "" {
		t.Error(diff)
	}
	if b, err := json.Marshal(episode.NewReport(nil)); err != nil || string(b) != `{"runs":[],"differences":[]}` {
		t.Errorf("%s, %v", b, err)
	}
}

// full up is a writer that takes n bytes.
type fullUp int

func (f *fullUp) Write(p []byte) (int, error) {
	if *f -= fullUp(len(p)); *f < 0 {
		return 0, errFull
	}
	return len(p), nil
}

var errFull = errors.New("no space left")

func TestWritersThatFail(t *testing.T) {
	r := episode.NewReport([]episode.Run{{Name: "a", Episodes: many(0)[:5]}, {Name: "b", Episodes: append(many(1)[:5], episode.Episode{Status: episode.Open})}})
	all := &strings.Builder{}
	if err := r.Print(all); err != nil {
		t.Fatal(err)
	}
	for room := 0; room < all.Len(); room += 7 {
		if err := r.Print(new(fullUp(room))); !errors.Is(err, errFull) {
			t.Fatalf("%d bytes: %v", room, err)
		}
	}
	for _, room := range []int{0, 100, 5000} {
		if err := episode.WriteCSV(new(fullUp(room)), many(0)); !errors.Is(err, errFull) {
			t.Errorf("CSV, %d bytes: %v", room, err)
		}
	}
	if err := episode.WriteCSV(io.Discard, many(0)); err != nil {
		t.Error(err)
	}
}

// Two arms of an experiment, the same searches in each.
func ExampleCompare() {
	walked := func(house string, path float64) episode.Episode {
		return episode.Episode{SceneID: house, Name: "1", Goal: "sofa", Status: episode.Ended, Metrics: &episode.Metrics{PathM: path}}
	}
	before := []episode.Episode{walked("house-1", 8), walked("house-2", 12), walked("house-3", 9)}
	after := []episode.Episode{walked("house-2", 6), walked("house-1", 5)}
	c := episode.Compare(before, after)
	fmt.Printf("%d pairs, %d without a partner\n", c.Pairs, c.OnlyBaseline)
	for _, d := range c.Differences {
		if d.Figure == "path_m" {
			fmt.Printf("%s: %.1f m [%.1f, %.1f]\n", d.Figure, d.Mean, *d.Low, *d.High)
		}
	}
	// Output:
	// 2 pairs, 1 without a partner
	// path_m: -4.5 m [-6.0, -3.0]
}

// What a PixelNav benchmark wrote reads like our own files.
func ExampleReadCSV() {
	text := "episode,object_goal,success,spl,num_steps\n0,bed,True,0.5,120\n1,sofa,False,0,500\n"
	es, err := episode.ReadCSV(strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range episode.Summarize(es).Figures {
		fmt.Println(v.Figure, v.Mean)
	}
	// Output:
	// sr 0.5
	// spl 0.25
	// steps 310
}
