package knowledge

import (
	"slices"
	"strings"

	"navd/daemon/knowledge/dmn"
	"navd/daemon/words"
)

// Going is whether to go to a type of room, for one goal or for any.
type Going struct {
	Room    words.Key
	Target  words.Key // what is looked for; empty: anything
	Forbids bool      // not to go there
}

// Going lists which types of rooms the robot should go to, or keep out of, by what is proposed.
func (p Proposal) Going() (all []Going) {
	for _, c := range p.Claims() {
		kind, key := c.About()
		switch c.Relation {
		case words.RelationPrefer, words.RelationAvoid:
			if kind == "place" {
				all = append(all, Going{Room: key, Forbids: c.Polarity < 0})
			}
		case words.RelationIn, words.RelationNotIn:
			all = append(all, Going{Room: words.Key(c.Object), Target: key, Forbids: c.Polarity < 0})
		}
	}
	if p.Body.Rule == nil {
		return all
	}
	for _, d := range p.Body.Rule.Decisions {
		if d.Table == nil {
			continue
		}
		for _, r := range d.Table.Rules {
			all = append(all, goingOf(d.Table, r)...)
		}
	}
	return all
}

// goingOf reads one row of a rule.
func goingOf(t *dmn.Table, r dmn.Rule) (all []Going) {
	targets := []words.Key{""}
	for i, cell := range r.When {
		if strings.TrimSpace(t.Inputs[i].Text) == "target" && filled(cell) && !strings.HasPrefix(strings.TrimSpace(cell), "not") {
			targets = nil
			for _, m := range quotedText.FindAllStringSubmatch(cell, -1) {
				targets = append(targets, words.ObjectKey(m[1]))
			}
		}
	}
	for i, cell := range r.Then {
		v, fixed := dmn.Literal(cell)
		if !fixed {
			continue
		}
		effects, err := effectsOf(t.Outputs[i].Name, v)
		if err != nil {
			continue // the check of the rule says it
		}
		for _, e := range effects {
			if e.What != "place" || !slices.Contains([]string{"forbid", "prefer", "require"}, e.Do) {
				continue
			}
			for _, target := range targets {
				all = append(all, Going{e.Place, target, e.Do == "forbid"})
			}
		}
	}
	return all
}
