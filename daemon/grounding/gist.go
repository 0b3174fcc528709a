package grounding

import (
	"fmt"
	"slices"
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/words"
)

// A gist is what a book reads from an entry once. It is the same for all versions of an
// entry.
type gist struct {
	scope  Scope // folded
	saying saying
	stated *stated // nil: the text is no statement
	value  string  // of the statement
	topic  *topic
	names  []OwnName         // that its claims give
	moved  []string          // the single things, as subjects of claims, of which it says where they are
	which  map[string]string // by subject, the words that tell a thing from others of its kind
	shown  string            // the text in a prompt
	line   int               // its cost there as a line, in quarters of a token
}

// A saying is what an entry says, independent of spelling, language and step. Entries with
// the same saying say the same.
type saying struct {
	category feedback.Category
	scope    Scope
	text     string
}

// stated is what a statement gives a value to, and where it is valid.
type stated struct {
	scope     Scope
	subject   string
	attribute Attribute
}

// A topic is what entries are about. Entries about the same subjects share one.
type topic struct {
	number   int      // among the topics of an index, from 0
	subjects []string // by which entries may conflict: named in the singular
	about    []string // by which entries are found: everything that is mentioned or claimed
}

// sayingOf returns the saying of an entry, which must have its claims. For a statement it is
// what it states and denies, in whatever words; for a short text with a single claim it is
// that claim; both with what the text says beside: the red lamp is not the blue one. Of other
// texts it is the text.
func sayingOf(e Entry) saying {
	said := saying{e.Category, e.Scope.folded(), words.Plain(Bare(e.Text))}
	if s, ok := ParseStatement(e.Text); ok {
		parts := append([]string{"", s.Subject, string(s.Attribute), s.Value}, denied(e.Claims)...)
		if s.Attribute == Where {
			parts = append(append(parts, ""), words.Particulars(said.text, words.Claim{Subject: s.Subject, Object: s.Value})...)
		}
		said.text = strings.Join(parts, "\x00")
	} else if len(e.Claims) != 1 {
		return said // reading claims is expensive
	} else if c, ok := loneClaim(said.text, e.Scope.Room); ok {
		said.text = strings.Join(append([]string{"", c.Subject, c.Relation, c.Object, fmt.Sprint(c.Weight)}, words.Particulars(said.text, c)...), "\x00")
	}
	return said
}

// denied lists the places where, by the claims, a thing is not, sorted.
func denied(claims []words.Claim) (places []string) {
	for _, c := range claims {
		if c.Relation == words.RelationNotIn {
			places = append(places, c.Object)
		}
	}
	slices.Sort(places)
	return places
}

// loneClaim returns the claim of a text in plain spelling, said in a room of a house, that
// says nothing else.
func loneClaim(plain string, said Room) (words.Claim, bool) {
	if len(plain) > maxLone || strings.ContainsAny(strings.TrimRight(plain, ".!"), ",;:.!?()\n") {
		return words.Claim{}, false
	}
	claims := words.Read(plain, "", said.Type).Claims
	if len(claims) == 0 && said.House != "" {
		claims = words.ReadBeside(plain)
	}
	if len(claims) != 1 {
		return words.Claim{}, false
	}
	return claims[0], true
}

// maxLone is the longest text, in bytes, that one claim can represent.
const maxLone = 60

// read makes the gist of an entry.
func (x *index) read(e Entry) gist {
	g := gist{scope: e.Scope.folded(), saying: sayingOf(e), shown: shownText(e.Text) + e.Scope.Room.said()}
	plain := words.Plain(Bare(e.Text))
	subjects := subjectsIn(plain)
	if s, ok := ParseStatement(e.Text); ok {
		g.stated, g.value = &stated{g.scope, s.Subject, s.Attribute}, s.Value
		subjects = append(subjects, s.Subject)
	} else if len(e.Claims) == 0 && words.OnlyAsks(Bare(e.Text)) {
		subjects = nil // a question says nothing that could conflict
	}
	g.topic = x.topic(unique(subjects), unique(aboutOf(e)))
	g.names = namesIn(e)
	g.moved, g.which = thingsIn(plain, e.Claims)
	g.line = quarters(bullet(g.shown) + "\n")
	return g
}

// shownText returns a text as a prompt has it: without its step, unless that is all.
func shownText(text string) string {
	text = lineEnds(text)
	if bare := strings.TrimSpace(Bare(text)); bare != "" {
		return bare
	}
	return strings.TrimSpace(text)
}

// said names, for a prompt, the room of the house that a text is about.
func (r Room) said() string {
	if r.Type == "" {
		return ""
	}
	return fmt.Sprintf(" (about the %s at x %.1f, y %.1f of this house, no other)", r.Type, r.X, r.Y)
}

// maxName is the largest number of words in a name.
const maxName = 4

// subjectsIn lists the rooms and things of the tables that a text in plain
// spelling names in the singular.
func subjectsIn(plain string) (found []string) {
	text := strings.FieldsFunc(plain, func(r rune) bool { return !feedback.InWord(r) })
	for i := range text {
		for n := 1; n <= min(maxName, len(text)-i); n++ {
			name := strings.Join(text[i:i+n], " ")
			bare, _ := cutSuffix(name, "에서는", "에서", "에는", "으로", "은", "는", "이", "가", "을", "를", "에", "로", "의")
			for _, name := range []string{name, bare} {
				if s, ok := subjectOf(name); ok {
					found = append(found, s)
				}
			}
		}
	}
	return found
}

// aboutOf lists the subjects by which an entry is found: what its text mentions, what its
// claims are about, and its target.
func aboutOf(e Entry) (found []string) {
	rooms, objects := words.Mentions(Bare(e.Text))
	for _, k := range rooms {
		found = append(found, placeSubject(k))
	}
	for _, k := range objects {
		found = append(found, targetSubject(k))
	}
	for _, c := range e.Claims {
		kind, key, _ := strings.Cut(c.Subject, ":")
		switch kind {
		case "target":
			found = append(found, targetSubject(words.Key(key)))
		case "place":
			found = append(found, placeSubject(words.Key(key)))
		}
		if c.Relation == words.RelationIn || c.Relation == words.RelationNotIn {
			found = append(found, placeSubject(words.Key(c.Object)))
		}
	}
	if key := words.ObjectKey(e.Scope.Target); !key.Unknown() {
		found = append(found, targetSubject(key))
	}
	return found
}

// targetSubject and placeSubject return subjects as they are compared, without spaces.
func targetSubject(k words.Key) string { return words.Target(words.Key(k.Compact())) }
func placeSubject(k words.Key) string  { return words.Place(words.Key(k.Compact())) }

func unique(subjects []string) []string {
	slices.Sort(subjects)
	return slices.Compact(subjects)
}
