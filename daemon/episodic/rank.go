package episodic

import (
	"cmp"
	"slices"
)

// The rankers.
const (
	RankLexical = "signature_lexical"
	RankHybrid  = "hybrid"
)

// Ranked is an entry as it was ranked.
type Ranked struct {
	At      int     // index in the list that was ranked
	Shared  int     // number of structures that it shares with the sample
	Lexical float64 // share of the query's words that it has
	Dropped string  // why it is not a candidate, empty: it is one
}

// Rank orders entries for a sample by the number of shared structures, then by shared words,
// of equals the oldest first. Entries of another language, unless anyLanguage is set, and
// entries with structures that share none, unless anyStructure is set, are not candidates
// and come last.
func (p *Profile) Rank(entries []Entry, s Signature, query string, anyLanguage, anyStructure bool) []Ranked {
	out := make([]Ranked, len(entries))
	for i, e := range entries {
		r := Ranked{At: i, Lexical: Lexical(query, e)}
		has := e.InputSignature.DetectedStructure
		for _, st := range s.DetectedStructure {
			if slices.Contains(has, st) {
				r.Shared++
			}
		}
		switch {
		case !anyLanguage && cmp.Or(e.InputSignature.Language, p.Language) != cmp.Or(s.Language, p.Language):
			r.Dropped = "another language"
		case !anyStructure && r.Shared == 0 && len(s.DetectedStructure) > 0 && !slices.Contains(has, noStructure):
			r.Dropped = "another structure"
		}
		out[i] = r
	}
	slices.SortStableFunc(out, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(a.Dropped, b.Dropped), cmp.Compare(b.Shared, a.Shared), cmp.Compare(b.Lexical, a.Lexical))
	})
	return out
}
