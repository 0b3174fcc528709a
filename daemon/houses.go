package daemon

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Houses shows and changes kept houses.
type Houses struct{ c *core }

// find gives the house, or the version of it, that a call names.
func (hs *Houses) find(p ipc.HouseParams) (*house.House, error) {
	if p.At != "" && p.Version != 0 {
		return nil, badParams(fault.Field("snapshot", p.At, "a version or a snapshot, not both"))
	}
	now, err := hs.c.houses.House(p.House)
	if err != nil {
		return nil, err
	}
	if now.Version == 0 {
		return nil, store.NoHouse(p.House)
	}
	version := cmp.Or(p.Version, now.Version)
	if p.At != "" {
		all, err := readOf(hs.c, store.HouseSnapshots, p.House)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(all, func(s house.Snapshot) bool { return s.Name == p.At })
		if i < 0 {
			return nil, noHouseSnapshot(p.House, p.At)
		}
		version = all[i].Version
	}
	if version == now.Version {
		return now, nil
	}
	return hs.c.houses.Version(p.House, version)
}

func noHouseSnapshot(id, name string) error {
	return fault.New(fault.NotFound, "the house %q has no such snapshot", id).About("snapshot", name).
		WithHint("house.snapshot without a name lists those of a house")
}

// headOf gives the summary of a house, without its counts.
func headOf(h *house.House) ipc.HouseHead {
	return ipc.HouseHead{House: h.ID, Version: h.Version, Episodes: h.Merged, Changed: h.Changed, By: h.By, Without: h.Without, Origin: h.Origin}
}

// countedHead gives the summary of a house that was read whole.
func countedHead(h *house.House) ipc.HouseHead {
	head := headOf(h)
	head.Counts = ipc.HouseCounts{Places: len(h.Places), Nodes: len(h.Nodes), Sites: len(h.Sites), Things: len(h.Things)}
	return head
}

// storedHead gives the summary of a house of which only the head was read.
func storedHead(tx *kv.Tx, h *house.House) (ipc.HouseHead, error) {
	head := headOf(h)
	n, bytes, err := store.HouseSize(tx, h.ID)
	head.Counts = ipc.HouseCounts{Places: n[house.KindPlace], Nodes: n[house.KindNode], Sites: n[house.KindSite], Things: n[house.KindThing]}
	head.Bytes = bytes
	return head, err
}

// List gives houses in the order of their names. Its cursor is the last name of a page.
func (hs *Houses) List(_ context.Context, p ipc.HouseListParams) (r ipc.HouseListResult, err error) {
	err = hs.c.view(func(tx *kv.Tx) (err error) {
		r.Houses, r.Cursor, err = paged(p.Limit, store.Houses(tx, p.Cursor), func(h *house.House) (ipc.HouseHead, bool, error) {
			head, err := storedHead(tx, h)
			return head, true, err
		}, func(h ipc.HouseHead) string { return h.House })
		return err
	})
	return r, err
}

// thingOf gives a thing as callers get it.
func thingOf(h *house.House, b house.Believed) ipc.HouseThing {
	t := ipc.HouseThing{
		Thing: b.ID, Label: b.Label, Room: b.Room, Place: b.Place, X: b.X, Y: b.Y, Spread: b.Spread, Chance: millis(b.Now),
		Seen: b.Seen, Missed: b.Missed, First: b.First, Last: b.Last,
	}
	if p, ok := h.Place(b.Place); ok && !b.Room.Unknown() && !p.Type.Equal(b.Room) {
		t.PlaceType = p.Type
	}
	return t
}

// roomNameOf gives the name of the room in which a thing stands: none where the place is only
// near it.
func roomNameOf(names []ipc.RoomName, t ipc.HouseThing) string {
	if t.PlaceType != "" {
		return ""
	}
	return nameOf(names, t.Place)
}

// Objects gives things of a house, the surest first.
func (hs *Houses) Objects(_ context.Context, p ipc.HouseObjectsParams) (r ipc.HouseObjectsResult, err error) {
	h, err := hs.find(p.HouseParams)
	if err != nil {
		return r, err
	}
	place, err := placeOf(h, p.Place)
	if err != nil {
		return r, err
	}
	key, _ := h.Meant(p.Label)
	all := h.Believe(hs.c.now(), hs.c.houses.Lives(), func(t house.Thing) bool {
		return (p.Label == "" || t.Key.Equal(key)) && (place == 0 || t.Place == place)
	})
	r.House, r.Version = h.ID, h.Version
	r.Things, r.More = firstOf(h, all, p.Limit)
	names, err := hs.c.entries.roomNames(h)
	for i := range r.Things {
		r.Things[i].RoomName = roomNameOf(names, r.Things[i])
	}
	return r, err
}

// firstOf gives the first things, at most limit, and how many more there are.
func firstOf(h *house.House, all []house.Believed, limit int) (things []ipc.HouseThing, more int) {
	things = []ipc.HouseThing{}
	for _, b := range all[:min(len(all), pageSize(limit))] {
		things = append(things, thingOf(h, b))
	}
	return things, len(all) - len(things)
}

// placeOf gives the present number of a place, which may have been merged into another; 0
// for 0.
func placeOf(h *house.House, id int) (int, error) {
	if id == 0 {
		return 0, nil
	}
	p, ok := h.Place(id)
	if !ok {
		return 0, fault.New(fault.NotFound, "the house %q has no such place", h.ID).About("place", id).WithHint("house.get lists its places")
	}
	return p.ID, nil
}

