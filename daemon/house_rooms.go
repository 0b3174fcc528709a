package daemon

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"navd/daemon/area"
	"navd/daemon/episode"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/house"
	"navd/daemon/item"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/kv"
)

// rooms are the rooms of a kept house as an episode in it knows them, by points where
// robots walked in them. Rooms that the episode found and the house does not have yet have
// negative numbers.
type rooms struct {
	frame nav.Frame // of the episode in the house, now
	kept  []walked  // of the house
	own   []walked  // of the episode
}

// walked is a point where a robot walked in a place.
type walked struct {
	x, y  float64 // metres in the house frame
	place int
	kind  words.Key // type of the place
}

// walkedIn gives the points where robots walked in a house.
func walkedIn(h *house.House) (all []walked) {
	for _, n := range h.Nodes {
		if p, ok := h.Place(n.Place); ok {
			all = append(all, walked{n.X, n.Y, p.ID, p.Type})
		}
	}
	return all
}

// roomNear is how far a point may lie from where a robot walked to count as in the same
// room, metres.
const roomNear = 3.0

// roomsOf gives the rooms of the house of an episode; false when it does not know where it
// is in a house.
func roomsOf(l *live) (r rooms, ok bool) {
	a, aligned := l.ep.Home.Aligned()
	if l.home == nil || !aligned {
		return r, false
	}
	r.frame = a.Frame
	r.kept = walkedIn(l.home.Began())
	places, anchors := l.mem.Walked()
	v := house.Visit{Alignments: l.ep.Home.Alignments}
	for _, a := range anchors {
		f, ok := v.Frame(a.Seq)
		if kind := places[a.Place-1].Type; ok && kind != nav.Unknown {
			at := f.In(a.Pose)
			o := walked{at.X, at.Y, -int(a.Place), kind}
			if id, _ := nearest(r.kept, o.x, o.y, kind); id != 0 {
				o.place = id
			}
			r.own = append(r.own, o)
		}
	}
	return r, true
}

// nearest gives the place of the walked point nearest to a point, and the distance in
// metres; 0 when none is within roomNear. kind, if it is not empty, is the type of the
// place.
func nearest(all []walked, x, y float64, kind words.Key) (place int, near float64) {
	near = roomNear
	for _, s := range all {
		if d := math.Hypot(s.x-x, s.y-y); d < near && (kind == "" || s.kind.Equal(kind)) {
			place, near = s.place, d
		}
	}
	return place, near
}

// at gives the room in which a point lies, 0: none. kind, if it is not empty, is the type of
// the room: then the rooms of the house come before those that only the episode knows.
func (r *rooms) at(x, y float64, kind words.Key) int {
	kept, near := nearest(r.kept, x, y, kind)
	own, nearer := nearest(r.own, x, y, kind)
	if own == 0 || kept != 0 && (kind != "" || near <= nearer) {
		return kept
	}
	return own
}

// besideM is within which distance robots walked in two rooms that lie side by side,
// metres.
const besideM = 4.0

