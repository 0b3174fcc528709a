package grounding

import (
	_ "embed" // the prompt
	"strconv"
	"strings"
)

//go:embed prompts/verbalized.txt
var verbalizedPrompt string

// AskVerbalized is the instruction that asks a model for the answer that
// [ParseVerbalized] reads: probabilities of the actions over the next three
// steps, with block, what users said, in it. A block that is empty leaves no
// gap; nothing in it or in an action is a placeholder.
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
