package pages

import (
	"strings"
	"unicode"
)

// Normalize brings an answer into the spelling in which answers are compared:
// lower case, without ASCII punctuation and without the words a, an and the,
// words parted by single spaces.
func Normalize(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsPunct(r) || unicode.IsSymbol(r)) {
			return -1
		}
		return r
	}, strings.ToLower(s))
	var b strings.Builder
	for len(s) > 0 {
		end := strings.IndexFunc(s, func(r rune) bool { return !inWord(r) })
		if end < 0 {
			end = len(s)
		}
		switch word := s[:end]; word {
		case "a", "an", "the":
			b.WriteByte(' ')
		default:
			b.WriteString(word)
		}
		s = s[end:]
		next := strings.IndexFunc(s, inWord)
		if next < 0 {
			next = len(s)
		}
		b.WriteString(s[:next])
		s = s[next:]
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// Exact tells whether two answers are the same when normalized.
func Exact(answer, gold string) bool { return Normalize(answer) == Normalize(gold) }

// Overlap is how much two answers have in common, word by word, each 0 to 1.
type Overlap struct{ F1, Precision, Recall float64 }

// F1 compares the words of an answer with those of the right one. Yes, no and
// noanswer have something in common only with themselves, and an answer without
// words with none.
func F1(answer, gold string) Overlap {
	answer, gold = Normalize(answer), Normalize(gold)
	if answer != gold && (whole(answer) || whole(gold)) {
		return Overlap{}
	}
	given, wanted := strings.Fields(answer), strings.Fields(gold)
	left := map[string]int{}
	for _, w := range wanted {
		left[w]++
	}
	same := 0
	for _, w := range given {
		if left[w] > 0 {
			left[w]--
			same++
		}
	}
	if same == 0 {
		return Overlap{}
	}
	p, r := float64(same)/float64(len(given)), float64(same)/float64(len(wanted))
	return Overlap{F1: 2 * p * r / (p + r), Precision: p, Recall: r}
}

func whole(s string) bool { return s == "yes" || s == "no" || s == "noanswer" }
