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
	best, last := bestOf(voices), lastPlaces(voices)
	for _, v := range voices {
		now, moves := last[v.keeping()]
		if best.otherIsThere(v) {
			continue
		}
		if v.claim.Polarity == best.of(v).claim.Polarity && (!moves || !v.moves() || now.claim.Object == v.claim.Object) {
			heard = append(heard, v)
		}
	}
	return heard
}

// otherIsThere reports whether a claim only says that one of several things is not where another is:
// one who looks for such a thing finds it there.
func (a answers) otherIsThere(v voice) bool {
	for which, b := range a[v.question()] {
		if v.claim.Polarity < 0 && v.which() != "" && which != "" && which != v.which() && b.claim.Polarity > 0 {
			return true
		}
	}
	return false
}

// keeping is the scope and the thing of a claim. A single thing is in one place at a time, so of those
// that share them the newest counts.
func (v voice) keeping() keeping { return keeping{v.Gist.scope, v.claim.Subject, v.which()} }

type keeping struct {
	scope          Scope
	subject, which string
}

// which gives the words that tell the thing of a claim from others of its kind; "": none do.
func (v voice) which() string { return v.Gist.which[v.claim.Subject] }

// moves reports whether a claim says where a single thing is.
func (v voice) moves() bool {
	return v.claim.Relation == words.RelationIn && slices.Contains(v.Gist.moved, v.claim.Subject)
}

// lastPlaces gives the claim that said last where a single thing is. A statement ([Statement])
// supersedes the one before; a text that says more than that cannot.
func lastPlaces(voices []voice) map[keeping]voice {
	last := map[keeping]voice{}
	for _, v := range voices {
		if b, ok := last[v.keeping()]; v.moves() && (!ok || v.before(b)) {
			last[v.keeping()] = v
		}
	}
	return last
}

// answers are the claims that count, by the question that they answer and by which thing they are
// about.
type answers map[question]map[string]voice

// bestOf gives the claims that count.
func bestOf(voices []voice) answers {
	best := answers{}
	for _, v := range voices {
		q := v.question()
		if best[q] == nil {
			best[q] = map[string]voice{}
		}
		if b, ok := best[q][v.which()]; !ok || v.before(b) {
			best[q][v.which()] = v
		}
	}
	return best
}

// of gives the claim that counts where another is made: one about the same thing, or about the thing
// whichever it is. "Tim's phone is not there" says nothing of Anna's.
func (a answers) of(v voice) voice {
	best := v
	for which, b := range a[v.question()] {
		if (which == v.which() || which == "" || v.which() == "") && b.before(best) {
			best = b
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
			b := best.of(voice{c.record, claim})
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
