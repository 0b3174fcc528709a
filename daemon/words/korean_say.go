package words

import (
	"slices"
	"strings"
)

// say makes the claims of a clause. It reports false when a name stands in a
// role the predicate has no use for.
func (k *korean) say(p predicate, c clause) bool {
	c.st.soften(p.weight)
	c.st.soften(k.weight)
	k.weight = c.st.weight
	if p.no {
		c.st.deny()
	}
	if c.needNo && !c.st.no {
		return false
	}
	if (c.name != "") != (p.verb == verbCall) {
		return false
	}
	switch p.verb {
	case verbBe, verbFind, verbNotHere:
		return k.locateAt(p, c)
	case verbGo, verbAvoid, verbPrefer:
		return k.steerTo(p, c)
	case verbCall:
		return k.callIt(c)
	}
	return false
}

// locateAt: "화장실에는 소파가 없다". What a clause leaves out is what the one
// before it said.
func (k *korean) locateAt(p predicate, c clause) bool {
	things, places := k.things, k.places
	var seen [2]bool
	for _, g := range c.groups {
		kind := 0
		if g.room {
			kind = 1
		}
		if seen[kind] || !p.takes(&g, &c.st) {
			return false
		}
		seen[kind] = true
		if g.room {
			places = g
		} else {
			things = g
		}
	}
	if !seen[1] && (!seen[0] || p.verb == verbNotHere) {
		return false
	}
	k.things, k.places = things, places
	return k.locate(things.list, places.list, c.st)
}

// steerTo: "주방에는 가지 마", "복도로 가". "주방보다" only says what it is
// better than.
func (k *korean) steerTo(p predicate, c clause) bool {
	var places []group
	for _, g := range c.groups {
		if p.verb == verbPrefer && g.room && g.particle == "보다" {
			continue
		}
		if !g.room || !p.takes(&g, &c.st) {
			return false
		}
		places = append(places, g)
	}
	return len(places) == 1 && !(c.told && p.verb == verbGo) && k.steer(places[0].list, c.st)
}

// callIt: "서재는 사무실이라고 불러".
func (k *korean) callIt(c clause) bool {
	if len(c.groups) != 1 || len(c.groups[0].keys) != 1 || c.groups[0].or || c.st.no || c.st.bad {
		return false
	}
	g := c.groups[0]
	if !slices.Contains([]string{"은", "는", "을", "를", "이", "가"}, g.particle) {
		return false
	}
	t := token{object: g.keys[0]}
	if g.room {
		t = token{room: g.keys[0]}
	}
	return k.call(t, c.name)
}

// takes reports whether the particle behind a group fits the predicate. A
// trailing 만 ("only") makes the clause firm.
func (p predicate) takes(g *group, st *stance) bool {
	particle, only := strings.CutSuffix(g.particle, "만")
	if only {
		st.firm = true
		st.bad = st.bad || st.no
	}
	if !g.room {
		return particle == "" || slices.Contains(thingParticles, particle)
	}
	return slices.Contains(roomParticles[p.verb], particle)
}
