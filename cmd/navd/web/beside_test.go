package web_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"testing"
	"time"

	"navd/daemon/nav"
	"navd/ipc"
)

// in begins an episode in a house, at a pose that is known.
func (h *house) in(name, goal string, at nav.Pose) string {
	h.t.Helper()
	return call(h, ipc.EpisodeBegin, ipc.BeginParams{Goal: goal, House: &ipc.BeginHouse{ID: name, Start: &ipc.HouseStart{Pose: &at}}}).Episode
}

// looks scans: a kitchen ahead, with things n metres away.
func (h *house) looks(episode string, metres float64, things ...string) {
	h.t.Helper()
	free := 3.0
	view := nav.Glimpse{View: 0, SceneType: "kitchen", FreeM: &free, SeeM: &metres}
	for _, t := range things {
		view.Seen = append(view.Seen, nav.Seen{Label: t, RangeM: &metres})
	}
	call(h, ipc.NavPlan, ipc.PlanParams{Episode: episode, Labels: []nav.Glimpse{view}})
}

func knowsTheHouse(t *testing.T, b *browser) {
	h := newHouse(t)
	first := h.in("home", "mug", nav.Pose{})
	call(h, ipc.NavObserve, ipc.ObserveParams{Episode: first, SceneType: "kitchen"})
	h.walk(first, 0, 2)
	h.looks(first, 3, "fridge")
	call(h, ipc.EpisodeEnd, ipc.EndParams{Episode: first})

	far := h.in("home", "lamp", nav.Pose{X: 2, Y: 2, Yaw: 90})
	h.walk(far, 0, 3)
	id := h.in("home", "bed", nav.Pose{X: 1, Y: 0, Yaw: 90})
	h.walk(id, 0, 2)
	b.open(newPage(t, true, h.dial))
	b.says("goal", "Looks for the bed")
	b.says("kept", "Kept from 1 earlier search")
	b.says("keptrooms", "kitchen · seen ")
	b.says("keptrooms", "fridge")
	b.until(`document.querySelectorAll("#map .other").length === 3 - 1`) // the one that is gone, and the one that runs
	b.until(`document.querySelectorAll("#map .gone").length === 1`)
	b.says("running", "2 robots at work")
	b.until(`/lamp in home · (Walks|Thinks where to go|Waits for a plan, for \d+ s) · 3 steps/.test(document.getElementById("episodes").textContent)`)
	b.says("episodes", "mug in home · ended, last in the kitchen")
	b.shoot("house")

	// The fridge is 3.5 m ahead of the house's origin: 2.5 m to the right of this robot's start.
	at := value[[]float64](b, `(() => {
		const [, x, y] = document.querySelector("#map .seenthing").getAttribute("transform").match(/translate\(([\d.-]+) ([\d.-]+)\)/).map(Number);
		const [, u, v] = document.querySelector("#map .start").getAttribute("transform").match(/translate\(([\d.-]+) ([\d.-]+)\)/).map(Number);
		return [x - u, y - v];
	})()`)
	if at[0] < 100 || at[1] > 20 || at[1] < -20 {
		t.Errorf("the fridge is drawn %v pixels from the start, want far to its right", at)
	}
	b.until(`document.querySelector("#map .seenthing").getAttribute("aria-label").startsWith("fridge, seen")`)
	b.click("#map .seenthing")
	b.until(`document.getElementById("thing").value === "fridge"`)
	b.click("#seek")
	b.says("goal", "Looks for the fridge")
	b.says("goalanswer", "It looks for the fridge with its next plan.")
	if got := call(h, ipc.EpisodeGet, ipc.EpisodeParams{Episode: id}).Goal; got != "fridge" {
		t.Errorf("the goal is %q", got)
	}
	b.looks("house")
}

func showsTheCamera(t *testing.T, b *browser) {
	h := newHouse(t)
	id := h.begin("sofa")
	h.walk(id, 0, 2)
	p := newPage(t, false, h.dial)
	b.open(p)
	b.says("step", "2 of 2")
	if !value[bool](b, `document.getElementById("camera").hidden`) {
		t.Error("there is a camera where no picture came")
	}
	call(h, ipc.NavObserve, ipc.ObserveParams{Episode: id, SceneType: "living room", Objects: []string{"sofa", "<i>lamp</i>"}, Image: &ipc.ImageRef{Base64: view(320, 200)}})
	b.says("caption", "What the camera showed at step 2: living room, sofa, <i>lamp</i>")
	b.until(`document.querySelectorAll("#pictures img").length === 1 && document.querySelector("#pictures img").naturalWidth === 320`)
	b.shoot("camera")
	h.walk(id, 2, 1)
	params := ipc.PlanParams{Episode: id, Labels: []nav.Glimpse{{View: 1, SceneType: "hall", Objects: []string{"door"}}}}
	for v := range 3 {
		params.Views = append(params.Views, ipc.ViewImage{View: v, Image: ipc.ImageRef{Base64: view(100, 80)}})
	}
	call(h, ipc.NavPlan, params)
	b.says("caption", "at step 3: hall, door")
	b.until(`[...document.querySelectorAll("#pictures img")].filter((i) => i.naturalWidth === 100).length === 3`)
	b.shoot("views")
	cookie := http.Header{"Cookie": {p.enter()}}
	for _, no := range []string{"seq=2&of=0", "seq=3&of=3", "seq=3&of=-1", "seq=x&of=0", "of=0"} { // older, or not there
		if res, text := p.do("GET", "http://"+p.addr+"/picture?episode="+id+"&"+no, "", cookie); res.StatusCode != 404 {
			t.Errorf("a picture with %s: %s, %s", no, res.Status, text)
		}
	}
}

