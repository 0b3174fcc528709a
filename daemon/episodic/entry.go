package episodic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"navd/daemon/fault"
)

// Entry is what happened in one sample and what it teaches: EpisodicMemoryEntryV1_1 of the
// file format.
type Entry struct {
	SchemaVersion  string        `json:"schema_version"`
	EpisodeID      string        `json:"episode_id"`
	EpisodeType    string        `json:"episode_type"`
	ErrorCategory  []string      `json:"error_category"`
	InputSignature Signature     `json:"input_signature"`
	CaseSummary    CaseSummary   `json:"case_summary"`
	StageSnapshot  StageSnapshot `json:"stage_snapshot"`
	Correction     Correction    `json:"correction"`
	Evaluation     Evaluation    `json:"evaluation"`
	Provenance     Provenance    `json:"provenance"`
	RiskType       *string       `json:"risk_type"`
	ActionTaken    *string       `json:"action_taken"`
	OutcomeDelta   *OutcomeDelta `json:"outcome_delta"`
}

// Signature is the form of a sample, by which samples are compared.
type Signature struct {
	Language          string   `json:"language" max:"20"`                     // ko, en, other
	DetectedStructure []string `json:"detected_structure" max:"16" each:"40"` // negation, contrast, irony; none
	ContrastMarker    *string  `json:"contrast_marker" max:"100"`             // word that marks a contrast
	HasNegation       bool     `json:"has_negation"`                          // negation is among the structures
	NumAspects        int      `json:"num_aspects" allow:"0..1000000"`        // aspects of the sample
	LengthBucket      string   `json:"length_bucket" max:"20"`                // short, medium, long
}

// CaseSummary says what the case was.
type CaseSummary struct {
	TargetAspectType string `json:"target_aspect_type"`
	Symptom          string `json:"symptom"`
	RationaleSummary string `json:"rationale_summary"`
}

// StageSnapshot is the first and the final opinion on each aspect.
type StageSnapshot struct {
	Stage1 Stage `json:"stage1"`
	Final  Stage `json:"final"`
}

// Stage is the opinion on each aspect at one stage.
type Stage struct {
	AspectsNorm []string          `json:"aspects_norm"`
	Polarities  map[string]string `json:"polarities"`
	Confidence  Float             `json:"confidence"`
}

// newStage is a stage without opinions.
func (w Writer) newStage() Stage { return Stage{[]string{}, map[string]string{}, w.Confidence} }

// put sets the polarity of an aspect.
func (s *Stage) put(aspect, polarity string) {
	if _, have := s.Polarities[aspect]; !have {
		s.AspectsNorm = append(s.AspectsNorm, aspect)
	}
	s.Polarities[aspect] = polarity
}

// Correction is the lesson.
type Correction struct {
	CorrectivePrinciple  string   `json:"corrective_principle"`
	ApplicableConditions []string `json:"applicable_conditions"`
	PrincipleID          *string  `json:"principle_id"`
	AntiPattern          *string  `json:"anti_pattern"`
}

// Evaluation says what the correction changed.
type Evaluation struct {
	RiskBefore      Risk     `json:"risk_before"`
	RiskAfter       Risk     `json:"risk_after"`
	OverrideApplied bool     `json:"override_applied"`
	OverrideSuccess bool     `json:"override_success"`
	OverrideHarm    bool     `json:"override_harm"`
	ArbiterReason   string   `json:"arbiter_reason_code"`
	FacetDissent    []string `json:"facet_dissent"`
}

// Risk is how bad a case was.
type Risk struct {
	SeveritySum Float    `json:"severity_sum"`
	Tags        []string `json:"tags"`
}

// Provenance says where an entry comes from.
type Provenance struct {
	CreatedFromSplit string `json:"created_from_split"`
	UsedInEval       bool   `json:"used_in_eval"`
	Timestamp        string `json:"timestamp"`
	Version          string `json:"version"`
	HasGold          bool   `json:"has_gold"`
}

// OutcomeDelta is the change of the outcome.
type OutcomeDelta struct {
	DeltaF1          *float64 `json:"delta_f1"`
	ConflictResolved *bool    `json:"conflict_resolved"`
}

// Float is a number that is written as Python writes a float: with a point.
type Float float64

// MarshalJSON writes the number with a point.
func (f Float) MarshalJSON() ([]byte, error) {
	raw, err := json.Marshal(float64(f))
	if err == nil && !bytes.ContainsAny(raw, ".eE") {
		raw = append(raw, ".0"...)
	}
	return raw, err
}

// ReadEntry reads an entry without checking it: what is missing or of another type is empty.
func ReadEntry(raw json.RawMessage) (e Entry) {
	_ = json.Unmarshal(raw, &e) // fields with a wrong type stay empty
	return e
}

