package kv

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"
)

// tree is the B+tree of one bucket in a transaction.
//
// bbolt's pages have no checksums, so each page is checked on the way: it is sound in
// itself (see pages.at), begins with the key that the page above has for it, and lies
// as deep as the others. So a key that is not found is really missing, and a scan
// leaves none out. The checks do not notice a page that was replaced by an older
// version of itself.
type tree struct {
	pages
	root  uint64 // 0: the table is small, its only leaf is inside the root tree
	small []byte // that leaf
	count uint64 // number of values, as the writer keeps it
	flag  uint32 // of the elements of leaves
	known known  // pages checked before; nil: they are not kept
}

// known keeps pages that were checked, for a batch that comes to most of them again and
// again.
type known map[uint64]*knownPage

type knownPage struct {
	page
	keys bool // all its keys were compared with the checksums of their values
}

// sound returns page id after checking it.
func (t *tree) sound(id uint64) (page, error) {
	if k := t.known[id]; k != nil {
		return k.page, nil
	}
	p, err := t.at(id, t.flag)
	if err == nil && t.known != nil {
		t.known[id] = &knownPage{page: p}
	}
	return p, err
}

// maxDepth is more levels than a file can have pages for.
const maxDepth = 32

// rootTree returns the tree that holds the buckets.
func rootTree(tx *bbolt.Tx) tree {
	return tree{pages: pagesOf(tx), root: uint64(tx.Cursor().Bucket().RootPage()), flag: bucketFlag}
}

// table finds the tree of a bucket; ok is false when there is none.
func (t tree) table(name []byte) (out tree, ok bool, err error) {
	c := cursor{tree: t}
	k, v, err := c.seek(name)
	if err != nil || !bytes.Equal(k, name) {
		return out, false, err
	}
	out, err = t.bucket(v)
	return out, err == nil, err
}

// bucket reads the value that describes a bucket.
func (t tree) bucket(v []byte) (tree, error) {
	if len(v) < bucketLen {
		return tree{}, pageError("a table has no root")
	}
	b := tree{pages: t.pages, root: binary.NativeEndian.Uint64(v), count: binary.NativeEndian.Uint64(v[8:])}
	if b.root == 0 {
		b.small = v[bucketLen:]
	}
	return b, nil
}

// top returns the first page of the tree.
func (t *tree) top() (p page, err error) {
	if t.root == 0 {
		p, err = inlinePage(t.small)
	} else {
		p, err = t.sound(t.root)
	}
	if err == nil && p.n == 0 && (!p.leaf || t.count != 0) {
		err = badPage(t.root, fmt.Sprintf("is empty, the table has %d values", t.count))
	}
	return p, err
}

// cursor is a place in a tree: the way from its root to an element of a leaf.
type cursor struct {
	tree
	way   []level
	deep  int      // levels of the tree, 0: not known yet
	space [4]level // what way begins in
}

// level is a page on the way, and the element where the way goes on.
type level struct {
	page
	i int
}

// seek goes to the first key that is not less than k and returns it, nil when
// there is none.
func (c *cursor) seek(k []byte) (key, value []byte, err error) {
	if err = c.leaf(k); err != nil {
		return nil, nil, err
	}
	return c.forward()
}

// leaf goes to the leaf that k belongs to: to the first key in it that is not less than
// k, or behind the last key.
func (c *cursor) leaf(k []byte) error {
	return c.descend(func(p *page) int {
		i := p.search(k)
		if !p.leaf && (i == p.n || !bytes.Equal(p.key(i), k)) {
			i = max(0, i-1)
		}
		return i
	})
}

// forward returns the element at the cursor, or, from behind the last key of a leaf,
// the first one of the next leaf.
func (c *cursor) forward() (key, value []byte, err error) {
	if l := c.last(); l.i == l.n {
		return c.next()
	}
	return c.element()
}

// first goes to the smallest key, end to the largest.
func (c *cursor) first() (key, value []byte, err error) {
	if err = c.descend(func(*page) int { return 0 }); err != nil {
		return nil, nil, err
	}
	return c.element()
}

