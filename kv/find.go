package kv

import "bytes"

// find returns the stored value under k, nil when there is none. Before it returns
// nil it makes sure that no key of the leaf is a damaged k, and that the next leaf
// begins after k.
func (s *schema) find(t tree, k Key) ([]byte, error) {
	c := cursor{tree: t}
	return s.findAt(&c, k)
}

func (s *schema) findAt(c *cursor, k Key) ([]byte, error) {
	if err := c.leaf(k); err != nil {
		return nil, err
	}
	l := c.last()
	if l.i < l.n && bytes.Equal(l.key(l.i), k) {
		return l.page.value(l.i), nil
	}
	if err := s.stray(c, k); err != nil {
		return nil, err
	}
	_, _, err := c.forward()
	return nil, err
}

// stray returns an error when a key of the leaf is a damaged k.
func (s *schema) stray(c *cursor, k Key) error {
	l := c.last()
	page := c.known[l.id]
	if page != nil && page.keys {
		return nil
	}
	all := true
	for i := range l.n {
		have := s.trueKey(&l.page, i)
		if bytes.Equal(have, k) {
			return s.corrupt(k, "its key is damaged", nil)
		}
		all = all && s.sound(l.key(i), l.page.value(i))
	}
	if page != nil {
		page.keys = all
	}
	return nil
}

// sound reports whether the checksum of a stored value fits.
func (s *schema) sound(k, raw []byte) bool {
	return len(raw) >= headerSize && s.stored(raw) == s.checksum(k, raw)
}

// trueKey returns the key that element i of a leaf was stored under. The checksum of
// the value covers the key: if it does not match, but does with one bit of the key or
// of its length changed, that bit was flipped. If no such bit is found, the value is
// the damaged part.
func (s *schema) trueKey(p *page, i int) Key {
	e := p.element(i)
	k, raw := p.key(i), p.value(i)
	if s.sound(k, raw) {
		return k
	}
	try := bytes.Clone(k)
	for bit := range 8 * len(try) {
		try[bit/8] ^= 1 << (bit % 8)
		if s.sound(try, raw) {
			return try
		}
		try[bit/8] ^= 1 << (bit % 8)
	}
	if i < p.n-1 {
		return k // a changed length would not fit the place of the next element
	}
	for bit := range 16 {
		from := e.start + (e.key ^ 1<<bit)
		if to := from + e.value; from > e.start && to <= len(p.raw) && s.sound(p.raw[e.start:from], p.raw[from:to]) {
			return p.raw[e.start:from]
		}
	}
	return k
}
