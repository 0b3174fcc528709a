package feedback

import (
	"strings"
	"unicode"

	"navd/daemon/fault"
)

// Item is one correction: a text about one category.
type Item struct {
	Category Category `json:"category"`
	Text     string   `json:"text"` // as written, without spaces and commas at its ends; never empty
}

// Texts is what items say, one below the other.
func Texts(items []Item) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item.Text
	}
	return strings.Join(texts, "\n")
}

// Said is what a user's text says.
type Said struct {
	Verdict Verdict `json:"verdict,omitempty"` // empty: none said
	Items   []Item  `json:"items"`             // in the order of the text; never nil
}

// Parse reads a text in either grammar:
//
//	feedback : spatial: kitchen is green procedural: turn left there
//	s:(u: …, s: …, p: …, g: …)      s, f and w: Success, Failure, WiP
//
// Names are those of [ParseCategory] and [ParseVerdict]. The word feedback (or
// 피드백) and its colon may be left out; at the beginning of a line they part
// one feedback from the next. A colon may be full-width and have spaces on both
// sides; a name counts at a word boundary alone ("steps: first" names none).
// What stands before the first category is text of the category unnamed, and so is
// a word before a colon that names none. A verdict can stand without parentheses
// ("failure: hit the wall"), except that s with text behind it is spatial.
//
// Nothing of the text is dropped but names, their colons, the parentheses of
// the second grammar, and spaces and commas around a text. A text of nothing
// else gives no items.
//
// It fails with an invalid fault when a text in parentheses begins with a name,
// or has one behind a comma, that is none of the four ("s:(x: …)"), and when
// two verdicts differ.
func Parse(text string, unnamed Category) (Said, error) {
	r := reading{Said{Items: []Item{}}, unnamed}
	for _, part := range feedbacks(text) {
		if err := r.part(part); err != nil {
			return Said{}, err
		}
	}
	return r.Said, nil
}

// feedbacks parts a text where a line begins with the word feedback.
func feedbacks(text string) []string {
	var parts []string
	from := 0
	for m := range marks(text) {
		if (m.name == "feedback" || m.name == "피드백") && beginsLine(text, m.start) {
			parts = append(parts, text[from:m.start])
			from = m.end
		}
	}
	return append(parts, text[from:])
}

// beginsLine reports whether only spaces stand between i and the line's begin.
func beginsLine(text string, i int) bool {
	before := strings.TrimRightFunc(text[:i], inline)
	return before == "" || strings.ContainsRune("\r\n", rune(before[len(before)-1]))
}

// A reading gathers what the parts of a text say.
type reading struct {
	Said
	unnamed Category // of what names none
}

// part reads one feedback: groups in parentheses, or a verdict, then the rest.
func (r *reading) part(text string) error {
	grouped := false
	for {
		g, ok := cutGroup(text)
		if !ok {
			break
		}
		if err := r.group(g); err != nil {
			return err
		}
		text, grouped = g.rest, true
	}
	if v, rest, ok := cutVerdict(text); ok && !grouped {
		if err := r.judge(v); err != nil {
			return err
		}
		text = rest
	}
	r.items(text)
	return nil
}

func (r *reading) group(g group) error {
	if err := r.judge(g.verdict); err != nil {
		return err
	}
	for m := range marks(g.body) {
		if _, known := m.category(); !known && m.leads(g.body) {
			return fault.Field("category", m.name, AllowedCategories)
		}
	}
	r.items(g.body)
	return nil
}

func (r *reading) judge(v Verdict) error {
	if r.Verdict != "" && r.Verdict != v {
		return fault.Field("verdict", string(r.Verdict)+" and "+string(v), "one verdict")
	}
	r.Verdict = v
	return nil
}

// items takes a text apart at the names of categories.
func (r *reading) items(text string) {
	category, from := r.unnamed, 0
	for m := range marks(text) {
		if c, ok := m.category(); ok {
			r.add(category, text[from:m.start])
			category, from = c, m.end
		}
	}
	r.add(category, text[from:])
}

func (r *reading) add(c Category, text string) {
	if text = strings.TrimFunc(text, separates); text != "" {
		r.Items = append(r.Items, Item{c, text})
	}
}

// separates reports whether r stands between texts and belongs to none.
func separates(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(commas, r) }

const commas = ",，、"

func blank(s string) bool { return strings.TrimFunc(s, separates) == "" }
