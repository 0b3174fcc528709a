package grounding

import (
	"slices"
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/words"
)

// An index finds the records of a book. All lists but the first have only active entries.
//
//	sayings     what says the same
//	statements  what could contradict
//	matters     what is about the same in an overlapping scope
//	placing     claims about where a target is
//	steering    claims about where to go
//	naming      entries that give names of their own to rooms and things
//	sheets      everything of one scope, for a prompt
type index struct {
	sayings    records[saying]
	statements records[stated]
	matters    records[matter]
	placing    records[placed]
	steering   records[Scope]
	naming     records[Scope]
	sheets     records[Scope]
	lines      map[Scope]*feedback.Four[counts] // sums over the sheets
	rooms      map[Room]int                     // number of sheets by room

	topics  map[string]*topic
	subject map[string][]*topic // by topic.subjects
	about   map[string][]*topic // by topic.about
}

// records are lists of records by key.
type records[K comparable] = item.Lists[K, *record]

// A matter is a topic in an area.
type matter struct {
	topic *topic
	area  area
}

// An area is a set of scopes: those of one scene or of every scene, for one target or for
// every target. The zero Scope is one scope, not all of them.
type area struct {
	scope                  Scope
	everyScene, everyGoals bool
}

// placed is a target as claims name it, in a scope.
type placed struct {
	scope  Scope
	target string // compact
}

// counts are sums over lines of a prompt.
type counts struct {
	entries  int
	quarters int // of a token
}

func newIndex() *index {
	byNumber, byAge := item.ByNumber[Entry, gist], item.ByAge[Entry, gist]
	return &index{
		sayings:    item.NewLists[saying](byNumber),
		statements: item.NewLists[stated](byNumber), matters: item.NewLists[matter](byAge),
		placing: item.NewLists[placed](byNumber), steering: item.NewLists[Scope](byNumber), naming: item.NewLists[Scope](byAge),
		sheets: item.NewLists[Scope](byAge), lines: map[Scope]*feedback.Four[counts]{}, rooms: map[Room]int{},
		topics: map[string]*topic{}, subject: map[string][]*topic{}, about: map[string][]*topic{},
	}
}

// topic returns the topic of these subjects, which must be sorted and unique.
func (x *index) topic(subjects, about []string) *topic {
	name := strings.Join(subjects, "\n") + "\n\n" + strings.Join(about, "\n")
	if t, ok := x.topics[name]; ok {
		return t
	}
	t := &topic{len(x.topics), subjects, about}
	x.topics[name] = t
	for _, s := range subjects {
		x.subject[s] = append(x.subject[s], t)
	}
	for _, s := range about {
		x.about[s] = append(x.about[s], t)
	}
	return t
}

// moved adds a record as it is now, or removes it before it changes.
func (x *index) moved(r *record, in bool) {
	place(x.sayings, r.Gist.saying, r, in)
	if r.Now.State != item.Active {
		return
	}
	place(x.sheets, r.Gist.scope, r, in)
	if r.Gist.stated != nil {
		place(x.statements, *r.Gist.stated, r, in)
	}
	for _, a := range r.Gist.scope.areas() {
		place(x.matters, matter{r.Gist.topic, a}, r, in)
	}
	for _, c := range r.Now.Claims {
		switch c.Relation {
		case words.RelationIn, words.RelationNotIn:
			place(x.placing, placed{r.Gist.scope, targetOf(c)}, r, in)
		case words.RelationPrefer, words.RelationAvoid:
			place(x.steering, r.Gist.scope, r, in)
		}
	}
	if len(r.Gist.names) > 0 {
		place(x.naming, r.Gist.scope, r, in)
	}
	x.count(r, in)
}

func place[K comparable](l records[K], k K, r *record, in bool) {
	if in {
		l.Add(k, r)
	} else {
		l.Remove(k, r)
	}
}

// count adds a record's line to the sums of its scope, or subtracts it.
func (x *index) count(r *record, in bool) {
	n := 1
	if !in {
		n = -1
	}
	four := x.lines[r.Gist.scope]
	if four == nil {
		four = &feedback.Four[counts]{}
		x.lines[r.Gist.scope] = four
		x.room(r.Gist.scope.Room, 1)
	}
	t := four.Of(r.Now.Category)
	t.entries += n
	t.quarters += n * r.Gist.line
	if len(x.sheets.Get(r.Gist.scope)) == 0 {
		delete(x.lines, r.Gist.scope)
		x.room(r.Gist.scope.Room, -1)
	}
}

// room changes the number of sheets of a room by n.
func (x *index) room(r Room, n int) {
	if r == (Room{}) {
		return
	}
	if x.rooms[r] += n; x.rooms[r] == 0 {
		delete(x.rooms, r)
	}
}

// targetOf returns the thing that a claim is about, compact.
func targetOf(c words.Claim) string {
	_, key, _ := strings.Cut(c.Subject, ":")
	return words.Key(key).Compact()
}

// areas lists the areas that a scope is part of.
func (s Scope) areas() [4]area {
	return [4]area{
		{s, false, false},
		{Scope{Target: s.Target}, true, false},
		{Scope{Scene: s.Scene, Episode: s.Episode, Room: s.Room}, false, true},
		{Scope{}, true, true},
	}
}

// overlapping lists areas without common scopes that together have every scope which can be
// valid at the same time as s.
func (s Scope) overlapping() []area {
	areas := []area{{}}
	if s.Scene == "" && s.Episode == "" && s.Room == (Room{}) {
		areas[0].everyScene = true
	} else {
		areas = append(areas, area{scope: Scope{Scene: s.Scene, Episode: s.Episode, Room: s.Room}})
	}
	for _, a := range slices.Clone(areas) {
		if s.Target != "" {
			a.scope.Target = s.Target
			areas = append(areas, a)
		}
	}
	if s.Target == "" {
		for i := range areas {
			areas[i].everyGoals = true
		}
	}
	return areas
}
