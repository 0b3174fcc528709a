package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"sync"

	"github.com/philippgille/chromem-go"
)

// search returns the n documents most similar to the vector of a query, those of the
// overlay included. An all-zero vector finds nothing.
func (v *vectors) search(ctx context.Context, q Query, over overlay, n int) ([]candidate, error) {
	all, err := v.kept(ctx, q, over, n)
	if err != nil {
		return nil, err
	}
	more, err := over.byVectors(q)
	return best(append(all, more...), n), err
}

// among returns those of the found documents that are similar to the vector of a query,
// and those of the overlay, the most similar first.
func (v *vectors) among(ctx context.Context, q Query, over overlay, found []candidate) (near []candidate, err error) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	unit, err := v.unit(q)
	if unit == nil {
		return nil, err
	}
	for _, f := range found {
		where, kept := v.at[f.id]
		if !kept || over.hidden[f.id] {
			continue
		}
		doc, err := v.boxes[where].parts[partOf(f.id)].GetByID(ctx, f.id)
		if err != nil {
			return nil, fmt.Errorf("index: vector of %q: %w", f.id, err)
		}
		if cosine := dot(unit, doc.Embedding); cosine > 0 && cosine >= q.MinCosine {
			near = append(near, candidate{id: f.id, score: cosine})
		}
	}
	more, err := over.byVectors(q)
	return best(append(near, more...), MaxCandidates), err
}

// unit returns the vector of a query scaled to length 1; nil when it can find nothing,
// because it is all zero or no vectors are kept. The caller holds mu.
func (v *vectors) unit(q Query) ([]float32, error) {
	unit := normalised(q.Vector)
	if unit != nil && v.dims > 0 && len(unit) != v.dims {
		return nil, wrongDims("Query.Vector", len(unit), v.dims)
	}
	if v.dims == 0 {
		return nil, nil
	}
	return unit, nil
}

// dot returns the cosine of two vectors of length 1.
func dot(a, b []float32) float64 {
	var sum float32
	for i, x := range a {
		sum += x * b[i]
	}
	return float64(sum)
}

// kept returns the n most similar documents of each collection.
func (v *vectors) kept(ctx context.Context, q Query, over overlay, n int) ([]candidate, error) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	unit, err := v.unit(q)
	if unit == nil {
		return nil, err
	}
	q.Vector = unit
	var asks []ask
	for where, c := range v.boxes {
		if allows(q.Kinds, where.kind) && allows(q.Scopes, where.scope) {
			asks = append(asks, c.asks(q)...)
		}
	}
	found, err := askAll(ctx, asks, q.Vector, n+len(over.hidden))
	if err != nil {
		return nil, err
	}
	var all []candidate
	for i, a := range asks {
		for _, f := range found[i] {
			if a.of.passes(f.ID, float64(f.Similarity), q) {
				all = append(all, candidate{id: f.ID, score: float64(f.Similarity)})
			}
		}
	}
	return over.seen(all), nil
}

func (c *collection) passes(id string, cosine float64, q Query) bool {
	e := c.docs[id]
	return cosine > 0 && cosine >= q.MinCosine && allows(q.Places, e.place) && allows(q.Targets, e.target) && q.within(e.time)
}

// An ask is one query to chromem.
type ask struct {
	of    *collection
	part  *chromem.Collection
	where map[string]string // metadata that the documents must have
	whole bool              // ask for all documents, because they are filtered afterwards
}

// mostWheres is the largest number of pairs of a place and a target that are asked for
// one by one.
const mostWheres = 8

// asks returns the queries to the parts of a collection.
func (c *collection) asks(q Query) (out []ask) {
	wheres := []map[string]string{nil}
	whole := !q.Since.IsZero() || !q.Until.IsZero()
	if max(len(q.Places), 1)*max(len(q.Targets), 1) <= mostWheres {
		wheres = each(each(wheres, fieldPlace, q.Places), fieldTarget, q.Targets)
	} else {
		whole = true
	}
	for _, part := range c.parts {
		if part.Count() == 0 {
			continue
		}
		for _, where := range wheres {
			out = append(out, ask{c, part, where, whole})
		}
	}
	return out
}

// each combines every condition with every value of a list. A nil list adds no
// condition.
func each(wheres []map[string]string, field string, list []string) []map[string]string {
	if list == nil {
		return wheres
	}
	var out []map[string]string
	for _, where := range wheres {
		for _, value := range unique(list) {
			with := map[string]string{field: value}
			maps.Copy(with, where)
			out = append(out, with)
		}
	}
	return out
}

// askAll makes as many queries at once as there are processors. It returns their results
// in the order of asks.
func askAll(ctx context.Context, asks []ask, vector []float32, n int) ([][]chromem.Result, error) {
	found, errs := make([][]chromem.Result, len(asks)), make([]error, len(asks))
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var asking sync.WaitGroup
	for i, a := range asks {
		free <- struct{}{}
		asking.Go(func() {
			found[i], errs[i] = a.nearest(ctx, vector, n)
			<-free
		})
	}
	asking.Wait()
	return found, errors.Join(errs...)
}

// nearest returns the n most similar documents of a part, and more when there are equal
// ones at the end: chromem returns any of these, so it is asked for more until all of
// them are there.
func (a ask) nearest(ctx context.Context, vector []float32, n int) ([]chromem.Result, error) {
	count := a.part.Count()
	size := n + slack
	if a.whole {
		size = count
	}
	for ; ; size *= 2 {
		size = min(size, count)
		found, err := a.part.QueryEmbedding(ctx, vector, size, a.where, nil)
		if err == nil {
			err = ctx.Err() // chromem returns a partial result when its context ends
		}
		if err != nil {
			return nil, fmt.Errorf("index: searching vectors: %w", err)
		}
		if size == count || len(found) < size || found[n-1].Similarity != found[len(found)-1].Similarity {
			return found, nil
		}
	}
}
