package main

import (
	"strings"

	"navd/cmd/navd/story"
	"navd/daemon/words"
)

// claimText says in words what the local planner does because of a claim.
func claimText(c words.Claim) string { return plain(story.Claim(c)) }

// claimLines says what the local planner will do because of claims, or what it would do
// if they were in use; one line each. room is the type of the one room in which they hold,
// "" when they hold in all. Rooms and things are named as in text.
func claimLines(text string, claims []words.Claim, inUse bool, room words.Key) []string {
	if len(claims) == 0 {
		return []string{"navd itself understands nothing in it; models get the text"}
	}
	verb := "would"
	if inUse {
		verb = "will"
	}
	lines := make([]string, len(claims))
	for i, c := range words.AsSaid(text, claims, room) {
		text := claimText(c)
		if room != "" {
			text = strings.Replace(text, "any "+plain(string(room)), "that "+plain(string(room)), 1)
			text = strings.Replace(text, "know the "+plain(string(room)), "know that "+plain(string(room)), 1)
		}
		lines[i] = "navd itself " + verb + " " + text
	}
	return lines
}
