package knowledge

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/knowledge/dmn"
	"navd/daemon/words"
)

// sightsOf are twelve views, of which some are shown, with their labels.
func sightsOf(shown map[int]words.Key) []Sight {
	all := make([]Sight, words.Views)
	for v := range all {
		label, is := shown[v]
		all[v] = Sight{View: v, Shown: is, Label: label}
	}
	return all
}

// wants is a rule with one effect.
func wants(rule string, priority int, do, what, text string) Fired {
	e := Effect{Do: do, What: what, Text: text}
	if what == "place" {
		e.Place, e.Text = words.Key(text), ""
	}
	return Fired{Rule: rule, Priority: priority, Effects: []Effect{e}}
}

// TestWeigh: which views rules forbid, shown or not, and which rules give way.
func TestWeigh(t *testing.T) {
	shown := map[int]words.Key{0: "bathroom", 3: "corridor", 6: "kitchen"}
	for _, c := range []struct {
		name  string
		fired []Fired
		want  string // views, overruled rules
	}{
		{"nothing", nil, "[] []"},
		{"a room", []Fired{wants("k1@1", 50, "forbid", "place", "bathroom")}, "[0] []"},
		{"a side, of which nothing is shown", []Fired{wants("k1@1", 50, "forbid", "direction", "left")}, "[8 9 10] []"},
		{"ahead", []Fired{wants("k1@1", 50, "forbid", "direction", "ahead")}, "[0 1 11] []"},
		{"one view", []Fired{wants("k1@1", 50, "forbid", "direction", "view 3")}, "[3] []"},
		{"a room that is required", []Fired{wants("k1@1", 50, "require", "place", "kitchen")}, "[0 1 2 3 4 5 7 8 9 10 11] []"},
		{"one that nobody sees", []Fired{wants("k1@1", 50, "require", "place", "garage")}, "[] []"},
		{"every room", []Fired{wants("k1@1", 90, "forbid", "place", "bathroom"), wants("k2@1", 50, "forbid", "place", "kitchen"), wants("k3@1", 10, "forbid", "place", "corridor")}, "[0 6] [k3@1]"},
		{"two at odds", []Fired{wants("k1@1", 90, "require", "place", "kitchen"), wants("k2@1", 50, "forbid", "place", "kitchen")}, "[0 1 2 3 4 5 7 8 9 10 11] [k2@1]"},
	} {
		v := Weigh(c.fired, sightsOf(shown), 0)
		views := []int{}
		for _, b := range v.Bans {
			views = append(views, b.View)
		}
		if got := fmt.Sprint(views, v.Overruled); got != c.want || v.Conflict != (len(v.Overruled) > 0) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestWeighLeavesAWay: whatever rules want, a shown view is left, and rules of a
// higher priority give way only after all of a lower one that forbid.
func TestWeighLeavesAWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rooms := []string{"bathroom", "corridor", "kitchen", ""}
		shown := map[int]words.Key{}
		for _, v := range rapid.SliceOfNDistinct(rapid.IntRange(0, 11), 1, 12, rapid.ID[int]).Draw(t, "shown") {
			shown[v] = words.Key(rapid.SampledFrom(rooms).Draw(t, "room"))
		}
		var fired []Fired
		for i := range rapid.IntRange(0, 6).Draw(t, "rules") {
			do := rapid.SampledFrom([]string{"forbid", "require", "prefer"}).Draw(t, "do")
			if rapid.Bool().Draw(t, "place") {
				fired = append(fired, wants(fmt.Sprintf("k%d@1", i+1), 100-i, do, "place", rapid.SampledFrom(rooms[:3]).Draw(t, "which")))
			} else {
				fired = append(fired, wants(fmt.Sprintf("k%d@1", i+1), 100-i, do, "direction", rapid.SampledFrom(append(sides, "view 3")).Draw(t, "where")))
			}
		}
		v := Weigh(fired, sightsOf(shown), rapid.IntRange(0, 11).Draw(t, "facing"))
		if !slices.ContainsFunc(sightsOf(shown), func(s Sight) bool { _, banned := v.Forbids(s.View); return s.Shown && !banned }) {
			t.Errorf("no view is left: %+v", v)
		}
		for i, f := range fired {
			if !slices.Contains(v.Overruled, f.Rule) {
				continue
			}
			for _, lower := range fired[i+1:] {
				if lower.Effects[0].Do != "prefer" && !slices.Contains(v.Overruled, lower.Rule) {
					t.Errorf("%s gave way before %s", f.Rule, lower.Rule)
				}
			}
		}
	})
}

// What can go live and looks like a mistake is told.
func TestOddities(t *testing.T) {
	forbid := func(cells ...string) *dmn.Model {
		var rows []Row
		for _, c := range cells {
			rows = append(rows, Row{Then: map[string]string{"forbid place": c}})
		}
		return TableOf("t", dmn.First, rows)
	}
	when := func(input string, cells ...string) *dmn.Model {
		var rows []Row
		for _, c := range cells {
			rows = append(rows, Row{When: map[string]string{input: c}, Then: map[string]string{"forbid place": `"kitchen"`}})
		}
		return TableOf("t", dmn.First, rows)
	}
	for _, c := range []struct {
		name string
		rule *dmn.Model
		want []string
	}{
		{"things as plans call them", when("target", `"television"`, `not("sofa", "bed")`), nil},
		{"things that plans call otherwise", when("target", `"sofa"`, `"TV", "couch"`, `"머그컵"`), []string{
			`effect: row 2: "TV" never matches: plans say "television"`, `effect: row 2: "couch" never matches: plans say "sofa"`, `effect: row 3: "머그컵" never matches: plans say "mug"`}},
		{"a room that plans call otherwise", when("place_type", `"Hallway"`), []string{`effect: row 1: "Hallway" never matches: plans say "corridor"`}},
		{"rooms of the tables", forbid(`"kitchen"`, `"거실"`), nil},
		{"a room that nobody knows", forbid(`"kitchen"`, `"flurbroom"`), []string{`effect: row 2: "flurbroom" is no room that navd knows, and means only places with that label`}},
		{"no rows", forbid(), []string{"effect: the table has no rows, and never demands anything"}},
	} {
		if diff := cmp.Diff(c.want, Oddities(c.rule)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
