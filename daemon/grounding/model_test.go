package grounding_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	. "navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/words"
)

// A keeper is what a book and its model both do.
type keeper interface {
	Add(Entry) (Added, error)
	Pin(string, bool) error
	Retire(string) error
	Confirm(string) error
	Undo(string) error
	Withdraw(string) error
	Count(string, Counters) (Counters, bool)
	Claims(Situation) []words.Claim
	InScope(Situation) (int, int)
}

// A model is a book that knows nothing but its log and looks through all of it
// each time. It knows what its texts are about from whoever wrote them.
type model struct {
	log   []Entry
	about map[string][]string
}

func (m *model) history(id string) (versions []Entry) {
	for _, e := range m.log {
		if e.ID == id {
			versions = append(versions, e)
		}
	}
	return versions
}

// entries gives the last versions, by number.
func (m *model) entries() (last []Entry) {
	for n := 1; len(m.history(EntryID(n))) > 0; n++ {
		versions := m.history(EntryID(n))
		last = append(last, versions[len(versions)-1])
	}
	return last
}

func (m *model) get(id string) (Entry, error) {
	versions := m.history(id)
	if len(versions) == 0 {
		return Entry{}, fault.New(fault.NotFound, "no such entry").About("id", id)
	}
	return versions[len(versions)-1], nil
}

func (m *model) put(e Entry) {
	e.Version = len(m.history(e.ID)) + 1
	m.log = append(m.log, e)
}

func cites(e Entry, id string) bool {
	return slices.ContainsFunc(e.Evidence, func(v feedback.Evidence) bool { return v.Feedback == id })
}

func latest(e Entry) feedback.Evidence {
	return slices.MaxFunc(append(slices.Clone(e.Evidence), feedback.Evidence{}), func(a, b feedback.Evidence) int { return a.At.Compare(b.At) })
}

func saysSame(a, b Entry) bool {
	return a.Category == b.Category && a.Scope == b.Scope && (words.Plain(Bare(a.Text)) == words.Plain(Bare(b.Text)) || meaning(a.Text) != nil && meaning(a.Text) == meaning(b.Text))
}

// meaning gives what a text says that says one thing: a statement, or one claim
// in a few words; nil for others.
func meaning(text string) any {
	if s, ok := ParseStatement(text); ok {
		return s
	}
	text = words.Plain(Bare(text))
	if c := words.ParseClaims(text, ""); len(c) == 1 && len(text) <= 60 && !strings.ContainsAny(strings.TrimRight(text, ".!"), ",;:.!?()\n") {
		return c[0]
	}
	return nil
}

func denies(a, b Entry) bool {
	s, ok := ParseStatement(a.Text)
	o, known := ParseStatement(b.Text)
	return ok && known && a.ID != b.ID && a.State == item.Active && b.State == item.Active && a.Scope == b.Scope &&
		s.Subject == o.Subject && s.Attribute == o.Attribute && s.Value != o.Value
}

func (m *model) Add(e Entry) (Added, error) {
	if e.State == "" {
		e.State = item.Active
	}
	var old *Entry
	for _, o := range m.entries() {
		if !saysSame(o, e) {
			continue
		}
		if !slices.ContainsFunc(e.Evidence, func(v feedback.Evidence) bool { return !cites(o, v.Feedback) }) {
			return Added{ID: o.ID, Merged: true}, nil
		}
		if old == nil && (o.State == item.Active || o.State == item.Proposed) {
			old = &o
		}
	}
	if old == nil {
		e.ID = EntryID(len(m.entries()) + 1)
		e.Claims = words.ParseClaims(e.Text, e.ID)
		return m.settle(e, Added{ID: e.ID}), nil
	}
	grown := *old
	for _, v := range e.Evidence {
		if !cites(grown, v.Feedback) {
			grown.Evidence = append(slices.Clone(grown.Evidence), v)
		}
	}
	added := Added{ID: old.ID, Merged: true}
	if old.State == item.Proposed && e.State == item.Active {
		grown.State = item.Active
		return m.settle(grown, added), nil
	}
	m.put(grown)
	return added, nil
}

func (m *model) overlap(a, b Entry) bool {
	fits := func(a, b string) bool { return a == "" || b == "" || a == b }
	share := slices.ContainsFunc(m.about[a.Text], func(s string) bool { return slices.Contains(m.about[b.Text], s) })
	return share && fits(a.Scope.Scene, b.Scope.Scene) && fits(a.Scope.Target, b.Scope.Target)
}

