package episodic

import (
	"slices"
	"strings"
)

// The rules of a gate.
const (
	ruleConflict  = "conflict"                   // two polarities on one aspect
	ruleValidator = "validator"                  // structural risks
	ruleAlignment = "alignment"                  // aspects that are not at their span in the text
	ruleGrounding = "explicit_grounding_failure" // aspects were dropped, all of them because of their span
	ruleNeutral   = "neutral_only"               // at most one polarity that is not neutral
)

// Facts are what stage 1 found in a sample. Spans are in characters of the text.
type Facts struct {
	Text       string      `json:"text,omitempty" max:"100000"`                     // of the sample
	Aspects    []Aspect    `json:"aspects,omitempty" max:"1000"`                    // explicit ones, with where they stand
	Sentiments []Sentiment `json:"aspect_sentiments,omitempty" max:"1000"`          // what is thought of them
	Risks      int         `json:"structural_risks_n,omitempty" allow:"0..1000000"` // that the validator found
}

// Aspect is something that a sample is about.
type Aspect struct {
	Term string `json:"term" max:"1000"`
	Span *Span  `json:"span,omitempty"` // where it stands
}

// Span is a part of a text: characters from start to before end.
type Span struct {
	Start int `json:"start" allow:"0..1000000000"` // first character, from 0
	End   int `json:"end" allow:"0..1000000000"`   // behind the last
}

// Sentiment is the opinion on an aspect.
type Sentiment struct {
	Aspect   *Aspect `json:"aspect_term,omitempty"`       // absent: it is not named
	Polarity *string `json:"polarity,omitempty" max:"40"` // absent: neutral
}

// Verdict is the decision of a gate.
type Verdict struct {
	Inject bool    `json:"inject"` // it is open
	Reason *string `json:"reason"` // the first rule that holds, null when it is closed
}

// Findings are what a gate decides by.
type Findings struct {
	Conflict   bool `json:"polarity_conflict_raw"`      // two polarities on one aspect
	Validator  bool `json:"validator"`                  // there are structural risks
	Alignment  int  `json:"alignment_failure_drops"`    // aspects that do not stand where they are said to
	Ungrounded bool `json:"explicit_grounding_failure"` // aspects were dropped, and all of them for that
	Neutral    bool `json:"neutral_only"`               // no more than one polarity is not neutral
	Risks      int  `json:"structural_risks_n"`         // how many
}

// Gated is what both gates decide for a sample, and by which findings.
type Gated struct {
	Debate Verdict `json:"debate"` // whether advice goes into the decision
	Review Verdict `json:"review"` // whether the decision wants a second look
	Findings
}

// Find derives the findings from the facts of a sample.
func (p *Profile) Find(f Facts) Findings {
	out := Findings{Risks: f.Risks, Validator: f.Risks > 0}
	said := map[string]string{}
	strong := 0
	for _, s := range f.Sentiments {
		term, polarity := "", "neutral"
		if s.Aspect != nil {
			term = strings.TrimSpace(s.Aspect.Term)
		}
		if s.Polarity != nil {
			polarity = fullPolarity(*s.Polarity)
		}
		if polarity != "neutral" {
			strong++
		}
		if old, ok := said[term]; ok && old != polarity {
			out.Conflict = true
		}
		said[term] = polarity
	}
	out.Neutral = len(f.Sentiments) > 0 && strong <= 1
	text, dropped := []rune(f.Text), 0
	for _, a := range f.Aspects {
		term := strings.TrimSpace(a.Term)
		if term == "" {
			continue
		}
		switch {
		case a.Span != nil && !a.Span.is(text, a.Term):
			out.Alignment++
			dropped++
		case slices.Contains(p.StopTerms, term), len([]rune(term)) < 2 && !slices.Contains(p.ShortTerms, term):
			dropped++
		}
	}
	out.Ungrounded = dropped > 0 && dropped == out.Alignment
	return out
}

// is tells whether a term is at the span of a text.
func (s Span) is(text []rune, term string) bool {
	return s.Start <= s.End && s.End <= len(text) && string(text[s.Start:s.End]) == term
}

// Gates gives the decisions of the profile's gates.
func (p *Profile) Gates(f Findings) Gated {
	return Gated{Debate: verdict(p.Gate, f), Review: verdict(p.Review, f), Findings: f}
}

func verdict(rules []Rule, f Findings) (v Verdict) {
	for _, r := range rules {
		if f.holds(r) {
			return Verdict{Inject: true, Reason: &r.Rule}
		}
	}
	return v
}

func (f Findings) holds(r Rule) bool {
	switch r.Rule {
	case ruleConflict:
		return f.Conflict
	case ruleValidator:
		return f.Risks >= max(1, r.Least)
	case ruleAlignment:
		return f.Alignment >= max(1, r.Least)
	case ruleGrounding:
		return f.Ungrounded
	case ruleNeutral:
		return f.Neutral
	}
	return false
}
