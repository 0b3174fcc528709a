package daemon

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/house"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// houseCursor is where the next page of house.get begins: VERSION.LIST.RECORD.
type houseCursor struct {
	version int
	list    string
	record  int
}

func (c houseCursor) String() string { return fmt.Sprintf("%d.%s.%d", c.version, c.list, c.record) }

func readHouseCursor(s string) (c houseCursor, err error) {
	if s == "" {
		return c, nil
	}
	part := strings.Split(s, ".")
	if len(part) != 3 {
		return c, badCursor(s)
	}
	c.list = part[1]
	var failed error
	c.version, err = strconv.Atoi(part[0])
	c.record, failed = strconv.Atoi(part[2])
	if err = cmp.Or(err, failed); err != nil || c.version < 1 || c.record < 0 {
		return c, badCursor(s)
	}
	return c, nil
}

// Get gives a house page by page. All pages are of the version of the first one.
func (hs *Houses) Get(_ context.Context, p ipc.HouseGetParams) (r ipc.HouseGetResult, err error) {
	at, err := readHouseCursor(p.Cursor)
	if err != nil {
		return r, err
	}
	if at.version > 0 {
		p.Version, p.At = at.version, ""
	}
	h, err := hs.find(p.HouseParams)
	if err != nil {
		return r, err
	}
	r.HouseHead, r.Docks, r.Snapshots = countedHead(h), h.Docks, []house.Snapshot{}
	err = hs.c.view(func(tx *kv.Tx) error {
		all, err := store.HouseSnapshots(tx, h.ID)
		r.Snapshots = append(r.Snapshots, all...)
		if err == nil {
			_, r.Bytes, err = store.HouseSize(tx, h.ID)
		}
		return err
	})
	if err != nil {
		return r, err
	}
	if r.Names, err = hs.c.entries.roomNames(h); err != nil {
		return r, err
	}
	err = pageOfHouse(h, p, at, &r)
	return r, err
}

// pageOfHouse adds the records of the page.
func pageOfHouse(h *house.House, p ipc.HouseGetParams, at houseCursor, r *ipc.HouseGetResult) error {
	lists := []struct {
		name string
		size int
		item func(i int) any
		put  func(i int)
	}{
		{"places", len(h.Places), func(i int) any { return h.Places[i] }, func(i int) { r.Places = append(r.Places, h.Places[i]) }},
		{"nodes", len(h.Nodes), func(i int) any { return h.Nodes[i] }, func(i int) { r.Nodes = append(r.Nodes, h.Nodes[i]) }},
		{"sites", len(h.Sites), func(i int) any { return h.Sites[i] }, func(i int) { r.Sites = append(r.Sites, h.Sites[i]) }},
		{"things", len(h.Things), func(i int) any { return h.Things[i] }, func(i int) { r.Things = append(r.Things, h.Things[i]) }},
	}
	wanted := p.Parts
	if len(wanted) == 0 {
		wanted = []string{"places"}
	}
	on := pageOf(p.Limit)
	before := at.list != ""
	for _, l := range lists {
		first := 0
		if before {
			if l.name != at.list {
				continue
			}
			before, first = false, at.record
		}
		if !slices.Contains(wanted, l.name) {
			continue
		}
		for i := first; i < l.size; i++ {
			if more, err := on.take(l.item(i)); err != nil {
				return err
			} else if !more {
				r.Cursor = houseCursor{h.Version, l.name, i}.String()
				return nil
			}
			l.put(i)
		}
	}
	if before {
		return badCursor(p.Cursor)
	}
	return nil
}
