package vlm

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/caption"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/words"
)

// full is a prompt in which every kind of line stands once or more.
const full = `Goal object: Sofa
Views shown: 0, 1, 3, 6. The robot faces view 11.
View 0 (angle 0): bedroom; free 2.5 m, sight 4.0 m; objects: Bed, SidE table
View 1 (angle -30): free 0.5 m, sight 8.0 m
View 3 (angle -90): corridor

Navigation Context
Goal: Sofa. Step 77.
You are at x=1.00 y=-2.00 yaw=-30, anchor 12, in place 2: Bedroom (key 1, visited 2) with Bed, lamp; A room with a sofa
Avoid: pattern:STUCK. You are going round in circles; choose a way you have not tried.
Revisits so far: 1.
Angle 0 (view 0): newness 0.12; known bedroom (key 1, visited 2); known corridor (key 3, visited 4); a leg that way moved 0.20 m, ended in a loop; a leg that way moved 2.50 m, reached a new place, brought a new view.
Angle -30 (view 1): nothing known.
Angle -90 (view 3): newness 0.30; the detector found no goal there; that room was looked over once.
Angle 180 (view 6): newness 1.00.
Opening 1 at angle -60, 2.2 m to walk, beside corridor and bedroom with bed, lamp, 0.9 m wide, 4 m² not seen behind it; the room was looked over 3 times; you came by once; you went for it 2 times; you did not get near once; 2 more such edges that way.
Opening 2 at angle 9, 5.0 m to walk, beside unknown, 1.0 m wide, 2 m² not seen behind it.
Plan 1: goal seen false, towards living room: it is likely Outcome: moved 3.00 m, brought a new view.
Plan 2: goal seen true, towards bedroom: the sofa is in sight [pattern:STUCK] Outcome: moved 0.00 m, ended in a loop.
Plan 3: goal seen false, towards kitchen: under way
Scan site 2, 2.1 m away at angle -45, 3.4 m to walk, the goal was seen from there at angle 30 and 60, untried: corridor at angle 90 free 2.0 m newness 0.70; unknown at angle -120 free 1.5 m newness 0.40.
Place 4: Lounge (key 4, visited 1) with TV, SOFA.
Place 3: Hall (key 3, visited 1) with Plant.
Neighbour of your anchor: 11.
Anchor 11 at x=1.00 y=-1.75 in place 2.
Anchor 3 (place 1, bedroom) may be this spot, 0.52 m off.
`

func blank() (b brief) {
	for i := range b.views {
		b.views[i].newness = -1
	}
	return b
}

var unexported = cmp.AllowUnexported(brief{}, view{}, leg{}, plan{}, site{}, opening{}, frontier{})

