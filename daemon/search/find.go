package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"navd/daemon/health"
	"navd/daemon/store"
	"navd/index"
	"navd/kv"
)

const (
	// mostPending is how many of the newest entries of the outbox a search lays
	// over the index. The engine takes as many in one round, so there are more
	// only when it is far behind, and then health and the answer say so.
	mostPending = 500

	// mostRead is how many documents a search without an index reads from the
	// store, the newest first, and readPatience how long it reads.
	mostRead     = 2000
	readPatience = time.Second
)

// finding is what a search found.
type finding struct {
	hits     []index.Hit
	pending  map[string]bool  // documents that the index does not have yet
	degraded []health.Trouble // why hits may be missing
}

// find searches in the index, and in the outbox what was written since the index
// last took documents in. Documents of the outbox hide older ones of the index; they
// are scored by the same measure with the index's own figures (see
// index.Query.Extra). Deleted ones are left out. Without an index it reads the store. Errors are those
// of the query, of the context and of the store.
func (e *Engine) find(ctx context.Context, q index.Query) (f finding, err error) {
	f.degraded = e.trouble()
	if ix := e.shown(); ix != nil {
		hits, pending, more, err := e.overlaid(ctx, ix, q)
		if err == nil {
			f.hits, f.pending = hits, pending
			if more > 0 {
				f.degraded = append(f.degraded, e.degraded("behind, %d older changes are not in it yet", more))
			}
			return f, nil
		}
		if ctx.Err() != nil || errors.Is(err, index.ErrInvalid) {
			return f, err
		}
		e.Log.Warn("a search did without the index", "error", err)
		e.ring() // it may be damaged: the engine looks
		f.degraded = append(f.degraded, e.degraded("failed, the store was read instead: %s", reasonOf(err)))
	}
	docs, due, cut, err := e.read(ctx, q)
	if err != nil {
		return f, err
	}
	f.pending = named(docs[:due])
	if cut {
		f.degraded = append(f.degraded, e.degraded("away, only the newest %d documents were searched", len(docs)))
	}
	q.Extra, q.Without = docs, nil
	f.hits, err = index.Rank(ctx, indexOptions(), q)
	return f, err
}

func (e *Engine) degraded(format string, args ...any) health.Trouble {
	return health.Trouble{What: "index", Reason: fmt.Sprintf(format, args...), Since: e.Now().UTC()}
}

// overlaid searches the index under the outbox. more counts what the outbox has
// besides.
func (e *Engine) overlaid(ctx context.Context, ix *index.Index, q index.Query) (hits []index.Hit, pending map[string]bool, more int, err error) {
	q.Extra, q.Without, more, err = e.pending()
	if err != nil {
		return nil, nil, 0, err
	}
	hits, err = ix.Search(ctx, q)
	return hits, named(q.Extra), more, err
}

// named is the set of the IDs of documents.
func named(docs []index.Doc) map[string]bool {
	ids := make(map[string]bool, len(docs))
	for _, d := range docs {
		ids[d.ID] = true
	}
	return ids
}

// pending gives the documents that the newest entries of the outbox name, and
// the names of those that are gone.
func (e *Engine) pending() (docs []index.Doc, gone []string, more int, err error) {
	err = e.Journal.View(func(tx *kv.Tx) error {
		dues, bad, err := store.Outbox(tx, mostPending, true)
		if err != nil {
			return err
		}
		all, err := store.CountDue(tx)
		if err != nil {
			return err
		}
		more = all - len(dues) - len(bad)
		docs, gone, err = e.documents(tx, dues)
		return err
	})
	return docs, gone, more, err
}

// read gives the documents that a query may find: first those that are due, as
// many as due tells, and then the newest of each kind. cut says that there may be
// more.
func (e *Engine) read(ctx context.Context, q index.Query) (docs []index.Doc, due int, cut bool, err error) {
	docs, _, _, err = e.pending()
	if err != nil {
		return nil, 0, false, err
	}
	due = len(docs)
	ctx, cancel := context.WithTimeout(ctx, readPatience)
	defer cancel()
	for _, s := range e.sources {
		if q.Kinds != nil && !slices.Contains(q.Kinds, s.kind) {
			continue
		}
		for page, err := range e.pages(s) {
			if err != nil {
				return nil, 0, false, err
			}
			for _, d := range page {
				if q.Fits(d.Doc) {
					docs = append(docs, d.Doc)
				}
			}
			if ctx.Err() != nil || len(docs) >= mostRead {
				return docs, due, true, nil
			}
		}
	}
	return docs, due, false, nil
}

