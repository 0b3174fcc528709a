package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/ipc"
)

// twoBedrooms is "mill" with a bedroom from the origin to x 2, another from x 10 to x 8,
// and a kitchen between them, from x 6, y 1 on to the left.
func twoBedrooms(t *testing.T) *house {
	h := newHouse(t)
	for _, v := range []struct {
		x, y, yaw float64
		room      string
	}{{0, 0, 0, "bedroom"}, {10, 0, 180, "bedroom"}, {6, 1, 90, "kitchen"}} {
		id := h.enter(v.x, v.y, v.yaw)
		h.roam(id, v.room, "lamp")
		h.leave(id)
	}
	return h
}

// inBedroom says a text in the first or the second of two bedrooms, in an episode of its own; by is
// who says it.
func (h *house) inBedroom(n int, by, text string) ipc.FeedbackResult {
	h.t.Helper()
	x, yaw := 0.5, 0.0
	if n == 2 {
		x, yaw = 10, 180
	}
	id := h.enter(x, 0, yaw)
	defer h.leave(id)
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
	return into[ipc.FeedbackResult](h.t, h.do(ipc.FeedbackAdd, params(h.t, ipc.FeedbackParams{Episode: id, Text: text, Author: by})))
}

// said gives the active entries by their texts with where they hold.
func (h *house) said() map[string]grounding.Scope {
	h.t.Helper()
	all := map[string]grounding.Scope{}
	for _, e := range into[ipc.GroundingListResult](h.t, h.do(ipc.GroundingList, `{}`)).Entries {
		if e.State == item.Active {
			all[e.Text] = e.Scope
		}
	}
	return all
}

// chooses gives the view that a plan goes along between the bedrooms: 0 to the first one, 6
// to the other.
func (h *house) chooses(params string) int {
	h.t.Helper()
	id := into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin, `{"goal":"sofa",`+params+`}`)).Episode
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"corridor"}`, id))
	r := into[ipc.PlanResult](h.t, h.do(ipc.NavPlan, fmt.Sprintf(
		`{"episode":%q,"labels":[{"view":0,"scene_type":"bedroom","free_m":3,"see_m":4},{"view":6,"scene_type":"bedroom","free_m":3,"see_m":4}]}`, id)))
	h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":false}`, id))
	return r.View
}

const between = `"house":{"id":"mill","mode":"read","start":{"pose":{"x":5,"y":0,"yaw":180}}}`

// What is said of this room holds in this room, in later episodes of the house too, after
// a restart and a crash, and of no other room of its type.
func TestThisRoom(t *testing.T) {
	for _, tt := range []struct{ text, other string }{
		{"there is no sofa in this bedroom", "이 방에는 소파가 없어"},
		{"이 방에는 소파가 없어", "여기 소파 없어"},
		{"no sofa here", "the sofa is not in this room"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			h := twoBedrooms(t)
			if view := h.chooses(between); view != 0 {
				t.Fatalf("before anything was said it goes along view %d", view)
			}
			id := h.enter(0.5, 0, 0)
			h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
			parsed := into[ipc.ParseResult](t, h.do(ipc.FeedbackParse, params(t, ipc.ParseParams{Text: tt.text, Episode: id})))
			if said := h.say(id, tt.text).Entries[0]; len(parsed.Claims) != 1 || parsed.Claims[0].Object != said.Claims[0].Object || len(parsed.Notes) > 0 {
				t.Errorf("before it was said it was understood as %+v", parsed)
			}
			want := grounding.Scope{Room: grounding.Room{House: "mill", Type: "bedroom", X: 0.5}}
			if diff := cmp.Diff(map[string]grounding.Scope{tt.text: want}, h.said()); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
			h.leave(id)
			h.restart()
			found := h.indexed(fmt.Sprintf(`{"query":%q,"kinds":["grounding"],"scope":"mill","place":"bedroom"}`, tt.text)).Hits[0]
			if found.Text != tt.text || found.Scope != "mill" || found.Place != "bedroom" {
				t.Errorf("found %+v", found)
			}
			for name, h := range map[string]*house{"after a restart": h, "after a crash": h.crash()} {
				if view := h.chooses(between); view != 6 {
					t.Errorf("%s it goes along view %d", name, view)
				}
			}
			for name, params := range map[string]string{
				"without the house": `"scene_id":"mill"`, "not knowing where": `"house":{"id":"mill","mode":"read"}`,
				"in another house": `"house":{"id":"attic","start":{"pose":{"x":5,"y":0,"yaw":180}}}`,
			} {
				if view := h.chooses(params); view != 0 {
					t.Errorf("%s it goes along view %d", name, view)
				}
			}
			id = h.enter(1, 0, 0) // the same said elsewhere in the room is the same
			h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
			if again := h.say(id, tt.text).Entries[0]; again.Action != "merged" {
				t.Errorf("said again it was %s", again.Action)
			}
			if other := h.say(id, tt.other).Entries[0]; other.Action != "merged" {
				t.Errorf("said in other words it was %s", other.Action)
			}
			h.leave(id)
			id = h.enter(9, 0, 180) // and of the other bedroom another
			h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
			if other := h.say(id, tt.text).Entries[0]; other.Action != "added" {
				t.Errorf("said of the other bedroom it was %s", other.Action)
			}
			h.leave(id)
			if view := h.chooses(between); view != 0 {
				t.Errorf("with both denied it goes along view %d", view)
			}
		})
	}
}

