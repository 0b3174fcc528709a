package daemon

import (
	"navd/daemon/grounding"
	"navd/daemon/house"
	"navd/daemon/words"
	"navd/ipc"
)

// roomNames gives the names that users gave to rooms of a house, the newest first: each once, for
// the room that got it last. Rooms that the house does not have, or no longer, are left out.
func (es *entryStore) roomNames(h *house.House) (names []ipc.RoomName, err error) {
	walked := walkedIn(h)
	err = es.read(func(b *grounding.Book) error {
		names = nil
		taken := map[words.Key]bool{}
		for _, n := range b.RoomNames(h.ID) {
			place, _ := nearest(walked, n.Room.X, n.Room.Y, n.Room.Type)
			if place != 0 && !n.Thing && !taken[n.Name] {
				taken[n.Name] = true
				names = append(names, ipc.RoomName{Place: place, Name: n.Said, Type: n.Room.Type, Entry: n.Entry})
			}
		}
		return nil
	})
	return names, err
}

// roomCalled gives the newest name that is part of a text; false when none is.
func roomCalled(names []ipc.RoomName, text string) (ipc.RoomName, bool) {
	own := make([]words.OwnName, len(names))
	for i, n := range names {
		own[i] = words.OwnName{Name: words.LabelKey(n.Name), Of: n.Type}
	}
	if _, used := words.WithoutOwn(text, own); len(used) > 0 {
		return names[used[0]], true
	}
	return ipc.RoomName{}, false
}

// nameOf gives the newest name of a place, "" when it has none.
func nameOf(names []ipc.RoomName, place int) string {
	for _, n := range names {
		if n.Place == place {
			return n.Name
		}
	}
	return ""
}

// whereRooms gives the rooms of a type of which a text asks, "where is the kitchen"; none when
// it asks for something else.
func whereRooms(h *house.House, text string, names []ipc.RoomName, from *stop) (found []ipc.RoomFound) {
	kinds, things := words.Mentions(text)
	if _, _, one := words.Which(text); len(kinds) != 1 || len(things) > 0 || one { // "Bob's bedroom"
		return nil
	}
	for _, p := range h.Places {
		if p.Type.Equal(kinds[0]) {
			found = append(found, whereRoom(h, ipc.RoomName{Place: p.ID, Type: p.Type, Name: nameOf(names, p.ID)}, from))
		}
	}
	return found
}

// whereRoom gives where a room is, and the way there.
func whereRoom(h *house.House, name ipc.RoomName, from *stop) ipc.RoomFound {
	p, _ := h.Place(name.Place)
	found := ipc.RoomFound{RoomName: name, X: p.X, Y: p.Y}
	found.Place, found.Type = p.ID, p.Type
	if end, ok := h.NodeIn(p.ID); ok && from != nil {
		if way, err := h.Path(from.ID, end.ID); err == nil {
			way.Metres = millis(way.Metres + from.metres)
			found.Way = &way
		}
	}
	return found
}
