package daemon

import (
	"cmp"
	"context"
	"slices"
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
	im, err := g.c.readImport(p)
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
	im, err := g.c.readImport(p)
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
	lessons [][]grounding.Taught
	skipped []grounding.Skipped
	budget  int       // tokens that pinned entries may take
	now     time.Time // UTC
}

// readImport reads the files of a call.
func (c *core) readImport(p ipc.ImportParams) (im importing, err error) {
	im.skipped = []grounding.Skipped{}
	im.budget, im.now = c.config().Grounding.Budget, c.now().UTC()
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
		lessons = slices.DeleteFunc(lessons, func(e grounding.Taught) bool { // feedback makes no entry of a command either
			return e.Category == feedback.General && e.Scope == (grounding.Scope{}) && words.Read(e.Text, "", "").Command
		})
		for i := range lessons {
			e := &lessons[i]
			if e.Evidence[0].Author = p.Author; p.SceneID != "" && e.Local() {
				e.Scope, e.Placed = grounding.Scope{Scene: p.SceneID, Target: e.Scope.Target}, true
			}
		}
		im.names, im.lessons = append(im.names, f.Name), append(im.lessons, lessons)
	}
	return im, nil
}

// into adds the lessons to a book.
func (im importing) into(b *grounding.Book, tx *kv.Tx) (ipc.ImportResult, error) {
	r := ipc.ImportResult{Files: []ipc.ImportedFile{}, Skipped: im.skipped}
	learner := grounding.NewLearner(b, calls(tx))
	latest := im.now
	if b.Newest().After(latest) { // the clock has gone back
		latest = b.Newest()
	}
	for i, lessons := range im.lessons {
		file := ipc.ImportedFile{Name: im.names[i]}
		for _, e := range lessons {
			if v := &e.Evidence[0]; v.At.After(latest) {
				v.At = latest // an entry from the future would stay the newest
			}
			id, err := learner.Learn(e)
			if err != nil {
				return r, err
			}
			file.Feedback = e.Evidence[0].Feedback
			if id != "" {
				file.Added++
				if e.Pinned && pinnedTokens(b, e.Scope, "") > im.budget { // no episode could begin with all of them
					if err := b.Pin(id, false); err != nil {
						return r, err
					}
				}
			} else {
				file.Known++
			}
		}
		r.Files = append(r.Files, file)
	}
	return r, nil
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
