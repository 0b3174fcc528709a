package daemon_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/grounding"
	"navd/daemon/words"
	"navd/ipc"
)

// TestWhatIsNotUnderstoodIsNoRule says things without a claim: each stays in the
// record, holds in its episode or its scene at most, and says so.
func TestWhatIsNotUnderstoodIsNoRule(t *testing.T) {
	const none = "none"
	for _, tt := range []struct{ text, scope, note string }{
		{"stop", none, "a command to the robot"},
		{"turn left", none, "a command to the robot"},
		{"왼쪽으로 돌아", none, "명령"},
		{"wrong way", "episode", "not understood, try:"},
		{"blah blah", "episode", "not understood, try:"},
		{"where is the sofa?", "scene", "a question"},
		{"where's my phone", "scene", "a question"},
		{"소파 어디 있어", "scene", "질문"},
		{"소파 부엌에 있어?", "scene", "질문"},
		{"is it there? oh well", "episode", "not understood"},
		{"아니야", "episode", "이해하지 못했습니다"},
		{"아 몰라 진짜", "episode", "이해하지 못했습니다"},
		{"the kitchen is next to the hall", "scene", "not understood, try:"},
		{"user_preference: I like it quiet", "episode", "not understood, try:"},
		{"s: doors squeak here", "scene", "not understood, try:"},
		{"the kitchen is green", "scene", ""},
		{"the sofa is in the bedroom", "scene", ""},
		{"don't go to the kitchen", "everywhere", ""},
		{"stay out of the bathroom today", "search", `say: "don't go to the bathroom"`},
		{"오늘은 거실에 가지 마", "search", `"거실에는 가지 마"`},
		{"look in the bathroom first", "search", `"always look in the bathroom first"`},
		{"소파는 침실에 있고, 거실 옆 작은 방에는 절대로 들어가지 마", "scene", "이해하지 못한 곳: 거실, 작은방"},
		{"the sofa is in the bedroom, beside the hallway that creaks", "scene", "understood in part: nothing about the corridor"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			h := newHouse(t)
			first := h.beginIn("home", "sofa")
			said := h.say(first, tt.text)
			got := said.Entries[0]
			if !strings.Contains(got.Note, tt.note) || (got.Note == "") != (tt.note == "") {
				t.Errorf("it says %q, want %q", got.Note, tt.note)
			}
			record := into[ipc.GroundingGetResult](t, h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q}`, first)))
			if len(record.Feedback) != 1 || record.Feedback[0].Items[0].Text != got.Text {
				t.Errorf("the record of the episode has %+v", record.Feedback)
			}
			if tt.scope == none {
				if got.ID != "" || got.Action != "command" || len(said.IDs) > 0 {
					t.Errorf("a command gave %+v", said)
				}
				return
			}
			want := map[string]grounding.Scope{"episode": {Episode: first}, "search": {Episode: first, Target: "sofa"}, "scene": {Scene: "home"}, "everywhere": {}}[tt.scope]
			if diff := cmp.Diff(want, h.entryOf(got.ID).Scope); diff != "" {
				t.Error(diff)
			}
			for episode, holds := range map[string]bool{
				first: true, h.beginIn("home", "sofa"): tt.scope != "episode" && tt.scope != "search", h.beginIn("another home", "sofa"): tt.scope == "everywhere",
			} {
				in := into[ipc.GroundingPromptResult](t, h.do(ipc.GroundingPrompt, fmt.Sprintf(`{"episode":%q}`, episode))).In
				if (len(in) == 1) != holds {
					t.Errorf("in episode %s the prompt has %v", episode, in)
				}
			}
		})
	}
}

// TestHereIsWhereTheRobotStands: "here" is the room where the robot was at the step that is
// spoken of.
func TestHereIsWhereTheRobotStands(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "sofa")
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"kitchen"}`, e))
	said := h.say(e, "there's no sofa here")
	if diff := cmp.Diff([]words.Claim{words.NotIn("sofa", "kitchen", "g1", 1)}, said.Entries[0].Claims); diff != "" {
		t.Error(diff)
	}
	for seq := 1; seq <= 4; seq++ {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"move_forward"}`, e, seq))
	}
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bathroom"}`, e))
	for seq := 5; seq <= 9; seq++ { // it is in the bathroom
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"move_forward"}`, e, seq))
	}
	late := into[ipc.FeedbackResult](t, h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"step":0,"text":"there is a bed here"}`, e)))
	if diff := cmp.Diff([]words.Claim{words.In("bed", "kitchen", "g2", 1)}, late.Entries[0].Claims); diff != "" {
		t.Error("of an earlier step:", diff)
	}
}

