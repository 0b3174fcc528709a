package house

import (
	"bytes"
	"cmp"
	"encoding/json"

	"navd/daemon/fault"
)

// Kind is a kind of record of a house.
type Kind string

// The kinds. A house has one head: everything but the four lists.
const (
	KindHead  Kind = "head"
	KindPlace Kind = "place"
	KindNode  Kind = "node"
	KindSite  Kind = "site"
	KindThing Kind = "thing"
)

// Part is one record of a house as it is stored.
type Part struct {
	Kind Kind            `json:"kind"`           // head, place, node, site or thing
	ID   int             `json:"id"`             // id of the record; 0: the head
	Data json.RawMessage `json:"data,omitempty"` // the record; absent: it was removed
}

// Parts returns the records of a house, ordered by kind, then by id.
func (h *House) Parts() (all []Part, err error) {
	if h.Version == 0 {
		return nil, nil
	}
	add := func(kind Kind, id int, v any) {
		data, failed := json.Marshal(v)
		err = cmp.Or(err, failed)
		all = append(all, Part{kind, id, data})
	}
	head := *h
	head.Places, head.Nodes, head.Sites, head.Things = nil, nil, nil, nil
	add(KindHead, 0, head)
	for _, n := range h.Nodes {
		add(KindNode, n.ID, n)
	}
	for _, p := range h.Places {
		add(KindPlace, p.ID, p)
	}
	for _, s := range h.Sites {
		add(KindSite, s.ID, s)
	}
	for _, t := range h.Things {
		add(KindThing, t.ID, t)
	}
	return all, err
}

// Assemble makes a house from its records. Records that do not fit together are a corrupt
// fault.
func Assemble(id string, parts []Part) (*House, error) {
	h := Empty(id)
	for _, p := range parts {
		var err error
		switch p.Kind {
		case KindHead:
			err = json.Unmarshal(p.Data, h)
			h.Places, h.Nodes, h.Sites, h.Things = []Place{}, []Node{}, []Site{}, []Thing{}
		case KindPlace:
			h.Places, err = put(h.Places, p)
		case KindNode:
			h.Nodes, err = put(h.Nodes, p)
		case KindSite:
			h.Sites, err = put(h.Sites, p)
		case KindThing:
			h.Things, err = put(h.Things, p)
		}
		if err != nil {
			return nil, fault.New(fault.Corrupt, "%s %d of the house cannot be read: %w", p.Kind, p.ID, err).About("house", id)
		}
	}
	return h, h.Check()
}

func put[R any](records []R, p Part) ([]R, error) {
	var r R
	err := json.Unmarshal(p.Data, &r)
	return append(records, r), err
}

// Differ returns the change from one list of records to another: those that are new or
// changed, and, without data, those that were removed.
func Differ(from, to []Part) (change []Part) {
	for len(from) > 0 || len(to) > 0 {
		switch c := compareFirst(from, to); {
		case c < 0:
			change = append(change, Part{Kind: from[0].Kind, ID: from[0].ID})
			from = from[1:]
		case c > 0:
			change = append(change, to[0])
			to = to[1:]
		default:
			if !bytes.Equal(from[0].Data, to[0].Data) {
				change = append(change, to[0])
			}
			from, to = from[1:], to[1:]
		}
	}
	return change
}

// compareFirst orders lists by their first records, by kind and then by id; an empty list is
// behind all others.
func compareFirst(a, b []Part) int {
	switch {
	case len(a) == 0:
		return 1
	case len(b) == 0:
		return -1
	}
	return cmp.Or(cmp.Compare(a[0].Kind, b[0].Kind), cmp.Compare(a[0].ID, b[0].ID))
}

// Apply returns a list of records with a change made to it.
func Apply(parts, change []Part) (out []Part) {
	for len(parts) > 0 || len(change) > 0 {
		c := compareFirst(parts, change)
		if c < 0 {
			out, parts = append(out, parts[0]), parts[1:]
			continue
		}
		if len(change[0].Data) > 0 {
			out = append(out, change[0])
		}
		if c == 0 {
			parts = parts[1:]
		}
		change = change[1:]
	}
	return out
}

// Check returns a corrupt fault if the records of a house do not fit together, and an
// invalid fault for another format.
func (h *House) Check() error {
	bad := func(format string, args ...any) error {
		return fault.New(fault.Corrupt, format, args...).About("house", h.ID)
	}
	if h.Format != Format {
		return fault.New(fault.Invalid, "the house has format %d, this navd reads %d", h.Format, Format).About("house", h.ID).
			WithHint("use the navd that wrote it, or a newer one")
	}
	nodes := map[int]bool{}
	for i, n := range h.Nodes {
		if n.ID < 1 || n.ID >= h.Next.Node || i > 0 && n.ID <= h.Nodes[i-1].ID {
			return bad("node %d is out of order", n.ID)
		}
		nodes[n.ID] = true
	}
	for _, n := range h.Nodes {
		for _, to := range n.Links {
			if !nodes[to] {
				return bad("node %d leads to node %d, which is missing", n.ID, to)
			}
		}
	}
	for i, p := range h.Places {
		if p.ID < 1 || p.ID >= h.Next.Place || i > 0 && p.ID <= h.Places[i-1].ID {
			return bad("place %d is out of order", p.ID)
		}
	}
	for i, s := range h.Sites {
		if s.ID < 1 || s.ID >= h.Next.Site || i > 0 && s.ID <= h.Sites[i-1].ID {
			return bad("site %d is out of order", s.ID)
		}
	}
	for i, t := range h.Things {
		if t.ID < 1 || t.ID >= h.Next.Thing || i > 0 && t.ID <= h.Things[i-1].ID {
			return bad("thing %d is out of order", t.ID)
		}
	}
	return nil
}
