package grounding

import (
	"slices"

	"navd/daemon/feedback"
	"navd/daemon/item"
)

// Learner adds what files teach to a book. It only adds entries that say something new, and
// evidence.
type Learner struct {
	book *Book
	own  func(id, name string) bool
	said map[heard][]*record
}

// NewLearner returns a learner for a book. Nobody else may change the book while the learner
// is used. own reports whether the stored episode with an id is the one that a file calls by
// a name: then the file is a copy of what is known already.
func NewLearner(b *Book, own func(id, name string) bool) *Learner {
	l := &Learner{book: b, own: own, said: make(map[heard][]*record, b.Len())}
	for r := range b.Records() {
		l.hear(r)
	}
	return l
}

func (l *Learner) hear(r *record) {
	k := heard{r.Now.Category, coreOf(r.Now.Text)}
	l.said[k] = append(l.said[k], r)
}

// Learn adds one entry of [Lessons]. Merged tells that it is not new: an entry says the same.
// If an entry in any state already says the same, in the scope of the lesson or, when nobody said
// where that is valid, in any scope, then nothing changes if
//
//   - that entry has the same file as evidence, and the same scope: importing twice changes
//     nothing, and does not bring back what was retired or superseded meanwhile;
//   - it has evidence from feedback of the file's episode: a store learns nothing from
//     files that it wrote;
//   - the file names no episode, as text files and the latest do: it may be a copy.
//
// Otherwise Learn calls [Book.Add], which adds evidence or a new entry. Errors are those of
// Add.
func (l *Learner) Learn(e Taught) (added Added, err error) {
	k := heard{e.Category, coreOf(e.Text)}
	for _, r := range l.said[k] {
		if l.knows(r, e) {
			return Added{ID: r.Now.ID, Merged: true}, nil
		}
	}
	added, err = l.book.Add(e.Entry)
	if err != nil || added.Merged {
		return added, err
	}
	r, err := l.book.Find(added.ID)
	if err != nil {
		return Added{}, err
	}
	l.said[k] = append(l.said[k], r)
	return added, nil
}

// Gone lists the active entries that rest on files of one name alone, and that the present
// file of that name, with these lessons, does not say, by number.
func (l *Learner) Gone(name string, lessons []Taught) (gone []Entry) {
	says := make(map[heard]bool, len(lessons))
	for _, e := range lessons {
		says[heard{e.Category, coreOf(e.Text)}] = true
	}
	for r := range l.book.Records() {
		elsewhere := func(v feedback.Evidence) bool { return v.File != name }
		if r.Now.State == item.Active && len(r.Now.Evidence) > 0 && !slices.ContainsFunc(r.Now.Evidence, elsewhere) &&
			!says[heard{r.Now.Category, coreOf(r.Now.Text)}] {
			gone = append(gone, r.Now)
		}
	}
	return gone
}

// knows reports whether an entry that says the same has everything that a lesson could add.
// For an entry that has lost all evidence, the evidence that it lost last counts: a file does
// not bring back what a user took back, but an import that was taken back can be repeated.
func (l *Learner) knows(r *record, lesson Taught) bool {
	there := r.Gist.scope == lesson.Scope.folded()
	if !there && (lesson.Placed || lesson.Scope != (Scope{})) {
		return false
	}
	rested, lost := r.Now.Evidence, len(r.Now.Evidence) == 0
	if lost {
		rested = r.Before.Evidence
	}
	return slices.ContainsFunc(rested, func(old feedback.Evidence) bool {
		file := FromFile(old.Feedback)
		return !(lost && file) && slices.ContainsFunc(lesson.Evidence, func(v feedback.Evidence) bool {
			if old.Feedback == v.Feedback {
				return there
			}
			return v.Episode == "" || !file && l.own(old.Episode, v.Episode)
		})
	})
}
