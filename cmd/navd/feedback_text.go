package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"navd/cmd/navd/story"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/words"
	"navd/ipc"
)

// feedbackReport is what `navd feedback` prints.
type feedbackReport struct {
	Episode string `json:"episode"`          // that it was given to
	Newest  bool   `json:"newest,omitempty"` // nobody named the episode
	ipc.FeedbackResult
	Entry map[string]grounding.Entry `json:"entry"` // by id: the entries of the items, and those that they superseded or may conflict with
}

// printFeedback says what was done with a feedback.
func (a *app) printFeedback(r feedbackReport) error {
	tell := inKorean
	if len(r.Entries) == 0 || slices.ContainsFunc(r.Entries, func(e ipc.FeedbackEntry) bool { return !words.IsKorean(e.Text) }) {
		tell = inEnglish
	}
	a.say(tell.kept, r.Feedback, plain(r.Episode))
	if step, known := r.step(); known {
		a.say(tell.step, step)
	}
	if r.Newest {
		a.say("%s", tell.newest)
	}
	a.say("\n")
	if r.Verdict != "" {
		a.say("%s\n", tell.verdict(feedback.Verdict(r.Verdict)))
	}
	for _, e := range r.Entries {
		a.printSaidItem(r, e)
	}
	if r.Verdict == "" && !slices.ContainsFunc(r.Entries, func(e ipc.FeedbackEntry) bool { return e.ID != "" }) {
		return nil // there is nothing to take back
	}
	return a.say("%s: navd grounding undo %s\n", tell.back, r.Feedback)
}

// step gives the step that the feedback is about, if an entry tells it.
func (r feedbackReport) step() (step int, known bool) {
	for _, e := range r.Entry {
		for _, v := range e.Evidence {
			if v.Feedback == r.Feedback {
				return v.Step, true
			}
		}
	}
	return 0, false
}

// printSaidItem says what was done with one item of a feedback.
func (a *app) printSaidItem(r feedbackReport, e ipc.FeedbackEntry) {
	tell := wordingFor(e.Text)
	if e.ID == "" {
		a.say("%s, %s: %s\n", tell.category(e.Category), tell.noEntry, plainLines(e.Text, noteIndent))
		a.say(noteIndent+"%s\n", e.Note)
		return
	}
	a.say("%s  %s, %s: %s\n", e.ID, tell.category(e.Category), tell.action(e), plainLines(e.Text, noteIndent))
	var notes []string
	if e.Note != "" {
		notes = append(notes, e.Note)
	}
	if now, ok := r.Entry[e.ID]; ok {
		notes = append(notes, tell.scope(now.Scope))
	}
	notes = append(notes, tell.claims(e.Text, e.Claims, e.Action != "outdated", r.Entry[e.ID].Scope.Room.Type)...)
	for _, n := range append(notes, r.others(e, tell)...) {
		a.say(noteIndent+"%s\n", n)
	}
}

// others says what an item does to other entries.
func (r feedbackReport) others(e ipc.FeedbackEntry, tell wording) (notes []string) {
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	for _, id := range e.Superseded {
		note(tell.replaces, r.quote(id))
	}
	if e.By != "" {
		note(tell.newer, r.quote(e.By))
	}
	others := []string{}
	for _, id := range e.Possible {
		switch told := r.Entry[id].Claims; {
		case oppose(e.Claims, told):
			note(tell.contradicts, r.quote(id), id)
		case mayDiffer(e.Claims, told):
			others = append(others, id)
		}
	}
	shown := others[max(0, len(others)-mostPossible):] // the newest
	for _, id := range shown {
		note(tell.conflicts, r.quote(id))
	}
	if more := e.More + len(others) - len(shown); more > 0 {
		note(tell.more, more)
	}
	return notes
}

// wording is how the answer to a feedback is worded, in the language of what was said.
type wording struct {
	kept, step, newest, back                      string // of the feedback as a whole
	verdict                                       func(feedback.Verdict) string
	category                                      func(feedback.Category) string // from here on of an item
	action                                        func(ipc.FeedbackEntry) string
	noEntry                                       string
	scope                                         func(grounding.Scope) string
	claims                                        func(text string, claims []words.Claim, inUse bool, room words.Key) []string
	replaces, newer, contradicts, conflicts, more string // what it does to others
}

var (
	inEnglish = wording{
		kept: "%s is kept for episode %s", step: ", step %d", newest: "; --episode names another", back: "to take it back",
		verdict:  func(v feedback.Verdict) string { return "verdict: " + string(v) },
		category: func(c feedback.Category) string { return string(c) },
		action:   actionText, noEntry: "no entry",
		scope: func(s grounding.Scope) string { return "holds " + scopeText(s) }, claims: claimLines,
		replaces: "takes the place of %s", newer: "the newer %s stays",
		contradicts: "contradicts %s, which stays, but the newer counts; to take that out: navd grounding retire %s",
		conflicts:   "may conflict with %s, which stays", more: "and with %d more",
	}
	inKorean = wording{
		kept: "%s: 탐색 %s에 남겼습니다", step: ", %d걸음째", newest: "; 다른 탐색은 --episode로 고릅니다", back: "되돌리려면",
		verdict: koreanVerdict, category: koreanCategory, action: koreanAction, noEntry: "저장하지 않음",
		scope: func(s grounding.Scope) string { return plain(story.ScopeKorean(s)) }, claims: koreanClaimLines,
		replaces: "앞선 말을 대신합니다: %s", newer: "더 나중에 한 말을 지킵니다: %s",
		contradicts: "앞선 말과 어긋나지만 나중 말을 지킵니다: %s. 앞선 말을 빼려면 navd grounding retire %s",
		conflicts:   "앞선 말과 어긋날 수 있습니다: %s", more: "그 밖에 %d개",
	}
)

