package daemon_test

import (
	"fmt"
	"testing"

	"navd/ipc"
)

// TestProposalAgainstFeedback: a proposal names what users said as feedback that goes against it,
// where both may hold, and nothing else that they said of the room.
func TestProposalAgainstFeedback(t *testing.T) {
	h := newHouse(t)
	here := h.looksFor("TV")
	there := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"TV","scene_id":"another home"}`)).Episode
	for _, said := range []struct{ episode, text string }{
		{here, "the soap is in the garage"},
		{here, "the mug is not in the kitchen"},
		{here, "never go to the attic"},
		{there, "the rake is in the garage"},
		{here, "the garage is cold"},
	} {
		h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"text":%q}`, said.episode, said.text))
	}
	for _, c := range []struct{ text, more, want string }{
		{"never enter the garage", `,"scene_id":"home"`, "[g1@1 the soap is in the garage]"},
		{"never enter the garage", ``, "[g1@1 the soap is in the garage g4@1 the rake is in the garage]"},
		{"when looking for soap or a rake, stay out of the garage", `,"scene_id":"home"`, "[g1@1 the soap is in the garage]"},
		{"when looking for a pen, never enter the garage", ``, "[]"},
		{"when looking for a mug, prefer the kitchen", ``, "[g2@1 the mug is not in the kitchen]"},
		{"when looking for a pen, prefer the attic", ``, "[g3@1 never go to the attic]"},
		{"the pen is in the attic", ``, "[g3@1 never go to the attic]"},
		{"the soap is not in the garage", ``, "[g1@1 the soap is in the garage]"},
		{"when looking for soap, prefer the garage", ``, "[]"},
	} {
		f := h.tell(c.text, c.more)
		var got []string
		for _, p := range into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, `{"status":"open"}`)).Proposals {
			if p.ID != f.Proposal {
				continue
			}
			for _, e := range p.Entries {
				got = append(got, fmt.Sprintf("%s@%d %s", e.ID, e.Version, e.Title))
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s %s: %v, want %s", c.text, c.more, got, c.want)
		}
	}
}
