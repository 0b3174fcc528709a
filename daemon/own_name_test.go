package daemon_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/grounding"
	"navd/daemon/words"
	"navd/ipc"
)

// A name that was given to a room of a kept house means that room, in later episodes, after a
// restart and a crash, and in either language's sentences, until it is taken back.
func TestOwnNameOfRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	for _, tt := range []struct {
		names string // said in the first bedroom
		uses  string // said later, elsewhere
		view  int    // that a plan goes along between the bedrooms: 0 to the first
	}{
		{"this is Anna's room", "the sofa is not in Anna's room", 6},
		{"we call this the small bedroom", "there is no sofa in the small bedroom", 6},
		{"this room is called the den", "never go into the den", 6},
		{"이 방은 민수 방이야", "민수 방에는 소파가 없어", 6},
		{"여기는 작은방이야", "작은방에 가지 마", 6},
		{"여기를 햇살방이라고 불러", "소파는 햇살방에 없어", 6},
		{"this is my room", "the sofa is in my room", 0},
	} {
		t.Run(tt.names, func(t *testing.T) {
			h := twoBedrooms(t)
			id := h.enter(0.5, 0, 0)
			h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
			name := h.say(id, tt.names)
			if e := name.Entries[0]; len(e.Claims) != 1 || e.Claims[0].Relation != words.RelationCalled || e.Note != "" {
				t.Fatalf("the name was understood as %+v", e)
			}
			h.leave(id)
			h.restart()
			id = h.enter(6, 1, 90)
			h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"kitchen"}`, id))
			before := into[ipc.ParseResult](t, h.do(ipc.FeedbackParse, params(t, ipc.ParseParams{Text: tt.uses, Episode: id})))
			said := h.say(id, tt.uses)
			e := h.entryOf(said.IDs[0])
			if len(e.Claims) != 1 || e.Scope.Room.House != "mill" || e.Scope.Room.X != 0.5 {
				t.Fatalf("it was kept as %+v", e)
			}
			if len(before.Scopes) != 1 || *before.Scopes[0] != e.Scope || before.Claims[0].Object != e.Claims[0].Object {
				t.Errorf("before it was said it was understood as %+v", before)
			}
			h.leave(id)
			for name, h := range map[string]*house{"after a restart": h, "after a crash": h.crash()} {
				if view := h.chooses(between); view != tt.view {
					t.Errorf("%s it goes along view %d", name, view)
				}
			}
			h.do(ipc.GroundingRetire, fmt.Sprintf(`{"id":%q}`, name.IDs[0]))
			id = h.enter(6, 1, 90)
			if e := h.entryOf(h.say(id, strings.ToUpper(tt.uses)+"!").IDs[0]); e.Scope.Room.X == 0.5 && e.ID != said.IDs[0] {
				t.Errorf("without the name it was kept as %+v", e)
			}
			h.leave(id)
		})
	}
}

// Without a kept house a name of a type counts in its scene, one of a thing too, and one of this
// room forbids nothing, since any room of its type may be meant.
func TestOwnName(t *testing.T) {
	for _, tt := range []struct{ names, uses, want string }{
		{"we call the bedroom the nest", "the sofa is in the nest", "target:sofa in bedroom"},
		{"we call the bedroom the nest", "stay out of the nest", "place:bedroom avoid "},
		{"침실을 둥지라고 불러", "소파는 둥지에 있어", "target:sofa in bedroom"},
		{"the sofa is called Frank", "Frank is in the bedroom", "target:sofa in bedroom"},
		{"소파를 보리라고 불러", "보리는 침실에 있어", "target:sofa in bedroom"},
		{"this is Anna's room", "the sofa is in Anna's room", "target:sofa in bedroom"},
		{"this is Anna's room", "never go into Anna's room", ""},
		{"이 방은 민수 방이야", "민수 방에는 가지 마", ""},
	} {
		t.Run(tt.names, func(t *testing.T) {
			h := newHouse(t)
			id := h.beginIn("apt", "sofa")
			h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
			if e := h.say(id, tt.names).Entries[0]; len(e.Claims) != 1 || e.Claims[0].Relation != words.RelationCalled {
				t.Fatalf("the name was understood as %+v", e)
			}
			e := h.say(id, tt.uses).Entries[0]
			got := ""
			for _, c := range e.Claims {
				got += c.Subject + " " + c.Relation + " " + c.Object
			}
			if got != tt.want || (e.Note == "") == (tt.want == "") {
				t.Errorf("understood as %q, %s; want %q", got, e.Note, tt.want)
			}
			other := h.beginIn("hut", "sofa")
			if e := h.say(other, tt.uses).Entries[0]; len(e.Claims) > 0 {
				t.Errorf("in another scene it was understood as %+v", e.Claims)
			}
		})
	}
}

// A named room is shown with its name where a house is shown, and is found by it.
func TestRoomNames(t *testing.T) {
	h := twoBedrooms(t)
	id := h.enter(0.5, 0, 0)
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
	old := h.say(id, "this is the guest room").IDs[0]
	h.do(ipc.GroundingRetire, fmt.Sprintf(`{"id":%q}`, old))
	entry := h.say(id, "this is “Anna's room”.").IDs[0]
	h.leave(id)
	kept := into[ipc.HouseGetResult](t, h.do(ipc.HouseGet, `{"house":"mill"}`))
	want := []ipc.RoomName{{Place: 1, Type: "bedroom", Name: "Anna's room", Entry: entry}}
	if diff := cmp.Diff(want, kept.Names); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	names := map[int]string{}
	for _, o := range into[ipc.HouseObjectsResult](t, h.do(ipc.HouseObjects, `{"house":"mill","label":"lamp"}`)).Things {
		names[o.Place] = o.RoomName
	}
	if names[1] != "Anna's room" || names[2] != "" {
		t.Errorf("the rooms of the lamps are called %v", names)
	}
	for what, want := range map[string]string{
		"lamp":                   "in the bedroom (Anna's room) at x",
		"where is annas room?":   "Anna's room is place 1, a bedroom at x 1.0, y 0.0. The way there is 0.0 m",
		"where is the sunroom?":  "Nothing called",
		"where is the kitchen?":  "The kitchen is place 3, a kitchen at x",
		"침실":                     "Anna's room은 1번 장소(침실)이고 x 1.0, y 0.0에 있습니다. 가는 길은 0.0 m이고 침실을 지납니다. 침실은 2번 장소이고 x",
		"where is Bob's bedroom": "Nothing called",
	} {
		r := into[ipc.HouseWhereResult](t, h.do(ipc.HouseWhere, fmt.Sprintf(`{"house":"mill","what":%q,"from":{"place":1}}`, what)))
		if !strings.Contains(r.Text, want) || (r.Room != nil) != (what == "where is annas room?") {
			t.Errorf("%s: %s", what, r.Text)
		}
	}
}

// What means one of several rooms of a type, and navd does not know which, says so.
func TestWhichRoom(t *testing.T) {
	for _, tt := range []struct {
		text   string
		claims int
		note   string
	}{
		{"the mug is in the small bedroom", 1, `counts for every bedroom: navd does not know which one is the small bedroom. `},
		{"there is no sofa in Anna's bedroom", 1, `this is Anna's bedroom`},
		{"there is no sofa in the second bathroom", 0, `in a kept house, say where the robot is in it: "this is the second bathroom"`},
		{"왼쪽 침실에 침대가 있어", 1, `"여기는 왼쪽 침실이야"`},
		{"the mug is in the bedroom", 1, ""},
		{"this is the small bedroom", 1, "counts for every bedroom until"},
		{"turn left", 0, "a command"},
	} {
		h := newHouse(t)
		id := h.beginIn("apt", "sofa")
		h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
		e := h.say(id, tt.text).Entries[0]
		if len(e.Claims) != tt.claims || !strings.Contains(e.Note, tt.note) || (e.Note == "") != (tt.note == "") {
			t.Errorf("%s: %d claims, %q", tt.text, len(e.Claims), e.Note)
		}
	}
}

