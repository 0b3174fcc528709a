package daemon_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episodic"
	"navd/daemon/planner"
	"navd/ipc"
)

// comes begins a C2 episode in "mill" that looks for a thing, with more parameters.
func (h *house) comes(goal, more string) string {
	h.t.Helper()
	return into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":%q,"condition":"C2","seed":1,%s}`, goal, more))).Episode
}

// at is where an episode begins in "mill".
func at(x, y, yaw float64) string {
	return fmt.Sprintf(`"house":{"id":"mill","start":{"pose":{"x":%g,"y":%g,"yaw":%g}}}`, x, y, yaw)
}

// reads is the same for an episode that leaves the house as it is.
func reads(x, y, yaw float64) string {
	return strings.Replace(at(x, y, yaw), `"start"`, `"mode":"read","start"`, 1)
}

// looks plans between two ways, as a plan does that has not seen the thing: ahead a
// living room, which looks better for a sofa, behind a corridor.
func (h *house) looks(id string) ipc.PlanResult {
	h.t.Helper()
	return into[ipc.PlanResult](h.t, h.do(ipc.NavPlan, fmt.Sprintf(
		`{"episode":%q,"labels":[{"view":0,"scene_type":"living room","free_m":3,"see_m":4},{"view":6,"scene_type":"corridor","free_m":2.5,"see_m":4}]}`, id)))
}

// bumps sets out from where an episode begins, ahead, and comes nowhere.
func (h *house) bumps(id string) {
	h.t.Helper()
	h.looks(id)
	for seq := range 6 {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"move_forward","collided":true}`, id, seq+1))
	}
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"living room","free_m":0.4,"see_m":0.5},{"view":6,"scene_type":"corridor","free_m":2.5,"see_m":4}]}`, id))
	h.leave(id)
}

// inHouse gives the records of "mill" that count.
func (h *house) inHouse() (out []episodic.Stored) {
	for _, s := range h.cases("default") {
		if s.Meta.House.House == "mill" && s.Withdrawn == nil {
			out = append(out, s)
		}
	}
	return out
}

// A leg says where it was in the kept house: whoever knows where it is there is warned at
// the same spot, however it came there, and nobody else is.
func TestLegInKeptHouse(t *testing.T) {
	h := twoBedrooms(t)
	first := h.comes("sofa", at(5, 0, 0))
	h.bumps(first)
	all := h.inHouse()
	if len(all) != 1 || all[0].Meta.Episode != first || all[0].Meta.Frame != "" || all[0].Meta.House.Origin == "" {
		t.Fatalf("records %+v", all)
	}
	if w := all[0].Meta.Ways[0]; w.Subject != "dir:h5,0/+0" || math.Abs(w.X-5) > 0.01 || math.Abs(w.Heading) > 0.01 || w.Polarity != -1 {
		t.Errorf("way %+v", w)
	}
	for _, now := range []string{"at once", "after a restart", "after a crash"} {
		switch now {
		case "after a restart":
			h.restart()
		case "after a crash":
			h = h.crash()
		}
		for _, c := range []struct {
			name, params string
			warned       int // the view that it is warned of, -1: none
		}{
			{"from the same start", at(5, 0, 0), 0},
			{"turned round", at(5, 0, 180), 6},
			{"read only", reads(5.3, 0.2, 0), 0},
			{"from another spot", at(9, 0, 0), -1},
			{"not knowing where", `"house":{"id":"mill","mode":"read"}`, -1},
			{"without the house", `"scene_id":"mill"`, -1},
			{"with its frame stated", `"scene_id":"mill","frame":"house:mill"`, -1},
			{"in another house", strings.Replace(at(5, 0, 0), "mill", "attic", 1), -1},
		} {
			id := h.comes("sofa", c.params)
			p := h.looks(id)
			warned := -1
			if a := p.Used.Advice; a != nil && a.Kind == "dead end" {
				warned = 0
				if !strings.Contains(a.Advisory, "led nowhere") || p.View == 0 && c.warned == 0 {
					t.Errorf("%s, %s: view %d, advice %+v", now, c.name, p.View, a)
				}
				if p.View != 6 {
					warned = 6
				}
			}
			if warned != c.warned {
				t.Errorf("%s, %s: warned of %d, want %d: view %d, %+v", now, c.name, warned, c.warned, p.View, p.Used.Advice)
			}
			h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, id))
		}
	}
	h.sound()
}

