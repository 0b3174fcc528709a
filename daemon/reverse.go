package daemon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/ref"
	"navd/daemon/store"
	"navd/daemon/words"
)

// The notes on a text that takes back what was said.
const (
	liftNote          = `no longer forbidden: %s counts no more`
	liftNoteKorean    = `이제 금지하지 않습니다: 더 이상 지키지 않는 말은 %s`
	partLiftNote      = `no longer forbidden: the %s; the rest of %s still counts`
	partLiftKorean    = `이제 금지하지 않습니다: %s. 나머지는 계속 지킵니다: %s`
	noBanNote         = `nothing said that counts here forbids it; navd grounding list shows all that was said`
	noBanNoteKorean   = `여기서 지키는 말 가운데 그곳을 금지한 것이 없습니다. 모두 보려면: navd grounding list`
	againstRule       = `a rule forbids to go there, and counts more: navd knowledge rollback %s --reason "it may"`
	againstRuleKorean = `그곳에 가지 못하게 하는 규칙이 있고, 규칙이 먼저입니다: navd knowledge rollback %s --reason "가도 됨"`
	againstBan        = `the robot keeps out of there, by %s: navd grounding retire %s`
	againstBanKorean  = `로봇은 그곳에 가지 않습니다. 앞서 한 말 때문입니다: %s. 그 말을 빼려면 navd grounding retire %s`
	ruleNote          = `; a rule forbids it: navd knowledge rollback %s --reason "it may"`
	ruleNoteKorean    = `. 금지하는 규칙이 있습니다: navd knowledge rollback %s --reason "가도 됨"`
	reverseNote       = `nothing is taken back in words: %s`
	reverseNoteKorean = `말만으로는 되돌려지지 않습니다: %s`
)

// forgetAny are the commands that show what was said and take some of it out of use.
const forgetAny = "navd grounding list, navd grounding retire ID"

// mostNamed is how many commands a note names at most.
const mostNamed = 3

// reverse decides what becomes of a text that takes back what was said, and gives its draft
// the note. A text that permits what one ban, or several of one scope, forbid is an entry of
// that scope that outweighs them: so undo, export and history work as for all that is said.
// Else it is no entry, and the note names the commands that do it.
func (w *write) reverse(d *draftEntry, book *grounding.Book) (lifts bool) {
	if d.reverse == words.Forgets {
		if d.note != "" { // it says which names
			return false
		}
		d.note = fmt.Sprintf(inLanguage(d.korean, reverseNote, reverseNoteKorean), w.howToForget(d.Text, book))
		return false
	}
	var bans, commands []string
	scopes := map[grounding.Scope]bool{}
	for _, e := range w.bans(d.Claims, d.Scope.Room, book) {
		bans = append(bans, e.ID+" "+strconv.Quote(e.Text))
		commands = append(commands, "navd grounding retire "+e.ID)
		scopes[e.Scope], d.Scope, d.here = true, e.Scope, false
	}
	switch lifts = len(scopes) == 1 && len(d.Claims) > 0; {
	case len(bans) == 0:
		d.note = inLanguage(d.korean, noBanNote, noBanNoteKorean)
	case lifts && w.forbidMore(d, book):
		var rooms []words.Key
		for _, c := range d.Claims {
			_, k := c.About()
			rooms = append(rooms, k)
		}
		d.note = fmt.Sprintf(inLanguage(d.korean, partLiftNote, partLiftKorean), namesOf(rooms, d.korean), strings.Join(bans, ", "))
	case lifts:
		d.note = fmt.Sprintf(inLanguage(d.korean, liftNote, liftNoteKorean), strings.Join(bans, ", "))
	default: // "you may go there again", or bans that hold in more situations than one entry can
		d.note = fmt.Sprintf(inLanguage(d.korean, reverseNote, reverseNoteKorean), strings.Join(commands, ", "))
	}
	for _, id := range w.rulesAgainst(d.Claims) {
		d.note += fmt.Sprintf(inLanguage(d.korean, ruleNote, ruleNoteKorean), id)
	}
	return lifts
}

// forbidMore reports whether the entries that forbid to go where a draft allows it forbid other
// rooms too.
func (w *write) forbidMore(d *draftEntry, book *grounding.Book) bool {
	return slices.ContainsFunc(w.bans(d.Claims, d.Scope.Room, book), func(e grounding.Entry) bool {
		return slices.ContainsFunc(e.Claims, func(c words.Claim) bool {
			return c.Relation == words.RelationAvoid && !slices.ContainsFunc(d.Claims, func(a words.Claim) bool { return a.Subject == c.Subject })
		})
	})
}