// Failed tells whether the case went wrong: its type is harm, the risk was higher after than
// before, or an override harmed or did not succeed.
func (e Entry) Failed() bool {
	v := e.Evaluation
	return strings.EqualFold(strings.TrimSpace(e.EpisodeType), "harm") || v.RiskAfter.SeveritySum > v.RiskBefore.SeveritySum ||
		v.OverrideHarm || v.OverrideApplied && !v.OverrideSuccess
}

// pairs gives the aspects of the final stage with their polarities in normal form.
func (e Entry) pairs() (out []pair) {
	final := e.StageSnapshot.Final
	for _, a := range final.AspectsNorm {
		if p, ok := final.Polarities[a]; ok {
			out = append(out, pair{a, fullPolarity(p)})
		}
	}
	for _, a := range sortedKeys(final.Polarities) {
		if !slices.Contains(final.AspectsNorm, a) {
			out = append(out, pair{a, fullPolarity(final.Polarities[a])})
		}
	}
	return out
}

// Says tells whether the final stage has an aspect with a polarity in normal form.
func (e Entry) Says(aspect, polarity string) bool {
	return slices.Contains(e.pairs(), pair{aspect, polarity})
}

// pair is an aspect with a polarity.
type pair struct{ aspect, polarity string }

// fullPolarity gives a polarity in normal form: positive, not pos.
func fullPolarity(p string) string {
	switch p = strings.ToLower(strings.TrimSpace(p)); p {
	case "pos":
		return "positive"
	case "neg":
		return "negative"
	case "neu":
		return "neutral"
	}
	return p
}

// ParseEntry reads an entry and checks it: first that it has no forbidden key at any depth,
// then the closed schema. The fault of a bad entry names the path of the field, what was
// given and what is allowed.
func (p *Profile) ParseEntry(raw json.RawMessage) (e Entry, err error) {
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return e, fault.New(fault.Invalid, "not JSON: %w", err).About("entry", nil)
	}
	if err := p.guard("entry", tree); err != nil {
		return e, err
	}
	top, ok := tree.(map[string]any)
	if !ok {
		return e, fault.Field("entry", tree, "an object")
	}
	if err := p.shape().check("entry", top); err != nil {
		return e, err
	}
	err = json.Unmarshal(raw, &e)
	if other := (*json.UnmarshalTypeError)(nil); errors.As(err, &other) { // the schema does not tell whole numbers
		err = fault.New(fault.Invalid, "not allowed").About("entry."+other.Field, nil).WithHint("give a whole number without a point: got a %s", other.Value)
	}
	return e, err
}

// ReadGiven reads an entry of a client that is not stored. It refuses only what is not an
// object or has a forbidden key; what is missing is empty.
func (p *Profile) ReadGiven(raw json.RawMessage) (Entry, error) {
	var tree map[string]any
	if err := json.Unmarshal(raw, &tree); err != nil || tree == nil {
		return Entry{}, fault.Field("entry", string(raw), "an object")
	}
	return ReadEntry(raw), p.guard("entry", tree)
}

// guard refuses forbidden keys at any depth, in any letter case.
func (p *Profile) guard(path string, v any) error {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range sortedKeys(v) {
			at := path + "." + k
			if slices.Contains(p.Forbidden, strings.ToLower(k)) && !(p.EmptyPasses && (v[k] == nil || v[k] == "")) {
				return fault.New(fault.Invalid, "may not be kept").About(at, nil).
					WithHint("leave it out: no raw text, gold label, chain of thought or ground truth goes into episodic memory")
			}
			if err := p.guard(at, v[k]); err != nil {
				return err
			}
		}
	case []any:
		for i, el := range v {
			if err := p.guard(fmt.Sprintf("%s[%d]", path, i), el); err != nil {
				return err
			}
		}
	}
	return nil
}

// A shape is the schema of a value.
type shape struct {
	kind     string           // object, text, name: a text of one line, number, bool, list, names: an object of texts
	members  map[string]shape // of an object
	optional bool             // it may be absent or null
	most     int              // characters of a text, 0: any
	least    int              // elements of a list
	of       []string         // allowed texts, nil: any; of a list or names: those of its elements
	low      float64
	high     float64 // of a number
}

