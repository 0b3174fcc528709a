package grounding

import "slices"

// A file keeps records under keys, those of one key in an order. Finding is by
// halving; what is put in among others moves those behind it, which is a copy
// of pointers.
type file[K comparable] struct {
	order func(a, b *record) int
	under map[K][]*record
}

func newFile[K comparable](order func(a, b *record) int) file[K] {
	return file[K]{order, map[K][]*record{}}
}

// get gives the records of a key in their order. The list is the file's own and
// holds until the next change.
func (f file[K]) get(k K) []*record { return f.under[k] }

// add puts a record under a key, once.
func (f file[K]) add(k K, r *record) {
	list := f.under[k]
	if at, found := slices.BinarySearchFunc(list, r, f.order); !found {
		f.under[k] = slices.Insert(list, at, r)
	}
}

// remove takes a record from under a key.
func (f file[K]) remove(k K, r *record) {
	list := f.under[k]
	at, found := slices.BinarySearchFunc(list, r, f.order)
	switch {
	case !found:
	case len(list) == 1:
		delete(f.under, k)
	default:
		f.under[k] = slices.Delete(list, at, at+1)
	}
}
