package store

import (
	"errors"
	"iter"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/kv"
)

// houseNames is the table of the snapshots of houses.
var houseNames = kv.NewTable[house.Snapshot]("house_snapshots", 1) // H, name

// HouseSize gives the number of records of each kind of a house, and the bytes that its
// present version takes.
func HouseSize(tx *kv.Tx, id string) (counts map[house.Kind]int, bytes int, err error) {
	counts = map[house.Kind]int{}
	head, err := houses.Size(tx, kv.K(id))
	if err != nil {
		return nil, 0, Fault(err)
	}
	bytes = head
	for k, err := range houseParts.Keys(tx, kv.Range{Prefix: kv.K(id)}) {
		var size int
		if err == nil {
			size, err = houseParts.Size(tx, k)
		}
		if err != nil {
			return nil, 0, Fault(err)
		}
		at := kv.ReadKey(k)
		at.Str()
		counts[house.Kind(at.Str())]++
		bytes += size
	}
	return counts, bytes, nil
}

// HasHouse tells whether there is a house.
func HasHouse(tx *kv.Tx, id string) (bool, error) { return orFault(houses.Has(tx, kv.K(id))) }

// NoHouse is the fault when a house does not exist.
func NoHouse(id string) error {
	return fault.New(fault.NotFound, "no such house").About("house", id).
		WithHint("house.list shows the houses that there are; an episode with house {\"id\": …} makes one")
}

// HouseKeeps tells whether a house has what an episode added: it was merged, and not taken out
// since.
func HouseKeeps(tx *kv.Tx, id, episode string) (bool, error) {
	for h, err := range HouseHeads(tx, id) {
		if err != nil || h.Without == episode {
			return false, err
		}
		if h.By == episode {
			return true, nil
		}
	}
	return false, nil
}

// HouseBy gives the episode that made a version of a house; empty when that is not kept, or was
// made otherwise.
func HouseBy(tx *kv.Tx, id string, version int) (string, error) {
	data, is, err := found(houses.Get(tx, kv.K(id)))
	if !is {
		return "", err
	}
	if parts, err := houseBacks.Get(tx, kv.K(id).Int(version+1)); err == nil {
		data = nil
		for _, p := range parts {
			if p.Kind == house.KindHead {
				data = p.Data
			}
		}
	} else if !errors.Is(err, kv.ErrNotFound) {
		return "", Fault(err)
	}
	if len(data) == 0 {
		return "", nil
	}
	h, err := assemble(id, []house.Part{{Kind: house.KindHead, Data: data}})
	if err != nil || h.Version != version {
		return "", err
	}
	return h.By, nil
}

// HouseHeads gives the heads of the versions of a house, from the newest one down to the
// oldest that is kept.
func HouseHeads(tx *kv.Tx, id string) iter.Seq2[*house.House, error] {
	return func(yield func(*house.House, error) bool) {
		data, err := houses.Get(tx, kv.K(id))
		for err == nil && len(data) > 0 {
			var h *house.House
			if h, err = assemble(id, []house.Part{{Kind: house.KindHead, Data: data}}); err != nil {
				yield(nil, err)
				return
			}
			if !yield(h, nil) {
				return
			}
			var parts back
			parts, err = houseBacks.Get(tx, kv.K(id).Int(h.Version))
			data = nil
			for _, p := range parts {
				if p.Kind == house.KindHead {
					data = p.Data
				}
			}
		}
		if err != nil && !errors.Is(err, kv.ErrNotFound) {
			yield(nil, Fault(err))
		}
	}
}

// PutHouseSnapshot adds the name of a version of a house to a change set.
func PutHouseSnapshot(c *kv.Changes, id string, s house.Snapshot) {
	houseNames.Put(c, kv.K(id, s.Name), s)
}

// DeleteHouseSnapshot adds the removal of a name to a change set.
func DeleteHouseSnapshot(c *kv.Changes, id, name string) { houseNames.Delete(c, kv.K(id, name)) }

// HouseSnapshots lists the snapshots of a house by their names.
func HouseSnapshots(tx *kv.Tx, id string) ([]house.Snapshot, error) {
	return all(tx, houseNames, kv.K(id))
}

// OpenIn gives an open episode that is in a house; false when none is.
func OpenIn(tx *kv.Tx, id string) (string, bool, error) {
	for e, err := range episodes.Scan(tx, kv.Range{OnCorrupt: skip}) {
		if err != nil {
			return "", false, Fault(err)
		}
		if ep := e.Value; ep.Status == episode.Open && ep.Home != nil && ep.Home.House == id {
			return ep.ID, true, nil
		}
	}
	return "", false, nil
}

// HousesInUse lowers the versions in oldest to those that the next episodes of the table
// began with, for n episodes, and gives the key where the next piece begins.
func HousesInUse(tx *kv.Tx, after kv.Key, records int, oldest map[string]int) (next kv.Key, err error) {
	n := 0
	for e, err := range episodes.Scan(tx, kv.Range{From: behind(after), OnCorrupt: skip}) {
		if err != nil {
			return nil, Fault(err)
		}
		if h := e.Value.Home; h != nil {
			if v, known := oldest[h.House]; known {
				oldest[h.House] = min(v, h.Version)
			}
		}
		if n++; n == records {
			return e.Key, nil
		}
	}
	return nil, nil
}

// HousesNow gives the present version of each house, or its oldest one that has a name.
func HousesNow(tx *kv.Tx) (map[string]int, error) {
	oldest := map[string]int{}
	for h, err := range Houses(tx, "") {
		if err != nil {
			return nil, err
		}
		oldest[h.ID] = h.Version
	}
	for e, err := range houseNames.Scan(tx, kv.Range{}) {
		if err != nil {
			return nil, Fault(err)
		}
		id := kv.ReadKey(e.Key).Str()
		if v, known := oldest[id]; known {
			oldest[id] = min(v, e.Value.Version)
		}
	}
	return oldest, nil
}

// AgedVersions adds the removal of the versions of a house before oldest to a change set, so
// many records at most, and reports whether they were the last.
func AgedVersions(tx *kv.Tx, c *kv.Changes, id string, oldest, records int) (last bool, err error) {
	for k, err := range houseBacks.Keys(tx, kv.Range{Prefix: kv.K(id), To: kv.K(id).Int(oldest + 1), Limit: records}) {
		if err != nil {
			return false, Fault(err)
		}
		houseBacks.Delete(c, k)
		records--
	}
	return records > 0, nil
}
