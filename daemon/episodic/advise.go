package episodic

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"navd/daemon/words"
)

// The types of advice, and its strengths.
const (
	TypeOverride = "successful_override"
	TypeWarning  = "failed_override_warning"
	TypeAnchor   = "consistency_anchor"

	Weak, Moderate, Strong = "weak", "moderate", "strong"
)

// Advisory is one piece of advice, in the file format. Its claims are navd's own and not in
// the format.
type Advisory struct {
	SchemaVersion string      `json:"schema_version"`  // 1.1
	ID            string      `json:"advisory_id"`     // adv_000001 and so on, in a bundle
	Type          string      `json:"advisory_type"`   // successful_override, failed_override_warning or consistency_anchor
	Message       string      `json:"message"`         // at most 800 characters
	Strength      string      `json:"strength"`        // weak, moderate or strong
	Relevance     Float       `json:"relevance_score"` // 0..1
	Evidence      Evidence    `json:"evidence"`
	Constraints   Constraints `json:"constraints"`

	Claims []words.Claim `json:"-"`
}

// Evidence is what an advisory rests on.
type Evidence struct {
	Sources     []string `json:"source_episode_ids"`
	RiskTags    []string `json:"risk_tags"`
	PrincipleID string   `json:"principle_id"`
	BeforeTags  []string `json:"risk_before_tags"`
	AfterTags   []string `json:"risk_after_tags"`
	Stats       *string  `json:"stats"`
}

// Constraints are what no advice does: hint at a label, force, or raise confidence.
type Constraints struct {
	NoLabelHint bool `json:"no_label_hint"`
	NoForcing   bool `json:"no_forcing"`
	NoBoost     bool `json:"no_confidence_boost"`
}

// ReadAdvisory reads an advisory as [Advise] gives it.
func ReadAdvisory(raw json.RawMessage) (a Advisory, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err = d.Decode(&a)
	return a, err
}

// Blocked counts what failed before.
type Blocked struct {
	Episodes   int      `json:"memory_blocked_episode_n"`  // cases that failed
	Advisories int      `json:"memory_blocked_advisory_n"` // advisories that were not given for it
	Reason     string   `json:"memory_block_reason"`       // opposite_polarity_failed, or nothing
	Withheld   int      `json:"advisory_blocked_n"`        // the same as memory_blocked_advisory_n
	Terms      []string `json:"blocked_aspect_terms"`      // aspects of these, sorted
	Polarities []string `json:"blocked_polarities"`        // polarities of these, sorted
}

// Given is advice that was made of cases.
type Given struct {
	Advisories []Advisory
	Blocked    Blocked
	Failed     []bool // of each case: it went wrong
}

// Choice overrides settings of a profile for advice.
type Choice struct {
	OPFB     string // block or warn, empty: as the profile has it
	Type     string
	Strength string
	Failed   func(aspect, polarity string) bool // whether any case of the store went wrong with it; nil: only the entries are looked at
}