// What is said of this room once the search is over holds in the room where it ended.
func TestThisRoomAfterTheEnd(t *testing.T) {
	h := twoBedrooms(t)
	id := h.enter(0.5, 0, 0)
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
	h.leave(id)
	h.restart()
	h.say(id, "there is no sofa in this bedroom")
	want := grounding.Scope{Room: grounding.Room{House: "mill", Type: "bedroom", X: 0.5}}
	if diff := cmp.Diff(map[string]grounding.Scope{"there is no sofa in this bedroom": want}, h.said()); diff != "" {
		t.Fatalf("-want +got\n%s", diff)
	}
	if view := h.chooses(between); view != 6 {
		t.Errorf("it goes along view %d", view)
	}
}

// What is said in a house holds in that house, also when no scene was named.
func TestHouseIsItsScene(t *testing.T) {
	h := twoBedrooms(t)
	id := h.enter(0.5, 0, 0)
	h.say(id, "the mug is in the kitchen")
	if diff := cmp.Diff(map[string]grounding.Scope{"the mug is in the kitchen": {Scene: "mill"}}, h.said()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// The room beside another is the one that lies there in the house.
func TestRoomBeside(t *testing.T) {
	h := twoBedrooms(t)
	id := h.enter(6, 1, 90)
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"kitchen"}`, id))
	parsed := into[ipc.ParseResult](t, h.do(ipc.FeedbackParse, params(t, ipc.ParseParams{Text: "소파는 부엌 옆방에 있어", Episode: id})))
	e := h.say(id, "소파는 부엌 옆방에 있어").Entries[0]
	if len(parsed.Claims) != 1 || len(parsed.Notes) > 0 {
		t.Errorf("before it was said it was understood as %+v", parsed)
	}
	if again := h.say(id, "the sofa is in the room next to the kitchen").Entries[0]; again.Action != "merged" {
		t.Errorf("said in other words it was %s", again.Action)
	}
	if len(e.Claims) != 1 || e.Claims[0].Object != "room beside kitchen" || e.Note != "" {
		t.Errorf("%+v", e)
	}
	h.leave(id)
	if view := h.chooses(between); view != 6 {
		t.Errorf("it goes along view %d", view)
	}
}

// An alignment that is undone takes its rooms with it: what was said holds as if nobody
// had known where the robot was.
func TestRoomUndone(t *testing.T) {
	h := twoBedrooms(t)
	id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"bed","scene_id":"home","house":{"id":"mill","start":{"pose":{"x":0.5,"y":0,"yaw":0}}}}`)).Episode
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
	h.say(id, "no sofa here")
	h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, id))
	if diff := cmp.Diff(map[string]grounding.Scope{"no sofa here": {Scene: "home"}}, h.said()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if view := h.chooses(between); view != 0 {
		t.Errorf("it goes along view %d", view)
	}
	h.leave(id)
	h.sound()
}