// shape is the schema of an entry.
func (p *Profile) shape() shape {
	text, flag := shape{kind: "text"}, shape{kind: "bool"}
	or := func(s shape) shape { s.optional = true; return s }
	list := shape{kind: "list"}
	object := func(m map[string]shape) shape { return shape{kind: "object", members: m} }
	stage := object(map[string]shape{
		"aspects_norm": list, "polarities": {kind: "names", of: p.Polarities}, "confidence": {kind: "number", high: 1},
	})
	risk := object(map[string]shape{"severity_sum": {kind: "number", high: 1e9}, "tags": list})
	return object(map[string]shape{
		"schema_version": {kind: "text", of: []string{"1.1"}}, "episode_id": {kind: "name", most: 128},
		"episode_type": {kind: "text", of: p.EpisodeTypes}, "error_category": {kind: "list", least: 1},
		"input_signature": object(map[string]shape{
			"language": text, "detected_structure": {kind: "list", of: p.Structures}, "contrast_marker": or(text), "has_negation": or(flag),
			"num_aspects": {kind: "number", high: 1e6}, "length_bucket": {kind: "text", of: p.buckets()},
		}),
		"case_summary":   object(map[string]shape{"target_aspect_type": text, "symptom": text, "rationale_summary": {kind: "text", most: 500}}),
		"stage_snapshot": object(map[string]shape{"stage1": stage, "final": stage}),
		"correction": object(map[string]shape{
			"corrective_principle": {kind: "text", most: 400}, "applicable_conditions": list, "principle_id": or(text),
			"anti_pattern": {kind: "text", most: 200, optional: true},
		}),
		"evaluation": object(map[string]shape{
			"risk_before": risk, "risk_after": risk, "override_applied": flag, "override_success": flag, "override_harm": flag,
			"arbiter_reason_code": or(text), "facet_dissent": or(list),
		}),
		"provenance": object(map[string]shape{
			"created_from_split": text, "used_in_eval": flag, "timestamp": text, "version": text, "has_gold": or(flag),
		}),
		"risk_type": or(text), "action_taken": or(text),
		"outcome_delta": {kind: "object", optional: true, members: map[string]shape{
			"delta_f1": {kind: "number", low: -1e9, high: 1e9, optional: true}, "conflict_resolved": or(flag),
		}},
	})
}

// check refuses a value that does not have the shape.
func (s shape) check(path string, v any) error {
	if v == nil && s.optional {
		return nil
	}
	bad := func(allowed string) error { return fault.Field(path, v, allowed) }
	switch s.kind {
	case "object":
		return s.object(path, v)
	case "text", "name":
		text, ok := v.(string)
		switch {
		case !ok:
			return bad("a text")
		case s.of != nil && !slices.Contains(s.of, text):
			return bad(strings.Join(s.of, ", "))
		case s.kind == "name" && strings.ContainsFunc(text, unicode.IsControl):
			return bad("no control characters")
		case s.most > 0 && utf8.RuneCountInString(text) > s.most:
			return fault.Field(path, fmt.Sprintf("%d characters", utf8.RuneCountInString(text)), fmt.Sprintf("%d characters at most", s.most))
		}
	case "number":
		n, ok := v.(float64)
		if !ok || n < s.low || n > s.high {
			return bad(fmt.Sprintf("a number, %g..%g", s.low, s.high))
		}
	case "bool":
		if _, ok := v.(bool); !ok {
			return bad("true or false")
		}
	case "list":
		all, ok := v.([]any)
		if !ok || len(all) < s.least {
			return bad(fmt.Sprintf("a list of %d or more", s.least))
		}
		for i, el := range all {
			if err := (shape{kind: "text", of: s.of}).check(fmt.Sprintf("%s[%d]", path, i), el); err != nil {
				return err
			}
		}
	case "names":
		all, ok := v.(map[string]any)
		if !ok {
			return bad("an object")
		}
		for _, k := range sortedKeys(all) {
			if err := (shape{kind: "text", of: s.of}).check(path+"."+k, all[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// object checks the members of an object: no unknown one, and none missing.
func (s shape) object(path string, v any) error {
	all, ok := v.(map[string]any)
	if !ok {
		return fault.Field(path, v, "an object")
	}
	for _, k := range sortedKeys(all) {
		if _, known := s.members[k]; !known {
			return fault.New(fault.Invalid, "no such field in the schema").About(path+"."+k, nil).WithHint("the fields are %s", strings.Join(sortedKeys(s.members), ", "))
		}
	}
	for _, k := range sortedKeys(s.members) {
		v, given := all[k]
		if !given && s.members[k].optional {
			continue
		}
		if !given {
			return fault.New(fault.Invalid, "is missing").About(path+"."+k, nil).WithHint("the schema of version 1.1 needs it")
		}
		if err := s.members[k].check(path+"."+k, v); err != nil {
			return err
		}
	}
	return nil
}

// sortedKeys lists the keys of a map in their order; the list is never nil.
func sortedKeys[V any](m map[string]V) []string {
	keys := slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m))
	slices.Sort(keys)
	return keys
}
