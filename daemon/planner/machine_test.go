package planner_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"navd/daemon/nav"

	"navd/daemon/fault"
	"navd/daemon/planner"
	"navd/daemon/reply"

	"github.com/google/go-cmp/cmp"
)

// turn is one exchange with a machine: what it must ask, what it gets.
type turn struct {
	model int
	wait  time.Duration
	word  string // that the prompt must end with; empty: it is as first asked
	reply reply.Answer
}

func TestMachine(t *testing.T) {
	good, bad := reply.Answer{Text: whole}, reply.Answer{Text: "left"}
	away := reply.Answer{Err: fault.New(fault.Unavailable, "connection refused")}
	slow := reply.Answer{Err: fault.New(fault.Timeout, "no answer in 5 s")}
	soon := reply.Answer{Err: &fault.Error{Kind: fault.Unavailable, Message: "busy", After: time.Second}}
	later := reply.Answer{Err: &fault.Error{Kind: fault.Unavailable, Message: "busy", After: time.Minute}}
	denied := reply.Answer{Err: fault.New(fault.Denied, "no such key")}
	other := reply.Answer{Err: errors.New("broken pipe")}
	const again = "Answer again with the JSON object alone."
	for _, tc := range []struct {
		name    string
		chain   []string
		turns   []turn
		used    int // -1: no decision
		reasons []string
	}{
		{"an empty chain asks nothing", nil, nil, -1, nil},
		{"a good answer is used", []string{"a"}, []turn{{0, 0, "", good}}, 0, []string{""}},
		{"an unusable one is asked again with what was wrong", []string{"a"}, []turn{{0, 0, "", bad}, {0, 0, again, good}}, 0,
			[]string{"no object in the answer", ""}},
		{"once only, then the next entry", []string{"a", "b"}, []turn{{0, 0, "", bad}, {0, 0, again, bad}, {1, 0, "", good}}, 1,
			[]string{"no object", "no object", ""}},
		{"then there is no decision", []string{"a"}, []turn{{0, 0, "", bad}, {0, 0, again, bad}}, -1, []string{"no object", "no object"}},
		{"who is out of reach is tried twice more, with growing pauses", []string{"a"},
			[]turn{{0, 0, "", away}, {0, 100 * time.Millisecond, "", away}, {0, 200 * time.Millisecond, "", good}}, 0,
			[]string{"connection refused", "connection refused", ""}},
		{"then comes the next entry", []string{"a", "b"},
			[]turn{{0, 0, "", away}, {0, 100 * time.Millisecond, "", away}, {0, 200 * time.Millisecond, "", away}, {1, 0, "", good}}, 1,
			[]string{"refused", "refused", "refused", ""}},
		{"who is slow is not waited for again", []string{"a", "b"}, []turn{{0, 0, "", slow}, {1, 0, "", good}}, 1, []string{"no answer in 5 s", ""}},
		{"who asks for a short pause gets it", []string{"a"}, []turn{{0, 0, "", soon}, {0, time.Second, "", good}}, 0, []string{"busy", ""}},
		{"who asks for a long one is passed over", []string{"a", "b"}, []turn{{0, 0, "", later}, {1, 0, "", good}}, 1, []string{"busy", ""}},
		{"who refuses is not asked again", []string{"a", "b"}, []turn{{0, 0, "", denied}, {1, 0, "", good}}, 1, []string{"no such key", ""}},
		{"nor is one that breaks", []string{"a", "b"}, []turn{{0, 0, "", other}, {1, 0, "", good}}, 1, []string{"broken pipe", ""}},
		{"a fault within the one retry keeps it", []string{"a", "b"},
			[]turn{{0, 0, "", bad}, {0, 0, again, away}, {0, 100 * time.Millisecond, again, bad}, {1, 0, "", bad}, {1, 0, again, good}}, 1,
			[]string{"no object", "refused", "no object", "no object", ""}},
		{"faults before an unusable answer do not count after it", []string{"a"},
			[]turn{{0, 0, "", away}, {0, 100 * time.Millisecond, "", bad}, {0, 0, again, away}, {0, 100 * time.Millisecond, again, good}}, 0,
			[]string{"refused", "no object", "refused", ""}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := planner.NewMachine(reply.Ask{Prompt: "where to?"}, tc.chain, nav.Wording{}, nil, nil)
			for i, want := range tc.turns {
				ask, ok := m.Next()
				if !ok || ask.Model != want.model || ask.Wait != want.wait || !strings.HasSuffix(ask.Prompt, want.word) ||
					(want.word == "" && ask.Prompt != "where to?") || ask.Schema != planner.SchemaIn(nav.Wording{}) || ask.Role != "planner" {
					t.Fatalf("turn %d asks %+v, %v; want %+v", i, ask, ok, want)
				}
				m.Feed(want.reply)
			}
			if ask, ok := m.Next(); ok {
				t.Errorf("it goes on to ask %+v", ask)
			}
			d, ok := m.Answer()
			if ok != (tc.used >= 0) || (ok && (m.Used() != tc.used || d.Angle != 15)) {
				t.Errorf("decision %+v, %v of %d, want %d", d, ok, m.Used(), tc.used)
			}
			checkAttempts(t, m.Attempts(), tc.reasons)
		})
	}
}

