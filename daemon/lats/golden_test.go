package lats

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/golden"
)

func recordedCases(t *testing.T, name string, into any) {
	golden.Recorded(t, "../../../shared/golden/lats/"+name, into)
}

func actionsOf(names ...string) []ActionType {
	var types []ActionType
	for _, n := range names {
		types = append(types, ActionType{Name: n, Terminal: n == "finish"})
	}
	return types
}

func TestRecordedParses(t *testing.T) {
	type right struct {
		Thought string
		Action  *string
		Type    string
		Param   string
		Status  Status
		Env     *string `json:"env_action"`
	}
	var file struct {
		Known []string `json:"known_types_for_right"`
		Cases []struct {
			ID, Completion string
			Right          right
		}
	}
	recordedCases(t, "parse_cases.json", &file)
	for _, c := range file.Cases {
		p := Parse(c.Completion, actionsOf(file.Known...))
		got := right{Thought: p.Thought, Type: p.Action.Type, Param: p.Action.Param, Status: p.Status}
		if p.Status != NoAction {
			got.Action, got.Env = new(p.Text), new(p.Action.String())
		}
		if diff := cmp.Diff(c.Right, got); diff != "" {
			t.Errorf("%s, -want +got:\n%s", c.ID, diff)
		}
	}
}

func TestRecordedValues(t *testing.T) {
	var file struct {
		Cases []struct {
			Text  string
			Right *float64
		}
	}
	recordedCases(t, "value_parse_cases.json", &file)
	for _, c := range file.Cases {
		var got *float64
		if v, ok := ParseValue(c.Text); ok {
			got = &v
		}
		if diff := cmp.Diff(c.Right, got); diff != "" {
			t.Errorf("%q, -want +got:\n%s", c.Text, diff)
		}
	}
}

