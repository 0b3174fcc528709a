package item

import "slices"

// Lists keeps values under keys, those of one key in an order. Finding is by
// halving; what is put in among others moves those behind it, which is a copy of
// pointers.
type Lists[K comparable, T any] struct {
	order func(a, b T) int
	under map[K][]T
}

// NewLists makes empty lists in an order, in which no two values are equal.
func NewLists[K comparable, T any](order func(a, b T) int) Lists[K, T] {
	return Lists[K, T]{order, map[K][]T{}}
}

// Get gives the values of a key in their order. The list is not to be written to,
// and holds until the next change.
func (l Lists[K, T]) Get(k K) []T { return l.under[k] }

// Add puts a value under a key, once.
func (l Lists[K, T]) Add(k K, v T) {
	list := l.under[k]
	if at, found := slices.BinarySearchFunc(list, v, l.order); !found {
		l.under[k] = slices.Insert(list, at, v)
	}
}

// Remove takes a value from under a key.
func (l Lists[K, T]) Remove(k K, v T) {
	list := l.under[k]
	at, found := slices.BinarySearchFunc(list, v, l.order)
	switch {
	case !found:
	case len(list) == 1:
		delete(l.under, k)
	default:
		l.under[k] = slices.Delete(list, at, at+1)
	}
}
