package index

import (
	"context"

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

// search gives the best n documents for the text of a query.
func (w *words) search(ctx context.Context, q Query, n int) (found []candidate, err error) {
	wanted := w.query(q)
	if wanted == nil {
		return nil, nil
	}
	err = guard("searching words", func() error {
		for size := n + slack; ; size *= 2 {
			if found, err = w.ask(ctx, wanted, size); err != nil {
				return err
			}
			if len(found) < size || size >= mostTies || found[n-1].score != found[len(found)-1].score {
				return nil
			}
		}
	})
	return best(found, n), err
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

// query gives nil when there is nothing to look for.
func (w *words) query(q Query) query.Query {
	var terms []query.Query
	for _, concept := range cut(w.link.of(splitWords(q.Text)), MaxTerms/2) {
		terms = append(terms, term(fieldLink, concept, linkBoost))
	}
	for _, word := range cut(queryTerms(q.Text), MaxTerms-len(terms)) {
		terms = append(terms, term(fieldText, word, 1))
	}
	if len(terms) == 0 {
		return nil
	}
	filter := filters(q)
	if len(filter) == 0 {
		return bleve.NewDisjunctionQuery(terms...)
	}
	both := bleve.NewBooleanQuery()
	both.AddMust(bleve.NewDisjunctionQuery(terms...))
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
	return out
}

func term(field, value string, boost float64) query.Query {
	t := bleve.NewTermQuery(value)
	t.SetField(field)
	t.SetBoost(boost)
	return t
}
