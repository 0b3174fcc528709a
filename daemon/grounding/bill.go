package grounding

import (
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/words"
)

// A bill adds up exactly what a [Block] costs, line by line, without writing it.
// It counts quarters of a token, of which [words.Tokens] makes every sum, and
// rounds up once at the end.
type bill struct {
	heads feedback.Four[int] // what the title of a category costs, with the empty lines around it
	taken feedback.Four[int] // what each category has, 0 when it has no entry
	sum   int
}

// between is what stands between two sections: the first has none before it.
const between = 2

func newBill() *bill {
	b := &bill{}
	for _, c := range feedback.Categories() {
		// The last line of a section ends without a line break.
		*b.heads.Of(c) = quarters("#### "+c.Title()+"\n\n") - 1 + between
	}
	return b
}

// price is what lines of a category would add.
func (b *bill) price(c feedback.Category, lines int) int {
	if *b.taken.Of(c) > 0 {
		return lines
	}
	return lines + *b.heads.Of(c)
}

// add puts lines of a category on the bill.
func (b *bill) add(c feedback.Category, lines int) {
	price := b.price(c, lines)
	*b.taken.Of(c) += price
	b.sum += price
}

// tokens is the cost of what is on the bill and of a number of quarters more.
func (b *bill) tokens(more int) int {
	return (max(b.sum+more-between, 0) + 3) / 4
}

// quarters is what a text costs in quarters of a token: four of it are rounded
// to what one is. The text must begin and end in ASCII, so that no letter comes
// about where two meet.
func quarters(text string) int { return words.Tokens(strings.Repeat(text, 4)) }
