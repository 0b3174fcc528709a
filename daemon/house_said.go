package daemon

import (
	"slices"

	"navd/daemon/grounding"
	"navd/daemon/house"
	"navd/daemon/words"
	"navd/ipc"
)

// mostSaid is how many texts an answer quotes of what users said of a thing.
const mostSaid = 3

// saidOf gives what users said of where a thing is in a house, and counts there now, the newest
// first.
func (es *entryStore) saidOf(h *house.House, thing words.Key) (said []ipc.HouseSaid, err error) {
	r := rooms{kept: walkedIn(h)}
	err = es.read(func(b *grounding.Book) error {
		said = nil
		for _, scene := range append(b.Scenes(), h.ID) {
			if houseOf(scene) != h.ID {
				continue
			}
			for _, c := range b.Claims(grounding.Situation{Scene: scene, Target: thing, House: h.ID, Where: r.where}) {
				known := slices.ContainsFunc(said, func(s ipc.HouseSaid) bool { return s.Entry == c.Source })
				e, err := b.Get(c.Source)
				if (c.Relation == words.RelationIn || c.Relation == words.RelationNotIn) && !known && err == nil {
					said = append(said, ipc.HouseSaid{Entry: e.ID, Text: grounding.Bare(e.Text), At: b.Said(e.ID)})
				}
			}
		}
		slices.SortStableFunc(said, func(a, b ipc.HouseSaid) int { return b.At.Compare(a.At) })
		said = said[:min(len(said), mostSaid)]
		return nil
	})
	return said, err
}
