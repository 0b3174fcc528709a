package nav_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"navd/daemon/event"
	"navd/daemon/nav"

	"github.com/google/go-cmp/cmp"
)

// A trace is a test written as text, one command a line:
//
//	cfg turn_deg=10 stuck_rule=site    before anything else: the configuration
//	go F F! F=0.1@45 L*11 S U+j F:scan steps: forward, collided, moved_m and
//	                                   moved_deg, left eleven times, stop, look
//	                                   up at a junction, forward in phase scan
//	go F{cup,plant} F^1,0.5,-90        forward seeing objects, forward with odom
//	see Living Room @7 {sofa,lamp} "…" a sample: label, step, objects, description
//	fail | ask | goal sofa | end       a failed scene call, a wish for a sample, …
//	plan 3 goal                        a plan that goes to view 3 and sees the goal
//	ponder                             look round for a plan that is filed later
//	tell 1 verified=false              what became of plan 1
//	want pose 0.25 0 90; held 0        what must hold now; see robot.value
//	go F → pose 0.25 0 0; held 0       the same, behind a command
type robot struct {
	t      *testing.T
	mem    *nav.Memory
	disk   disk
	last   nav.Stepped
	asked  *nav.Survey   // what the next plan was asked with, nil: it looks round itself
	answer string        // transition or error of the last command
	events []event.Event // of the last command
}

// disk keeps the records that the deltas put, as JSON, as a store would.
type disk struct {
	anchors, places, sites, vistas map[int][]byte
	state                          []byte
}

func (d *disk) put(t testing.TB, delta nav.Delta) {
	t.Helper()
	if d.anchors == nil {
		d.anchors, d.places, d.sites, d.vistas = map[int][]byte{}, map[int][]byte{}, map[int][]byte{}, map[int][]byte{}
	}
	for _, a := range delta.Anchors {
		d.anchors[int(a.ID)] = jsonOf(t, a)
	}
	for _, p := range delta.Places {
		d.places[int(p.ID)] = jsonOf(t, p)
	}
	for _, s := range delta.Sites {
		d.sites[int(s.ID)] = jsonOf(t, s)
	}
	for _, v := range delta.Vistas {
		d.vistas[v.ID%nav.VistaSlots] = jsonOf(t, v)
	}
	d.state = jsonOf(t, delta.State)
}

func (d *disk) restore(t testing.TB, cfg nav.Config) *nav.Memory {
	t.Helper()
	stored := nav.Delta{
		Anchors: records[nav.Anchor](t, d.anchors), Places: records[nav.Place](t, d.places), Sites: records[nav.Site](t, d.sites),
		Vistas: records[nav.Vista](t, d.vistas),
	}
	if err := json.Unmarshal(d.state, &stored.State); err != nil {
		t.Fatal(err)
	}
	m, err := nav.Restore("ep", cfg, stored)
	if err != nil {
		t.Fatalf("Restore: %v", err)
	}
	return m
}