func TestRecordedScores(t *testing.T) {
	var file struct {
		Cases []struct {
			V0, W   float64
			N       int
			ParentN int `json:"parent_N"`
			C       float64
			Q       float64
			Score   float64
		}
	}
	recordedCases(t, "navd_score_cases.json", &file)
	for _, c := range file.Cases {
		n := &Node{V0: c.V0, W: c.W, N: c.N}
		if got := [2]float64{n.Q(), Score(n, c.ParentN, c.C)}; math.Abs(got[0]-c.Q) > 1e-12 || math.Abs(got[1]-c.Score) > 1e-12 {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}

func TestRecordedMerges(t *testing.T) {
	var file struct {
		Cases []struct {
			ID      string
			Samples []string
			Right   int `json:"right_nodes"`
		}
	}
	recordedCases(t, "dedup_cases.json", &file)
	for _, c := range file.Cases {
		s := begun(t, Options{Question: "q", Samples: len(c.Samples), Actions: actionsOf("search")})
		tell(t, s, Answer{Texts: c.Samples})
		if got := len(s.Nodes()[0].Children); got != c.Right {
			t.Errorf("%s: %d children, want %d", c.ID, got, c.Right)
		}
	}
}

func TestRecordedTrajectories(t *testing.T) {
	var file struct {
		Cases []struct {
			ID, Question string
			Steps        []Step
			Trajectory   string `json:"right_trajectory"`
			Tail         string `json:"right_prompt_tail"`
		}
	}
	recordedCases(t, "render_cases.json", &file)
	for _, c := range file.Cases {
		if c.Question == "" {
			c.Question, _, _ = strings.Cut(c.Trajectory, "\n")
		}
		if diff := cmp.Diff(c.Trajectory, Trajectory(c.Question, c.Steps)); diff != "" {
			t.Errorf("%s, -want +got:\n%s", c.ID, diff)
		}
		s := begun(t, Options{Question: c.Question})
		n := s.nodes[0]
		for _, step := range c.Steps {
			n = s.add(n, Parsed{Thought: step.Thought, Text: step.Action})
			n.Observation = step.Observation
		}
		s.round.node = n
		if got := s.samplePrompt(0).Text; c.Tail != "" && !strings.HasSuffix(got, c.Tail) {
			t.Errorf("%s: the prompt ends %q, want %q", c.ID, got, c.Tail)
		}
	}
}

// drawn is a tree as the recorded cases have it.
type drawn struct {
	ID       string
	N        int
	V0, W    float64
	Terminal bool
	Reward   float64
	Children []drawn
}

// plant makes a search with a tree whose nodes are not sampled again.
func plant(t *testing.T, root drawn, c float64) (*Search, map[int]string) {
	s := begun(t, Options{Question: "q", C: c, Expansions: 1})
	names := map[int]string{}
	var grow func(n *Node, d drawn)
	grow = func(n *Node, d drawn) {
		names[n.ID] = d.ID
		n.N, n.V0, n.W, n.Terminal, n.Reward = d.N, d.V0, d.W, d.Terminal, d.Reward
		var made []*Node
		for range d.Children {
			made = append(made, s.add(n, Parsed{}))
		}
		for i, child := range d.Children {
			grow(made[i], child)
		}
		n.Expansions = min(len(d.Children), 1)
		s.settle(n)
	}
	grow(s.nodes[0], root)
	return s, names
}

func TestRecordedChoices(t *testing.T) {
	type choice struct {
		Chosen *string
		Path   []string
	}
	var file struct {
		Cases []struct {
			ID   string
			Tree drawn
			Navd struct {
				C1        choice `json:"c1_0"`
				C05       choice `json:"c0_5"`
				Exhausted bool
			}
		}
	}
	recordedCases(t, "select_cases.json", &file)
	for _, c := range file.Cases {
		for weight, want := range map[float64]choice{1: c.Navd.C1, 0.5: c.Navd.C05} {
			s, names := plant(t, c.Tree, weight)
			got := choice{Path: []string{}}
			if n := s.choose(); n != nil {
				got.Chosen, got.Path = new(names[n.ID]), []string{"r"}
				for _, p := range s.path(n.ID) {
					got.Path = append(got.Path, names[p.ID])
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s with c = %v, -want +got:\n%s", c.ID, weight, diff)
			}
			if s.nodes[0].Exhausted != c.Navd.Exhausted {
				t.Errorf("%s: exhausted is %v", c.ID, s.nodes[0].Exhausted)
			}
		}
	}
}

func TestRecordedBackups(t *testing.T) {
	type figures struct {
		N     int
		W, V0 float64
		Q     float64 `json:"q"`
	}
	var file struct {
		Cases []struct {
			ID   string
			Path []struct {
				N        int
				Value    float64
				Terminal bool
			} `json:"path_root_to_leaf"`
			Navd struct {
				Ret   float64
				Nodes []figures
			}
		}
	}
	recordedCases(t, "backprop_cases.json", &file)
	for _, c := range file.Cases {
		s := begun(t, Options{Question: "q"})
		n := s.nodes[0]
		for i, p := range c.Path {
			if i > 0 {
				n = s.add(n, Parsed{})
			}
			n.N, n.W, n.V0 = p.N, max(0, float64(p.N)*p.Value), 0.5
			if p.N == 0 {
				n.V0 = p.Value
			}
		}
		s.backup(n, c.Navd.Ret)
		var got []figures
		for _, n := range slices.Concat(s.nodes[:1], s.path(n.ID)) {
			got = append(got, figures{n.N, n.W, n.V0, n.Q()})
		}
		if diff := cmp.Diff(c.Navd.Nodes, got); diff != "" {
			t.Errorf("%s, -want +got:\n%s", c.ID, diff)
		}
	}
}

// TestRecordedVotes: a value goes to the child it was asked for, whichever of
// its siblings are terminal.
func TestRecordedVotes(t *testing.T) {
	var file struct {
		Cases []struct {
			ID       string
			Children []struct {
				Terminal bool
				Action   string
			}
			Scores []int      `json:"lm_scores_in_order"`
			Right  []*float64 `json:"right_values"`
			Calls  int        `json:"llm_calls"`
		}
	}
	recordedCases(t, "evaluate_cases.json", &file)
	for _, c := range file.Cases {
		s := begun(t, Options{Question: "q", Samples: len(c.Children)})
		var texts []string
		for _, child := range c.Children {
			texts = append(texts, "t\nAction 1: "+child.Action)
		}
		tell(t, s, Answer{Texts: texts})
		for i, ticket := range s.Tickets() {
			if err := s.Tell(ticket.ID, Answer{Observation: "o", Done: c.Children[i].Terminal}); err != nil {
				t.Fatal(err)
			}
		}
		asked := s.Tickets()
		if len(asked) != c.Calls {
			t.Errorf("%s: %d values asked for, want %d", c.ID, len(asked), c.Calls)
		}
		for i, ticket := range asked {
			if err := s.Tell(ticket.ID, Answer{Value: new(float64(c.Scores[i]) / 10)}); err != nil {
				t.Fatal(err)
			}
		}
		for i, n := range s.Nodes()[1:] {
			if want := c.Right[i]; want != nil && n.Value != *want {
				t.Errorf("%s: child %d has the value %v, want %v", c.ID, i, n.Value, *want)
			}
		}
	}
}

// TestRecordedGates: how many reflections are asked for after n failures
// that differ.
func TestRecordedGates(t *testing.T) {
	var file struct {
		Gating []struct {
			Failed, Unique int
			Calls          int `json:"reflection_llm_calls"`
			Held           int `json:"reflections_held"`
		}
		Cases []struct {
			ID      string
			Answers []string
			Unique  int `json:"upstream_unique"`
		}
	}
	recordedCases(t, "reflection_cases.json", &file)
	for _, g := range file.Gating {
		var answers []string
		for i := range g.Failed {
			answers = append(answers, "Finish["+string(rune('p'+i%max(1, g.Unique)))+"]")
		}
		s := failing(t, answers)
		// From the fourth failure on the recorded program reflects no more; here
		// each prompt shows the three that bear on it, and those have a lesson.
		got := 0
		for _, ticket := range s.Tickets() {
			if ticket.Kind == Reflect {
				got++
			}
		}
		if got != g.Held {
			t.Errorf("%d failures: %d reflections are asked for, want %d", g.Failed, got, g.Held)
		}
	}
	for _, c := range file.Cases {
		want := c.Unique
		if c.ID == "article" {
			want = 1 // an article makes no other answer
		}
		s := failing(t, c.Answers)
		if got := s.Result().Failed; got != want {
			t.Errorf("%s: %d failures, want %d", c.ID, got, want)
		}
	}
}

// failing makes a search whose answers so far were wrong.
func failing(t *testing.T, answers []string) *Search {
	s := begun(t, Options{Question: "q", Samples: len(answers) + 1, Reflect: true})
	texts := []string{"t\nAction 1: Search[a]"}
	for _, a := range answers {
		texts = append(texts, "t\nAction 1: "+a)
	}
	tell(t, s, Answer{Texts: texts})
	for _, ticket := range s.Tickets() {
		if err := s.Tell(ticket.ID, Answer{Observation: "o", Done: ticket.Action.Type == "finish"}); err != nil {
			t.Fatal(err)
		}
	}
	tell(t, s, Answer{Value: new(0.5)})
	return s
}

// begun makes a search, tell answers its only open ticket.
func begun(t testing.TB, o Options) *Search {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func tell(t testing.TB, s *Search, a Answer) {
	t.Helper()
	open := s.Tickets()
	if len(open) != 1 {
		t.Fatalf("%d tickets are open, want 1", len(open))
	}
	if err := s.Tell(open[0].ID, a); err != nil {
		t.Fatal(err)
	}
}
