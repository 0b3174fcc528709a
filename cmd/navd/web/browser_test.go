package web_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/nav"
	"navd/ipc"
)

// browser is a tab of Chromium. Errors on its console fail the test.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	errors []string
}

// newBrowser starts Debian's chromium, and skips the test where there is none. It takes
// seven seconds, so it runs where somebody asks for it, and in .ci/run.
func newBrowser(t *testing.T) context.Context {
	t.Helper()
	if os.Getenv("NAVD_TEST_LONG") == "" && os.Getenv("NAVD_SCREENSHOTS") == "" {
		t.Skip("starts a browser; set NAVD_TEST_LONG=1")
	}
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: .ci/browser installs it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// newTab opens a tab of the browser.
func newTab(t *testing.T, of context.Context) *browser {
	t.Helper()
	ctx, stop := chromedp.NewContext(of)
	t.Cleanup(stop)
	b := &browser{t: t, ctx: ctx}
	b.run(chromedp.EmulateViewport(1280, 900))
	b.run(chromedp.Func(b.listen))
	return b
}

// listen collects what the page complains of.
func (b *browser) listen(ctx context.Context, tab *chromedp.Target) error {
	complain := func(format string, args ...any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.errors = append(b.errors, fmt.Sprintf(format, args...))
	}
	if _, err := cdp.Call(ctx, tab, log.Enable, cdp.Empty{}); err != nil {
		return err
	}
	called, thrown, added := cdp.Events(b.ctx, tab, runtime.ConsoleAPICalled), cdp.Events(b.ctx, tab, runtime.ExceptionThrown), cdp.Events(b.ctx, tab, log.EntryAdded)
	go func() {
		for e, err := range called {
			if err == nil && (e.Type == "error" || e.Type == "warning" || e.Type == "assert") {
				complain("%s: %s", e.Type, e.Args[0].Value)
			}
		}
	}()
	go func() {
		for e, err := range thrown {
			if err == nil {
				complain("exception: %s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
			}
		}
	}()
	go func() {
		for e, err := range added {
			if err == nil && (e.Entry.Level == "error" || e.Entry.Level == "warning") {
				complain("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
			}
		}
	}()
	return nil
}

// run does something in the tab.
func (b *browser) run(a chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, a); err != nil {
		b.t.Fatal(err)
	}
}

// open opens the page, and leaves it before what serves it ends.
func (b *browser) open(p *page) {
	b.t.Helper()
	b.run(chromedp.Navigate(p.address()))
	b.t.Cleanup(func() {
		b.run(chromedp.Navigate("about:blank"))
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, e := range b.errors {
			b.t.Errorf("on the console: %s", e)
		}
	})
}

// value evaluates an expression.
func value[T any](b *browser, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits until an expression holds.
func (b *browser) until(expression string) {
	b.t.Helper()
	limit := time.After(20 * time.Second) // only when it fails
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	tried := "(() => { try { return Boolean(" + expression + "); } catch { return false; } })()"
	for !value[bool](b, tried) {
		select {
		case <-again.C:
		case <-limit:
			b.shoot("failed")
			b.t.Fatalf("never came true: %s\nthe page says: %.1500s", expression, value[string](b, "document.body.innerText"))
		}
	}
}

// says waits until an element says a text.
func (b *browser) says(id, text string) {
	b.t.Helper()
	b.until(fmt.Sprintf("document.getElementById(%q).textContent.includes(%q)", id, text))
}

// click clicks on what a selector finds, as a user does.
func (b *browser) click(selector string) {
	b.t.Helper()
	b.run(chromedp.Click(chromedp.CSS(selector)))
}

// shoot takes a picture of the whole page into the folder that NAVD_SCREENSHOTS names,
// to look at.
func (b *browser) shoot(name string) {
	b.t.Helper()
	dir := os.Getenv("NAVD_SCREENSHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// scheme has the page drawn as for a user who wants it dark or light.
func (b *browser) scheme(name string) {
	b.t.Helper()
	b.run(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
		})
		return err
	}))
}

// search lets a simulated robot look for a sofa. It holds at a step until it is let go.
func (h *house) search(at int) (held <-chan string, goOn func(), done <-chan error) {
	h.t.Helper()
	task, err := robot.GeneratedFor(14, "Sofa")
	if err != nil {
		h.t.Fatal(err)
	}
	if task.Profile, err = world.ProfileNamed("clean"); err != nil {
		h.t.Fatal(err)
	}
	task.Rays = robot.ScanRays
	holds, on, ended := make(chan string, 1), make(chan struct{}), make(chan error, 1)
	ctx, stop := context.WithCancel(context.Background())
	h.t.Cleanup(stop)
	episode := ""
	go func() {
		_, err := robot.Search(ctx, h.c, task, func(m robot.Moment) {
			if m.Begun != nil {
				episode = m.Begun.Episode
			}
			if m.Step != nil && m.Step.Seq == at {
				holds <- episode
				select {
				case <-on:
				case <-ctx.Done():
				}
			}
		})
		ended <- err
	}()
	return holds, func() { close(on) }, ended
}

func TestPage(t *testing.T) {
	chromium := newBrowser(t)
	for _, test := range []struct {
		name string
		run  func(*testing.T, *browser)
	}{
		{"shows a robot that searches", showsASearch},
		{"writes names as text", writesNames},
		{"tells the robot, and takes it back", tellsTheRobot},
		{"waits for the daemon", waitsForTheDaemon},
		{"is under no other name", isUnderNoOtherName},
		{"knows the house and who is in it", knowsTheHouse},
		{"shows what the camera shows", showsTheCamera},
		{"has what waits decided", decides},
		{"says as the terminal", saysAsTheTerminal},
		{"says how to begin", saysHowToBegin},
		{"leaves the plan of an old goal", leavesAnOldPlan},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(t, newTab(t, chromium))
		})
	}
}

