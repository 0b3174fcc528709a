package grounding

import (
	"cmp"

	"navd/daemon/words"
)

// A voice is a claim with the entry that makes it.
type voice struct {
	*record
	claim words.Claim
}

// A question is what two claims of one relation, or of its opposite, answer.
type question struct {
	subject, object string
	going           bool // whether to go there, not whether a thing is there
	room            Room
}

func (v voice) question() question {
	c := v.claim
	return question{
		words.Key(c.Subject).Compact(), words.Key(c.Object).Compact(), c.Relation == words.RelationPrefer || c.Relation == words.RelationAvoid,
		v.Gist.scope.Room,
	}
}

// before orders voices that contradict each other: what holds in one scene, or
// for one target, is better known than what holds everywhere; then the newest
// evidence counts, as for statements, and then the later entry.
func (v voice) before(o voice) bool {
	return cmp.Or(cmp.Compare(v.Gist.scope.narrowness(), o.Gist.scope.narrowness()), v.Latest.Compare(o.Latest), cmp.Compare(v.Number, o.Number)) > 0
}

// narrowness orders scopes: everywhere, for a target, in a scene, in a scene for
// a target, in an episode, in a room.
func (s Scope) narrowness() (n int) {
	if s.Room != (Room{}) {
		n += 8
	}
	if s.Episode != "" {
		n += 4
	}
	if s.Scene != "" {
		n += 2
	}
	if s.Target != "" {
		n++
	}
	return n
}

// outweigh leaves out the claims that a better one contradicts: they would cancel
// each other, and the robot would know less than the last user said.
func outweigh(voices []voice) (heard []voice) {
	best := map[question]voice{}
	for _, v := range voices {
		if b, ok := best[v.question()]; !ok || v.before(b) {
			best[v.question()] = v
		}
	}
	for _, v := range voices {
		if v.claim.Polarity == best[v.question()].claim.Polarity {
			heard = append(heard, v)
		}
	}
	return heard
}
