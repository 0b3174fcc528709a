package daemon_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/nav"
	"navd/daemon/reply"
	"navd/daemon/store"
	"navd/ipc"
)

// withScene has this model read pictures.
func withScene(m model.Model) func(*daemon.Options) {
	return func(o *daemon.Options) {
		o.Config.Scene.Chain, o.Models = []string{"eye:sharp"}, map[string]model.Model{"eye": m}
	}
}

// picture is a small PNG; another n is another picture.
func picture(n int) []byte {
	img := image.NewGray(image.Rect(0, 0, 4, 4))
	img.Pix[0] = byte(n)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// observe is nav.observe's parameters with picture n.
func observe(n int, more string) string {
	return fmt.Sprintf(`{"episode":"e001","image":{"base64":%q}%s}`, base64.StdEncoding.EncodeToString(picture(n)), more)
}

func sceneLine(kind string) modeltest.Line {
	return modeltest.Line{Text: fmt.Sprintf(`{"scene_type":%q,"description":"A place.","objects":["lamp"]}`, kind), Usage: reply.Usage{TokensIn: 7, TokensOut: 2, Cost: 0.5}}
}

// scenesOf gives the scene entries of the log.
func (h *house) scenesOf(id string) (out []store.Scene) {
	h.t.Helper()
	log := into[ipc.LogResult](h.t, h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"kinds":["scene"]}`, id)))
	for _, e := range log.Entries {
		var s store.Scene
		if err := json.Unmarshal(e.Data, &s); err != nil {
			h.t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// With wait the answer is what was seen.
func TestObservePicture(t *testing.T) {
	away := modeltest.Line{Err: fault.New(fault.Denied, "no key")}
	for _, tt := range []struct {
		name       string
		lines      []modeltest.Line
		more       string
		transition nav.Transition
		label      string
		events     []event.Type
		failed     string
		attempts   int
	}{
		{"seen", []modeltest.Line{sceneLine("Living Room")}, "", nav.TransitionNamed, "Living Room", []event.Type{event.Scene}, "", 1},
		{"seen at the second try", []modeltest.Line{{Text: "a kitchen, I think"}, sceneLine("kitchen")}, "", nav.TransitionNamed, "kitchen", []event.Type{event.Scene}, "", 2},
		{"unknown", []modeltest.Line{sceneLine("unknown")}, "", nav.TransitionNone, "", []event.Type{event.Scene}, "", 1},
		{"denied", []modeltest.Line{away}, "", nav.TransitionNone, "", []event.Type{event.SceneFailed}, "no key", 1},
		{"prose twice", []modeltest.Line{{Text: "a room"}, {Text: "a room"}}, "", nav.TransitionNone, "", []event.Type{event.SceneFailed}, "no object", 2},
		{"the model panics", []modeltest.Line{{Panic: true}}, "", nav.TransitionNone, "", []event.Type{event.SceneFailed}, "panicked", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := modeltest.NewScript(tt.lines...)
			h := newHouse(t, withScene(script))
			h.begin()
			got := into[ipc.ObserveResult](t, h.do(ipc.NavObserve, observe(1, `,"wait":true`)))
			var events []event.Type
			for _, e := range got.Events {
				events = append(events, e.Type)
			}
			if (got.Scene == nil) != (tt.failed != "") || got.Scene != nil && (got.Scene.Description != "A place." || len(got.Scene.Objects) != 1) {
				t.Errorf("scene %+v", got.Scene)
			}
			if got.Transition != tt.transition || got.Place.Label != tt.label || !slices.Equal(events, tt.events) {
				t.Errorf("got %+v", got)
			}
			scenes := h.scenesOf("e001")
			if len(scenes) != 1 || scenes[0].Picture != 1 || !strings.Contains(scenes[0].Failed, tt.failed) || (scenes[0].Failed == "") != (tt.failed == "") {
				t.Errorf("log: %+v", scenes)
			}
			asked := script.Asked()[0]
			if asked.Role != "scene" || asked.Name != "sharp" || asked.Temperature != 0.2 || asked.MaxTokens != 1024 || !strings.Contains(asked.Prompt, "sofa") ||
				len(asked.Images) != 1 || !bytes.Equal(asked.Images[0].Bytes, picture(1)) {
				t.Errorf("asked %+v", asked)
			}
			health := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`))
			if health.OK != (tt.failed == "") || !health.OK && (health.Degraded[0].What != "scene eye:sharp" || !strings.Contains(health.Degraded[0].Reason, tt.failed)) {
				t.Errorf("health %+v", health)
			}
			m := into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)).Metrics
			if m.SceneCalls == nil || *m.SceneCalls != tt.attempts || m.ModelCalls != 0 || m.ModelTimeS != 0 {
				t.Errorf("%v scene calls in the metrics, want %d, and none for plans: %+v", m.SceneCalls, tt.attempts, m)
			}
			h.sound()
		})
	}
}

