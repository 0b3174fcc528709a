package grounding

import (
	"fmt"
	"slices"

	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/words"
)

// MaxLeftOut is how many of the entries that are not in a [Choice] it lists at most.
const MaxLeftOut = 100

// Choice is the block of entries for a prompt, and which entries are in it and which are
// not.
type Choice struct {
	Entries []item.Shown   `json:"entries"`        // in the order of the text; never nil
	LeftOut []item.LeftOut `json:"left_out"`       // those that came closest to being in first; at most 100, never nil
	More    int            `json:"more,omitempty"` // how many others were left out
	Text    string         `json:"text"`           // the block; empty when no entry is in it
	Tokens  int            `json:"tokens"`         // words.Tokens of the text
}

// Choose makes the block for a prompt, of at most budget tokens, from the active entries
// whose scope fits. ranked are the ids that a search found, the best first; ids that are no
// entry's are ignored.
//
// Pinned entries are always in, even when they alone exceed the budget; then no others are,
// and the owner should say so. The others are considered in this order:
//
//  1. those about the target, or about a place at hand
//  2. those that name no room and no thing of the tables in package words
//  3. all others
//
// and within each group first the ranked ones, by rank, then by the newest evidence, then by
// number. First each category gets up to a quarter of the budget, including its pinned
// entries, until the first entry that does not fit; then the rest of the budget goes to the
// remaining entries in the same order, of any category, skipping those that do not fit. The
// title of a category counts as soon as the category has an entry. So if everything fits,
// everything is in, and no text is ever shortened.
//
// In the end those go that others in the block contradict and outweigh, as in [Book.Claims],
// unless they are pinned: a model that reads both cannot know which of them counts.
//
// The text is [Block] of the texts without their steps, by number within a category. Entries
// that did not fit are listed in the order above, followed by ranked ones that are not
// active or whose scope does not fit.
//
// It goes through all entries in scope once, and through no others.
func (b *Book) Choose(s Situation, ranked []string, budget int) Choice {
	reasons := b.index.reasons(s)
	p := &picking{queue: b.queue(s, ranked, reasons), bill: newBill(), budget: max(budget, 0)}
	p.pinned()
	p.shares()
	p.rest()
	for _, l := range b.foreign(s, ranked) {
		p.leave(l)
	}
	return p.choice(reasons)
}

// A candidate is an entry that may be in the block.
type candidate struct {
	*record
	slot uint8 // twice its kind, plus one if it is not ranked
	in   bool
}

// A picking chooses from the queue of candidates.
type picking struct {
	queue  []candidate
	bill   *bill
	budget int // tokens
	in     int // how many of the queue
	left   []item.LeftOut
	more   int
}

func (p *picking) take(c *candidate) {
	c.in = true
	p.in++
	p.bill.add(c.Now.Category, c.Gist.line)
}

// fits reports whether so many more quarters of a token are within the budget.
func (p *picking) fits(price int) bool { return p.bill.tokens(price) <= p.budget }

// pinned takes the pinned entries, which come first in the queue.
func (p *picking) pinned() {
	for i := range p.queue {
		if !p.queue[i].Now.Pinned {
			return
		}
		p.take(&p.queue[i])
	}
}

// shares lets each category take up to a quarter of the budget.
func (p *picking) shares() {
	share := p.budget // a quarter of it, in quarters of a token
	var full feedback.Four[bool]
	open := len(feedback.Categories())
	for i := 0; i < len(p.queue) && open > 0; i++ {
		c := &p.queue[i]
		category := c.Now.Category
		if c.in || *full.Of(category) {
			continue
		}
		price := p.bill.price(category, c.Gist.line)
		if *p.bill.taken.Of(category)+price > share || !p.fits(price) {
			*full.Of(category) = true
			open--
			continue
		}
		p.take(c)
	}
}

// shortest is the cost of the shortest line, in quarters of a token: the mark of an item, a
// letter and the end of the line.
const shortest = 4

// rest gives the rest of the budget to the remaining candidates, in order, and lists those
// that do not fit.
func (p *picking) rest() {
	for i := range p.queue {
		c := &p.queue[i]
		if len(p.left) == MaxLeftOut && !p.fits(shortest) {
			break
		}
		if c.in {
			continue
		}
		price := p.bill.price(c.Now.Category, c.Gist.line)
		switch {
		case p.fits(price):
			p.take(c)
		case len(p.left) < MaxLeftOut:
			used := p.bill.tokens(0)
			p.leave(item.LeftOut{ID: c.Now.ID, Reason: fmt.Sprintf("no room: %d tokens, %d left", p.bill.tokens(price)-used, max(p.budget-used, 0))})
		}
	}
	p.more = len(p.queue) - p.in - len(p.left)
}

func (p *picking) leave(l item.LeftOut) {
	if len(p.left) == MaxLeftOut {
		p.more++
		return
	}
	p.left = append(p.left, l)
}

// choice writes the block of what is in.
func (p *picking) choice(reasons []string) Choice {
	var in []candidate
	for _, c := range p.queue {
		if c.in {
			in = append(in, c)
		}
	}
	in = p.heard(in)
	slices.SortFunc(in, func(a, b candidate) int { return item.ByNumber(a.record, b.record) })
	var texts feedback.Four[[]string]
	var shown feedback.Four[[]item.Shown]
	for _, c := range in {
		at := texts.Of(c.Now.Category)
		*at = append(*at, c.Gist.shown)
		list := shown.Of(c.Now.Category)
		*list = append(*list, item.Shown{ID: c.Now.ID, Version: c.Now.Version, Reason: c.why(reasons)})
	}
	out := Choice{Entries: make([]item.Shown, 0, len(in)), LeftOut: append([]item.LeftOut{}, p.left...), More: p.more, Text: Block(texts)}
	for _, c := range feedback.Categories() {
		out.Entries = append(out.Entries, *shown.Of(c)...)
	}
	out.Tokens = words.Tokens(out.Text)
	return out
}
