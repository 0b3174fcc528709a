package kv

import "bytes"

// walk moves a cursor through the keys low ≤ k < high of a table.
type walk struct {
	cursor
	schema    *schema // nil: the bucket is no table
	low, high Key
	reverse   bool
	started   bool
	over      bool
}

// next returns the next key and its value, nil at the end. A *CorruptError is for a
// damaged key that was stored within the range; the walk can go on after it.
func (w *walk) next() (k, v []byte, err error) {
	for !w.over {
		k, v, err = w.move()
		switch {
		case err != nil:
			w.over = !isCorrupt(err)
			return nil, nil, err
		case k == nil:
			w.over = true
		case w.within(k):
			return k, v, nil
		case w.reverse && bytes.Compare(k, w.low) < 0, !w.reverse:
			w.over = true
			if err := w.stray(w.last()); err != nil {
				return nil, nil, err
			}
		}
	}
	return nil, nil, nil
}

func (w *walk) within(k []byte) bool {
	return bytes.Compare(k, w.low) >= 0 && (w.high == nil || bytes.Compare(k, w.high) < 0)
}

func (w *walk) move() (k, v []byte, err error) {
	first := !w.started
	w.started = true
	switch {
	case first && w.reverse && w.high == nil:
		return w.end()
	case first && w.reverse:
		return w.before()
	case first && len(w.low) == 0:
		return w.first()
	case first:
		return w.from()
	case w.reverse:
		return w.prev()
	default:
		return w.cursor.next()
	}
}

// from goes to the first key that is not less than low. It also checks the key before:
// damage may have made it smaller, so that it was stored within the range.
func (w *walk) from() (k, v []byte, err error) {
	if err := w.leaf(w.low); err != nil {
		return nil, nil, err
	}
	l := w.last()
	if l.i > 0 {
		l.i--
		err := w.stray(l)
		if l.i++; err != nil {
			l.i-- // so that the next move goes to the first key of the range
			return nil, nil, err
		}
	}
	return w.forward()
}

// before goes to the last key that is less than high. It also checks the key after.
func (w *walk) before() (k, v []byte, err error) {
	if err := w.leaf(w.high); err != nil {
		return nil, nil, err
	}
	if k, _, err = w.forward(); err != nil {
		return nil, nil, err
	}
	if k != nil {
		if err := w.stray(w.last()); err != nil {
			return nil, nil, err
		}
	}
	return w.prev()
}

// stray returns an error when the element at l was stored under a key of the
// range.
func (w *walk) stray(l *level) error {
	if w.schema == nil {
		return nil
	}
	if k := w.schema.trueKey(&l.page, l.i); !bytes.Equal(k, l.key(l.i)) && w.within(k) {
		return w.schema.corrupt(l.key(l.i), "its key is damaged", nil)
	}
	return nil
}

// strayed returns an error when the key of the present element is damaged.
func (w *walk) strayed() error {
	l := w.last()
	if k := w.schema.trueKey(&l.page, l.i); !bytes.Equal(k, l.key(l.i)) {
		return w.schema.corrupt(l.key(l.i), "its key is damaged", nil)
	}
	return nil
}
