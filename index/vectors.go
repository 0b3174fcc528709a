package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"github.com/philippgille/chromem-go"
)

// vectors keeps the vectors of the newest documents in memory, in one collection for
// each kind and scope.
type vectors struct {
	limit int // of one collection

	mu    sync.RWMutex // guards all below; chromem's own locks are taken inside
	db    *chromem.DB
	boxes map[box]*collection
	at    map[string]box // where a document is
	dims  int            // length of all vectors; 0 before the first
}

// A box is the kind and scope of a collection.
type box struct{ kind, scope string }

func (b box) name(part int) string { return fmt.Sprintf("%q %q %d", b.kind, b.scope, part) }

// parts is how many collections of chromem share the vectors of a box. chromem sends
// every document over one channel, so that a single search cannot use more than one
// processor; several parts are searched in parallel.
const parts = 4

// A collection keeps the vectors of a box, and what filters and hits need.
type collection struct {
	parts [parts]*chromem.Collection // by partOf
	docs  map[string]entry
	byAge []entry // the same entries, oldest first, equal ones by ID
}

// partOf returns the part of a document.
func partOf(id string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id))
	return h.Sum32() % parts
}

type entry struct {
	id            string
	time          time.Time
	place, target string
	version       int64
}

func (e entry) compare(o entry) int {
	return cmp.Or(e.time.Compare(o.time), cmp.Compare(e.id, o.id))
}

func newVectors(limit int) *vectors {
	return &vectors{limit: limit, db: chromem.NewDB(), boxes: map[box]*collection{}, at: map[string]box{}}
}

// errNoEmbedding is returned to chromem if it asks for an embedding, which it never needs,
// as all vectors are given. Without a function of ours it would ask a server on the
// network.
var errNoEmbedding = errors.New("index: no vector given")

func noEmbedding(context.Context, string) ([]float32, error) { return nil, errNoEmbedding }

// check refuses vectors of another length than those already kept. chromem would accept
// them, and then fail each search.
func (v *vectors) check(docs []Doc) error {
	v.mu.RLock()
	defer v.mu.RUnlock()
	dims := v.dims
	for _, d := range docs {
		if dims == 0 {
			dims = len(d.Vector)
		}
		if len(d.Vector) != dims {
			return wrongDims("Doc.Vector", len(d.Vector), dims)
		}
	}
	return nil
}

func wrongDims(field string, given, allowed int) error {
	return &InvalidError{Field: field, Given: fmt.Sprintf("%d numbers", given), Allowed: fmt.Sprint(allowed)}
}

// put adds the vectors of checked documents. It removes that of a document whose new
// vector is all zero.
func (v *vectors) put(ctx context.Context, docs []Doc) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, d := range docs {
		if err := v.remove(ctx, d.ID); err != nil {
			return err
		}
		v.dims = len(d.Vector)
		if unit := normalised(d.Vector); unit != nil {
			if err := v.add(ctx, d, unit); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *vectors) add(ctx context.Context, d Doc, unit []float32) error {
	where := box{d.Kind, d.Scope}
	c, err := v.collection(where)
	if err != nil {
		return err
	}
	e := entry{id: d.ID, time: d.Time, place: d.Place, target: d.Target, version: d.Version}
	i, _ := slices.BinarySearchFunc(c.byAge, e, entry.compare)
	if i == 0 && len(c.byAge) >= v.limit {
		return nil // older than all that are kept
	}
	doc := chromem.Document{ID: d.ID, Embedding: unit, Metadata: map[string]string{fieldPlace: d.Place, fieldTarget: d.Target}}
	if err := c.parts[partOf(d.ID)].AddDocument(ctx, doc); err != nil {
		return fmt.Errorf("index: vector of %q: %w", d.ID, err)
	}
	c.byAge = slices.Insert(c.byAge, i, e)
	c.docs[d.ID] = e
	v.at[d.ID] = where
	if len(c.byAge) > v.limit {
		return v.remove(ctx, c.byAge[0].id)
	}
	return nil
}

// collection returns the collection of a box, making it if need be.
func (v *vectors) collection(where box) (*collection, error) {
	if c, found := v.boxes[where]; found {
		return c, nil
	}
	c := &collection{docs: map[string]entry{}}
	for i := range c.parts {
		var err error
		if c.parts[i], err = v.db.CreateCollection(where.name(i), nil, noEmbedding); err != nil {
			return nil, fmt.Errorf("index: collection %s: %w", where.name(i), err)
		}
	}
	v.boxes[where] = c
	return c, nil
}

// remove removes a document, if it is there.
func (v *vectors) remove(ctx context.Context, id string) error {
	where, found := v.at[id]
	if !found {
		return nil
	}
	c := v.boxes[where]
	if err := c.parts[partOf(id)].Delete(ctx, nil, nil, id); err != nil {
		return fmt.Errorf("index: vector of %q: %w", id, err)
	}
	if i, found := slices.BinarySearchFunc(c.byAge, c.docs[id], entry.compare); found {
		c.byAge = slices.Delete(c.byAge, i, i+1)
	}
	delete(c.docs, id)
	delete(v.at, id)
	if len(c.docs) > 0 {
		return nil
	}
	delete(v.boxes, where)
	for i := range c.parts {
		if err := v.db.DeleteCollection(where.name(i)); err != nil {
			return err
		}
	}
	return nil
}

func (v *vectors) delete(ctx context.Context, ids []string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, id := range ids {
		if err := v.remove(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (v *vectors) count() int {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return len(v.at)
}

// version returns the version of a document that has a vector.
func (v *vectors) version(id string) (version int64, found bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	where, found := v.at[id]
	if !found {
		return 0, false
	}
	return v.boxes[where].docs[id].version, true
}