// Who asks where something is is told what was said of it, which plans heed too.
func TestWhereSaid(t *testing.T) {
	h := twoBedrooms(t)
	id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"lamp","scene_id":"mill","house":{"id":"mill","mode":"read"}}`)).Episode
	ask := func(what string) string {
		return into[ipc.HouseWhereResult](t, h.do(ipc.HouseWhere, fmt.Sprintf(`{"house":"mill","what":%q}`, what))).Text
	}
	before := ask("lamp")
	entry := h.say(id, "I moved the lamp to the office").IDs[0]
	h.say(id, "the kite is in the office")
	h.say(id, "go to the kitchen")
	if text := ask("lamp"); !strings.HasPrefix(text, before[:10]) || !strings.HasSuffix(text, ` Somebody said less than a minute ago: "I moved the lamp to the office" (`+entry+`).`) {
		t.Error(text)
	}
	if text := ask("kite"); !strings.HasPrefix(text, "Nothing called kite was seen") || !strings.Contains(text, `"the kite is in the office"`) {
		t.Error(text)
	}
	h.do(ipc.GroundingRetire, fmt.Sprintf(`{"id":%q}`, entry))
	if text := ask("lamp"); strings.Contains(text, "said") {
		t.Error(text)
	}
}

// A goal with an owner, a colour or a size is met by what was said and seen of such things.
func TestGoalWithALook(t *testing.T) {
	for _, goal := range []string{"mug", "my mug", "the blue mug", "Anna's small blue mug", "내 파란 컵"} {
		h := newHouse(t)
		h.say(h.beginIn("apt", "sofa"), "the mug is in the bathroom")
		e := h.beginIn("apt", goal)
		plan := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(
			`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen","free_m":3,"see_m":4},{"view":3,"scene_type":"bathroom","free_m":3,"see_m":4}]}`, e)))
		if plan.View != 3 {
			t.Errorf("%s: what was said sends it to view %d", goal, plan.View)
		}
		plan = into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(
			`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen","free_m":3,"see_m":4,"objects":["mug"]},{"view":3,"scene_type":"bathroom","free_m":3,"see_m":4}]}`, e)))
		if plan.View != 0 {
			t.Errorf("%s: it is in view 0, and the robot goes to view %d", goal, plan.View)
		}
	}
}