// What a leg showed is found again from wherever the next visit begins, until the house
// itself knows of the thing.
func TestThingInKeptHouse(t *testing.T) {
	h := twoBedrooms(t)
	id := h.comes("stove", reads(5, 0, 180)) // the house itself does not learn of the sofa
	h.roam(id, "corridor", "sofa")
	h.leave(id)
	for name, c := range map[string]struct {
		params string
		view   int
	}{"headed as it was": {reads(8, 0, 180), 0}, "turned round": {reads(8, 0, 0), 6}, "turned aside": {reads(8, 0, 90), 9}} {
		id := h.comes("sofa", c.params)
		r := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[
			{"view":0,"scene_type":"corridor","free_m":3,"see_m":4},{"view":3,"scene_type":"corridor","free_m":3,"see_m":4},
			{"view":6,"scene_type":"corridor","free_m":3,"see_m":4},{"view":9,"scene_type":"corridor","free_m":3,"see_m":4}]}`, id)))
		if a := r.Used.Advice; a == nil || a.Kind != episodic.LessonHere || !strings.Contains(a.Advisory, fmt.Sprintf("begins at view %d and", c.view)) {
			t.Errorf("%s: want view %d, advice %+v", name, c.view, r.Used.Advice)
		}
		if a := r.Used.Advice; a.Hidden == "kept house" {
			t.Errorf("%s: hidden: %+v", name, a)
		}
		if slot, used := h.asks(id); slot.Meta.Hidden != "" || !slot.Inject || len(slot.Retrieved) == 0 || !used {
			t.Errorf("%s: slot %+v, used %v", name, slot.Meta, used)
		}
		h.leave(id)
	}
	id = h.comes("stove", at(5, 0, 180))
	h.roam(id, "corridor", "sofa")
	h.leave(id)
	id = h.comes("sofa", reads(8, 0, 0))
	if a := h.looks(id).Used.Advice; a.Kind != episodic.LessonHere || a.Shown || a.Hidden != "kept house" || len(a.Records) == 0 {
		t.Errorf("known to the house: %+v", a)
	}
	if slot, used := h.asks(id); slot.Meta.Hidden != "kept house" || slot.Inject || len(slot.Claims) > 0 || len(slot.Retrieved) == 0 || used {
		t.Errorf("known to the house: slot %+v, used %v", slot.Meta, used)
	}
}

// asks gives the slot of an episode while a loop is found, and whether its advice rests on
// a record.
func (h *house) asks(id string) (slot ipc.SlotResult, used bool) {
	h.t.Helper()
	slot = into[ipc.SlotResult](h.t, h.do(ipc.EpisodicSlot, fmt.Sprintf(`{"episode":%q,"facts":{"structural_risks_n":1}}`, id)))
	all := into[ipc.ExplainResult](h.t, h.do(ipc.EpisodicExplain, fmt.Sprintf(`{"episode":%q}`, id))).Considered
	return slot, slices.ContainsFunc(all, func(c ipc.Considered) bool { return c.Used })
}

// An alignment that is undone takes what legs said in the frame of the house with it,
// while the episode runs and after it, and out of snapshots too; what they say of rooms
// stays.
func TestLegUndone(t *testing.T) {
	h := twoBedrooms(t)
	id := h.comes("sofa", `"scene_id":"home",`+at(5, 0, 0))
	h.roam(id, "corridor", "stove")
	h.do(ipc.EpisodicSnapshot, `{"name":"before"}`)
	if len(h.inHouse()) != 1 {
		t.Fatalf("records %+v", h.cases("default"))
	}
	asks := func(more string) *planner.Advice {
		id := h.comes("stove", `"scene_id":"home",`+reads(5, 0, 180)+more)
		defer h.leave(id)
		return h.looks(id).Used.Advice
	}
	if a := asks(""); a.Kind != episodic.LessonHere {
		t.Errorf("before it was undone: %+v", a)
	}
	h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true,"reason":"it was the neighbour's"}`, id))
	check := func(when string) {
		t.Helper()
		if all := h.inHouse(); len(all) != 0 {
			t.Errorf("%s: %+v", when, all)
		}
		for _, more := range []string{"", `,"snapshot":"before"`} {
			if a := asks(more); a.Kind != episodic.LessonHouse {
				t.Errorf("%s, with %q: %+v", when, more, a)
			}
		}
	}
	check("undone")
	old, is := h.cases("default")[0], h.cases("default")[1]
	if old.Withdrawn == nil || old.Withdrawn.By != is.ID || old.Withdrawn.Reason != "it was the neighbour's" || len(is.Meta.Ways) != 0 || len(is.Meta.Claims) == 0 || episodic.IDOf(is.Entry) != is.ID {
		t.Errorf("%+v\n%+v", old, is)
	}
	h.restart()
	check("after a restart")
	h.leave(id)
	if all := h.inHouse(); len(all) != 0 {
		t.Errorf("of its last leg: %+v", all)
	}
	id = h.comes("sofa", at(9, 0, 180)) // and when it has ended
	h.roam(id, "bedroom", "crib")
	h.leave(id)
	if len(h.inHouse()) == 0 {
		t.Fatal("no records of the second")
	}
	h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, id))
	check("after the end")
	h.sound()
}

