package lats

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// TestBadOptions refuses options that no search can be made of, and says which.
func TestBadOptions(t *testing.T) {
	tests := map[string]func(o *Options){
		"question":         func(o *Options) { o.Question = "" },
		"version":          func(o *Options) { o.Version = Version + 1 },
		"n":                func(o *Options) { o.Samples = -1 },
		"c":                func(o *Options) { o.C = -1 },
		"prompt_sample":    func(o *Options) { o.Sampling = "poem" },
		"accept":           func(o *Options) { o.Accept = 2 },
		"actions.name":     func(o *Options) { o.Actions = []ActionType{{Name: "go on"}} },
		"budget.calls":     func(o *Options) { o.Budget.Nodes = 5 },
		"budget.depth":     func(o *Options) { o.Budget = OnDemand(); o.Budget.Depth = 0 },
		"budget.tokens_in": func(o *Options) { o.Budget = OnDemand(); o.Budget.TokensIn = -1 },
		"state":            func(o *Options) { o.State = json.RawMessage("{") },
		"prompts.sample":   func(o *Options) { o.Prompts.Sample = "no parts" },
	}
	for field, change := range tests {
		o := corridorOptions()
		change(&o)
		_, err := New(o)
		if f := fault.As(err); f == nil || f.Field != field || f.Allowed == "" && f.Hint == "" && f.Message == "" {
			t.Errorf("%s: got %v", field, err)
		}
	}
}

// TestBadAnswers refuses answers that a ticket cannot have, and tickets that are
// not open; the search stays as it was.
func TestBadAnswers(t *testing.T) {
	s := begun(t, corridorOptions())
	first := s.Tickets()[0]
	before := dump(t, s)
	tests := []struct {
		name   string
		id     int
		answer Answer
		kind   fault.Kind
	}{
		{"unknown ticket", 99, Answer{}, fault.Conflict},
		{"no ticket", 0, Answer{}, fault.Conflict},
		{"too many samples", first.ID, Answer{Texts: make([]string, 6)}, fault.Invalid},
		{"reward", first.ID, Answer{Reward: 1.5}, fault.Invalid},
		{"negative reward", first.ID, Answer{Reward: -1}, fault.Invalid},
		{"value", first.ID, Answer{Value: new(7.0)}, fault.Invalid},
		{"value that is none", first.ID, Answer{Value: new(math.NaN())}, fault.Invalid},
		{"usage", first.ID, Answer{Usage: reply.Usage{TokensIn: -1}}, fault.Invalid},
		{"state that is no JSON", first.ID, Answer{State: json.RawMessage("{")}, fault.Invalid},
		{"large state", first.ID, Answer{State: json.RawMessage(`"` + strings.Repeat("x", maxState) + `"`)}, fault.TooLarge},
	}
	for _, test := range tests {
		if err := s.Tell(test.id, test.answer); !fault.Is(err, test.kind) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.kind)
		}
	}
	if after := dump(t, s); after != before || len(s.Drain()) > 0 {
		t.Error("a refused answer changed the search")
	}
	if err := s.Tell(first.ID, corridor(first)); err != nil {
		t.Fatal(err)
	}
	if err := s.Tell(first.ID, corridor(first)); !fault.Is(err, fault.Conflict) {
		t.Errorf("a ticket of a step that is over: %v", err)
	}
	second := s.Tickets()[0]
	_ = s.Tell(second.ID, corridor(second))
	if err := s.Tell(second.ID, corridor(second)); !fault.Is(err, fault.Conflict) {
		t.Errorf("a ticket that was answered: %v", err)
	}
	if err := s.Stop(Solved, ""); !fault.Is(err, fault.Invalid) {
		t.Errorf("a reason that nobody may give: %v", err)
	}
}

// TestTimeouts: a step that times out is asked for ten times more, and is then
// an error that the search lives on with.
func TestTimeouts(t *testing.T) {
	s := begun(t, Options{Question: "q", Samples: 1})
	tell(t, s, Answer{Texts: []string{"t\nAction 1: Search[a]"}})
	for n := range 11 {
		if got := s.Tickets()[0]; got.Kind != Observe || got.Retry != n {
			t.Fatalf("after %d timeouts: %+v", n, got)
		}
		tell(t, s, Answer{Err: &Failure{Kind: fault.Timeout, Text: "no answer in 5 s"}})
	}
	n := s.Nodes()[1]
	if s.Stopped() != "" || n.Observation != "Error: no answer in 5 s" || s.Result().Spent.EnvSteps != 11 {
		t.Errorf("%s, %+v", s.Stopped(), n)
	}
}

// TestReplayRefuses what does not belong together.
func TestReplayRefuses(t *testing.T) {
	s := begun(t, corridorOptions())
	drive(t, s, corridor)
	events := s.Drain()
	if _, err := Replay(s.Options(), events[1:]); !fault.Is(err, fault.Corrupt) {
		t.Errorf("without the first event: %v", err)
	}
	if _, err := Replay(s.Options(), append(events[:1:1], events[0])); !fault.Is(err, fault.Corrupt) {
		t.Errorf("an event twice: %v", err)
	}
	for _, version := range []int{0, Version + 1} {
		o := s.Options()
		o.Version = version
		if _, err := Replay(o, events); !fault.Is(err, fault.Conflict) {
			t.Errorf("version %d: %v", version, err)
		}
	}
}

// FuzzReplay reads events from outside: it gives a search or an error.
func FuzzReplay(f *testing.F) {
	s := begun(f, corridorOptions())
	drive(f, s, corridor)
	data, _ := json.Marshal(s.Drain())
	f.Add(data)
	f.Add([]byte(`[{"seq":1,"stop":"cancelled"},{"seq":2,"stop":"time"}]`))
	f.Add([]byte(`[{"seq":1,"ticket":1,"answer":{"candidates":[{"thought":"t","action":{"type":"finish","param":"3"}}]}}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var events []Event
		if json.Unmarshal(data, &events) != nil {
			return
		}
		s, err := Replay(corridorOptionsFilled(t), events)
		if err != nil {
			return
		}
		again, err := Replay(s.Options(), events)
		if err != nil || dump(t, s) != dump(t, again) {
			t.Fatalf("replayed again: %v", err)
		}
		if s.Stopped() == "" && len(s.Tickets()) == 0 {
			t.Fatal("the search waits for nothing")
		}
	})
}

func corridorOptionsFilled(t testing.TB) Options { return begun(t, corridorOptions()).Options() }

// FuzzParse reads any completion: what is read is on one line, and the action as
// it is written is read again to the same.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "Think.\nAction 1: Search[red\nmug]", "**Thought 1:** a\n**Action 1:** Search［주방］", "Ａｃｔｉｏｎ　１：Search[a[b]c]", "Action: go to x", "행동: Search[a"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, s string, table bool) {
		var types []ActionType
		if table {
			types = actionsOf("search", "finish")
		}
		p := Parse(s, types)
		if strings.ContainsAny(p.Thought+p.Action.Param+p.Text, "\n\r") {
			t.Fatalf("more than a line: %+v", p)
		}
		if p.Status != OK {
			return
		}
		again := Parse("Action: "+p.Text, types)
		if again.Action != p.Action || again.Status != OK {
			t.Fatalf("%+v is read again as %+v", p, again)
		}
	})
}
