package think_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/nav"
	"navd/daemon/think"
)

// home is a small house: the robot stands in a corridor and circles. To its left is a
// kitchen it knows, ahead a room nobody has looked at, to its right a study.
func home() think.Snapshot {
	return think.Snapshot{
		Goal: "sofa", Step: 40, Anchor: 2, Stuck: true,
		Ways: []think.Way{
			{Angle: 0, View: 0, Room: "living room", WayM: 3, Steps: 40, Chance: 0.6, New: 0.9, End: nav.Pose{X: 3}, Why: "ahead"},
			{Angle: -90, View: 3, Room: "study", WayM: 2, Steps: 34, Chance: 0.2, New: 0.5, End: nav.Pose{Y: -2}, Why: "right"},
			{Angle: 90, View: 9, Room: "kitchen", WayM: 2, Steps: 34, Chance: 0.05, New: 0.05, End: nav.Pose{Y: 2}, Why: "left"},
			{Angle: 150, View: 7, Room: "bathroom", WayM: 2, Steps: 34, Chance: 0.1, New: 1, End: nav.Pose{X: -2, Y: 1}, Why: "behind"},
		},
		Banned: []think.Ban{{View: 7, Rule: "k1@1", Why: "never enter the bathroom"}},
		Places: []nav.PlaceNode{
			{ID: 1, Type: "corridor", Label: "corridor", First: 0, Last: 40, Visits: 3},
			{ID: 2, Type: "kitchen", Label: "Kitchen", First: 5, Last: 20, Visits: 2, Objects: []string{"fridge", "red mug"}, Description: "A kitchen with a sink"},
		},
		Anchors: []think.Anchor{{ID: 1, Place: 1, X: -3}, {ID: 2, Place: 1}, {ID: 3, Place: 2, Y: 2}},
		Links:   [][2]int{{0, 1}, {1, 2}},
		Texts: []think.Text{
			{ID: "place 1", Title: "place 1, corridor", Body: "Place 1 is a corridor. It is narrow."},
			{ID: "place 2", Title: "place 2, Kitchen", Body: "Place 2 is a kitchen. A red mug is on the counter. The mug is full."},
			{ID: "g1", Title: "said: g1", Body: "The sofa is not in the kitchen."},
		},
	}
}

// byWords ranks texts that share a word with the query before the others.
func byWords(query string, texts []think.Text, k int) (found []int, err error) {
	for i, t := range texts {
		if strings.Contains(strings.ToLower(t.Title+t.Body), strings.ToLower(query)) {
			found = append(found, i)
		}
	}
	for i := range texts {
		if !slices.Contains(found, i) {
			found = append(found, i)
		}
	}
	return found[:min(k, len(found))], nil
}