func (m *model) settle(e Entry, added Added) Added {
	var against, others []Entry
	for _, old := range m.entries() {
		switch {
		case old.State != item.Active || old.ID == e.ID || !m.overlap(e, old):
		case denies(e, old) && latest(old).At.After(latest(e).At):
			added.By = old.ID
		case denies(e, old):
			added.Superseded = append(added.Superseded, old.ID)
		case opposed(e, old):
			against = append(against, old)
		case mayDiffer(e, old):
			others = append(others, old)
		}
	}
	newestFirst := func(a, b Entry) int { return latest(b).At.Compare(latest(a).At) }
	slices.SortStableFunc(against, newestFirst)
	slices.SortStableFunc(others, newestFirst)
	possible := slices.Concat(against, others)
	added.More = max(len(possible)-MaxPossible, 0)
	possible = possible[:len(possible)-added.More]
	slices.SortFunc(possible, func(a, b Entry) int { return cmp.Compare(numberOf(a), numberOf(b)) })
	for _, o := range possible {
		added.Possible = append(added.Possible, o.ID)
	}
	if added.By != "" {
		e.State, e.SupersededBy, added.Superseded = item.Superseded, added.By, nil
		m.put(e)
		return added
	}
	m.prevail(e)
	return added
}

// opposed tells whether an entry gives another value to what another one states, or denies
// what it claims.
func opposed(a, b Entry) bool {
	s, stated := ParseStatement(a.Text)
	o, known := ParseStatement(b.Text)
	if stated && known && s.Subject == o.Subject && s.Attribute == o.Attribute {
		return s.Value != o.Value
	}
	return anyClaims(a, b, func(c, d words.Claim) bool {
		return c.Subject == d.Subject && c.Object == d.Object && c.Polarity == -d.Polarity
	})
}

// mayDiffer tells whether entries of one topic may be of a different opinion: each puts a thing
// somewhere, or not all of them is understood.
func mayDiffer(a, b Entry) bool {
	read := func(e Entry) bool { _, stated := ParseStatement(e.Text); return stated || len(e.Claims) > 0 }
	switch {
	case a.Scope.Scene == "" && b.Scope.Scene != "":
		return false
	case len(a.Claims) == 0 && len(b.Claims) == 0:
		return true
	case len(a.Claims) == 0:
		return !read(a) && concerns(a, b.Claims)
	case len(b.Claims) == 0:
		return !read(b) && concerns(b, a.Claims)
	}
	return anyClaims(a, b, func(c, d words.Claim) bool {
		return c.Subject == d.Subject && c.Object != d.Object && c.Polarity > 0 && d.Polarity > 0
	})
}

// concerns tells whether claims are about a room, or a thing that an entry names or is for.
func concerns(e Entry, claims []words.Claim) bool {
	_, things := words.Mentions(Bare(e.Text))
	things = append(things, words.ObjectKey(e.Scope.Target))
	return slices.ContainsFunc(claims, func(c words.Claim) bool {
		kind, key := c.About()
		return kind != "target" || slices.ContainsFunc(things, key.Equal)
	})
}

func anyClaims(a, b Entry, do func(c, d words.Claim) bool) bool {
	return slices.ContainsFunc(a.Claims, func(c words.Claim) bool {
		return slices.ContainsFunc(b.Claims, func(d words.Claim) bool { return do(c, d) })
	})
}

func numberOf(e Entry) int { n, _ := EntryNumber(e.ID); return n }

func (m *model) prevail(e Entry) {
	old := m.entries()
	m.put(e)
	for _, o := range old {
		if denies(e, o) {
			o.State, o.SupersededBy = item.Superseded, e.ID
			m.put(o)
		}
	}
}

func (m *model) turn(now, next Entry) {
	if by, err := m.get(next.SupersededBy); next.State == item.Superseded && (err != nil || by.State != item.Active && by.State != item.Superseded) {
		if next.SupersededBy = now.SupersededBy; now.State != item.Superseded {
			next = retired(next)
		}
	}
	if same := m.same(next); next.State == item.Active && now.State != item.Active && same != "" {
		next.State, next.SupersededBy = item.Superseded, same
	}
	if next.State == item.Active {
		if m.prevail(next); now.State != item.Active {
			m.replace(next.ID)
		}
		return
	}
	m.put(next)
	behind := slices.DeleteFunc(m.entries(), func(e Entry) bool { return e.State != item.Superseded || e.SupersededBy != now.ID })
	slices.SortStableFunc(behind, func(a, b Entry) int { return latest(b).At.Compare(latest(a).At) })
	by, err := m.get(now.SupersededBy)
	for _, e := range behind {
		free := now.State == item.Active
		if now.State == item.Superseded && next.State != item.Superseded {
			if free = err == nil && by.State == item.Active && now.Replaces == ""; !free {
				e.SupersededBy = now.SupersededBy
				m.put(e)
			}
		}
		if free {
			e.State, e.SupersededBy = item.Active, ""
			for _, o := range m.entries() {
				if denies(e, o) && e.State == item.Active {
					e.State, e.SupersededBy = item.Superseded, o.ID
				}
			}
			if same := m.same(e); e.State == item.Active && same != "" {
				e.State, e.SupersededBy = item.Superseded, same
			}
			m.put(e)
		}
	}
}

