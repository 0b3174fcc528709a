package daemon

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/words"
	"navd/ipc"
)

// A draftEntry is an entry to be made from what was said.
type draftEntry struct {
	grounding.Entry
	command bool           // it tells the robot how to move: no entry is made
	reverse words.Reversal // it takes back what was said before
	here    bool           // it holds in the scene of the episode alone
	passing bool           // it holds in the episode alone, unless it gets a scene
	ends    bool           // it holds until the search ends, in whatever room
	korean  bool           // the text is in Korean
	now     []words.Claim  // claims that hold in the episode alone
	note    string         // for the user who said it
}

// draftsOf reads a text of a feedback.
func draftsOf(i feedback.Item, p ipc.FeedbackParams, at hearing) (all []draftEntry) {
	if parts := at.apart(i.Text); len(parts) > 1 && p.Claims == nil && p.Scope == "" {
		for _, part := range parts {
			all = append(all, draftsOf(feedback.Item{Category: i.Category, Text: part}, p, at)...)
		}
		return all
	}
	text, named := at.inTable(i.Text)
	here := words.Key("")
	if words.SpeaksOfHere(text) {
		here = at.here
	}
	d := draftEntry{Entry: grounding.Entry{
		Category: i.Category, Text: i.Text, Claims: p.Claims, Scope: grounding.Scope{Target: string(words.ObjectKey(p.Target))},
	}}
	read := words.ReadFor(text, "", here, at.goal)
	if of, is := words.OfGoal(text, at.goal, here); is && p.Claims == nil && (len(read.Claims) == 0 || words.NotHere(text)) && read.Reversal == words.Keeps {
		d.Text, read = of, words.ReadFor(of, "", here, at.goal)
	}
	d.korean = read.Korean
	if name, is := words.NameHere(i.Text, here); is {
		read.Claims = []words.Claim{name}
	}
	if d.Claims == nil {
		d.Claims = append([]words.Claim{}, read.Claims...)
	}
	d.here = p.Scope == "scene" || p.Scope == "" && d.Local()
	var granted []string
	if at.live != nil && p.Claims == nil && p.Scope == "" && len(named) == 0 && len(read.Claims) > 0 && read.Reversal == words.Keeps {
		granted = words.Granted(text, d.Claims)
	}
	over := at.over(i.Text, named)
	switch {
	case p.Claims == nil && len(over) > 0:
		d.Claims, d.reverse, d.note = []words.Claim{}, words.Forgets, fmt.Sprintf(inLanguage(d.korean, reverseNote, reverseNoteKorean), strings.Join(over, ", "))
	case p.Claims == nil && read.Reversal != words.Keeps:
		if d.reverse = read.Reversal; d.reverse == words.Allows {
			d.Claims = words.Allowed(text)
		}
	case d.Understood():
		if left := words.Unclaimed(text, slices.Concat(d.Claims, words.Allowed(strings.Join(granted, ". ")))); p.Claims == nil && len(d.Claims) > 0 && len(left) > 0 {
			d.note = fmt.Sprintf(inLanguage(read.Korean, partNote, partNoteKorean), namesOf(left, read.Korean))
		}
		if p.Claims == nil && p.Scope == "" {
			d.now = forNow(read, i.Category)
		}
	case read.Command && i.Category == feedback.General && p.Scope == "":
		d.command, d.note = true, inLanguage(read.Korean, commandNote, commandNoteKorean)
	default:
		if d.note = inLanguage(read.Korean, notUnderstood, notUnderstoodKorean); read.Question {
			d.note = inLanguage(read.Korean, questionNote, questionNoteKorean)
		}
		rooms, things := words.Mentions(text)
		d.here = d.here || p.Scope == "" && len(rooms)+len(things) > 0
		d.passing = p.Scope == ""
	}
	if p.Claims == nil && p.Scope == "" {
		d.tellWhich(text, read.Korean)
	}
	all = d.parted(named)
	if p.Scope != "" {
		return all
	}
	rooms := named
	if at.in.House != "" && words.ThisRoom(i.Text) {
		rooms = append(slices.Clip(named), grounding.OwnName{OwnName: words.OwnName{Of: at.in.Type}, Room: at.in})
	}
	all = roomsApart(all, rooms)
	for i := range all {
		at.bind(&all[i], named)
	}
	for _, part := range granted {
		all = append(all, draftEntry{Entry: grounding.Entry{Category: i.Category, Text: part, Claims: words.Allowed(part)}, reverse: words.Allows, korean: d.korean})
	}
	return all
}

