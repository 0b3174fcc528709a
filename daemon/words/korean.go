package words

import (
	"slices"
	"strings"
)

// korean reads a sentence whose verb stands last: it gathers the names and
// adverbs of a clause until a predicate of the table closes it, and lets the
// predicate say what was claimed. Forms like "없고" and "말고" lead on to the
// next clause.
type korean struct {
	draft
	toks   []token
	pos    int
	things group // of the clause before, for a clause that leaves them out
	places group
	weight float64
}

// A group is a list of names and the particle behind the last of them.
type group struct {
	list
	room     bool
	particle string
}

// A clause is what stands before a predicate.
type clause struct {
	groups []group
	name   string // the name before "라고"
	st     stance
	needNo bool // "절대", "전혀": sensible only with a denial
	told   bool // it has a person as its subject: it tells, it does not order
}

func (k *korean) sentence() bool {
	k.word("아니야", "아니", "아니요", "응", "네")
	for k.word(",") {
	}
	for {
		p, c, ok := k.one()
		if !ok || !k.say(p, c) {
			return false
		}
		comma := k.word(",")
		if k.pos == len(k.toks) {
			return !p.more
		}
		if !comma && !p.more {
			return false
		}
	}
}

// one reads a clause with its predicate.
func (k *korean) one() (predicate, clause, bool) {
	var c clause
	for k.pos < len(k.toks) {
		if p, ok := k.predicate(); ok {
			return p, c, true
		}
		if !k.part(&c) {
			break
		}
	}
	return predicate{}, c, false
}

// part reads one part of a clause: a group of names, a new name, an adverb.
func (k *korean) part(c *clause) bool {
	t := k.toks[k.pos]
	if a, ok := koreanAdverbs[t.text]; ok {
		k.pos++
		a.act(&c.st)
		c.needNo = c.needNo || a.needNo
		return true
	}
	if name, ok := calledName(t); ok && c.name == "" {
		k.pos++
		c.name = name
		return true
	}
	if koreanSubjects[t.text] {
		k.pos++
		c.told = true
		return true
	}
	if t.named() {
		g, ok := k.group()
		c.groups = append(c.groups, g)
		return ok
	}
	return k.filler()
}

// calledName gives what stands before "라고". Behind a final consonant it is
// "이라고", so an unknown word that ends so could be one of two names: none.
func calledName(t token) (string, bool) {
	if slices.Contains([]string{"라고", "이라고", "라", "이라"}, t.particle) {
		name, _ := strings.CutSuffix(strings.ReplaceAll(t.text, " ", ""), t.particle)
		return name, true
	}
	if t.named() || strings.HasSuffix(t.text, "이라고") {
		return "", false
	}
	name, ok := strings.CutSuffix(t.text, "라고")
	return name, ok && name != ""
}

// group reads names of one kind, joined by particles, words or commas.
func (k *korean) group() (group, bool) {
	g := group{room: k.toks[k.pos].room != ""}
	for {
		t := k.toks[k.pos]
		if !t.named() || (t.room != "") != g.room || t.room != "" && t.object != "" {
			return g, false
		}
		k.pos++
		g.keys = append(g.keys, t.room+t.object)
		g.particle = t.particle
		or, joined := k.joint(t.particle)
		if !joined {
			return g, true
		}
		g.or = g.or || or
		if k.pos == len(k.toks) {
			return g, false
		}
	}
}

// joint takes what joins the name just read to the next.
func (k *korean) joint(particle string) (or, joined bool) {
	switch particle {
	case "와", "과", "랑", "이랑", "하고":
		k.word(",")
		return false, true
	case "나", "이나":
		return true, true
	case "":
	default:
		return false, false
	}
	switch {
	case k.word("또는", "혹은"):
		return true, true
	case k.word("및", "그리고"):
		return false, true
	case k.pos+1 < len(k.toks) && k.toks[k.pos].text == "," && k.toks[k.pos+1].named():
		k.pos++
		k.word("그리고", "및")
		return false, true
	}
	return false, false
}

func (k *korean) word(any ...string) bool {
	if k.pos < len(k.toks) && slices.Contains(any, k.toks[k.pos].text) {
		k.pos++
		return true
	}
	return false
}

// filler takes a word that adds nothing, with a colon or comma behind it.
func (k *korean) filler() bool {
	if k.pos == len(k.toks) || !koreanFillers[k.toks[k.pos].text] {
		return false
	}
	k.pos++
	k.word(",", ":")
	return true
}

// predicate takes the longest predicate that the next words spell, however
// they are spaced.
func (k *korean) predicate() (predicate, bool) {
	text, best, end := "", predicate{}, 0
	for i := k.pos; i < min(len(k.toks), k.pos+maxPredicate); i++ {
		text += strings.ReplaceAll(k.toks[i].text, " ", "")
		if p, ok := predicates()[text]; ok {
			best, end = p, i+1
		}
	}
	if end == 0 {
		return best, false
	}
	k.pos = end
	return best, true
}
