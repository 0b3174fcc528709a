package vlm

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/grounding"
	"navd/daemon/words"
)

// toldLine is one thing that people told the robot, in the block that its
// titles begin.
var (
	toldTitle = regexp.MustCompile(`(?m)^#### .* Grounding(?: Rules)?\s*$`)
	toldLine  = regexp.MustCompile(`(?m)^- (.+)$`)
	saidLine  = regexp.MustCompile(`(?m)^(f\d+) step \d+[^,]*, (\w+): (".*")$`)
	entryLine = regexp.MustCompile(`(?m)^(g\d+) \w+: (".*")$`)
)

// heed reads what people told the robot. A model that reads "there is no sofa in
// the bathroom" believes it: the rule does as far as the words are plain.
func (b *brief) heed(text string) {
	at := toldTitle.FindStringIndex(text)
	if at == nil {
		return
	}
	for _, m := range toldLine.FindAllStringSubmatch(text[at[1]:], -1) {
		b.told = append(b.told, words.ParseClaims(m[1], "")...)
	}
}

// believe is a chance after what people said of the goal in rooms of a type.
func (b *brief) believe(p float64, kind words.Key) float64 {
	delta, _ := words.Match(b.told, b.goal, kind, 0, -1)
	return min(1, max(0, p+delta))
}

// finalAnswer is what a model answers that distils feedback.
type finalAnswer struct {
	UserPreference grounding.Content `json:"user_preference_grounding"`
	Spatial        grounding.Content `json:"spatial_grounding"`
	Procedural     grounding.Content `json:"procedural_grounding"`
	General        grounding.Content `json:"general_grounding_rules"`
	Changes        []finalChange     `json:"changes"`
}

type finalChange struct {
	Action   string   `json:"action"`
	Category string   `json:"category"`
	Text     string   `json:"text"`
	Evidence []string `json:"evidence"`
}

// final distils the feedback of a prompt: each text once, as a sentence; and one
// entry that says together what was said of the place in several feedbacks.
func final(prompt string) finalAnswer {
	a := finalAnswer{Changes: []finalChange{}}
	parts := map[string]*grounding.Content{
		"user_preference": &a.UserPreference, "spatial": &a.Spatial, "procedural": &a.Procedural, "general": &a.General,
	}
	together := finalChange{Action: "add", Category: "spatial"}
	var lines []string
	for _, m := range saidLine.FindAllStringSubmatch(prompt, -1) {
		text, ok := unquote(m[3])
		part := parts[m[2]]
		if line := sentence(text); ok && part != nil && !slices.Contains(strings.Split(part.Content, "\n"), line) {
			part.Content = strings.TrimPrefix(part.Content+"\n"+line, "\n")
			if m[2] == "spatial" {
				lines, together.Evidence = append(lines, line), append(together.Evidence, m[1])
			}
		}
	}
	if together.Text = strings.Join(lines, " "); len(lines) > 1 && !strings.Contains(entryTexts(prompt), together.Text) {
		a.Changes = append(a.Changes, together)
	}
	return a
}

// entryTexts is what the entries say already.
func entryTexts(prompt string) string {
	var all strings.Builder
	for _, m := range entryLine.FindAllStringSubmatch(prompt, -1) {
		text, _ := unquote(m[2])
		all.WriteString(text + "\n")
	}
	return all.String()
}

// unquote reads a quoted text; false when it is none.
func unquote(quoted string) (string, bool) {
	text, err := strconv.Unquote(quoted)
	return text, err == nil
}

// sentence makes a sentence of a text on one line.
func sentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") {
		return text
	}
	return text + "."
}
