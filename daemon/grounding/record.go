package grounding

import (
	"cmp"
	"time"
)

// A record is what a book keeps of one entry: its last two versions, and what
// never changes and is dear to find out.
type record struct {
	number int
	now    Entry
	before Entry     // the version before the last; its Version is 0 when there is none
	latest time.Time // of the evidence of now
	gist
}

// byNumber orders records as their entries came.
func byNumber(a, b *record) int { return cmp.Compare(a.number, b.number) }

// byAge orders records by their newest evidence, the newest last. Of equally
// new ones the first to come is last, so that reading from the end gives what
// is newest, then by number.
func byAge(a, b *record) int {
	return cmp.Or(a.latest.Compare(b.latest), cmp.Compare(b.number, a.number))
}

// live reports whether the entry may still take evidence.
func (r *record) live() bool { return r.now.State == Active || r.now.State == Proposed }
