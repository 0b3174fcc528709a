package kv

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// Quarantined is a value that [Hold.Salvage] did not copy, because it does not pass its
// checks.
type Quarantined struct {
	Table  string `json:"table"`
	Key    Key    `json:"key"`    // as it stands in the file; base64 in JSON
	Reason string `json:"reason"` // in words
	Value  []byte `json:"value"`  // as it stands in the file; base64 in JSON
}

// Salvaged is the result of [Hold.Salvage].
type Salvaged struct {
	Values      int       // values in the new file
	Found       int       // of these, found on pages that no page refers to any more
	Quarantined int       // values not in it, because their checks failed
	Lost        []Problem // what could not be read, at most MaxProblems; the values there may be missing too
}

// Salvage copies what can be read of the held file, however damaged, to a new store
// dst. It calls quarantine for each value whose checks fail; a key with one flipped bit
// is repaired. When a page cannot be read, it searches all pages that are not free for
// the values of tables that were below it.
//
// It ends with the error of quarantine, of ctx or of writing dst, with a *[NewerError],
// with an error that wraps [ErrSchema] for a file of another program, or with a
// *[DamagedError] when nothing can be read. dst is then removed.
func (h *Hold) Salvage(ctx context.Context, dst string, tables []TableInfo, quarantine func(Quarantined) error) (Salvaged, error) {
	known, err := index(tables)
	if err != nil {
		return Salvaged{}, err
	}
	s := &salvage{db: &DB{path: h.path, tables: known}, ctx: ctx, quarantine: quarantine, taken: map[uint64]bool{}}
	unmap, err := s.read(h.file)
	if err != nil {
		return Salvaged{}, err
	}
	defer func() { _ = unmap() }() // of a file that was only read
	to := opener{path: dst, opts: Options{Sync: true}.withDefaults(), fresh: true}
	bolt, err := to.open()
	if err != nil {
		return Salvaged{}, err
	}
	s.out = salvageWriter{bolt: bolt, oldest: map[string]byte{}}
	err = s.run()
	s.result.Lost = s.check.found
	if err == nil && s.result.Values == 0 && len(s.result.Lost) > 0 {
		err = damaged(h.path, s.result.Lost[0].String())
	}
	if err == nil {
		err = newDB(to, bolt, nil).seal()
	}
	if err = errors.Join(err, bolt.Close()); err == nil {
		err = trim(dst)
	}
	if err != nil {
		return Salvaged{}, errors.Join(err, os.Remove(dst))
	}
	return s.result, nil
}

// salvage is the state of one Salvage.
type salvage struct {
	db         *DB // path and tables alone
	ctx        context.Context
	quarantine func(Quarantined) error
	meta       meta
	check      checker
	free       map[uint64]bool // nil: not known
	taken      map[uint64]bool // pages whose values were seen
	out        salvageWriter
	result     Salvaged
	err        error // of quarantine, or of writing
}

// read maps the file and finds the commit that counts.
func (s *salvage) read(f *os.File) (unmap func() error, err error) {
	h, ok := readHead(f)
	if !ok {
		return nil, damaged(s.db.path, "neither of its first two pages says what belongs to the store")
	}
	data, unmap, err := mapFile(f)
	if err != nil {
		return nil, fmt.Errorf("kv: salvage: %w", err)
	}
	i := h.newest()
	s.meta = h.metas[i]
	s.check = checker{ctx: s.ctx, db: s.db}
	if h.metas[1-i].raw == nil && h.sealed(s.meta.tx) == nil {
		if last, ok := h.fromSeal(i); ok {
			s.meta = last
		} else {
			s.check.add(Problem{Reason: fmt.Sprintf("page %d is not valid: the last commit may have been on it", 1-i)})
		}
	}
	n := min(len(data)/h.size, int(s.meta.pages))
	if need := int64(s.meta.pages) * int64(h.size); int64(len(data)) < need {
		s.check.add(Problem{Reason: cut(int64(len(data)), need)})
	}
	s.check.pages = pages{data[:n*h.size], h.size}
	s.check.used = make([]bool, max(n, 2))
	return unmap, nil
}

// fromSeal gives the meta after the one on page i, from the copy in its seal.
func (h *head) fromSeal(i int) (meta, bool) {
	if s := h.seals[i]; s != nil && s.tx == h.metas[i].tx+1 {
		return readMeta(append(make([]byte, metaOffset), s.meta...))
	}
	return meta{}, false
}

// run copies the tables, then what no page refers to.
func (s *salvage) run() error {
	if err := s.formatFits(); err != nil {
		return err
	}
	s.check.pagesFree(s)
	root := tree{pages: s.check.pages, root: s.meta.root, flag: bucketFlag}
	if err := s.check.tables(root, s.table); err != nil {
		return err
	}
	if s.err == nil && s.check.blind {
		s.orphans()
	}
	if s.err != nil {
		return s.err
	}
	return s.out.finish(s.db)
}

// formatFits refuses a file of a newer program or of another one, if the file still
// says so.
func (s *salvage) formatFits() error {
	var file fileMeta
	foreign := false
	err := readPages(s.db.path, "", func() error {
		root := tree{pages: s.check.pages, root: s.meta.root, flag: bucketFlag}
		t, ok, err := root.table([]byte(metaBucket))
		if err != nil {
			return err
		}
		if !ok {
			c := cursor{tree: root}
			first, _, err := c.first()
			foreign = first != nil
			return err
		}
		c := cursor{tree: t}
		k, v, err := c.seek([]byte(formatKey))
		if err == nil && string(k) == formatKey {
			err = json.Unmarshal(v, &file)
		}
		return err
	})
	switch {
	case foreign:
		return anotherProgram(s.db.path)
	case file.Format > Format:
		return &NewerError{What: "file format", Have: file.Format, Known: Format}
	}
	s.out.created = file.Created
	if err != nil {
		s.check.add(Problem{Reason: "what the file says of itself: " + reason(err)})
	}
	return nil
}

