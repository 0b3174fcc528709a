// Package scene is how a picture becomes a scene sample: the question to a
// model, and the strict reading of its answer. It is pure.
//
//	picture ─► Ask ─► NewMachine ⇄ driver ─► Parse ─► Scene
package scene

import (
	_ "embed" // the prompt
	"fmt"
	"slices"
	"unicode/utf8"

	"navd/daemon/fault"
	"navd/daemon/reply"
	"navd/daemon/words"
)

// Scene is what a model saw in a picture.
type Scene struct {
	Type        string   `json:"scene_type"`            // of the place, in the model's words; never empty
	Description string   `json:"description,omitempty"` // one or two sentences, or nothing
	Objects     []string `json:"objects,omitempty"`     // names of things
}

// Schema is the JSON schema of an answer.
const Schema = `{"type":"object","properties":{"scene_type":{"type":"string"},"description":{"type":"string"},` +
	`"objects":{"type":"array","items":{"type":"string"}}},"required":["scene_type","description","objects"]}`

// What is taken of one answer, as much as of a controller's own sample: it
// stands in the replies to all steps in the place, and in prompts.
const (
	maxName        = 200  // runes of a type or of an object's name
	maxDescription = 2000 // runes, the rest is cut off
	maxObjects     = 200  // names, the rest is left out
)

// Parse reads a model's answer: scene_type is required, has a letter in it and
// at most 200 characters; description and objects may be missing, and names of
// objects that are longer than that are left out. Control characters become
// spaces. The object may stand bare, fenced or inside prose, as JSON or as a
// Python literal; extra keys are ignored. The fault of an unusable answer names
// what is wrong with it.
func Parse(text string) (s Scene, err error) {
	o, err := reply.Object(text, "scene_type")
	if err != nil {
		return Scene{}, err
	}
	if s.Type, err = reply.String(o, "scene_type"); err != nil {
		return Scene{}, err
	}
	if o.Has("description") {
		if s.Description, err = reply.String(o, "description"); err != nil {
			return Scene{}, err
		}
	}
	if o.Has("objects") {
		if s.Objects, err = reply.Strings(o, "objects"); err != nil {
			return Scene{}, err
		}
	}
	return s.bounded()
}

// bounded holds an answer to what is taken.
func (s Scene) bounded() (Scene, error) {
	s.Type, s.Description = reply.Line(s.Type), reply.Line(s.Description)
	switch {
	case words.LabelKey(s.Type) == "":
		return Scene{}, fault.Field("scene_type", s.Type, "a place type with at least one letter, or unknown")
	case utf8.RuneCountInString(s.Type) > maxName:
		return Scene{}, fault.Field("scene_type", s.Type, fmt.Sprintf("a place type of at most %d characters", maxName))
	}
	if runes := []rune(s.Description); len(runes) > maxDescription {
		s.Description = string(runes[:maxDescription])
	}
	named := s.Objects[:0] // none stays none
	for _, name := range s.Objects {
		name = reply.Line(name)
		if name != "" && utf8.RuneCountInString(name) <= maxName && len(named) < maxObjects && !slices.Contains(named, name) {
			named = append(named, name)
		}
	}
	s.Objects = named
	return s, nil
}

//go:embed prompts/scene.txt
var promptText string

// BuiltIn is the prompt that is used when the configuration names none.
func BuiltIn() string { return promptText }

// Placeholders are the names that a prompt for pictures may use.
func Placeholders() []string { return []string{"goal"} }

// ParsePrompt reads a prompt for pictures.
func ParsePrompt(text string) (reply.Template, error) {
	return reply.ParseTemplate("scene", text, Placeholders())
}

// Ask builds the question about a picture for a robot that looks for goal.
func Ask(t reply.Template, goal string, image reply.Image) reply.Ask {
	system, prompt := t.Fill(map[string]string{"goal": goal})
	return reply.Ask{Role: "scene", System: system, Prompt: prompt, Images: []reply.Image{image}, Schema: Schema}
}

// NewMachine asks a chain of models for one scene. chain names the models,
// without "local".
func NewMachine(ask reply.Ask, chain []string) *reply.Machine[Scene] {
	return reply.NewMachine(ask, chain, Parse)
}
