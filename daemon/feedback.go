package daemon

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
)

// Feedback takes what users say about what a robot does.
type Feedback struct{ c *core }

// Add keeps a feedback and makes grounding entries of it, in one commit.
func (f *Feedback) Add(ctx context.Context, p ipc.FeedbackParams) (r ipc.FeedbackResult, err error) {
	w, err := f.c.begin(ctx, callOf(ipc.FeedbackAdd, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	record, err := readFeedback(p)
	if err != nil {
		return r, err
	}
	drafts := make([]draftEntry, len(record.Items))
	for i, item := range record.Items { // before the episode is held
		drafts[i] = draftOf(item, p, "")
	}
	if err := w.hold(p.Episode); err != nil {
		return r, err
	}
	if err := fillIn(&record, p, w.live); err != nil {
		return r, err
	}
	record.At = w.At
	if here := typeAt(w.mem, record.Step); !here.Unknown() {
		for i, item := range record.Items {
			if words.SpeaksOfHere(item.Text) {
				drafts[i] = draftOf(item, p, here)
			}
		}
	}
	if p.Scope == "" {
		w.bind(drafts, record.Step)
	}
	if r, err = w.addFeedback(&record, drafts); err != nil {
		return r, err
	}
	w.tell(event.Event{Type: event.Feedback, Seq: record.Step, Feedback: record.ID})
	if w.ep.Status == episode.Ended {
		w.wantFinal()
	}
	return r, w.commit(ctx, r)
}

// Parse says what Add would take from a text.
func (f *Feedback) Parse(_ context.Context, p ipc.ParseParams) (r ipc.ParseResult, err error) {
	said, err := parseText(p.Text, feedback.General)
	if err != nil {
		return r, err
	}
	here, inHouse := words.Key(""), false
	if p.Episode != "" {
		err = f.c.memories.with(p.Episode, func(l *live) error {
			here = l.mem.Where().Type
			_, inHouse = standsIn(l)
			return nil
		})
		if err != nil {
			return r, err
		}
	}
	r = ipc.ParseResult{Verdict: string(said.Verdict), Items: said.Items, Claims: []words.Claim{}}
	for _, item := range said.Items {
		d := draftOf(item, ipc.FeedbackParams{}, "")
		if !here.Unknown() && words.SpeaksOfHere(item.Text) {
			d = draftOf(item, ipc.FeedbackParams{}, here)
		}
		if beside := words.ReadBeside(item.Text); inHouse && len(d.Claims) == 0 && len(beside) > 0 {
			d.Claims, d.note = beside, ""
		}
		if d.command {
			r.Commands++
		}
		if r.Claims = append(r.Claims, d.Claims...); d.note != "" {
			r.Notes = append(r.Notes, d.note)
		}
	}
	return r, nil
}

// parseText reads a text, and refuses one that [forbidden] tells of. unnamed is the
// category of what names none.
func parseText(text string, unnamed feedback.Category) (feedback.Said, error) {
	if strings.IndexFunc(text, forbidden) >= 0 {
		return feedback.Said{}, badParams(fault.Field("text", text, allowedText))
	}
	said, err := feedback.Parse(text, unnamed)
	return said, badParams(err)
}

const allowedText = "no control characters but line ends and tabs"

// forbidden reports whether no text may hold a character.
func forbidden(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }

// readFeedback makes a record from the parameters alone.
func readFeedback(p ipc.FeedbackParams) (r feedback.Record, err error) {
	category, err := categoryOf(p)
	if err != nil {
		return r, err
	}
	said := feedback.Said{}
	switch {
	case p.Text != "" && p.Feedback != nil:
		return r, badParams(fault.New(fault.Invalid, "text and feedback are both given").About("feedback", nil).WithHint("give one of them"))
	case p.Feedback != nil:
		said, err = byCategory(*p.Feedback)
	default:
		said, err = parseText(p.Text, category)
	}
	if err != nil {
		return r, err
	}
	if p.Verdict != "" {
		v, err := feedback.ParseVerdict(p.Verdict)
		if err != nil {
			return r, badParams(err)
		}
		if said.Verdict != "" && said.Verdict != v {
			return r, badParams(fault.New(fault.Invalid, "the text begins with another verdict, %s", said.Verdict).About("verdict", p.Verdict).WithHint("leave verdict out, or take it out of the text"))
		}
		said.Verdict = v
	}
	if len(said.Items) == 0 && said.Verdict == "" {
		return r, badParams(fault.Field("text", p.Text, "something that was said: a text, or a verdict"))
	}
	r = feedback.Record{Episode: p.Episode, Verdict: said.Verdict, Items: said.Items, Text: p.Text, Author: p.Author, Instruction: p.Instruction, Entries: []string{}}
	return r, checkTexts(p, len(r.Items))
}

// noControls refuses the first of several fields, each given by name and text,
// that holds control characters.
func noControls(fields ...string) error {
	for i := 0; i+1 < len(fields); i += 2 {
		if strings.IndexFunc(fields[i+1], forbidden) >= 0 {
			return badParams(fault.Field(fields[i], fields[i+1], allowedText))
		}
	}
	return nil
}

// byCategory reads feedback whose categories are told apart: each text is taken
// as it is, whatever markers it holds.
func byCategory(b ipc.ByCategory) (f feedback.Said, err error) {
	f.Items = []feedback.Item{}
	four := feedback.Four[string](b)
	for _, c := range feedback.Categories() {
		text := strings.TrimSpace(*four.Of(c))
		if strings.IndexFunc(text, forbidden) >= 0 {
			return f, badParams(fault.Field("feedback."+string(c), text, allowedText))
		}
		if text != "" {
			f.Items = append(f.Items, feedback.Item{Category: c, Text: text})
		}
	}
	return f, nil
}

// categoryOf is the category of a text that names none.
func categoryOf(p ipc.FeedbackParams) (feedback.Category, error) {
	switch {
	case p.Category == "":
		return feedback.General, nil
	case p.Feedback != nil:
		return "", badParams(fault.New(fault.Invalid, "category goes with text only: feedback names its own categories").About("category", p.Category).WithHint("leave category out"))
	}
	c, err := feedback.ParseCategory(p.Category)
	return c, badParams(err)
}

// maxTexts is the most texts of one feedback: plans wait while its entries are made.
const maxTexts = 100

// checkTexts refuses control characters, too many texts, and claims with more than one
// text.
func checkTexts(p ipc.FeedbackParams, items int) error {
	if err := noControls("author", p.Author, "instruction", p.Instruction, "target", p.Target); err != nil {
		return err
	}
	if items > maxTexts {
		return badParams(fault.New(fault.Invalid, "the feedback holds %d texts, at most %d are taken", items, maxTexts).About("text", nil).
			WithHint("send several feedbacks, or import a file"))
	}
	if len(p.Claims) > 0 && items != 1 {
		return badParams(fault.New(fault.Invalid, "claims belong to one text, and %d were given", items).About("claims", nil).
			WithHint("send one feedback for each text"))
	}
	return nil
}

// fillIn adds to a record what the episode knows.
func fillIn(r *feedback.Record, p ipc.FeedbackParams, l *live) error {
	r.Step = l.mem.Seq()
	set(&r.Step, p.Step)
	if r.Step > l.mem.Seq() {
		return nav.NotTaken(r.Step, l.mem.Seq())
	}
	if p.Scope == "scene" && l.ep.SceneID == "" {
		return fault.New(fault.Invalid, "the episode began without a scene_id").About("scope", p.Scope).WithHint("leave scope out, or say everywhere")
	}
	r.Instruction = cmp.Or(r.Instruction, l.ep.Instruction, l.ep.Goal)
	return nil
}

// A draftEntry is an entry to be made from what was said.
type draftEntry struct {
	grounding.Entry
	command bool           // it tells the robot how to move: no entry is made
	reverse words.Reversal // it takes back what was said before
	here    bool           // it holds in the scene of the episode alone
	passing bool           // it holds in the episode alone, unless it gets a scene
	korean  bool           // the reversal is in Korean
	note    string         // for the user who said it
}

// draftOf reads a text of a feedback that was said in a place of type here.
func draftOf(i feedback.Item, p ipc.FeedbackParams, here words.Key) draftEntry {
	d := draftEntry{Entry: grounding.Entry{
		Category: i.Category, Text: i.Text, Claims: p.Claims, Scope: grounding.Scope{Target: string(words.ObjectKey(p.Target))},
	}}
	read := words.Read(i.Text, "", here)
	if d.Claims == nil {
		d.Claims = append([]words.Claim{}, read.Claims...)
	}
	d.here = p.Scope == "scene" || p.Scope == "" && d.Local()
	switch {
	case p.Claims == nil && read.Reversal != words.Keeps:
		d.reverse, d.korean = read.Reversal, read.Korean
		if d.reverse == words.Allows {
			d.Claims = words.Allowed(i.Text)
		}
	case d.Understood():
		if left := words.Unclaimed(i.Text, d.Claims); p.Claims == nil && len(d.Claims) > 0 && len(left) > 0 {
			d.note = fmt.Sprintf(inLanguage(read.Korean, partNote, partNoteKorean), namesOf(left, read.Korean))
		}
		if read.Passing && p.Claims == nil && p.Scope == "" {
			d.pass(read.Korean)
		}
	case read.Command && i.Category == feedback.General && p.Scope == "":
		d.command, d.note = true, inLanguage(read.Korean, commandNote, commandNoteKorean)
	default:
		if d.note = inLanguage(read.Korean, notUnderstood, notUnderstoodKorean); read.Question {
			d.note = inLanguage(read.Korean, questionNote, questionNoteKorean)
		}
		rooms, things := words.Mentions(i.Text)
		d.here = d.here || p.Scope == "" && len(rooms)+len(things) > 0
		d.passing = p.Scope == ""
	}
	return d
}

// pass has a text that steers the robot for now hold until the search ends. Where it also
// says what lasts, only that is kept: it must not end with the search.
func (d *draftEntry) pass(korean bool) {
	steers := func(c words.Claim) bool {
		return c.Relation == words.RelationAvoid || c.Relation == words.RelationPrefer
	}
	if lasting := slices.DeleteFunc(slices.Clone(d.Claims), steers); len(lasting) > 0 {
		d.Claims, d.note = lasting, inLanguage(korean, mixedNote, mixedNoteKorean)
		return
	}
	d.here, d.passing, d.note = false, true, inLanguage(korean, passingNote, passingNoteKorean)
}

// The notes on a text that gives no claim.
const (
	notUnderstood       = `kept as a note: not understood, try: "the sofa is in the living room" or "don't go to the kitchen"`
	notUnderstoodKorean = `메모로만 남겼습니다. 이해하지 못했습니다. 이렇게 말해 보세요: "소파는 거실에 있어", "부엌에는 가지 마"`
	questionNote        = `kept as a note: a question, and no answer comes here. ask with navd search "where is the sofa", or in a kept house with navd where sofa`
	questionNoteKorean  = `질문이라서 메모로만 남겼습니다. 여기서는 대답하지 않습니다. 이렇게 물어보세요: navd search "소파 어디 있어", 아는 집이라면 navd where 소파`
	partNote            = `understood in part: nothing about the %s. if that matters, say it in a sentence of its own`
	partNoteKorean      = `일부만 이해했습니다. 이해하지 못한 곳: %s. 중요하다면 따로 한 문장으로 말해 보세요`
	passingNote         = `holds until this search ends: it sounds like something for now. to have it always, say: "don't go to the kitchen"`
	passingNoteKorean   = `이번 탐색이 끝날 때까지만 지킵니다. 지금을 두고 하는 말로 들립니다. 늘 지켜야 하면 이렇게 말해 주세요: "부엌에는 가지 마"`
	mixedNote           = `understood in part: where to go sounds like something for now, and is left out. say that in a feedback of its own, and it holds until this search ends`
	mixedNoteKorean     = `일부만 이해했습니다. 어디로 갈지는 지금을 두고 하는 말로 들려서 뺐습니다. 그것만 따로 말하면 이번 탐색이 끝날 때까지 지킵니다`
	commandNote         = `a command to the robot: navd does not drive it, and keeps no entry; the record has it. say what it should know, try: "don't go to the kitchen"`
	commandNoteKorean   = `로봇에게 내리는 명령입니다. navd는 로봇을 움직이지 않으므로 지식으로 남기지 않고 기록에만 둡니다. 알아야 할 것을 말해 보세요: "부엌에는 가지 마"`
)

// namesOf gives the names of rooms in the language of a text.
func namesOf(rooms []words.Key, korean bool) string {
	var all []string
	for _, k := range rooms {
		name := string(k)
		for _, n := range words.Names(k) {
			if korean && n[0] > unicode.MaxASCII {
				name = n
				break
			}
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

func inLanguage(korean bool, english, inKorean string) string {
	if korean {
		return inKorean
	}
	return english
}

// addFeedback numbers and stores a feedback, and makes its entries.
func (w *write) addFeedback(record *feedback.Record, entries []draftEntry) (r ipc.FeedbackResult, err error) {
	book, err := w.entries()
	if err != nil {
		return r, err
	}
	n := max(w.said.feedback, book.LastFeedback()) + 1 // imported entries may rest on feedback that is not here
	record.ID = feedback.ID(n)
	record.Follow(book.Newest())
	r = ipc.FeedbackResult{Feedback: record.ID, IDs: []string{}, Verdict: string(record.Verdict), Entries: []ipc.FeedbackEntry{}}
	for i, item := range record.Items {
		d := entries[i]
		lifts := d.reverse != words.Keeps && w.reverse(&d, book)
		if d.command || d.reverse != words.Keeps && !lifts {
			record.Entries = append(record.Entries, "")
			r.Entries = append(r.Entries, ipc.FeedbackEntry{Action: d.action(), Note: d.note, Category: item.Category, Text: item.Text, Claims: []words.Claim{}})
			continue
		}
		e := d.Entry
		if e.Evidence = []feedback.Evidence{record.Evidence()}; d.here {
			e.Scope.Scene = w.ep.SceneID
		}
		ofHouse := d.here && w.ep.Home != nil && words.ThisRoom(e.Text) // about a room of the house, but it is not known which
		if (d.passing || ofHouse) && e.Scope.Scene == "" && !lifts {
			e.Scope.Episode = w.id
		}
		added, err := book.Add(e)
		if err != nil {
			return r, badParams(err)
		}
		now, err := book.Get(added.ID)
		if err != nil {
			return r, err
		}
		record.Entries = append(record.Entries, added.ID)
		r.IDs = append(r.IDs, added.ID)
		told := told(item, added, now)
		told.Note = d.note
		r.Entries = append(r.Entries, told)
	}
	w.said.feedback = n
	store.PutFeedback(&w.Changes, n, *record)
	w.log(store.Entry{Seq: w.mem.Seq(), Kind: store.KindFeedback, Feedback: n})
	return r, nil
}

// action names what is done with what becomes no entry.
func (d draftEntry) action() string {
	if d.command {
		return "command"
	}
	return "reversal"
}

// told reports the entry that was made from an item.
func told(item feedback.Item, a grounding.Added, now grounding.Entry) ipc.FeedbackEntry {
	e := ipc.FeedbackEntry{
		ID: a.ID, Action: "added", Category: item.Category, Text: item.Text, Evidence: len(now.Evidence), Claims: append([]words.Claim{}, now.Claims...),
		Superseded: a.Superseded, By: a.By, Possible: a.Possible, More: a.More,
	}
	switch {
	case a.Merged:
		e.Action = "merged"
	case a.By != "":
		e.Action = "outdated"
	}
	return e
}