// What the tables do not have is a thing all the same when it is looked for: a cat, a person.
func TestGoalOutsideTheTables(t *testing.T) {
	for _, tt := range []struct{ goal, text string }{
		{"cat", "the cat is in the bathroom"},
		{"cat", "it's in the bathroom"},
		{"고양이", "고양이는 화장실에 있어"},
		{"grandma", "grandma is in the bathroom"},
		{"cat", "the cat is in the kitchen and the sofa is in the bedroom"},
	} {
		h := newHouse(t)
		id := h.beginIn("apt", tt.goal)
		if tt.text[len(tt.text)-7:] == "bedroom" { // where it was, before the text moves it
			h.say(id, tt.text)
			tt.text = "the cat is in the bathroom now"
		}
		if e := h.say(id, tt.text).Entries[0]; len(e.Claims) != 1 || e.Note != "" {
			t.Errorf("%s: %+v", tt.text, e)
		}
		plan := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(
			`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen","free_m":3,"see_m":4},{"view":3,"scene_type":"bathroom","free_m":3,"see_m":4}]}`, h.beginIn("apt", tt.goal))))
		if plan.View != 3 {
			t.Errorf("%s: it goes to view %d", tt.text, plan.View)
		}
	}
}

// What is said of a named room for now holds in that room until the search ends; beside other
// rooms it has an entry of its own. What only looks like a name is none.
func TestOwnNameForNow(t *testing.T) {
	h := twoBedrooms(t)
	id := h.enter(0.5, 0, 0)
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
	h.say(id, "this is Anna's room")
	for _, text := range []string{
		"this is the other room", "this is probably Anna's room", "여기는 잠긴 방이야", "이 방은 그 방이야", "소파는 거실이라고 했잖아", "the sofa is called bed", "we call the kitchen the bedroom",
	} {
		h.say(id, text)
	}
	for text, want := range map[string][]string{
		"stay out of Anna's room today":                  {"in the bedroom at x 0.5, y 0.0 of house mill alone, in episode E, while the bed is looked for"},
		"go to Anna's room":                              {"in the bedroom at x 0.5, y 0.0 of house mill alone, in episode E, while the bed is looked for"},
		"the sofa is not in Anna's room":                 {"in the bedroom at x 0.5, y 0.0 of house mill alone"},
		"the sofa is in the kitchen":                     {"in scene mill"},
		"the bed is in the bedroom":                      {"in scene mill"},
		"the sofa is in Anna's room, not in the kitchen": {"in the bedroom at x 0.5, y 0.0 of house mill alone", "in scene mill"},
	} {
		var got []string
		for _, e := range h.say(id, text).Entries {
			if scope := h.entryOf(e.ID).Scope; scope.Episode == "" || scope.Room.House != "" {
				got = append(got, strings.ReplaceAll(scope.String(), id, "E"))
			}
		}
		if !cmp.Equal(got, want) {
			t.Errorf("%s holds %q, want %q", text, got, want)
		}
	}
}