func showsASearch(t *testing.T, b *browser) {
	h := newHouse(t)
	p := newPageAt(t, "127.0.0.1:0", time.Now, false, h.dial) // it is live for five seconds after the last news
	held, goOn, done := h.search(70)
	b.open(p)
	id := <-held
	b.says("step", "70 of 70")
	if at := value[string](b, "location.href"); at != "http://"+p.addr+"/" {
		t.Errorf("the address bar has %s: the token did not leave it", at)
	}
	b.says("goal", "Looks for the Sofa in gen-14")
	b.says("link", "live")
	b.until(`document.querySelectorAll("#ways .chosen").length === 1`)
	b.until(`document.querySelectorAll("#map .floor, #map .walls, #map .trail, #map .planned, #map .site, #map .edge, #map .name").length >= 7`)
	b.until(`document.getElementById("robot").style.transform.includes("rotate")`)
	b.until(`document.querySelectorAll("#lines .plan").length === 2`)
	if !value[bool](b, `document.getElementById("say").hidden`) {
		t.Error("a page that only reads has the box for feedback")
	}
	before := value[string](b, `document.getElementById("robot").style.transform`)
	b.shoot("live")
	b.click("#lines summary")
	b.until(`document.querySelector("#lines .made dd").textContent.includes("navd itself")`)

	b.looks("live")

	goOn()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	b.says("doing", "Found the Sofa after 121 steps")
	b.says("step", "121 of 121")
	b.says("episodes", "found")
	b.until(`document.querySelector("#map .goal") !== null`)
	if after := value[string](b, `document.getElementById("robot").style.transform`); after == before {
		t.Error("the robot on the map did not move")
	}
	b.says("spoken", "Found the Sofa after 121 steps")

	value[string](b, `(() => { const s = document.getElementById("scrub"); s.value = "30"; s.dispatchEvent(new Event("input")); return s.value; })()`)
	b.says("step", "30 of 121")
	b.until(`document.querySelectorAll("#map .site").length === 1 && !document.querySelector("#map .goal")`)
	b.shoot("scrubbed")
	b.click("#live")
	b.says("step", "121 of 121")
	if got := value[string](b, `document.querySelector("#episodes button[aria-current]").dataset.episode`); got != id {
		t.Errorf("the list marks %s, want %s", got, id)
	}
	b.shoot("found")
}

// pale lists what is hard to read: texts with a contrast below 4.5 against what is behind
// them, as WCAG counts it.
const pale = `(() => {
	const rgb = (c) => c.match(/[\d.]+/g).map(Number);
	const light = (c) => rgb(c).slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const behind = (e) => {
		for (; e; e = e.parentElement) {
			const c = getComputedStyle(e).backgroundColor;
			if (rgb(c).length === 3 || rgb(c)[3] === 1) return c;
		}
		return "rgb(255, 255, 255)";
	};
	return [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.disabled && !e.closest(":disabled") &&
		[...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())).map((e) => {
		const style = getComputedStyle(e);
		const [a, b] = [light(e.closest("svg") ? style.fill : style.color), light(behind(e))].sort((x, y) => y - x);
		return [(a + 0.05) / (b + 0.05), e.textContent.trim().slice(0, 40)];
	}).filter(([ratio]) => ratio < 4.5).map(([ratio, text]) => ratio.toFixed(2) + " " + text);
})()`

// looks holds that the page can be read in the light and in the dark, and fits a phone,
// and takes pictures of it.
func (b *browser) looks(name string) {
	b.t.Helper()
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		for _, text := range value[[]string](b, pale) {
			b.t.Errorf("%s: the contrast is only %s", scheme, text)
		}
		b.shoot(name + "-" + scheme)
	}
	for _, eyes := range []emulation.SetEmulatedVisionDeficiencyType{"deuteranopia", "achromatopsia", "none"} {
		b.run(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
			_, err := cdp.Call(ctx, tab, emulation.SetEmulatedVisionDeficiency, emulation.SetEmulatedVisionDeficiencyParams{Type: eyes})
			return err
		}))
		if eyes != "none" {
			b.shoot(name + "-" + string(eyes))
		}
	}
	for _, width := range []int64{400, 320, 700} {
		b.run(chromedp.EmulateViewport(width, 850))
		if wide := value[int64](b, "document.documentElement.scrollWidth"); wide > width {
			b.t.Errorf("the page is %d pixels wide where %d are there", wide, width)
		}
		b.shoot(fmt.Sprintf("%s-dark-%d", name, width))
	}
	b.scheme("light")
	b.run(chromedp.EmulateViewport(400, 850))
	b.shoot(name + "-400")
	b.run(chromedp.EmulateViewport(1280, 900))
}

