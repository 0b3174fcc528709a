package daemon_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episode"
	"navd/daemon/fault"
	kept "navd/daemon/house"
	"navd/ipc"
)

// document is a kept house as it is exported.
func (h *house) document(id string) string {
	h.t.Helper()
	return string(into[struct{ Document json.RawMessage }](h.t, h.do(ipc.HouseExport, fmt.Sprintf(`{"house":%q}`, id))).Document)
}

// Wherever a daemon dies, the house is the one before or the one after, and an episode in
// it goes on as it would have.
func TestHouseCrash(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	h := milled(t)
	before := h.document("mill")
	id := h.enter(2, 0, 90)
	look := fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"living room","free_m":3,"see_m":4},{"view":3,"free_m":3,"see_m":3}]}`, id)
	end := fmt.Sprintf(`{"episode":%q,"success":true}`, id)
	steps := []func(*house) json.RawMessage{
		func(h *house) json.RawMessage {
			return h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"living room"}`, id))
		},
		func(h *house) json.RawMessage { return h.do(ipc.NavPlan, look) },
		func(h *house) json.RawMessage {
			return h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":1,"action":"move_forward"}`, id))
		},
		func(h *house) json.RawMessage { return h.do(ipc.NavPlan, look) },
		func(h *house) json.RawMessage { return h.do(ipc.EpisodeEnd, end) },
	}
	for i, step := range steps {
		after := h.crash()
		if got := after.document("mill"); got != before {
			t.Fatalf("before step %d: %s", i, cmp.Diff(before, got))
		}
		for _, rest := range steps[i:] {
			rest(after)
		}
		step(h)
		if i < len(steps)-1 {
			continue
		}
		if got, want := after.document("mill"), h.document("mill"); got != want {
			t.Errorf("after a crash the house is %s", cmp.Diff(want, got))
		}
	}
	whole := h.crash()
	if got, want := whole.document("mill"), h.document("mill"); got != want || want == before {
		t.Errorf("after the end: %s", cmp.Diff(want, got))
	}
	undo := fmt.Sprintf(`{"episode":%q,"undo":true}`, id)
	whole.do(ipc.HouseAlign, undo)
	var was, is kept.House
	for text, to := range map[string]*kept.House{before: &was, whole.crash().document("mill"): &is} {
		if err := json.Unmarshal([]byte(text), to); err != nil {
			t.Fatal(err)
		}
	}
	if !cmp.Equal(was.Things, is.Things) || !cmp.Equal(was.Sites, is.Sites) || !cmp.Equal(was.Nodes, is.Nodes) || is.Version != was.Version+2 {
		t.Errorf("what was taken out is still there: %s", cmp.Diff(was, is))
	}
}

// Robots that leave one house at once are all part of it, each in a version of its own.
func TestRobotsInOneHouse(t *testing.T) {
	h := milled(t)
	const robots = 6
	ids := make([]string, robots)
	for i := range ids {
		ids[i] = h.enter(float64(i), 0, 0)
		h.roam(ids[i], "kitchen", fmt.Sprint("thing ", string(rune('a'+i))))
	}
	var all sync.WaitGroup
	for _, id := range ids {
		all.Go(func() { h.leave(id) })
	}
	all.Wait()
	merged := map[int]bool{}
	for _, id := range ids {
		merged[into[episode.Episode](t, h.do(ipc.EpisodeGet, fmt.Sprintf(`{"episode":%q}`, id))).Home.Merged] = true
	}
	doc := h.document("mill")
	for i := range ids {
		if !strings.Contains(doc, fmt.Sprintf(`"thing %c"`, 'a'+i)) {
			t.Errorf("thing %c is lost", 'a'+i)
		}
	}
	if len(merged) != robots || merged[0] {
		t.Errorf("versions %v", merged)
	}
	h.sound()
}

// An episode without a house has nothing of it, and one that only reads leaves it as it
// is.
func TestHouseModes(t *testing.T) {
	h := milled(t)
	before := h.document("mill")
	for _, tt := range []struct{ name, params, house string }{
		{"none", `"scene_id":"mill"`, ""},
		{"off", `"house":{"id":"mill","mode":"off"}`, ""},
		{"by the arm", `"house":{"id":"mill"},"use":{"house":false}`, ""},
		{"read", `"house":{"id":"mill","mode":"read","start":{"pose":{"x":0,"y":0,"yaw":0}}}`, "mill v2 read aligned given"},
		{"by the scene", `"scene_id":"mill","house":{"mode":"read"}`, "mill v2 read"},
		{"unknown", `"house":{"id":"mill","mode":"read","start":"unknown"}`, "mill v2 read"},
		{"a dock that nobody knows", `"house":{"id":"mill","mode":"read","start":{"at":"dock"}}`, "mill v2 read"},
		{"a new house", `"house":{"id":"new"}`, "new v0 write aligned first"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := h.in(t)
			r := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"fridge",`+tt.params+`}`))
			got := ""
			if r.House != nil {
				got = fmt.Sprintf("%s v%d %s", r.House.House, r.House.Version, r.House.Mode)
				if r.House.Aligned {
					got += " aligned " + string(r.House.How)
				}
			}
			if got != tt.house {
				t.Errorf("it is in %q, want %q", got, tt.house)
			}
			h.roam(r.Episode, "kitchen", "cup")
			h.leave(r.Episode)
		})
	}
	if after := h.document("mill"); after != before {
		t.Errorf("it was changed: %s", cmp.Diff(before, after))
	}
}

func TestBeginInHouseRefuses(t *testing.T) {
	h := newHouse(t)
	for name, tt := range map[string]struct{ params, field string }{
		"a path":                 {`"house":{"id":"../etc"}`, "house.id"},
		"a scene that is a path": {`"scene_id":"a/../b","house":{}`, "scene_id"},
		"no name":                {`"house":{}`, "scene_id"},
		"a pose far away":        {`"house":{"id":"h","start":{"pose":{"x":1e7,"y":0,"yaw":0}}}`, "house.start.pose.x"},
		"two starts":             {`"house":{"id":"h","start":{"pose":{"x":0,"y":0,"yaw":0},"at":"dock"}}`, "house.start.at"},
		"a start of no kind":     {`"house":{"id":"h","start":"there"}`, "house.start"},
		"a start with more":      {`"house":{"id":"h","start":{"where":1}}`, "house.start.where"},
		"a mode of no kind":      {`"house":{"id":"h","mode":"both"}`, "house.mode"},
	} {
		t.Run(name, func(t *testing.T) {
			h.in(t).refuse(ipc.EpisodeBegin, `{"goal":"bed",`+tt.params+`}`, refusal{-32602, fault.Invalid, tt.field, 0})
		})
	}
}
