package grounding

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/limits"
)

// File is one file to merge. The end of its name tells its kind, .json or .txt
// in any case.
type File struct {
	Name    string
	Content []byte
}

// Format says what the text of a merge is made of.
type Format string

// The formats.
const (
	FormatText Format = "txt"  // the JSON files as Markdown
	FormatJSON Format = "json" // the merged JSON, fenced
	FormatBoth Format = "both" // Markdown, then JSON
)

// Skipped is a file that a merge left out whole, and why.
type Skipped struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// Merged is what JSON files come to together.
type Merged struct {
	Stacked feedback.Four[[]string] `json:"stacked_grounding"` // first seen first, each line once
	Final   Final                   `json:"final_grounding"`   // "- a", blank line, "- b"; without a time
}

// Merge is the outcome of [MergeFiles].
type Merge struct {
	Merged   Merged                  // always filled; without JSON files, empty
	Contents feedback.Four[[]string] // what Final joins, for [Block]
	Markdown string                  // the final under four H4 titles; empty when Merged has neither final nor stack
	Text     string                  // the block of the JSON files in the format, then the texts
	Prompt   string                  // Text for a prompt with titles of its own: see [MergeFiles]
	Skipped  []Skipped               // in the order of the files; never nil
}

// rule stands between the parts of a merged text.
const rule = "\n\n---\n\n"

// MergeFiles merges files in their order. The stacked lists of JSON files are
// united, each line once. Their finals are joined category by category, trimmed,
// blank ones left out and equal ones once; a file whose final is null gives its
// stacked lines in place of it. Text files keep their text, with line ends as
// \n and without a byte order mark; blank ones are left out. Nothing in a
// content is a placeholder: a $ stays a $.
//
// Prompt is the same for a prompt that has titles of its own: the contents as
// [Block] has them, taken apart by lines so that no mark of a list stands twice,
// and the headings of text files below H4, so that none is taken for a title.
//
// A file that cannot be used (no known kind, no UTF-8, see [ReadSnapshot]) is
// skipped whole. A format that is none of the three is an invalid fault.
func MergeFiles(files []File, format Format) (Merge, error) {
	if r, _ := limits.Of("grounding.merge_format"); !r.HasText(string(format)) {
		return Merge{}, r.Refuse("").About("merge_format", string(format))
	}
	m := Merge{Skipped: []Skipped{}}
	var texts []string
	for _, f := range files {
		text, err := m.take(f)
		if err != nil {
			m.Skipped = append(m.Skipped, Skipped{f.Name, fault.As(err).Error()})
			continue
		}
		if strings.TrimSpace(text) != "" {
			texts = append(texts, text)
		}
	}
	m.finish()
	block, err := m.block(format, m.Markdown)
	if err != nil {
		return Merge{}, err
	}
	m.Text = strings.Join(append(block, texts...), rule)
	if block, err = m.block(format, Block(m.items())); err != nil {
		return Merge{}, err
	}
	for _, text := range texts {
		block = append(block, subordinate(text))
	}
	m.Prompt = strings.Join(slices.DeleteFunc(block, func(part string) bool { return part == "" }), rule)
	return m, nil
}

// take adds one file; a text file gives its text.
func (m *Merge) take(f File) (text string, err error) {
	switch kind := strings.ToLower(path.Ext(f.Name)); kind {
	case ".json":
		s, err := ReadSnapshot(f.Content)
		if err != nil {
			return "", err
		}
		m.add(s)
		return "", nil
	case ".txt":
		data, err := utf8Text(f.Content)
		return string(lineEnds(data)), err
	default:
		return "", fault.Field("name", f.Name, "a name that ends in .json or .txt")
	}
}

func lineEnds(data []byte) []byte {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
}

func (m *Merge) add(s Snapshot) {
	contents := s.Contents()
	for _, c := range feedback.Categories() {
		join(m.Merged.Stacked.Of(c), *s.Stacked.Of(c))
		join(m.Contents.Of(c), *contents.Of(c))
	}
}

func join(list *[]string, more []string) { *list = append(*list, more...) }

// once keeps the first of equal texts.
func once(list []string) []string {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(text string) bool {
		again := seen[text]
		seen[text] = true
		return again
	})
}

// Contents is what a snapshot gives to a merge and to an import: the texts of
// its final, trimmed, blank ones left out; its stacked lines when the final is
// null; nothing when it is open.
func (s Snapshot) Contents() (contents feedback.Four[[]string]) {
	for _, c := range feedback.Categories() {
		var texts []string
		switch {
		case s.Final != nil:
			texts = []string{*s.Final.Of(c)}
		case !s.Open:
			texts = *s.Stacked.Of(c)
		}
		for _, text := range texts {
			if text = strings.TrimSpace(text); text != "" {
				*contents.Of(c) = append(*contents.Of(c), text)
			}
		}
	}
	return contents
}

// finish fills the merged final and its Markdown.
func (m *Merge) finish() {
	m.Merged.Stacked = lists(m.Merged.Stacked)
	empty := true
	for _, c := range feedback.Categories() {
		lines, texts := m.Merged.Stacked.Of(c), m.Contents.Of(c)
		*lines, *texts = once(*lines), once(*texts)
		if len(*texts) > 0 {
			*m.Merged.Final.Of(c) = "- " + strings.Join(*texts, "\n\n- ")
		}
		empty = empty && len(*texts) == 0 && len(*lines) == 0
	}
	if !empty {
		m.Markdown = m.Merged.markdown()
	}
}

// markdown has all four titles, also those with nothing below.
func (m Merged) markdown() string {
	var sections []string
	for _, c := range feedback.Categories() {
		sections = append(sections, "#### "+c.Title()+"\n\n"+*m.Final.Of(c))
	}
	return strings.Join(sections, "\n\n")
}

// JSON gives the merged JSON as a file has it, see [Snapshot.JSON].
func (m Merged) JSON() ([]byte, error) {
	m.Stacked = lists(m.Stacked)
	return encode(m)
}

// block gives the parts that the JSON files make in a format; none when there
// is nothing in them.
func (m *Merge) block(format Format, markdown string) ([]string, error) {
	if m.Markdown == "" {
		return nil, nil
	}
	if format == FormatText {
		return []string{markdown}, nil
	}
	data, err := m.Merged.JSON()
	if err != nil {
		return nil, err
	}
	fenced := fence(data)
	if format == FormatJSON {
		return []string{fenced}, nil
	}
	return []string{strings.TrimSpace(markdown + "\n\n" + fenced)}, nil
}

// items takes the contents apart, so that each text is one item of a list.
func (m *Merge) items() (items feedback.Four[[]string]) {
	for _, c := range feedback.Categories() {
		for _, content := range *m.Contents.Of(c) {
			join(items.Of(c), apart(content))
		}
		*items.Of(c) = once(*items.Of(c))
	}
	return items
}

// fence puts JSON into a fence that nothing in it can close: a line of JSON
// never begins with backticks.
func fence(data json.RawMessage) string { return "```json\n" + string(data) + "\n```" }
