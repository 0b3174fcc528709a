package nav_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/daemon/ref"
)

// num writes a number to millimetres, without trailing zeros.
func num(v float64) string {
	s := fmt.Sprintf("%.3f", math.Round(v*1000)/1000+0)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

func poseText(p nav.Pose) string { return num(p.X) + " " + num(p.Y) + " " + num(p.Yaw) }

// anchorsText lists "id:place@seq(x,y)".
func anchorsText(g *nav.Graph) string {
	var out []string
	for _, a := range g.Anchors {
		out = append(out, fmt.Sprintf("%d:%d@%d(%s,%s)", a.ID, a.Place, a.Seq, num(a.Pose.X), num(a.Pose.Y)))
	}
	return strings.Join(out, " ")
}

// edgesText lists "from-to length heading".
func edgesText(g *nav.Graph) string {
	var out []string
	for _, e := range g.Edges {
		out = append(out, fmt.Sprintf("%d-%d %s %s", e.From, e.To, num(e.LengthM), num(e.HeadingD)))
	}
	return strings.Join(out, ", ")
}

// placesText lists "id type first-last".
func placesText(g *nav.Graph) string {
	var out []string
	for _, p := range g.Places {
		out = append(out, fmt.Sprintf("%d %s %d-%d", p.ID, p.Type, p.First, p.Last))
	}
	return strings.Join(out, ", ")
}

// keysText lists the revisit key of each place.
func keysText(g *nav.Graph) string {
	var out []string
	for _, p := range g.Places {
		out = append(out, fmt.Sprint(p.Key))
	}
	return strings.Join(out, " ")
}

func candidateText(c *nav.Candidate) string {
	if c == nil {
		return "none"
	}
	return fmt.Sprintf("%s since %d", c.Type, c.Since)
}

func eventsText(events []event.Event) string {
	var out []string
	for _, e := range events {
		out = append(out, string(e.Type))
	}
	return strings.Join(out, " ")
}

// toldText lists events with what they say, "type@seq place=1 …".
func toldText(events []event.Event) string {
	var out []string
	for _, e := range events {
		s := fmt.Sprintf("%s@%d", e.Type, e.Seq)
		for _, m := range []struct {
			name string
			v    any
		}{{"place", e.Place}, {"anchor", e.Anchor}, {"key", e.Key}, {"label", e.Label}, {"plan", e.Plan}, {"rule", e.Rule}, {"reason", e.Reason}} {
			if !reflect.ValueOf(m.v).IsZero() {
				s += fmt.Sprintf(" %s=%v", m.name, m.v)
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// replyText is what the last step answered of place and dues.
func replyText(a nav.Stepped) string {
	return fmt.Sprintf("place=%d type=%s key=%d anchor=%d plan=%s scene=%s", a.Place.ID, a.Place.Type, a.Place.Key, a.Anchor, dueText(a.PlanDue), dueText(a.SceneDue))
}

func dueText(d nav.Due) string {
	if !d.Due {
		return "no"
	}
	return d.Reason
}

// queueText lists "idx:plan" with "+" once the leg has an outcome.
func queueText(q []nav.Record) string {
	var out []string
	for _, r := range q {
		s := fmt.Sprintf("%d:%d", r.Idx, r.Plan)
		if r.Outcome != nil {
			s += "+" + num(r.Outcome.Metres)
		}
		if r.AvoidHint != "" {
			s += "[" + r.AvoidHint + "]"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// nearbyText lists "anchor(distance)" of the candidates at the current anchor.
func nearbyText(t *testing.T, m *nav.Memory) string {
	t.Helper()
	found, err := m.Localize(m.CurrentAnchor(), m.Config().LocalizeRadiusM, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, n := range found {
		out = append(out, fmt.Sprintf("%d(%s)", n.Anchor, num(n.DistanceM)))
	}
	return strings.Join(out, " ")
}

// checkMemory checks what holds of every memory, whatever led to it.
func checkMemory(t *testing.T, m *nav.Memory) {
	t.Helper()
	g, s := m.Graph(), m.State()
	if len(g.Edges) != len(g.Anchors)-1 {
		t.Errorf("%d anchors have %d edges", len(g.Anchors), len(g.Edges))
	}
	seen := 0
	for i, p := range g.Places {
		seen += len(p.Anchors)
		if len(p.Anchors) == 0 || p.First > p.Last+1 || p.Key > p.ID || g.Places[p.Key-1].Key != p.Key {
			t.Errorf("place %d is not whole: %+v", i+1, p)
		}
		if i > 0 && p.Type == g.Places[i-1].Type {
			t.Errorf("places %d and %d follow one another and are both %q", i, i+1, p.Type)
		}
	}
	if seen != len(g.Anchors) {
		t.Errorf("the places have %d anchors, the graph %d", seen, len(g.Anchors))
	}
	for i, a := range g.Anchors {
		stored, _ := m.Anchor(a.ID)
		var want []ref.AnchorID
		if i > 0 {
			want = append(want, a.ID-1)
		}
		if i < len(g.Anchors)-1 {
			want = append(want, a.ID+1)
		}
		if int(a.ID) != i+1 || fmt.Sprint(stored.Neighbors) != fmt.Sprint(want) {
			t.Errorf("anchor %d has neighbours %v, want %v", a.ID, stored.Neighbors, want)
		}
	}
	if len(s.Window) > m.Config().StuckWindow || len(s.Queue) > m.Config().QueueSize || len(s.SiteTrail) > 4 {
		t.Errorf("the state grows: %d moves, %d records, %d sites", len(s.Window), len(s.Queue), len(s.SiteTrail))
	}
	c, places, keys := m.Totals()
	if c.Steps != s.Seq || places-keys != m.Revisits() || c.Anchors != len(g.Anchors) || c.Plans != len(g.Sites) {
		t.Errorf("totals %+v do not fit %d places, %d keys", c, places, keys)
	}
}

// checkRestore checks that the stored records give the same memory.
func checkRestore(t *testing.T, m *nav.Memory, d *disk) {
	t.Helper()
	again := d.restore(t, m.Config())
	if got, want := string(jsonOf(t, again.Graph())), string(jsonOf(t, m.Graph())); got != want {
		t.Errorf("restored graph\n%s\nwant\n%s", got, want)
	}
	if got, want := string(jsonOf(t, again.State())), string(jsonOf(t, m.State())); got != want {
		t.Errorf("restored state\n%s\nwant\n%s", got, want)
	}
	sv := m.Survey(nav.AllViews(), m.Facing(), nil)
	diff(t, "restored survey", again.Survey(nav.AllViews(), again.Facing(), nil), sv)
	p := nav.Prompt{ID: "planner"}
	if got, want := string(jsonOf(t, again.Context(sv, p))), string(jsonOf(t, m.Context(sv, p))); got != want {
		t.Errorf("restored context\n%s\nwant\n%s", got, want)
	}
}
