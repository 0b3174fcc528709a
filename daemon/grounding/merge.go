package grounding

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/limits"
)

// File is one file to merge. Its name must end in .json or .txt, in upper or lower case,
// which is its kind.
type File struct {
	Name    string
	Content []byte
}

// Format is the format of a merge's text.
type Format string

// The formats.
const (
	FormatText Format = "txt"  // the JSON files as Markdown
	FormatJSON Format = "json" // the merged JSON, fenced
	FormatBoth Format = "both" // Markdown, then JSON
)

// Skipped is a file that a merge left out, and why.
type Skipped struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// Merged is the content of several JSON files together.
type Merged struct {
	Stacked feedback.Four[[]string] `json:"stacked_grounding"` // first seen first, each line once
	Final   Final                   `json:"final_grounding"`   // "- a", blank line, "- b"; without a time
}

// Merge is the result of [MergeFiles].
type Merge struct {
	Merged   Merged                  // of the JSON files; empty without them
	Contents feedback.Four[[]string] // the contents that Final joins, for [Block]
	Markdown string                  // the final under four H4 titles; empty when Merged has neither final nor stack
	Text     string                  // the JSON files in the format, then the text files
	Prompt   string                  // the same for a prompt: see [MergeFiles]
	Skipped  []Skipped               // in the order of the files; never nil
}

// rule separates the parts of a merged text.
const rule = "\n\n---\n\n"

// MergeFiles merges files in their order. The stacked lists of JSON files are joined, each
// line once. Their finals are joined by category, trimmed, without blank ones, equal ones
// once; instead of a null final the stacked lines count. Text files keep their text, with \n
// as line ends and without a byte order mark; blank files are left out. A $ in a content is
// not a placeholder.
//
// Prompt is for a prompt that has titles of its own: it has the contents as [Block] writes
// them, split into items so that no mark of a list is doubled, and lowers the headings of
// text files below H4, so that none looks like a title.
//
// A file that cannot be used (of another kind, not UTF-8, or refused by [ReadSnapshot]) is
// skipped. Another format than the three is an invalid fault.
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

// take adds one file. It returns the text of a text file.
func (m *Merge) take(f File) (text string, err error) {
	s, text, err := f.read()
	if s != nil {
		m.add(*s)
	}
	return text, err
}

// read returns the snapshot of a JSON file, or the text of a text file with \n as line ends.
func (f File) read() (s *Snapshot, text string, err error) {
	switch strings.ToLower(path.Ext(f.Name)) {
	case ".json":
		read, err := ReadSnapshot(f.Content)
		if err != nil {
			return nil, "", err
		}
		return &read, "", nil
	case ".txt":
		data, err := utf8Text(f.Content)
		return nil, lineEnds(string(data)), err
	}
	return nil, "", fault.Field("name", f.Name, "a name that ends in .json or .txt")
}

// lineEnds makes \n of all line ends.
func lineEnds(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
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

// Contents returns what a snapshot adds to a merge or an import: the texts of its final,
// trimmed, without blank ones; its stacked lines when the final is null; nothing when it is
// open.
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

// finish makes the merged final and its Markdown.
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

// markdown returns the final with all four titles, even those without text.
func (m Merged) markdown() string {
	var sections []string
	for _, c := range feedback.Categories() {
		sections = append(sections, "#### "+c.Title()+"\n\n"+*m.Final.Of(c))
	}
	return strings.Join(sections, "\n\n")
}

// JSON returns the merged JSON in the form of [Snapshot.JSON].
func (m Merged) JSON() ([]byte, error) {
	m.Stacked = lists(m.Stacked)
	return encode(m)
}

// block returns the text of the JSON files in a format; nil when they are empty.
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

// items splits the contents, so that each text is one item of a list.
func (m *Merge) items() (items feedback.Four[[]string]) {
	for _, c := range feedback.Categories() {
		for _, content := range *m.Contents.Of(c) {
			join(items.Of(c), apart(content))
		}
		*items.Of(c) = once(*items.Of(c))
	}
	return items
}

// fence puts JSON into a code fence. Nothing in it can close the fence, because no line of
// JSON begins with backticks.
func fence(data json.RawMessage) string { return "```json\n" + string(data) + "\n```" }
