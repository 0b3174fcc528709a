package search

import (
	"iter"

	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/store"
	"navd/index"
	"navd/kv"
)

// Knowledge is what an item is called that was learned: a memory, a rule or a
// skill.
const Knowledge = "knowledge"

// knowledgeSource gives the items in use. They outlive the episodes that they come
// from, so none is of one.
func knowledgeSource() source {
	return source{
		kind: Knowledge,
		get: func(tx *kv.Tx, id string) (Document, bool, error) {
			i, found, err := store.GetItem(tx, id)
			if err != nil || !found || i.Status != item.Active {
				return Document{}, false, err
			}
			return itemDocument(i), true, nil
		},
		all: func(tx *kv.Tx, before string) iter.Seq2[Document, error] {
			return func(yield func(Document, error) bool) {
				for i, err := range store.Items(tx, before) {
					if err == nil && i.Status != item.Active {
						continue
					}
					if !yield(itemDocument(i), err) || err != nil {
						return
					}
				}
			}
		},
		ids:   func(*kv.Tx, string) ([]string, error) { return nil, nil },
		count: store.CountItems,
	}
}

// itemDocument is an item as it can be found: by all that it says.
func itemDocument(i knowledge.Item) Document {
	return Document{ID: i.ID, Scope: i.Scope.Scene, Doc: index.Doc{
		ID: docID(Knowledge, i.ID), Kind: Knowledge, Scope: shortName(i.Scope.Scene), Text: shorten(i.Body.Render(), index.MaxText),
		Version: int64(i.Version), Time: i.From.UTC(),
	}}
}
