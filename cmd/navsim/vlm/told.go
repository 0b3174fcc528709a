package vlm

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/grounding"
	"navd/daemon/words"
)

// Lines about what people told the robot: the title of the block and its lines, and the
// feedback and entries in a prompt for a final.
var (
	toldTitle = regexp.MustCompile(`(?m)^#### .* Grounding(?: Rules)?\s*$`)
	toldLine  = regexp.MustCompile(`(?m)^- (.+)$`)
	saidLine  = regexp.MustCompile(`(?m)^(f\d+) step \d+[^,]*, (\w+): (".*")$`)
	entryLine = regexp.MustCompile(`(?m)^(g\d+) \w+: (".*")$`)
)

// heed reads what people told the robot, as far as package words understands it. A real
// model would believe "there is no sofa in the bathroom", too.
func (b *brief) heed(text string) {
	at := toldTitle.FindStringIndex(text)
	if at == nil {
		return
	}
	for _, m := range toldLine.FindAllStringSubmatch(text[at[1]:], -1) {
		b.told = append(b.told, words.ParseClaims(m[1], "")...)
	}
}

// believe returns the chance p, changed by what people said about the goal in rooms of a
// type.
func (b *brief) believe(p float64, kind words.Key) float64 {
	delta, _ := words.Match(b.told, b.goal, kind, 0, -1)
	return min(1, max(0, p+delta))
}

// finalAnswer is the answer of a model that distils feedback.
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

// final distils the feedback of a prompt: each text once, as a sentence, and one entry that
// joins several texts about the place, unless there is one already.
func final(prompt string) finalAnswer {
	a := finalAnswer{Changes: []finalChange{}}
	parts := map[string]*grounding.Content{
		"user_preference": &a.UserPreference, "spatial": &a.Spatial, "procedural": &a.Procedural, "general": &a.General,
	}
	together := finalChange{Action: "add", Category: "spatial"}
	var lines []string
	for _, m := range saidLine.FindAllStringSubmatch(prompt, -1) {
		text, err := strconv.Unquote(m[3])
		part := parts[m[2]]
		if line := sentence(text); err == nil && part != nil && !slices.Contains(strings.Split(part.Content, "\n"), line) {
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

// entryTexts returns the texts of the entries in a prompt.
func entryTexts(prompt string) string {
	var all strings.Builder
	for _, m := range entryLine.FindAllStringSubmatch(prompt, -1) {
		text, _ := strconv.Unquote(m[2]) // none when it is not quoted
		all.WriteString(text + "\n")
	}
	return all.String()
}

// sentence turns a text into a sentence on one line.
func sentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") {
		return text
	}
	return text + "."
}
