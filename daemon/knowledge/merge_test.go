package knowledge

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/knowledge/dmn"
)

// bodyOf reads sentences into one rule, row by row.
func bodyOf(t testing.TB, policy dmn.Policy, sentences ...string) Body {
	t.Helper()
	b := Read(sentences[0], Rule).Body
	for _, s := range sentences[1:] {
		var err error
		if b, err = b.Merge(Read(s, Rule).Body, Extends, 0); err != nil {
			t.Fatal(err)
		}
	}
	b.Rule.Decisions[0].Table.Policy = policy
	return b
}

// TestMerge: each relation on rules, memories and skills.
func TestMerge(t *testing.T) {
	tv, laptop := "never enter the bathroom when looking for a television", "never enter the kitchen when looking for a laptop"
	stuck := "prefer the bathroom when looking for a television and stuck"
	keys := Body{Text: "the keys hang by the door\nthe cups are in the kitchen"}
	steps := Body{Skill: &Guide{Name: "door", Description: "cross a door", Text: "Before.\n1. face it\n2. go through\nAfter."}}
	step := func(text string) Body { return Body{Skill: &Guide{Text: "1. " + text}} }
	for _, c := range []struct {
		name     string
		old, add Body
		relation Relation
		at       int
		want     []string // lines, or what is wrong
	}{
		{"a row more", bodyOf(t, dmn.First, tv), bodyOf(t, dmn.First, laptop), Extends, 0, []string{
			`row 1: forbid place "bathroom" when target "television"`, `row 2: forbid place "kitchen" when target "laptop"`}},
		{"a row with other columns", bodyOf(t, dmn.First, tv), bodyOf(t, dmn.First, "when stuck, turn left"), Extends, 0, []string{
			`row 1: forbid place "bathroom" when target "television"`, `row 2: prefer direction "left" when stuck true`}},
		{"an exception goes before", bodyOf(t, dmn.First, laptop, tv), bodyOf(t, dmn.First, stuck), Exception, 2, []string{
			`row 1: forbid place "kitchen" when target "laptop"`, `row 2: prefer place "bathroom" when target "television" and stuck true`, `row 3: forbid place "bathroom" when target "television"`}},
		{"an exception is taken out", bodyOf(t, dmn.Unique, tv), bodyOf(t, dmn.First, stuck), Exception, 1, []string{
			`row 1: forbid place "bathroom" when target "television" and stuck not(true)`, `row 2: prefer place "bathroom" when target "television" and stuck true`}},
		{"an exception that cannot be", bodyOf(t, dmn.Collect, tv), bodyOf(t, dmn.First, stuck), Exception, 1, []string{"an exception needs a table with the hit policy F or U, this one has C"}},
		{"no one condition more", bodyOf(t, dmn.Unique, tv), bodyOf(t, dmn.First, "prefer the bathroom when stuck and the battery is below 20"), Exception, 1, []string{"under the hit policy U an exception is one more condition on a row, and this one cannot be negated"}},
		{"a row is another", bodyOf(t, dmn.First, tv, laptop), bodyOf(t, dmn.First, "never enter the garage when looking for a laptop"), Refines, 2, []string{
			`row 1: forbid place "bathroom" when target "television"`, `row 2: forbid place "garage" when target "laptop"`}},
		{"which row", bodyOf(t, dmn.First, tv, laptop), bodyOf(t, dmn.First, stuck), Refines, 0, []string{"it has 2 rows: say which is meant"}},
		{"no such row", bodyOf(t, dmn.First, tv, laptop), bodyOf(t, dmn.First, stuck), Refines, 3, []string{"it has 2 rows, there is no 3"}},
		{"another rule", bodyOf(t, dmn.First, tv, laptop), bodyOf(t, dmn.First, stuck), Supersedes, 0, []string{`row 1: prefer place "bathroom" when stuck true and target "television"`}},
		{"another kind", keys, bodyOf(t, dmn.First, tv), Extends, 0, []string{"items of different kinds cannot be merged"}},
		{"no change", keys, keys, Complements, 0, []string{"COMPLEMENTS changes no item"}},
		{"a statement more", keys, Body{Text: "the vase is red"}, Extends, 0, []string{"the keys hang by the door", "the cups are in the kitchen", "the vase is red"}},
		{"a statement is another", keys, Body{Text: "the keys lie on the desk"}, Refines, 1, []string{"the keys lie on the desk", "the cups are in the kitchen"}},
		{"a step more", steps, step("look back"), Extends, 0, []string{"door: cross a door", "Before.", "1. face it", "2. go through", "3. look back", "After."}},
		{"a step is another", steps, step("knock"), Refines, 1, []string{"door: cross a door", "Before.", "1. knock", "2. go through", "After."}},
	} {
		before := c.old.Render()
		got := []string{}
		if merged, err := c.old.Merge(c.add, c.relation, c.at); err != nil {
			got = append(got, err.Error())
		} else {
			for l := range strings.SplitSeq(strings.TrimSpace(merged.Render()), "\n") {
				if l = strings.TrimSpace(l); strings.HasPrefix(l, "row ") || c.old.Rule == nil {
					got = append(got, l)
				}
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if c.old.Render() != before {
			t.Errorf("%s: the old body was changed", c.name)
		}
	}
}

// TestMergeKeeps: whatever is merged, EXTEND keeps every row in its order, and
// REFINE changes only the one that is named; and what was decided before for other
// cases is decided the same under FIRST.
func TestMergeKeeps(t *testing.T) {
	sentences := []string{
		"never enter the bathroom when looking for a television", "never enter the kitchen when looking for a laptop", "when stuck, turn left",
		"prefer the garage when the battery is below 20", "when in the kitchen, do not go ahead", "after 300 steps go at most 2 m", "avoid the attic when looking for a television and stuck",
	}
	rapid.Check(t, func(rt *rapid.T) {
		lot := rapid.SliceOfN(rapid.SampledFrom(sentences), 1, 5).Draw(rt, "old")
		old := bodyOf(t, dmn.First, lot...)
		add := Read(rapid.SampledFrom(sentences).Draw(rt, "new"), Rule).Body
		relation := rapid.SampledFrom([]Relation{Extends, Exception, Refines}).Draw(rt, "relation")
		at := rapid.IntRange(0, len(lot)+1).Draw(rt, "at")
		merged, err := old.Merge(add, relation, at)
		if err != nil {
			return
		}
		was, now := old.parts(), merged.parts()
		if relation == Refines {
			if at = max(at, 1); len(now) != len(was) || !slices.Equal(slices.Delete(slices.Clone(was), at-1, at), slices.Delete(slices.Clone(now), at-1, at)) {
				rt.Errorf("refined %d: %v, was %v", at, now, was)
			}
			return
		}
		next := 0
		for _, row := range was {
			i := slices.Index(now[next:], row)
			if i < 0 {
				rt.Fatalf("%q is lost: %v", row, now)
			}
			next += i + 1
		}
		more := 1
		if relation == Extends && slices.Contains(was, add.parts()[0]) {
			more = 0 // it is there
		}
		if len(now) != len(was)+more {
			rt.Errorf("%d rows of %d", len(now), len(was))
		}
	})
}

// TestKept is the check itself: it refuses what loses, moves or changes more.
func TestKept(t *testing.T) {
	for _, c := range []struct {
		old, now string
		mode     Mode
		changed  int
		ok       bool
	}{
		{"a b", "a b c", Extend, -1, true}, {"a b", "a c b", Extend, -1, true}, {"a b", "b a", Extend, -1, false}, {"a b", "a c", Extend, -1, false},
		{"a b", "a c", Refine, 1, true}, {"a b", "c b", Refine, 1, false}, {"a b", "a", Refine, 1, false}, {"a a", "a", Extend, -1, false},
	} {
		if err := kept(strings.Fields(c.old), strings.Fields(c.now), c.mode, c.changed); (err == nil) != c.ok {
			t.Error(fmt.Sprint(c), err)
		}
	}
}
