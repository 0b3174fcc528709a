package index

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/query"
)

// linkBoost is how much more a concept counts than a word: its word, its stem
// and its bigrams are found beside it only in the same language.
const linkBoost = 2

// slack is how many more candidates are asked for than are kept, so that equal
// ones at the end are chosen by ID and not by where they lie on the disk.
const slack = 32

// mostTies bounds the search for the end of a row of equal candidates. Beyond
// it bleve's own order, which is by score and ID too, decides.
const mostTies = 16 * MaxCandidates

// search gives the best n documents for the text of a query, those of the
// overlay among them.
func (w *words) search(ctx context.Context, q Query, over overlay, n int) (found []candidate, err error) {
	terms := w.terms(q.Text)
	if len(terms) == 0 {
		return nil, nil
	}
	err = guard("searching words", func() error {
		if q.From == WordsFirst { // vectors choose among equal ones
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

// mostPostings is how many documents the terms of a search by [WordsFirst] stand in
// together, but for one term: what stands in every document tells none from another, and
// takes longest.
const mostPostings = 20000

// rarest gives the terms that stand in the fewest documents, the rarest first, as many
// as [mostPostings] allows; one at least.
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

// indexed gives the best n documents of the index that the overlay lets through,
// and more when there are equal ones at the end.
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
		// Rounded: the order in which bleve adds up the terms of a long query
		// depends on where documents lie, and moves the last bits.
		found[i] = candidate{id: hit.ID, score: float64(float32(hit.Score))}
	}
	return found, nil
}

// A sought term is one that a query looks for in a field.
type sought struct {
	field, value string
	boost        float64
}

// terms gives what is looked for in the words, nothing for a text without one.
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

// wanted is the query of bleve: any of the terms, and all filters.
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

// clock gives a time as it is filtered by: milliseconds since 1970.
func clock(t time.Time) float64 { return float64(t.UnixMilli()) }

func term(field, value string, boost float64) query.Query {
	t := bleve.NewTermQuery(value)
	t.SetField(field)
	t.SetBoost(boost)
	return t
}
