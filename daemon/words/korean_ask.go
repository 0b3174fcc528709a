package words

import (
	"slices"
	"strings"
)

// What the other files ask of a clause, of its groups, and of what was said before it.

// is reports whether a phrase of the clause has a mark.
func (c clause) is(m mark) bool { return c.mark&m > 0 }

func (c clause) any(is func(group) bool) bool { return slices.ContainsFunc(c.groups, is) }

func (c clause) hasRoom() bool { return c.any(func(g group) bool { return g.room }) }

func (c clause) hasThing() bool { return c.any(func(g group) bool { return !g.room }) }

// onlyRoom reports whether a room, or rooms joined by "and", is all that a clause names.
func (c clause) onlyRoom() bool { return len(c.groups) == 1 && c.groups[0].room }

// onlyThing reports whether a thing, or things joined by "and", is all that a clause names.
func (c clause) onlyThing() bool { return len(c.groups) == 1 && !c.groups[0].room }

// roomThenThing reports whether a clause names a room and then a thing: "서재엔 책장".
func (c clause) roomThenThing() bool {
	return len(c.groups) == 2 && c.groups[0].room && !c.groups[1].room
}

// thingThenRoom reports whether a clause names a thing and then a room: "책장은 서재에".
func (c clause) thingThenRoom() bool {
	return len(c.groups) == 2 && !c.groups[0].room && c.groups[1].room
}

// thingThenName reports whether a clause names a thing of which something is said, and then
// anything: "소파는 거실".
func (c clause) thingThenName() bool {
	return len(c.groups) == 2 && !c.groups[0].room && c.groups[0].fits()
}

// exceptsRoom reports whether a clause excludes one room: "거실 말고".
func (c clause) exceptsRoom() bool { return len(c.not) == 1 && c.not[0].room }

// familiar reports whether a clause has no unknown words.
func (c clause) familiar() bool { return !c.alien && !c.soft && !c.who }

// fits reports whether the particle of a group fits the thing, or the place, of a statement
// about where a thing is.
func (g group) fits() bool {
	of := thingParticles
	if g.room {
		of = atParticles
	}
	return slices.Contains(of, strings.TrimSuffix(g.particle, "만"))
}

// goal reports whether a group may be where to go, or, denied, where not to go: "거실로".
// "거실에만 가지 마" leaves open where else.
func (g group) goal(denied bool) bool {
	particle, only := strings.CutSuffix(g.particle, "만")
	return g.room && !g.loose && slices.Contains(goalParticles, particle) && !(only && denied && particle != "")
}

// only reports whether a group excludes all others: "거실만".
func (g group) only() bool { return strings.HasSuffix(g.particle, "만") }

// toward reports whether something goes to a room: "거실로".
func (g group) toward() bool { return g.room && strings.HasSuffix(g.particle, "로") }

// leaves reports whether something comes out of a room: "거실에서".
func (g group) leaves() bool { return g.room && slices.Contains(awayParticles, g.particle) }

// atEnd reports whether the whole sentence is read.
func (k *korean) atEnd() bool { return k.pos == len(k.toks) }

// spokeOfOne reports whether the clause before named one thing and claimed nothing about it.
func (k *korean) spokeOfOne() bool { return k.spoken && len(k.things.keys) == 1 }

// toldWhere reports whether the clause before said where something is.
func (k *korean) toldWhere() bool { return k.did == claimedWhere && !k.no }

// toldNotWhere reports whether the clause before said where something is not.
func (k *korean) toldNotWhere() bool { return k.did == claimedWhere && k.no }
