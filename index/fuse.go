package index

import (
	"cmp"
	"slices"
)

// A candidate is a document that words or vectors found, and how well it fits.
type candidate struct {
	id    string
	score float64
}

// best sorts candidates, better ones first and equal ones by ID, and keeps the first n.
func best(found []candidate, n int) []candidate {
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
	})
	return found[:min(n, len(found))]
}

// rankConstant is k of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): the
// larger it is, the more a document that both lists have gains over one that is first
// in a single list.
const rankConstant = 60

// fuse joins the two lists, each sorted best first: the score of a hit is the sum of
// 1/(k + rank) over the lists that have it. Equal scores are ordered by ID.
func fuse(words, vectors []candidate) []Hit {
	hits := make([]Hit, 0, len(words)+len(vectors))
	at := make(map[string]int, len(words)+len(vectors))
	for i, c := range words {
		at[c.id] = len(hits)
		part := Part{Rank: i + 1, Score: c.score}
		hits = append(hits, Hit{ID: c.id, Score: reciprocal(i + 1), Words: part})
	}
	for i, c := range vectors {
		part := Part{Rank: i + 1, Score: c.score}
		if n, both := at[c.id]; both {
			hits[n].Score += reciprocal(i + 1)
			hits[n].Vectors = part
			continue
		}
		hits = append(hits, Hit{ID: c.id, Score: reciprocal(i + 1), Vectors: part})
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	return hits
}

func reciprocal(rank int) float64 { return 1 / float64(rankConstant+rank) }
