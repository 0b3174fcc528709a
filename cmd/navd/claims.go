package main

import (
	"navd/cmd/navd/story"
	"navd/daemon/words"
)

// claimText says in words what a claim has navd's own planner do.
func claimText(c words.Claim) string { return plain(story.Claim(c)) }

// claimLines says what claims come to, one line each: what they do when they are
// in use, else what they would do.
func claimLines(claims []words.Claim, inUse bool) []string {
	if len(claims) == 0 {
		return []string{"navd itself reads nothing in it; models get the text"}
	}
	verb := "would"
	if inUse {
		verb = "will"
	}
	lines := make([]string, len(claims))
	for i, c := range claims {
		lines[i] = "navd itself " + verb + " " + claimText(c)
	}
	return lines
}