// same gives the first other active entry that says the same.
func (m *model) same(e Entry) string {
	for _, o := range m.entries() {
		if o.ID != e.ID && o.State == item.Active && saysSame(o, e) {
			return o.ID
		}
	}
	return ""
}

func retired(e Entry) Entry { e.State, e.SupersededBy = item.Retired, ""; return e }

func (m *model) Pin(id string, pinned bool) error {
	e, err := m.get(id)
	if err == nil && e.Pinned != pinned {
		e.Pinned = pinned
		m.put(e)
	}
	return err
}

func (m *model) Retire(id string) error {
	e, err := m.get(id)
	if err == nil && e.State != item.Retired {
		m.turn(e, retired(e))
	}
	return err
}

func (m *model) Confirm(id string) error {
	e, err := m.get(id)
	switch {
	case err != nil || e.State == item.Active:
		return err
	case e.State != item.Proposed:
		return fault.New(fault.Conflict, "")
	}
	e.State = item.Active
	m.settle(e, Added{})
	m.replace(id)
	return nil
}

func (m *model) replace(id string) {
	e, _ := m.get(id)
	if old, err := m.get(e.Replaces); err == nil && old.ID != id && e.State == item.Active && old.State == item.Active {
		old.State, old.SupersededBy = item.Superseded, id
		m.put(old)
	}
}

func (m *model) Undo(id string) error {
	now, err := m.get(id)
	if err != nil {
		return err
	}
	next := retired(now)
	if versions := m.history(id); len(versions) > 1 {
		next = versions[len(versions)-2]
	}
	next.Counters = now.Counters
	m.turn(now, next)
	return nil
}

func (m *model) Withdraw(id string) error {
	found := false
	for _, e := range m.entries() {
		if !cites(e, id) {
			continue
		}
		found = true
		now, err := m.get(e.ID)
		if err != nil {
			return err
		}
		left := now
		left.Evidence = slices.DeleteFunc(slices.Clone(now.Evidence), func(v feedback.Evidence) bool { return v.Feedback == id })
		if len(left.Evidence) == 0 {
			left = retired(left)
		}
		m.turn(now, left)
	}
	if !found {
		return fault.New(fault.NotFound, "").About("feedback", id)
	}
	return nil
}

// Count writes into the last version, which is what the owner of a book does.
func (m *model) Count(id string, add Counters) (Counters, bool) {
	for i, e := range slices.Backward(m.log) {
		if e.ID == id {
			c := Counters{e.Counters.Shown + add.Shown, e.Counters.Helped + add.Helped, e.Counters.Harmed + add.Harmed}
			m.log[i].Counters = c
			return c, true
		}
	}
	return Counters{}, false
}

// inScope gives the active entries whose scope fits.
func (m *model) inScope(s Situation) []Entry {
	return slices.DeleteFunc(m.entries(), func(e Entry) bool {
		return e.State != item.Active || e.Scope.Scene != "" && e.Scope.Scene != s.Scene || e.Scope.Target != "" && e.Scope.Target != string(s.Target)
	})
}

// Claims asks Match itself, of all rooms and views, and leaves out what a claim
// of an entry in a narrower scope, or a newer one, contradicts.
func (m *model) Claims(s Situation) (claims []words.Claim) {
	all := m.matching(s)
	weight := func(c words.Claim) string {
		e, err := m.get(c.Source)
		if err != nil {
			return ""
		}
		var latest time.Time
		for _, v := range e.Evidence {
			if v.At.After(latest) {
				latest = v.At
			}
		}
		n, _ := EntryNumber(e.ID)
		return fmt.Sprintf("%v %v %020d %010d", e.Scope.Scene != "", e.Scope.Target != "", latest.UnixNano(), n)
	}
	about := func(c words.Claim) string {
		return c.Subject + "|" + c.Object + "|" + map[string]string{"in": "is", "not_in": "is", "prefer": "go", "avoid": "go"}[c.Relation]
	}
	return slices.DeleteFunc(all, func(c words.Claim) bool {
		best := slices.MaxFunc(slices.DeleteFunc(m.matching(s), func(o words.Claim) bool { return about(o) != about(c) }),
			func(a, b words.Claim) int { return strings.Compare(weight(a), weight(b)) })
		return best.Polarity != c.Polarity
	})
}

func (m *model) matching(s Situation) (claims []words.Claim) {
	for _, e := range m.inScope(s) {
		for _, c := range e.Claims {
			used := map[words.Claim]bool{}
			for _, room := range words.Rooms() {
				if _, of := words.Match([]words.Claim{c}, s.Target, room, 0, -1); len(of) > 0 {
					used[c] = true
				}
			}
			claims = slices.AppendSeq(claims, maps.Keys(used))
		}
	}
	return claims
}

func (m *model) InScope(s Situation) (entries, tokens int) {
	var texts feedback.Four[[]string]
	for _, e := range m.inScope(s) {
		list := texts.Of(e.Category)
		*list = append(*list, Bare(e.Text))
		entries++
	}
	return entries, words.Tokens(Block(texts))
}