// The metrics of an episode count what plans took apart from what pictures took;
// the cost is of both, and all of them are for the last goal.
func TestEndTellsScenesApart(t *testing.T) {
	plans := modeltest.NewScript(modeltest.Line{Text: decision(0), Usage: reply.Usage{Cost: 0.25}})
	pictures := modeltest.NewScript(sceneLine("kitchen"), modeltest.Line{Text: "a hall"}, sceneLine("hall"))
	h := newHouse(t, func(o *daemon.Options) {
		o.Config.Planner.Chain, o.Config.Scene.Chain = []string{"m"}, []string{"eye:sharp"}
		o.Models = map[string]model.Model{"m": plans, "eye": pictures}
	})
	h.begin()
	h.do(ipc.NavObserve, observe(1, `,"wait":true`))
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":"move_forward"}`)
	h.do(ipc.EpisodeGoal, `{"episode":"e001","goal":"bed"}`)
	h.do(ipc.NavObserve, observe(2, `,"wait":true`))
	h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":2}]}`)
	took := h.record("e001").Attempts[0].Usage.Took.Seconds()
	m := into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)).Metrics
	if m.ModelCalls != 1 || m.ModelTimeS != took || m.SceneCalls == nil || *m.SceneCalls != 2 || m.Cost != 0.75 {
		t.Errorf("%d calls, %v s each, want 1 of %v s; %v scene calls, want 2; cost %v, want 0.75", m.ModelCalls, m.ModelTimeS, took, m.SceneCalls, m.Cost)
	}
}