func writesNames(t *testing.T, b *browser) {
	const hostile = `<img src=x onerror="document.title='owned'"><script>alert(1)</script>` + "\u202e" // and a mark that turns the direction of what follows
	h := newHouse(t)
	id := call(h, ipc.EpisodeBegin, ipc.BeginParams{Goal: hostile, SceneID: hostile}).Episode
	h.walk(id, 0, 4)
	call(h, ipc.NavObserve, ipc.ObserveParams{Episode: id, SceneType: hostile, Objects: []string{hostile}})
	free := 3.0
	call(h, ipc.NavPlan, ipc.PlanParams{Episode: id, Labels: []nav.Glimpse{{View: 0, SceneType: hostile, Objects: []string{hostile}, FreeM: &free, SeeM: &free}}})
	b.open(newPage(t, false, h.dial))
	b.says("goal", strings.TrimSuffix(hostile, "\u202e"))
	b.until(`!document.body.textContent.includes("\u202e") && !document.title.includes("\u202e")`)
	b.until(`document.querySelectorAll("#map .name").length === 1`)
	b.click("#lines summary")
	b.says("lines", `; <img src=x`)
	if n := value[int](b, `document.querySelectorAll("main img, main script, main a, main iframe").length`); n != 0 {
		t.Errorf("names became %d elements", n)
	}
	if title := value[string](b, "document.title"); title == "owned" {
		t.Error("a name was run as a script")
	}
	b.shoot("hostile")
}

func tellsTheRobot(t *testing.T, b *browser) {
	h := newHouse(t)
	id := call(h, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", SceneID: "home"}).Episode
	b.open(newPage(t, true, h.dial))
	b.says("goal", "sofa in home")
	b.until(`!document.getElementById("say").hidden && document.getElementById("send").disabled`)
	b.run(chromedp.SendKeys(chromedp.CSS("#words"), "the sofa is not in the living room"))
	b.says("understood", "would look for the sofa elsewhere than in any living room (sure)")
	b.shoot("understood")
	entries := func() int {
		return len(call(h, ipc.GroundingList, ipc.GroundingListParams{State: "active"}).Entries)
	}
	if n := entries(); n != 0 {
		t.Errorf("%d entries are kept before it was sent", n)
	}
	b.until(`!document.getElementById("send").disabled`)
	b.click("#send")
	b.says("told", "added")
	b.says("lines", "A user says: the sofa is not in the living room")
	if n := entries(); n != 1 {
		t.Errorf("%d entries are kept, want 1", n)
	}
	said := call(h, ipc.GroundingGet, ipc.GroundingGetParams{Episode: id})
	if text := fmt.Sprintf("%+v", said); !strings.Contains(text, "page") {
		t.Errorf("its author is not the page: %s", text)
	}
	b.shoot("told")
	b.click("#told button")
	b.says("told", "taken back")
	if n := entries(); n != 0 {
		t.Errorf("%d entries are kept after it was taken back", n)
	}
	b.run(chromedp.SendKeys(chromedp.CSS("#words"), "turn left"))
	b.until(`document.querySelector("#understood .alarm") !== null`)
}

// isUnderNoOtherName: a name that leads to this machine, as a page from elsewhere may have
// one, gets nothing, and spends no address.
func isUnderNoOtherName(t *testing.T, b *browser) {
	p := newPage(t, false, nobody)
	address := p.address()
	b.run(chromedp.Navigate(strings.Replace(address, "127.0.0.1", "evil.localhost", 1)))
	b.until(`location.hostname === "evil.localhost" && document.body.innerText.includes("under no other name")`)
	if p.address() != address {
		t.Error("the other name got in")
	}
}

func waitsForTheDaemon(t *testing.T, b *browser) {
	h := newHouse(t)
	id := h.begin("sofa")
	h.walk(id, 0, 5)
	b.open(newPage(t, false, h.dial))
	b.says("step", "5 of 5")
	h.stop()
	b.until(`document.getElementById("link").className === "pill gone"`)
	b.says("doing", "■ Last seen: ")
	b.says("spoken", "navd is away")
	b.shoot("away")
	h.start()
	h.walk(id, 5, 5)
	b.says("step", "10 of 10")
	b.until(`document.getElementById("link").className !== "pill gone"`)
	b.says("link", "▲ nothing new for")
	b.shoot("quiet")
}
