package episode_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"navd/daemon/episode"
	"navd/daemon/fault"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// tester is a test, a fuzz target or a property.
type tester interface {
	Helper()
	Fatal(args ...any)
}

func written(t tester, es ...episode.Episode) string {
	t.Helper()
	var out bytes.Buffer
	if err := episode.WriteCSV(&out, es); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func readBack(t tester, text string) []episode.Episode {
	t.Helper()
	es, err := episode.ReadCSV(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return es
}

const theirs = "episode,object_goal,success,spl,start_distance_to_goal,final_distance_to_goal," +
	"llm_calls,llm_avg_time_sec,episode_time_sec,num_steps,total_distance_m"

func TestWriteCSV(t *testing.T) {
	e := full()
	e.Name, e.Goal, e.Run, e.SceneID, e.Seed = "kitchen-3", "TV, any", "try", "house-1", new(int64(7))
	e.Condition, e.Arm, e.StartDistance, e.ShortestPathM = `the "std" one`, "all", new(3.5), new(4.25)
	e.Began = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	e.Ended, e.End = e.Began.Add(61500*time.Millisecond), &episode.End{Reason: "stop"}
	m := e.Metrics
	m.Advice = &episode.Advice{Found: 9, Shown: 8, Held: 7, Followed: 6, Overrides: 5, Helped: 4, Harmed: 3, ShownLegs: 2, ShownGood: 1, HeldLegs: 2}
	m.Forwards, m.Blocked, m.SceneSamples, m.SceneFailures = 20, 2, 4, 1
	m.Places, m.DistinctPlaces, m.Anchors, m.Rules = 5, 3, 15, map[string]int{"progress": 4, "literal": 3, "site": 2}
	bare := episode.Episode{ID: "e2", Goal: "bed", Status: episode.Ended, Metrics: &episode.Metrics{DistanceToGoal: new(math.Inf(1)), PathM: math.NaN()}}
	open := episode.Episode{ID: "e3", Goal: "bed", Status: episode.Open}
	want := theirs + ",id,run,scene_id,seed,condition,shortest_path_m,reason,began,soft_spl,plans,fallbacks,cost,ababa,stuck,site_abab," +
		"revisit_ratio,unique_place_ratio,wasted_step_share,scan_step_share,escape_rate,left_start," +
		"forwards,blocked,scene_samples,scene_failures,places,distinct_places,anchors,stuck_progress,stuck_literal,stuck_site,ababa_literal,start_distance,scene_calls,arm,model_plans," +
		"advice_found,advice_shown,advice_held,advice_followed,advice_overrides,advice_helped,advice_harmed,advice_shown_legs,advice_shown_good,advice_held_legs,advice_held_good\n" +
		`kitchen-3,"TV, any",1,0.5,4.25,0.75,5,1.5,61.5,40,8.5,e1,try,house-1,7,"the ""std"" one",4.25,stop,2026-01-02T03:04:05Z,` +
		"0.25,3,1,0.125,2,4,6,0.1,0.2,0.3,0.4,0.6,50,20,2,4,1,5,3,15,4,3,2,0,3.5,7,all,2,9,8,7,6,5,4,3,2,1,2,0\n" +
		"e2,bed,,,,,0,0,,0,,e2,,,,,,,,,0,0,0,,0,0,,,0,0,,,0,0,0,0,,,0,,,,,,,,,,,,,,,,,,,\n"
	if diff := cmp.Diff(want, written(t, e, bare, open)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	got := readBack(t, written(t, e))[0]
	if diff := cmp.Diff(e, got, cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "End" }, cmp.Ignore())); diff != "" {
		t.Errorf("read back, -want +got:\n%s", diff)
	}
}

// An episode over which the clock went back lasted nobody knows how long, and its
// table reads back.
func TestWriteCSVAfterTheClockWentBack(t *testing.T) {
	e := full()
	e.Name, e.Goal = "kitchen-3", "bed"
	e.Began = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	e.Ended, e.End = e.Began.Add(-time.Hour), &episode.End{Reason: "stop"}
	if got := readBack(t, written(t, e))[0]; !got.Ended.IsZero() && got.Ended.Before(got.Began) {
		t.Errorf("began %s, ended %s", got.Began, got.Ended)
	}
}

// Every figure and every member of the metrics has a column.
func TestReadBackIsTheSame(t *testing.T) {
	share, metres := rapid.Float64Range(0, 1), rapid.Float64Range(0, 1e15)
	n := rapid.IntRange(0, 1<<40)
	name := rapid.StringOf(rapid.SampledFrom([]rune("ab ,;\"'\n=소é")))
	rapid.Check(t, func(t *rapid.T) {
		e := episode.Episode{
			ID: "id-" + name.Draw(t, "id"), Name: name.Draw(t, "name"), Goal: "g" + name.Draw(t, "goal"), Run: name.Draw(t, "run"),
			SceneID: name.Draw(t, "scene"), Condition: name.Draw(t, "condition"), Arm: name.Draw(t, "arm"),
			Seed: rapid.Ptr(rapid.Int64(), true).Draw(t, "seed"), StartDistance: rapid.Ptr(metres, true).Draw(t, "start"),
			ShortestPathM: rapid.Ptr(metres, true).Draw(t, "shortest"), Status: episode.Ended,
			Began: time.Unix(0, rapid.Int64Range(1, 1<<62).Draw(t, "began")).UTC(),
		}
		e.Ended = e.Began.Add(time.Duration(rapid.Int64Range(0, 1e15).Draw(t, "took")))
		e.Metrics = &episode.Metrics{
			Success: rapid.Ptr(rapid.Bool(), true).Draw(t, "success"), SPL: rapid.Ptr(share, true).Draw(t, "spl"),
			SoftSPL: rapid.Ptr(share, true).Draw(t, "soft"), DistanceToGoal: rapid.Ptr(metres, true).Draw(t, "distance"),
			Steps: n.Draw(t, "steps"), Forwards: n.Draw(t, "forwards"), Blocked: n.Draw(t, "blocked"), PathM: metres.Draw(t, "path"),
			Plans: n.Draw(t, "plans"), Fallbacks: n.Draw(t, "fallbacks"), ModelCalls: n.Draw(t, "calls"), ModelTimeS: metres.Draw(t, "time"),
			Cost: metres.Draw(t, "cost"), ModelPlans: rapid.Ptr(n, true).Draw(t, "by models"), SceneCalls: rapid.Ptr(n, true).Draw(t, "scenes"), SceneSamples: n.Draw(t, "samples"), SceneFailures: n.Draw(t, "failures"),
			Places: n.Draw(t, "places"), DistinctPlaces: n.Draw(t, "keys"), Anchors: n.Draw(t, "anchors"),
			ABABA: n.Draw(t, "ababa"), Stuck: n.Draw(t, "stuck"), SiteABAB: n.Draw(t, "sites"), ABABALiteral: n.Draw(t, "literal"),
			Rules:        map[string]int{"progress": n.Draw(t, "r1"), "literal": n.Draw(t, "r2"), "site": n.Draw(t, "r3")},
			RevisitRatio: share.Draw(t, "revisit"), UniquePlaceRatio: share.Draw(t, "unique"), ScanShare: share.Draw(t, "scan"),
			WastedShare: share.Draw(t, "wasted"), EscapeRate: rapid.Ptr(share, true).Draw(t, "escape"),
		}
		if rapid.Bool().Draw(t, "advised") {
			e.Metrics.Advice = &episode.Advice{Found: n.Draw(t, "found"), Shown: n.Draw(t, "shown"), HeldGood: n.Draw(t, "held good")}
		}
		if rapid.Bool().Draw(t, "infinite") {
			e.Metrics.DistanceToGoal, e.Metrics.Cost = new(math.Inf(1)), math.NaN()
		}
		got := readBack(t, written(t, e))
		if len(got) != 1 {
			t.Fatalf("%d episodes", len(got))
		}
		if diff := cmp.Diff(figuresOf(e), figuresOf(got[0])); diff != "" {
			t.Fatalf("figures:\n%s", diff)
		}
		if diff := cmp.Diff(written(t, e), written(t, got...)); diff != "" {
			t.Fatalf("written again:\n%s", diff)
		}
		if took := got[0].Ended.Sub(got[0].Began) - e.Ended.Sub(e.Began); took.Abs() > time.Microsecond {
			t.Fatalf("it takes %v more", took)
		}
	})
}

func TestReadCSV(t *testing.T) {
	row := episode.Episode{
		ID: "line-000002", Name: "0", Goal: "tv_monitor", Status: episode.Ended, ShortestPathM: new(6.5),
		End: &episode.End{Success: new(true), DistanceToGoal: new(0.5)},
		Metrics: &episode.Metrics{Success: new(true), SPL: new(0.5), DistanceToGoal: new(0.5),
			ModelCalls: 4, ModelTimeS: 2.5, Steps: 120, PathM: 12.25},
	}
	row.Ended = row.Began.Add(90500 * time.Millisecond)
	const cells = "0,tv_monitor,%s,0.5,6.5,0.5,4,2.5,90.5,120,12.25"
	with := func(success string) string { return strings.ReplaceAll(cells, "%s", success) }
	quiet := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Unknown" }, cmp.Ignore())
	for _, tc := range []struct{ name, text string }{
		{"PixelNav's", theirs + "\n" + with("1") + "\n"},
		{"CRLF and a mark", "\ufeff" + theirs + "\r\n" + with("1") + "\r\n"},
		{"a mark and quotes", "\ufeff\"episode\"" + theirs[len("episode"):] + "\n" + with("1")},
		{"1.0", theirs + "\n" + with("1.0")},
		{"True", theirs + "\n" + with("True")},
		{"true", theirs + "\n" + with("true")},
		{"whole numbers with a point", theirs + "\n0,tv_monitor,1,0.5,6.5,0.5,4.0,2.5,90.5,1.2e2,12.25\n"},
		{"spaces", strings.ReplaceAll(theirs, ",", ", ") + "\n0,tv_monitor, 1 , 0.5,6.5,0.5 ,4,2.5,90.5,120,12.25\n"},
		{"another order, and more", "num_steps,success,episode,note,object_goal,spl,note,total_distance_m,final_distance_to_goal,start_distance_to_goal,episode_time_sec,llm_avg_time_sec,llm_calls\n" +
			"120,1,0,\"a\nb\",tv_monitor,0.5,x,12.25,0.5,6.5,90.5,2.5,4\n"},
		{"empty columns of ours", theirs + ",id,seed,began,stuck_site,escape_rate,plans\n" + with("1") + ",,,,,,\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := readBack(t, tc.text)
			if diff := cmp.Diff([]episode.Episode{row}, got, quiet); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			want := map[string]float64{"sr": 1, "spl": 0.5, "distance_to_goal": 0.5, "steps": 120, "path_m": 12.25, "model_calls": 4}
			if diff := cmp.Diff(want, figuresOf(got[0])); diff != "" {
				t.Errorf("figures, -want +got:\n%s", diff)
			}
		})
	}
}

