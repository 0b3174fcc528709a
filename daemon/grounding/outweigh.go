package grounding

import (
	"cmp"
	"slices"

	"navd/daemon/item"
	"navd/daemon/words"
)

// A voice is a claim and the entry that makes it.
type voice struct {
	*record
	claim words.Claim
}

// A question is what a claim answers. Claims with opposite relations answer the same
// question.
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

// before reports whether v wins over o when they contradict each other: by the narrower
// scope, which is better known than a wide one; then by the newest evidence, as for
// statements; then by the higher number.
func (v voice) before(o voice) bool {
	return cmp.Or(cmp.Compare(v.Gist.scope.narrowness(), o.Gist.scope.narrowness()), v.Latest.Compare(o.Latest), cmp.Compare(v.Number, o.Number)) > 0
}

// narrowness orders scopes from wide to narrow: everywhere, for a target, in a scene, in a
// scene for a target, in an episode, in a room.
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

// outweigh leaves out the claims that a better one contradicts. Otherwise they would cancel
// each other out, and the last thing that a user said would have no effect.
func outweigh(voices []voice) (heard []voice) {
	best := bestOf(voices)
	for _, v := range voices {
		if v.claim.Polarity == best[v.question()].claim.Polarity {
			heard = append(heard, v)
		}
	}
	return heard
}

// bestOf gives the claim that counts, by the question that it answers.
func bestOf(voices []voice) map[question]voice {
	best := map[question]voice{}
	for _, v := range voices {
		if b, ok := best[v.question()]; !ok || v.before(b) {
			best[v.question()] = v
		}
	}
	return best
}

// heard leaves out the entries all of whose claims others among them outweigh.
func (p *picking) heard(in []candidate) []candidate {
	var voices []voice
	for _, c := range in {
		for _, claim := range c.Now.Claims {
			voices = append(voices, voice{c.record, claim})
		}
	}
	best := bestOf(voices)
	return slices.DeleteFunc(in, func(c candidate) bool {
		by := ""
		for _, claim := range c.Now.Claims {
			b := best[voice{c.record, claim}.question()]
			if c.Now.Pinned || b.claim.Polarity == claim.Polarity {
				return false
			}
			by = b.Now.ID
		}
		if by != "" {
			p.leave(item.LeftOut{ID: c.Now.ID, Reason: by + " says the opposite, and counts more"})
		}
		return by != ""
	})
}
