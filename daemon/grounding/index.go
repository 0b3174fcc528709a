package grounding

import (
	"slices"
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/words"
)

// An index finds the records of a book by what is asked of them. All but the
// first three files hold active entries alone.
//
//	sayings     what says the same
//	cited       what rests on a feedback
//	behind      what an entry superseded
//	statements  what could contradict
//	matters     what is about the same in an overlapping scope
//	placing     claims about where a target is
//	steering    claims about where to go
//	sheets      everything of one scope, for a prompt
type index struct {
	sayings    file[saying]
	cited      file[string]
	behind     file[string]
	statements file[stated]
	matters    file[matter]
	placing    file[placed]
	steering   file[Scope]
	sheets     file[Scope]
	lines      map[Scope]*feedback.Four[tally] // of the sheets

	topics  map[string]*topic
	subject map[string][]*topic // by topic.subjects
	about   map[string][]*topic // by topic.about
}

// A matter is a topic in an area.
type matter struct {
	topic *topic
	area  area
}

// An area is a set of scopes: of one scene or of all, for one target or for all.
// The scope everywhere is one scope, and not all.
type area struct {
	scope                  Scope
	everyScene, everyGoals bool
}

// placed is a target as claims name it, in a scope.
type placed struct {
	scope  Scope
	target string // compact
}

// A tally counts lines of a prompt.
type tally struct {
	entries  int
	quarters int // of a token
}

func newIndex() *index {
	return &index{
		sayings: newFile[saying](byNumber), cited: newFile[string](byNumber), behind: newFile[string](byNumber),
		statements: newFile[stated](byNumber), matters: newFile[matter](byAge),
		placing: newFile[placed](byNumber), steering: newFile[Scope](byNumber),
		sheets: newFile[Scope](byAge), lines: map[Scope]*feedback.Four[tally]{},
		topics: map[string]*topic{}, subject: map[string][]*topic{}, about: map[string][]*topic{},
	}
}

// topic gives the one topic of these subjects, sorted, each once.
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

// add takes a record in, as it stands now.
func (x *index) add(r *record) {
	x.each(r, adding)
	if r.now.State == Active {
		x.tally(r, 1)
	}
}

// remove takes a record out that has not changed since it was taken in.
func (x *index) remove(r *record) {
	x.each(r, removing)
	if r.now.State == Active {
		x.tally(r, -1)
	}
}

// A filing is what is done with a record in all files in which it belongs.
type filing bool

const (
	adding   filing = true
	removing filing = false
)

func place[K comparable](do filing, f file[K], k K, r *record) {
	if do == adding {
		f.add(k, r)
		return
	}
	f.remove(k, r)
}

func (x *index) each(r *record, do filing) {
	place(do, x.sayings, r.saying, r)
	for _, v := range r.now.Evidence {
		place(do, x.cited, v.Feedback, r)
	}
	if r.now.State == Superseded {
		place(do, x.behind, r.now.SupersededBy, r)
	}
	if r.now.State != Active {
		return
	}
	place(do, x.sheets, r.scope, r)
	if r.stated != nil {
		place(do, x.statements, *r.stated, r)
	}
	for _, a := range r.scope.areas() {
		place(do, x.matters, matter{r.topic, a}, r)
	}
	for _, c := range r.now.Claims {
		switch c.Relation {
		case words.RelationIn, words.RelationNotIn:
			place(do, x.placing, placed{r.scope, targetOf(c)}, r)
		case words.RelationPrefer, words.RelationAvoid:
			place(do, x.steering, r.scope, r)
		}
	}
}

// tally counts a record's line n times into the sheet of its scope.
func (x *index) tally(r *record, n int) {
	four := x.lines[r.scope]
	if four == nil {
		four = &feedback.Four[tally]{}
		x.lines[r.scope] = four
	}
	t := four.Of(r.now.Category)
	t.entries += n
	t.quarters += n * r.line
	if len(x.sheets.get(r.scope)) == 0 {
		delete(x.lines, r.scope)
	}
}

// targetOf is the thing that a claim about a place speaks of, compact.
func targetOf(c words.Claim) string {
	_, key, _ := strings.Cut(c.Subject, ":")
	return words.Key(key).Compact()
}

// areas lists the areas in which a scope lies.
func (s Scope) areas() [4]area {
	return [4]area{
		{s, false, false},
		{Scope{Target: s.Target}, true, false},
		{Scope{Scene: s.Scene}, false, true},
		{Scope{}, true, true},
	}
}

// overlapping lists areas that share no scope and together hold every scope
// that has a situation in common with s.
func (s Scope) overlapping() []area {
	areas := []area{{}}
	if s.Scene == "" {
		areas[0].everyScene = true
	} else {
		areas = append(areas, area{scope: Scope{Scene: s.Scene}})
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