// tellWhich notes that a text means one of several rooms of a type, and navd does not know which.
func (d *draftEntry) tellWhich(text string, korean bool) {
	phrase, of, is := words.Which(text)
	gives := slices.ContainsFunc(d.Claims, func(c words.Claim) bool { return c.Relation == words.RelationCalled })
	if !is || gives || d.command || d.reverse != words.Keeps {
		return
	}
	name := phrase
	if !korean && !strings.Contains(phrase, "'") {
		name = "the " + phrase
	}
	if len(d.Claims) > 0 {
		if d.note == "" {
			d.note = fmt.Sprintf(inLanguage(korean, everyNote, everyNoteKorean), namesOf([]words.Key{of}, korean), name)
		}
		return
	}
	plain, _ := words.WithoutOwn(text, []words.OwnName{{Name: words.LabelKey(phrase), Of: of}})
	if len(words.ParseClaims(plain, "")) > 0 {
		d.note = fmt.Sprintf(inLanguage(korean, noneNote, noneNoteKorean), name)
	}
}

// roomsApart gives drafts of their own to what is said of single rooms of a house beside others, since
// it holds in that room alone: "the mug is not here but in the kitchen".
func roomsApart(all []draftEntry, named []grounding.OwnName) (out []draftEntry) {
	for _, d := range all {
		for _, n := range named {
			ofIt := func(c words.Claim) bool { return ofRoom([]words.Claim{c}, n.Of) }
			if n.Room.House == "" || !slices.ContainsFunc(d.Claims, ofIt) {
				continue
			}
			one := d
			one.Claims = slices.DeleteFunc(slices.Clone(d.Claims), func(c words.Claim) bool { return !ofIt(c) })
			if d.Claims = slices.DeleteFunc(slices.Clone(d.Claims), ofIt); len(d.Claims) > 0 {
				out = append(out, one)
			} else {
				d = one
			}
			break
		}
		out = append(out, d)
	}
	return out
}

// A hearing is where and when a text was said, which tells what its words mean. The zero value
// is nowhere.
type hearing struct {
	*live
	book  *grounding.Book
	here  words.Key           // type of the place; unknown: it is not known
	in    grounding.Room      // of the kept house; zero: it is not known which
	names []grounding.OwnName // that count there, the newest first
	goal  words.Key           // what the robot looks for
}

// hearingAt is what counts where an episode was at a step, for the one who speaks; "": not known.
func hearingAt(l *live, seq int, book *grounding.Book, by string) hearing {
	at := hearing{live: l, book: book, here: typeAt(l.mem, seq), goal: words.ObjectKey(l.ep.Goal)}
	if at.names = book.Names(situationOf(l, l.ep.Goal)); seq == l.mem.Seq() {
		at.in, _ = standsIn(l)
	} else {
		at.in, _ = stoodIn(l, seq)
	}
	at.names = slices.DeleteFunc(at.names, func(n grounding.OwnName) bool { return n.Mine() && by != "" && n.By != "" && n.By != by })
	return at
}

// matters reports whether a text may mean something else there than nowhere.
func (at hearing) matters(text string) bool {
	if _, named := at.inTable(text); len(named) > 0 {
		return true
	}
	if _, of := words.OfGoal(text, at.goal, at.here); of {
		return true
	}
	return words.SpeaksOfHere(text) || len(words.ReadBeside(text)) > 0 || !at.goal.Unknown() && !at.goal.IsThing() || len(words.Granted(text, nil)) > 0
}

// inTable gives a text with the names of the tables in place of own names, and the names that
// it had. A text that gives such a name itself stays as it is.
func (at hearing) inTable(text string) (plain string, named []grounding.OwnName) {
	own := make([]words.OwnName, len(at.names))
	for i, n := range at.names {
		own[i] = n.OwnName
	}
	plain, used := words.WithoutOwn(text, own)
	if len(used) == 0 {
		return text, nil
	}
	given := words.Read(text, "", at.here).Claims
	if _, is := words.NameHere(text, at.here); is || slices.ContainsFunc(given, func(c words.Claim) bool { return c.Relation == words.RelationCalled }) {
		return text, nil
	}
	for _, i := range used {
		named = append(named, at.names[i])
	}
	return plain, named
}

