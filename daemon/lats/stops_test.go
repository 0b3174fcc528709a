package lats

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// never is a corridor without an answer: what is finished with is half right.
func never(reward float64) func(Ticket) Answer {
	return func(t Ticket) Answer {
		a := corridor(t)
		if t.Kind == Observe && t.Action.Type == "finish" {
			a.Reward = reward
		}
		if t.Kind != Observe {
			a.Usage = reply.Usage{TokensIn: 100 * t.N, TokensOut: 100 * t.N, Cost: 0.001}
		}
		return a
	}
}

func TestStops(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Options)
		answer func(Ticket) Answer
		want   Reason
	}{
		{"solved", func(*Options) {}, corridor, Solved},
		{"accepted", func(o *Options) { o.Accept = 0.8 }, never(0.9), Accepted},
		{"calls", func(o *Options) { o.Budget.Calls = 7 }, never(0), Calls},
		{"tokens in", func(o *Options) { o.Budget.TokensIn = 5000 }, never(0), Tokens},
		{"tokens out", func(o *Options) { o.Budget.TokensOut = 2200 }, never(0), Tokens},
		{"tokens out, none fits", func(o *Options) { o.Budget.TokensOut = 399 }, never(0), Tokens},
		{"cost", func(o *Options) { o.Budget.Cost, o.Price = 0.02, Price{In: 1, Out: 3} }, never(0), Cost},
		{"nodes", func(o *Options) { o.Budget.Nodes = 5 }, never(0), NodesUsed},
		{"only the root", func(o *Options) { o.Budget.Nodes = 1 }, never(0), NodesUsed},
		{"steps", func(o *Options) { o.Budget.EnvSteps = 4 }, never(0), NodesUsed},
		{"exhausted", func(o *Options) { o.Budget.Depth = 1 }, never(0), Exhausted},
		{"converged", func(o *Options) { o.Patience = 3 }, never(0.5), Converged},
		{"samples fail", func(*Options) {}, func(t Ticket) Answer {
			return Answer{Err: &Failure{Kind: fault.Unavailable, Text: "no answer"}}
		}, Broken},
	}
	for _, test := range tests {
		o := corridorOptions()
		o.Budget = Budget{Calls: 300, Nodes: 300, Depth: 7}
		test.change(&o)
		s := begun(t, o)
		drive(t, s, test.answer)
		r := s.Result()
		if r.Stop != test.want || r.Verified != (test.want == Solved || test.want == Accepted) {
			t.Errorf("%s: %s, verified %v", test.name, r.Stop, r.Verified)
		}
		if b := o.Budget; r.Spent.Calls > b.Calls || b.TokensOut > 0 && r.Spent.TokensOut > b.TokensOut || b.Cost > 0 && r.Spent.Cost > b.Cost {
			t.Errorf("%s: spent %+v", test.name, r.Spent)
		}
		if test.answer != nil && r.Nodes > 2 && r.Node == 0 {
			t.Errorf("%s: there are steps, and no answer", test.name)
		}
	}
}

// TestLateAnswerCounts: an answer that was found before the search is stopped is
// its result, although others of its step are open.
func TestLateAnswerCounts(t *testing.T) {
	s := begun(t, Options{Question: "q", Samples: 2})
	tell(t, s, Answer{Texts: []string{"Action 1: Finish[a]", "Action 1: Search[b]"}})
	if err := s.Tell(s.Tickets()[0].ID, Answer{Observation: "right", Reward: 1, Done: true}); err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(Cancelled, "the robot moved on"); err != nil {
		t.Fatal(err)
	}
	if r := s.Result(); !r.Verified || r.Stop != Solved {
		t.Errorf("%+v", r)
	}
}