// beside gives the rooms beside those of a type, without corridors: the nearest one, and
// those at most half as far again.
func (r *rooms) beside(kind words.Key) (ids []int) {
	least := map[int]float64{}
	for _, a := range r.kept {
		for _, b := range r.kept {
			if !a.kind.Equal(kind) || b.kind.Equal(kind) || b.kind.IsCorridor() {
				continue
			}
			d := math.Hypot(a.x-b.x, a.y-b.y)
			if was, there := least[b.place]; d < besideM && (!there || d < was) {
				least[b.place] = d
			}
		}
	}
	nearest := math.Inf(1)
	for _, d := range least {
		nearest = min(nearest, d)
	}
	for id, d := range least {
		if d <= 1.5*nearest {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// where gives the rooms that a claim is about, which was said in a room.
func (r *rooms) where(said grounding.Room, c words.Claim) []int {
	if kind, ok := words.Beside(words.Key(c.Object)); ok {
		return r.beside(kind)
	}
	if said.Type == "" {
		return []int{0}
	}
	if id := r.at(said.X, said.Y, said.Type); id != 0 {
		return []int{id}
	}
	return nil
}

// show notes in a survey in which rooms its options end. A room of the type that a view shows
// comes before a nearer one: behind a door, the walked points of the room before it are near too.
func (r *rooms) show(sv *nav.Survey) {
	at := func(p nav.Pose) int {
		p = r.frame.In(p)
		return r.at(p.X, p.Y, "")
	}
	for i := range sv.Here {
		o := &sv.Here[i]
		end := sv.Pose.Reach(o.LookM, o.Heading)
		if p := r.frame.In(end); !o.Type.Unknown() {
			o.HousePlace = r.at(p.X, p.Y, o.Type)
		}
		if o.HousePlace == 0 {
			o.HousePlace = at(end)
		}
	}
	for _, list := range [][]nav.Frontier{sv.Edges, sv.Again} {
		for i := range list {
			list[i].HousePlace = at(poseAt(list[i].Spot))
		}
	}
	for i := range sv.Kept {
		s := &sv.Kept[i]
		if p := at(poseAt(s.At)); s.Place == 0 {
			s.Place = p
		}
	}
}

func poseAt(p area.Point) nav.Pose { return nav.Pose{X: p.X, Y: p.Y} }

// standsIn gives the room of the house where an episode is now, or was at its end; false
// when that is not known.
func standsIn(l *live) (grounding.Room, bool) {
	a, aligned := l.ep.Home.Aligned()
	kind := l.mem.Where().Type
	if !aligned || l.home == nil && l.ep.Status != episode.Ended || kind == nav.Unknown {
		return grounding.Room{}, false
	}
	at := a.Frame.In(l.mem.Pose())
	return grounding.Room{House: l.ep.Home.House, Type: kind, X: centimetres(at.X), Y: centimetres(at.Y)}, true
}

// stoodIn gives the room of the house where an episode was at an earlier step; false when
// that is not known.
func stoodIn(l *live, seq int) (grounding.Room, bool) {
	a, kind := anchorAt(l.mem, seq)
	if l.ep.Home == nil || kind.Unknown() {
		return grounding.Room{}, false
	}
	v := house.Visit{Alignments: l.ep.Home.Alignments}
	f, ok := v.Frame(seq)
	if !ok {
		return grounding.Room{}, false
	}
	at := f.In(a.Pose)
	return grounding.Room{House: l.ep.Home.House, Type: kind, X: centimetres(at.X), Y: centimetres(at.Y)}, true
}

// anchorAt gives the anchor at which an episode was at a step, and the type of its place.
func anchorAt(m *nav.Memory, seq int) (a nav.Anchor, kind words.Key) {
	places, anchors := m.Walked()
	after, _ := slices.BinarySearchFunc(anchors, seq+1, func(a nav.Anchor, seq int) int { return cmp.Compare(a.Seq, seq) })
	if after == 0 {
		return a, nav.Unknown
	}
	a = anchors[after-1]
	return a, places[a.Place-1].Type
}

// typeAt is the type of the place in which an episode was at a step.
func typeAt(m *nav.Memory, seq int) words.Key {
	if seq == m.Seq() {
		return m.Where().Type
	}
	_, kind := anchorAt(m, seq)
	return kind
}

func centimetres(v float64) float64 { return math.Round(v*100)/100 + 0 }

// bindEarlier limits what was said before the episode knew where it is in its house to the
// room where it was said.
func (w *write) bindEarlier() {
	book, err := w.entries()
	if err != nil {
		return
	}
	for e := range w.ownWords() {
		if e.Scope.Scene == "" && e.Scope.Episode == "" {
			continue // bound already, or said to hold everywhere
		}
		for _, v := range e.Evidence {
			if room, ok := stoodIn(w.live, v.Step); ok {
				if narrow, ok := (hearing{live: w.live, book: book, in: room}).inRoom(e); ok {
					narrow.Evidence = []feedback.Evidence{v}
					w.rescope(e.ID, narrow)
				}
			}
		}
	}
}

// unbind widens what was limited to a room of the house to all rooms of its type, in the
// scene of the episode, because the episode was wrong about where it was.
func (w *write) unbind() {
	for e := range w.ownWords() {
		if e.Scope.Room.House != w.ep.Home.House {
			continue
		}
		wide := e
		if wide.Scope = (grounding.Scope{Target: e.Scope.Target, Scene: w.ep.SceneID}); wide.Scope.Scene == "" {
			wide.Scope.Episode = w.id
		}
		w.rescope(e.ID, wide)
	}
}

// leaveRooms retires what was limited to rooms of a house that is deleted: first what is out
// of use behind others, which would come back with them.
func (w *write) leaveRooms(id string) error {
	book, err := w.entries()
	if err != nil {
		return err
	}
	all := slices.Collect(book.All())
	for _, active := range []bool{false, true} {
		for _, e := range all {
			if e.Scope.Room.House != id || e.State == item.Retired || (e.State == item.Active) != active {
				continue
			}
			if err := book.Retire(e.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// ownWords gives the active entries that rest on this episode, with what they rest on in it;
// none when the entries cannot be read.
func (w *write) ownWords() iter.Seq[grounding.Entry] {
	return func(yield func(grounding.Entry) bool) {
		book, err := w.entries()
		if err != nil {
			return
		}
		elsewhere := func(v feedback.Evidence) bool { return v.Episode != w.id }
		for _, e := range slices.Collect(book.All()) {
			e.Evidence = slices.DeleteFunc(slices.Clone(e.Evidence), elsewhere)
			if e.State == item.Active && len(e.Evidence) > 0 && !yield(e) {
				return
			}
		}
	}
}

// rescope gives what an entry says another scope for some of its evidence: that goes to an
// entry with that scope, an earlier one if there is one.
func (w *write) rescope(was string, is grounding.Entry) {
	book, err := w.entries()
	if err != nil {
		return
	}
	old, err := book.Get(was)
	if err != nil {
		return
	}
	is = grounding.Entry{Category: is.Category, Text: is.Text, Claims: is.Claims, Evidence: is.Evidence, Scope: is.Scope, Pinned: is.Pinned && len(is.Evidence) == len(old.Evidence)}
	added, err := book.Add(is)
	if err != nil {
		return
	}
	if now, err := book.Get(added.ID); err == nil && now.State == item.Retired {
		_ = book.Undo(added.ID) // it was just found
	}
	_ = book.Lose(was, is.Evidence)
	for _, v := range is.Evidence {
		w.cite(v.Feedback, was, added.ID)
	}
}

// cite has the record of a feedback name another entry for what was said.
func (w *write) cite(id, was, is string) {
	n, ok := feedback.Number(id)
	if !ok {
		return // a file said it
	}
	r, known := w.rescoped[n]
	if !known {
		var err error
		if r, err = read(w.c, func(tx *kv.Tx) (feedback.Record, error) { return store.GetFeedback(tx, n) }); err != nil {
			return // it came from elsewhere
		}
	}
	r.Entries = slices.Clone(r.Entries)
	for i, e := range r.Entries {
		if e == was {
			r.Entries[i] = is
		}
	}
	if w.rescoped == nil {
		w.rescoped = map[int]feedback.Record{}
	}
	w.rescoped[n] = r
	store.ReplaceFeedback(&w.Changes, n, r)
}

// ofRoom tells whether all claims are about rooms of one type.
func ofRoom(claims []words.Claim, kind words.Key) bool {
	return len(claims) > 0 && !slices.ContainsFunc(claims, func(c words.Claim) bool {
		subject, of := c.About()
		return !(subject == "place" && of.Equal(kind)) && (c.Relation == words.RelationCalled || !words.Key(c.Object).Equal(kind))
	})
}
