package planner

import (
	_ "embed" // the prompt
	"fmt"
	"strconv"
	"strings"

	"navd/daemon/nav"
	"navd/daemon/reply"
	"navd/daemon/words"
)

//go:embed prompts/planner.txt
var promptText string

// BuiltIn returns the prompt that is used when the configuration names none.
func BuiltIn() string { return promptText }

// Placeholders returns the names that a planner's prompt may use: the goal; what angles mean;
// which views are shown and where they are in the pictures; the labels of these views and of
// the one that the robot faces; what the controller labelled in them; its request in its own
// words (nav.ask) and the episode's instruction; the Navigation Context; and a block of each
// kind.
func Placeholders() []string {
	names := []string{"goal", Directions, "pictures", "views", "facing", "labels", "request", "instruction", "context"}
	for _, k := range Kinds() {
		names = append(names, k.Placeholder)
	}
	return names
}

// PromptID names the prompt.
const PromptID = "planner"

// Directions is the placeholder for what angles mean. A prompt without it uses navd's own
// angles, whatever is printed on the pictures.
const Directions = "directions"

// ParsePrompt reads a prompt for plans.
func ParsePrompt(text string) (reply.Template, error) {
	return reply.ParseTemplate(PromptID, text, Placeholders())
}

// Brief is what a model is told for one plan.
type Brief struct {
	Survey      nav.Survey
	Context     nav.Context
	Instruction string            // the user's instruction in words; empty: none
	Request     string            // the controller's request in its own words; empty: none
	Blocks      map[string]string // texts by the name of their [Kind]
	Images      []reply.Image
	Printed     *nav.Printed // what is printed on the pictures; Context.Words are made from it
}

// Ask makes the question to a model.
func (b Brief) Ask(t reply.Template) reply.Ask {
	sv := b.Survey
	var labels strings.Builder
	for _, v := range sv.Glimpse {
		labels.WriteString(b.glimpseLine(v))
	}
	fill := map[string]string{
		"goal": words.Line(sv.Goal), Directions: b.directions(), "pictures": b.pictures(), "views": strings.Join(b.labels(), ", "), "facing": b.words().Label(sv.Facing), "labels": labels.String(),
		"request": said("The controller says", b.Request), "instruction": said("The user says", b.Instruction), "context": b.Context.Text(),
	}
	for _, k := range Kinds() {
		fill[k.Placeholder] = k.under(b.Blocks[k.Name])
	}
	system, prompt := t.Fill(fill)
	return reply.Ask{System: system, Prompt: prompt, Images: b.Images}
}

// said quotes somebody's words.
func said(who, words string) string {
	if words = strings.TrimSpace(words); words == "" {
		return ""
	}
	return who + ": " + strconv.Quote(words)
}

// glimpseLine says what the controller labelled in one view.
func (b Brief) glimpseLine(v nav.SiteView) string {
	var parts []string
	if v.Type != "" {
		parts = append(parts, string(v.Type))
	}
	if v.Known {
		parts = append(parts, fmt.Sprintf("free %.1f m, sight %.1f m", v.FreeM, v.SeeM))
	}
	if len(v.Objects) > 0 {
		parts = append(parts, "objects: "+strings.Join(words.Lines(v.Objects), ", "))
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, "; ")
	if w := b.words(); !w.Own() {
		return fmt.Sprintf("Seen at %s: %s\n", w.View(v.View), text)
	}
	return fmt.Sprintf("View %d (angle %.0f): %s\n", v.View, nav.NormDeg(-30*float64(v.View)), text)
}
