package search

import (
	"cmp"

	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/index"
)

// Grounding is what an entry is called that was made of what users said.
const Grounding = "grounding"

func groundingSource() source {
	return sourceOf(source{kind: Grounding, ids: noEpisode, count: store.CountGrounding}, store.GetGrounding, store.Grounding, entryDocument)
}

// entryDocument is an active entry as it can be found: its text without the step, the kept
// house and room in which alone it holds, else the room that it speaks of when there is one,
// and when it was last said.
func entryDocument(e grounding.Entry) (d Document, active bool) {
	if e.State != item.Active {
		return d, false
	}
	scope := cmp.Or(e.Scope.Scene, e.Scope.Room.House)
	d = Document{ID: e.ID, Scope: scope, Place: string(e.Scope.Room.Type), Doc: index.Doc{
		ID: docID(Grounding, e.ID), Kind: Grounding, Scope: shortName(scope), Text: shorten(grounding.Bare(e.Text), index.MaxText),
		Target: shortName(string(words.ObjectKey(e.Scope.Target))), Version: int64(e.Version),
	}}
	if rooms, _ := words.Mentions(e.Text); d.Place == "" && len(rooms) == 1 {
		d.Place = string(rooms[0])
	}
	d.Doc.Place = shortName(d.Place)
	d.Time = e.Life().Newest().At.UTC()
	return d, true
}