// What was said of this room before anybody knew where the robot was holds in that room
// alone as soon as it is known, wherever the robot is then, and can still be taken back.
func TestRoomFoundLater(t *testing.T) {
	for _, tt := range []struct{ text, other, scene string }{
		{"there is no sofa in this bedroom", "the sofa is in the room next to the kitchen", "home"},
		{"이 방에는 소파가 없어", "소파는 부엌 옆방에 있어", "home"},
		{"no sofa here", "the sofa is in the room beside the kitchen", ""},
	} {
		h := twoBedrooms(t)
		id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"bed","scene_id":%q,"house":{"id":"mill"}}`, tt.scene))).Episode
		h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
		said := h.say(id, tt.text)
		h.say(id, tt.other)
		h.say(id, "the mug is in the kitchen")
		h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"text":"there is no bed in this bedroom","scope":"everywhere"}`, id))
		home := grounding.Scope{Scene: tt.scene}
		if tt.scene == "" {
			home.Scene = "mill" // the house is its scene
		}
		if diff := cmp.Diff(map[string]grounding.Scope{tt.text: home, tt.other: home, "the mug is in the kitchen": home, "there is no bed in this bedroom": {}}, h.said()); diff != "" {
			t.Fatalf("before: -want +got\n%s", diff)
		}
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":1,"action":"move_forward"}`, id))
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":2,"action":"move_forward"}`, id))
		h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"pose":{"x":1,"y":0,"yaw":0}}`, id))
		room := grounding.Scope{Room: grounding.Room{House: "mill", Type: "bedroom", X: 0.5}}
		want := map[string]grounding.Scope{tt.text: room, tt.other: {Room: grounding.Room{House: "mill"}}, "the mug is in the kitchen": home, "there is no bed in this bedroom": {}}
		if diff := cmp.Diff(want, h.said()); diff != "" {
			t.Errorf("after: -want +got\n%s", diff)
		}
		h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, id))
		if got := h.said()[tt.text]; got != home {
			t.Errorf("with the alignment undone it holds in %+v", got)
		}
		h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"pose":{"x":1,"y":0,"yaw":0}}`, id))
		if diff := cmp.Diff(want, h.said()); diff != "" {
			t.Errorf("found again: -want +got\n%s", diff)
		}
		files := h.exports(ipc.ExportParams{Episode: id}).Files
		if len(files) == 0 || !strings.Contains(files[0].Content, tt.text) {
			t.Errorf("the file of the episode does not say %q: %+v", tt.text, files)
		}
		h.do(ipc.GroundingUndo, fmt.Sprintf(`{"feedback":%q}`, said.Feedback))
		if delete(want, tt.text); !cmp.Equal(want, h.said()) {
			t.Errorf("taken back: %v", h.said())
		}
		h.leave(id)
		h.sound()
	}
}

// A place is no claim of a caller's.
func TestClaimOfPlaceRefused(t *testing.T) {
	h := newHouse(t)
	id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"bed"}`)).Episode
	if _, err := h.call(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"text":"so","claims":[{"subject":"target:sofa","relation":"in","object":"bedroom","weight":1,"place":1}]}`, id)); err == nil {
		t.Error("it was taken")
	}
}

// scopes gives where a text holds, in the order of the entries, with how many feedbacks each
// rests on.
func (h *house) scopes(text string) (all []string) {
	h.t.Helper()
	for _, e := range into[ipc.GroundingListResult](h.t, h.do(ipc.GroundingList, `{}`)).Entries {
		if e.State == item.Active && e.Text == text {
			all = append(all, fmt.Sprintf("%s%s at %g: %d", e.Scope.Scene, e.Scope.Room.Type, e.Scope.Room.X, len(e.Evidence)))
		}
	}
	return all
}

