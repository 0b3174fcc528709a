package daemon_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/event"
	"navd/daemon/fault"
	kept "navd/daemon/house"
	"navd/ipc"
)

// A snapshot is read as it was taken, whatever comes later.
func TestHouseSnapshot(t *testing.T) {
	h := milled(t)
	before := h.do(ipc.HouseExport, `{"house":"mill"}`)
	r := into[ipc.HouseSnapshotResult](t, h.do(ipc.HouseSnapshot, `{"house":"mill","name":"before"}`))
	if len(r.Snapshots) != 1 || r.Snapshots[0].Version != 2 {
		t.Errorf("got %+v", r)
	}
	h.refuse(ipc.HouseSnapshot, `{"house":"mill","name":"before"}`, refusal{-32003, fault.Conflict, "name", 0})
	id := h.enter(0, 0, 180)
	h.roam(id, "hallway", "mirror")
	h.leave(id)
	same(t, "the snapshot", h.do(ipc.HouseExport, `{"house":"mill","snapshot":"before"}`), before)
	if now := h.do(ipc.HouseExport, `{"house":"mill"}`); string(now) == string(before) {
		t.Error("the house did not change")
	}
	r = into[ipc.HouseSnapshotResult](t, h.do(ipc.HouseSnapshot, `{"house":"mill","name":"before","delete":true}`))
	if len(r.Snapshots) != 0 || r.Version != 3 {
		t.Errorf("got %+v", r)
	}
}