// TestStopKeepsTheBest: the step that was about to be gone on from stays the
// best answer when the search is stopped.
func TestStopKeepsTheBest(t *testing.T) {
	s := begun(t, corridorOptions())
	for s.Result().Node == 0 || s.Tickets()[0].Kind != Sample {
		ticket := s.Tickets()[0]
		if err := s.Tell(ticket.ID, never(0)(ticket)); err != nil {
			t.Fatal(err)
		}
	}
	before := s.Result()
	if err := s.Stop(Offline, ""); err != nil {
		t.Fatal(err)
	}
	if after := s.Result(); after.Node != before.Node || after.Node != 1 || after.Stop != Offline {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

func TestDeadline(t *testing.T) {
	o := corridorOptions()
	o.Budget = OnDemand()
	o.Budget.Deadline = 8 * time.Second
	s := begun(t, o)
	if s.Tick(7*time.Second) || !s.Tick(8*time.Second) || s.Result().Stop != Time {
		t.Errorf("%+v", s.Result())
	}
}

// TestWorkers: one, two and eight workers grow the same tree.
func TestWorkers(t *testing.T) {
	trees := map[int]string{}
	for _, workers := range []int{1, 2, 8} {
		o := corridorOptions()
		o.Reflect = true
		s := begun(t, o)
		var mu sync.Mutex // guards s
		for s.Stopped() == "" {
			queue := make(chan Ticket)
			var wg sync.WaitGroup
			for range workers {
				wg.Go(func() {
					for ticket := range queue {
						a := corridor(ticket)
						mu.Lock()
						err := s.Tell(ticket.ID, a)
						mu.Unlock()
						if err != nil {
							t.Error(err)
						}
					}
				})
			}
			for _, ticket := range s.Tickets() {
				queue <- ticket
			}
			close(queue)
			wg.Wait()
		}
		trees[workers] = dump(t, s)
	}
	if trees[1] != trees[2] || trees[1] != trees[8] {
		t.Error("the trees differ")
	}
}

// TestReflections: what a model says about a failure goes into the prompts for
// samples and for values.
func TestReflections(t *testing.T) {
	s := failing(t, []string{"Finish[hall]", "Finish[attic]"})
	for _, ticket := range s.Tickets() {
		if ticket.Kind != Reflect || !strings.Contains(ticket.Prompt.Text, "Finish[") {
			t.Fatalf("%+v", ticket)
		}
		if err := s.Tell(ticket.ID, Answer{Texts: []string{fmt.Sprintf("Look twice\nbefore %d.", ticket.Node)}}); err != nil {
			t.Fatal(err)
		}
	}
	sample := s.Tickets()[0].Prompt.System
	tell(t, s, Answer{Texts: []string{"Action 1: Search[b]"}})
	tell(t, s, Answer{Observation: "o"})
	value := s.Tickets()[0].Prompt.System
	for _, lesson := range []string{"Lesson: Look twice before 2.", "Lesson: Look twice before 3.", "Finish[hall]", "Finish[attic]"} {
		if !strings.Contains(sample, lesson) || !strings.Contains(value, lesson) {
			t.Errorf("no %q in both of:\n%s\n%s", lesson, sample, value)
		}
	}
}

// TestLessons gives those who learn from failures the steps and what was said.
func TestLessons(t *testing.T) {
	s := failing(t, []string{"Finish[hall]", "Finish[The hall]"})
	tell(t, s, Answer{Texts: []string{"Look twice."}})
	want := []Lesson{{Node: 2, Answer: Action{"finish", "hall"}, Steps: []Step{{"t", "Finish[hall]", "o"}}, Text: "Look twice."}}
	if diff := cmp.Diff(want, s.Lessons()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestRelevance: of many failures a prompt shows those about what is at hand.
func TestRelevance(t *testing.T) {
	answers := []string{"Finish[mug in the hall]", "Finish[old cellar door]", "Finish[lamp on the attic floor]", "Finish[car in the garage]"}
	s := failing(t, answers)
	n := s.add(s.nodes[0], Parsed{Thought: "the old garage has a cellar door and a car"})
	var got []string
	for _, f := range s.relevant(n)[:2] {
		got = append(got, f.node.Action.Param)
	}
	if want := "old cellar door, car in the garage"; strings.Join(got, ", ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestFailedAnswer: an answer that was wrong is tried nowhere else again.
func TestFailedAnswer(t *testing.T) {
	s := failing(t, []string{"Finish[The hall]"})
	s.open = nil
	s.round = round{node: s.nodes[1]}
	s.sample(0)
	tell(t, s, Answer{Texts: []string{"Action 2: Finish[hall]"}})
	if len(s.nodes[1].Children) > 0 || s.nodes[1].Expansions != 1 {
		t.Errorf("%+v", s.nodes[1])
	}
}

// TestCode: a search is driven by code alone: steps come as parts, values as numbers.
func TestCode(t *testing.T) {
	s := begun(t, corridorOptions())
	drive(t, s, func(ticket Ticket) Answer {
		at := 0
		_ = json.Unmarshal(ticket.State, &at)
		switch ticket.Kind {
		case Sample:
			return Answer{Candidates: []Candidate{{"on", Action{"Step", "right"}}, {"here", Action{"finish", fmt.Sprint(at)}}}}
		case Evaluate:
			return Answer{Value: new(float64(at) / 4)}
		}
		return corridor(ticket)
	})
	if r := s.Result(); r.Stop != Solved || r.Action.String() != "finish[3]" {
		t.Errorf("%+v", r)
	}
}

// TestBeyondTokens: a search of which one call took more tokens than the budget has is
// replayed as it was recorded when no search had [Options].Alone.
func TestBeyondTokens(t *testing.T) {
	b := Budget{Calls: 20, TokensIn: 2000, TokensOut: 10000, Nodes: 20, Depth: 5}
	more := b
	more.TokensIn = 50000
	s, err := Replay(Options{Version: 1, Question: "q", Samples: 1, Budget: b}, []Event{
		{Seq: 1, Ticket: 1, Kind: Sample, Answer: &Answer{Texts: []string{"Action 1: search[x]"}, Usage: reply.Usage{TokensIn: 5000}}},
		{Seq: 2, Resume: &more},
		{Seq: 3, Ticket: 2, Kind: Sample, Answer: &Answer{Texts: []string{"Action 1: search[y]"}}},
		{Seq: 4, Ticket: 3, Kind: Observe, Answer: &Answer{Observation: "a lamp"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := s.Nodes(); len(n) != 3 || n[1].Error != "no budget for it: tokens" || n[2].Observation != "a lamp" {
		t.Errorf("%d nodes", len(n))
	}
}
