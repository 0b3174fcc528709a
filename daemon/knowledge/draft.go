package knowledge

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"navd/daemon/knowledge/dmn"
	"navd/daemon/words"
)

// Draft is a feedback as code reads it, without a model.
type Draft struct {
	Kind   Kind
	Body   Body
	Intent string // in words
	Note   string // why it is not read as a rule or skill, though that was asked for or it looks like one
	Bare   bool   // it only asks to try again
	Takes  bool   // it takes something back
	Allows bool   // it takes back what forbids to go somewhere
	Named  string // id of the item that it takes back, when it names one
}

// The forms of a feedback that says nothing new, that takes something back, of ids, steps,
// and sentences that forbid a room.
var (
	bare     = regexp.MustCompile(`(?i)^\s*(?:please\s+)?(?:try|do) (?:it |that )?(?:again|once more)\s*[.!]?\s*$|^\s*(?:again|retry|once more)\s*[.!]?\s*$|^\s*다시\s*(?:해\s*(?:줘|봐|라)?|시도(?:해\s*(?:줘|봐)?)?)?\s*[.!]?\s*$`)
	forget   = regexp.MustCompile(`(?i)^\s*(?:please\s+)?(?:forget|withdraw|drop|take back|delete)\b|(?:잊어|취소해|철회해|지워)\s*(?:줘|라|버려)?\s*[.!]?\s*$`)
	itemID   = regexp.MustCompile(`\bk[1-9]\d*\b`)
	numbered = regexp.MustCompile(`(?m)^[ \t]*\d{1,2}[.)]\s+(.+)$`)
	number   = regexp.MustCompile(`(?:^|\s)(\d{1,2})[.)]\s`)
	keepOut  = regexp.MustCompile(`(?i)^\s*(?:please\s+)?(?:(?:you must )?(?:never|do not|don'?t|not)(?: ever)?\s+(?:enter|visit|(?:go|drive|walk|move)\s+(?:in|into|to|inside))|(?:stay|keep) (?:out of|away from))\b|들어가지\s*(?:마|말|않)|가지\s*(?:마|말)|출입\s*금지`)
)

// Read reads a feedback. A conditional sentence becomes a rule, and so does one that forbids
// a room; numbered steps become a skill; anything else becomes a memory. want asks for a
// kind, if it is not empty; what cannot be read as that becomes a memory, and the note says
// why.
func Read(text string, want Kind) Draft {
	text = strings.TrimSpace(words.Composed(text))
	switch {
	case bare.MatchString(text):
		return Draft{Bare: true, Intent: "try again"}
	case want == "" && forget.MatchString(text):
		return Draft{Takes: true, Named: itemID.FindString(text), Intent: "take something back"}
	case want == "" && words.Read(text, "", "").Reversal == words.Allows:
		return Draft{Takes: true, Allows: true, Intent: "allow what was forbidden"}
	}
	lines := stepLines(text)
	steps := numbered.FindAllStringSubmatch(lines, -1)
	if want == Skill || want == "" && len(steps) >= 2 {
		if len(steps) == 0 {
			return memory(text, "a skill is made of numbered steps, 1. 2. 3.")
		}
		return skill(lines, steps)
	}
	s := read(text)
	conditional := len(s.when) > 0 || s.left != ""
	switch rooms, _ := words.Mentions(text); {
	case want == Memory:
		return memory(text, "")
	case want == "" && !conditional && len(s.then) == 0 && len(rooms) > 0 && keepOut.MatchString(text):
		return memory(text, "no rule was made of it: it says more than that a room is forbidden, such as an exception or a time; say the ban alone, or begin with the condition")
	case want == "" && !conditional && !forbidsRoom(text, s):
		return memory(text, "")
	}
	return rule(text, s)
}

