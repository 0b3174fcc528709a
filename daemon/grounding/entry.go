package grounding

import (
	"slices"
	"strings"
	"time"

	"navd/daemon/words"
)

// State is where an entry stands.
type State string

// The states. Only active entries are shown.
const (
	Proposed   State = "proposed"   // a model's, which nobody has confirmed
	Active     State = "active"     // in use
	Superseded State = "superseded" // a newer statement took its place
	Retired    State = "retired"    // taken out of use
)

// Evidence is what an entry rests on: one feedback of a user.
type Evidence struct {
	Feedback string    `json:"feedback"` // id of the record
	Episode  string    `json:"episode"`
	Step     int       `json:"step"`
	Verdict  Verdict   `json:"verdict,omitempty"`
	Author   string    `json:"author,omitempty"`
	At       time.Time `json:"time"`
}

// Scope says where an entry holds. The zero value is everywhere, for any target.
type Scope struct {
	Scene  string `json:"scene_id,omitempty"`
	Target string `json:"target,omitempty"`
}

// overlaps reports whether there is a situation to which both apply.
func (s Scope) overlaps(o Scope) bool {
	return (s.Scene == o.Scene || s.Scene == "" || o.Scene == "") && (s.Target == o.Target || s.Target == "" || o.Target == "")
}

// Counters say what came of showing an entry.
type Counters struct {
	Shown  int `json:"shown"`
	Helped int `json:"helped"`
	Harmed int `json:"harmed"`
}

// Entry is one version of one piece of grounding knowledge. It is a value that
// is never changed: a change is another version.
type Entry struct {
	ID           string        `json:"id"`
	Version      int           `json:"version"` // 1, 2, …
	Category     Category      `json:"category"`
	Text         string        `json:"text"`
	Claims       []words.Claim `json:"claims,omitempty"`
	Evidence     []Evidence    `json:"evidence"`
	Scope        Scope         `json:"scope"`
	State        State         `json:"state"`
	SupersededBy string        `json:"superseded_by,omitempty"` // id of the entry; superseded ones only
	Pinned       bool          `json:"pinned,omitempty"`        // shown before all others
	Counters     Counters      `json:"counters"`
}

// says reports whether two entries say the same, but for how it is spelled and
// which step it was said at.
func (e Entry) says(o Entry) bool {
	return e.Category == o.Category && e.Scope == o.Scope && words.Plain(Bare(e.Text)) == words.Plain(Bare(o.Text))
}

// latest is the time of the newest evidence, zero when there is none.
func (e Entry) latest() (at time.Time) {
	for _, v := range e.Evidence {
		if v.At.After(at) {
			at = v.At
		}
	}
	return at
}

// cites reports whether the entry rests on a feedback.
func (e Entry) cites(feedback string) bool {
	return slices.ContainsFunc(e.Evidence, func(v Evidence) bool { return v.Feedback == feedback })
}

// with adds the evidence that the entry has not yet, and reports whether there
// was any.
func (e Entry) with(more []Evidence) (Entry, bool) {
	had := len(e.Evidence)
	e.Evidence = slices.Clone(e.Evidence)
	for _, v := range more {
		if !e.cites(v.Feedback) {
			e.Evidence = append(e.Evidence, v)
		}
	}
	return e, len(e.Evidence) > had
}

// maxName is how many words a name may have that is looked for in a text.
const maxName = 4

// subjects are the rooms and things of the tables that an entry's text names.
func (e Entry) subjects() map[string]bool {
	found := map[string]bool{}
	text := strings.FieldsFunc(words.Plain(Bare(e.Text)), func(r rune) bool { return !inWord(r) })
	for i := range text {
		for n := 1; n <= min(maxName, len(text)-i); n++ {
			name := strings.Join(text[i:i+n], " ")
			bare, _ := cutSuffix(name, "에서는", "에서", "에는", "으로", "은", "는", "이", "가", "을", "를", "에", "로", "의")
			for _, name := range []string{name, bare} {
				if s, ok := subjectOf(name); ok {
					found[s] = true
				}
			}
		}
	}
	return found
}