// over lists the commands that take back those of the names in a text that it says are none, or no
// more.
func (at hearing) over(text string, named []grounding.OwnName) (commands []string) {
	for _, n := range named {
		elsewhere := words.SpeaksOfHere(text) && n.Room.House != "" && (at.in.House == "" || at.sameRoom(at.in) != n.Room)
		if words.NameIsOver(text, n.AsSaid(text)) && !elsewhere {
			commands = append(commands, "navd grounding retire "+n.Entry)
		}
	}
	return commands
}

// bind limits a draft to the room of the house that it is about: where it was said, beside
// that, or one that it calls by its own name.
func (at hearing) bind(d *draftEntry, named []grounding.OwnName) {
	if e, ok := at.inRoom(d.Entry); ok {
		if d.Entry = e; !d.ends {
			d.here, d.passing, d.command, d.note = false, false, false, ""
		}
		at.tellNames(d)
		return
	}
	if d.reverse == words.Keeps && grounding.NamesRoom(d.Entry, at.here) {
		d.passing, d.note = true, fmt.Sprintf(inLanguage(d.korean, nameNote, nameNoteKorean), namesOf([]words.Key{at.here}, d.korean))
	}
	if len(named) > 0 && d.Scope == (grounding.Scope{Target: d.Scope.Target}) && !d.ends {
		d.here = true // the name counts in its scene alone
	}
	for _, n := range named {
		switch {
		case n.Room.House != "" && ofRoom(d.Claims, n.Room.Type):
			d.Scope, d.here, d.passing = grounding.Scope{Target: d.Scope.Target, Room: n.Room}, false, d.ends
			return
		case n.Room.House != "" || n.Which:
			against := func(c words.Claim) bool {
				_, of := c.About()
				return c.Polarity < 0 && (of.Equal(n.Of) || words.Key(c.Object).Equal(n.Of))
			}
			if was := len(d.Claims); d.reverse == words.Keeps {
				if d.Claims = slices.DeleteFunc(d.Claims, against); len(d.Claims) < was {
					d.note = fmt.Sprintf(inLanguage(d.korean, whichNote, whichNoteKorean), namesOf([]words.Key{n.Of}, d.korean))
				}
			}
		}
	}
}

// tellNames notes, with a name of a room, which other name it has, and which other room has the
// same one.
func (at hearing) tellNames(d *draftEntry) {
	for _, c := range d.Claims {
		own, is := c.Own()
		for _, n := range at.names {
			switch {
			case !is || n.Room.House != d.Scope.Room.House || n.Thing:
			case n.Name.Equal(own.Name) && n.Room != d.Scope.Room:
				d.add(fmt.Sprintf(inLanguage(d.korean, sameNameNote, sameNameNoteKorean), n.Entry))
			case !n.Name.Equal(own.Name) && n.Room == d.Scope.Room:
				d.add(fmt.Sprintf(inLanguage(d.korean, twoNamesNote, twoNamesNoteKorean), calledToo(n.Said, d.korean), n.Entry))
			}
		}
	}
}

// calledToo is a name as the note on two names has it.
func calledToo(name string, korean bool) string {
	if korean {
		return words.WithParticle(name, "이라")
	}
	return name
}

// inRoom limits an entry that mentions this room, names it, or is of the one beside another, to
// that room; false when it does none of that, or when it is not known which room it is.
func (at hearing) inRoom(e grounding.Entry) (grounding.Entry, bool) {
	if at.in.House == "" {
		return e, false
	}
	room := at.in
	switch beside := words.ReadBeside(e.Text); {
	case len(e.Claims) == 0 && len(beside) > 0:
		e.Claims, room = beside, grounding.Room{House: room.House}
	case ofRoom(e.Claims, room.Type) && words.ThisRoom(e.Text), grounding.NamesRoom(e, room.Type):
		room = at.sameRoom(room)
	default:
		return e, false
	}
	e.Scope = grounding.Scope{Target: e.Scope.Target, Room: room}
	return e, true
}

// sameRoom gives the scope that earlier entries have for the same room, if there are some,
// so that all of them share it.
func (at hearing) sameRoom(here grounding.Room) grounding.Room {
	r, ok := roomsOf(at.live)
	if !ok {
		return here
	}
	is := r.at(here.X, here.Y, here.Type)
	for e := range at.book.All() {
		if o := e.Scope.Room; o.House == here.House && o.Type.Equal(here.Type) && is != 0 && r.at(o.X, o.Y, o.Type) == is {
			return o
		}
	}
	return here
}

