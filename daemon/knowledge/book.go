package knowledge

import (
	"slices"

	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/words"
)

// Book has all items, in all states, with their last two versions. It finds those in use by
// the rooms and things that they mention.
type Book struct {
	*item.Book[Item, struct{}]
	about item.Lists[words.Key, *Record] // items in use
}

// Record is what a [Book] keeps of an item.
type Record = item.Record[Item, struct{}]

// NewBook makes the book; there are no items yet.
func NewBook() *Book {
	b := &Book{about: item.NewLists[words.Key](item.ByNumber[Item, struct{}])}
	b.Book = item.New(item.Kind[Item, struct{}]{
		Noun: "item", Prefix: Prefix,
		Read:    func(Item) struct{} { return struct{}{} },
		Check:   checkVersion,
		Rivals:  func(*Record) []*Record { return nil },
		Missing: Missing,
		Moved:   b.moved,
	})
	return b
}

// moved updates the lists of items in use when a record comes or goes.
func (b *Book) moved(r *Record, in bool) {
	if r.Now.Status != item.Active {
		return
	}
	for _, k := range r.Now.Speaks() {
		if in {
			b.about.Add(k, r)
		} else {
			b.about.Remove(k, r)
		}
	}
}

// Touching gives the items in use that mention one of some rooms and things, by number, at
// most n for each room or thing.
func (b *Book) Touching(keys []words.Key, most int) (items []Item) {
	var records []*Record
	for _, k := range keys {
		list := b.about.Get(k)
		records = append(records, list[:min(len(list), most)]...)
	}
	slices.SortFunc(records, item.ByNumber)
	for _, r := range slices.Compact(records) {
		items = append(items, r.Now)
	}
	return items
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
