package words

import (
	"slices"
	"strings"
)

// A move says from where and to where things were brought.
type move struct {
	things, from, to list
	toward           bool // "거실로"
}

// known reports whether either end of a move is.
func (m move) known() bool { return len(m.from.keys)+len(m.to.keys) > 0 }

// moved claims from where and to where a thing was moved: "의자를 부엌에서 베란다로 옮겼어",
// "화분은 서재에서 빼냈어".
func (k *korean) moved(p predicate, c clause) bool {
	m, ok := k.moveOf(p, c)
	if !ok || c.st.no {
		return false
	}
	k.complete(&m, p, c)
	if len(m.things.keys) == 0 || !m.known() {
		return false
	}
	if p.verb == verbTake && len(m.to.keys) > 0 && !m.toward && !strings.ContainsAny(p.text, "놓놨뒀두") {
		return false // "거실에 빼"
	}
	if !k.away(c, m.things, c.st) {
		return false
	}
	if len(m.from.keys) > 0 {
		st := c.st
		st.deny()
		if !k.at(m.things, m.from, st) {
			return false
		}
	}
	return len(m.to.keys) == 0 || k.at(m.things, m.to, c.st)
}

// moveOf reads a move from the particles of a clause; ok is false if one fits no move.
func (k *korean) moveOf(p predicate, c clause) (m move, ok bool) {
	m.things = k.things
	groups := c.groups
	if takenFrom(p, groups) {
		m.from, groups = groups[0].list, groups[1:]
	}
	for _, g := range groups {
		switch {
		case g.loose:
			return m, false
		case !g.room && slices.Contains(thingParticles, g.particle):
			m.things = g.list
		case g.leaves() && (p.verb != verbOpen || g.particle == "있던"):
			m.from = g.list
		case g.room && (slices.Contains(atParticles, g.particle) || slices.Contains(goalParticles, g.particle)):
			m.to, m.toward = g.list, g.toward()
		default:
			return m, false
		}
	}
	return m, true
}

// takenFrom reports whether the first group, a room without a particle, is where the thing
// after it was: "베란다 화분 거실로 들여놨어", "베란다 화분 치웠어".
func takenFrom(p predicate, groups []group) bool {
	if len(groups) < 2 || groups[1].room {
		return false
	}
	first := groups[0]
	if !first.room || first.particle != "" || first.inner || first.loose {
		return false
	}
	return p.verb == verbTake || p.verb == verbPut && len(groups) == 3 && groups[2].room
}

// complete adds what a clause leaves out of a move.
func (k *korean) complete(m *move, p predicate, c clause) {
	if p.verb == verbPut && len(m.to.keys) == 0 && begins(p.text, "두 둬 뒀 둡 놓 놔 놨 벗어") {
		m.from, m.to = list{}, m.from // "거실에서 벗어 뒀어"
	}
	if !m.known() && c.hasThing() {
		switch {
		case k.spoken && begins(p.text, "두고 놓고 놔두고"):
			m.to = k.places // "여기서 놀다가 채집통 두고 나갔어"
		case k.toldWhere() && c.is(markAlong):
			m.to = k.places // "티비는 침실로 옮겼고 리모컨도 같이 가져갔어"
		}
	}
	if len(m.from.keys) == 0 && len(m.to.keys) > 0 && !slices.Equal(k.from.keys, m.to.keys) {
		m.from = k.from // "지하실에 있던 거"
	}
}