func TestActions(t *testing.T) {
	type do struct{ action, param, want string }
	for _, c := range []struct {
		name string
		do   []do
	}{
		{"search opens, lookup goes through its sentences", []do{
			{"Search", "red mug", "Place 2 is a kitchen. A red mug is on the counter. The mug is full."},
			{"Lookup", "mug", "(Result 1 / 2) A red mug is on the counter."},
			{"lookup", "mug", "(Result 2 / 2) The mug is full."},
			{"Lookup", "mug", "No more results."},
			{"Lookup", "kitchen", "(Result 1 / 1) Place 2 is a kitchen."},
		}},
		{"a miss shows similar titles and opens nothing", []do{
			{"Search", "piano", "Nothing is remembered of piano. Similar: place 1, corridor; place 2, Kitchen; said: g1."},
			{"Lookup", "mug", "No text is open: Search first"},
		}},
		{"a title is found as it stands", []do{{"Search", "Place 1", "Place 1 is a corridor. It is narrow."}}},
		{"without parameters", []do{
			{"Search", "", "Search needs words to look for, like Search[sofa]"},
			{"Lookup", " ", "Lookup needs a word, like Lookup[sofa]"},
			{"Recall", "", "Recall needs a place, by number or type, like Recall[3] or Recall[kitchen]"},
			{"Path", "", "Path needs an anchor or a place, like Path[anchor 4] or Path[place 2]"},
			{"Simulate", "", "Simulate needs an angle in degrees from view 0, positive left, like Simulate[-30]"},
		}},
		{"recall by number and by type", []do{
			{"Recall", "place 2", "Place 2 is a kitchen. The robot entered it at step 5 and was last in it at step 20. It was entered 2 times. A kitchen with a sink. Seen there: fridge, red mug. It is 1 anchor and 2.0 m away."},
			{"Recall", "attic", "No place is called attic. Places: 1 (corridor), 2 (kitchen)."},
		}},
		{"path along walked ways", []do{
			{"Path", "anchor 3", "anchor 3 is 1 anchor and 2.0 m away; the way begins at 90 degrees."},
			{"Path", "kitchen", "place 2, kitchen is 1 anchor and 2.0 m away; the way begins at 90 degrees."},
			{"Path", "anchor 2", "The robot is at anchor 2."},
			{"Path", "anchor 9", "Nothing is called anchor 9. Anchors are 1 to 3; places: 1 (corridor), 2 (kitchen)."},
		}},
		{"frontier lists the ways, forbidden ones too", []do{{"Frontier", "", "angle 0: living room, 3.0 m, about 40 steps, chance 0.60, 90% new\n" +
			"angle -90: study, 2.0 m, about 34 steps, chance 0.20, 50% new\n" +
			"angle 90: kitchen, 2.0 m, about 34 steps, chance 0.05, 5% new\n" +
			"angle 150: bathroom, 2.0 m, about 34 steps, chance 0.10, 100% new, forbidden by k1@1"}}},
		{"simulate says where it ends, and loops", []do{
			{"Simulate", "5", "After 3.0 m and about 40 steps at (3.0, 0.0): living room, chance 0.60, 90% new."},
			{"Simulate", "146", "After 5.0 m and about 57 steps at (0.0, 2.0): kitchen, chance 0.05, 5% new. Revisit: anchor 3 is there. Loop: a leg that way came to nothing before, or the robot was there again and again."},
		}},
		{"an action nobody knows", []do{{"Jump", "up", "Invalid action: Jump"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, s := think.New(home(), byWords), think.State{}
			for _, d := range c.do {
				seen, err := m.Do(s, d.action, d.param)
				if err != nil || seen.Observation != d.want || seen.Done {
					t.Errorf("%s[%s]: %v\n got %q\nwant %q", d.action, d.param, err, seen.Observation, d.want)
				}
				s = seen.State
			}
		})
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name, param string
		score       float64
		want        string
	}{
		{"new and likely", "angle=0; goal_scene_type=living room; why=nobody looked; there", 0.97, "Accepted, 0.97: 90% new, chance 0.60 of at most 0.60"},
		{"near the angle of a way", "-85°", 0.65, "Weak, 0.65: 50% new, chance 0.20 of at most 0.60"},
		{"where the robot was in vain", "angle=90", 0.24, "Weak, 0.24: it goes where the robot came to nothing before, 5% new, chance 0.05 of at most 0.60"},
		{"a rule forbids it", "angle=150; why=it is new", 0, "Refused: view 7 is forbidden by k1@1 (never enter the bathroom)"},
		{"no way begins there", "angle=45", 0, "Refused: angle 45: no way to anything new begins there; ways begin at 0, -90, 90, 150"},
		{"out of range", "angle=720", 0, "Refused: angle is missing or no number from -360 to 360; write Finish[angle=-30; goal_scene_type=kitchen; why=...]"},
		{"nothing", "", 0, "Refused: angle is missing or no number from -360 to 360; write Finish[angle=-30; goal_scene_type=kitchen; why=...]"},
		{"not a number", "angle=NaN", 0, "Refused: angle is missing or no number from -360 to 360; write Finish[angle=-30; goal_scene_type=kitchen; why=...]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			seen, err := think.New(home(), byWords).Do(think.State{}, "Finish", c.param)
			if err != nil || !seen.Done || seen.Reward != c.score || seen.Observation != c.want {
				t.Errorf("%v %+v, want %v %q", err, seen, c.score, c.want)
			}
		})
	}
}

// TestPropose: the proposer tries the allowed ways, the best first, goes on from where
// each ends, and answers with the first.
func TestPropose(t *testing.T) {
	m := think.New(home(), byWords)
	first := m.Propose(think.State{}, 5)
	var actions []string
	for _, p := range first {
		actions = append(actions, p.Action)
	}
	if diff := cmp.Diff([]string{"Simulate[0]", "Simulate[-90]", "Simulate[90]"}, actions); diff != "" {
		t.Error(diff)
	}
	one, _ := m.Do(think.State{}, "Simulate", "0")
	second := m.Propose(one.State, 5)
	if len(second) != 2 || !strings.HasPrefix(second[0].Action, "Simulate[") {
		t.Fatalf("after one way: %+v", second)
	}
	two, _ := m.Do(one.State, "Simulate", strings.TrimSuffix(strings.TrimPrefix(second[0].Action, "Simulate["), "]"))
	if last := m.Propose(two.State, 5); len(last) != 1 || last[0].Action != "Finish[angle=0; goal_scene_type=living room; why=ahead]" {
		t.Errorf("after two ways: %+v", last)
	}
	if a, b := m.Value(one.State), m.Value(two.State); a <= 0 || b <= a || b > 1 {
		t.Errorf("one way is worth %.3f, two %.3f", a, b)
	}
}
