package grounding

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/words"
)

// Snapshot is the grounding of one episode as it stands in a file. It is a
// value: [Snapshot.With] and the readers share no memory with what they give.
type Snapshot struct {
	Info    Info                    `json:"expr_info"`
	Steps   []Step                  `json:"grounding_per_step"`
	Stacked feedback.Four[[]string] `json:"stacked_grounding"` // lines as [Line] makes them
	Final   *Final                  `json:"final_grounding"`   // nil: there is none yet
	Scopes  []Scoped                `json:"scopes,omitempty"`  // where the texts hold, as far as is known; other programs do not write it

	// Open says that a file had no final_grounding at all, not even null: what
	// is stacked in it is then no knowledge yet. Files are never written so.
	Open bool `json:"-"`
}

// Scoped says where a text holds: one for each entry that says it.
type Scoped struct {
	Category feedback.Category `json:"category"`
	Text     string            `json:"text"` // bare
	Scope
	Claims []words.Claim `json:"claims,omitempty"` // what it says, where the text alone does not: of here, or as its caller gave it
}

// scoped says where a text of an entry holds.
func (e Entry) scoped(c feedback.Category, text string) Scoped {
	s := Scoped{Category: c, Text: strings.TrimSpace(text), Scope: e.Scope, Claims: slices.Clone(e.Claims)}
	for i := range s.Claims {
		s.Claims[i].Source = ""
	}
	if slices.Equal(s.Claims, words.ParseClaims(Bare(text), "")) {
		s.Claims = nil
	}
	return s
}

// ScopesOf lists where the texts of feedback hold, by the entries made of them; what
// was taken back is left out.
func ScopesOf(records []feedback.Record, entry func(id string) (Entry, bool)) (all []Scoped) {
	for _, r := range records {
		if !r.Withdrawn.IsZero() {
			continue
		}
		for i, item := range r.Items {
			if i >= len(r.Entries) {
				break
			}
			if e, ok := entry(r.Entries[i]); ok {
				all = append(all, e.scoped(item.Category, item.Text))
			}
		}
	}
	return unscoped(all)
}

// unscoped lists each once, and gives none where all hold everywhere: a file
// without scopes says the same.
func unscoped(all []Scoped) []Scoped {
	type place struct {
		category feedback.Category
		text     string
		scope    Scope
	}
	seen := map[place]bool{}
	wide := true
	all = slices.DeleteFunc(all, func(s Scoped) bool {
		at := place{s.Category, s.Text, s.Scope}
		again := seen[at]
		seen[at], wide = true, wide && s.Scope == Scope{} && len(s.Claims) == 0
		return again
	})
	if wide {
		return nil
	}
	return all
}

// Info names the episode.
type Info struct {
	Episode EpisodeID `json:"episode_id"`
}

// EpisodeID is the name of an episode. In JSON it is a number when it reads as
// one, up to 15 digits, and else a string.
type EpisodeID string

// Step is the feedback to one step.
type Step struct {
	ID          int                    `json:"step_id"`
	Instruction string                 `json:"instruction"` // the order the robot followed, not the whole prompt
	Status      feedback.Verdict       `json:"status"`      // the user's verdict; empty: none said
	Feedback    feedback.Four[*string] `json:"feedback"`    // nil where nothing was said
}

// Final is what an episode's corrections come to, one text a category.
type Final struct {
	Generated      string  `json:"generation_timestamp,omitempty"` // RFC 3339 with zone; files of others may leave the zone out
	UserPreference Content `json:"user_preference_grounding"`
	Spatial        Content `json:"spatial_grounding"`
	Procedural     Content `json:"procedural_grounding"`
	General        Content `json:"general_grounding_rules"`
}

// Content is the text of one category; it may be empty.
type Content struct {
	Content string `json:"content" max:"65536"`
}

// Of gives the place of a category's content, like [Four.Of].
func (f *Final) Of(c feedback.Category) *string {
	switch c {
	case feedback.UserPreference:
		return &f.UserPreference.Content
	case feedback.Spatial:
		return &f.Spatial.Content
	case feedback.Procedural:
		return &f.Procedural.Content
	}
	return &f.General.Content
}

// Check refuses control characters other than line ends and tabs: no file that
// has them can be imported. Its invalid fault names the category.
func (f Final) Check() error {
	for _, c := range feedback.Categories() {
		if text := *f.Of(c); strings.ContainsFunc(text, controls) {
			return fault.Field(contentKeys(c)[0]+".content", text, "no control characters but line ends and tabs")
		}
	}
	return nil
}

// controls reports whether a text may not have r.
func controls(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\r\n", r) }

// Line is how a text stands in a stack: "[ Step1 - Success ] : text", without
// the verdict where none was said.
func Line(step int, v feedback.Verdict, text string) string {
	if v == "" {
		return fmt.Sprintf("[ Step%d ] : %s", step, text)
	}
	return fmt.Sprintf("[ Step%d - %s ] : %s", step, v, text)
}

// Bare takes the step off a [Line]. A text without one stays as it is.
func Bare(line string) string {
	head, text, ok := strings.Cut(line, "]")
	step, ok2 := strings.CutPrefix(strings.TrimSpace(head), "[")
	step, ok3 := strings.CutPrefix(strings.TrimSpace(step), "Step")
	text, ok4 := strings.CutPrefix(strings.TrimSpace(text), ":")
	if !ok || !ok2 || !ok3 || !ok4 || step == "" || step[0] < '0' || step[0] > '9' {
		return line
	}
	return strings.TrimSpace(text)
}

// With gives the snapshot with one step more: kept as it is, and its texts
// stacked, trimmed; a blank one is not stacked.
func (s Snapshot) With(step Step) Snapshot {
	s.Steps = slices.Clone(s.Steps)
	for _, c := range feedback.Categories() {
		stack := s.Stacked.Of(c)
		*stack = slices.Clone(*stack)
	}
	s.take(step)
	return s
}

// take is With in place, for an owner who shares nothing.
func (s *Snapshot) take(step Step) {
	s.Steps = append(s.Steps, step)
	for _, c := range feedback.Categories() {
		text := *step.Feedback.Of(c)
		if text == nil || strings.TrimSpace(*text) == "" {
			continue
		}
		stack := s.Stacked.Of(c)
		*stack = append(*stack, Line(step.ID, step.Status, strings.TrimSpace(*text)))
	}
}

// Distil is the final without a model: each category's texts, bare, one a
// line, those that are the same but for case and spaces once, in the order in
// which they came. Further lines of a text are indented by two. It is stamped
// with at, in at's zone.
func Distil(stacked feedback.Four[[]string], at time.Time) Final {
	f := Final{Generated: at.Format(time.RFC3339)}
	for _, c := range feedback.Categories() {
		seen := map[string]bool{}
		var texts []string
		for _, line := range *stacked.Of(c) {
			text := strings.TrimSpace(Bare(line))
			if plain := words.Plain(text); plain != "" && !seen[plain] {
				seen[plain] = true
				texts = append(texts, hang(text))
			}
		}
		*f.Of(c) = strings.Join(texts, "\n")
	}
	return f
}
