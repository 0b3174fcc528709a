package daemon

import (
	"cmp"
	"context"
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
	drafts := make([][]draftEntry, len(record.Items))
	for i, item := range record.Items { // before the episode is held
		drafts[i] = draftsOf(item, p, hearing{})
	}
	if err := w.hold(p.Episode); err != nil {
		return r, err
	}
	if err := fillIn(&record, p, w.live); err != nil {
		return r, err
	}
	record.At = w.At
	book, err := w.entries()
	if err != nil {
		return r, err
	}
	at := hearingAt(w.live, record.Step, book, p.Author)
	for i, item := range record.Items {
		if at.matters(item.Text) {
			drafts[i] = draftsOf(item, p, at)
		}
	}
	all := slices.Concat(drafts...)
	was := record.Items
	if record.Items = itemsOf(all); record.Text == "" && !slices.Equal(slices.Compact(slices.Clone(was)), slices.Compact(slices.Clone(record.Items))) {
		for _, item := range was { // "it" has become a name: what was said stays too
			record.Text += string(item.Category) + ": " + item.Text + "\n"
		}
	}
	if r, err = w.addFeedback(&record, all); err != nil {
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
	r = ipc.ParseResult{Verdict: string(said.Verdict), Items: said.Items, Claims: []words.Claim{}}
	if p.Episode == "" {
		for _, item := range said.Items {
			for _, d := range draftsOf(item, ipc.FeedbackParams{}, hearing{}) {
				d.tell(&r)
			}
		}
		return r, nil
	}
	err = f.c.memories.with(p.Episode, func(l *live) error {
		return f.c.entries.read(func(book *grounding.Book) error {
			r.Claims, r.Notes, r.Scopes, r.Commands = []words.Claim{}, nil, nil, 0 // it may run twice
			at := hearingAt(l, l.mem.Seq(), book, "")
			var all []draftEntry
			for _, item := range said.Items {
				all = append(all, draftsOf(item, ipc.FeedbackParams{}, at)...)
			}
			r.Items = itemsOf(all)
			for _, d := range all {
				var scope *grounding.Scope
				if d.tell(&r); d.reverse == words.Keeps && !d.command {
					scope = new(d.scope(l))
				}
				r.Scopes = append(r.Scopes, scope)
			}
			return nil
		})
	})
	return r, err
}

// tell adds what is understood of one text to the answer of Parse.
func (d draftEntry) tell(r *ipc.ParseResult) {
	if d.command {
		r.Commands++
	}
	if r.Claims = append(r.Claims, d.Claims...); d.note != "" {
		r.Notes = append(r.Notes, d.note)
	}
}

// itemsOf lists what was said of drafts: an item for each.
func itemsOf(drafts []draftEntry) []feedback.Item {
	items := make([]feedback.Item, len(drafts))
	for i, d := range drafts {
		items[i] = feedback.Item{Category: d.Category, Text: d.Text}
	}
	return items
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
		if d.reverse == words.Keeps {
			w.tellRules(&d, book)
		}
		e := d.Entry
		e.Evidence = []feedback.Evidence{record.Evidence()}
		if e.Scope = d.scope(w.live); lifts {
			e.Scope = d.Scope
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
