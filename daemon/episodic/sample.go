package episodic

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Sample is what the stages of a pipeline found in one sample and decided about it. An entry
// is made from it.
type Sample struct {
	Text       string            `json:"text,omitempty" max:"100000"`                // of the sample; it is not kept
	Language   string            `json:"language,omitempty" max:"20"`                // of it
	Aspects    []Aspect          `json:"aspects,omitempty" max:"1000"`               // that stage 1 found
	Sentiments []Thought         `json:"sentiments,omitempty" max:"1000"`            // what it thought of them
	Risks      []StructuralRisk  `json:"risks,omitempty" max:"1000"`                 // that the validator found
	RisksAfter *[]StructuralRisk `json:"risks_after,omitempty" max:"1000"`           // and those that were left in the end
	Proposals  []string          `json:"proposals,omitempty" max:"100" each:"10000"` // corrections, the first counts
	Final      map[string]string `json:"final,omitempty" max:"1000" each:"40"`       // polarity of each aspect in the end
	Moderator  *Moderator        `json:"moderator_summary,omitempty"`                // what was done
}

// Thought is the opinion on a term.
type Thought struct {
	Term     string `json:"term" max:"1000"`
	Polarity string `json:"polarity" max:"40"`
	Implicit bool   `json:"is_implicit,omitempty"`
}

// StructuralRisk is a structural risk.
type StructuralRisk struct {
	Type        string `json:"type" max:"200"`
	Severity    string `json:"severity,omitempty" max:"40"`
	Description string `json:"description,omitempty" max:"10000"`
}

// Moderator says what was done about a sample.
type Moderator struct {
	Action          *string       `json:"action_taken,omitempty" max:"1000"`
	OverrideApplied bool          `json:"override_applied,omitempty"`
	OverrideSuccess bool          `json:"override_success,omitempty"`
	OverrideHarm    bool          `json:"override_harm,omitempty"`
	Outcome         *OutcomeDelta `json:"outcome_delta,omitempty"`
}

// Write makes the entry of a sample, with an id and a time.
func (p *Profile) Write(s Sample, id, at string) Entry {
	w := p.Writer
	symptom, principle := w.Symptom, w.Principle
	if len(s.Risks) > 0 && s.Risks[0].Description != "" {
		symptom = s.Risks[0].Description
	}
	conditions := []string{w.Condition}
	if len(s.Proposals) > 0 && s.Proposals[0] != "" {
		principle = s.Proposals[0]
		conditions = []string{firstRunes(principle, 400)}
	}
	e := Entry{
		SchemaVersion: "1.1", EpisodeID: id, EpisodeType: "success", ErrorCategory: []string{w.Error},
		InputSignature: p.Signature(s.Text, s.Language, len(s.Aspects)),
		CaseSummary:    CaseSummary{Symptom: symptom, RationaleSummary: firstRunes(principle, 500)},
		StageSnapshot:  StageSnapshot{w.newStage(), w.newStage()},
		Correction:     Correction{CorrectivePrinciple: firstRunes(principle, 400), ApplicableConditions: conditions},
		Evaluation:     Evaluation{RiskBefore: w.risk(s.Risks), RiskAfter: w.risk(nil), FacetDissent: []string{}},
		Provenance:     Provenance{CreatedFromSplit: w.Split, Timestamp: at, Version: "1.1"},
	}
	if len(s.Aspects) > 0 {
		e.CaseSummary.TargetAspectType = s.Aspects[0].Term
	}
	stage1, final := &e.StageSnapshot.Stage1, &e.StageSnapshot.Final
	for _, t := range s.Sentiments {
		stage1.put(t.Term, fullPolarity(t.Polarity))
		if p, ok := s.Final[t.Term]; ok {
			final.put(t.Term, fullPolarity(p))
		}
	}
	for _, a := range sortedKeys(s.Final) {
		final.put(a, fullPolarity(s.Final[a]))
	}
	if s.RisksAfter != nil {
		e.Evaluation.RiskAfter = w.risk(*s.RisksAfter)
	}
	if len(s.Risks) > 0 {
		e.EpisodeType, e.ErrorCategory, e.RiskType = "harm", nil, &w.Structural
		for _, r := range s.Risks {
			e.ErrorCategory = append(e.ErrorCategory, r.Type)
		}
		slices.Sort(e.ErrorCategory)
		e.ErrorCategory = slices.Compact(e.ErrorCategory)
	}
	if m := s.Moderator; m != nil {
		e.ActionTaken, e.OutcomeDelta = m.Action, m.Outcome
		e.Evaluation.OverrideApplied, e.Evaluation.OverrideSuccess, e.Evaluation.OverrideHarm = m.OverrideApplied, m.OverrideSuccess, m.OverrideHarm
		if o := m.Outcome; e.RiskType == nil && o != nil && o.ConflictResolved != nil && !*o.ConflictResolved {
			e.RiskType = &w.Unresolved
		}
	}
	return e
}

// risk adds up the severities of risks.
func (w Writer) risk(found []StructuralRisk) Risk {
	r := Risk{Tags: []string{}}
	for _, f := range found {
		r.SeveritySum += w.severity(f.Severity)
		r.Tags = append(r.Tags, f.Type)
	}
	return r
}

func firstRunes(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

// The reasons to keep a sample.
const (
	ReasonFailure = "failure_asset" // something was risked
	ReasonUtility = "utility"       // something was overridden
	ReasonNovelty = "novelty"       // there is none of its language, structures and errors yet
)

// Reasons lists the reasons to keep an entry: none when nothing was risked or overridden and
// there is one of its kind. known tells whether there is an entry of a kind, see
// [Entry.Kind].
func (e Entry) Reasons(known func(kind string) bool) []string {
	reasons := []string{}
	if e.RiskType != nil {
		reasons = append(reasons, ReasonFailure)
	}
	if e.Evaluation.OverrideApplied {
		reasons = append(reasons, ReasonUtility)
	}
	if !known(e.Kind()) {
		reasons = append(reasons, ReasonNovelty)
	}
	return reasons
}

// Kind is what entries that are alike have in common: language, structures and errors.
func (e Entry) Kind() string {
	structures, errors := slices.Clone(e.InputSignature.DetectedStructure), slices.Clone(e.ErrorCategory)
	slices.Sort(structures)
	slices.Sort(errors)
	return fmt.Sprintf("%s|%s|%s", cmp.Or(e.InputSignature.Language, "-"), strings.Join(structures, ","), strings.Join(errors, ","))
}

// Facts gives what the gate needs of the sample.
func (s Sample) Facts() Facts {
	f := Facts{Text: s.Text, Aspects: s.Aspects, Risks: len(s.Risks)}
	for _, t := range s.Sentiments {
		sentiment := Sentiment{Polarity: &t.Polarity}
		if !t.Implicit {
			sentiment.Aspect = &Aspect{Term: t.Term}
		}
		f.Sentiments = append(f.Sentiments, sentiment)
	}
	return f
}
