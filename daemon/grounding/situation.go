package grounding

import (
	"iter"
	"slices"

	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/words"
)

// Situation is what a plan is about.
type Situation struct {
	Episode string      // id; empty: what holds in one episode alone does not fit
	Scene   string      // scene_id of the episode; empty: only what holds everywhere fits
	Target  words.Key   // ObjectKey of the goal; empty: only what holds for any target fits
	Places  []words.Key // types of the places at hand: where the robot is and what its views show
	Words   string      // what else was said (goal, instruction, labels): for whoever ranks entries; no claim is looked for in it
}

// scopes lists the scopes that fit: of the scene or of every one, for the target
// or for any.
func (s Situation) scopes() []Scope {
	scopes := []Scope{{}}
	if s.Scene != "" {
		scopes = append(scopes, Scope{Scene: s.Scene})
	}
	if s.Episode != "" {
		scopes = append(scopes, Scope{Episode: s.Episode})
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
	return (scope.Scene == "" || scope.Scene == s.Scene) && (scope.Episode == "" || scope.Episode == s.Episode) && (scope.Target == "" || scope.Target == s.Target.Compact())
}

// Claims gives the claims of active entries in scope that [words.Match] could
// use for the target, in whatever place, or for any place or view: in and not_in
// of the target, prefer and avoid of anything. Of claims that contradict each
// other those stay that the one in the narrower scope, or else with the newest
// evidence, agrees with. They come by number of the entry, those of one entry in
// its own order. Only the entries that have such claims are looked at.
func (b *Book) Claims(s Situation) []words.Claim {
	var found []*record
	for _, scope := range s.scopes() {
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
	return outweigh(voices)
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

// InScope counts the active entries whose scope fits, and says how many tokens
// a [Block] of all of them costs ([words.Tokens]). It looks at sums alone.
func (b *Book) InScope(s Situation) (entries, tokens int) {
	var all feedback.Four[counts]
	for _, scope := range s.scopes() {
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

// newest gives the active records in scope, the newest evidence first, then by
// number.
func (b *Book) newest(s Situation) iter.Seq[*record] {
	var sheets [][]*record
	for _, scope := range s.scopes() {
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
