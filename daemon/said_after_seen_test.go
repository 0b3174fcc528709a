package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"navd/ipc"
)

// seesBed looks around in a house, from where a bedroom, a kitchen and a living room lead on,
// and gives the plan for a goal; there is a bed in the bedroom if bed is true. say is said
// after the plan.
func (h *house) seesBed(goal string, bed bool, say string) (p ipc.PlanResult) {
	h.t.Helper()
	e := into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":%q,"house":{"id":"home","start":{"pose":{"x":0,"y":0,"yaw":0}}}}`, goal))).Episode
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"hallway","objects":["door"]}`, e))
	for seq := 1; seq <= 11; seq++ {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"turn_right","phase":"scan"}`, e, seq))
	}
	things := `[]`
	if bed {
		things = `["bed"]`
	}
	p = into[ipc.PlanResult](h.t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"bedroom","free_m":3,"see_m":4,"objects":%s},{"view":3,"scene_type":"kitchen","free_m":3,"see_m":4,"objects":[]},{"view":9,"scene_type":"living room","free_m":3,"see_m":4,"objects":[]}]}`, e, things)))
	if say != "" {
		h.say(e, say)
	}
	h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":false}`, e))
	return p
}

// TestSaidAfterSeen: what a user says of a thing counts more than that it was seen there
// before, and less than that it is seen there again.
func TestSaidAfterSeen(t *testing.T) {
	const bedroom, kitchen = 11, 3 // where the bed was seen, and where the kitchen begins
	for _, tt := range []struct {
		say  string
		view int // -1: any but the bedroom
	}{
		{"", bedroom},
		{"the bed is not in the bedroom any more, it is in the kitchen", kitchen},
		{"the bed is in the kitchen", kitchen},
		{"I moved the bed to the kitchen", kitchen},
		{"there is no bed in the bedroom", -1},
		{"침실에는 침대가 없어", -1},
		{"don't go to the bedroom", -1},
		{"the bed is in the bedroom", bedroom},
		{"maybe the bed is in the kitchen", bedroom},
	} {
		t.Run(tt.say, func(t *testing.T) {
			h := newHouse(t)
			h.seesBed("mug", true, "")
			h.seesBed("mug", true, tt.say)
			p := h.seesBed("bed", false, "")
			if p.View != tt.view && (tt.view >= 0 || p.View == bedroom || p.View == 0) {
				t.Errorf("goes to view %d: %s", p.View, p.Discovered.Why)
			}
			h.restart()
			if again := h.seesBed("bed", false, ""); tt.view >= 0 && tt.say != "" && tt.view != bedroom && again.View != tt.view {
				t.Errorf("after a restart it goes to view %d: %s", again.View, again.Discovered.Why)
			}
		})
	}
}

