package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"navd/cmd/golden"
	"navd/cmd/navsim/robot"
	"navd/daemon/episode"
	"navd/ipc/client"
)

// TestCompare makes the comparison as its user does. Output and picture are
// golden files; the README shows the picture.
func TestCompare(t *testing.T) {
	dir := t.TempDir()
	out := command(t, 0, "demo", "--compare", "--dir", dir)
	svg := drawn(t, filepath.Join(dir, "compare.svg"))
	agrees(t, out, string(svg))
	for line := range strings.Lines(strings.ReplaceAll(strings.Split(out, "Try next")[0], dir, "/tmp/navd-demo")) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > mostColumns {
			t.Errorf("a line has %d columns: %s", n, line)
		}
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("golden files hold the last digits of amd64")
	}
	ids := regexp.MustCompile(`map [0-9a-z]{16} [0-9a-z]{16}`)
	golden.File(t, "testdata/compare.golden", ids.ReplaceAllString(steady(out, dir), "map 06gzvp0b4hzvk5pb 06gzvp0cgearq0f7"))
	golden.File(t, "testdata/compare.svg", string(svg))
}

// TestCorrect makes the film as its user does, and holds that the second search is
// told something and finds the thing sooner. README shows the film.
func TestCorrect(t *testing.T) {
	dir := t.TempDir()
	out := command(t, 0, "demo", "--correct", "--dir", dir)
	svg := drawn(t, filepath.Join(dir, "correct.svg"))
	steps := regexp.MustCompile(`steps: (\d+) when nobody says anything, (\d+) with the correction`).FindStringSubmatch(out)
	if steps == nil || !strings.Contains(out, "not carried out:\n        user  ") || !strings.Contains(string(svg), steps[2]+" with the correction") {
		t.Fatalf("steps %v of\n%s", steps, out)
	}
	silent, _ := strconv.Atoi(steps[1])
	if told, _ := strconv.Atoi(steps[2]); told >= silent {
		t.Errorf("%d steps with the correction, %d without", told, silent)
	}
	if again := command(t, 2, "demo", "--correct", "--dir", dir); !strings.Contains(again, "has a memory already") {
		t.Errorf("in a directory with a memory: %s", again)
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("golden files hold the last digits of amd64")
	}
	golden.File(t, "testdata/correct.golden", steady(out, dir))
	golden.File(t, "testdata/correct.svg", string(svg))
}

// agrees holds the picture to the table: what the table says of each search
// stands above its half.
func agrees(t *testing.T, out, svg string) {
	t.Helper()
	columns := func(label string) (without, with string) {
		m := regexp.MustCompile(`(?m)^  ` + label + `  +(\S+(?: [m%])?)  +(\S+(?: [m%])?)$`).FindStringSubmatch(out)
		if m == nil {
			t.Fatalf("the table has no row %q:\n%s", label, out)
		}
		return m[1], m[2]
	}
	titles := regexp.MustCompile(`>(with|without) memory: (found|not found)<`).FindAllStringSubmatch(svg, -1)
	heads := regexp.MustCompile(`>(\d+) steps, (never went back|went back once|went back \d+ times), ([\d.]+ m) \(shortest way ([\d.]+ m)\)<`).FindAllStringSubmatch(svg, -1)
	if len(titles) != 2 || len(heads) != 2 || titles[0][1] != "without" || titles[1][1] != "with" {
		t.Fatalf("titles are %q, figures %q", titles, heads)
	}
	back := func(times string) string {
		n, _ := strconv.Atoi(times)
		return wentBack(episode.Metrics{Places: n + 1, DistinctPlaces: 1})
	}
	for i, label := range []string{"steps", "went back", "walked", "shortest way"} {
		without, with := columns(label)
		if label == "went back" {
			without, with = back(without), back(with)
		}
		if got := [2]string{heads[0][i+1], heads[1][i+1]}; got != [2]string{without, with} {
			t.Errorf("%s: the picture says %q, the table %q and %q", label, got, without, with)
		}
	}
	for _, label := range []string{"plans", "SPL", "STUCK", "back and forth", "wasted steps", "entered again"} {
		columns(label)
	}
	verdicts := map[string]string{"yes": "found", "no": "not found"}
	if without, with := columns("found"); titles[0][2] != verdicts[without] || titles[1][2] != verdicts[with] {
		t.Errorf("the picture says %q, the table %q and %q", titles, without, with)
	}
}

// TestCompareSeed looks for the house of the comparison by its rule, among
// NAVD_SEEDS houses, and says how much memory gained in each with such a loop.
func TestCompareSeed(t *testing.T) {
	most, err := strconv.ParseUint(os.Getenv("NAVD_SEEDS"), 10, 16)
	if err != nil {
		t.Skip("set NAVD_SEEDS to how many houses to try, 60 say")
	}
	var first uint64
	var gains []float64
	for seed := uint64(1); seed <= most; seed++ {
		none, context := bothArms(t, seed)
		if none == nil || none.Metrics.ABABA == 0 {
			continue
		}
		if first == 0 {
			first = seed
		}
		gain := *context.Metrics.SPL - *none.Metrics.SPL
		gains = append(gains, gain)
		t.Logf("seed %2d: steps %d and %d, SPL %s and %s, gain %+.2f", seed, none.Steps, context.Steps,
			figure(none.Metrics.SPL), figure(context.Metrics.SPL), gain)
	}
	slices.Sort(gains)
	if len(gains) > 0 {
		t.Logf("%d of %d houses; gain in SPL %+.2f to %+.2f, median %+.2f", len(gains), most, gains[0], gains[len(gains)-1], gains[len(gains)/2])
	}
	if first != compareSeed {
		t.Errorf("the first house with a loop is that of seed %d, compareSeed is %d", first, compareSeed)
	}
}

// bothArms searches a house without and with memory; none where the house has
// no sofa.
func bothArms(t *testing.T, seed uint64) (none, context *robot.Outcome) {
	t.Helper()
	task, err := demoTask(demoFlags{seed: seed, goal: "Sofa", profile: "clean"})
	if err != nil {
		return nil, nil
	}
	d := &demo{app: &app{out: &bytes.Buffer{}, err: &bytes.Buffer{}}, task: task, dir: t.TempDir()}
	sides := []*side{{arm: aimless}, {arm: recalling}}
	err = d.host(t.Context(), "", func(c *client.Client) error {
		for _, s := range sides {
			if err := d.searchAs(t.Context(), c, s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return &sides[0].out, &sides[1].out
}
