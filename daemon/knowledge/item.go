package knowledge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/knowledge/dmn"
	"navd/daemon/words"
)

// Kind is what an item is.
type Kind string

// The kinds of items.
const (
	Memory Kind = "memory" // facts and preferences, in sentences
	Rule   Kind = "rule"   // a decision table that every plan evaluates
	Skill  Kind = "skill"  // how to do something, step by step
)

// AllowedKinds names the kinds with all that they may be called.
const AllowedKinds = "memory (MEMORY), rule (DMN_RULE) or skill (SKILL)"

// ParseKind reads the name of a kind, in any case. Another name is an invalid
// fault.
func ParseKind(name string) (Kind, error) {
	switch strings.ToLower(name) {
	case "memory":
		return Memory, nil
	case "rule", "dmn_rule":
		return Rule, nil
	case "skill":
		return Skill, nil
	}
	return "", fault.Field("kind", name, AllowedKinds)
}

// Scope says where an item holds. The zero value is everywhere.
type Scope struct {
	Scene string `json:"scene_id,omitempty"`
}

// Holds reports whether an item of the scope holds in a scene.
func (s Scope) Holds(scene string) bool { return s.Scene == "" || s.Scene == scene }

// String says where it is.
func (s Scope) String() string {
	if s.Scene == "" {
		return "everywhere"
	}
	return "in " + s.Scene
}

// Overlaps reports whether there is a scene in which both hold.
func (s Scope) Overlaps(o Scope) bool { return s.Holds(o.Scene) || o.Holds(s.Scene) }

// Body is what an item says; only what belongs to its kind is set.
type Body struct {
	Text     string     `json:"text,omitempty"`     // of a memory: a statement a line; of a rule: the sentences that it was made of
	Rule     *dmn.Model `json:"rule,omitempty"`     // of a rule
	Priority int        `json:"priority,omitempty"` // of a rule, 0 to 100: the higher one is obeyed where two cannot be
	Skill    *Guide     `json:"skill,omitempty"`    // of a skill
}

// Guide is a skill: what it is for and what to do.
type Guide struct {
	Name        string `json:"name"`        // 1 to 64 lowercase letters, digits and hyphens
	Description string `json:"description"` // what it does and when, at most 1,024 characters
	Text        string `json:"text"`        // Markdown, its steps as a numbered list

	License  string            `json:"license,omitempty"`
	Needs    string            `json:"compatibility,omitempty"` // what it needs to run
	Tools    string            `json:"allowed_tools,omitempty"`
	Metadata map[string]string `json:"metadata,omitempty"`
	Files    []File            `json:"files,omitempty"` // that lie beside it, by path
}

// Limits of a guide, in characters.
const (
	maxGuideName        = 64
	maxGuideDescription = 1024
)

// Problems says what is wrong with the name and the description; none: nothing.
func (g Guide) Problems() (why []string) {
	other := func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	wrong := func(format string, args ...any) { why = append(why, fmt.Sprintf(format, args...)) }
	switch n := utf8.RuneCountInString(g.Name); {
	case n == 0:
		wrong("it has no name")
	case n > maxGuideName:
		wrong("the name %q has %d characters, at most %d are taken", g.Name, n, maxGuideName)
	case strings.HasPrefix(g.Name, "-") || strings.HasSuffix(g.Name, "-") || strings.Contains(g.Name, "--"):
		wrong("the name %q has a hyphen at an end, or two in a row", g.Name)
	case g.Name != strings.ToLower(g.Name):
		wrong("the name %q has capital letters", g.Name)
	case strings.ContainsFunc(g.Name, other):
		wrong("the name %q has something else than letters, digits and hyphens", g.Name)
	}
	switch n := utf8.RuneCountInString(g.Description); {
	case n == 0:
		wrong("it has no description")
	case n > maxGuideDescription:
		wrong("the description has %d characters, at most %d are taken", n, maxGuideDescription)
	}
	return why
}

// File is a file of a skill.
type File struct {
	Path    string `json:"path" min:"1" max:"500"` // below the skill's folder, with slashes
	Content string `json:"content" max:"1048576"`  // text, or base64
	Base64  bool   `json:"base64,omitempty"`       // it is not text
}

