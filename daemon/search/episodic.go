package search

import (
	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/index"
	"navd/kv"
)

// Episodic is what a record of a past episode is called.
const Episodic = "episodic"

func episodicSource() source {
	get := func(tx *kv.Tx, id string) (s episodic.Stored, found bool, err error) {
		space, n := store.SplitCaseID(id)
		s, err = store.GetCase(tx, space, n)
		if fault.Is(err, fault.NotFound) {
			return s, false, nil
		}
		return s, err == nil, err
	}
	return sourceOf(source{kind: Episodic, ids: store.CaseIDsOf, count: store.AllCasesCount}, get, store.AllCases, caseDocument)
}

// caseDocument is a record in use as it can be found: by what it says, in its space.
func caseDocument(s episodic.Stored) (d Document, found bool) {
	if s.Withdrawn != nil {
		return d, false
	}
	r := s.Record
	id := store.CaseID(r.Space, r.Seq)
	d = Document{ID: id, Episode: r.Meta.Episode, Scope: r.Space, Place: string(r.Meta.Place), Doc: index.Doc{
		ID: docID(Episodic, id), Kind: Episodic, Scope: shortName(r.Space), Text: shorten(r.Text(), index.MaxText),
		Time: r.Meta.Time.UTC(), Place: shortName(string(r.Meta.Place)), Version: 1,
	}}
	return d, d.Text != ""
}