// ReadFor reads a feedback as what can be merged into an item: a rule for a rule, steps for
// a skill, statements for a memory. When that is not possible, the note says why.
func ReadFor(text string, into Item) Draft {
	text = words.Composed(text)
	switch into.Kind {
	case Skill:
		if !numbered.MatchString(text) {
			text = "1. " + strings.Join(strings.Fields(text), " ")
		}
		d := skill(text, numbered.FindAllStringSubmatch(text, -1))
		if into.Body.Skill != nil {
			d.Body.Skill.Name, d.Body.Skill.Description = into.Body.Skill.Name, into.Body.Skill.Description
		}
		return d
	case Rule:
		d := Read(text, Rule)
		if d.Kind != Rule && d.Note == "" {
			d.Note = "it is not a rule"
		}
		return d
	}
	return memory(strings.TrimSpace(text), "")
}

// stepLines puts each step on a line of its own, when steps are numbered 1, 2, 3 within a
// line.
func stepLines(text string) string {
	at := number.FindAllStringSubmatchIndex(text, -1)
	if len(numbered.FindAllString(text, -1)) == len(at) {
		return text
	}
	for i, m := range at {
		if text[m[2]:m[3]] != strconv.Itoa(i+1) {
			return text
		}
	}
	for _, m := range slices.Backward(at) {
		text = strings.TrimSpace(text[:m[2]]) + "\n" + text[m[2]:]
	}
	return strings.TrimSpace(text)
}

// forbidsRoom reports whether a sentence without a condition forbids entering a room, and
// mentions no thing.
func forbidsRoom(text string, s sentence) bool {
	_, things := words.Mentions(text)
	return keepOut.MatchString(text) && s.then["forbid place"] != "" && len(things) == 0
}

// memory makes a memory of a text as it is.
func memory(text, note string) Draft {
	return Draft{Kind: Memory, Body: Body{Text: text}, Intent: "remember a statement", Note: note}
}

// rule makes a rule with one row of a sentence, or a memory when that is not possible.
func rule(text string, s sentence) Draft {
	switch {
	case s.left != "":
		return memory(text, fmt.Sprintf("no rule was made of it: the condition %q was not understood; conditions are about %s", s.left, InputNames()))
	case s.may:
		return memory(text, "no rule was made of it: it only says what the robot may do; say what it should do, or what it must not")
	case len(s.then) == 0:
		return memory(text, "no rule was made of it: what is to be done was not understood; rules can "+OutputNames())
	case s.then["stop"] != "" && len(s.when) == 0:
		return memory(text, "no rule was made of it: a robot that always stops goes nowhere; say when")
	}
	m := TableOf(text, dmn.First, []Row{{s.when, s.then}})
	t := m.Decisions[0].Table
	return Draft{Kind: Rule, Body: Body{Text: text, Rule: m, Priority: DefaultPriority}, Intent: "a rule: " + sayRow(t, t.Rules[0])}
}

// DefaultPriority is the priority of a rule when none was given.
const DefaultPriority = 50

// sayRow gives a row as text.
func sayRow(t *dmn.Table, r dmn.Rule) string {
	var then []string
	for i, cell := range r.Then {
		if filled(cell) {
			then = append(then, t.Outputs[i].Name+" "+cell)
		}
	}
	when := conditions(t, r)
	if len(when) == 0 {
		return strings.Join(then, ", ") + ", always"
	}
	return strings.Join(then, ", ") + " when " + strings.Join(when, " and ")
}

// conditions gives what a row asks for, as text.
func conditions(t *dmn.Table, r dmn.Rule) (when []string) {
	for i, cell := range r.When {
		if filled(cell) {
			when = append(when, t.Inputs[i].Text+" "+cell)
		}
	}
	return when
}

// filled reports whether a cell says something.
func filled(cell string) bool { return cell != "" && cell != "-" }

