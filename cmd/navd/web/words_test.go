package web_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"navd/cmd/navd/story"
	"navd/daemon/words"
	"navd/ipc"
)

// saysAsTheTerminal holds the few words that the page makes itself to those of package
// story.
func saysAsTheTerminal(t *testing.T, b *browser) {
	b.open(newPage(t, false, nobody))
	b.until(`window.sayings || void import("/words.js").then((m) => { window.sayings = m; })`)
	compare := func(of string, values any, want []string) {
		t.Helper()
		data, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		got := value[[]string](b, fmt.Sprintf("(%s).map((x) => %s)", data, of))
		if !slices.Equal(got, want) {
			t.Errorf("%s of %s\ngot  %q\nwant %q", of, data, got, want)
		}
	}
	seconds := []float64{-1, 0, 0.4, 0.6, 59.4, 59.6, 60, 3599, 3600, 86400, 172799, 172800, 1e6}
	angles := []float64{0, 0.4, -0.4, 1, -1, 29.6, -90, 179.4, 179.6, 180, -180}
	counts := []int{0, 1, 2}
	goals := []string{"sofa", "a long thing", "An apple", "the bed", "a", "theatre seat"}
	var times, ways, things, acts, sought []string
	for _, s := range seconds {
		times = append(times, story.Lasted(time.Duration(s*float64(time.Second))))
	}
	for _, a := range angles {
		ways = append(ways, story.Direction(a, "straight ahead", "to the "))
	}
	for _, n := range counts {
		things = append(things, words.Count(n, "step"))
	}
	for _, g := range goals {
		sought = append(sought, story.The(g))
	}
	compare("sayings.the(x) + x", goals, sought)
	compare("sayings.lasted(x)", seconds, times)
	compare("sayings.direction(x)", angles, ways)
	compare(`sayings.plural(x, "step")`, counts, things)

	var doing ipc.WhereResult
	doing.Seq, doing.PlanDue.Due = 1, true
	does := story.Where(doing)
	idle := []float64{0, 0.69, 0.7, 1.99, 2, 90}
	for _, s := range idle {
		acts = append(acts, story.At(does, time.Duration(s*float64(time.Second))).Text)
	}
	data, err := json.Marshal(does)
	if err != nil {
		t.Fatal(err)
	}
	compare(fmt.Sprintf("sayings.now(%s, x).text", data), idle, acts)
}