func records[V any](t testing.TB, stored map[int][]byte) []V {
	t.Helper()
	var out []V
	for _, id := range slices.Sorted(maps.Keys(stored)) {
		var v V
		if err := json.Unmarshal(stored[id], &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

func jsonOf(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// trace is one named case.
type trace struct{ name, text string }

func runTraces(t *testing.T, traces []trace) {
	t.Helper()
	for _, tr := range traces {
		t.Run(tr.name, func(t *testing.T) { runTrace(t, tr.text) })
	}
}

// runTrace runs a trace, and checks at its end that the memory is whole and
// that its records restore it.
func runTrace(t *testing.T, text string) *robot {
	t.Helper()
	cfg, lines := nav.DefaultConfig(), strings.Split(strings.TrimSpace(text), "\n")
	if head, ok := strings.CutPrefix(strings.TrimSpace(lines[0]), "cfg "); ok {
		cfg, lines = configOf(t, head), lines[1:]
	}
	r := newRobot(t, cfg)
	for i, line := range lines {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			r.do(i+1, line)
		}
	}
	checkMemory(t, r.mem)
	checkRestore(t, r.mem, &r.disk)
	return r
}

func newRobot(t *testing.T, cfg nav.Config) *robot {
	t.Helper()
	r := &robot{t: t}
	mem, events, delta := nav.New("ep", "sofa", cfg)
	r.mem, r.events = mem, events
	r.disk.put(t, delta)
	return r
}

// configOf lays "name=value …" over the default configuration.
func configOf(t *testing.T, text string) nav.Config {
	t.Helper()
	cfg, parts := nav.DefaultConfig(), map[string]json.RawMessage{}
	for word := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(word, "=")
		switch {
		case name == "plan_triggers":
			parts[name] = jsonOf(t, strings.Split(value, ","))
		case json.Valid([]byte(value)):
			parts[name] = json.RawMessage(value)
		default:
			parts[name] = jsonOf(t, value)
		}
	}
	if err := json.Unmarshal(jsonOf(t, parts), &cfg); err != nil {
		t.Fatal(err)
	}
	return cfg
}

func (r *robot) do(line int, text string) {
	r.t.Helper()
	text, facts, _ := strings.Cut(text, " → ")
	verb, rest, _ := strings.Cut(text, " ")
	if verb == "want" {
		r.want(line, rest)
		return
	}
	r.events, r.answer = nil, ""
	switch verb {
	case "go":
		for word := range strings.FieldsSeq(rest) {
			for _, st := range stepsOf(r.t, word) {
				r.step(st)
			}
		}
	case "see":
		r.see(rest)
	case "plan":
		r.plan(rest)
	case "ponder":
		r.asked = new(r.mem.Survey(nav.AllViews(), r.mem.Facing(), nil))
		if r.mem.AskPlan() { // its owner writes that with the next step
			r.disk.put(r.t, nav.Delta{State: r.mem.State()})
		}
	case "tell":
		r.tell(rest)
	case "fail":
		ev, delta := r.mem.SceneFailed("no answer")
		r.events = []event.Event{ev}
		r.disk.put(r.t, delta)
	case "ask":
		r.disk.put(r.t, r.mem.AskSample())
	case "goal":
		r.disk.put(r.t, r.mem.SetGoal(rest))
	case "end":
		events, delta := r.mem.End()
		r.events = events
		r.disk.put(r.t, delta)
	default:
		r.t.Fatalf("line %d: no command %q", line, verb)
	}
	r.want(line, facts)
}

// want compares facts, "name value; name value", with what holds now.
func (r *robot) want(line int, facts string) {
	r.t.Helper()
	for fact := range strings.SplitSeq(facts, ";") {
		name, want, _ := strings.Cut(strings.TrimSpace(fact), " ")
		if name == "" {
			continue
		}
		if got := r.value(name); got != strings.TrimSpace(want) {
			r.t.Errorf("line %d: %s is %q, want %q", line, name, got, strings.TrimSpace(want))
		}
	}
}

// letters names the actions of a trace.
func letters() map[byte]nav.Action {
	return map[byte]nav.Action{'F': nav.Forward, 'L': nav.TurnLeft, 'R': nav.TurnRight, 'S': nav.Stop, 'U': nav.LookUp, 'D': nav.LookDown}
}

// stepsOf reads one word of a go line; the seq is given later.
func stepsOf(t *testing.T, word string) []nav.Step {
	t.Helper()
	times := 1
	word, phase, _ := strings.Cut(word, ":")
	word, odom, located := strings.Cut(word, "^")
	word, objects, _ := strings.Cut(word, "{")
	word, junction := strings.CutSuffix(word, "+j")
	if w, n, ok := strings.Cut(word, "*"); ok {
		word, times = w, atoi(t, n)
	}
	st := nav.Step{Action: letters()[word[0]], Phase: nav.Phase(phase), Junction: junction}
	if located {
		p := strings.Split(odom, ",")
		st.Odom = &nav.Pose{X: atof(t, p[0]), Y: atof(t, p[1]), Yaw: atof(t, p[2])}
	}
	if objects = strings.TrimSuffix(objects, "}"); objects != "" {
		st.Objects = strings.Split(objects, ",")
	}
	word, st.Collided = strings.CutSuffix(word, "!")
	if _, moved, ok := strings.Cut(word, "="); ok {
		metres, deg, turned := strings.Cut(moved, "@")
		st.MovedM = new(atof(t, metres))
		if turned {
			st.MovedDeg = new(atof(t, deg))
		}
	}
	return slices.Repeat([]nav.Step{st}, times)
}

func (r *robot) step(st nav.Step) {
	r.t.Helper()
	st.Seq = r.mem.Seq() + 1
	out, delta, err := r.mem.Advance(st)
	if err != nil {
		r.answer = err.Error()
		return
	}
	r.last = out
	r.events = append(r.events, out.Events...)
	r.disk.put(r.t, delta)
}

func (r *robot) see(text string) {
	r.t.Helper()
	s := nav.Sample{Step: r.mem.Seq()}
	text, s.Description, _ = strings.Cut(text, ` "`)
	s.Description = strings.TrimSuffix(s.Description, `"`)
	text, objects, _ := strings.Cut(text, " {")
	if objects = strings.TrimSuffix(objects, "}"); objects != "" {
		s.Objects = strings.Split(objects, ",")
	}
	label, step, found := strings.Cut(text, " @")
	if found {
		s.Step = atoi(r.t, step)
	}
	s.Label = label
	transition, events, delta, err := r.mem.Observe(s)
	if err != nil {
		r.answer = err.Error()
		return
	}
	r.answer, r.events = string(transition), events
	r.disk.put(r.t, delta)
}

// plan files a plan over all 12 views without labels.
func (r *robot) plan(text string) {
	r.t.Helper()
	c := nav.Choice{SceneType: "corridor", Why: "it is open"}
	for word := range strings.FieldsSeq(text) {
		switch word {
		case "goal":
			c.GoalFlag = true
		case "fallback":
			c.Fallback = "no answer"
		default:
			c.View = atoi(r.t, word)
			c.Angle = nav.NormDeg(-30 * float64(c.View))
		}
	}
	if r.asked == nil {
		r.do(0, "ponder")
	}
	_, events, delta := r.mem.Decide(*r.asked, c)
	r.events, r.asked = events, nil
	r.disk.put(r.t, delta)
}

func (r *robot) tell(text string) {
	r.t.Helper()
	words := strings.Fields(text)
	var res nav.Result
	for _, w := range words[1:] {
		name, v, _ := strings.Cut(w, "=")
		switch name {
		case "verified":
			res.Verified = new(v == "true")
		case "executed":
			res.Executed = new(v == "true")
		case "view":
			res.ExecutedView = new(atoi(r.t, v))
		}
	}
	delta, err := r.mem.Tell(atoi(r.t, words[0]), res)
	if err != nil {
		r.answer = err.Error()
		return
	}
	r.disk.put(r.t, delta)
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func atof(t *testing.T, s string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func diff(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}
