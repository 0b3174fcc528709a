package index

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/query"
)

// linkBoost is how much more a concept counts than a word. A text in the query's language
// also has its words, stems and bigrams; one in another language has the concept only.
const linkBoost = 2

// slack is how many more candidates are asked for than are kept, so that equal ones at
// the end are chosen by ID, and not by their place on the disk.
const slack = 32

// mostTies is how many candidates are asked for at most to see all equal ones at the
// end. Beyond that bleve's own order decides, which is by score and ID too.
const mostTies = 16 * MaxCandidates

// search returns the best n documents for the text of a query, those of the overlay
// included.
func (w *words) search(ctx context.Context, q Query, over overlay, n int) (found []candidate, err error) {
	terms := w.terms(q.Text)
	if len(terms) == 0 {
		return nil, nil
	}
	err = guard("searching words", func() error {
		if q.From == WordsFirst { // vectors decide between equal ones afterwards
			counts, err := w.frequencies(ctx, terms)
			if err != nil {
				return err
			}
			all, err := w.ask(ctx, wanted(rarest(terms, counts.terms), q), n+len(over.hidden))
			if found = over.seen(all); err != nil || len(over.docs) == 0 {
				return err
			}
		} else if found, err = w.indexed(ctx, wanted(terms, q), over, n); err != nil || len(over.docs) == 0 {
			return err
		}
		counts, err := w.frequencies(ctx, terms)
		if err == nil {
			found = append(found, over.byWords(w.analysers, terms, counts)...)
		}
		return err
	})
	return best(found, n), err
}

// mostPostings is the largest sum, over the terms of a [WordsFirst] search, of the
// documents that have them. Terms that would exceed it are left out: a term that is in
// every document distinguishes none, and takes longest.
const mostPostings = 20000

// rarest returns the terms that the fewest documents have, the rarest first, as many as
// [mostPostings] allows, but at least one. If no document has any of them, it returns
// all.
func rarest(terms []sought, counts []uint64) []sought {
	order := make([]int, len(terms))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[a], counts[b]) })
	var out []sought
	var sum uint64
	for _, i := range order {
		if sum += counts[i]; counts[i] > 0 && len(out) > 0 && sum > mostPostings {
			break
		}
		if counts[i] > 0 {
			out = append(out, terms[i])
		}
	}
	if len(out) == 0 {
		return terms
	}
	return out
}

// indexed returns the best n documents of the index that the overlay does not hide, and
// more when there are equal ones at the end.
func (w *words) indexed(ctx context.Context, wanted query.Query, over overlay, n int) ([]candidate, error) {
	for size := n + slack + len(over.hidden); ; size *= 2 {
		all, err := w.ask(ctx, wanted, size)
		if err != nil {
			return nil, err
		}
		seen := over.seen(all)
		if len(all) < size || size >= mostTies || seen[n-1].score != seen[len(seen)-1].score {
			return seen, nil
		}
	}
}

func (w *words) ask(ctx context.Context, wanted query.Query, size int) ([]candidate, error) {
	request := bleve.NewSearchRequestOptions(wanted, size, 0, false)
	request.SortBy([]string{"-_score", "_id"})
	result, err := w.index.SearchInContext(ctx, request)
	if err != nil {
		return nil, err
	}
	found := make([]candidate, len(result.Hits))
	for i, hit := range result.Hits {
		// Rounded, because the last bits depend on the order in which bleve adds up the
		// terms of a long query, and that on where the documents are.
		found[i] = candidate{id: hit.ID, score: float64(float32(hit.Score))}
	}
	return found, nil
}

// A sought term is one to look for in a field.
type sought struct {
	field, value string
	boost        float64
}

// terms returns the concepts and words of a text to look for; none for a text without
// words.
func (a analysers) terms(text string) []sought {
	var terms []sought
	for _, concept := range cut(a.link.of(splitWords(text)), MaxTerms/2) {
		terms = append(terms, sought{fieldLink, concept, linkBoost})
	}
	for _, word := range cut(queryTerms(text), MaxTerms-len(terms)) {
		terms = append(terms, sought{fieldText, word, 1})
	}
	return terms
}

// wanted returns the query for bleve: any of the terms, and all filters.
func wanted(terms []sought, q Query) query.Query {
	var any []query.Query
	for _, t := range terms {
		any = append(any, term(t.field, t.value, t.boost))
	}
	filter := filters(q)
	if len(filter) == 0 {
		return bleve.NewDisjunctionQuery(any...)
	}
	both := bleve.NewBooleanQuery()
	both.AddMust(bleve.NewDisjunctionQuery(any...))
	both.AddFilter(bleve.NewConjunctionQuery(filter...))
	return both
}

func filters(q Query) []query.Query {
	var out []query.Query
	for _, f := range []struct {
		field string
		list  []string
	}{
		{fieldKind, q.Kinds}, {fieldScope, q.Scopes}, {fieldPlace, q.Places}, {fieldTarget, q.Targets},
	} {
		if f.list == nil {
			continue
		}
		var any []query.Query
		for _, value := range f.list {
			any = append(any, term(f.field, keyword(value), 1))
		}
		out = append(out, bleve.NewDisjunctionQuery(any...))
	}
	if q.Since.IsZero() && q.Until.IsZero() {
		return out
	}
	return append(out, during(q))
}

// during is the filter of a query's times.
func during(q Query) query.Query {
	var from, to *float64
	if !q.Since.IsZero() {
		from = new(clock(q.Since))
	}
	if !q.Until.IsZero() {
		to = new(clock(q.Until))
	}
	r := bleve.NewNumericRangeQuery(from, to) // from is in it, to is not
	r.SetField(fieldTime)
	return r
}

// clock returns a time in the unit of the filters: milliseconds since 1970.
func clock(t time.Time) float64 { return float64(t.UnixMilli()) }

func term(field, value string, boost float64) query.Query {
	t := bleve.NewTermQuery(value)
	t.SetField(field)
	t.SetBoost(boost)
	return t
}
