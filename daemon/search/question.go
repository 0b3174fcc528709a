package search

import (
	"context"
	"time"

	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/index"
	"navd/kv"
)

// Question asks for what fits a text.
type Question struct {
	Text         string
	K            int       // hits at most
	Kinds        []string  // [Place], [Grounding]; nil: all
	Scopes       []string  // scenes, spaces; "" is everywhere; nil: any
	Place        string    // empty: any
	Since, Until time.Time // zero: any
	Shared       bool      // only what shares a word with the text, or its like in the other language: vectors rank what words found

	Episode string          // only what belongs to it; empty: everything
	Places  map[string]bool // with an episode: only these places of it, by [PlaceID]; nil: all that it has
}

// How well a hit fits.
const (
	Strong = "strong" // it has all that the question names
	Fair   = "fair"   // it has some of it
	Weak   = "weak"   // it is only alike
)

// Hit is a document that fits, as the store has it now.
type Hit struct {
	Document
	Fit            string     // [Strong], [Fair] or [Weak]
	Score          float64    // by which hits are ordered
	Words, Vectors index.Part // what words and vectors alone gave
	Pending        bool       // the index does not have it yet
}

// Answer is what fits a question, best first.
type Answer struct {
	Hits     []Hit
	Text     string           // the question as it was understood
	Instead  []Instead        // words of it that were taken for others
	Troubles []health.Trouble // why hits may be missing
}

// spare is how many more hits are asked for than are wanted: what was deleted
// while the search ran is left out.
const spare = 32

// leastCosine is the least likeness to a question of a text that is found by its
// vector alone. Texts that share nothing have a likeness of up to about 0.1, because
// features of the hashing embedder fall on the same numbers.
const leastCosine = 0.1

// query is a question in the index's words.
func (q Question) query() index.Query {
	out := index.Query{Text: q.Text, K: min(q.K+spare, index.MaxCandidates), Kinds: q.Kinds, MinCosine: leastCosine, Since: q.Since, Until: q.Until}
	for _, s := range q.Scopes {
		out.Scopes = append(out.Scopes, shortName(s))
	}
	if q.Shared {
		out.From = index.WordsFirst
	}
	if q.Place != "" {
		out.Places = []string{shortName(string(words.LabelKey(q.Place)))}
	}
	return out
}

// Search finds what fits a question. What was stored a moment ago is found, and
// what was deleted is not.
func (e *Engine) Search(ctx context.Context, q Question) (a Answer, err error) {
	a.Instead = e.spell(ctx, q.Text)
	a.Text = understood(q.Text, a.Instead)
	query := q.query()
	for _, i := range a.Instead {
		query.Text = shorten(query.Text+" "+i.Word, index.MaxText)
	}
	var f finding
	if q.Episode != "" {
		f, err = e.inEpisode(ctx, q, query)
	} else {
		f, err = e.find(ctx, query)
	}
	if err != nil {
		return a, err
	}
	a.Troubles = f.degraded
	err = e.Journal.View(func(tx *kv.Tx) error {
		for _, h := range f.hits {
			kind, id := splitDocID(h.ID)
			d, found, err := e.get(tx, kind, id)
			if err != nil && !fault.Is(err, fault.Corrupt) {
				return err
			}
			if err != nil || !found || !query.Fits(d.Doc) { // it changed meanwhile
				continue
			}
			if a.Hits = append(a.Hits, Hit{d, e.fit(a.Text, d.Text), h.Score, h.Words, h.Vectors, f.pending[h.ID]}); len(a.Hits) == q.K {
				break
			}
		}
		return nil
	})
	return a, err
}

// fit says how well a text fits a question.
func (e *Engine) fit(question, text string) string {
	switch share := indexOptions().Link.Share(question, text); {
	case share == 1:
		return Strong
	case share > 0:
		return Fair
	}
	return Weak
}

// inEpisode searches all that an episode has. That is little, so it is read from
// the store and ranked by itself: nothing is missing, whatever the index does.
func (e *Engine) inEpisode(ctx context.Context, q Question, query index.Query) (f finding, err error) {
	err = e.Journal.View(func(tx *kv.Tx) error {
		if _, err := store.GetEpisode(tx, q.Episode); err != nil {
			return err
		}
		for _, s := range e.sources {
			ids, err := s.ids(tx, q.Episode)
			if err != nil {
				return err
			}
			for _, id := range ids {
				if q.Places != nil && !(s.kind == Place && q.Places[id]) {
					continue
				}
				d, found, err := s.get(tx, id)
				if err != nil && !fault.Is(err, fault.Corrupt) {
					return err
				}
				if err == nil && found {
					query.Extra = append(query.Extra, d.Doc)
				}
			}
		}
		return nil
	})
	if err != nil {
		return f, err
	}
	f.hits, err = index.Rank(ctx, indexOptions(), query)
	return f, err
}