// told lists the events of a kind of an episode, with their reasons.
func (h *house) told(id string, kinds ...event.Type) (out []string) {
	h.t.Helper()
	for _, e := range into[ipc.LogResult](h.t, h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"limit":1000,"kinds":["event"]}`, id))).Entries {
		if ev := into[event.Event](h.t, e.Data); slices.Contains(kinds, ev.Type) {
			out = append(out, string(ev.Type)+": "+ev.Reason)
		}
	}
	return out
}

// A caller says where a robot stands, and takes it back; an episode that does not know
// where it is leaves the house alone.
func TestHouseAlignOpen(t *testing.T) {
	h := milled(t)
	before := h.do(ipc.HouseExport, `{"house":"mill"}`)
	id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"bed","house":{"id":"mill"}}`)).Episode
	h.roam(id, "bedroom", "bed")
	align := func(params string) ipc.HouseAlignResult {
		t.Helper()
		return into[ipc.HouseAlignResult](t, h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,%s}`, id, params)))
	}
	if r := align(`"pose":{"x":0,"y":2,"yaw":180}`); !r.Now.Aligned || r.Now.How != kept.Given || r.Now.Pose.Y != 2 {
		t.Errorf("got %+v", r.Now)
	}
	if r := align(`"undo":true,"reason":"the robot was carried"`); r.Now.Aligned {
		t.Errorf("got %+v", r.Now)
	}
	want := []string{"aligned: given", "alignment_undone: the robot was carried"}
	if diff := cmp.Diff(want, h.told(id, event.Aligned, event.AlignmentUndone)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	h.restart()
	h.leave(id)
	same(t, "the house", h.do(ipc.HouseExport, `{"house":"mill"}`), before)
}

// content is a house without its numbers: what is where.
func (h *house) content(id string) string {
	h.t.Helper()
	d := into[struct{ Document kept.House }](h.t, h.do(ipc.HouseExport, fmt.Sprintf(`{"house":%q}`, id))).Document
	var out []string
	for _, p := range d.Places {
		out = append(out, fmt.Sprintf("place %s at %g, %g, %d visits", p.Type, p.X, p.Y, p.Visits))
	}
	for _, n := range d.Nodes {
		out = append(out, fmt.Sprintf("node at %g, %g, %d times, %d links", n.X, n.Y, n.Times, len(n.Links)))
	}
	for _, s := range d.Sites {
		out = append(out, fmt.Sprintf("site at %v, %d scans by %s", s.Pose, s.Scans, s.Episode))
	}
	for _, o := range d.Things {
		out = append(out, fmt.Sprintf("%s at %g, %g, seen %d", o.Key, o.X, o.Y, o.Seen))
	}
	slices.Sort(out)
	return fmt.Sprintf("%d episodes\n%s", d.Merged, strings.Join(out, "\n"))
}

// An episode that is taken out leaves the house as if it had never been there, whatever
// came later, and whatever was taken out before.
func TestHouseTakeOut(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	t.Parallel()
	rooms := []struct {
		x, y, yaw   float64
		room, thing string
	}{
		{0, 0, 0, "kitchen", "refrigerator"}, {2, 0, 90, "living room", "sofa"}, {0, 0, 10, "kitchen", "table"}, {2, 2, 180, "living room", "lamp"},
	}
	// fill has one robot after the other in the house, without those that are left out.
	fill := func(t *testing.T, without ...int) (*house, []string) {
		h := newHouse(t)
		var ids []string
		for i, v := range rooms {
			id := h.enter(v.x, v.y, v.yaw)
			ids = append(ids, id)
			if slices.Contains(without, i) {
				h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, id))
			}
			h.roam(id, v.room, v.thing)
			h.leave(id)
		}
		return h, ids
	}
	for _, tt := range []struct {
		name string
		out  []int
	}{
		{"the last", []int{3}}, {"the first", []int{0}}, {"the second", []int{1}}, {"one, and one before it", []int{2, 1}}, {"one, and one behind it", []int{1, 2}},
		{"three", []int{1, 3, 0}}, {"all", []int{0, 1, 2, 3}}, {"all, from the end", []int{3, 2, 1, 0}},
	} {
		if !long() && (tt.name == "the second" || tt.name == "three" || tt.name == "all, from the end") {
			continue // as one of those before
		}
		t.Run(tt.name, func(t *testing.T) {
			h, ids := fill(t)
			for k, i := range tt.out {
				r := into[ipc.HouseAlignResult](t, h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, ids[i])))
				if r.Version != 5+k || r.Now.Aligned || len(r.Lost) > 0 {
					t.Errorf("episode %d: %+v", i, r)
				}
				if told := h.told(ids[i], event.HouseChanged); len(told) != 2 {
					t.Errorf("episode %d tells %v", i, told)
				}
			}
			want := "0 episodes\n"
			if len(tt.out) < len(rooms) {
				pure, _ := fill(t, tt.out...)
				want = pure.content("mill")
			}
			if got := h.content("mill"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			h.restart()
			h.sound()
			id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"bed","house":{"id":"mill"}}`)).Episode
			h.roam(id, "kitchen", "table") // where nothing is known its frame is that of the house
			h.leave(id)
			if r := into[ipc.HouseHead](t, h.do(ipc.HouseGet, `{"house":"mill"}`)); (r.By == id) != (len(tt.out) == len(rooms)) {
				t.Errorf("then %+v", r)
			}
		})
	}
	t.Run("three at once, beside one that ends", func(t *testing.T) {
		h, ids := fill(t)
		ends := h.enter(2, 2, 90)
		h.roam(ends, "living room", "piano")
		var all sync.WaitGroup
		for _, id := range ids[:3] {
			all.Go(func() {
				if _, err := h.call(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, id)); err != nil {
					t.Error(err)
				}
			})
		}
		h.leave(ends)
		all.Wait()
		pure, _ := fill(t, 0, 1, 2)
		last := pure.enter(2, 2, 90)
		pure.roam(last, "living room", "piano")
		pure.leave(last)
		if got, want := h.content("mill"), pure.content("mill"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
	t.Run("one that came later is deleted", func(t *testing.T) {
		h, ids := fill(t)
		h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, ids[2]))
		r := into[ipc.HouseAlignResult](t, h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, ids[1])))
		if diff := cmp.Diff([]string{ids[3]}, r.Again); diff != "" || !slices.Equal(r.Lost, []string{ids[2]}) {
			t.Errorf("got %+v", r)
		}
	})
	t.Run("one that is deleted itself", func(t *testing.T) {
		h, ids := fill(t)
		alone := h.begin()
		for id, want := range map[string]string{ids[1]: "mill", alone: ""} {
			if r := into[ipc.DeleteResult](t, h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, id))); r.House != want {
				t.Errorf("the house that keeps %s: %q, want %q", id, r.House, want)
			}
		}
		undo := fmt.Sprintf(`{"episode":%q,"undo":true}`, ids[1])
		r := into[ipc.HouseAlignResult](t, h.do(ipc.HouseAlign, undo))
		if diff := cmp.Diff(ids[2:], r.Again); diff != "" || r.Now.House != "mill" || r.Version != 5 {
			t.Errorf("got %+v", r)
		}
		pure, _ := fill(t, 1)
		if got, want := h.content("mill"), pure.content("mill"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		for _, id := range []string{ids[1], alone} { // nothing of them is left
			h.in(t).refuse(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, id), refusal{-32002, fault.NotFound, "episode", 0})
		}
		h.restart()
		h.sound()
	})
	t.Run("what came before is seen as it was", func(t *testing.T) {
		h, ids := fill(t)
		before := h.do(ipc.HouseExport, `{"house":"mill","version":4}`)
		h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, ids[0]))
		same(t, "version 4", h.do(ipc.HouseExport, `{"house":"mill","version":4}`), before)
	})
}

// Of two episodes that were the first in a house, the one that ends last does not know
// how it lies in it, and stays out.
func TestHouseTwoFirst(t *testing.T) {
	h := newHouse(t)
	var ids []string
	for range 2 {
		ids = append(ids, into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"bed","house":{"id":"mill"}}`)).Episode)
	}
	for _, id := range ids {
		h.roam(id, "kitchen", "table")
		h.leave(id)
	}
	if r := into[ipc.HouseHead](t, h.do(ipc.HouseGet, `{"house":"mill"}`)); r.Version != 1 || r.By != ids[0] {
		t.Errorf("got %+v", r)
	}
	if told := h.told(ids[1], event.AlignmentUndone); len(told) != 1 {
		t.Errorf("got %v", told)
	}
}
