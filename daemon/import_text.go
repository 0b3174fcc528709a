package daemon

import (
	"fmt"
	"slices"

	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/words"
	"navd/ipc"
)

// fileText is a text of a file, and what whoever imports it is told of it.
type fileText struct {
	grounding.Taught
	command bool // it tells the robot how to move: no entry is made
	note    string
}

// readText reads a text as feedback is read, but that a file is said in no episode: nothing
// in it is for now, and it lifts no ban. With a scene, what is about a place holds in that
// alone.
func readText(e grounding.Taught, scene string) fileText {
	all := draftsOf(feedback.Item{Category: e.Category, Text: e.Text}, ipc.FeedbackParams{Claims: e.Claims}, hearing{})
	d := all[0]
	t := fileText{Taught: e, command: d.command && e.Scope == (grounding.Scope{}), note: d.note}
	switch now := all[len(all)-1]; {
	case t.command:
		return t
	case d.reverse != words.Keeps:
		t.note = fmt.Sprintf(inLanguage(d.korean, fileBackNote, fileBackNoteKorean), forgetAny)
	case e.Scope.Episode == "" && now.passing && len(now.Claims) > 0:
		t.note = leftOut(now, len(all) == 1)
	}
	if rooms, things := words.Mentions(e.Text); scene != "" && (e.Local() || len(rooms)+len(things) > 0) {
		t.Scope, t.Placed = grounding.Scope{Scene: scene, Target: e.Scope.Target}, true
	}
	return t
}

// leftOut tells that a file gives nothing of what a text says for now, where that is all that
// it says; "" when it lasts in a file, as an order does.
func leftOut(now draftEntry, whole bool) string {
	lasting := words.Lasting(now.Text, "")
	for _, c := range now.Claims {
		if slices.Contains(lasting, c) {
			return ""
		}
	}
	if whole {
		return inLanguage(now.korean, fileNowNote, fileNowNoteKorean)
	}
	return inLanguage(now.korean, filePartNote, filePartNoteKorean)
}

// The notes on texts of files.
const (
	fileNowNote        = `kept as a note: it sounds like something for now, and a file counts for good. to have it always, say: "don't go to the kitchen"`
	fileNowNoteKorean  = `메모로만 남겼습니다. 지금을 두고 하는 말로 들리는데, 파일의 말은 늘 지킵니다. 늘 지켜야 하면 이렇게 말해 주세요: "부엌에는 가지 마"`
	filePartNote       = `understood in part: what is for now is left out, because a file counts for good`
	filePartNoteKorean = `일부만 이해했습니다. 지금을 두고 하는 말은 뺐습니다. 파일의 말은 늘 지키기 때문입니다`
	fileBackNote       = `kept as a note: ` + reverseNote
	fileBackNoteKorean = `메모로만 남겼습니다. ` + reverseNoteKorean
	notInUseNote       = `it is %s, and a file does not bring it back: navd grounding history %s`
)

// standsNote tells of an entry that says the same already, if it is not in use.
func standsNote(e grounding.Entry) string {
	if e.State == item.Active {
		return ""
	}
	state := string(e.State)
	if e.SupersededBy != "" {
		state += " by " + e.SupersededBy
	}
	return fmt.Sprintf(notInUseNote, state, e.ID)
}
