package planner

import (
	"crypto/sha256"
	_ "embed" // the prompt templates
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"navd/daemon/nav"
	"navd/daemon/reply"
)

//go:embed prompts/planner.txt
var systemPrompt string

// System gives the built-in system prompt and its name with hash.
func System() (string, nav.Prompt) {
	return systemPrompt, nav.Prompt{ID: "planner", Hash: Hash(systemPrompt)}
}

// Hash is the SHA-256 of a text, hexadecimal.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Prompt builds the question to a model: the goal, the views shown, what is
// labelled in them, and the Navigation Context.
func Prompt(sv nav.Survey, c nav.Context, images []reply.Image) reply.Ask {
	var b strings.Builder
	fmt.Fprintf(&b, "Goal object: %s\n", sv.Goal)
	fmt.Fprintf(&b, "Views shown: %s. The robot faces view %d.\n", viewList(sv), sv.Facing)
	for _, v := range sv.Glimpse {
		if line := glimpseLine(v); line != "" {
			b.WriteString(line)
		}
	}
	b.WriteString("\nNavigation Context\n")
	b.WriteString(c.Text())
	return reply.Ask{System: systemPrompt, Prompt: b.String(), Images: images}
}

func viewList(sv nav.Survey) string {
	names := make([]string, len(sv.Here))
	for i, o := range sv.Here {
		names[i] = strconv.Itoa(o.View)
	}
	return strings.Join(names, ", ")
}

// glimpseLine says what the controller labelled in one view.
func glimpseLine(v nav.SiteView) string {
	var parts []string
	if v.Type != "" {
		parts = append(parts, string(v.Type))
	}
	if v.Known {
		parts = append(parts, fmt.Sprintf("free %.1f m, sight %.1f m", v.FreeM, v.SeeM))
	}
	if len(v.Objects) > 0 {
		parts = append(parts, "objects: "+strings.Join(v.Objects, ", "))
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("View %d (angle %.0f): %s\n", v.View, nav.NormDeg(-30*float64(v.View)), strings.Join(parts, "; "))
}
