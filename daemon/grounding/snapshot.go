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

// Snapshot is the grounding of one episode as a file has it. [Snapshot.With] and the readers
// return snapshots that share no memory with others.
type Snapshot struct {
	Info    Info                    `json:"expr_info"`
	Steps   []Step                  `json:"grounding_per_step"`
	Stacked feedback.Four[[]string] `json:"stacked_grounding"` // lines as [Line] makes them
	Final   *Final                  `json:"final_grounding"`   // nil: there is none yet
	Scopes  []Scoped                `json:"scopes,omitempty"`  // where the texts are valid, if known; only navd writes it

	// Open says that a file had no final_grounding at all, not even null: its
	// stacked texts are not knowledge yet. navd never writes such files.
	Open bool `json:"-"`

	// Foreign says that a file had none of these parts: it is about something else.
	Foreign bool `json:"-"`
}

// Scoped says where a text is valid: one for each entry that says it.
type Scoped struct {
	Category feedback.Category `json:"category"`
	Text     string            `json:"text"` // bare
	Scope
	Claims []words.Claim `json:"claims,omitempty"` // what it says, where the text alone does not: of here, or as its caller gave it
	Pinned bool          `json:"pinned,omitempty"` // shown before all others
}

// scoped says where a text of an entry is valid, what it claims if the text alone does not
// tell, and whether it is pinned.
func (e Entry) scoped(c feedback.Category, text string) Scoped {
	s := Scoped{Category: c, Text: strings.TrimSpace(text), Scope: e.Scope, Claims: slices.Clone(e.Claims), Pinned: e.Pinned}
	for i := range s.Claims {
		s.Claims[i].Source = ""
	}
	if slices.Equal(s.Claims, words.ParseClaims(Bare(text), "")) {
		s.Claims = nil
	}
	return s
}

// ScopesOf lists where the texts of feedback are valid, by their entries that are in use. A
// text that has none, which only a final may still say, keeps the scopes that it had.
// Feedback that was taken back is left out.
func ScopesOf(records []feedback.Record, entry func(id string) (Entry, bool)) []Scoped {
	var used, old []Scoped
	says := map[heard]bool{} // what is in use
	for _, r := range records {
		if !r.Withdrawn.IsZero() {
			continue
		}
		for i, item := range r.Items {
			if i >= len(r.Entries) {
				break
			}
			if e, ok := inUse(entry, r.Entries[i], r.ID); ok {
				says[heard{item.Category, coreOf(item.Text)}] = true
				used = append(used, e.scoped(item.Category, item.Text))
			} else if e, ok := entry(r.Entries[i]); ok {
				old = append(old, e.scoped(item.Category, item.Text))
			}
		}
	}
	old = slices.DeleteFunc(old, func(s Scoped) bool { return says[heard{s.Category, coreOf(s.Text)}] })
	return unscoped(append(used, old...))
}

// unscoped removes duplicates. It returns nil if all texts are valid everywhere and none is
// pinned: a file without scopes says the same.
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
		seen[at], wide = true, wide && s.Scope == Scope{} && len(s.Claims) == 0 && !s.Pinned
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

// EpisodeID is the name of an episode. In JSON it is a number if it looks like one, of up to
// 15 digits, and otherwise a string.
type EpisodeID string

// Step is the feedback to one step.
type Step struct {
	ID          int                    `json:"step_id"`
	Instruction string                 `json:"instruction"` // the instruction that the robot followed, not the whole prompt
	Status      feedback.Verdict       `json:"status"`      // the user's verdict; empty: none
	Feedback    feedback.Four[*string] `json:"feedback"`    // nil where nothing was said
}

// Final is the summary of an episode's corrections, one text per category.
type Final struct {
	Generated      string  `json:"generation_timestamp,omitempty"` // RFC 3339 with zone; files of other programs may lack the zone
	UserPreference Content `json:"user_preference_grounding"`
	Spatial        Content `json:"spatial_grounding"`
	Procedural     Content `json:"procedural_grounding"`
	General        Content `json:"general_grounding_rules"`
}

// Content is the text of one category; it may be empty.
type Content struct {
	Content string `json:"content" max:"65536"`
}

// Of returns a pointer to the content of a category.
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

// Check refuses control characters other than line ends and tabs, because a file that has
// them cannot be imported. Its invalid fault names the category.
func (f Final) Check() error {
	for _, c := range feedback.Categories() {
		if text := *f.Of(c); strings.ContainsFunc(text, controls) {
			return fault.Field(contentKeys(c)[0]+".content", text, "no control characters but line ends and tabs")
		}
	}
	return nil
}

// controls reports whether r is not allowed in a text.
func controls(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\r\n", r) }

// Line returns a text as a stack has it: "[ Step1 - Success ] : text", or without the
// verdict if there is none.
func Line(step int, v feedback.Verdict, text string) string {
	if v == "" {
		return fmt.Sprintf("[ Step%d ] : %s", step, text)
	}
	return fmt.Sprintf("[ Step%d - %s ] : %s", step, v, text)
}

// Bare removes the step from a [Line]. A text without one stays as it is.
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

// With returns the snapshot with one more step: the step is added unchanged, and its texts
// are stacked, trimmed and without blank ones.
func (s Snapshot) With(step Step) Snapshot {
	s.Steps = slices.Clone(s.Steps)
	for _, c := range feedback.Categories() {
		stack := s.Stacked.Of(c)
		*stack = slices.Clone(*stack)
	}
	s.take(step)
	return s
}

// take is With in place, for a snapshot that shares no memory.
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

// Distil makes a final without a model: for each category its texts without steps, one per
// line, in order; texts that only differ in case, spaces and the stop at their end once.
// Further lines of a text are indented by two. The final's time is at, in at's zone.
func Distil(stacked feedback.Four[[]string], at time.Time) Final {
	f := Final{Generated: at.Format(time.RFC3339)}
	for _, c := range feedback.Categories() {
		seen := map[string]bool{}
		var texts []string
		for _, line := range *stacked.Of(c) {
			text := strings.TrimSpace(Bare(line))
			if plain := strings.TrimRight(words.Plain(text), ".!。 "); plain != "" && !seen[plain] {
				seen[plain] = true
				texts = append(texts, hang(text))
			}
		}
		*f.Of(c) = strings.Join(texts, "\n")
	}
	return f
}
