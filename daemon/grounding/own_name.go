package grounding

import (
	"slices"

	"navd/daemon/item"
	"navd/daemon/words"
)

// OwnName is a name that an active entry gives to a type of room, to one room or to a thing.
type OwnName struct {
	words.OwnName
	Entry string // id
	By    string // who gave it first, "": not known
	Said  string // as it was spelled
	Room  Room   // the room of a kept house that has the name; empty: all rooms of the type have
	Which bool   // one room of the type has the name, and it is not known which
}

// Names returns the names that entries in scope give, those with the newest evidence first.
func (b *Book) Names(s Situation) []OwnName {
	var found []*record
	for _, scope := range b.scopes(s) {
		found = append(found, b.index.naming.Get(scope)...)
	}
	return namesOf(found)
}

// RoomNames returns the names that active entries give to single rooms of a house, those with
// the newest evidence first.
func (b *Book) RoomNames(house string) []OwnName {
	var found []*record
	for room := range b.index.rooms {
		if room.House == house {
			found = append(found, b.index.naming.Get(Scope{Room: room})...)
		}
	}
	return namesOf(found)
}

// Scenes returns the scenes of which active entries speak, sorted.
func (b *Book) Scenes() (scenes []string) {
	for scope := range b.index.lines {
		if scope.Scene != "" && !slices.Contains(scenes, scope.Scene) {
			scenes = append(scenes, scope.Scene)
		}
	}
	slices.Sort(scenes)
	return scenes
}

// namesOf sorts records, those with the newest evidence first, and returns the names that they
// give.
func namesOf(found []*record) (names []OwnName) {
	slices.SortFunc(found, func(a, b *record) int { return item.ByAge(b, a) })
	for _, r := range found {
		names = append(names, r.Gist.names...)
	}
	return names
}

// namesIn returns the names that an entry gives.
func namesIn(e Entry) (names []OwnName) {
	for _, c := range e.Claims {
		if own, is := c.Own(); is {
			name := OwnName{OwnName: own, Entry: e.ID, By: author(e), Said: own.AsSaid(e.Text), Room: e.Scope.folded().Room}
			name.Which = !own.Thing && name.Room.House == "" && NamesRoom(e, own.Of)
			names = append(names, name)
		}
	}
	return names
}

// author is who said an entry first.
func author(e Entry) string {
	if len(e.Evidence) == 0 {
		return ""
	}
	return e.Evidence[0].Author
}

// NamesRoom reports whether an entry gives a name to the room where it was said, which is of a
// type, and not to all rooms of the type.
func NamesRoom(e Entry, of words.Key) bool {
	text := Bare(e.Text)
	_, names := words.NameHere(text, of)
	return (names || words.ThisRoom(text)) && len(e.Claims) > 0 && !slices.ContainsFunc(e.Claims, func(c words.Claim) bool {
		own, is := c.Own()
		return !is || own.Thing || !own.Of.Equal(of)
	})
}
