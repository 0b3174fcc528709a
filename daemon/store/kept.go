package store

import (
	"encoding/hex"
	"iter"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/kv"
)

// keptTable is a table of knowledge as a part of the history.
type keptTable struct {
	key  func(*knowledge.Kept) kv.Key // nil: the record is of another table
	put  func(*kv.Changes, knowledge.Kept)
	get  func(*kv.Tx, kv.Key) (knowledge.Kept, error)
	scan func(*kv.Tx, kv.Range) iter.Seq2[kv.Entry[knowledge.Kept], error]
}

// kept are the tables of knowledge, in the order in which their records can be imported.
var kept = []keptTable{
	keptIn(submissions, func(k *knowledge.Kept) **knowledge.Feedback { return &k.Feedback },
		func(f knowledge.Feedback) kv.Key { n, _ := knowledge.FeedbackNumber(f.ID); return kv.Key{}.Int(n) }),
	keptIn(proposals, func(k *knowledge.Kept) **knowledge.Proposal { return &k.Proposal },
		func(p knowledge.Proposal) kv.Key { n, _ := knowledge.ProposalNumber(p.ID); return kv.Key{}.Int(n) }),
	keptIn(learned.Table, func(k *knowledge.Kept) **knowledge.Item { return &k.Item },
		func(i knowledge.Item) kv.Key { k, _ := learned.key(i.ID); return k.Int(i.Version) }),
	keptIn(attachments, func(k *knowledge.Kept) **knowledge.Attachment { return &k.Attached },
		func(a knowledge.Attachment) kv.Key { return kv.Key{}.Str(a.Skill).Str(a.Scene) }),
	keptIn(lessons, func(k *knowledge.Kept) **knowledge.Line { return &k.Line }, func(l knowledge.Line) kv.Key { return kv.Key{}.Int(l.N) }),
}

// keptIn is a table whose values are in one member of a [knowledge.Kept].
func keptIn[V any](t *kv.Table[V], member func(*knowledge.Kept) **V, key func(V) kv.Key) keptTable {
	as := func(v V) (k knowledge.Kept) { *member(&k) = &v; return k }
	return keptTable{
		key: func(k *knowledge.Kept) kv.Key {
			if v := *member(k); v != nil {
				return key(*v)
			}
			return nil
		},
		put: func(c *kv.Changes, k knowledge.Kept) { t.Put(c, key(**member(&k)), **member(&k)) },
		get: func(tx *kv.Tx, k kv.Key) (knowledge.Kept, error) { v, err := t.Get(tx, k); return as(v), err },
		scan: func(tx *kv.Tx, r kv.Range) iter.Seq2[kv.Entry[knowledge.Kept], error] {
			return func(yield func(kv.Entry[knowledge.Kept], error) bool) {
				for e, err := range t.Scan(tx, r) {
					if !yield(kv.Entry[knowledge.Kept]{Key: e.Key, Value: as(e.Value)}, Fault(err)) {
						return
					}
				}
			}
		},
	}
}

// KeptAt is a record of the history with its place in it.
type KeptAt struct {
	knowledge.Kept
	Place string
}

// AllKept gives the history of knowledge after a place, empty for all of it: feedback,
// proposals, the versions of items, attachments and the log, each in order.
func AllKept(tx *kv.Tx, after string) (iter.Seq2[KeptAt, error], error) {
	first, from, err := placeOf(after)
	return func(yield func(KeptAt, error) bool) {
		for n, t := range kept[first:] {
			for e, err := range t.scan(tx, kv.Range{From: from}) {
				if !yield(KeptAt{e.Value, strconv.Itoa(first+n) + "-" + hex.EncodeToString(e.Key)}, err) || err != nil {
					return
				}
			}
			from = nil
		}
	}, err
}

// placeOf reads a place: the table, and the first key after it.
func placeOf(place string) (table int, from kv.Key, err error) {
	if place == "" {
		return 0, nil, nil
	}
	number, key, _ := strings.Cut(place, "-")
	table, err = strconv.Atoi(number)
	from, failed := hex.DecodeString(key)
	if err != nil || failed != nil || table < 0 || table >= len(kept) {
		return 0, nil, fault.Field("cursor", place, "the cursor of the answer before")
	}
	return table, append(from, 0), nil
}

// GetKept reads the record that storing another would replace; false when there is none.
func GetKept(tx *kv.Tx, k knowledge.Kept) (old knowledge.Kept, is bool, err error) {
	t := tableOf(k)
	return found(t.get(tx, t.key(&k)))
}

// PutKept stores a record, in place of the one that is there.
func PutKept(c *kv.Changes, k knowledge.Kept) { tableOf(k).put(c, k) }

func tableOf(k knowledge.Kept) keptTable {
	return kept[slices.IndexFunc(kept, func(t keptTable) bool { return t.key(&k) != nil })]
}
