package grounding

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sort"

	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/words"
)

// Situation is what a plan is about.
type Situation struct {
	Episode string      // id; empty: entries of a single episode do not fit
	Scene   string      // scene_id of the episode; empty: entries of a scene do not fit
	Target  words.Key   // ObjectKey of the goal; empty: entries for a target do not fit
	Places  []words.Key // types of the places at hand: where the robot is and what its views show
	House   string      // kept house in which the robot is located; empty: entries about a room of a house do not fit

	// Where returns the places of the house that a claim is about which is valid in a room
	// of it; nil if there is none. It is only called when House is not empty.
	Where func(Room, words.Claim) []int
	Words string // what else was said (goal, instruction, labels), for ranking entries; claims are not read from it
}

// scopes lists the scopes that fit: of the scene or of every scene, for the target or for
// any target; of rooms only those that entries are about.
func (b *Book) scopes(s Situation) []Scope {
	scopes := []Scope{{}}
	if s.Scene != "" {
		scopes = append(scopes, Scope{Scene: s.Scene})
	}
	if s.Episode != "" {
		scopes = append(scopes, Scope{Episode: s.Episode})
	}
	if s.House != "" {
		rooms := slices.Collect(maps.Keys(b.index.rooms))
		sort.Slice(rooms, func(i, j int) bool { return rooms[i].compare(rooms[j]) < 0 })
		for _, room := range rooms {
			if room.House == s.House {
				scopes = append(scopes, Scope{Room: room})
				if s.Episode != "" {
					scopes = append(scopes, Scope{Room: room, Episode: s.Episode})
				}
			}
		}
	}
	if target := s.Target.Compact(); target != "" {
		for _, scope := range slices.Clone(scopes) {
			scope.Target = target
			scopes = append(scopes, scope)
		}
	}
	return scopes
}

// fits reports whether a scope, folded, is one of the situation.
func (s Situation) fits(scope Scope) bool {
	return (scope.Room.House == "" || scope.Room.House == s.House) && (scope.Scene == "" || scope.Scene == s.Scene) && (scope.Episode == "" || scope.Episode == s.Episode) && (scope.Target == "" || scope.Target == s.Target.Compact())
}

func (r Room) compare(o Room) int {
	return cmp.Or(cmp.Compare(r.House, o.House), cmp.Compare(r.Type, o.Type), cmp.Compare(r.X, o.X), cmp.Compare(r.Y, o.Y))
}

// Claims returns the claims of active entries in scope that [words.Match] can use: in and
// not_in for the target, prefer and avoid for anything. When claims contradict each other,
// only those remain that agree with the one in the narrowest scope or, in equal scopes, with
// the newest evidence. They are ordered by the number of the entry, and within an entry as
// it has them. Only entries with such claims are looked at.
//
// A claim of an entry about a room is returned once for each place that Where returns.
func (b *Book) Claims(s Situation) (claims []words.Claim) {
	var found []*record
	for _, scope := range b.scopes(s) {
		found = append(found, b.index.steering.Get(scope)...)
		if !s.Target.Unknown() {
			found = append(found, b.index.placing.Get(placed{scope, s.Target.Compact()})...)
		}
	}
	slices.SortFunc(found, item.ByNumber)
	var voices []voice
	for _, r := range slices.Compact(found) {
		for _, c := range r.Now.Claims {
			if s.uses(c) {
				voices = append(voices, voice{r, c})
			}
		}
	}
	for _, v := range outweigh(voices) {
		if v.Gist.scope.Room == (Room{}) {
			claims = append(claims, v.claim)
			continue
		}
		for _, v.claim.Place = range s.Where(v.Gist.scope.Room, v.claim) {
			claims = append(claims, v.claim)
		}
	}
	return claims
}

func (s Situation) uses(c words.Claim) bool {
	switch c.Relation {
	case words.RelationPrefer, words.RelationAvoid:
		return true
	case words.RelationIn, words.RelationNotIn:
		return !s.Target.Unknown() && targetOf(c) == s.Target.Compact()
	}
	return false
}

// InScope returns the number of active entries whose scope fits, and the number of tokens
// ([words.Tokens]) of a [Block] of all of them. It only adds up sums.
func (b *Book) InScope(s Situation) (entries, tokens int) {
	var all feedback.Four[counts]
	for _, scope := range b.scopes(s) {
		lines := b.index.lines[scope]
		if lines == nil {
			continue
		}
		for _, c := range feedback.Categories() {
			all.Of(c).entries += lines.Of(c).entries
			all.Of(c).quarters += lines.Of(c).quarters
		}
	}
	bill := newBill()
	for _, c := range feedback.Categories() {
		if t := all.Of(c); t.entries > 0 {
			bill.add(c, t.quarters)
			entries += t.entries
		}
	}
	return entries, bill.tokens(0)
}

// newest returns the active records in scope, those with the newest evidence first, then by
// number.
func (b *Book) newest(s Situation) iter.Seq[*record] {
	var sheets [][]*record
	for _, scope := range b.scopes(s) {
		if sheet := b.index.sheets.Get(scope); len(sheet) > 0 {
			sheets = append(sheets, sheet)
		}
	}
	return func(yield func(*record) bool) {
		for len(sheets) > 0 {
			first := 0
			for i, sheet := range sheets {
				if item.ByAge(sheet[len(sheet)-1], sheets[first][len(sheets[first])-1]) > 0 {
					first = i
				}
			}
			sheet := sheets[first]
			if !yield(sheet[len(sheet)-1]) {
				return
			}
			sheets[first] = sheet[:len(sheet)-1]
			if len(sheets[first]) == 0 {
				sheets = slices.Delete(sheets, first, first+1)
			}
		}
	}
}
