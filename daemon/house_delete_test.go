package daemon_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/grounding"
	"navd/ipc"
)

// TestHouseDeletedWithItsRooms: what was said of rooms of a house is gone with the house;
// what holds elsewhere stays, and a new house of that name has nothing of it.
func TestHouseDeletedWithItsRooms(t *testing.T) {
	h := twoBedrooms(t)
	id := h.enter(0.5, 0, 0)
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"bedroom"}`, id))
	h.say(id, "no sofa here")
	h.sayEverywhere(id, "the mug is in the kitchen")
	h.leave(id)
	var bound []string
	for _, e := range h.entries() {
		if e.Scope.Room.House == "mill" {
			bound = append(bound, e.ID)
		}
	}
	if len(bound) == 0 {
		t.Fatalf("nothing is of this room: %+v", h.entries())
	}
	gone := into[ipc.HouseDeleteResult](t, h.do(ipc.HouseDelete, `{"house":"mill"}`))
	for range 2 {
		for text, scope := range h.said() {
			if scope.Room != (grounding.Room{}) {
				t.Errorf("%q holds in %+v", text, scope)
			}
		}
		if _, ok := h.said()["the mug is in the kitchen"]; !ok {
			t.Errorf("what holds everywhere is gone: %v", h.said())
		}
		h.restart()
	}
	if diff := cmp.Diff(bound, gone.Retired, inAnyOrder[string]()); diff != "" {
		t.Error(diff)
	}
	h.sound()
}