// What two robots say in the same words goes with each of them to the room where it was said,
// and back when one of them was wrong about where it was.
func TestThisRoomSaidByTwo(t *testing.T) {
	const text = "there is no lamp in this bedroom"
	lost := func(h *house) string {
		id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"bed","scene_id":"home","house":{"id":"mill"}}`)).Episode
		h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
		return id
	}
	align := func(h *house, id string, x, yaw float64) {
		h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"pose":{"x":%g,"y":0,"yaw":%g}}`, id, x, yaw))
	}
	holds := func(h *house, when string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, h.scopes(text)); diff != "" {
			t.Errorf("%s: -want +got\n%s", when, diff)
		}
	}
	t.Run("found later", func(t *testing.T) {
		h := twoBedrooms(t)
		a, b := lost(h), lost(h)
		h.say(a, text)
		h.say(b, text)
		holds(h, "while both are lost", "home at 0: 2")
		align(h, a, 0.5, 0)
		holds(h, "when one is found", "home at 0: 1", "bedroom at 0.5: 1")
		align(h, b, 9, 180)
		holds(h, "when both are found", "bedroom at 0.5: 1", "bedroom at 9: 1")
		h.restart()
		h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, b))
		holds(h, "when one was wrong", "home at 0: 1", "bedroom at 0.5: 1")
		h.leave(a)
		h.leave(b)
		h.sound()
	})
	t.Run("one was wrong", func(t *testing.T) {
		h := twoBedrooms(t)
		a, b := lost(h), lost(h)
		align(h, a, 0.5, 0)
		first := h.say(a, text)
		align(h, b, 1, 0)
		h.say(b, text)
		holds(h, "while it was wrong", "bedroom at 0.5: 2")
		h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, b))
		holds(h, "undone", "bedroom at 0.5: 1", "home at 0: 1")
		h.do(ipc.GroundingUndo, fmt.Sprintf(`{"feedback":%q}`, first.Feedback))
		holds(h, "taken back", "home at 0: 1")
		h.leave(a)
		h.leave(b)
		h.sound()
	})
}

// What is said of an earlier step is said of the room where the robot was then.
func TestThisRoomThen(t *testing.T) {
	h := twoBedrooms(t)
	id := h.enter(0.5, 0, 0)
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
	for seq := 1; seq <= 3; seq++ {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"move_forward"}`, id, seq))
	}
	r := into[ipc.FeedbackResult](t, h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"step":1,"text":"there is no cup in this bedroom"}`, id)))
	if e := r.Entries[0]; len(e.Claims) != 1 || e.Note != "" {
		t.Errorf("%+v", e)
	}
	if got := h.scopes("there is no cup in this bedroom"); fmt.Sprint(got) != "[bedroom at 0.5: 1]" {
		t.Error(got)
	}
	h.leave(id)
}

// What is said of one room does not reach into the next one, of which a view tells the type.
func TestThisRoomAndTheNext(t *testing.T) {
	h := newHouse(t)
	for _, v := range []struct {
		x    float64
		room string
	}{{0, "bedroom"}, {4.5, "bathroom"}} {
		id := h.enter(v.x, 0, 0)
		h.roam(id, v.room, "lamp")
		h.leave(id)
	}
	id := h.enter(0.5, 0, 0)
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
	h.say(id, "don't go into this room")
	h.leave(id)
	score := func(room string) float64 { // of the way into it, beside one into an office
		id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"sofa","house":{"id":"mill","mode":"read","start":{"pose":{"x":5.5,"y":0,"yaw":180}}}}`)).Episode
		r := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(
			`{"episode":%q,"labels":[{"view":0,"scene_type":%q,"free_m":2.6,"see_m":3},{"view":6,"scene_type":"office","free_m":2.6,"see_m":3}]}`, id, room)))
		h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":false}`, id))
		for _, w := range r.Ways {
			if w.Begins(0) {
				return w.Score
			}
		}
		return 0
	}
	if bath, bed := score("bathroom"), score("bedroom"); bath < 3*bed || bed == 0 {
		t.Errorf("the bathroom scores %.3f, the bedroom %.3f", bath, bed)
	}
}
