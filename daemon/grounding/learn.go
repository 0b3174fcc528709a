package grounding

import (
	"slices"

	"navd/daemon/feedback"
)

// Learner takes what files teach into a book. It changes entries only by adding
// what none says yet, and by adding evidence.
type Learner struct {
	book *Book
	own  func(id, name string) bool
	said map[heard][]*record
}

// NewLearner makes a learner for a book, which is changed by nobody else while
// it is used. own tells whether an episode of the store, by its id, is the one
// that a file calls by a name: then the file is a copy of what is known.
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

// Learned is what came of one lesson.
type Learned struct {
	Entry string // id of the entry that says it
	New   bool   // it was added; otherwise an entry said it already
}

// Learn takes in one entry of [Lessons]. Where an entry says the same already,
// in whatever state, in the scene of the lesson or, when the lesson has none, in
// any, nothing changes if
//
//   - it rests on the same file: importing twice changes nothing, and what was
//     retired or superseded meanwhile is not brought back;
//   - it rests on feedback of the episode that the file is of: a store learns
//     nothing from what it wrote;
//   - the file is of no episode, as texts and the latest are: it may be a copy.
//
// Otherwise it is what [Book.Add] makes of it: more evidence, or a new entry.
// Errors are those of Add.
func (l *Learner) Learn(e Entry) (Learned, error) {
	k := heard{e.Category, coreOf(e.Text)}
	for _, r := range l.said[k] {
		if l.knows(r, e) {
			return Learned{Entry: r.Now.ID}, nil
		}
	}
	added, err := l.book.Add(e)
	if err != nil {
		return Learned{}, err
	}
	if !added.Merged {
		r, err := l.book.Find(added.ID)
		if err != nil {
			return Learned{}, err
		}
		l.said[k] = append(l.said[k], r)
	}
	return Learned{Entry: added.ID, New: !added.Merged}, nil
}

// knows reports whether an entry that says the same has all that a lesson could
// give it. Of an entry that has lost all evidence it counts what it lost last:
// what a user took back does not come back by a file that still has it, but an
// import that was taken back can be done again.
func (l *Learner) knows(r *record, lesson Entry) bool {
	if lesson.Scope != (Scope{}) && r.Gist.scope != lesson.Scope.folded() {
		return false
	}
	rested, lost := r.Now.Evidence, len(r.Now.Evidence) == 0
	if lost {
		rested = r.Before.Evidence
	}
	return slices.ContainsFunc(rested, func(old feedback.Evidence) bool {
		file := FromFile(old.Feedback)
		return !(lost && file) && slices.ContainsFunc(lesson.Evidence, func(v feedback.Evidence) bool {
			return v.Episode == "" || old.Feedback == v.Feedback || !file && l.own(old.Episode, v.Episode)
		})
	})
}
