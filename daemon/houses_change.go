package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/house"
	"navd/daemon/item"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Delete removes a house that no open episode is in.
func (hs *Houses) Delete(ctx context.Context, p ipc.HouseDeleteParams) (r ipc.HouseDeleteResult, err error) {
	w, err := hs.c.begin(ctx, callOf(ipc.HouseDelete, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	var changed []grounding.Entry
	defer func() { // after the end of the write, which holds the houses
		if err == nil {
			hs.c.finals.wantAgain(ctx, changed)
		}
	}()
	defer w.end(&err)
	w.MakesRoom = true
	w.lockHouses()
	r.House = p.House
	err = hs.c.view(func(tx *kv.Tx) (err error) {
		if err := unused(tx, p.House); err != nil {
			return err
		}
		r.Records, err = store.DeleteHouse(tx, &w.Changes, p.House)
		return err
	})
	if err != nil {
		return r, err
	}
	if r.Records == 0 {
		return r, store.NoHouse(p.House)
	}
	if err := w.leaveRooms(p.House); err != nil {
		return r, err
	}
	if changed, err = w.versions(); err != nil {
		return r, err
	}
	for _, e := range changed {
		if e.State == item.Retired && !slices.Contains(r.Retired, e.ID) {
			r.Retired = append(r.Retired, e.ID)
		}
	}
	w.Then(func() { hs.c.houses.Drop(p.House) })
	return r, w.commit(ctx, r)
}

// unused refuses a house that an open episode is in.
func unused(tx *kv.Tx, id string) error {
	of, used, err := store.OpenIn(tx, id)
	if err == nil && used {
		return fault.New(fault.Conflict, "episode %s is open and in the house", of).About("house", id).
			WithHint("end or delete the episode first")
	}
	return err
}

// Export gives a house as a document.
func (hs *Houses) Export(_ context.Context, p ipc.HouseExportParams) (r ipc.HouseExportResult, err error) {
	h, err := hs.find(p.HouseParams)
	if err != nil {
		return r, err
	}
	r = ipc.HouseExportResult{House: h.ID, Version: h.Version, Format: cmp.Or(p.Format, "navd")}
	if r.Format == "nav2" {
		r.Document, err = h.Nav2()
		return r, err
	}
	r.Document, err = json.Marshal(h)
	if most := hs.c.config().Socket.MaxLineBytes; err == nil && len(r.Document) > most {
		return r, fault.New(fault.TooLarge, "the house has %d bytes as a document, more than the %d of a request", len(r.Document), most).About("house", h.ID).
			WithHint("`navd export DIR --what houses` exports it in pieces; or raise socket.max_line_bytes here and where it goes")
	}
	return r, err
}

// Import stores a house under a name that no other house has.
func (hs *Houses) Import(ctx context.Context, p ipc.HouseImportParams) (r ipc.HouseHead, err error) {
	w, err := hs.c.begin(ctx, callOf(ipc.HouseImport, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	h, err := house.Parse(p.Document)
	if err != nil {
		return r, badParams(err)
	}
	field := "document.house"
	if p.House != "" {
		field, h.ID = "house", p.House
	}
	if err := checkHouseName(field, h.ID); err != nil {
		return r, err
	}
	w.lockHouses()
	err = hs.c.view(func(tx *kv.Tx) error {
		there, err := store.HasHouse(tx, h.ID)
		if err == nil && there {
			err = fault.New(fault.Conflict, "there is a house of this name").About("house", h.ID).
				WithHint("give it another name, or delete the one that is there first")
		}
		if err == nil {
			_, err = store.DeleteHouse(tx, &w.Changes, h.ID) // the rest of an interrupted import
		}
		return err
	})
	if err != nil {
		return r, err
	}
	if err := w.putHouse(house.Empty(h.ID), h); err != nil {
		return r, err
	}
	r = countedHead(h)
	return r, w.commit(ctx, r)
}

// mostHouseSnapshots is the most snapshots of a house.
const mostHouseSnapshots = 1000

// Snapshot names a house as it is now, forgets a name, or lists the names.
func (hs *Houses) Snapshot(ctx context.Context, p ipc.HouseSnapshotParams) (r ipc.HouseSnapshotResult, err error) {
	w, err := hs.c.begin(ctx, callOf(ipc.HouseSnapshot, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := noControls("name", p.Name); err != nil {
		return r, err
	}
	if p.Delete && p.Name == "" {
		return r, badParams(fault.Field("name", "", "the name of a snapshot, with delete"))
	}
	w.lockHouses()
	h, err := hs.find(ipc.HouseParams{House: p.House})
	if err != nil {
		return r, err
	}
	all, err := readOf(hs.c, store.HouseSnapshots, h.ID)
	if err != nil {
		return r, err
	}
	i := slices.IndexFunc(all, func(s house.Snapshot) bool { return s.Name == p.Name })
	switch {
	case p.Name == "":
	case p.Delete && i < 0:
		return r, noHouseSnapshot(h.ID, p.Name)
	case p.Delete:
		all = slices.Delete(all, i, i+1)
		store.DeleteHouseSnapshot(&w.Changes, h.ID, p.Name)
	case i >= 0:
		return r, fault.New(fault.Conflict, "there is a snapshot of this name").About("name", p.Name).WithHint("a snapshot cannot be replaced: choose another name")
	case len(all) >= mostHouseSnapshots:
		return r, fault.New(fault.TooLarge, "a house has %d snapshots at most", mostHouseSnapshots).About("name", p.Name).WithHint("delete one of them first")
	default:
		s := house.Snapshot{Name: p.Name, Version: h.Version, Time: hs.c.now().UTC()}
		store.PutHouseSnapshot(&w.Changes, h.ID, s)
		at := 0
		for at < len(all) && all[at].Name < s.Name {
			at++
		}
		all = slices.Insert(all, at, s)
	}
	r = ipc.HouseSnapshotResult{House: h.ID, Version: h.Version, Snapshots: append([]house.Snapshot{}, all...)}
	return r, w.commit(ctx, r)
}