// TestReadBrief reads every line of a prompt, and nothing out of others.
func TestReadBrief(t *testing.T) {
	want := blank()
	want.goal, want.shown, want.facing, want.here, want.avoid, want.holders = "sofa", []int{0, 1, 3, 6}, 11, "bedroom", true, []int{4}
	want.views[0] = view{
		labelled: true, measured: true, kind: "bedroom", free: 2.5, sight: 4, objects: []string{"Bed", "SidE table"}, newness: 0.12,
		keys: []int{1, 3}, visits: 4, legs: []leg{{0.2, false, true}, {2.5, true, false}},
	}
	want.views[1] = view{labelled: true, measured: true, free: 0.5, sight: 8, newness: -1}
	want.views[3] = view{labelled: true, kind: "corridor", newness: 0.3, scans: 1, vetoed: true}
	want.views[6].newness = 1
	want.plans = []plan{{"living room", leg{3, true, false}}, {"bedroom", leg{0, false, true}}}
	want.sites = []site{{2.1, -45, 3.4, true, []frontier{{"corridor", 90, 2, 0.7}, {"unknown", -120, 1.5, 0.4}}}}
	want.openings = []opening{{-60, 2.2, 4, []words.Key{"corridor", "bedroom"}, 3, 2, 1}, {9, 5, 2, []words.Key{"unknown"}, 0, 0, 0}}
	if diff := cmp.Diff(want, readBrief(full), unexported); diff != "" {
		t.Error(diff)
	}
	windows := strings.ReplaceAll("Some other words first.\n\n"+full+"\nAnswer with JSON.", "\n", "\r\n")
	if diff := cmp.Diff(want, readBrief(windows), unexported); diff != "" {
		t.Errorf("among other words:\n%s", diff)
	}
	for _, text := range []string{"", "Hello.", "View 12 (angle 0): kitchen", "View 99999999999999999999 (angle 0): kitchen", "Views shown: 12, x.", "Angle 0 (view 77): newness 0.5."} {
		if diff := cmp.Diff(blank(), readBrief(text), unexported); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

// TestReadsWhatIsWritten reads the prompt that the planner itself writes.
func TestReadsWhatIsWritten(t *testing.T) {
	free, see := 2.5, 6.0
	m, _, _ := nav.New("ep", "red sofa", nav.DefaultConfig())
	sv := m.Survey([]int{0, 3}, 11, []nav.Glimpse{{View: 3, SceneType: "거실", FreeM: &free, SeeM: &see, Objects: []string{"plant", "lamp"}}})
	prompt, err := planner.ParsePrompt(planner.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	got := readBrief(planner.Brief{Survey: sv, Context: m.Context(sv, nav.Prompt{})}.Ask(prompt).Prompt)
	want := blank()
	want.goal, want.shown, want.facing, want.here = "sofa", []int{0, 3}, 11, "unknown"
	want.views[3] = view{labelled: true, measured: true, kind: "living room", free: 2.5, sight: 6, objects: []string{"lamp", "plant"}, newness: sv.Here[1].Newness}
	if diff := cmp.Diff(want, got, unexported); diff != "" {
		t.Error(diff)
	}
}

// TestDecide goes through what makes a sensible model choose a way.
func TestDecide(t *testing.T) {
	const head = "Goal object: Sofa\nViews shown: 0, 2, 4. The robot faces view 0.\n"
	const labels = "View 0 (angle 0): kitchen; free 3.0 m, sight 4.0 m\nView 2 (angle -60): living room; free 3.0 m, sight 4.0 m\nView 4 (angle -120): corridor; free 3.0 m, sight 4.0 m\n"
	const fresh = "Angle 0 (view 0): newness 0.50.\nAngle -60 (view 2): newness 0.50.\nAngle -120 (view 4): newness 0.50.\n"
	const doors = "Opening 1 at angle -120, 3.0 m to walk, beside living room, 1.0 m wide, 4 m² not seen behind it.\n" +
		"Opening 2 at angle -60, 3.0 m to walk, beside bathroom, 1.0 m wide, 4 m² not seen behind it.\n"
	const here = "You are at x=0.00 y=0.00 yaw=90, anchor 1, in place 1: kitchen (key 1, visited 1).\n"
	for _, tt := range []struct {
		name, prompt string
		seen         []caption.Seen
		goal         bool
		angle        float64
		kind         string
	}{
		{"the likeliest room", head + labels + fresh, nil, false, -60, "living room"},
		{"not where nothing is new", head + labels + strings.ReplaceAll(fresh, "(view 2): newness 0.50", "(view 2): newness 0.00"), nil, false, -120, "corridor"},
		{"not where a leg got stuck", head + labels + strings.ReplaceAll(fresh, "(view 2): newness 0.50", "(view 2): newness 0.50; a leg that way moved 0.25 m"), nil, false, -120, "corridor"},
		{"twice as far, never mind", head + strings.ReplaceAll(labels, "living room; free 3.0", "living room; free 5.0") + fresh, nil, false, -60, "living room"},
		{"no floor", head + strings.ReplaceAll(labels, "living room; free 3.0", "living room; free 0.7") + fresh, nil, false, -120, "corridor"},
		{"where that kind of room brought nothing", head + labels + fresh + strings.Repeat("Plan 1: goal seen false, towards living room: so Outcome: moved 2.00 m.\n", 5), nil, false, -120, "corridor"},
		{"avoid what was tried", head + labels + "Avoid: pattern:ABABA. Choose.\n" + strings.ReplaceAll(fresh, "(view 2): newness 0.50", "(view 2): newness 0.50; a leg that way moved 2.00 m, brought a new view"), nil, false, -120, "corridor"},
		{"back to where it was seen", head + labels + "Angle 0 (view 0): newness 0.05; known bedroom (key 7, visited 1).\nAngle -60 (view 2): newness 0.12.\nPlace 7: Bedroom (key 7, visited 1) with Bed, Sofa.\n", nil, false, 0, "kitchen"},
		{"it is in this room", head + labels + here[:len(here)-2] + " with sofa.\n" + strings.ReplaceAll(fresh, "0.50", "0.20"), nil, false, 0, "kitchen"},
		{"in sight", head + labels + "View 4 (angle -120): corridor; objects: sofa\n" + fresh, nil, true, -120, "corridor"},
		{"in sight twice, the fewest turns", head + "View 2 (angle -60): hall; objects: plant, Sofa\nView 4 (angle -120): hall; objects: Couch\n", nil, true, -60, "corridor"},
		{"in sight, but there it got stuck", head + labels + "View 4 (angle -120): corridor; objects: sofa\nAngle -120 (view 4): newness 0.50; a leg that way moved 0.00 m.\n", nil, false, -60, "living room"},
		{"an earlier scan", head + strings.ReplaceAll(labels, "living room", "kitchen") + strings.ReplaceAll(fresh, "0.50", "0.05") +
			"Scan site 1, 2.0 m away at angle -100, untried: living room at angle 10 free 2.0 m newness 0.70.\n", nil, false, -100, "living room"},
		{"an earlier scan behind a wall", head + strings.ReplaceAll(labels, "corridor; free 3.0", "corridor; free 0.2") + strings.ReplaceAll(fresh, "0.50", "0.05") +
			"Scan site 1, 2.0 m away at angle -130, untried: living room at angle 10 free 2.0 m newness 0.70.\n", nil, false, -60, "living room"},
		{"an earlier scan at this very place", head + here + labels + strings.ReplaceAll(fresh, "0.50", "0.05") +
			"Scan site 1, 0.1 m away at angle 170, untried: living room at angle -60 free 2.0 m newness 0.70.\n", nil, false, -60, "living room"},
		{"back to where an earlier scan saw it", head + labels + fresh + "Scan site 1, 2.0 m away at angle -100, 4.0 m to walk, the goal was seen from there at angle 30.\n", nil, false, -100, "unknown"},
		{"in sight, but the detector found none", head + labels + "View 4 (angle -120): corridor; objects: sofa\nAngle -120 (view 4): newness 0.50; the detector found no goal there.\n", nil, false, -60, "living room"},
		{"not where it has been", head + labels + strings.ReplaceAll(fresh, "(view 2): newness 0.50", "(view 2): newness 0.50; that room was looked over 9 times"), nil, false, -120, "corridor"},
		{"nothing new, the most floor", head + strings.ReplaceAll(labels, "corridor; free 3.0", "corridor; free 3.5") + strings.ReplaceAll(fresh, "0.50", "0.00"), nil, false, -120, "corridor"},
		{"without memory, another room", head + here + labels, nil, false, -60, "living room"},
		{"without newness, far sight", head + here + "View 0 (angle 0): kitchen; free 3.0 m, sight 4.0 m\nView 4 (angle -120): kitchen; free 3.0 m, sight 8.0 m\n", nil, false, -120, "kitchen"},
		{"without newness, not where it has been", head + here + "View 0 (angle 0): bedroom; free 3.0 m, sight 4.0 m\nView 4 (angle -120): bedroom; free 3.0 m, sight 4.0 m\n" +
			"Angle 0 (view 0): known bedroom (key 2, visited 1).\n", nil, false, -120, "bedroom"},
		{"a picture, the goal in it", head, []caption.Seen{{Views: []caption.View{{View: 4, Type: "hallway", Objects: []string{"Sofa"}, FreeM: 1, SeeM: 1}}}}, true, -120, "corridor"},
		{"a picture for each view", head, []caption.Seen{{Views: []caption.View{{View: 0, Type: "bathroom", FreeM: 3, SeeM: 4}}}, {Views: []caption.View{{View: 2, Type: "living room", FreeM: 3, SeeM: 4}}}}, false, -60, "living room"},
		{"a picture of views that there are not", head, []caption.Seen{{Views: []caption.View{{View: -1}, {View: 12, Objects: []string{"Sofa"}}}}}, false, 0, "unknown"},
		{"an opening of the likeliest room", head + labels + fresh + doors, nil, false, -120, "living room"},
		{"an opening, not one that was tried in vain", head + labels + strings.ReplaceAll(doors, "behind it.", "behind it; you went for it once; you did not get near once.") + fresh + "Opening 3 at angle 10, 4.0 m to walk, beside kitchen, 1.0 m wide, 3 m² not seen behind it.\n", nil, false, 10, "kitchen"},
		{"an opening of a room that was not looked over", head + labels + fresh + strings.ReplaceAll(doors, "1.0 m wide, 4 m² not seen behind it.", "1.0 m wide, 4 m² not seen behind it; the room was looked over 9 times.") + "Opening 3 at angle 10, 3.0 m to walk, beside living room, 1.1 m wide, 3 m² not seen behind it.\n", nil, false, 10, "living room"},
		{"an opening behind which there is something to see", head + labels + fresh + strings.ReplaceAll(doors, "4 m²", "0 m²") + "Opening 3 at angle 10, 3.0 m to walk, beside kitchen, 1.1 m wide, 3 m² not seen behind it.\n", nil, false, 10, "kitchen"},
		{"where it was seen, rather than an opening", head + labels + fresh + doors + "Scan site 1, 2.0 m away at angle 5, 4.0 m to walk, the goal was seen from there at angle 30.\n", nil, false, 5, "unknown"},
		{"views that are not shown", "Goal object: Sofa\nViews shown: 4.\n" + labels + fresh, nil, false, -120, "corridor"},
		{"nobody says what is shown", "Goal object: Sofa\n" + labels + fresh, nil, false, -60, "living room"},
		{"nothing at all", "", nil, false, 0, "unknown"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := readBrief(tt.prompt)
			b.look(tt.seen)
			d := b.decide()
			if d.GoalFlag != tt.goal || d.Angle != tt.angle || d.SceneType != tt.kind || d.Why == "" {
				t.Errorf("got %+v, want %v %v %s", d, tt.goal, tt.angle, tt.kind)
			}
		})
	}
}

// FuzzReadBrief holds that any prompt is answered with a decision that parses
// as itself.
func FuzzReadBrief(f *testing.F) {
	for _, text := range []string{full, "", "View 0 (angle 0): ;;; free 1 m, sight 2 m", "Angle 0 (view 0): newness 9999999999.", "You are at yaw=999999999999, in place 1: x (key 1, visited 1)\nScan site 1, 0.0 m away at angle 5, untried: a at angle 9 free 1.0 m newness 0.5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, prompt string) {
		b := readBrief(prompt)
		d := b.decide()
		got, err := planner.ParseIn(nav.Wording{}, nil)(d.JSON())
		if err != nil {
			t.Fatalf("%v: %+v", err, d)
		}
		if math.IsNaN(d.Score) || d.View < 0 || d.View >= nav.Views || got.GoalFlag != d.GoalFlag || got.Angle != d.Angle {
			t.Errorf("decided %+v, read %+v", d, got)
		}
	})
}
