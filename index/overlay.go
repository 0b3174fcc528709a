package index

import (
	"context"
	"fmt"
	"slices"
)

// MaxExtra is how many documents Query.Extra and IDs Query.Without may have
// together, in a search of an index.
const MaxExtra = 1024

// An overlay holds the changes that a query makes to the index for its own search:
// documents to find as if they were in it, and IDs not to find.
type overlay struct {
	docs   []Doc           // of Query.Extra, if they pass the filters; with vectors unless WordsOnly
	hidden map[string]bool // IDs in Query.Extra and Query.Without: not found in the index
}

// overlayOf returns the overlay of a query. Of two documents with the same ID the later
// one counts.
func overlayOf(ctx context.Context, e Embedder, q Query) (overlay, error) {
	over := overlay{hidden: make(map[string]bool, len(q.Extra)+len(q.Without))}
	for _, id := range q.Without {
		over.hidden[id] = true
	}
	for _, d := range slices.Backward(q.Extra) {
		if err := d.check(); err != nil {
			return over, err
		}
		if over.hidden[d.ID] {
			continue
		}
		over.hidden[d.ID] = true
		if q.Fits(d) {
			over.docs = append(over.docs, d)
		}
	}
	if q.From == WordsOnly {
		return over, nil
	}
	var err error
	over.docs, err = withVectors(ctx, e, over.docs)
	return over, err
}

// Fits reports whether a document passes the filters of a query: kinds, scopes, places,
// targets and times. Its text does not matter.
func (q Query) Fits(d Doc) bool {
	return allows(q.Kinds, d.Kind) && allows(q.Scopes, d.Scope) && allows(q.Places, d.Place) && allows(q.Targets, d.Target) &&
		q.within(d.Time)
}

// seen removes what the overlay hides.
func (o overlay) seen(found []candidate) []candidate {
	if len(o.hidden) == 0 {
		return found
	}
	return slices.DeleteFunc(found, func(c candidate) bool { return o.hidden[c.id] })
}

// version returns the version of a document of the overlay.
func (o overlay) version(id string) (int64, bool) {
	for _, d := range o.docs {
		if d.ID == id {
			return d.Version, true
		}
	}
	return 0, false
}

// byVectors scores the documents of the overlay by the cosines of their vectors, as
// chromem does.
func (o overlay) byVectors(q Query) (found []candidate, err error) {
	unit := normalised(q.Vector)
	for _, d := range o.docs {
		other := normalised(d.Vector)
		if unit == nil || other == nil {
			continue
		}
		if len(other) != len(unit) {
			return nil, wrongDims("Query.Extra: Doc.Vector", len(other), len(unit))
		}
		if cosine := dot(unit, other); cosine > 0 && cosine >= q.MinCosine {
			found = append(found, candidate{id: d.ID, score: cosine})
		}
	}
	return found, nil
}

// Rank is [Index.Search] without an index, among the documents of Query.Extra, of which
// there may be any number. Words count by how rare they are among these documents.
// Query.Without is ignored. Its errors are *[InvalidError], the context's and the
// embedder's.
func Rank(ctx context.Context, opts Options, q Query) ([]Hit, error) {
	opts = opts.withDefaults()
	q.Without = nil
	q, over, err := prepare(ctx, opts.Embedder, q)
	if err != nil {
		return nil, err
	}
	var byWords, byVectors []candidate
	a := newAnalysers(opts.Link)
	if terms := a.terms(q.Text); q.From != VectorsOnly && len(terms) > 0 {
		byWords = best(over.byWords(a, terms, frequencies{}), MaxCandidates)
	}
	if q.From != WordsOnly {
		if byVectors, err = over.byVectors(q); err != nil {
			return nil, err
		}
		byVectors = best(byVectors, MaxCandidates)
	}
	hits := fuse(byWords, byVectors)
	hits = hits[:min(q.K, len(hits))]
	for i := range hits {
		hits[i].Version, _ = over.version(hits[i].ID)
	}
	return hits, ctx.Err()
}

// prepare checks a query and makes the vectors that it needs.
func prepare(ctx context.Context, e Embedder, q Query) (Query, overlay, error) {
	q, err := q.normal()
	if err != nil {
		return q, overlay{}, err
	}
	if q.From != WordsOnly && q.Vector == nil {
		vectors, err := embedAll(ctx, e, []string{q.Text})
		if err != nil {
			return q, overlay{}, err
		}
		q.Vector = vectors[0]
	}
	over, err := overlayOf(ctx, e, q)
	return q, over, err
}

func checkExtra(q Query) error {
	if n := len(q.Extra) + len(q.Without); n > MaxExtra {
		return &InvalidError{Field: "Query.Extra", Given: fmt.Sprintf("%d documents and IDs", n), Allowed: fmt.Sprintf("up to %d", MaxExtra)}
	}
	return nil
}
