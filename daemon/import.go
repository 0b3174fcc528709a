package daemon

import (
	"cmp"
	"context"
	"path"
	"strings"
	"time"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
	"navd/kv"
)

// Import makes entries from files: all of a call in one commit, each file whole or not at
// all.
func (g *Grounding) Import(ctx context.Context, p ipc.ImportParams) (r ipc.ImportResult, err error) {
	if err := noControls("author", p.Author, "scene_id", p.SceneID); err != nil {
		return r, err
	}
	if p.DryRun {
		return g.tryImport(p)
	}
	w, err := g.c.begin(ctx, callOf(ipc.GroundingImport, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	im, err := g.readImport(p)
	if err != nil {
		return r, err
	}
	book, err := w.entries()
	if err != nil {
		return r, err
	}
	if r, err = read(g.c, func(tx *kv.Tx) (ipc.ImportResult, error) { return im.into(book, tx) }); err != nil {
		return r, err
	}
	return r, w.commit(ctx, r)
}

// tryImport says what Import would do. It works on a copy of the entries.
func (g *Grounding) tryImport(p ipc.ImportParams) (r ipc.ImportResult, err error) {
	im, err := g.readImport(p)
	if err != nil {
		return r, err
	}
	err = g.c.view(func(tx *kv.Tx) error {
		b, err := store.Book(tx)
		if err != nil {
			return err
		}
		r, err = im.into(b, tx)
		return err
	})
	return r, err
}

// importing is the content of an import, read but not stored yet.
type importing struct {
	names   []string // of the files that were read
	texts   [][]fileText
	skipped []grounding.Skipped
	scene   string    // in which texts about a place hold; empty: the files say it
	budget  int       // tokens that pinned entries may take
	now     time.Time // UTC
	told    int       // texts that the answer tells of so far
}

// readImport reads the files of a call.
func (g *Grounding) readImport(p ipc.ImportParams) (im importing, err error) {
	im.skipped, im.scene = []grounding.Skipped{}, p.SceneID
	im.budget, im.now = g.c.config().Grounding.Budget, g.c.now().UTC()
	total := 0
	for _, f := range filesOf(p.Files) {
		lessons, err := grounding.Lessons(f)
		if err != nil {
			im.skipped = append(im.skipped, grounding.Skipped{Name: f.Name, Reason: fault.As(err).Error()})
			continue
		}
		if total += len(lessons); total > grounding.MaxLessons {
			return im, fault.New(fault.TooLarge, "the files have %d texts or more, at most %d are imported in one call", total, grounding.MaxLessons).
				About("files", nil).WithHint("send fewer files in a call")
		}
		texts := make([]fileText, len(lessons))
		for i, e := range lessons {
			e.Evidence[0].Author, e.Evidence[0].File = p.Author, path.Clean(f.Name)
			texts[i] = readText(e, p.SceneID)
		}
		im.names, im.texts = append(im.names, f.Name), append(im.texts, texts)
	}
	return im, nil
}

// into adds the texts to a book.
func (im importing) into(b *grounding.Book, tx *kv.Tx) (ipc.ImportResult, error) {
	r := ipc.ImportResult{Files: []ipc.ImportedFile{}, Skipped: im.skipped}
	learner := grounding.NewLearner(b, calls(tx))
	latest := im.now
	if b.Newest().After(latest) { // the clock has gone back
		latest = b.Newest()
	}
	for i, texts := range im.texts {
		file := ipc.ImportedFile{Name: im.names[i], Entries: []ipc.ImportedEntry{}}
		for _, e := range texts {
			if v := &e.Evidence[0]; v.At.After(latest) {
				v.At = latest // an entry from the future would stay the newest
			}
			if err := im.take(e, learner, b, &file); err != nil {
				return r, err
			}
		}
		im.gone(&file, learner, texts)
		r.Files = append(r.Files, file)
	}
	return r, nil
}

// take adds one text to a book, and to what is told of its file.
func (im *importing) take(e fileText, learner *grounding.Learner, b *grounding.Book, file *ipc.ImportedFile) error {
	item := feedback.Item{Category: e.Category, Text: e.Text}
	if e.command {
		im.tell(file, ipc.ImportedEntry{FeedbackEntry: ipc.FeedbackEntry{Action: "command", Note: e.note, Category: e.Category, Text: e.Text, Claims: []words.Claim{}}})
		return nil
	}
	added, err := learner.Learn(e.Taught)
	if err != nil {
		return err
	}
	file.Feedback = e.Evidence[0].Feedback
	if added.Merged {
		file.Known++
	} else {
		file.Added++
		if e.Pinned && pinnedTokens(b, e.Scope, "") > im.budget { // no episode could begin with all of them
			if err := b.Pin(added.ID, false); err != nil {
				return err
			}
		}
	}
	now, err := b.Get(added.ID)
	if err != nil {
		return err
	}
	one := ipc.ImportedEntry{FeedbackEntry: told(item, added, now), Scope: &now.Scope}
	switch one.Note = e.note; {
	case added.Merged:
		one.Note = standsNote(now)
	case !now.Understood():
		file.Notes++
	}
	im.tell(file, one)
	return nil
}

// Limits of what the answer to an import tells.
const (
	mostImported = 1000 // texts
	mostGone     = 20   // entries that a file does not say any more
)

func (im *importing) tell(file *ipc.ImportedFile, one ipc.ImportedEntry) {
	if im.told++; im.told > mostImported {
		file.More++
		return
	}
	file.Entries = append(file.Entries, one)
}

// gone tells which entries a text file does not say any more that it said under the same name
// before, in the scene of the import. What they say may still be true: leaving a line out of
// a file takes nothing back.
func (im *importing) gone(file *ipc.ImportedFile, learner *grounding.Learner, texts []fileText) {
	if !strings.EqualFold(path.Ext(file.Name), ".txt") { // exports of other stores may have the same names
		return
	}
	lessons := make([]grounding.Taught, len(texts))
	for i, e := range texts {
		lessons[i] = e.Taught
	}
	for _, e := range learner.Gone(path.Clean(file.Name), lessons) {
		switch {
		case im.scene != "" && e.Scope.Scene != "" && e.Scope.Scene != im.scene:
		case len(file.Gone) == mostGone:
			file.GoneMore++
		default:
			file.Gone = append(file.Gone, ipc.GoneEntry{ID: e.ID, Text: e.Text})
		}
	}
}

// calls tells whether files may call an episode by a name: its own name or its id; the id
// alone when the episode cannot be read.
func calls(tx *kv.Tx) func(id, name string) bool {
	names := map[string]string{}
	return func(id, name string) bool {
		own, known := names[id]
		if !known {
			own = id
			if ep, err := store.GetEpisode(tx, id); err == nil {
				own = cmp.Or(ep.Name, id)
			}
			names[id] = own
		}
		return name == own || name == id
	}
}
