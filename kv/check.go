package kv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// MaxProblems is how many problems [DB.Check] reports at most.
const MaxProblems = 100

// A Problem is one thing Check found wrong.
type Problem struct {
	Table  string // empty: the file as a whole
	Key    Key    // nil: the table as a whole
	Reason string // in words
}

// String returns the place, if there is one, and the reason.
func (p Problem) String() string {
	switch {
	case p.Table == "":
		return p.Reason
	case p.Key == nil:
		return fmt.Sprintf("table %s: %s", p.Table, p.Reason)
	default:
		return fmt.Sprintf("table %s, key %s: %s", p.Table, p.Key, p.Reason)
	}
}

// Check reads everything: the header, checksum and JSON of each value, the count of
// each table, the order of the keys, the references between pages, and whether each
// page is either free or in use once. It returns what is wrong, at most MaxProblems,
// nothing for a sound store. The error is for a check that could not be made: that of
// ctx, or [ErrClosed]. Reads and commits go on meanwhile.
func (db *DB) Check(ctx context.Context) ([]Problem, error) {
	for {
		c := checker{ctx: ctx, db: db}
		if db.flaw != nil {
			c.add(Problem{Reason: reason(db.flaw)})
		}
		if err := db.View(c.file); !errors.Is(err, errMoved) {
			return c.found, err
		}
	}
}

// checker is the state of one Check.
type checker struct {
	ctx   context.Context
	db    *DB
	found []Problem
	pages pages
	used  []bool // by page: it was reached
	blind bool   // a page could not be read, so the pages below it were not reached
}

func (c *checker) add(p Problem) {
	if len(c.found) < MaxProblems {
		c.found = append(c.found, p)
	}
}

// file checks the file as one transaction sees it.
func (c *checker) file(tx *Tx) error {
	info, err := c.db.file.Stat()
	if err != nil {
		return fmt.Errorf("kv: check: %w", err)
	}
	if need := tx.bolt.Size(); info.Size() < need {
		c.add(Problem{Reason: cut(info.Size(), need)})
		return nil
	}
	c.pages = pagesOf(tx.bolt)
	m, err := c.pages.metaOf(uint64(tx.bolt.ID()))
	if err != nil {
		return err
	}
	c.used = make([]bool, len(c.pages.data)/c.pages.size)
	c.used[0], c.used[1] = true, true
	if err := c.tables(rootTree(tx.bolt), c.table); err != nil {
		return err
	}
	c.free(m.freelist)
	return c.ctx.Err()
}

// tables calls table with the tree of each bucket.
func (c *checker) tables(root tree, table func(name string, t tree)) error {
	v := visit{checker: c, tree: root, each: func(p *page, i int) {
		name := string(p.key(i))
		b, err := root.bucket(p.value(i))
		if err != nil {
			c.add(Problem{Table: name, Reason: err.Error()})
			return
		}
		table(name, b)
	}}
	return v.all()
}

// table checks the tree of a bucket, and its values if the bucket is a table of the
// schema: the values of others may be anything.
func (c *checker) table(name string, t tree) {
	s, n := c.db.tables[name], uint64(0)
	v := visit{checker: c, name: name, tree: t, each: func(p *page, i int) {
		n++
		if s == nil {
			return
		}
		k := p.key(i)
		if err := s.check(k, p.value(i)); err != nil {
			c.add(Problem{Table: name, Key: bytes.Clone(k), Reason: reason(err)})
		}
	}}
	if v.all() != nil || v.blind {
		return
	}
	if s != nil && t.count != n {
		c.add(Problem{Table: name, Reason: fmt.Sprintf("holds %d values, its count says %d", n, t.count)})
	}
}

// free checks the list of free pages against those that are in use.
func (c *checker) free(id uint64) {
	var ids []uint64
	var extra uint64
	if err := readPages(c.db.path, "", func() (err error) {
		ids, extra, err = c.pages.freelist(id)
		return err
	}); err != nil {
		c.add(Problem{Reason: reason(err)})
		return
	}
	for i := range extra + 1 {
		ids = append(ids, id+i) // the list's own pages
	}
	for _, id := range ids {
		if c.used[id] {
			c.add(Problem{Reason: fmt.Sprintf("page %d: in use and free", id)})
		}
		c.used[id] = true
	}
	for id, used := range c.used {
		if !used && !c.blind {
			c.add(Problem{Reason: fmt.Sprintf("page %d: unreachable unfreed", id)})
		}
	}
}

// visit goes through every page of a tree. It skips a bad page and those below it, and
// goes on with the others.
type visit struct {
	*checker
	tree
	name  string
	each  func(p *page, i int) // called for each element of a leaf
	deep  int                  // levels, 0: not known yet
	blind bool
}

// all visits all pages. It returns the error of the context.
func (v *visit) all() error {
	var top page
	if !v.sees(func() (err error) { top, err = v.top(); return err }) {
		return nil
	}
	return v.page(top, nil, 1)
}

// sees runs fn, which reads pages, and reports whether it could.
func (v *visit) sees(fn func() error) bool {
	err := readPages(v.db.path, v.name, fn)
	if err != nil {
		v.blind, v.checker.blind = true, true
		v.add(Problem{Table: v.name, Reason: strings.TrimPrefix(reason(err), "table "+v.name+": ")})
	}
	return err == nil
}

// page visits a page that was checked in itself, and all pages below it. Its keys must
// be less than high, unless that is nil.
func (v *visit) page(p page, high Key, depth int) error {
	if err := v.ctx.Err(); err != nil {
		return err
	}
	if !v.sees(func() error { return v.place(&p, high, depth) }) {
		return nil
	}
	if p.leaf {
		v.sees(func() error {
			for i := range p.n {
				v.each(&p, i)
			}
			return nil
		})
		return nil
	}
	c := cursor{tree: v.tree}
	for i := range p.n {
		var child page
		limit := high
		if !v.sees(func() (err error) {
			if i+1 < p.n {
				limit = p.key(i + 1)
			}
			child, err = c.below(&level{p, i}, i)
			return err
		}) {
			continue
		}
		if err := v.page(child, limit, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// place checks a page against the others: that it is reached once, that its keys end
// before those of the next page, and that all leaves are equally deep.
func (v *visit) place(p *page, high Key, depth int) error {
	if p.id != 0 {
		for i := range p.extra() + 1 {
			if v.used[p.id+i] {
				return badPage(p.id+i, "two pages lead to it")
			}
			v.used[p.id+i] = true
		}
	}
	if high != nil && p.n > 0 && bytes.Compare(p.key(p.n-1), high) >= 0 {
		return badPage(p.id, "has keys of the page after it")
	}
	if p.leaf && v.deep == 0 {
		v.deep = depth
	}
	if depth > maxDepth || p.leaf && v.deep != depth {
		return badPage(p.id, "lies deeper than others")
	}
	return nil
}

// check decodes a stored value into the table's type.
func (s *schema) check(k Key, raw []byte) error {
	return s.into(k, raw, reflect.New(s.typ).Interface())
}

// reason returns what err says without the file, table and key that it names.
func reason(err error) string {
	var page *DamagedError
	var value *CorruptError
	switch {
	case errors.As(err, &page):
		return page.Reason
	case !errors.As(err, &value):
		return err.Error()
	case value.Err != nil:
		return value.Reason + ": " + value.Err.Error()
	default:
		return value.Reason
	}
}
