package nav_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"navd/daemon/nav"
)

// value gives what a want line may ask for, as text.
func (r *robot) value(name string) string {
	r.t.Helper()
	s, g := r.mem.State(), r.mem.Graph()
	here := r.mem.Where()
	texts := map[string]func() string{
		"pose":       func() string { return poseText(s.Pose) },
		"seq":        func() string { return fmt.Sprint(s.Seq) },
		"anchor":     func() string { return fmt.Sprint(s.Anchor) },
		"anchors":    func() string { return anchorsText(g) },
		"edges":      func() string { return edgesText(g) },
		"place":      func() string { return fmt.Sprintf("%d %s", here.ID, here.Type) },
		"label":      func() string { return here.Label },
		"places":     func() string { return placesText(g) },
		"keys":       func() string { return keysText(g) },
		"visits":     func() string { return fmt.Sprint(r.mem.Visits(here.ID)) },
		"revisits":   func() string { return fmt.Sprint(r.mem.Revisits()) },
		"things":     func() string { return thingsText(g) },
		"sites":      func() string { return sitesText(g) },
		"outcome":    func() string { return outcomeText(r.outcome()) },
		"heading":    func() string { return num(s.Queue[len(s.Queue)-1].Heading) },
		"from":       func() string { return poseText(s.Queue[len(s.Queue)-1].From) },
		"objects":    func() string { return strings.Join(g.Places[here.ID-1].Objects, ",") },
		"text":       func() string { return g.Places[here.ID-1].Description },
		"candidate":  func() string { return candidateText(r.mem.State().Candidate) },
		"answer":     func() string { return r.answer },
		"told":       func() string { return toldText(r.events) },
		"reply":      func() string { return replyText(r.last) },
		"events":     func() string { return eventsText(r.events) },
		"due":        func() string { return dueText(r.mem.SceneDue()) },
		"replied":    func() string { return dueText(r.last.SceneDue) },
		"plandue":    func() string { return dueText(r.mem.PlanDue()) },
		"stuck":      func() string { return fmt.Sprint(s.Stuck) },
		"literal":    func() string { return fmt.Sprint(s.Literal) },
		"ababa":      func() string { return fmt.Sprint(s.ABABA) },
		"hint":       func() string { return r.mem.AvoidHint() },
		"window":     func() string { return fmt.Sprint(len(s.Window)) },
		"held":       func() string { return fmt.Sprint(len(s.Spin.Held)) },
		"facing":     func() string { return fmt.Sprint(r.mem.Facing()) },
		"queue":      func() string { return queueText(r.mem.Queue()) },
		"candidates": func() string { return nearbyText(r.t, r.mem) },
	}
	if fn, ok := texts[name]; ok {
		return fn()
	}
	return r.count(strings.TrimPrefix(name, "count."))
}

// count gives a running total by its JSON name, "rules.literal" among them.
func (r *robot) count(name string) string {
	r.t.Helper()
	var all map[string]any
	if err := json.Unmarshal(jsonOf(r.t, r.mem.State().Counts), &all); err != nil {
		r.t.Fatal(err)
	}
	if rule, ok := strings.CutPrefix(name, "rules."); ok {
		return fmt.Sprint(all["rules"].(map[string]any)[rule])
	}
	v, ok := all[name]
	if !ok {
		r.t.Fatalf("no value %q", name)
	}
	return fmt.Sprint(v)
}

// thingsText lists the objects of each place, "id:object,object".
func thingsText(g *nav.Graph) string {
	var out []string
	for _, p := range g.Places {
		out = append(out, fmt.Sprintf("%d:%s", p.ID, strings.Join(p.Objects, ",")))
	}
	return strings.Join(out, " ")
}

// sitesText lists "id:place/anchor@seq(x,y)view".
func sitesText(g *nav.Graph) string {
	var out []string
	for _, s := range g.Sites {
		out = append(out, fmt.Sprintf("%d:%d/%d@%d(%s,%s)%d", s.ID, s.Place, s.Anchor, s.Seq, num(s.Pose.X), num(s.Pose.Y), s.Chosen))
	}
	return strings.Join(out, " ")
}

// outcomeText says what a leg brought, "1.5 place view loop".
func outcomeText(o nav.Outcome) string {
	s := num(o.Metres)
	for _, brought := range []struct {
		is   bool
		name string
	}{{o.NewPlace, " place"}, {o.NewView, " view"}, {o.Loop, " loop"}} {
		if brought.is {
			s += brought.name
		}
	}
	return s
}