// Who says that a thing is where the robot must not go is told what forbids it.
func TestThingBehindABan(t *testing.T) {
	h := newHouse(t)
	id := h.beginIn("apt", "mug")
	ban := h.say(id, "never go to the garage").IDs[0]
	if e := h.say(id, "the mug is in the garage").Entries[0]; !strings.Contains(e.Note, `"never go to the garage": navd grounding retire `+ban) {
		t.Errorf("%q", e.Note)
	}
	if e := h.say(id, "the mug is in the pantry").Entries[0]; e.Note != "" {
		t.Errorf("%q", e.Note)
	}
	for text, want := range map[string]int{
		"if it rains in March, never enter the garage": 0, "when looking for a towel, look in the garage": 1, "the mug is in the garage": 1,
	} {
		if p := h.tell(text, `,"kind":"memory"`); len(h.proposal(p.Proposal).Claims) != want {
			t.Errorf("%s: navd reads %v", text, h.proposal(p.Proposal).Claims)
		}
	}
}

// proposal gives a proposal as it is shown.
func (h *house) proposal(id string) (v ipc.ProposalView) {
	for _, v := range into[ipc.ProposalListResult](h.t, h.do(ipc.KnowledgeProposals, `{}`)).Proposals {
		if v.ID == id {
			return v
		}
	}
	h.t.Fatalf("there is no proposal %s", id)
	return v
}

// What was said of "it" is kept as it was said, beside the entry that names the goal.
func TestSaidOfItIsKept(t *testing.T) {
	for params, want := range map[string]string{
		`"text":"it's in the study"`:                                       "it's in the study",
		`"feedback":{"general":"it's in the study","procedural":"slowly"}`: "procedural: slowly\ngeneral: it's in the study\n",
		`"feedback":{"general":"the mug is in the study"}`:                 "",
	} {
		h := newHouse(t)
		e := h.beginIn("apt", "mug")
		h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,%s}`, e, params))
		said := into[ipc.GroundingGetResult](t, h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q}`, e))).Feedback[0]
		if last := said.Items[len(said.Items)-1]; said.Text != want || last.Text != "the mug is in the study" {
			t.Errorf("%s: %q, items %+v", params, said.Text, said.Items)
		}
	}
}

// Who says that a name is over is told how to take it back, and of who gives a name, which other
// name the room has and which other room has the name.
func TestNameIsOver(t *testing.T) {
	h := twoBedrooms(t)
	anna := h.inBedroom(1, "", "this is Anna's room").IDs[0]
	frank := h.inBedroom(1, "", "the sofa is called Frank").IDs[0]
	minsu := h.inBedroom(2, "", "여기는 민수 방이야").IDs[0]
	for _, tt := range []struct {
		in   int // which bedroom
		text string
		note string // part of it
		kept bool
	}{
		{1, "this is not Anna's room", "navd grounding retire " + anna, false},
		{1, "This isn't Anna's room any more.", "navd grounding retire " + anna, false},
		{1, "we no longer call this Anna's room", "navd grounding retire " + anna, false},
		{1, "don't call the sofa Frank any more", "navd grounding retire " + frank, false},
		{2, "여기는 이제 민수 방 아니야", "navd grounding retire " + minsu, false},
		{2, "여기를 민수 방이라고 부르지 마", "navd grounding retire " + minsu, false},
		{2, "this is not Anna's room", "not understood", true}, // it is not, and nobody said so
		{1, "Anna's room is not messy", "not understood", true},
		{1, "the lamp is not in Anna's room", "", true},
		{1, "this is the blue bedroom", "this room is called Anna's room too. if it is not any more: navd grounding retire " + anna, true},
		{2, "this is Anna's room", "another room had this name, and this one has it now. to take it from the other: navd grounding retire " + anna, true},
	} {
		e := h.inBedroom(tt.in, "", tt.text).Entries[0]
		if !strings.Contains(e.Note, tt.note) || (tt.note == "") != (e.Note == "") || (e.ID != "") != tt.kept {
			t.Errorf("%s: entry %q, %q", tt.text, e.ID, e.Note)
		}
	}
	rooms := map[string]int{}
	for _, n := range into[ipc.HouseGetResult](t, h.do(ipc.HouseGet, `{"house":"mill"}`)).Names {
		rooms[n.Name] = n.Place
	}
	if want := map[string]int{"blue bedroom": 1, "Anna's room": 2, "민수 방": 2}; !maps.Equal(rooms, want) {
		t.Errorf("the names are those of %v, want %v", rooms, want)
	}
}