// skill makes a skill of numbered steps; the line before them says what it is for.
func skill(text string, steps [][]string) Draft {
	at := numbered.FindStringIndex(text)
	title := strings.Trim(text[:at[0]], " \t\n:#.-")
	if line, _, cut := strings.Cut(title, "\n"); cut {
		title = strings.Trim(line, " :#.-")
	}
	if title == "" {
		title = steps[0][1]
	}
	g := &Guide{Name: slug(title), Description: words.Clip(title, 1024), Text: text[at[0]:]}
	return Draft{Kind: Skill, Body: Body{Skill: g}, Intent: fmt.Sprintf("a skill of %d steps: %s", len(steps), clip(title))}
}

// slug makes the name of a skill from its title.
func slug(title string) string {
	parts := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name := strings.Join(parts, "-")
	if runes := []rune(name); len(runes) > 64 {
		name = strings.Trim(string(runes[:64]), "-")
	}
	return cmp.Or(name, "skill")
}

func clip(text string) string { return words.Clip(strings.Join(strings.Fields(text), " "), 80) }

// Speaks gives the rooms and things that an item mentions, by which a withdrawal is matched.
func (i Item) Speaks() []words.Key {
	text := i.Body.Text
	if i.Body.Skill != nil {
		text = i.Body.Skill.Name + " " + i.Body.Skill.Description + " " + i.Body.Skill.Text
	}
	return Mentioned(text)
}

// Mentioned gives the rooms and things that a text mentions.
func Mentioned(text string) []words.Key {
	rooms, things := words.Mentions(text)
	return slices.Concat(rooms, things)
}

// forbids reports whether a rule forbids anything, or a memory to go to a room.
func (i Item) forbids() bool {
	if i.Body.Rule != nil {
		return slices.ContainsFunc(wishes(i.Body.Rule), func(w wish) bool { return w.forbids })
	}
	return i.Body.Skill == nil && slices.ContainsFunc(words.Lasting(i.Body.Text, ""), func(c words.Claim) bool { return c.Relation == words.RelationAvoid })
}

// Meant picks the item that a withdrawal means from items in use: the one that it names, or
// the only one that mentions all rooms and things that the withdrawal mentions, and forbids
// something if the withdrawal allows. Otherwise it gives the ids of those that it could mean.
func (d Draft) Meant(text string, items []Item) (meant *Item, could []string) {
	about := Mentioned(text)
	for n, i := range items {
		if d.Named == i.ID {
			return &items[n], nil
		}
		said := i.Speaks()
		if d.Named != "" || len(about) == 0 || d.Allows && !i.forbids() || slices.ContainsFunc(about, func(k words.Key) bool {
			return !slices.ContainsFunc(said, k.Equal)
		}) {
			continue
		}
		could, meant = append(could, i.ID), &items[n]
	}
	if len(could) != 1 {
		return nil, could
	}
	return meant, could
}

// Contradict reports whether two rules want opposite things of the same place or
// direction in the same case.
func Contradict(a, b Body) bool {
	if a.Rule == nil || b.Rule == nil {
		return false
	}
	for _, x := range wishes(a.Rule) {
		for _, y := range wishes(b.Rule) {
			if x.when == y.when && x.about == y.about && x.forbids != y.forbids {
				return true
			}
		}
	}
	return false
}

// Always reports whether a rule has no conditions.
func (b Body) Always() bool {
	return b.Rule != nil && !slices.ContainsFunc(wishes(b.Rule), func(w wish) bool { return w.when != "" })
}

// wish is one cell of a row: for which case, about what, and whether it is forbidden.
type wish struct {
	when, about string
	forbids     bool
}

func wishes(m *dmn.Model) (all []wish) {
	for _, d := range m.Decisions {
		if d.Table == nil {
			continue
		}
		for _, r := range d.Table.Rules {
			when := conditions(d.Table, r)
			slices.Sort(when)
			for i, cell := range r.Then {
				do, what, two := strings.Cut(outputName(d.Table.Outputs[i].Name), " ")
				if two && filled(cell) {
					all = append(all, wish{strings.Join(when, "; "), what + " " + cell, do == "forbid"})
				}
			}
		}
	}
	return all
}