// Advise makes an advisory of each entry. Advice is dangerous when a case with the same
// aspect and polarity went wrong: then it is blocked, or given with a warning.
func (p *Profile) Advise(entries []Entry, c Choice) (g Given) {
	opfb, kind, strength := cmp.Or(c.OPFB, p.OPFB), cmp.Or(c.Type, p.Advice.Type), cmp.Or(c.Strength, p.Advice.Strength)
	g = Given{Advisories: []Advisory{}, Failed: make([]bool, len(entries))}
	var bad []pair
	for i, e := range entries {
		if g.Failed[i] = e.Failed(); g.Failed[i] {
			g.Blocked.Episodes++
			bad = append(bad, e.pairs()...)
		}
	}
	if c.Failed != nil {
		for _, e := range entries {
			bad = append(bad, slices.DeleteFunc(e.pairs(), func(own pair) bool { return !c.Failed(own.aspect, own.polarity) })...)
		}
	}
	for _, e := range entries {
		dangerous := slices.ContainsFunc(e.pairs(), func(own pair) bool { return slices.Contains(bad, own) })
		kind := kind
		if dangerous && c.Failed != nil {
			kind = TypeWarning
		}
		if dangerous && opfb == "block" {
			g.Blocked.Advisories++
			continue
		}
		message, ok := p.message(e, dangerous)
		if !ok {
			continue
		}
		g.Advisories = append(g.Advisories, p.advisory(len(g.Advisories)+1, kind, strength, message, p.Advice.Relevance, []string{e.EpisodeID}, e))
	}
	terms, polarities := map[string]bool{}, map[string]bool{}
	if g.Blocked.Withheld = g.Blocked.Advisories; g.Blocked.Withheld > 0 {
		g.Blocked.Reason = "opposite_polarity_failed"
		for _, b := range bad {
			terms[b.aspect], polarities[b.polarity] = true, true
		}
	}
	g.Blocked.Terms, g.Blocked.Polarities = sortedKeys(terms), sortedKeys(polarities)
	return g
}

// advisory fills an advisory in.
func (p *Profile) advisory(n int, kind, strength, message string, relevance Float, sources []string, e Entry) Advisory {
	a := Advisory{
		SchemaVersion: "1.1", ID: AdvisoryID(n), Type: kind, Message: message, Strength: strength, Relevance: relevance,
		Evidence:    Evidence{Sources: sources, RiskTags: e.Evaluation.RiskAfter.Tags, BeforeTags: []string{}, AfterTags: []string{}},
		Constraints: Constraints{true, true, true},
	}
	if a.Evidence.RiskTags == nil {
		a.Evidence.RiskTags = []string{}
	}
	if id := e.Correction.PrincipleID; id != nil {
		a.Evidence.PrincipleID = *id
	}
	return a
}

// AdvisoryID names advisory n of a bundle, from 1.
func AdvisoryID(n int) string { return fmt.Sprintf("adv_%06d", n) }

// message words the advice of an entry; false when it holds no lesson.
func (p *Profile) message(e Entry, dangerous bool) (text string, ok bool) {
	text = cmp.Or(e.Correction.CorrectivePrinciple, p.Advice.Empty)
	if text == "" {
		return "", false
	}
	text += p.suffix(e)
	if dangerous {
		text += p.Warning
	}
	return p.cut(text), true
}

// suffix says what was risked, done and reached, as far as that is known.
func (p *Profile) suffix(e Entry) string {
	if e.RiskType == nil && e.ActionTaken == nil {
		return ""
	}
	w := p.Advice
	or := func(s *string) string {
		if s == nil {
			return w.None
		}
		return *s
	}
	resolved := ""
	if o := e.OutcomeDelta; o != nil && o.ConflictResolved != nil {
		value := w.False
		if *o.ConflictResolved {
			value = w.True
		}
		resolved = strings.ReplaceAll(w.Resolved, "$value", value)
	}
	return strings.NewReplacer("$risk", or(e.RiskType), "$action", or(e.ActionTaken), "$resolved", resolved).Replace(w.Suffix)
}

// cut shortens a message to its longest length, in characters or whole sentences.
func (p *Profile) cut(text string) string {
	most := p.Advice.Most
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	text = string([]rune(text)[:most])
	if p.Advice.Cut == "sentence" {
		if at := strings.LastIndexAny(text, ".!?。！？"); at >= 0 {
			_, size := utf8.DecodeRuneInString(text[at:])
			return text[:at+size]
		}
	}
	return text
}

// StrengthOf is the strength of advice with the numbers of independent episodes that speak for and
// against it: strong from five on if at least four of five agree, moderate from two.
func StrengthOf(pro, con int) string {
	switch {
	case pro >= 5 && 5*pro >= 4*(pro+con):
		return Strong
	case pro >= 2:
		return Moderate
	}
	return Weak
}