// Where says where something was seen, and the way there.
func (hs *Houses) Where(_ context.Context, p ipc.HouseWhereParams) (r ipc.HouseWhereResult, err error) {
	h, err := hs.find(p.HouseParams)
	if err != nil {
		return r, err
	}
	from, err := hs.from(h, p)
	if err != nil {
		return r, err
	}
	names, err := hs.c.entries.roomNames(h)
	if err != nil {
		return r, err
	}
	key, known := h.Meant(p.What)
	tell := tellingOf(p.What)
	r = ipc.HouseWhereResult{House: h.ID, Version: h.Version, What: key, Seen: []ipc.HouseSeen{}}
	if name, is := roomCalled(names, p.What); is && !known {
		room := whereRoom(h, name, from)
		r.Room, r.Text = &room, tell.room(room)
		return r, nil
	}
	if !known {
		if r.Rooms = whereRooms(h, p.What, names, from); len(r.Rooms) > 0 {
			texts := make([]string, len(r.Rooms))
			for i, room := range r.Rooms {
				texts[i] = tell.room(room)
			}
			r.Text = strings.Join(texts, " ")
			return r, nil
		}
	}
	if r.Said, err = hs.c.entries.saidOf(h, key); err != nil {
		return r, err
	}
	now := hs.c.now()
	if !known {
		r.Like, r.Known = h.Like(key)
		r.Text = tell.notSeen(r) + tell.said(r.Said, now)
		return r, nil
	}
	all := h.Believe(now, hs.c.houses.Lives(), func(t house.Thing) bool { return t.Key.Equal(key) })
	for _, b := range all[:min(len(all), cmp.Or(p.Limit, 5))] {
		s := ipc.HouseSeen{HouseThing: thingOf(h, b), From: b.Sights}
		s.RoomName = roomNameOf(names, s.HouseThing)
		if end, ok := h.NodeOf(b.Thing); ok && from != nil {
			way, err := h.Path(from.ID, end.ID)
			if err != nil && !fault.Is(err, fault.NotFound) {
				return r, err
			}
			if err == nil {
				way.Metres = millis(way.Metres + from.metres + math.Hypot(b.X-end.X, b.Y-end.Y))
				s.Way = &way
			}
		}
		r.Seen = append(r.Seen, s)
	}
	newest := slices.MaxFunc(all, func(a, b house.Believed) int { return a.Last.Compare(b.Last) }).Last
	r.Text = tell.seen(r, newest, now) + tell.said(r.Said, now)
	return r, nil
}

// stop is the node of a house that is nearest to where a way begins or ends, and how far that
// is from there, metres.
type stop struct {
	house.Node
	metres float64
}

func stopAt(h *house.House, x, y float64) (stop, error) {
	n, err := h.NodeAt(x, y)
	return stop{n, math.Hypot(n.X-x, n.Y-y)}, err
}

// from gives where ways begin: at from, or where the robot of the episode is; nil when the
// call names neither.
func (hs *Houses) from(h *house.House, p ipc.HouseWhereParams) (*stop, error) {
	if p.Episode != "" && p.From != nil {
		return nil, badParams(fault.Field("from", "", "from or episode, not both"))
	}
	if p.From != nil {
		n, err := nodeAt(h, "from", *p.From)
		return &n, err
	}
	if p.Episode == "" {
		return nil, nil
	}
	var at nav.Pose
	err := hs.c.memories.with(p.Episode, func(l *live) error {
		home := l.ep.Home
		if home == nil || home.House != h.ID {
			return fault.New(fault.Conflict, "the episode is not in the house %q", h.ID).About("episode", p.Episode).
				WithHint("leave episode out, or say with from where the way begins")
		}
		a, aligned := home.Aligned()
		if l.ep.Status == episode.Ended {
			return ended(p.Episode)
		}
		if !aligned {
			return fault.New(fault.Conflict, "the episode does not know yet where it is in the house").About("episode", p.Episode).
				WithHint("house.align tells it, or leave episode out for places without ways")
		}
		at = a.Frame.In(l.mem.Pose())
		return nil
	})
	if err != nil {
		return nil, err
	}
	n, err := stopAt(h, at.X, at.Y)
	return &n, err
}

// nodeAt gives where a way begins or ends at a spot.
func nodeAt(h *house.House, field string, s ipc.HouseSpot) (stop, error) {
	switch point := s.X != nil && s.Y != nil; {
	case s.Place != 0 && s.X == nil && s.Y == nil:
		n, ok := h.NodeIn(s.Place)
		if !ok {
			return stop{}, fault.New(fault.NotFound, "the house %q has no such place", h.ID).About(field+".place", s.Place).WithHint("house.get lists its places")
		}
		return stop{Node: n}, nil
	case s.Place == 0 && point:
		return stopAt(h, *s.X, *s.Y)
	}
	return stop{}, badParams(fault.Field(field, "", `{"place": N} or {"x": …, "y": …}`))
}

// Path gives the shortest way between two spots.
func (hs *Houses) Path(_ context.Context, p ipc.HousePathParams) (r ipc.HousePathResult, err error) {
	h, err := hs.find(p.HouseParams)
	if err != nil {
		return r, err
	}
	from, err := nodeAt(h, "from", p.From)
	if err != nil {
		return r, err
	}
	to, err := nodeAt(h, "to", p.To)
	if err != nil {
		return r, err
	}
	way, err := h.Path(from.ID, to.ID)
	way.Metres = millis(way.Metres + from.metres + to.metres)
	return ipc.HousePathResult{House: h.ID, Way: way}, err
}