// Without scenes the cells of what needs place types are empty, whatever the
// record holds, and so they are for a file of older navd, which wrote zeros.
func TestCSVWithoutScenes(t *testing.T) {
	const names = "scene_samples,places,distinct_places,ababa,ababa_literal,stuck_literal,stuck_progress,stuck,revisit_ratio,unique_place_ratio,escape_rate,left_start"
	for _, tc := range []struct{ name, cells, want string }{
		{"sampled", "1,1,1,0,0,0,0,0,0,0.1,0,0", "1,1,1,0,0,0,0,0,0,0.1,0,0"},
		{"never sampled", "0,1,1,0,0,1,2,2,0,0.1,0,0", "0,,,,,,2,2,,,,"},
		{"the start was left, they say", "0,1,1,0,0,1,2,2,0,0.1,0,7", "0,,,,,,2,2,,,,"},
		{"nobody tells of samples", ",1,1,0,0,1,2,2,0,0.1,0,7", ",1,1,0,0,1,2,2,0,0.1,0,7"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			es := readBack(t, "episode,object_goal,success,"+names+"\n1,bed,1,"+tc.cells+"\n")
			rows, err := csv.NewReader(strings.NewReader(written(t, es...))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for name := range strings.SplitSeq(names, ",") {
				got = append(got, rows[1][slices.Index(rows[0], name)])
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, ",")); diff != "" {
				t.Errorf("%s, -want +got:\n%s", names, diff)
			}
		})
	}
}

