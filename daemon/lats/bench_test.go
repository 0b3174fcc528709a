package lats

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// broad is a search whose tree grows to n nodes, and its events.
func broad(t testing.TB, nodes int) (*Search, []Event) {
	o := Options{Question: "Where is the mug?", Samples: 5, Budget: Budget{Calls: 1e6, Nodes: nodes, Depth: 12}}
	s := begun(t, o)
	drive(t, s, func(ticket Ticket) (a Answer) {
		switch ticket.Kind {
		case Sample:
			for i := range ticket.N {
				a.Texts = append(a.Texts, fmt.Sprintf("%s\nAction 1: Search[place %d of %d]", strings.Repeat("I look further. ", 10), i, ticket.ID))
			}
		case Observe:
			a.Observation = strings.Repeat("There is a corridor with a lamp. ", 12)
			a.State = json.RawMessage(fmt.Sprintf(`{"page":"place %d"}`, ticket.ID))
		case Evaluate:
			a.Texts = []string{fmt.Sprintf("%s\nThus the correctness score is %d", strings.Repeat("It is near. ", 10), 1+ticket.ID*7%9)}
		}
		return a
	})
	return s, s.Drain()
}

// TestStoredSize: a tree of 10,000 nodes is stored in less than 64 MB, and a smaller one in
// as much less.
func TestStoredSize(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long, and one goroutine")
	}
	nodes := 2500
	if os.Getenv("NAVD_TEST_LONG") != "" {
		nodes = 10_000
	}
	s, events := broad(t, nodes)
	size := 0
	for _, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		size += len(data)
	}
	t.Logf("%d nodes: %d events in %.1f MB", len(s.Nodes()), len(events), float64(size)/1e6)
	if len(s.Nodes()) != nodes || size >= 64<<20/10_000*nodes {
		t.Errorf("%d nodes in %d bytes", len(s.Nodes()), size)
	}
}

func BenchmarkSelect(b *testing.B) {
	s, _ := broad(b, 10_000)
	for b.Loop() {
		if s.choose() == nil {
			b.Fatal("nothing to choose")
		}
	}
}

// BenchmarkSelectFlat chooses among 10,000 children of one node.
func BenchmarkSelectFlat(b *testing.B) {
	s := begun(b, Options{Question: "q", Expansions: 1})
	for range 10_000 {
		s.add(s.nodes[0], Parsed{})
	}
	s.nodes[0].Expansions = 1
	for b.Loop() {
		if s.choose() == nil {
			b.Fatal("nothing to choose")
		}
	}
}

func BenchmarkReplay(b *testing.B) {
	s, events := broad(b, 10_000)
	for b.Loop() {
		if _, err := Replay(s.Options(), events); err != nil {
			b.Fatal(err)
		}
	}
}