// scope is where an entry of the draft holds that is said in an episode.
func (d draftEntry) scope(l *live) grounding.Scope {
	s := d.Scope
	if d.ends { // a search is that for one goal
		s.Target = cmp.Or(s.Target, string(words.ObjectKey(l.ep.Goal)))
	}
	if d.here {
		s.Scene = l.ep.SceneID
	}
	ofHouse := d.here && l.ep.Home != nil && words.ThisRoom(d.Text) // about a room of the house, but it is not known which
	if (d.passing || ofHouse) && s.Scene == "" {
		s.Episode = l.id
	}
	return s
}

// add adds a note for the user.
func (d *draftEntry) add(note string) { d.note = strings.TrimPrefix(d.note+"; "+note, "; ") }

// forNow lists the claims of a text that hold until the search ends: where something is today, and
// what is said of now. An order of a category that says how to do things, or what somebody likes, is
// for always.
func forNow(read words.Reading, c feedback.Category) (now []words.Claim) {
	now = slices.Clone(read.Lapses)
	if !read.Passing && c == feedback.General {
		return append(now, read.Orders...)
	}
	for _, claim := range read.Claims {
		if read.Passing && (claim.Relation == words.RelationAvoid || claim.Relation == words.RelationPrefer) {
			now = append(now, claim)
		}
	}
	return now
}

// parted gives a draft of what lasts and one of what holds until the search ends, of a text that
// says both; else the draft alone. named are the own names that the text has.
func (d draftEntry) parted(named []grounding.OwnName) []draftEntry {
	if len(d.now) == 0 {
		return []draftEntry{d}
	}
	passing := d
	passing.Claims, passing.here, passing.passing, passing.ends, passing.now = d.now, false, true, true, nil
	passing.Scope = grounding.Scope{Target: d.Scope.Target}
	passing.note = d.alwaysNote(named)
	d.Claims = slices.DeleteFunc(slices.Clone(d.Claims), func(c words.Claim) bool { return slices.Contains(d.now, c) })
	if d.now = nil; len(d.Claims) == 0 {
		if d.note != "" {
			passing.add(d.note) // what of the text is not understood
		}
		return []draftEntry{passing}
	}
	return []draftEntry{d, passing}
}

// alwaysNote tells that a text holds until the search ends, and how to say what holds always.
func (d draftEntry) alwaysNote(named []grounding.OwnName) string {
	one := func(relations ...string) int {
		return slices.IndexFunc(d.now, func(c words.Claim) bool { return slices.Contains(relations, c.Relation) })
	}
	if at := one(words.RelationAvoid); at >= 0 {
		return fmt.Sprintf(inLanguage(d.korean, passingNote, passingNoteKorean), d.roomOf(d.now[at], named))
	}
	at := one(words.RelationIn, words.RelationNotIn)
	if at < 0 {
		return fmt.Sprintf(inLanguage(d.korean, orderNote, orderNoteKorean), d.roomOf(d.now[0], named))
	}
	c, room := d.now[at], d.roomOf(d.now[at], named)
	_, thing := c.About()
	is, isKorean := "is in", "있어"
	if c.Polarity < 0 {
		is, isKorean = "is not in", "없어"
	}
	always := fmt.Sprintf("the %s %s %s", thing, is, room)
	if d.korean {
		always = words.WithParticle(words.InKorean(thing), "는") + " " + room + "에 " + isKorean
	}
	return fmt.Sprintf(inLanguage(d.korean, lapseNote, lapseNoteKorean), always)
}

// roomOf names the room of a claim as a hint has it: by the name that the text has for it.
func (d draftEntry) roomOf(c words.Claim, named []grounding.OwnName) string {
	_, of := c.About()
	if c.Object != "" {
		of = words.Key(c.Object)
	}
	for _, n := range named {
		if n.Of.Equal(of) {
			return n.AsSaid(d.Text)
		}
	}
	if d.korean {
		return words.InKorean(of)
	}
	return "the " + string(of)
}