// TestReadCSVLengths: start_distance_to_goal is the shortest path of benchmarks
// and of navd, and was the straight distance of older navd.
func TestReadCSVLengths(t *testing.T) {
	for _, tc := range []struct {
		name, columns, cells string
		straight, shortest   *float64
	}{
		{"a benchmark's", "start_distance_to_goal", "5", nil, new(5.0)},
		{"a benchmark's, no way", "start_distance_to_goal", "inf", nil, nil},
		{"ours", "start_distance_to_goal,shortest_path_m,start_distance", "5,5,4", new(4.0), new(5.0)},
		{"ours, in another order", "start_distance,shortest_path_m,start_distance_to_goal", "4,5,5", new(4.0), new(5.0)},
		{"ours, without a straight distance", "start_distance_to_goal,shortest_path_m,start_distance", "5,5,", nil, new(5.0)},
		{"ours counts", "start_distance_to_goal,shortest_path_m,start_distance", "5,6,4", new(4.0), new(6.0)},
		{"ours is empty", "start_distance_to_goal,shortest_path_m,start_distance", "5,,4", new(4.0), new(5.0)},
		{"older navd's", "start_distance_to_goal,shortest_path_m", "4,5", new(4.0), new(5.0)},
		{"older navd's, in another order", "shortest_path_m,start_distance_to_goal", "5,4", new(4.0), new(5.0)},
		{"older navd's, without a way", "start_distance_to_goal,shortest_path_m", "4,", new(4.0), nil},
		{"older navd's, without a straight distance", "start_distance_to_goal,shortest_path_m", ",5", nil, new(5.0)},
		{"the straight one beside the benchmark's", "start_distance_to_goal,start_distance", "5,4", new(4.0), new(5.0)},
		{"the straight one alone", "start_distance", "4", new(4.0), nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := readBack(t, "episode,object_goal,success,"+tc.columns+"\n1,bed,1,"+tc.cells+"\n")[0]
			want, got := []*float64{tc.straight, tc.shortest}, []*float64{e.StartDistance, e.ShortestPathM}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("straight and shortest, -want +got:\n%s", diff)
			}
		})
	}
}