// TestBanForATime: a ban that names a time is obeyed in its search, and gone with it.
func TestBanForATime(t *testing.T) {
	for _, tt := range []struct{ say, note string }{
		{"don't go to the kitchen today", "holds until this search ends: it is for now"},
		{"avoid the kitchen while I am cooking", "holds until this search ends: it is for now"},
		{"no need to go to the kitchen", "holds until this search ends"},
		{"wrong, go to the bathroom", "holds until this search ends"},
		{"부엌에 갈 필요 없어", "이번 탐색이 끝날 때까지만 지킵니다"},
		{"요리할 때는 부엌에 오지 마", "이번 탐색이 끝날 때까지만 지킵니다"},
	} {
		t.Run(tt.say, func(t *testing.T) {
			h := newHouse(t)
			plan := func(e string) int {
				return into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen","free_m":3,"see_m":4},{"view":3,"scene_type":"bathroom","free_m":3,"see_m":4}]}`, e))).View
			}
			e := h.beginIn("home", "fridge")
			said := h.say(e, tt.say).Entries[0]
			if entry := h.entryOf(said.ID); !strings.HasPrefix(said.Note, tt.note) || entry.Scope.Episode != e || entry.Scope.Scene != "" {
				t.Errorf("%q, %+v", said.Note, entry.Scope)
			}
			if view := plan(e); view != 3 {
				t.Errorf("in its search the robot goes to view %d", view)
			}
			h.do(ipc.EpisodeGoal, fmt.Sprintf(`{"episode":%q,"goal":"oven"}`, e))
			if view := plan(e); view != 0 {
				t.Errorf("with another goal it goes to view %d", view)
			}
			h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q}`, e))
			if view := plan(h.beginIn("home", "fridge")); view != 0 {
				t.Errorf("in the next search it goes to view %d", view)
			}
		})
	}
}

// TestPlaceForATime: where something is for a time counts in its search, and is gone with it; what is
// so from now on lasts.
func TestPlaceForATime(t *testing.T) {
	for say, lasts := range map[string]bool{
		"today the mug is in the bathroom": false, "the mug is in the bathroom until tomorrow": false, "at night the mug is in the bathroom": false,
		"내일까지 컵은 욕실에 있어": false, "밤에는 컵이 욕실에 있어": false, "spatial: 오늘은 컵이 욕실에 있어": false,
		"the mug is now in the bathroom": true, "the mug is currently in the bathroom": true, "이제 컵은 욕실에 있어": true, "지금은 컵이 욕실에 있어": true, "I put the mug in the bathroom today": true,
	} {
		t.Run(say, func(t *testing.T) {
			h := newHouse(t)
			plan := func(e string) int {
				return into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen","free_m":3,"see_m":4},{"view":3,"scene_type":"bathroom","free_m":3,"see_m":4}]}`, e))).View
			}
			e := h.beginIn("home", "mug")
			said := h.say(e, say).Entries[0]
			scope := h.entryOf(said.ID).Scope
			if ends := strings.Contains(said.Note, "holds until this search ends: it is where something is for a time") || strings.Contains(said.Note, "이번 탐색이 끝날 때까지만 그렇게 압니다"); ends == lasts || (scope.Episode == e) == lasts {
				t.Errorf("%q, %+v", said.Note, scope)
			}
			if view := plan(e); view != 3 {
				t.Errorf("in its search the robot goes to view %d", view)
			}
			h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q}`, e))
			if view := plan(h.beginIn("home", "mug")); (view == 3) != lasts {
				t.Errorf("in the next search it goes to view %d", view)
			}
		})
	}
}

// TestLastsBesideATime: what lasts does not end with the search because something beside it
// is for now.
func TestLastsBesideATime(t *testing.T) {
	for _, say := range []string{
		"don't go to the kitchen today. the mug is in the bathroom", "오늘은 부엌에 들어가지 마. 컵은 욕실에 있어",
		"the mug is in the bathroom, so go to the bathroom",
	} {
		h := newHouse(t)
		e := h.beginIn("home", "mug")
		said := h.say(e, say)
		if len(said.IDs) != 2 {
			t.Fatalf("%q: %+v", say, said)
		}
		snap := into[ipc.GroundingGetResult](t, h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q}`, e))).Snapshot
		if len(snap.Steps) != 1 || len(snap.Stacked.General) != 1 || *snap.Steps[0].Feedback.General != say {
			t.Errorf("%q is in files as %+v", say, snap)
		}
		lasts, ends := h.entryOf(said.IDs[0]), h.entryOf(said.IDs[1])
		if said.Entries[0].Note != "" || lasts.Scope.Episode != "" || lasts.Scope.Scene != "home" || len(lasts.Claims) != 1 || lasts.Claims[0].Object != "bathroom" {
			t.Errorf("%q: %q, %+v", say, said.Entries[0].Note, lasts)
		}
		if said.Entries[1].Note == "" || ends.Scope.Episode != e || len(ends.Claims) != 1 || ends.Claims[0].Object != "" {
			t.Errorf("%q: %q, %+v", say, said.Entries[1].Note, ends)
		}
		h.do(ipc.GroundingUndo, fmt.Sprintf(`{"feedback":%q}`, said.Feedback))
		for _, id := range said.IDs {
			if h.entryOf(id).State == "active" {
				t.Errorf("%q: %s stays when the feedback is taken back", say, id)
			}
		}
	}
}

// TestApprovedAfterSeen: a memory of knowledge counts like what was said, from when it was said.
func TestApprovedAfterSeen(t *testing.T) {
	h := newHouse(t)
	h.seesBed("mug", true, "")
	h.seesBed("mug", true, "")
	h.approve(h.tell("the bed is in the kitchen", "").Proposal)
	if p := h.seesBed("bed", false, ""); p.View != 3 {
		t.Errorf("goes to view %d: %s", p.View, p.Discovered.Why)
	}
}

// TestApprovedForATime: a memory that forbids a room for a time only forbids it never.
func TestApprovedForATime(t *testing.T) {
	h := newHouse(t)
	f := h.tell("never enter the kitchen before noon", "")
	if item := h.approve(f.Proposal); len(item.Claims) != 0 {
		t.Errorf("claims %v", item.Claims)
	}
}
