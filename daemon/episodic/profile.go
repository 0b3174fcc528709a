package episodic

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"navd/daemon/fault"
)

//go:embed profiles
var profiles embed.FS

// Profile describes a domain of episodic memory, as data: which words show the structure of a
// sample, what may be stored, what opens the gate, how advice is worded. The code never looks
// at its name.
type Profile struct {
	Name         string    `json:"name"`
	Slot         string    `json:"slot"`          // name of the slot in a prompt
	Language     string    `json:"language"`      // of samples and entries that say none
	Patterns     []Pattern `json:"patterns"`      // of the structures, in their order
	Structures   []string  `json:"structures"`    // that an entry may have
	Lengths      []Length  `json:"lengths"`       // buckets, the shortest first
	Polarities   []string  `json:"polarities"`    // that an entry may have
	EpisodeTypes []string  `json:"episode_types"` // that an entry may have
	Forbidden    []string  `json:"forbidden"`     // keys that are never kept, in lower case
	EmptyPasses  bool      `json:"empty_passes"`  // null and "" pass under them
	Gate         []Rule    `json:"gate"`          // what lets advice into a decision; the first that holds gives the reason
	Review       []Rule    `json:"review"`        // what calls for a second look
	StopTerms    []string  `json:"stop_terms"`    // words that are not aspects
	ShortTerms   []string  `json:"short_terms"`   // that are aspects although they are short
	Ranker       string    `json:"ranker"`        // signature_lexical or hybrid
	K            int       `json:"k"`             // advisories at most
	Conflict     float64   `json:"conflict_deg"`  // advice to a robot contradicts a planner that would go this far from it, degrees
	Advice       Wording   `json:"advice"`
	OPFB         string    `json:"opfb"`     // block or warn: what is done with advice that failed before
	Warning      string    `json:"warning"`  // put behind such advice
	OneLine      string    `json:"one_line"` // the fixed instruction of the control arm
	Writer       Writer    `json:"writer"`
}

// Pattern gives a structure to a text in which one of the words occurs.
type Pattern struct {
	Structure string   `json:"structure"`
	Any       []string `json:"any"`
}

// Length is a bucket of texts below n characters, 0: all.
type Length struct {
	Bucket string `json:"bucket"`
	Below  int    `json:"below"`
}

// Rule is one condition of a gate: that it holds at least so often.
type Rule struct {
	Rule  string `json:"rule"`
	Least int    `json:"least"`
}

// Wording says how an advisory reads.
type Wording struct {
	Type      string `json:"type"`
	Strength  string `json:"strength"`  // empty: by the number of episodes
	Relevance Float  `json:"relevance"` // 0: that of the record
	Most      int    `json:"most"`      // characters of a message
	Cut       string `json:"cut"`       // characters or sentence
	Empty     string `json:"empty"`     // in place of a principle that is empty; empty: such a case gives no advice
	None      string `json:"none"`      // in place of what is not known
	Suffix    string `json:"suffix"`    // behind the principle, where there is a risk type or an action
	Resolved  string `json:"resolved"`  // in it, where it is known whether it was resolved
	True      string `json:"true"`
	False     string `json:"false"`
}

// Writer says how an entry is made of a sample.
type Writer struct {
	Severity   map[string]Float `json:"severity"` // of a risk, by its level or its name
	Other      Float            `json:"other"`    // of any other
	Symptom    string           `json:"symptom"`  // where there is no risk
	Principle  string           `json:"principle"`
	Condition  string           `json:"condition"`
	Error      string           `json:"error"`
	Structural string           `json:"structural"` // risk type where the validator found something
	Unresolved string           `json:"unresolved"` // risk type where a conflict was left
	Split      string           `json:"split"`
	Confidence Float            `json:"confidence"`
}

// Profiles reads the built-in profiles, by name.
func Profiles() (map[string]*Profile, error) {
	out := map[string]*Profile{}
	files, err := profiles.ReadDir("profiles")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		raw, err := profiles.ReadFile("profiles/" + f.Name())
		if err != nil {
			return nil, err
		}
		p, err := ParseProfile(raw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		out[p.Name] = p
	}
	return out, nil
}

