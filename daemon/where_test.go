package daemon_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"testing"
	"time"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

func (h *house) where(id string) ipc.WhereResult {
	h.t.Helper()
	return into[ipc.WhereResult](h.t, h.do(ipc.NavWhere, fmt.Sprintf(`{"episode":%q}`, id)))
}

// TestWhere: a controller that was started again, or somebody who watches, learns where
// the robot is and which step follows, also after kill -9 and after the end.
func TestWhere(t *testing.T) {
	h := newHouse(t)
	id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"sofa","scene_id":"home","house":{"start":{"pose":{"x":10,"y":0,"yaw":90}}}}`)).Episode
	first := h.where(id)
	if first.Seq != 0 || first.Goal != "sofa" || first.Status != episode.Open || first.At.IsZero() || first.Action != "" {
		t.Errorf("before the first step: %+v", first)
	}
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"corridor"}`, id))
	var last nav.Stepped
	for seq, more := range []string{"", `,"phase":"scan"`, `,"phase":"policy"`} {
		last = into[nav.Stepped](t, h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":1%s}`, id, seq+1, more)))
	}
	is := h.where(id)
	if is.Seq != 3 || is.Pose != last.Pose || is.Place != last.Place || is.Loop != last.Loop || is.PlanDue != last.PlanDue ||
		is.SceneDue != last.SceneDue || is.Action != nav.Forward || is.Phase != "policy" || !is.At.After(first.At) {
		t.Errorf("%+v\nafter %+v", is, last)
	}
	if is.House == nil || !is.House.Aligned || is.House.Pose.Y < 0.74 || is.House.Pose.X != 10 {
		t.Errorf("in the house: %+v", is.House)
	}
	h.restart()
	if again := h.where(id); !again.At.Equal(is.At) || again.Seq != 3 || again.Pose != is.Pose {
		t.Errorf("after the restart %+v", again)
	}
	h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q}`, id))
	if gone := h.where(id); gone.Status != episode.Ended || gone.Pose != is.Pose || gone.Place.Label != "corridor" || time.Since(gone.At) < 0 {
		t.Errorf("after the end %+v", gone)
	}
	h.refuse(ipc.NavWhere, `{"episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
}

// TestPictures: what the camera showed last can be looked at, from each call that brings
// pictures, until the daemon ends or the episode is deleted.
func TestPictures(t *testing.T) {
	h := newHouse(t)
	h.begin()
	shown := func() ipc.PicturesResult {
		return into[ipc.PicturesResult](t, h.do(ipc.NavPictures, `{"episode":"e001"}`))
	}
	if got := shown(); len(got.Pictures) != 0 || h.where("e001").Camera != nil {
		t.Errorf("before the first: %+v", got)
	}
	b64 := func(n int) string { return base64.StdEncoding.EncodeToString(picture(n)) }
	h.do(ipc.NavObserve, `{"episode":"e001","scene_type":"hall","image":{"base64":"`+b64(1)+`"}}`)
	if got := shown(); len(got.Pictures) != 1 || !bytes.Equal(got.Pictures[0].Base64, picture(1)) || got.Pictures[0].MIME != "image/png" || got.Pictures[0].View != nil {
		t.Errorf("a sample with its picture: %+v", got)
	}
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":1}`)
	h.do(ipc.NavPlan, `{"episode":"e001","views":[{"view":3,"image":{"base64":"`+b64(2)+`"}},{"view":5,"image":{"base64":"`+b64(3)+`"}}]}`)
	got := shown()
	if len(got.Pictures) != 2 || got.Seq != 1 || *got.Pictures[0].View != 3 || *got.Pictures[1].View != 5 || !bytes.Equal(got.Pictures[1].Base64, picture(3)) {
		t.Errorf("views of a plan: %+v", got)
	}
	second := into[ipc.PicturesResult](t, h.do(ipc.NavPictures, `{"episode":"e001","of":1}`)).Pictures
	if none := into[ipc.PicturesResult](t, h.do(ipc.NavPictures, `{"episode":"e001","of":2}`)); len(second) != 1 || *second[0].View != 5 || len(none.Pictures) != 0 {
		t.Errorf("one of them: %+v, and one that is not there: %+v", second, none)
	}
	if is := h.where("e001"); is.Camera == nil || *is.Camera != (ipc.Camera{Seq: 1, Pictures: 2}) {
		t.Errorf("%+v", is)
	}
	h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":0,"free_m":2}]}`)
	if len(shown().Pictures) != 2 {
		t.Error("a plan without pictures took them away")
	}
	h.restart()
	if got := shown(); len(got.Pictures) != 0 {
		t.Errorf("a picture outlived the daemon: %+v", got)
	}
	h.refuse(ipc.NavPictures, `{"episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
}

// TestThings: what scans showed is where the directions to it cross, before the episode
// is part of any house.
func TestThings(t *testing.T) {
	h := newHouse(t)
	h.begin()
	scan := func(view int) {
		h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":"e001","labels":[{"view":%d,"scene_type":"kitchen","see_m":4,"objects":["fridge"]}]}`, view))
	}
	scan(0) // ahead
	for seq := range 8 {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":%d}`, seq+1, []int{2, 2, 2, 1, 1, 1, 1, 3}[seq])) // three turns to the left
	}
	scan(4)
	got := into[ipc.ThingsResult](t, h.do(ipc.NavThings, `{"episode":"e001"}`))
	if len(got.Things) != 1 || got.Seq != 8 {
		t.Fatalf("%+v", got)
	}
	if f := got.Things[0]; f.Label != "fridge" || f.Room != "kitchen" || f.Seen != 2 || f.X < 0.5 || f.X > 4 || f.Chance < 0.9 {
		t.Errorf("%+v", f)
	}
	if len(into[ipc.HouseListResult](t, h.do(ipc.HouseList, `{}`)).Houses) != 0 {
		t.Error("it made a house")
	}
	h.refuse(ipc.NavThings, `{"episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
}

// Who asks for things, over and over, reads nothing that the robot's steps and plans change.
func TestThingsWhileItWalks(t *testing.T) {
	h := newHouse(t)
	h.begin()
	over, asked := make(chan struct{}), make(chan error, 1)
	go func() {
		c := h.dial()
		defer c.Close()
		for {
			var r ipc.ThingsResult
			if err := c.Call(t.Context(), ipc.NavThings.String(), ipc.ThingsParams{Episode: "e001"}, &r); err != nil {
				asked <- err
				return
			}
			select {
			case <-over:
				asked <- nil
				return
			default:
			}
		}
	}()
	for seq := range 60 {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":1}`, seq+1))
		if seq%3 == 0 {
			h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":"e001","labels":[{"view":%d,"scene_type":"kitchen","free_m":2,"see_m":4,"objects":["fridge"]}]}`, seq%12))
		}
	}
	close(over)
	if err := <-asked; err != nil {
		t.Error(err)
	}
}
