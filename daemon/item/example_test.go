package item_test

import (
	"fmt"

	"navd/daemon/item"
)

// A recipe is a kind of item; here any number of them may be in use.
type recipe struct {
	life item.Life
	Text string
}

func (r recipe) Life() item.Life         { return r.life }
func (r recipe) With(l item.Life) recipe { r.life = l; return r }

// Every change is another version, which the owner of the book writes.
func Example() {
	type record = item.Record[recipe, int]
	b := item.New(item.Kind[recipe, int]{
		Noun: "recipe", Prefix: "r",
		Read:    func(r recipe) int { return len(r.Text) },
		Check:   func(*record, recipe) error { return nil },
		Rivals:  func(*record) []*record { return nil },
		Missing: func(id string) error { return fmt.Errorf("no recipe %s", id) },
		Moved:   func(*record, bool) {},
	})
	r, first, err := b.New(recipe{item.Life{State: item.Proposed}, "boil water"})
	if err != nil {
		fmt.Println(err)
		return
	}
	b.Settle(r, first)
	for _, change := range []func(string) error{b.Confirm, b.Retire, b.Undo} {
		if err := change("r1"); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(b.Retire("r2"))
	for _, v := range b.Changes() {
		fmt.Println(v.life.ID, v.life.Version, v.life.State, v.Text)
	}
	// Output:
	// no recipe r2
	// r1 1 proposed boil water
	// r1 2 active boil water
	// r1 3 retired boil water
	// r1 4 active boil water
}
