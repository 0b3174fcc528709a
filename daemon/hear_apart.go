package daemon

import (
	"regexp"
	"strings"

	"navd/daemon/words"
)

// apart parts a text that calls several rooms by names of their own, or one beside another room,
// into texts that each speak of one, since an entry holds in one room: "the mug is in Tim's room
// and don't go into Anna's room". A text of which not each part is understood stays whole.
func (at hearing) apart(text string) []string {
	_, named := at.inTable(text)
	var said []string
	for _, n := range named {
		if n.Room.House != "" {
			said = append(said, n.AsSaid(text))
		}
	}
	if len(said) == 0 {
		return []string{text}
	}
	var parts []string
	for _, part := range strings.Split(partEnds.ReplaceAllString(koreanEnds.Replace(text), "\n"), "\n") {
		parts = append(parts, each(part, said)...)
	}
	for _, part := range parts {
		if plain, _ := at.inTable(part); len(words.Read(plain, "", at.here).Claims) == 0 {
			parts = each(text, said) // "the mug is in Tim's room or Anna's room"
			break
		}
	}
	return parts
}

// each gives a text once for each name of a list in it: "don't go into Tim's room" and "don't go
// into Anna's room" for "don't go into Tim's room or Anna's room".
func each(text string, names []string) []string {
	for i, a := range names {
		for _, b := range names[i+1:] {
			for _, pair := range [][2]string{{a, b}, {b, a}} {
				list := regexp.QuoteMeta(pair[0]) + `(?:,? (?:or|and|nor)(?: (?:in|into|to))? |, |(?:이나|나|이랑|랑|하고|와|과),? )` + regexp.QuoteMeta(pair[1])
				if at := regexp.MustCompile(list).FindStringIndex(text); at != nil {
					return []string{text[:at[0]] + pair[0] + text[at[1]:], text[:at[0]] + pair[1] + text[at[1]:]}
				}
			}
		}
	}
	return []string{text}
}

var (
	// partEnds matches what parts the sentences of a text, and its clauses.
	partEnds = regexp.MustCompile(`(?i)[.!;] +|,? (?:and|but) |, `)

	// koreanEnds writes clauses that go on as sentences.
	koreanEnds = strings.NewReplacer("있고 ", "있어. ", "없고 ", "없어. ", "있고, ", "있어. ", "없고, ", "없어. ", "지 말고 ", "지 마. ", "지 말고, ", "지 마. ", "가고 ", "가. ")
)
