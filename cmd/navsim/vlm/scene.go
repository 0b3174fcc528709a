package vlm

import (
	"fmt"
	"slices"
	"strings"

	"navd/cmd/navsim/caption"
)

// role is what a model was asked for.
type role string

const (
	rolePlanner role = "planner"
	roleScene   role = "scene"
	roleFinal   role = "final"
	roleOther   role = "other"
)

// roleOf finds out what is asked for: by the response schema, or without one by the words
// of the text.
func (a *asked) roleOf() role {
	text := a.system + "\n" + a.prompt
	for _, r := range []struct {
		key  string // a key of its answers
		role role
	}{{"goal_flag", rolePlanner}, {"scene_type", roleScene}, {"spatial_grounding", roleFinal}} {
		if a.wants != nil && a.wants.Properties[r.key] != nil || a.wants == nil && strings.Contains(text, r.key) {
			return r.role
		}
	}
	return roleOther
}

// sceneAnswer is what a scene model answers.
type sceneAnswer struct {
	Type        string   `json:"scene_type"`
	Description string   `json:"description"`
	Objects     []string `json:"objects"`
}

// scene describes the place that the pictures show: by the first picture whose caption
// names the place, or else by their views.
func scene(pictures []caption.Seen) sceneAnswer {
	a := sceneAnswer{Type: "unknown", Objects: []string{}}
	for _, p := range pictures {
		if p.Scene != nil && p.Scene.Type != "" {
			a.Type, a.Description = p.Scene.Type, p.Scene.Description
			a.add(p.Scene.Objects)
			return a
		}
	}
	a.gather(pictures)
	a.Description = describe(a)
	return a
}

// gather takes the objects of all views, and the type of the view with the shortest sight:
// that view most likely ends in the room where the picture was taken.
func (a *sceneAnswer) gather(pictures []caption.Seen) {
	nearest := caption.View{}
	for _, p := range pictures {
		for _, v := range p.Views {
			a.add(v.Objects)
			if v.Type != "" && (nearest.Type == "" || v.SeeM < nearest.SeeM) {
				nearest = v
			}
		}
	}
	if nearest.Type != "" {
		a.Type = nearest.Type
	}
}

// add adds objects, each once.
func (a *sceneAnswer) add(objects []string) {
	for _, o := range objects {
		if !slices.Contains(a.Objects, o) {
			a.Objects = append(a.Objects, o)
		}
	}
}

// describe makes a sentence of a scene.
func describe(a sceneAnswer) string {
	if len(a.Objects) == 0 {
		return fmt.Sprintf("A place that looks like this: %s.", a.Type)
	}
	return fmt.Sprintf("A place that looks like this: %s, with %s.", a.Type, strings.Join(a.Objects[:min(3, len(a.Objects))], ", "))
}
