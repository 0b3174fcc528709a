package search

import (
	"iter"

	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/index"
	"navd/kv"
)

// Episodic is what a record of a past episode is called.
const Episodic = "episodic"

func episodicSource() source {
	return source{
		kind: Episodic,
		get: func(tx *kv.Tx, id string) (Document, bool, error) {
			space, n := store.SplitCaseID(id)
			s, err := store.GetCase(tx, space, n)
			if fault.Is(err, fault.NotFound) {
				return Document{}, false, nil
			}
			if err != nil || s.Withdrawn != nil {
				return Document{}, false, err
			}
			d := caseDocument(s.Record)
			return d, d.Text != "", nil
		},
		all: func(tx *kv.Tx, before string) iter.Seq2[Document, error] {
			return func(yield func(Document, error) bool) {
				for s, err := range store.AllCases(tx, before) {
					if err != nil {
						yield(Document{}, err)
						return
					}
					if d := caseDocument(s.Record); s.Withdrawn == nil && d.Text != "" && !yield(d, nil) {
						return
					}
				}
			}
		},
		ids:   store.CaseIDsOf,
		count: store.AllCasesCount,
	}
}

// caseDocument is a record as it can be found: by what it says, in its space.
func caseDocument(r episodic.Record) Document {
	id := store.CaseID(r.Space, r.Seq)
	return Document{ID: id, Episode: r.Meta.Episode, Scope: r.Space, Place: string(r.Meta.Place), Doc: index.Doc{
		ID: docID(Episodic, id), Kind: Episodic, Scope: shortName(r.Space), Text: shorten(r.Text(), index.MaxText),
		Time: r.Meta.Time.UTC(), Place: shortName(string(r.Meta.Place)), Version: 1,
	}}
}
