package grounding

import (
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/words"
)

// A bill adds up exactly how many tokens a [Block] has, line by line, without writing it.
// It counts in quarters of a token, as [words.Tokens] does, and rounds up once at the end.
type bill struct {
	heads feedback.Four[int] // what the title of a category costs, with the empty lines around it
	taken feedback.Four[int] // what each category has, 0 when it has no entry
	sum   int
}

// between is the cost of the empty line between two sections; there is none before the
// first.
const between = 2

func newBill() *bill {
	b := &bill{}
	for _, c := range feedback.Categories() {
		// The last line of a section ends without a line break.
		*b.heads.Of(c) = quarters("#### "+c.Title()+"\n\n") - 1 + between
	}
	return b
}

// price returns what lines of a category would add.
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

// tokens returns the cost of the bill and of more quarters of a token.
func (b *bill) tokens(more int) int {
	return (max(b.sum+more-between, 0) + 3) / 4
}

// quarters returns the cost of a text in quarters of a token: the tokens of four copies of
// it. The text must begin and end in ASCII, so that two copies do not form a letter where
// they meet.
func quarters(text string) int { return words.Tokens(strings.Repeat(text, 4)) }