// view is a picture of a room, more or less.
func view(width, height int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for x := range width {
		for y := range height {
			img.Set(x, y, color.RGBA{uint8(90 + 100*y/height), uint8(120 + 60*x/width), 140, 255})
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // a buffer takes all
	return b.Bytes()
}

func decides(t *testing.T, b *browser) {
	h := newHouse(t)
	submit := func(text string) {
		call(h, ipc.KnowledgeSubmit, ipc.SubmitParams{Text: text})
		call(h, ipc.KnowledgeProcess, ipc.ProcessParams{})
	}
	submit("Never enter the bathroom when looking for a television")
	h.begin("television")
	p := newPage(t, true, h.dial)
	b.open(p)
	b.says("waiting", "A rule to decide on")
	b.says("waiting", `forbid place "bathroom"`)
	b.shoot("proposal")
	b.click("#waiting button")
	b.until(`document.getElementById("waits").hidden`)
	if all := call(h, ipc.KnowledgeList, ipc.KnowledgeListParams{Status: "active"}).Items; len(all) != 1 {
		t.Errorf("%d rules are in use, want 1", len(all))
	}
	submit("Never enter the kitchen when looking for a bed")
	b.says("waiting", `forbid place "kitchen"`)
	b.click("#waiting button + button")
	b.until(`document.getElementById("waits").hidden`)
	for _, p := range call(h, ipc.KnowledgeProposals, ipc.ProposalListParams{}).Proposals {
		if fmt.Sprint(p.Standing, p.Decider) != map[string]string{"p1": "approvedpage", "p2": "rejectedpage"}[p.ID] {
			t.Errorf("%s is %s by %s", p.ID, p.Standing, p.Decider)
		}
	}
}

// saysHowToBegin: without a search there is nothing to draw. Then there is one, of two days
// before.
func saysHowToBegin(t *testing.T, b *browser) {
	h := newHouse(t)
	later := func() time.Time { return time.Now().AddDate(0, 0, 2) }
	b.open(newPageAt(t, "127.0.0.1:0", later, false, h.dial))
	b.until(`document.getElementById("first").checkVisibility()`)
	b.says("doing", "No search yet")
	b.says("first", "navsim run")
	parts := `["place", "story", "choice", "follow"].filter((id) => document.getElementById(id).checkVisibility()).length === `
	b.until(parts + "0")
	b.shoot("first")
	h.begin("sofa")
	b.until(parts + "4")
	b.until(`!document.getElementById("first").checkVisibility()`)
	b.says("episodes", time.Now().Format("/2006"))
	if high := value[float64](b, `document.getElementById("scrub").getBoundingClientRect().height`); high < 24 {
		t.Errorf("the scrubber is %v pixels high", high)
	}
}

// leavesAnOldPlan: what was planned for one goal is not said of the next.
func leavesAnOldPlan(t *testing.T, b *browser) {
	h := newHouse(t)
	id := h.begin("sofa")
	h.walk(id, 0, 2)
	h.looks(id, 3, "fridge")
	h.walk(id, 2, 1)
	b.open(newPage(t, false, h.dial))
	b.says("doing", "Walks, ")
	b.until(`document.getElementById("why").textContent !== "" && document.querySelectorAll("#ways li").length > 0`)
	call(h, ipc.EpisodeGoal, ipc.GoalParams{Episode: id, Goal: "a very long thing"})
	b.says("goal", "Looks for a very long thing")
	b.says("lines", "Looks for a very long thing from here on")
	b.until(`document.getElementById("why").textContent === "" && document.querySelectorAll("#ways li, #map .planned").length === 0`)
	b.until(`document.getElementById("doing").textContent === "Walks"`)
	value[string](b, `(() => { const s = document.getElementById("scrub"); s.value = "2"; s.dispatchEvent(new Event("input")); return s.value; })()`)
	b.until(`document.querySelectorAll("#ways li").length > 0`) // it was so then
}