func TestReadCSVOfLittle(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       map[string]float64
	}{
		{"the least", "episode,object_goal,success\n1,bed,0\n", map[string]float64{"sr": 0}},
		{"nobody told", "episode,object_goal,success,spl,num_steps\n1,bed,,,\n", map[string]float64{}},
		{"no numbers", "episode,object_goal,success,spl,final_distance_to_goal,total_distance_m\n1,bed,False,nan,inf,-inf\n", map[string]float64{"sr": 0}},
		{"beyond numbers", "episode,object_goal,success,final_distance_to_goal,num_steps\n1,bed,FALSE,1e999,1e300\n", map[string]float64{"sr": 0}},
		{"some rows", "episode,object_goal,success,stuck\n1,bed,nan,2\n", map[string]float64{"stuck": 2}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, figuresOf(readBack(t, tc.text)[0])); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	if es := readBack(t, theirs+"\n"); len(es) != 0 {
		t.Errorf("%v", es)
	}
}

func TestReadCSVRefuses(t *testing.T) {
	const least = "episode,object_goal,success"
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", "", "the file is empty"},
		{"only a mark", "\ufeff", "the file is empty"},
		{"no success", "episode,object_goal\n", `line 1: there is no column "success", given "episode,object_goal"`},
		{"a column twice", least + ",spl,spl\n", `line 1: not allowed, given "spl", allowed each column once`},
		{"success in words", least + "\n1,bed,1\n2,bed,yes\n", `line 3, success: not allowed, given "yes", allowed 1, 0, true, false, or nothing`},
		{"no goal", least + "\n1, ,1\n", `line 2, object_goal: not allowed, given " ", allowed the name of what was looked for`},
		{"no number", least + ",spl\n1,bed,1,high\n", `line 2, spl: not allowed, given "high", allowed a number in 0..1, or nothing`},
		{"more than all", least + ",spl\n1,bed,1,1.5\n", `line 2, spl: not allowed, given "1.5", allowed a number in 0..1, or nothing`},
		{"negative", least + ",total_distance_m\n1,bed,1,-2\n", `line 2, total_distance_m: not allowed, given "-2", allowed a number, 0 or more, or nothing`},
		{"half a call", least + ",scene_calls\n1,bed,1,0.5\n", `line 2, scene_calls: not allowed, given "0.5", allowed a whole number, 0 or more, or nothing`},
		{"half a step", least + ",num_steps\n1,bed,1,2.5\n", `line 2, num_steps: not allowed, given "2.5", allowed a whole number, 0 or more, or nothing`},
		{"negative steps", least + ",num_steps\n1,bed,1,-1\n", `line 2, num_steps: not allowed, given "-1", allowed a whole number, 0 or more, or nothing`},
		{"a rule in words", least + ",stuck_site\n1,bed,1,x\n", `line 2, stuck_site: not allowed, given "x", allowed a whole number, 0 or more, or nothing`},
		{"older navd's distance", least + ",shortest_path_m,start_distance_to_goal\n1,bed,1,5,far\n", `line 2, start_distance_to_goal: not allowed, given "far", allowed a number, 0 or more, or nothing`},
		{"seed", least + ",seed\n1,bed,1,1.5\n", `line 2, seed: not allowed, given "1.5", allowed a whole number of 64 bits, or nothing`},
		{"began", least + ",began\n1,bed,1,today\n", `line 2, began: not allowed, given "today", allowed a time like 2026-01-02T15:04:05Z, or nothing`},
		{"time", least + ",episode_time_sec\n1,bed,1,1e12\n", `line 2, episode_time_sec: not allowed, given "1e12", allowed a number, 0 or more, or nothing`},
		{"after a cell of two lines", least + ",note,spl\n1,bed,1,\"a\nb\",0.5\n2,bed,1,c,x\n", `line 4, spl: not allowed, given "x", allowed a number in 0..1, or nothing`},
		{"short", least + "\n1,bed\n", "line 2: not allowed, given 2, allowed 3 cells, as in the header"},
		{"long", least + "\n1,bed,1,\n", "line 2: not allowed, given 4, allowed 3 cells, as in the header"},
		{"a quote", least + "\n1,b\"ed,1\n", `line 2, byte 4: bare " in non-quoted-field`},
		{"an open quote", least + "\n1,\"bed,1\n", `line 2, byte 10: extraneous or missing " in quoted-field`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			es, err := episode.ReadCSV(strings.NewReader(tc.text))
			if !fault.Is(err, fault.Invalid) || err.Error() != tc.want {
				t.Errorf("%v, %v\nwant %s", es, err, tc.want)
			}
		})
	}
	broken := errors.New("the disk is away")
	if _, err := episode.ReadCSV(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// FuzzReadCSV: whatever is read can be written, and is the same again.
func FuzzReadCSV(f *testing.F) {
	f.Add(theirs + "\n0,sofa,1,0.5,6.5,0.5,4,2.5,90.5,120,12.25\n")
	f.Add("episode,object_goal,success,began,episode_time_sec,seed,id\n1,bed,0,2026-01-02T03:04:05Z,3,-1,x\n")
	f.Add("\ufeffepisode,object_goal,success\r\n\"a\"\"b\",\"\n\",nan\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		es, err := episode.ReadCSV(strings.NewReader(text))
		if err != nil {
			return
		}
		again := readBack(t, written(t, es...))
		if len(again) != len(es) {
			t.Fatalf("%d episodes, then %d", len(es), len(again))
		}
		for i := range es {
			if diff := cmp.Diff(figuresOf(es[i]), figuresOf(again[i])); diff != "" {
				t.Fatalf("episode %d:\n%s", i, diff)
			}
		}
	})
}