func (c *cursor) end() (key, value []byte, err error) {
	if err = c.descend(func(p *page) int { return p.n - 1 }); err != nil {
		return nil, nil, err
	}
	return c.element()
}

func (c *cursor) last() *level { return &c.way[len(c.way)-1] }

// element returns what the cursor is at, nil in an empty leaf.
func (c *cursor) element() (key, value []byte, err error) {
	if l := c.last(); l.i >= 0 && l.i < l.n {
		return l.key(l.i), l.page.value(l.i), nil
	}
	return nil, nil, nil
}

// descend goes from the root to a leaf, taking the element that choose returns at each
// page.
func (c *cursor) descend(choose func(*page) int) error {
	p, err := c.top()
	if err != nil {
		return err
	}
	c.way = c.space[:0]
	c.enter(p, choose)
	return c.down(choose)
}

// enter puts a page at the end of the way.
func (c *cursor) enter(p page, choose func(*page) int) {
	c.way = append(c.way, level{page: p})
	l := c.last()
	l.i = choose(&l.page)
}

// down goes on from the last page of the way to a leaf.
func (c *cursor) down(choose func(*page) int) error {
	for !c.last().leaf {
		if len(c.way) == maxDepth {
			return badPage(c.last().id, "lies too deep")
		}
		p, err := c.below(c.last(), c.last().i)
		if err != nil {
			return err
		}
		c.enter(p, choose)
	}
	if c.deep == 0 {
		c.deep = len(c.way)
	}
	if c.deep != len(c.way) {
		return badPage(c.last().id, "lies deeper than others")
	}
	return nil
}

// below returns the page below element i.
func (c *cursor) below(l *level, i int) (page, error) {
	p, err := c.sound(l.child(i))
	if err == nil && (p.n == 0 || !bytes.Equal(p.key(0), l.key(i))) {
		err = badPage(p.id, fmt.Sprintf("does not begin with the key that page %d has for it", l.id))
	}
	return p, err
}

// next goes to the next key, prev to the one before. Where there is none they return
// nil, and the cursor stays behind the last key or before the first.
func (c *cursor) next() (key, value []byte, err error) { return c.step(+1) }
func (c *cursor) prev() (key, value []byte, err error) { return c.step(-1) }

func (c *cursor) step(by int) (key, value []byte, err error) {
	up := len(c.way) - 1
	for c.way[up].i+by < 0 || c.way[up].i+by >= c.way[up].n {
		if up == 0 {
			c.last().i = max(-1, min(c.last().i+by, c.last().n))
			return nil, nil, nil
		}
		up--
	}
	from := *c.last()
	key, value, err = c.across(up, by, func(p *page) int {
		if by > 0 {
			return 0
		}
		return p.n - 1
	})
	if err != nil {
		return key, value, err
	}
	if by < 0 {
		return key, value, inOrder(c.last(), &from)
	}
	return key, value, inOrder(&from, c.last())
}

// inOrder returns an error unless all keys of leaf a are less than those of the next
// leaf b.
func inOrder(a, b *level) error {
	if a.id == b.id || bytes.Compare(a.key(a.n-1), b.key(0)) < 0 {
		return nil
	}
	return badPage(a.id, "has keys of the page after it")
}

// across takes the neighbour at level up and goes down from there.
func (c *cursor) across(up, by int, choose func(*page) int) (key, value []byte, err error) {
	c.way = c.way[:up+1]
	c.last().i += by
	if err = c.down(choose); err != nil {
		return nil, nil, err
	}
	return c.element()
}

// neighbours checks the pages beside the way, which bbolt may join with those on it
// when it deletes.
func (c *cursor) neighbours() error {
	for i := range c.way[:len(c.way)-1] {
		l := &c.way[i]
		for _, j := range []int{l.i - 1, l.i + 1} {
			if j < 0 || j >= l.n {
				continue
			}
			if _, err := c.below(l, j); err != nil {
				return err
			}
		}
	}
	return nil
}
