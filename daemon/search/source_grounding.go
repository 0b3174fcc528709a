package search

import (
	"iter"

	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/index"
	"navd/kv"
)

// Grounding is what an entry is called that was made of what users said.
const Grounding = "grounding"

// groundingSource gives the active entries. They outlive the episodes that they
// come from, so none is of one.
func groundingSource() source {
	none := func(*kv.Tx, string) ([]string, error) { return nil, nil }
	return source{kind: Grounding, get: getEntry, all: allEntries, ids: none, count: store.CountGrounding}
}

func getEntry(tx *kv.Tx, id string) (d Document, found bool, err error) {
	e, found, err := store.GetGrounding(tx, id)
	if err != nil || !found || e.State != item.Active {
		return d, false, err
	}
	return entryDocument(e), true, nil
}

func allEntries(tx *kv.Tx, before string) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		for e, err := range store.Grounding(tx, before) {
			if err == nil && e.State != item.Active {
				continue
			}
			if !yield(entryDocument(e), err) || err != nil {
				return
			}
		}
	}
}

// entryDocument is an entry as it can be found: its text without the step, the
// room that it speaks of when there is one, and when it was last said.
func entryDocument(e grounding.Entry) Document {
	d := Document{ID: e.ID, Scope: e.Scope.Scene, Doc: index.Doc{
		ID: docID(Grounding, e.ID), Kind: Grounding, Scope: shortName(e.Scope.Scene), Text: shorten(grounding.Bare(e.Text), index.MaxText),
		Target: shortName(string(words.ObjectKey(e.Scope.Target))), Version: int64(e.Version),
	}}
	if rooms, _ := words.Mentions(e.Text); len(rooms) == 1 {
		d.Place = string(rooms[0])
		d.Doc.Place = shortName(d.Place)
	}
	d.Time = e.Life().Newest().At.UTC()
	return d
}
