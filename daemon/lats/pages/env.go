package pages

import (
	"fmt"
	"strings"
)

// Page is a text with a title. Its lines are paragraphs.
type Page struct {
	Title string
	Text  string
}

// Env asks one question over pages.
type Env struct {
	Pages  []Page
	Also   map[string]string // other names of pages, to their titles
	Index  int               // of the question, for Info
	Gold   string            // the right answer; spelling, articles and punctuation do not count
	Prefix int               // sentences that a search shows; 0: 5
}

// State is where a branch stands. The zero value is the beginning.
type State struct {
	Steps  int     `json:"steps"`
	Page   string  `json:"page,omitempty"`   // title of the open page
	Words  string  `json:"words,omitempty"`  // that were last looked up
	Next   int     `json:"next,omitempty"`   // of their results
	Answer *string `json:"answer,omitempty"` // that was given
}

// Outcome is what a step brings.
type Outcome struct {
	Observation string
	Reward      float64 // 0 or 1
	Done        bool
	Info        Info
}

// Info is what is known of a step beside its observation.
type Info struct {
	Steps  int     `json:"steps"`
	Answer *string `json:"answer"`
	*Score         // of an answer; nil: none was given
}

// Score compares an answer with the right one.
type Score struct {
	Gold   string  `json:"gt_answer"`
	Index  int     `json:"question_idx"`
	Reward bool    `json:"reward"`
	EM     bool    `json:"em"`
	F1     float64 `json:"f1"`
}

// Step does an action, written as search[kitchen], in a state, which it leaves
// alone. An action that cannot be read, or without a parameter, is answered with
// "Invalid action: …", and is a step too.
func (e *Env) Step(s State, action string) (State, Outcome) {
	action = strings.TrimSpace(action)
	s.Steps++
	s.Answer = nil // an answer counts in its own step alone
	o := Outcome{Observation: "Invalid action: " + action}
	name, param, ok := strings.Cut(action, "[")
	if param = strings.TrimSuffix(param, "]"); ok && strings.HasSuffix(action, "]") && strings.TrimSpace(param) != "" {
		switch name {
		case "search":
			o.Observation = e.search(&s, param)
		case "lookup":
			o.Observation = e.lookup(&s, param)
		case "think":
			o.Observation = "Nice thought."
		case "finish":
			s.Answer = &param
			o.Info.Score = e.score(param)
			o.Done, o.Reward = true, number(o.Info.Score.Reward)
			o.Observation = fmt.Sprintf("Episode finished, reward = %v\n", o.Reward)
		}
	}
	o.Info.Steps, o.Info.Answer = s.Steps, s.Answer
	return s, o
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (e *Env) score(answer string) *Score {
	em := Exact(answer, e.Gold)
	return &Score{Gold: e.Gold, Index: e.Index, Reward: em, EM: em, F1: F1(answer, e.Gold).F1}
}

// page finds a page by its title, or by another name of it.
func (e *Env) page(name string) (Page, bool) {
	if title, ok := e.Also[name]; ok {
		name = title
	}
	for _, p := range e.Pages {
		if strings.EqualFold(p.Title, name) {
			return p, true
		}
	}
	return Page{}, false
}

// search opens a page. When there is none no page is open, so that a lookup
// never answers from a page that nobody asked for.
func (e *Env) search(s *State, title string) string {
	s.Page, s.Words, s.Next = "", "", 0
	p, ok := e.page(title)
	if !ok {
		titles := make([]string, len(e.Pages))
		for i, p := range e.Pages {
			titles[i] = p.Title
		}
		return Miss(title, Similar(titles, title, 5))
	}
	s.Page = p.Title
	shown := e.Prefix
	if shown == 0 {
		shown = 5
	}
	sentences := stopped(p.Text)
	return strings.Join(sentences[:min(shown, len(sentences))], " ")
}

func (e *Env) lookup(s *State, words string) string {
	if s.Words != words {
		s.Words, s.Next = words, 0
	}
	p, open := e.page(s.Page)
	if !open {
		return "No page is open. Search for one first."
	}
	text, found := result(stopped(p.Text), words, s.Next)
	if found {
		s.Next++
	}
	return text
}