// Hash tells bodies apart that say different things: letters, blanks and the names
// that rows have do not count.
func (b Body) Hash() string {
	if b.Rule != nil {
		b.Rule, b.Text = unnamed(*b.Rule), ""
	}
	b.Text = words.Plain(b.Text)
	data, err := json.Marshal(b)
	if err != nil { // strings and numbers marshal
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// unnamed is a copy of a model without its own names and those of its rows.
func unnamed(m dmn.Model) *dmn.Model {
	m.ID, m.Name, m.Namespace = "", "", ""
	m.Decisions = slices.Clone(m.Decisions)
	for i, d := range m.Decisions {
		if d.Table == nil {
			continue
		}
		t := *d.Table
		t.Rules = slices.Clone(t.Rules)
		for n := range t.Rules {
			t.Rules[n].ID, t.Rules[n].Note = "", ""
		}
		m.Decisions[i].Table = &t
	}
	return &m
}

// Title is a line that identifies the item for people.
func (b Body) Title() string {
	switch {
	case b.Skill != nil:
		return b.Skill.Name
	case b.Text != "":
		line, _, _ := strings.Cut(b.Text, "\n")
		return line
	case b.Rule != nil:
		return b.Rule.Name
	}
	return ""
}

// Item is one version of an item. It is a value that is never changed: a change is
// another version.
type Item struct {
	ID       string              `json:"id"`      // "k3"
	Version  int                 `json:"version"` // 1, 2, …
	Number   string              `json:"number"`  // as people read versions: 1.0.0
	Kind     Kind                `json:"kind"`
	Status   item.State          `json:"status"`
	Scope    Scope               `json:"scope"`
	Body     Body                `json:"body"`
	Claims   []words.Claim       `json:"claims,omitempty"` // of a memory, for the local planner
	Evidence []feedback.Evidence `json:"evidence"`

	Relation  Relation  `json:"relation,omitempty"`   // to what there was
	Operation Operation `json:"operation"`            // that made the version
	Mode      Mode      `json:"merge_mode,omitempty"` // how it was merged
	Proposal  string    `json:"proposal,omitempty"`   // id of the proposal that was approved
	Feedback  string    `json:"feedback,omitempty"`   // id of the feedback that the version was made of
	Author    string    `json:"author,omitempty"`     // who had it done
	Reason    string    `json:"reason,omitempty"`
	From      time.Time `json:"valid_from"` // when the version was made

	Follows      []string `json:"follows_from,omitempty"` // ids of items that it was derived from: when the last of them is out of use, it is proposed to go
	SupersededBy string   `json:"superseded_by,omitempty"`
	Replaces     string   `json:"replaces,omitempty"`
}

// Prefix begins the id of every item.
const Prefix = "k"

// Ref names the version: "k3@1".
func (i Item) Ref() string { return i.ID + "@" + strconv.Itoa(i.Version) }

// SplitRef reads a reference to an item, with a version as lists print it or without: "k3@1" is
// k3 in version 1, "k3" names no version, 0. Anything else stays as it is.
func SplitRef(ref string) (id string, version int) {
	id, v, is := strings.Cut(ref, "@")
	if n, err := strconv.Atoi(v); is && err == nil && n > 0 && strconv.Itoa(n) == v {
		return id, n
	}
	return ref, 0
}

// Life gives the fields that all versioned items have.
func (i Item) Life() item.Life {
	return item.Life{ID: i.ID, Version: i.Version, State: i.Status, SupersededBy: i.SupersededBy, Replaces: i.Replaces, Evidence: i.Evidence}
}

// With gives the same content with another life.
func (i Item) With(l item.Life) Item {
	i.ID, i.Version, i.Status, i.SupersededBy, i.Replaces, i.Evidence = l.ID, l.Version, l.State, l.SupersededBy, l.Replaces, l.Evidence
	return i
}

// Relation is how a feedback relates to a known item.
type Relation string

// The relations.
const (
	Duplicate   Relation = "DUPLICATE"   // the same in other words
	Extends     Relation = "EXTENDS"     // adds a case
	Exception   Relation = "EXCEPTION"   // takes a case out
	Refines     Relation = "REFINES"     // changes a part
	Supersedes  Relation = "SUPERSEDES"  // takes its place
	Complements Relation = "COMPLEMENTS" // another side of it
	Unrelated   Relation = "UNRELATED"   // something else
	Conflicts   Relation = "CONFLICTS"   // both cannot hold
	Withdraws   Relation = "WITHDRAWS"   // takes it back
)

// Operation is what is done to an item.
type Operation string

// The operations.
const (
	Create Operation = "CREATE" // a new item
	Update Operation = "UPDATE" // another version
	Delete Operation = "DELETE" // it is retired: nothing is lost
	Ignore Operation = "IGNORE" // nothing but that it was said once more
)

// Mode is how a change goes into what there is.
type Mode string

// The merge modes.
const (
	Replace Mode = "REPLACE" // it takes the place of what there was
	Extend  Mode = "EXTEND"  // it adds; what there was stays as it is
	Refine  Mode = "REFINE"  // it changes what is named, and nothing else
)

// Attachment has plans told a skill whole, in one version of it: those of a scene, or
// all.
type Attachment struct {
	Skill    string    `json:"skill"`              // id of the item
	Version  int       `json:"version"`            // that they are told
	Scene    string    `json:"scene_id,omitempty"` // empty: every plan
	Author   string    `json:"author,omitempty"`
	Feedback string    `json:"feedback,omitempty"` // id of the feedback that an agent answered with it
	Since    time.Time `json:"since"`
}

// SamePlace tells whether another attachment is of the same skill, to the same plans.
func (a Attachment) SamePlace(o Attachment) bool { return a.Skill == o.Skill && a.Scene == o.Scene }

// Without is the item without the evidence of one feedback.
func (i Item) Without(id string) Item {
	i.Evidence = slices.DeleteFunc(slices.Clone(i.Evidence), func(v feedback.Evidence) bool { return v.Feedback == id })
	return i
}
