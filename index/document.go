package index

import (
	"fmt"
	"math"
	"time"
	"unicode/utf8"
)

// Limits of a document and of a search.
const (
	MaxID         = 512     // bytes of an ID, a kind, a scope, a place, a target
	MaxText       = 1 << 16 // bytes of a text; a longer one is refused
	MaxDims       = 8192    // numbers in a vector
	MaxCandidates = 256     // found by words, and by vectors, in one search; also the largest K
	MaxTerms      = 32      // terms of a query's text that are searched for
	MaxVectors    = 10_000  // vectors kept of one kind and scope, those of the newest documents
)

// A Doc is a document that can be found. Putting a Doc replaces the one with its ID.
type Doc struct {
	ID    string // unique over all kinds; required
	Kind  string // what it is, such as "grounding"; required
	Scope string // where it is valid, such as a scene; empty: everywhere
	Text  string // what is searched

	Time    time.Time // how new it is: the newest [MaxVectors] have vectors
	Place   string    // key of a place to filter by; may be empty
	Target  string    // key of a thing to filter by; may be empty
	Version int64     // returned with a hit, otherwise unused

	// Vector is the embedding of the text, if the caller has it already; nil: the
	// embedder makes it. It need not be normalised. If it is all zero, the document
	// is found by words only.
	Vector []float32
}

func (d Doc) check() error {
	if d.ID == "" {
		return &InvalidError{Field: "Doc.ID", Given: "empty", Allowed: "a name"}
	}
	if d.Kind == "" {
		return &InvalidError{Field: "Doc.Kind", Given: "empty", Allowed: "a name"}
	}
	names := []struct{ field, value string }{
		{"Doc.ID", d.ID}, {"Doc.Kind", d.Kind}, {"Doc.Scope", d.Scope}, {"Doc.Place", d.Place}, {"Doc.Target", d.Target},
	}
	for _, n := range names {
		if err := checkName(n.field, n.value); err != nil {
			return err
		}
	}
	if len(d.Text) > MaxText {
		return &InvalidError{Field: "Doc.Text", Given: fmt.Sprintf("%d bytes", len(d.Text)), Allowed: fmt.Sprintf("up to %d", MaxText)}
	}
	return checkVector("Doc.Vector", d.Vector)
}

func checkName(field, value string) error {
	if len(value) > MaxID {
		return &InvalidError{Field: field, Given: fmt.Sprintf("%d bytes", len(value)), Allowed: fmt.Sprintf("up to %d", MaxID)}
	}
	if !utf8.ValidString(value) {
		return &InvalidError{Field: field, Given: fmt.Sprintf("%.40q", value), Allowed: "UTF-8"}
	}
	return nil
}

func checkVector(field string, v []float32) error {
	if len(v) > MaxDims {
		return &InvalidError{Field: field, Given: fmt.Sprintf("%d numbers", len(v)), Allowed: fmt.Sprintf("up to %d", MaxDims)}
	}
	for i, x := range v {
		if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
			return &InvalidError{Field: fmt.Sprintf("%s[%d]", field, i), Given: fmt.Sprint(f), Allowed: "a number"}
		}
	}
	return nil
}

// normalised returns v scaled to length 1, nil when it is all zero. It adds up in
// float64, because squares of float32 can exceed the range of float32.
func normalised(v []float32) []float32 {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return nil
	}
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(float64(x) / math.Sqrt(sum))
	}
	return out
}
