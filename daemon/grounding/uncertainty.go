package grounding

import (
	_ "embed" // the prompt
	"strconv"
	"strings"
)

//go:embed prompts/verbalized.txt
var verbalizedPrompt string

// AskVerbalized returns the instruction that asks a model for the answer that
// [ParseVerbalized] reads: probabilities of the actions for the next three steps. It
// contains block, what users said, unless that is empty. Nothing in block or in an action is
// read as a placeholder.
func AskVerbalized(actions []string, block string) string {
	names := make([]string, len(actions))
	for i, a := range actions {
		names[i] = strconv.Quote(a)
	}
	if block = strings.TrimSpace(block); block != "" {
		block = "People told the robot this before:\n\n" + block + "\n\n"
	}
	return strings.NewReplacer("$grounding_content\n\n", block, "$actions", strings.Join(names, ", ")).Replace(verbalizedPrompt)
}