// Rank gives the ids of the documents of a kind in some scopes that fit a text
// best, best first, for a prompt that has to be made now. It ranks by words and
// vectors, or by words alone when that fails or takes too long; nil when it cannot
// rank at all. It asks for one vector at most and takes little more than 50 ms.
func (e *Engine) Rank(ctx context.Context, kind, text string, scopes ...string) []string {
	return e.rankFrom(ctx, index.Both, kind, text, scopes)
}

// RankShared is [Engine.Rank] among what shares a word with the text: for a kind with
// so many documents that a scan over all vectors takes too long.
func (e *Engine) RankShared(ctx context.Context, kind, text string, scopes ...string) []string {
	return e.rankFrom(ctx, index.WordsFirst, kind, text, scopes)
}

func (e *Engine) rankFrom(ctx context.Context, from index.Source, kind, text string, scopes []string) (ids []string) {
	q := rankQuery(from, kind, text, scopes)
	q.K, q.MinCosine = index.MaxCandidates, leastCosine
	return idsOf(e.rank(ctx, q))
}

func rankQuery(from index.Source, kind, text string, scopes []string) index.Query {
	q := index.Query{Text: shorten(text, maxWords), Kinds: []string{kind}, From: from}
	for _, s := range scopes {
		q.Scopes = append(q.Scopes, shortName(s))
	}
	return q
}

// idsOf gives the ids of hits among their kinds.
func idsOf(hits []index.Hit) (ids []string) {
	for _, h := range hits {
		_, id := splitDocID(h.ID)
		ids = append(ids, id)
	}
	return ids
}

// Indexed is [Engine.Rank] among what the index has alone, where vectors rank only what
// words found: for a kind with so many documents that a scan takes too long, and of which
// the caller knows the newest. Ids of what was deleted may be among them.
func (e *Engine) Indexed(ctx context.Context, kind, text string, scopes ...string) []string {
	ix := e.shown()
	if ix == nil || text == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, e.pace.rank)
	defer cancel()
	q := rankQuery(index.WordsFirst, kind, text, scopes)
	q.K = mostIndexed
	hits, err := ix.Search(ctx, q)
	if err != nil {
		e.Log.Warn("past episodes were not ranked by words", "error", err)
	}
	return idsOf(hits)
}

// mostIndexed is how many documents [Engine.Indexed] gives at most.
const mostIndexed = 64

// maxWords bounds what is searched for in a text, bytes.
const maxWords = 4000

func (e *Engine) rank(ctx context.Context, q index.Query) []index.Hit {
	limit := e.pace.rank
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	both, done := context.WithTimeout(ctx, limit/2)
	defer done()
	f, err := e.find(both, q)
	if err == nil {
		return f.hits
	}
	q.From = index.WordsOnly
	if f, err = e.find(ctx, q); err != nil {
		e.Log.Warn("memory was not ranked", "error", err)
		return nil
	}
	return f.hits
}

// Text is a text that is searched without an index.
type Text struct{ ID, Text string }

// Among ranks texts that are given, for a question, best first, by words and vectors:
// the same answer for the same texts, whatever the index has. It gives the ids of at
// most k.
func (e *Engine) Among(ctx context.Context, question string, texts []Text, k int) (ids []string, err error) {
	docs := make([]index.Doc, len(texts))
	for i, t := range texts {
		docs[i] = index.Doc{ID: t.ID, Kind: "text", Text: t.Text}
	}
	hits, err := index.Rank(ctx, indexOptions(), index.Query{Text: shorten(question, index.MaxText), K: min(k, index.MaxCandidates), MinCosine: leastCosine, Extra: docs})
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids, err
}