// TestPartLifted: of a ban on two rooms the one that is not allowed stays, and the answer
// says so.
func TestPartLifted(t *testing.T) {
	for lift, want := range map[string]string{
		"you may go to the living room again": `no longer forbidden: the living room; the rest of g1 "don't go to the bedroom or the living room" still counts`,
		"이제 거실에 가도 돼":                         `이제 금지하지 않습니다: 거실. 나머지는 계속 지킵니다: g1 "don't go to the bedroom or the living room"`,
	} {
		h := newHouse(t)
		e := h.beginIn("home", "mug")
		h.say(e, "don't go to the bedroom or the living room")
		if got := h.say(e, lift).Entries[0].Note; got != want {
			t.Errorf("%q: %s", lift, got)
		}
		plan := func(room string) int {
			return into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":%q,"free_m":3,"see_m":4},{"view":3,"scene_type":"garage","free_m":3,"see_m":4}]}`, e, room))).View
		}
		if living, bedroom := plan("living room"), plan("bedroom"); living != 0 || bedroom != 3 {
			t.Errorf("%q: with the living room it goes to view %d, with the bedroom to %d", lift, living, bedroom)
		}
	}
}

// TestGranted: a permission beside something else lifts a ban of its own.
func TestGranted(t *testing.T) {
	for _, text := range []string{
		"don't go into the kitchen but you may go into the bedroom", "you may go into the bedroom but don't go into the kitchen", "don't go into the kitchen. it's okay to go into the bedroom again",
		"부엌에는 가지 말고 침실에는 가도 돼", "침실에는 가도 되지만 부엌에는 가지 마", "부엌에는 가지 마. 하지만 침실에는 가도 돼",
	} {
		h := newHouse(t)
		id := h.beginIn("home", "sofa")
		h.say(id, "don't go to the bedroom")
		said := h.say(id, text)
		if len(said.Entries) != 2 || said.Entries[0].Note != "" || !strings.Contains(said.Entries[1].Note, `g1 "don't go to the bedroom"`) {
			t.Fatalf("%q gives %+v", text, said.Entries)
		}
		for i, want := range []string{"place:kitchen avoid", "place:bedroom prefer"} {
			e := h.entryOf(said.Entries[i].ID)
			if c := e.Claims; len(c) != 1 || c[0].Subject+" "+c[0].Relation != want || e.Scope.Scene != "" {
				t.Errorf("%q gives %+v, want %s", text, e, want)
			}
		}
		h.do(ipc.GroundingUndo, fmt.Sprintf(`{"feedback":%q}`, said.Feedback))
		for _, e := range said.Entries {
			if h.entryOf(e.ID).State == "active" {
				t.Errorf("%q: %s stays when the feedback is taken back", text, e.ID)
			}
		}
	}
	h := newHouse(t)
	id := h.beginIn("home", "sofa")
	h.say(id, "don't go to the bedroom")
	for _, text := range []string{"don't go into the kitchen, nobody said you may go into the bedroom", "don't go into the kitchen, but later you may go into the bedroom", "don't go into the kitchen. may you go into the bedroom?"} {
		if said := h.say(id, text); len(said.Entries) != 1 || !strings.Contains(said.Entries[0].Note, "understood in part: nothing about the bedroom") {
			t.Errorf("%q gives %+v", text, said.Entries)
		}
	}
}

