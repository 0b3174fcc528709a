package index

import (
	"fmt"
	"slices"
	"time"
)

// A Source says what a search uses.
type Source int

// The sources of a search.
const (
	Both        Source = iota // words and vectors, fused
	WordsOnly                 // needs no embedder
	VectorsOnly               // finds only the newest documents, which have vectors
	WordsFirst                // vectors rank only what words found: no scan over all vectors
)

// A Query says what to look for and among which documents. A nil list does not filter;
// otherwise the document's value must be in the list. An empty string in a list is a
// value like any other: Scopes {"house1", ""} finds what is valid in that house or
// everywhere.
type Query struct {
	Text   string    // what the documents should be about; up to [MaxText] bytes
	Vector []float32 // embedding of Text; nil: the embedder makes it
	K      int       // how many hits, 1 to [MaxCandidates]; 0: 10
	From   Source

	Kinds, Scopes, Places, Targets []string

	Since, Until time.Time // of a document's time, to the millisecond: from Since on, before Until; zero: no bound

	// Extra are documents to find as if they were in the index, in place of those
	// with their IDs; Without are IDs not to find: for changes that the index does
	// not have yet. Together up to [MaxExtra] in [Index.Search].
	Extra   []Doc
	Without []string

	// MinCosine is the least similarity at which vectors find a document, 0 to 1.
	// One with a cosine of 0 or less is never found.
	MinCosine float64
}

// A Hit is a document found.
type Hit struct {
	ID      string
	Version int64   // Doc.Version of the document
	Score   float64 // up to 2/61; comparable within one search only
	Words   Part    // its place in the list found by words
	Vectors Part    // its place in the list found by vectors
}

// A Part is the rank and score of a document in one of the two lists.
type Part struct {
	Rank  int     // 1 is the best; 0: not among its [MaxCandidates]
	Score float64 // words: tf-idf, from 0; vectors: cosine, up to 1
}

const defaultK = 10

func (q Query) normal() (Query, error) {
	if q.K == 0 {
		q.K = defaultK
	}
	if q.K < 0 || q.K > MaxCandidates {
		return q, &InvalidError{Field: "Query.K", Given: fmt.Sprint(q.K), Allowed: fmt.Sprintf("1 to %d", MaxCandidates)}
	}
	if len(q.Text) > MaxText {
		return q, &InvalidError{Field: "Query.Text", Given: fmt.Sprintf("%d bytes", len(q.Text)), Allowed: fmt.Sprintf("up to %d", MaxText)}
	}
	if q.From < Both || q.From > WordsFirst {
		return q, &InvalidError{Field: "Query.From", Given: fmt.Sprint(int(q.From)), Allowed: "Both, WordsOnly, VectorsOnly, WordsFirst"}
	}
	if !(q.MinCosine >= 0 && q.MinCosine <= 1) {
		return q, &InvalidError{Field: "Query.MinCosine", Given: fmt.Sprint(q.MinCosine), Allowed: "0 to 1"}
	}
	return q, checkVector("Query.Vector", q.Vector)
}

// allows reports whether a value passes a list of a query.
func allows(list []string, value string) bool { return list == nil || slices.Contains(list, value) }

// within reports whether a time is between the bounds of a query.
func (q Query) within(t time.Time) bool {
	return (q.Since.IsZero() || clock(t) >= clock(q.Since)) && (q.Until.IsZero() || clock(t) < clock(q.Until))
}