// ParseProfile reads a profile. The fault of a bad one names the field.
func ParseProfile(raw []byte) (*Profile, error) {
	p := &Profile{}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, fault.New(fault.Invalid, "the profile cannot be read: %w", err).WithHint("take a built-in one as an example")
	}
	rules := []string{ruleConflict, ruleValidator, ruleAlignment, ruleGrounding, ruleNeutral}
	for _, r := range slices.Concat(p.Gate, p.Review) {
		if !slices.Contains(rules, r.Rule) {
			return nil, fault.Field("gate", r.Rule, strings.Join(rules, ", "))
		}
	}
	for i, key := range p.Forbidden { // the guard compares in lower case
		p.Forbidden[i] = strings.ToLower(key)
	}
	switch {
	case p.Name == "" || strings.ContainsFunc(p.Name, func(r rune) bool { return !unicode.IsLower(r) && !unicode.IsDigit(r) && r != '_' && r != '-' }):
		return nil, fault.Field("name", p.Name, "lower-case letters, digits, _ and -")
	case p.Slot == "":
		return nil, fault.Field("slot", p.Slot, "the name of the slot")
	case p.Ranker != RankLexical && p.Ranker != RankHybrid:
		return nil, fault.Field("ranker", p.Ranker, RankLexical+", "+RankHybrid)
	case p.K < 1 || p.K > MostAdvisories:
		return nil, fault.Field("k", p.K, fmt.Sprintf("1..%d", MostAdvisories))
	case p.OPFB != "block" && p.OPFB != "warn":
		return nil, fault.Field("opfb", p.OPFB, "block, warn")
	case p.Advice.Cut != "characters" && p.Advice.Cut != "sentence":
		return nil, fault.Field("advice.cut", p.Advice.Cut, "characters, sentence")
	case p.Advice.Most < 1 || p.Advice.Most > 800:
		return nil, fault.Field("advice.most", p.Advice.Most, "1..800")
	case len(p.Lengths) == 0 || len(p.Structures) == 0 || len(p.Polarities) == 0 || len(p.EpisodeTypes) == 0:
		return nil, fault.Field("lengths", nil, "lengths, structures, polarities and episode_types, none of them empty")
	}
	return p, nil
}

// MostAdvisories is how many advisories a bundle has at most.
const MostAdvisories = 3

func (p *Profile) buckets() (names []string) {
	for _, l := range p.Lengths {
		names = append(names, l.Bucket)
	}
	return names
}

// Signature gives the signature of a text: the structures whose words occur in it, in any
// letter case, and the bucket of its length in characters. Language and the number of
// aspects are taken over.
func (p *Profile) Signature(text, language string, aspects int) Signature {
	s := Signature{Language: language, DetectedStructure: []string{}, NumAspects: aspects}
	text = strings.TrimSpace(text)
	lower := strings.ToLower(text)
	for _, pat := range p.Patterns {
		if slices.ContainsFunc(pat.Any, func(w string) bool { return strings.Contains(lower, w) }) {
			s.DetectedStructure = append(s.DetectedStructure, pat.Structure)
		}
	}
	s.HasNegation = slices.Contains(s.DetectedStructure, "negation")
	if len(s.DetectedStructure) == 0 {
		s.DetectedStructure = []string{noStructure}
	}
	n := utf8.RuneCountInString(text)
	for _, l := range p.Lengths {
		if s.LengthBucket = l.Bucket; n < l.Below {
			break
		}
	}
	return s
}

const noStructure = "none"

// Tokens gives the words of a text in lower case, each once and sorted: letters,
// digits and underscores, two characters or more.
func Tokens(text string) (out []string) {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '_' }) {
		if utf8.RuneCountInString(w) >= 2 {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Lexical is the share of a query's words that an entry's symptom and rationale have, 0..1;
// 0 for a query without words.
func Lexical(query string, e Entry) float64 {
	return Shared(query, e.CaseSummary.Symptom+" "+e.CaseSummary.RationaleSummary)
}

// Shared is the share of a query's words that a text has, 0..1; 0 for a query without words.
func Shared(query, text string) float64 {
	words := Tokens(query)
	if len(words) == 0 {
		return 0
	}
	has, n := Tokens(text), 0
	for _, w := range words {
		if _, ok := slices.BinarySearch(has, w); ok {
			n++
		}
	}
	return float64(n) / float64(len(words))
}