func checkAttempts(t *testing.T, attempts []reply.Attempt, reasons []string) {
	t.Helper()
	if len(attempts) != len(reasons) {
		t.Fatalf("%d attempts, want %d: %+v", len(attempts), len(reasons), attempts)
	}
	for i, a := range attempts {
		if !strings.Contains(a.Reason, reasons[i]) || (reasons[i] == "") != (a.Reason == "") {
			t.Errorf("attempt %d failed by %q, want %q", i, a.Reason, reasons[i])
		}
	}
}

func TestMachineIgnoresAnswersNobodyAskedFor(t *testing.T) {
	m := planner.NewMachine(reply.Ask{}, []string{"a"}, nav.Wording{}, nil, nil)
	for range 5 {
		m.Feed(reply.Answer{Text: whole})
	}
	if len(m.Attempts()) != 1 {
		t.Errorf("%d attempts", len(m.Attempts()))
	}
	planner.NewMachine(reply.Ask{}, nil, nav.Wording{}, nil, nil).Feed(reply.Answer{Text: whole})
}

// Who has no time for an entry's pause goes on to the next, and the skipped
// one's last reason stays the last.
func TestMachineSkips(t *testing.T) {
	m := planner.NewMachine(reply.Ask{}, []string{"a", "b"}, nav.Wording{}, nil, nil)
	m.Feed(reply.Answer{Err: fault.New(fault.Unavailable, "away")})
	m.Skip()
	if ask, ok := m.Next(); !ok || ask.Model != 1 || ask.Try != 0 || ask.Wait != 0 {
		t.Errorf("asks %+v, %v", ask, ok)
	}
	m.Skip()
	m.Skip()
	if ask, ok := m.Next(); ok {
		t.Errorf("asks %+v", ask)
	}
	if got := m.Attempts(); len(got) != 1 || got[0].Reason != "away" {
		t.Errorf("attempts %+v", got)
	}
}

func TestCostOf(t *testing.T) {
	got := planner.CostOf([]reply.Attempt{{Usage: reply.Usage{TokensIn: 10, TokensOut: 2, Cost: 0.5}}, {Usage: reply.Usage{TokensIn: 5, Cost: 0.25}}})
	if d := cmp.Diff(planner.Cost{Calls: 2, TokensIn: 15, TokensOut: 2, Cost: 0.75}, got); d != "" {
		t.Error(d)
	}
}

func TestNote(t *testing.T) {
	var p planner.Plan
	p.Note(new(true), new(3), nil)
	if *p.Verified != true || *p.Executed != 3 {
		t.Errorf("%v, %v", *p.Verified, *p.Executed)
	}
	p.Note(nil, nil, new(true))
	if *p.Executed != 3 {
		t.Errorf("executed: true changes the view to %d", *p.Executed)
	}
	p.Note(nil, nil, new(false))
	if *p.Verified != true || *p.Executed != -1 {
		t.Errorf("%v, %v", *p.Verified, *p.Executed)
	}
}
