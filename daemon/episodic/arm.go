package episodic

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"navd/daemon/words"
)

// Instead gives what a control arm shows in place of advice, to prove that advice helps and
// not just any text; the advice itself when the condition has no such arm. others is advice
// of cases that were not found, in the order of the store; seed is that of random draws.
// The result has as many messages as the advice, about as long, and never longer than a
// message may be.
func (p *Profile) Instead(c Condition, advice, others []Advisory, seed uint64) []Advisory {
	switch c.Content {
	case "":
		return advice
	case ArmEmpty:
		return []Advisory{}
	}
	lot := rand.New(rand.NewPCG(seed, 0x6e617664))
	out := make([]Advisory, 0, len(advice))
	for i, a := range advice {
		n := utf8.RuneCountInString(a.Message)
		switch c.Content {
		case ArmShuffle, ArmIrrelevant:
			if len(others) == 0 {
				continue
			}
			o := others[lot.IntN(len(others))]
			a.Message, a.Claims, a.Evidence, a.Type = p.cut(o.Message), o.Claims, o.Evidence, o.Type
		case ArmCorrupt:
			a.Message, a.Claims = turned(a.Message), turnedClaims(a.Claims)
		case ArmFiller:
			a.Message, a.Claims = filler(lot, n), nil
		case ArmOneLine:
			a.Message, a.Claims = repeated(p.OneLine, n), nil
		}
		a.ID = AdvisoryID(i + 1)
		out = append(out, a)
	}
	return out
}

// opposites are pairs of words that reverse the meaning of a sentence.
var opposites = [][2]string{
	{" was seen in ", " was not seen in "}, {" is in ", " is not in "}, {"brought nothing", "brought it"}, {"dead end", "good way"},
	{"먼저", "나중에"}, {"확인", "무시"},
}

// turned says the opposite of a message.
func turned(message string) string {
	out := message
	for _, o := range opposites {
		switch {
		case strings.Contains(message, o[1]):
			out = strings.ReplaceAll(out, o[1], o[0])
		case strings.Contains(message, o[0]):
			out = strings.ReplaceAll(out, o[0], o[1])
		}
	}
	if out == message {
		out = "Do the opposite: " + message
	}
	return out
}

// turnedClaims claims the opposite.
func turnedClaims(claims []words.Claim) []words.Claim {
	relations := map[string]string{
		words.RelationIn: words.RelationNotIn, words.RelationNotIn: words.RelationIn,
		words.RelationPrefer: words.RelationAvoid, words.RelationAvoid: words.RelationPrefer,
	}
	out := slices.Clone(claims)
	for i, c := range out {
		if r, ok := relations[c.Relation]; ok {
			out[i].Relation, out[i].Polarity = r, -c.Polarity
		}
	}
	return out
}

// filler makes meaningless words, at most n characters.
func filler(lot *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len()+5 <= n {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		for range 4 {
			b.WriteByte("bdfgklmnprstvz"[lot.IntN(14)])
			b.WriteByte("aeiou"[lot.IntN(5)])
			if b.Len() >= n {
				break
			}
		}
	}
	return b.String()
}

// repeated repeats a sentence as often as it fits into n characters, at least once.
func repeated(sentence string, n int) string {
	times := max(1, (n+1)/(utf8.RuneCountInString(sentence)+1))
	return strings.TrimSuffix(strings.Repeat(sentence+" ", times), " ")
}
