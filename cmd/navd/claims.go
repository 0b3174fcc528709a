package main

import (
	"navd/cmd/navd/story"
	"navd/daemon/words"
)

// claimText says in words what the local planner does because of a claim.
func claimText(c words.Claim) string { return plain(story.Claim(c)) }

// claimLines says what the local planner will do because of claims, or what it would do
// if they were in use; one line each.
func claimLines(claims []words.Claim, inUse bool) []string {
	if len(claims) == 0 {
		return []string{"navd itself understands nothing in it; models get the text"}
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
