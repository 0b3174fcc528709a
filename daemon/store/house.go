package store

import (
	"encoding/json"
	"errors"
	"iter"

	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/kv"
)

// The tables of kept houses. H is the name of a house.
var (
	houses     = kv.NewTable[json.RawMessage]("houses", 1)      // H: its head
	houseParts = kv.NewTable[json.RawMessage]("house_parts", 1) // H, kind, id
	houseBacks = kv.NewTable[back]("house_versions", 1)         // H, version: the difference to the version before
)

// PutHouse adds the version of a house that follows another to a change set. from has
// version 0 for a new house.
func PutHouse(c *kv.Changes, from, to *house.House) error {
	before, err := from.Parts()
	if err != nil {
		return err
	}
	after, err := to.Parts()
	if err != nil {
		return err
	}
	for _, p := range house.Differ(before, after) {
		switch key := kv.K(to.ID).Str(string(p.Kind)).Int(p.ID); {
		case p.Kind == house.KindHead:
			houses.Put(c, kv.K(to.ID), p.Data)
		case len(p.Data) == 0:
			houseParts.Delete(c, key)
		default:
			houseParts.Put(c, key, p.Data)
		}
	}
	houseBacks.Put(c, kv.K(to.ID).Int(to.Version), house.Differ(after, before))
	return nil
}

// GetHouse reads a house as it is now; one of version 0 when there is none.
func GetHouse(tx *kv.Tx, id string) (*house.House, error) {
	parts, err := getParts(tx, id)
	if err != nil {
		return nil, err
	}
	return assemble(id, parts)
}

// GetHouseAt reads a house as it was in a version; not_found when that is not kept.
func GetHouseAt(tx *kv.Tx, id string, version int) (*house.House, error) {
	if version == 0 {
		return house.Empty(id), nil
	}
	parts, err := getParts(tx, id)
	if err != nil {
		return nil, err
	}
	now, err := assemble(id, parts)
	if err != nil {
		return nil, err
	}
	for v := now.Version; v > version; v-- {
		back, err := houseBacks.Get(tx, kv.K(id).Int(v))
		if errors.Is(err, kv.ErrNotFound) {
			return nil, noVersion(id, version)
		}
		if err != nil {
			return nil, Fault(err)
		}
		parts = house.Apply(parts, back)
	}
	if now.Version < version || len(parts) == 0 { // nothing was before an import
		return nil, noVersion(id, version)
	}
	return assemble(id, parts)
}

func noVersion(id string, version int) error {
	return fault.New(fault.NotFound, "version %d of the house is not kept", version).About("house", id).
		WithHint("house.get gives it as it is now")
}

func getParts(tx *kv.Tx, id string) (parts []house.Part, err error) {
	head, is, err := found(houses.Get(tx, kv.K(id)))
	if !is {
		return nil, err
	}
	stored, err := storedParts(tx, id)
	return append([]house.Part{{Kind: house.KindHead, Data: head}}, stored...), err
}

// storedParts reads the records of a house, without its head.
func storedParts(tx *kv.Tx, id string) (parts []house.Part, err error) {
	for e, err := range houseParts.Scan(tx, kv.Range{Prefix: kv.K(id)}) {
		if err != nil {
			return nil, Fault(err)
		}
		k := kv.ReadKey(e.Key)
		k.Str()
		parts = append(parts, house.Part{Kind: house.Kind(k.Str()), ID: k.Int(), Data: e.Value})
	}
	return parts, nil
}

// Houses gives the heads of all houses by their names, after a name when it is not
// empty.
func Houses(tx *kv.Tx, after string) iter.Seq2[*house.House, error] {
	r := kv.Range{}
	if after != "" {
		r.From = kv.K(after + "\x00")
	}
	return func(yield func(*house.House, error) bool) {
		for e, err := range houses.Scan(tx, r) {
			if err != nil {
				yield(nil, Fault(err))
				return
			}
			h, err := assemble(kv.ReadKey(e.Key).Str(), []house.Part{{Kind: house.KindHead, Data: e.Value}})
			if !yield(h, err) || err != nil {
				return
			}
		}
	}
}

// DeleteHouse adds the removal of a house with all its versions to a change set, and gives
// the number of its records.
func DeleteHouse(tx *kv.Tx, c *kv.Changes, id string) (records int, err error) {
	for _, t := range []table{houses, houseParts, houseBacks, houseNames} {
		for k, err := range t.Keys(tx, kv.Range{Prefix: kv.K(id)}) {
			if err != nil {
				return records, Fault(err)
			}
			t.Delete(c, k)
			records++
		}
	}
	return records, nil
}

func assemble(id string, parts []house.Part) (*house.House, error) {
	h, err := house.Assemble(id, parts)
	if err != nil {
		return nil, wholly(err)
	}
	return h, nil
}