// TestReversal: what allows to go where a ban forbids it counts more than the ban, as long as
// it is not taken back. Else what takes back becomes no entry, and the answer names the
// command that does it.
func TestReversal(t *testing.T) {
	h := newHouse(t)
	id := h.beginIn("home", "sofa")
	for _, text := range []string{"don't go to the kitchen", "don't go to the study", "never enter this hallway", "the sofa is in the bedroom"} {
		h.say(id, text)
	}
	h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"text":"avoid the study","scope":"scene"}`, id)) // g5
	for _, tt := range []struct{ text, entry, note string }{
		{"you may go to the pantry again", "", "nothing said that counts here forbids it"},
		{"you may go there again", "", "nothing is taken back in words: navd grounding retire g1, navd grounding retire g2"},
		{"you may go to the study again", "", "nothing is taken back in words: navd grounding retire g2, navd grounding retire g5"},
		{"이제 서재에 가도 돼", "", "되돌려지지 않습니다: navd grounding retire g2, navd grounding retire g5"},
		{"you may go to the kitchen again", "g6", `no longer forbidden: g1 "don't go to the kitchen" counts no more`},
		{"이제 부엌에 가도 돼", "", "금지한 것이 없습니다"},
		{"don't go to the kitchen", "g1", ""},
		{"이제 부엌에 가도 돼", "g7", `g1 "don't go to the kitchen"`},
		{"취소해", "", "되돌려지지 않습니다: navd grounding undo f13"},
		{"forget that", "", "nothing is taken back in words: navd grounding undo f13"},
	} {
		said := h.say(id, tt.text)
		if got := said.Entries[0]; got.ID != tt.entry || (got.Action == "reversal") != (tt.entry == "") || !strings.Contains(got.Note, tt.note) {
			t.Errorf("%q gives %+v, want %+v", tt.text, got, tt)
		}
	}
	for text, want := range map[string]string{
		"forget g4":                         "navd grounding retire g4",
		"f2 취소해":                            "navd grounding undo f2",
		"forget k1":                         "navd knowledge rollback k1",
		"forget what I said about the sofa": "nothing is taken back in words: navd grounding retire g4",
		"소파가 침실에 있다고 한 거 취소해":                       "되돌려지지 않습니다: navd grounding retire g4",
		"forget that there is a mug in the hallway": "nothing is taken back in words: navd grounding list",
		"부엌에 가지 말라고 한 거 잊어":                         "금지한 것이 없습니다",
	} {
		if got := h.say(id, text).Entries[0]; got.ID != "" || got.Action != "reversal" || !strings.Contains(got.Note, want) {
			t.Errorf("%q gives %+v, want %q", text, got, want)
		}
	}
	h.obeys("never enter the pantry", "")
	if got := h.say(id, "you may go to the pantry again").Entries[0]; !strings.Contains(got.Note, `a rule forbids it: navd knowledge rollback k1 --reason "it may"`) {
		t.Errorf("with a rule: %+v", got)
	}
	for text, against := range map[string]bool{
		"look in the pantry first": true, "the soap is in the pantry": true, "비누는 팬트리에 있어": true, "the soap is in the garage": false,
	} {
		dry := h.say(h.beginIn("away", "soap"), text).Entries[0]
		if told := strings.Contains(dry.Note, "navd knowledge rollback k1"); told != against {
			t.Errorf("%s: %q", text, dry.Note)
		}
	}
	prompt := func() string {
		var in []string
		for _, e := range into[ipc.GroundingPromptResult](t, h.do(ipc.GroundingPrompt, fmt.Sprintf(`{"episode":%q}`, id))).In {
			in = append(in, e.ID)
		}
		slices.Sort(in)
		return strings.Join(in, " ")
	}
	if got := prompt(); got != "g2 g3 g4 g5 g6 g7" {
		t.Errorf("the prompt has %s", got)
	}
	h.do(ipc.GroundingUndo, `{"feedback":"f13"}`)
	if got := prompt(); got != "g1 g2 g3 g4 g5" {
		t.Errorf("with the permission taken back the prompt has %s", got)
	}
}

// TestQuestionsConflictWithNothing: a question that is kept as a note is named beside no
// statement, and no statement beside it; other notes about the same thing are.
func TestQuestionsConflictWithNothing(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "sofa")
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"is the sofa in the bedroom?", nil},
		{"소파 침실에 있어?", nil},
		{"where is the sofa", nil},
		{"the sofa is in the bedroom", nil},
		{"is the sofa red?", nil},
		{"the sofa squeaks", []string{"g4"}},
		{"the sofa was new once. is it red?", []string{"g4", "g6"}},
	} {
		h.restart() // the entries are those that are stored
		if got := h.say(e, tt.text).Entries[0]; !slices.Equal(got.Possible, tt.want) {
			t.Errorf("%q may conflict with %v, want %v; it claims %v", tt.text, got.Possible, tt.want, got.Claims)
		}
	}
}

// Who takes back what was said is told the command that takes out the last thing that was
// understood, and not a note in between.
func TestUndoOfWhatWasUnderstood(t *testing.T) {
	h := newHouse(t)
	id := h.beginIn("home", "sofa")
	wrong := h.say(id, "the sofa is in the kitchen").Feedback
	h.say(id, "that was so slow")
	for _, text := range []string{"I was wrong", "취소해"} {
		if note := h.say(id, text).Entries[0].Note; !strings.Contains(note, "navd grounding undo "+wrong) {
			t.Errorf("%s: %q, want the command that takes %s back", text, note, wrong)
		}
	}
}