// wordingFor is the wording in the language of a text.
func wordingFor(text string) wording {
	if words.IsKorean(text) {
		return inKorean
	}
	return inEnglish
}

// koreanClaimLines is [claimLines] in Korean.
func koreanClaimLines(text string, claims []words.Claim, _ bool, room words.Key) []string {
	if len(claims) == 0 {
		return []string{"navd는 이 말을 이해하지 못하고, 모델에게 글로 전합니다"}
	}
	lines := make([]string, len(claims))
	for i, c := range words.AsSaid(text, claims, room) {
		lines[i] = plain("navd: " + story.ClaimKorean(c, room))
	}
	return lines
}

// mostPossible is how many entries about the same thing are named below one,
// beside those that contradict it.
const mostPossible = 3

// oppose reports whether one of some claims contradicts one of others: the same subject and
// object, one for and one against.
func oppose(some, others []words.Claim) bool {
	return slices.ContainsFunc(some, func(c words.Claim) bool {
		return slices.ContainsFunc(others, func(o words.Claim) bool {
			return c.Subject == o.Subject && c.Object == o.Object && c.Polarity*o.Polarity < 0
		})
	})
}

// mayDiffer reports whether claims may be of a different opinion: each says that a thing is
// somewhere, and not in the same place, or one of them was not understood.
func mayDiffer(some, others []words.Claim) bool {
	return len(some) == 0 || len(others) == 0 || slices.ContainsFunc(some, func(c words.Claim) bool {
		return slices.ContainsFunc(others, func(o words.Claim) bool {
			return c.Subject == o.Subject && c.Object != o.Object && c.Polarity > 0 && o.Polarity > 0
		})
	})
}

// noteIndent is what stands before a note below an entry.
const noteIndent = "    "

// quote names an entry by its id and, where it could be read, its text.
func (r feedbackReport) quote(id string) string {
	e, ok := r.Entry[id]
	if !ok {
		return id
	}
	return id + " \"" + plain(e.Text) + "\""
}

// actionText says in words what was done with an item.
func actionText(e ipc.FeedbackEntry) string {
	switch e.Action {
	case "merged":
		return "known already, " + restsOn(e.Evidence)
	case "outdated":
		return "kept as outdated"
	}
	return e.Action
}

// koreanAction is [actionText] in Korean.
func koreanAction(e ipc.FeedbackEntry) string {
	switch e.Action {
	case "added":
		return "새로 저장"
	case "merged":
		return fmt.Sprintf("이미 아는 말, 같은 말 %d번", e.Evidence)
	case "outdated":
		return "지난 말로 저장"
	}
	return e.Action
}

// koreanCategory is the name of a category in Korean.
func koreanCategory(c feedback.Category) string {
	switch c {
	case feedback.UserPreference:
		return "선호"
	case feedback.Spatial:
		return "공간"
	case feedback.Procedural:
		return "절차"
	}
	return "일반"
}

// koreanVerdict says a verdict in Korean.
func koreanVerdict(v feedback.Verdict) string {
	switch v {
	case feedback.Success:
		return "평가: 성공"
	case feedback.Failure:
		return "평가: 실패"
	}
	return "평가: 진행 중"
}

// restsOn says how many feedbacks say the same.
func restsOn(evidence int) string {
	if evidence == 1 {
		return "1 feedback says so"
	}
	return fmt.Sprintf("%d feedbacks say so", evidence)
}

// scopeText says where an entry holds.
func scopeText(s grounding.Scope) string { return plain(s.String()) }

// printParsed says how a text is understood.
func (a *app) printParsed(r ipc.ParseResult) error {
	var b strings.Builder
	if r.Verdict != "" {
		fmt.Fprintf(&b, "verdict: %s\n", r.Verdict)
	}
	room := words.Key("") // of all that is said
	tell := inEnglish
	for i, item := range r.Items {
		fmt.Fprintf(&b, "%s: %s\n", item.Category, plainLines(item.Text, noteIndent))
		tell = wordingFor(item.Text)
		if i >= len(r.Scopes) || r.Scopes[i] == nil {
			continue
		}
		b.WriteString(noteIndent + strings.Replace(tell.scope(*r.Scopes[i]), "holds ", "would hold ", 1) + "\n")
		if room = r.Scopes[i].Room.Type; *r.Scopes[i] != *cmp.Or(r.Scopes[0], r.Scopes[i]) {
			room = ""
		}
	}
	for _, n := range r.Notes {
		b.WriteString(noteIndent + n + "\n")
	}
	if len(r.Items) > r.Commands {
		for _, line := range tell.claims(feedback.Texts(r.Items), r.Claims, false, room) {
			b.WriteString(noteIndent + line + "\n")
		}
	}
	if b.Len() == 0 {
		b.WriteString("nothing would be kept of it\n")
	}
	return a.write(b.String() + "nothing was stored\n")
}
