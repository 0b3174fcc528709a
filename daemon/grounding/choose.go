package grounding

import (
	"fmt"
	"slices"

	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/words"
)

// MaxLeftOut is how many entries a [Choice] lists that are not in it.
const MaxLeftOut = 100

// Choice is the block of entries for a prompt, with what went into it and what
// did not.
type Choice struct {
	Entries []item.Shown   `json:"entries"`        // in the order of the text; never nil
	LeftOut []item.LeftOut `json:"left_out"`       // the nearest to going in first; at most [MaxLeftOut], never nil
	More    int            `json:"more,omitempty"` // how many others were left out
	Text    string         `json:"text"`           // the block; empty when nothing went in
	Tokens  int            `json:"tokens"`         // words.Tokens of the text
}

// Choose makes the block for a prompt of at most budget tokens, out of the
// active entries whose scope fits. Ranked are the ids that a search found, the
// best first; ids of no entry are passed over.
//
// Pinned entries go in whole, even when they alone cost more than the budget:
// then nothing else does, and the owner says so. The others ask in this order:
//
//  1. those about the target, or about a place at hand
//  2. those that name no room and no thing of the words tables
//  3. all others
//
// and among their like those that are ranked, by rank, then the newest evidence,
// then the lower number. First each category takes from the top, up to a quarter
// of the budget (what is pinned in it counts) or to the first that does not fit
// there; then what is left goes to the rest in the same order, whatever the
// category, and an entry that does not fit makes way for smaller ones. A title
// costs as soon as its category has an entry. So when everything fits,
// everything goes in, and nothing is ever cut.
//
// The text is [Block] of the texts without their steps, those of a category by
// number. What asked in vain is listed in the order of asking; then come ranked
// ones that are not active or whose scope does not fit.
//
// All entries in scope are gone through once; none outside of it is.
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

// A candidate asks to go in.
type candidate struct {
	*record
	slot uint8 // its kind, twice, and one more when it is not ranked
	in   bool
}

// A picking goes through the queue of candidates.
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

// fits reports whether some quarters of a token more keep the budget.
func (p *picking) fits(price int) bool { return p.bill.tokens(price) <= p.budget }

// pinned takes what is pinned, which stands before all others.
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

// shortest is what the shortest line costs, in quarters of a token: the signs of
// an item, a letter and the end of the line.
const shortest = 4

// rest gives what is left of the budget to whoever comes next, and lists those
// for whom there is no room.
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
