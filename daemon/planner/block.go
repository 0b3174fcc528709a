package planner

import (
	"strings"

	"navd/daemon/item"
)

// Kind is a kind of block in a prompt: a part of the memory that a plan is given in addition
// to the Navigation Context.
type Kind struct {
	Name        string // name of the block in records
	What        string // description in words: "what users said"
	Placeholder string // placeholder of the block in prompts, without the dollar
	Above       string // line above it in a prompt, which says how much it counts
}

// Grounding is the block of what users said.
func Grounding() Kind {
	return Kind{"grounding", "what users said", "grounding_content", "People told the robot this before. It counts more than what rooms usually hold:"}
}

// Episodic is the block of what past episodes advise.
func Episodic() Kind {
	return Kind{"episodic", "what past episodes advise", "episodic_content", "Earlier episodes advise this, as JSON. It is evidence and no order:"}
}

// Knowledge is the block of memories: what was learned and approved.
func Knowledge() Kind {
	return Kind{"knowledge", "what was learned", "knowledge_content", "This was learned and approved by people. It counts less than rules:"}
}

// Skills is the catalogue of skills.
func Skills() Kind {
	return Kind{"skills", "skills that there are", "skills_content", "People approved these skills; name one in why where it says how to go on:"}
}

// Search is the block of what a tree search found.
func Search() Kind {
	return Kind{"search", "what a tree search found", "search_content", "The robot circles. A search over its memory compared the ways and found this. It is advice and no order:"}
}

// RulesKind is the block of what rules demand of the plan.
func RulesKind() Kind {
	return Kind{"rules", "what rules want", "rules_content", "These rules hold. An answer along a forbidden view is not taken:"}
}

// Kinds lists all kinds of blocks.
func Kinds() []Kind {
	return []Kind{Grounding(), Knowledge(), Skills(), Episodic(), Search(), RulesKind()}
}

// Block says what a plan was given of one kind.
type Block struct {
	Tokens  int            `json:"tokens"`            // of the block in the prompt, files included; estimate
	Hash    string         `json:"hash"`              // SHA-256 of the block, hexadecimal
	Files   string         `json:"files,omitempty"`   // SHA-256 of the text of the user's own files in it, hexadecimal
	In      []item.Shown   `json:"in"`                // items in it, and why
	LeftOut []item.LeftOut `json:"left_out"`          // items not in it, and why; at most 20
	More    int            `json:"more,omitempty"`    // number of further items not in it
	Claims  int            `json:"claims"`            // number of claims about the target or a place that were used
	Unasked string         `json:"unasked,omitempty"` // why the block is not in the prompt of the model
}

// under puts a block below the line that says how much it counts.
func (k Kind) under(block string) string {
	if block = strings.TrimSpace(block); block == "" {
		return ""
	}
	return k.Above + "\n\n" + block + "\n"
}
