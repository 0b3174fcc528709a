package search

import (
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/store"
	"navd/index"
)

// Knowledge is what an item is called that was learned: a memory, a rule or a
// skill.
const Knowledge = "knowledge"

func knowledgeSource() source {
	return sourceOf(source{kind: Knowledge, ids: noEpisode, count: store.CountItems}, store.GetItem, store.Items, itemDocument)
}

// itemDocument is an item in use as it can be found: by all that it says.
func itemDocument(i knowledge.Item) (d Document, active bool) {
	if i.Status != item.Active {
		return d, false
	}
	return Document{ID: i.ID, Scope: i.Scope.Scene, Doc: index.Doc{
		ID: docID(Knowledge, i.ID), Kind: Knowledge, Scope: shortName(i.Scope.Scene), Text: shorten(i.Body.Render(), index.MaxText),
		Version: int64(i.Version), Time: i.From.UTC(),
	}}, true
}