// tellRules notes which rule, or what else that was said, keeps the robot from where a draft sends it.
func (w *write) tellRules(d *draftEntry, book *grounding.Book) {
	sends := slices.DeleteFunc(slices.Clone(d.Claims), func(c words.Claim) bool {
		return c.Relation != words.RelationIn && c.Relation != words.RelationPrefer
	})
	if len(sends) == 0 {
		return
	}
	if ids := w.rulesAgainst(sends); len(ids) > 0 {
		d.add(fmt.Sprintf(inLanguage(d.korean, againstRule, againstRuleKorean), ids[0]))
	}
	var rooms []words.Claim // that things are said to be in: a newer order counts more than a ban, where things are does not
	for _, c := range sends {
		if c.Relation == words.RelationIn {
			rooms = append(rooms, words.Prefer(words.Place(words.Key(c.Object)), "", words.Certain))
		}
	}
	bans := slices.DeleteFunc(w.bans(rooms, d.Scope.Room, book), func(e grounding.Entry) bool {
		return e.Scope.Room != (grounding.Room{}) && e.Scope.Room != d.Scope.Room
	})
	if len(rooms) > 0 && len(bans) > 0 {
		d.add(fmt.Sprintf(inLanguage(d.korean, againstBan, againstBanKorean), strconv.Quote(bans[0].Text), bans[0].ID))
	}
}

// rulesAgainst gives the ids of the rules that forbid, with the goal of the episode, to go
// where claims allow it.
func (w *write) rulesAgainst(allowed []words.Claim) (ids []string) {
	now, err := w.c.learned.inForce()
	if err != nil || !w.ep.Use.Knowledge || !w.c.config().Knowledge.Enabled {
		return nil
	}
	state := knowledge.State{Goal: w.ep.Goal, Target: words.ObjectKey(w.ep.Goal)}
	for _, f := range knowledge.Judge(now.rulesIn(w.ep.SceneID), state).Fired {
		if slices.ContainsFunc(f.Effects, func(e knowledge.Effect) bool {
			return e.Do == "forbid" && slices.ContainsFunc(allowed, func(c words.Claim) bool {
				return c.Subject == words.Place(e.Place) || c.Relation == words.RelationIn && words.Key(c.Object).Equal(e.Place)
			})
		}) {
			id, _, _ := strings.Cut(f.Rule, "@")
			ids = append(ids, id)
		}
	}
	return ids
}

// bans lists the entries that forbid, in the situation of the episode, to go where claims
// allow it, by number; those that forbid anything when there are no claims. With a room of a house,
// bans of other rooms are left out.
func (w *write) bans(allowed []words.Claim, in grounding.Room, book *grounding.Book) (bans []grounding.Entry) {
	for _, c := range book.Claims(situationOf(w.live, w.ep.Goal)) {
		if c.Relation != words.RelationAvoid || len(bans) > 0 && bans[len(bans)-1].ID == c.Source {
			continue
		}
		if len(allowed) > 0 && !slices.ContainsFunc(allowed, func(a words.Claim) bool { return a.Subject == c.Subject }) {
			continue
		}
		e, err := book.Get(c.Source)
		if of := e.Scope.Room; err == nil && (of.House == "" || in.House == "" || of == in) {
			bans = append(bans, e)
		}
	}
	return bans
}

// howToForget names the commands that take back what a text is about: what it names by an id,
// the newest entries that speak of the same rooms and things, or what was said last in the
// episode.
func (w *write) howToForget(text string, book *grounding.Book) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsSpace(r) || unicode.IsPunct(r) }) {
		if _, is := grounding.EntryNumber(word); is {
			return "navd grounding retire " + word
		}
		if _, is := feedback.Number(word); is {
			return "navd grounding undo " + word
		}
		if _, is := ref.Number(word, knowledge.Prefix); is {
			return "navd knowledge rollback " + word + ` --reason "it is wrong"`
		}
	}
	if about := knowledge.Mentioned(text); len(about) > 0 {
		var do []string
		for _, e := range w.newestHere(book) {
			of := knowledge.Mentioned(e.Text)
			if !slices.ContainsFunc(about, func(k words.Key) bool { return !slices.ContainsFunc(of, k.Equal) }) {
				do = append(do, "navd grounding retire "+e.ID)
			}
		}
		if len(do) > 0 {
			return strings.Join(do[max(0, len(do)-mostNamed):], ", ")
		}
		return forgetAny
	}
	said, err := readOf(w.c, store.FeedbackOf, w.id)
	if err != nil {
		return forgetAny
	}
	understood := func(id string) bool {
		e, err := book.Get(id)
		return err == nil && e.Understood()
	}
	kept := func(id string) bool { return id != "" }
	for _, of := range []func(string) bool{understood, kept} { // a note is seldom what is meant
		for _, r := range slices.Backward(said) {
			if r.Withdrawn.IsZero() && slices.ContainsFunc(r.Entries, of) {
				return "navd grounding undo " + r.ID
			}
		}
	}
	return forgetAny
}

// newestHere lists the newest entries in use in the scene of the episode, by number: at most
// so many as can be read while others wait.
func (w *write) newestHere(book *grounding.Book) (newest []grounding.Entry) {
	const most = 200
	for e := range book.All() {
		if e.State == item.Active && (e.Scope.Scene == "" || e.Scope.Scene == w.ep.SceneID) && (e.Scope.Episode == "" || e.Scope.Episode == w.id) {
			newest = append(newest, e)
		}
	}
	return newest[max(0, len(newest)-most):]
}