// A text that speaks of several single rooms gives each its own entry, and one of this room beside
// another room too.
func TestRoomsApart(t *testing.T) {
	h := twoBedrooms(t)
	say := func(text string) (got []string) {
		for _, said := range h.inBedroom(1, "", text).IDs {
			e := h.entryOf(said)
			for _, c := range e.Claims {
				got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s @%v", c.Subject, c.Relation, c.Object, e.Scope.Room.X)))
			}
			h.do(ipc.GroundingRetire, fmt.Sprintf(`{"id":%q}`, said))
		}
		return got
	}
	h.inBedroom(1, "", "this is Tim's room")
	h.inBedroom(2, "", "this is Anna's room")
	anna := h.said()["this is Anna's room"].Room.X
	tim := h.said()["this is Tim's room"].Room.X
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"the mug is in Tim's room and don't go into Anna's room", []string{fmt.Sprint("target:mug in bedroom @", tim), fmt.Sprint("place:bedroom avoid  @", anna)}},
		{"don't go into Anna's room. The mug is in Tim's room.", []string{fmt.Sprint("place:bedroom avoid  @", anna), fmt.Sprint("target:mug in bedroom @", tim)}},
		{"don't go into Tim's room or Anna's room", []string{fmt.Sprint("place:bedroom avoid  @", tim), fmt.Sprint("place:bedroom avoid  @", anna)}},
		{"the mug is in Tim's room and the laptop is in Anna's room", []string{fmt.Sprint("target:mug in bedroom @", tim), fmt.Sprint("target:laptop in bedroom @", anna)}},
		{"the mug is in Tim's room, the kitchen is off limits", []string{fmt.Sprint("target:mug in bedroom @", tim), "place:kitchen avoid  @0"}},
		{"the mug isn't here but in the kitchen", []string{fmt.Sprint("target:mug not_in bedroom @", tim), "target:mug in kitchen @0"}},
		{"컵은 여기 없고 부엌에 있어", []string{fmt.Sprint("target:mug not_in bedroom @", tim), "target:mug in kitchen @0"}},
	} {
		if diff := cmp.Diff(tt.want, say(tt.text)); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.text, diff)
		}
	}
}

// "my room" is the room of the one who says it.
func TestMyRoom(t *testing.T) {
	h := twoBedrooms(t)
	say := func(in int, by, text string) grounding.Entry { return h.entryOf(h.inBedroom(in, by, text).IDs[0]) }
	anna := say(1, "Anna", "this is my room").Scope.Room
	if got := say(2, "Tim", "don't go into my room"); len(got.Claims) > 0 {
		t.Errorf("a room that Tim did not name was taken for Anna's: %+v", got)
	}
	tim := say(2, "Tim", "this is my room").Scope.Room
	for by, want := range map[string]grounding.Room{"Anna": anna, "Tim": tim} {
		if got := say(1, by, "stay out of my room").Scope.Room; got != want || anna == tim {
			t.Errorf("the room of %s is %+v, want %+v", by, got, want)
		}
	}
}

// A ban of one room is no reason to keep out of another, and is not lifted with that one.
func TestBanOfOneRoom(t *testing.T) {
	h := twoBedrooms(t)
	h.inBedroom(1, "", "this is Tim's room")
	h.inBedroom(2, "", "this is Anna's room")
	ban := h.inBedroom(1, "", "don't go into Tim's room").IDs[0]
	for _, tt := range []struct{ text, note string }{
		{"the bowl is in Anna's room", ""},
		{"you may go into Anna's room again", "nothing said that counts here forbids it"},
		{"the bowl is in Tim's room", "the robot keeps out of there, by \"don't go into Tim's room\": navd grounding retire " + ban},
		{"you may go into Tim's room again", "no longer forbidden: " + ban},
	} {
		if e := h.inBedroom(2, "", tt.text).Entries[0]; !strings.Contains(e.Note, tt.note) || (tt.note == "") != (e.Note == "") {
			t.Errorf("%s: %q, want %q", tt.text, e.Note, tt.note)
		}
	}
}
