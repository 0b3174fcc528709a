package knowledge

import (
	"navd/daemon/fault"
	"navd/daemon/item"
)

// Book is all items, in all states, with their last two versions.
type Book = item.Book[Item, struct{}]

// Record is what a [Book] keeps of an item.
type Record = item.Record[Item, struct{}]

// NewBook makes the book; there are no items yet.
func NewBook() *Book {
	return item.New(item.Kind[Item, struct{}]{
		Noun: "item", Prefix: Prefix,
		Read:    func(Item) struct{} { return struct{}{} },
		Check:   checkVersion,
		Rivals:  func(*Record) []*Record { return nil },
		Missing: Missing,
		Moved:   func(*Record, bool) {},
	})
}

func checkVersion(old *Record, next Item) error {
	if old != nil && old.Now.Kind != next.Kind {
		return fault.New(fault.Corrupt, "%s was a %s before", next.ID, old.Now.Kind).About("kind", string(next.Kind))
	}
	return nil
}

// Missing is the fault for an id that no item has.
func Missing(id string) error {
	return fault.New(fault.NotFound, "there is no such item").About("id", id).WithHint("knowledge.list and knowledge.search give ids like k3")
}