// Of two that are the first in a house, the one that ends last does not know how it lies
// there, and a house that begins anew has another frame.
func TestFrameOfHouse(t *testing.T) {
	h := newHouse(t)
	first := `"house":{"id":"mill"}`
	one, two := h.comes("sofa", first), h.comes("sofa", first)
	h.roam(one, "corridor", "stove")
	h.roam(two, "corridor", "stove")
	h.leave(one)
	h.leave(two)
	origins := func() (all []string) {
		for _, s := range h.inHouse() {
			if !slices.Contains(all, s.Meta.House.Origin) {
				all = append(all, s.Meta.House.Origin)
			}
		}
		return all
	}
	if diff := cmp.Diff([]string{one}, origins()); diff != "" {
		t.Errorf("-want +got %s", diff)
	}
	kind := func() string {
		id := h.comes("stove", reads(0, 0, 0))
		defer h.leave(id)
		return h.looks(id).Used.Advice.Kind
	}
	if k := kind(); k != episodic.LessonHere {
		t.Errorf("in the house: %q", k)
	}
	h.do(ipc.HouseDelete, `{"house":"mill"}`)
	if k := kind(); k == episodic.LessonHere {
		t.Error("in a house that was deleted")
	}
	h.stay("mill")
	if k := kind(); k == episodic.LessonHere {
		t.Error("in a house that began anew")
	}
}

// What comes from a file has no place in a house: nobody could take it back.
func TestImportInHouse(t *testing.T) {
	h := twoBedrooms(t)
	h.bumps(h.comes("sofa", at(5, 0, 0)))
	lines := into[ipc.CaseExportResult](t, h.do(ipc.EpisodicExport, `{}`)).Lines
	params, err := json.Marshal(ipc.CaseImportParams{Space: "copy", Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	h.do(ipc.EpisodicImport, string(params))
	if all := h.cases("copy"); len(all) != 1 || all[0].Meta.House.House != "" || all[0].Meta.Ways != nil {
		t.Errorf("%+v", all)
	}
}

// What a robot said where it was not counts no more when its caller says where it is.
func TestLegOfAnotherPose(t *testing.T) {
	h := twoBedrooms(t)
	id := h.comes("sofa", at(5, 0, 0))
	h.roam(id, "corridor", "stove")
	h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"pose":{"x":9,"y":0,"yaw":180}}`, id))
	if all := h.inHouse(); len(all) != 0 {
		t.Errorf("records of the first pose: %+v", all)
	}
	h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":9,"action":"move_forward"}`, id))
	h.leave(id)
	all := h.inHouse()
	if len(all) != 1 || math.Abs(all[0].Meta.Ways[0].X-9) > 0.01 {
		t.Errorf("records of the second pose: %+v", all)
	}
}

// In silence every decision in a kept house is as without memory, and its records list what
// would have been shown.
func TestSilentInKeptHouse(t *testing.T) {
	h := twoBedrooms(t)
	h.bumps(h.comes("sofa", at(5, 0, 0)))
	read := reads(5, 0, 0)
	plans := map[string]ipc.PlanResult{}
	for _, c := range []string{"C1", "C2_silent", "C2"} {
		id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","condition":%q,"seed":1,%s}`, c, read))).Episode
		plans[c] = h.looks(id)
		h.leave(id)
	}
	none, silent, on := plans["C1"], plans["C2_silent"], plans["C2"]
	if none.View != 0 || silent.View != 0 || none.Discovered.Why != silent.Discovered.Why || on.View != 6 {
		t.Errorf("views %d, %d and %d", none.View, silent.View, on.View)
	}
	if s := silent.Used.Advice; none.Used.Advice != nil || s == nil || s.Shown || !slices.Equal(s.Records, on.Used.Advice.Records) || len(s.Records) != 1 {
		t.Errorf("advice %+v, %+v", none.Used.Advice, silent.Used.Advice)
	}
}
