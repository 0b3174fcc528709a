package nav_test

import (
	"fmt"
	"strings"
	"testing"

	"navd/daemon/nav"
	"navd/daemon/words"
)

func TestSightings(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see hall {plant}")
	first := []nav.Glimpse{look(0, "hall", 3, 4, "clock"), look(3, "bedroom", 2, 4, "bed", "clock"), look(6, "", 2, 4, "rug")}
	r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, first), nav.Choice{View: 0})
	r.do(0, "go F*4 S")
	r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, []nav.Glimpse{look(9, "bedroom", 2, 4, "Bed")}), nav.Choice{View: 0})
	for _, tt := range []struct {
		thing string
		limit int
		want  string
	}{
		{"bed", 3, "Bed bedroom 5 site 2 at 1,0 90°, 0 m"},
		{"clock", 3, "clock corridor 0 site 1 at 0,0 0°, 1 m; clock bedroom 0 site 1 at 0,0 -90°, 1 m"},
		{"clock", 1, "clock corridor 0 site 1 at 0,0 0°, 1 m"},
		{"rug", 3, "rug corridor 0 site 1 at 0,0 180°, 1 m"}, // nobody named that room
		{"plant", 3, "plant corridor 0 site 0 at 0,0, 1 m"},  // of a sample
		{"sofa", 3, ""},
	} {
		var got []string
		counts := func(label string) bool { return words.ObjectKey(label).Equal(words.ObjectKey(tt.thing)) }
		for _, s := range r.mem.Sightings(1, counts, tt.limit) {
			text := fmt.Sprintf("%s %s %d site %d at %s,%s", s.Object, s.Room, s.Step, s.Site, num(s.X), num(s.Y))
			if s.Heading != nil {
				text += fmt.Sprintf(" %s°", num(*s.Heading))
			}
			got = append(got, fmt.Sprintf("%s, %s m", text, num(*s.WalkM)))
		}
		diff(t, tt.thing, strings.Join(got, "; "), tt.want)
	}
	if all := r.mem.Sightings(7, func(string) bool { return true }, 9); all != nil {
		t.Errorf("of no place: %v", all)
	}
}

// TestSightingsOfSamples: what a sample or a step named was seen where the robot stood
// then, not where it went to in the same place.
func TestSightingsOfSamples(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	for i, line := range []string{"see hall {plant}", "go F*4 S", "see hall {plant,mug}", "go F*4 S F{cup}", "see hall @1 {vase}", "go F*3 S"} {
		r.do(i, line)
	}
	at := func(m *nav.Memory, thing string) string {
		all := m.Sightings(1, func(label string) bool { return label == thing }, 3)
		if len(all) != 1 {
			return fmt.Sprint(all)
		}
		return fmt.Sprintf("step %d at %s,%s, %s m", all[0].Step, num(all[0].X), num(all[0].Y), num(*all[0].WalkM))
	}
	for thing, want := range map[string]string{"plant": "step 0 at 0,0, 3 m", "mug": "step 5 at 1,0, 2 m", "cup": "step 11 at 2,0, 1 m", "vase": "step 1 at 0,0, 3 m"} {
		diff(t, thing, at(r.mem, thing), want)
	}
	checkRestore(t, r.mem, &r.disk)
}