// pagesFree reads which pages are free.
func (c *checker) pagesFree(s *salvage) {
	if s.meta.freelist == ^uint64(0) {
		return
	}
	err := readPages(c.db.path, "", func() error {
		ids, _, err := c.pages.freelist(s.meta.freelist)
		if err != nil {
			return err
		}
		s.free = make(map[uint64]bool, len(ids))
		for _, id := range ids {
			s.free[id] = true
		}
		return nil
	})
	if err != nil {
		c.add(Problem{Reason: reason(err)})
	}
}

// table copies the values of a table that can be reached from its root.
func (s *salvage) table(name string, t tree) {
	if name == metaBucket {
		return // the new file has its own
	}
	v := visit{checker: &s.check, name: name, tree: t, each: func(p *page, i int) {
		if i == 0 {
			s.seen(p)
		}
		if s.err == nil {
			s.value(name, s.db.tables[name], p, i)
		}
	}}
	if err := v.all(); err != nil && s.err == nil {
		s.err = err
	}
}

// seen records that the values of a page were copied.
func (s *salvage) seen(p *page) {
	if p.id == 0 {
		return
	}
	for i := range p.extra() + 1 {
		s.taken[p.id+i] = true
	}
}

// value copies one value, or gives it to quarantine.
func (s *salvage) value(name string, t *schema, p *page, i int) {
	k, raw := p.key(i), p.value(i)
	if t != nil {
		k = t.trueKey(p, i)
		err := t.check(k, raw)
		if bad := (*NewerError)(nil); errors.As(err, &bad) {
			s.err = err
			return
		}
		if err != nil {
			s.result.Quarantined++
			s.err = s.quarantine(Quarantined{Table: name, Key: bytes.Clone(k), Reason: reason(err), Value: bytes.Clone(raw)})
			return
		}
	}
	var added bool
	if added, s.err = s.out.put(name, k, raw, t != nil); added {
		s.result.Values++
	}
}

// orphans copies the values of pages that no page refers to any more. Without the list
// of free pages it does nothing: such pages could be outdated versions of others.
func (s *salvage) orphans() {
	if s.free == nil {
		return
	}
	names := slices.Sorted(maps.Keys(s.db.tables))
	for id := range uint64(len(s.check.used)) {
		if id < 2 || s.taken[id] || s.free[id] || s.err != nil {
			continue
		}
		_ = readPages(s.db.path, "", func() error { // a page that is no sound leaf has nothing to copy
			p, err := s.check.pages.at(id, valueFlag)
			if err != nil || !p.leaf {
				return err
			}
			s.seen(&p)
			for i := range p.n {
				s.orphan(names, &p, i)
			}
			return nil
		})
	}
}

// orphan copies a value to the table whose name fits its checksum.
func (s *salvage) orphan(names []string, p *page, i int) {
	for _, name := range names {
		t := s.db.tables[name]
		if k := t.trueKey(p, i); s.err == nil && t.sound(k, p.value(i)) {
			before := s.result.Values
			s.value(name, t, p, i)
			s.result.Found += s.result.Values - before
			return
		}
	}
}

// salvageWriter writes a new store; it stores values in the form in which they were.
type salvageWriter struct {
	bolt    *bbolt.DB
	tx      *bbolt.Tx
	bytes   int             // put in tx
	oldest  map[string]byte // version of values, by table
	created string          // as the old file says, "" when it does not
}

// put adds a value, unless there is one under its key.
func (w *salvageWriter) put(name string, k, raw []byte, checked bool) (added bool, err error) {
	if w.tx == nil {
		if w.tx, err = w.bolt.Begin(true); err != nil {
			return false, err
		}
	}
	b, err := w.tx.CreateBucketIfNotExists([]byte(name))
	if err != nil || b.Get(k) != nil {
		return false, err
	}
	b.FillPercent = fill
	if err := b.Put(bytes.Clone(k), bytes.Clone(raw)); err != nil {
		return false, withErrno(err)
	}
	if have, seen := w.oldest[name]; checked && (!seen || raw[0] < have) {
		w.oldest[name] = raw[0]
	}
	if err := b.SetSequence(b.Sequence() + 1); err != nil {
		return false, err
	}
	if w.bytes += len(k) + len(raw); w.bytes > compactTx {
		err = w.commit()
	}
	return true, err
}

func (w *salvageWriter) commit() error {
	if w.tx == nil {
		return nil
	}
	tx := w.tx
	w.tx, w.bytes = nil, 0
	return withErrno(tx.Commit())
}

// finish writes the meta bucket.
func (w *salvageWriter) finish(db *DB) error {
	if err := w.commit(); err != nil {
		return err
	}
	return withErrno(w.bolt.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte(metaBucket))
		if err != nil {
			return err
		}
		if w.created == "" {
			w.created = time.Unix(0, 0).UTC().Format(time.RFC3339)
		}
		if err := putJSON(b, formatKey, fileMeta{Format: Format, Created: w.created}); err != nil {
			return err
		}
		for name, s := range db.tables {
			if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
				return err
			}
			if err := putJSON(b, tablePre+name, tableMeta{Version: s.version, Oldest: cmp.Or(w.oldest[name], s.version)}); err != nil {
				return err
			}
		}
		return nil
	}))
}