// The notes on a text that gives no claim.
const (
	notUnderstood       = `kept as a note: not understood, try: "the sofa is in the living room" or "don't go to the kitchen"`
	notUnderstoodKorean = `메모로만 남겼습니다. 이해하지 못했습니다. 이렇게 말해 보세요: "소파는 거실에 있어", "부엌에는 가지 마"`
	questionNote        = `kept as a note: a question, and no answer comes here. ask with navd search "where is the sofa", or in a kept house with navd where sofa`
	questionNoteKorean  = `질문이라서 메모로만 남겼습니다. 여기서는 대답하지 않습니다. 이렇게 물어보세요: navd search "소파 어디 있어", 아는 집이라면 navd where 소파`
	partNote            = `understood in part: nothing about the %s. if that matters, say it in a sentence of its own`
	partNoteKorean      = `일부만 이해했습니다. 이해하지 못한 곳: %s. 중요하다면 따로 한 문장으로 말해 보세요`
	passingNote         = `holds until this search ends: it is for now or for certain times, and navd keeps no times. to have it always, say: "don't go to %s"`
	passingNoteKorean   = `이번 탐색이 끝날 때까지만 지킵니다. 지금이나 정해진 때를 두고 하는 말로 들리는데, 때는 기억하지 않습니다. 늘 지켜야 하면 이렇게 말해 주세요: "%s에는 가지 마"`
	orderNote           = `holds until this search ends: it sounds like an order for now. to have it always, say: "always look in %s first"`
	orderNoteKorean     = `이번 탐색이 끝날 때까지만 따릅니다. 지금을 두고 하는 말로 들립니다. 늘 그래야 하면 이렇게 말해 주세요: "항상 %s부터 찾아봐"`
	lapseNote           = `holds until this search ends: it is where something is for a time, and navd keeps no times. to have it always, say: "%s"`
	lapseNoteKorean     = `이번 탐색이 끝날 때까지만 그렇게 압니다. 얼마 동안만 거기 있다는 말로 들리는데, 때는 기억하지 않습니다. 늘 그렇다면 이렇게 말해 주세요: "%s"`
	nameNote            = `counts for every %s until navd knows in which room of a kept house the robot is: it tells rooms of one kind apart in a kept house alone`
	nameNoteKorean      = `로봇이 기억하는 집의 어느 방에 있는지 알기 전까지는 모든 %s에 쓰이는 이름입니다. 같은 종류의 방은 기억하는 집에서만 구별합니다`
	sameNameNote        = `another room had this name, and this one has it now. to take it from the other: navd grounding retire %s`
	sameNameNoteKorean  = `다른 방의 이름이었고, 이제는 이 방의 이름입니다. 다른 방에서 그 이름을 빼려면: navd grounding retire %s`
	twoNamesNote        = `this room is called %s too. if it is not any more: navd grounding retire %s`
	twoNamesNoteKorean  = `이 방에는 %s는 이름도 있습니다. 이제 아니라면: navd grounding retire %s`
	everyNote           = `counts for every %s: navd does not know which one is %[2]s. for that one alone, in a kept house, say first where the robot is in it: "this is %[2]s"`
	everyNoteKorean     = `모든 %s에 해당하는 말로 지킵니다. 어느 방이 %[2]s인지 모르기 때문입니다. 그 방만 뜻한다면 기억하는 집에서 로봇이 그 방에 있을 때 먼저 말해 주세요: "여기는 %[2]s이야"`
	noneNote            = `kept as a note: navd does not know which one is %[1]s. in a kept house, say where the robot is in it: "this is %[1]s"; then say this again`
	noneNoteKorean      = `메모로만 남겼습니다. 어느 방이 %[1]s인지 모릅니다. 기억하는 집에서 로봇이 그 방에 있을 때 "여기는 %[1]s이야"라고 말한 다음 다시 말해 주세요`
	whichNote           = `understood in part: which %s that is, navd does not know here, so it keeps the robot from none`
	whichNoteKorean     = `일부만 이해했습니다. 여러 %s 가운데 어느 것인지 알 수 없어서 어디도 막지 않습니다`
	commandNote         = `a command to the robot: navd does not drive it, and keeps no entry; the record has it. say what it should know, try: "don't go to the kitchen"`
	commandNoteKorean   = `로봇에게 내리는 명령입니다. navd는 로봇을 움직이지 않으므로 지식으로 남기지 않고 기록에만 둡니다. 알아야 할 것을 말해 보세요: "부엌에는 가지 마"`
)

// namesOf gives the names of rooms in the language of a text.
func namesOf(rooms []words.Key, korean bool) string {
	var all []string
	for _, k := range rooms {
		if korean {
			k = words.Key(words.InKorean(k))
		}
		all = append(all, string(k))
	}
	return strings.Join(all, ", ")
}

func inLanguage(korean bool, english, inKorean string) string {
	if korean {
		return inKorean
	}
	return english
}
