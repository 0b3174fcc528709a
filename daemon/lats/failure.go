package lats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// failure is a trajectory whose answer had the reward 0; of several with the same answer it
// is the first.
type failure struct {
	node   *Node
	lesson string // what a model said about it
	asked  bool   // a model was asked about it
	words  map[string]bool
}

// fail keeps a failed trajectory. Its answer is not tried again.
func (s *Search) fail(n *Node) {
	key := n.Action.Key()
	if _, known := s.failed[key]; known {
		return
	}
	s.failures = append(s.failures, &failure{node: n, words: s.wordsOf(n)})
	s.failed[key] = s.o.ends(n.Action.Type)
}

// Lesson is a failed trajectory, for those who learn from it.
type Lesson struct {
	Node   int    `json:"node"`
	Answer Action `json:"answer"`         // that was wrong
	Steps  []Step `json:"steps"`          // from the root to the answer
	Text   string `json:"text,omitempty"` // what a model said to learn from it
}

// Lessons gives the failures of a search, the first of those with the same
// answer, in the order they were made.
func (s *Search) Lessons() []Lesson {
	var all []Lesson
	for _, f := range s.failures {
		all = append(all, Lesson{Node: f.node.ID, Answer: f.node.Action, Steps: s.steps(f.node.ID), Text: f.lesson})
	}
	return all
}

// recent is how many of the last failures are compared with a node.
const recent = 200

// relevant chooses the failures that a prompt shows: those whose steps share most words with
// the path to a node, of equals the latest.
func (s *Search) relevant(n *Node) []*failure {
	if s.o.Shown < 0 || len(s.failures) == 0 {
		return nil
	}
	here := s.wordsOf(n)
	found := slices.Clone(s.failures[max(0, len(s.failures)-recent):])
	share := map[*failure]int{}
	for _, f := range found {
		for w := range f.words {
			if here[w] {
				share[f]++
			}
		}
	}
	slices.SortStableFunc(found, func(a, b *failure) int {
		return cmp.Or(cmp.Compare(share[b], share[a]), cmp.Compare(b.node.ID, a.node.ID))
	})
	return found[:min(len(found), s.o.Shown)]
}

// wordsOf gives the words of the steps to a node.
func (s *Search) wordsOf(n *Node) map[string]bool {
	set := map[string]bool{}
	for _, p := range s.path(n.ID) {
		for w := range strings.FieldsSeq(canonical(p.Thought + " " + p.Action.Param + " " + p.Observation)) {
			set[w] = true
		}
	}
	return set
}

// failuresText writes the failures that the round shows, for a prompt.
func (s *Search) failuresText() string {
	if len(s.round.shown) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("These attempts at the same question failed. Do not repeat them, nor their answers:\n")
	for i, f := range s.round.shown {
		lesson := cmp.Or(f.lesson, "the answer was wrong.")
		steps := s.steps(f.node.ID)
		for k := range steps {
			steps[k].Observation = shorten(steps[k].Observation, maxShown)
		}
		fmt.Fprintf(&b, "\nAttempt %d\n%sLesson: %s\n", i+1, Trajectory(s.o.Question, steps), lesson)
	}
	return b.String()
}

// maxShown is the most bytes of an observation in the text of a failure.
const maxShown = 300
