package grounding

import (
	"slices"

	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/words"
)

// MaxPossible is how many possible conflicts [Book.Add] names at most: those that contradict
// the entry, and then those with the newest evidence.
const MaxPossible = 20

// mostRead is how many of the newest entries of one topic and area are read for them.
const mostRead = 1000

// possible returns the ids of active entries that name a subject of the record, may be in force
// together with it and say otherwise, without those in denied. more counts the others.
func (b *Book) possible(r *record, e Entry, denied []*record) (ids []string, more int) {
	var against, others []*record
	for _, t := range b.index.sharing(r.Gist.topic) {
		for _, a := range r.Gist.scope.overlapping() {
			list := b.index.matters.Get(matter{t, a})
			for _, o := range list[max(0, len(list)-mostRead):] {
				switch {
				case slices.Contains(denied, o) || !together(r, e, o):
				case opposite(r, e, o):
					against = append(against, o)
				case mayDiffer(r, e, o):
					others = append(others, o)
				}
			}
		}
	}
	newestFirst := func(a, b *record) int { return item.ByAge(b, a) }
	slices.SortFunc(against, newestFirst)
	slices.SortFunc(others, newestFirst)
	named := slices.Concat(against, others)
	more = max(0, len(named)-MaxPossible)
	named = named[:len(named)-more]
	slices.SortFunc(named, item.ByNumber)
	for _, o := range named {
		ids = append(ids, o.Now.ID)
	}
	return ids, more
}

// together reports whether an entry of an overlapping scope is in force when the new one is:
// what was said of one search alone is over for those that come.
func together(r *record, e Entry, o *record) bool {
	of := o.Gist.scope.Episode
	return of == "" || of == r.Gist.scope.Episode || slices.ContainsFunc(e.Evidence, func(v feedback.Evidence) bool { return v.Episode == of })
}

// opposite reports whether an entry says the opposite of the new one: another value of one
// attribute, or a claim that denies one of its claims.
func opposite(r *record, e Entry, o *record) bool {
	if a, b := r.Gist.stated, o.Gist.stated; a != nil && b != nil && a.subject == b.subject && a.attribute == b.attribute {
		return r.Gist.value != o.Gist.value
	}
	return slices.ContainsFunc(e.Claims, func(c words.Claim) bool {
		mine := voice{r, c}.question()
		return slices.ContainsFunc(o.Now.Claims, func(d words.Claim) bool {
			if c.Polarity*d.Polarity >= 0 {
				return false
			}
			theirs := voice{o, d}.question()
			mine.room, theirs.room = Room{}, Room{}
			return mine == theirs && (r.Gist.which[c.Subject] == o.Gist.which[d.Subject] || r.Gist.which[c.Subject] == "" || o.Gist.which[d.Subject] == "")
		})
	})
}

// mayDiffer reports whether an entry may say otherwise than the new one: it says that a thing is
// somewhere else, or code does not read all of both. One of a single scene or house does not
// conflict with what holds everywhere: it counts more there.
func mayDiffer(r *record, e Entry, o *record) bool {
	narrower := o.Gist.scope.Scene != r.Gist.scope.Scene && r.Gist.scope.Scene == "" || o.Gist.scope.Room.House != "" && r.Gist.scope.Room.House == ""
	switch {
	case narrower:
		return false
	case len(e.Claims) == 0 && len(o.Now.Claims) == 0:
		return true
	case len(e.Claims) == 0:
		return r.Gist.stated == nil && touches(o.Now.Claims, r.Gist.topic) // what is stated is no claim, and understood
	case len(o.Now.Claims) == 0:
		return o.Gist.stated == nil && touches(e.Claims, o.Gist.topic)
	}
	return slices.ContainsFunc(e.Claims, func(c words.Claim) bool {
		return slices.ContainsFunc(o.Now.Claims, func(d words.Claim) bool {
			return c.Subject == d.Subject && c.Object != d.Object && c.Polarity > 0 && d.Polarity > 0
		})
	})
}

// touches reports whether claims are about something that a text speaks of which code does not read:
// a room, or a thing that it names. Where the sofa is has nothing to do with where the cat sleeps,
// though it be the same room.
func touches(claims []words.Claim, of *topic) bool {
	return slices.ContainsFunc(claims, func(c words.Claim) bool {
		kind, key := c.About()
		return kind != "target" || slices.Contains(of.about, targetSubject(key))
	})
}

// sharing lists the topics that have a subject in common with t, each once.
func (x *index) sharing(t *topic) []*topic {
	if len(t.subjects) == 1 {
		return x.subject[t.subjects[0]]
	}
	var topics []*topic
	seen := map[*topic]bool{}
	for _, s := range t.subjects {
		for _, o := range x.subject[s] {
			if !seen[o] {
				seen[o] = true
				topics = append(topics, o)
			}
		}
	}
	return topics
}