// Without wait the robot walks on while the model looks; what was seen comes as
// events, in the order of the pictures, and meets the steps they were taken at.
func TestPicturesInTheBackground(t *testing.T) {
	g := newGate()
	h := newHouse(t, withScene(g))
	h.begin()
	h.do(ipc.EventsSubscribe, `{"types":["scene","scene_failed"]}`)
	step := func(seq int) nav.Stepped {
		return into[nav.Stepped](t, h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":1}`, seq)))
	}
	got := into[ipc.ObserveResult](t, h.do(ipc.NavObserve, observe(1, "")))
	if got.Transition != nav.TransitionPending || got.SceneDue.Due || got.Place.Type != nav.Unknown {
		t.Errorf("got %+v", got)
	}
	if s := step(1); s.SceneDue.Due {
		t.Errorf("a sample is due while one is read: %+v", s.SceneDue)
	}
	h.do(ipc.NavObserve, observe(2, ""))
	first := <-g.asked
	select {
	case <-g.asked:
		t.Error("two pictures of an episode are read at a time")
	default:
	}
	step(2)
	g.answers <- sceneLine("kitchen")
	if ev := <-h.client.Events(); ev.Type != "scene" || ev.Seq != 2 {
		t.Errorf("event %+v", ev)
	}
	second := <-g.asked
	if !bytes.Equal(first.Images[0].Bytes, picture(1)) || !bytes.Equal(second.Images[0].Bytes, picture(2)) {
		t.Error("the pictures are read in another order")
	}
	g.answers <- modeltest.Line{Err: fault.New(fault.Denied, "no key")}
	if ev := <-h.client.Events(); ev.Type != "scene_failed" {
		t.Errorf("event %+v", ev)
	}
	scenes := h.scenesOf("e001")
	if len(scenes) != 2 || scenes[0].Sample.Step != 0 || scenes[0].Transition != nav.TransitionNamed || scenes[1].Failed == "" {
		t.Errorf("log %+v", scenes)
	}
	if due := []nav.Due{step(3).SceneDue, step(4).SceneDue, step(5).SceneDue, step(6).SceneDue, step(7).SceneDue}; due[3].Due || due[4].Reason != "retry" {
		t.Errorf("after the failure: %+v", due)
	}
	h.sound()
}

// A picture that was taken is read, also after the daemon stopped in between.
func TestPictureSurvivesARestart(t *testing.T) {
	g := newGate()
	h := newHouse(t, withScene(g))
	h.begin()
	h.do(ipc.NavObserve, observe(1, `,"key":"k"`))
	h.do(ipc.NavObserve, observe(2, ""))
	<-g.asked
	h.restart()
	<-g.asked
	g.answers <- sceneLine("kitchen")
	<-g.asked
	if again := into[ipc.ObserveResult](t, h.do(ipc.NavObserve, observe(1, `,"key":"k"`))); again.Transition != nav.TransitionPending {
		t.Errorf("the same call again: %+v", again)
	}
	got := h.scenesOf("e001")
	if len(got) != 1 || got[0].Sample.Label != "kitchen" {
		t.Errorf("log %+v", got)
	}
	g.answers <- sceneLine("kitchen")
	into[ipc.ObserveResult](t, h.waited(g, 3, "hallway"))
	if got := h.scenesOf("e001"); len(got) != 3 || got[2].Picture != 3 || got[2].Transition != nav.TransitionCandidate {
		t.Errorf("log %+v", got)
	}
	h.sound()
}

// waited observes picture n with wait while the gate's model sees this.
func (h *house) waited(g *gate, n int, kind string) json.RawMessage {
	h.t.Helper()
	g.answers <- sceneLine(kind)
	raw := h.do(ipc.NavObserve, observe(n, `,"wait":true`))
	<-g.asked
	return raw
}

// Who takes a waiting call back, ends or deletes the episode harms nothing.
func TestPictureOutlivesItsCall(t *testing.T) {
	for _, tt := range []struct {
		name  string
		then  func(h *house)
		check func(h *house)
	}{
		{"taken back", func(*house) {}, func(h *house) {
			if got := h.scenesOf("e001"); len(got) != 2 || got[0].Transition != nav.TransitionNamed {
				h.t.Errorf("log %+v", got)
			}
		}},
		{"ended", func(h *house) { h.do(ipc.EpisodeEnd, `{"episode":"e001"}`) }, func(h *house) {
			if got := h.scenesOf("e001"); len(got) != 0 {
				h.t.Errorf("log %+v", got)
			}
		}},
		{"deleted", func(h *house) { h.do(ipc.EpisodeDelete, `{"episode":"e001"}`) }, func(h *house) {
			h.refuse(ipc.EpisodeGet, `{"episode":"e001"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGate()
			h := newHouse(t, withScene(g))
			h.begin()
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() {
				_, err := h.client.Raw(ctx, string(ipc.NavObserve), json.RawMessage(observe(1, `,"wait":true`)))
				done <- err
			}()
			<-g.asked
			tt.then(h)
			cancel()
			if err := <-done; err == nil {
				t.Error("the call was answered")
			}
			g.answers <- sceneLine("kitchen")
			h.begin() // another episode is served all the same
			for _, id := range []string{"e001", "e002"} {
				g.answers <- sceneLine("kitchen")
				_, err := h.call(ipc.NavObserve, strings.Replace(observe(9, `,"wait":true`), "e001", id, 1))
				if id == "e002" && err != nil {
					t.Errorf("another episode: %v", err)
				}
			}
			tt.check(h)
			h.sound()
		})
	}
}

// A picture that was read after the end leaves the memory as the episode left it.
func TestPictureAfterTheEnd(t *testing.T) {
	g := newGate()
	h := newHouse(t, withScene(g))
	h.begin()
	h.waited(g, 1, "kitchen")
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":1}`)
	h.do(ipc.NavObserve, observe(2, ""))
	h.do(ipc.NavObserve, observe(3, ""))
	<-g.asked
	h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)
	known := func() string { return string(h.do(ipc.NavGraph, `{"episode":"e001"}`)) }
	before := known()
	g.answers <- sceneLine("bedroom")
	<-g.asked // so the one before is stored
	h.restart()
	if diff := cmp.Diff(before, known()); diff != "" {
		t.Errorf("the memory after the picture: %s", diff)
	}
	h.sound()
}

// A call that waits for its picture and is sent again, after it was taken back or after a
// crash, waits for the same picture and gets the answer of the first: one picture is stored,
// and the model is asked about it once.
func TestKeyOfAPictureThatWaits(t *testing.T) {
	const ranges = `,"ranges":[{"start_deg":-39,"step_deg":3,"max_m":8,"values":[2,2,2,2,2,2,2,2,2,2,2,2,2]}]`
	call := "nav.observe " + observe(1, `,"wait":true,"key":"k"`+ranges)
	for _, tt := range []struct {
		name    string
		between func(h *house, w *wire, g *gate) (*house, *gate)
	}{
		{"taken back", func(h *house, w *wire, g *gate) (*house, *gate) {
			w.send(`2 $/cancel {"id":1}`)
			if got := w.collect(2)["1"]; !strings.Contains(got, `"code":-32008`) {
				h.t.Errorf("a call that was taken back: %s", got)
			}
			return h, g
		}},
		{"crashed", func(h *house, w *wire, g *gate) (*house, *gate) {
			next := newGate()
			after := h.crash(withScene(next))
			<-next.asked // a start goes on with the picture
			g.answers <- sceneLine("kitchen")
			w.next("1") // so that the end of the first daemon waits for nothing
			return after, next
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGate()
			h := newHouse(t, withScene(g))
			h.begin()
			w := h.wire()
			w.send("1 " + call)
			<-g.asked
			h, g = tt.between(h, w, g)

			first, second := h.wire(), h.wire()
			first.send("3 " + call)
			second.send("3 "+call, `4 nav.step {"episode":"e001","seq":1,"action":"turn_left"}`)
			second.next("4") // no call of the episode waits for them
			g.answers <- sceneLine("kitchen")
			answer := first.next("3")
			same(t, "sent twice", []byte(second.next("3")), []byte(answer))
			if !strings.Contains(answer, `"transition":"named"`) || !strings.Contains(answer, `"ranges_kept":true`) || !strings.Contains(answer, `"scene_type":"kitchen"`) {
				t.Errorf("answer %s", answer)
			}
			for _, when := range []string{"at once", "after a restart"} {
				if when == "after a restart" {
					h.restart()
				}
				w := h.wire()
				w.send("3 " + call)
				same(t, when, []byte(w.next("3")), []byte(answer))
			}
			if got := h.scenesOf("e001"); len(got) != 1 || got[0].Picture != 1 {
				t.Errorf("log %+v, want picture 1 alone", got)
			}
			select {
			case <-g.asked:
				t.Error("the model was asked again")
			default:
			}
			h.refuse(ipc.NavObserve, observe(2, `,"wait":true,"key":"k"`), refusal{Code: -32003, Kind: fault.Conflict, Field: "key"})
			h.sound()
		})
	}
}

// Who sends a call again whose picture was deleted with its episode is told so.
func TestKeyOfADeletedPicture(t *testing.T) {
	g := newGate()
	h := newHouse(t, withScene(g))
	h.begin()
	w := h.wire()
	call := observe(1, `,"wait":true,"key":"k"`)
	w.send("1 nav.observe " + call)
	<-g.asked
	h.do(ipc.EpisodeDelete, `{"episode":"e001"}`)
	gone := refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"}
	g.answers <- sceneLine("kitchen")
	if got := w.next("1"); !strings.Contains(got, `"code":-32002`) {
		t.Errorf("the call that waited: %s", got)
	}
	h.refuse(ipc.NavObserve, call, gone)
	h.restart()
	h.refuse(ipc.NavObserve, call, gone)
}

// At most 16 pictures of an episode wait.
func TestTooManyPictures(t *testing.T) {
	g := newGate()
	h := newHouse(t, withScene(g))
	h.begin()
	for n := range 16 {
		h.do(ipc.NavObserve, observe(n, ""))
	}
	h.refuse(ipc.NavObserve, observe(16, ""), refusal{Code: -32006, Kind: fault.Unavailable, Field: "image"})
	h.refuse(ipc.NavObserve, observe(16, `,"step":3`), refusal{Code: -32001, Kind: fault.Invalid, Field: "step"})
}

// A model that hangs holds no step, and the picture fails by its deadline.
func TestPictureDeadline(t *testing.T) {
	t.Parallel()
	h := newHouse(t, withScene(newGate()), func(o *daemon.Options) { o.Config.Scene.DeadlineMS = 100 })
	h.begin()
	got := into[ipc.ObserveResult](t, h.do(ipc.NavObserve, observe(1, `,"wait":true`)))
	if len(got.Events) != 1 || got.Events[0].Type != event.SceneFailed || !strings.Contains(got.Events[0].Reason, "deadline") {
		t.Errorf("got %+v", got)
	}
}

// Large pictures are scaled down for the model, small ones stay as they are.
func TestPicturesAreScaled(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3000, 500))); err != nil {
		t.Fatal(err)
	}
	script := modeltest.NewScript(sceneLine("hall"), modeltest.Line{Text: decision(0)})
	h := newHouse(t, withScene(script), func(o *daemon.Options) { o.Config.Planner.Chain = []string{"eye"} })
	h.begin()
	big := fmt.Sprintf(`{"episode":"e001","image":{"base64":%q}%%s}`, base64.StdEncoding.EncodeToString(b.Bytes()))
	h.do(ipc.NavObserve, fmt.Sprintf(big, `,"wait":true`))
	h.do(ipc.NavPlan, fmt.Sprintf(big, ""))
	for _, ask := range script.Asked() {
		img, kind, err := image.DecodeConfig(bytes.NewReader(ask.Images[0].Bytes))
		if got := [2]int{img.Width, img.Height}; err != nil || kind != "jpeg" || ask.Images[0].MIME != "image/jpeg" || got != [2]int{1024, 170} {
			t.Errorf("%s got %v of type %s, %v", ask.Role, got, kind, err)
		}
	}
	cut := b.Bytes()[:b.Len()/2] // its header is whole
	broken := fmt.Sprintf(`{"episode":"e001","image":{"base64":%q}}`, base64.StdEncoding.EncodeToString(cut))
	plan := into[ipc.PlanResult](t, h.do(ipc.NavPlan, broken))
	if !plan.Fallback || len(plan.Used.Reasons) != 1 || !strings.Contains(plan.Used.Reasons[0], "damaged") {
		t.Errorf("a damaged picture: %+v", plan)
	}
	if diff := cmp.Diff(2, len(script.Asked())); diff != "" {
		t.Error(diff)
	}
}
