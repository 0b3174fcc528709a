package vlm_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"navd/daemon/nav"
	"net"
	"net/http/httptest"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/caption"
	"navd/cmd/navsim/vlm"
	"navd/daemon/fault"
	"navd/daemon/planner"
	"navd/daemon/reply"
)

// effect is what a fault must look like to a client.
type effect struct {
	code    int    // of HTTP, 0 when the connection breaks
	status  string // of an error
	plan    string // contained in what the planner's parser says; "" when it reads the right answer
	scene   string // the same for a reader of scenes
	anyText bool   // whether there is a text at all
}

// effects says it for every fault that has an answer at once.
func effects() map[vlm.Fault]effect {
	return map[vlm.Fault]effect{
		vlm.Slow:         {code: 200, anyText: true},
		vlm.RateLimit:    {code: 429, status: "RESOURCE_EXHAUSTED"},
		vlm.Internal:     {code: 500, status: "INTERNAL"},
		vlm.Unavailable:  {code: 503, status: "UNAVAILABLE"},
		vlm.Unauthorized: {code: 401, status: "UNAUTHENTICATED"},
		vlm.Reset:        {},
		vlm.Truncated:    {},
		vlm.Malformed:    {code: 200},
		vlm.Empty:        {code: 200},
		vlm.Safety:       {code: 200},
		vlm.Blocked:      {code: 200},
		vlm.Prose:        {code: 200, anyText: true, plan: "no object", scene: "no object"},
		vlm.Contradict:   {code: 200, anyText: true, plan: "two answers that differ", scene: "two answers that differ"},
		vlm.Fences:       {code: 200, anyText: true},
		vlm.NotANumber:   {code: 200, anyText: true, plan: "finite", scene: "finite"},
		vlm.Mistyped:     {code: 200, anyText: true, plan: "angle: mistyped", scene: "scene_type: mistyped"},
		vlm.OutOfRange:   {code: 200, anyText: true, plan: "angle: not allowed", scene: "empty"},
		vlm.MissingKey:   {code: 200, anyText: true, plan: "missing", scene: "missing"},
		vlm.Long:         {code: 200, anyText: true, plan: "at most 200000 bytes", scene: "at most 200000 bytes"},
		vlm.Huge:         {code: 200, anyText: true, plan: "at most 200000 bytes", scene: "at most 200000 bytes"},
	}
}

// readScene reads a scene as strictly as a plan is read.
func readScene(text string) error {
	o, err := reply.Object(text, "scene_type", "objects")
	if err != nil {
		return err
	}
	name, err := reply.String(o, "scene_type")
	if err == nil && name == "" {
		err = errors.New("scene_type: empty")
	}
	return err
}

// TestFaults forces every fault over a real connection, for a plan and for a
// scene.
func TestFaults(t *testing.T) {
	system, prompt := question(t, "Sofa", nil, glimpse(3, "living room", 3, 4, "Sofa"))
	plan := request(t, system, prompt, planner.SchemaIn(nav.Wording{}))
	scene := request(t, "", "Describe.", sceneSchema, photo(t, &caption.Seen{Scene: &caption.Scene{Type: "kitchen"}}))
	for f, want := range effects() {
		t.Run(string(f), func(t *testing.T) {
			var waited time.Duration
			h := newHouse(t, vlm.Options{Wait: atOnce(&waited)})
			checkFault(t, h, f, faultCase{plan, want, want.plan, func(text string) error { _, err := planner.ParseIn(nav.Wording{}, nil)(text); return err }})
			checkFault(t, h, f, faultCase{scene, want, want.scene, readScene})
			if slow := waited > 0; slow != (f == vlm.Slow) {
				t.Errorf("waited %v", waited)
			}
			if got := h.model.Asked(); got.Faults[f] != 2 || got.Requests != 2 {
				t.Errorf("%+v", got)
			}
		})
	}
	if got := len(effects()) + 1; got != len(vlm.Faults()) { // and hang
		t.Errorf("%d of %d faults are looked at", got, len(vlm.Faults()))
	}
}

type faultCase struct {
	body   string
	want   effect
	reason string
	parse  func(string) error
}

func checkFault(t *testing.T, h *house, f vlm.Fault, c faultCase) {
	t.Helper()
	h.force(f)
	code, head, data, err := h.post("/v1beta1/"+publisher+method, c.body)
	if c.want.code == 0 {
		checkBroken(t, f, err)
		return
	}
	var a answer
	decoded := json.Unmarshal(data, &a)
	if err != nil || code != c.want.code || (decoded != nil) != (f == vlm.Malformed) {
		t.Fatalf("status %d, %v, %v: %.200s", code, err, decoded, data)
	}
	if (head.Get("Retry-After") == "1") != (f == vlm.RateLimit) {
		t.Errorf("Retry-After %q", head.Get("Retry-After"))
	}
	if c.want.status != "" && (a.Error == nil || a.Error.Status != c.want.status || a.Error.Code != code) {
		t.Errorf("%s", data)
	}
	if (a.text() != "") != c.want.anyText {
		t.Fatalf("text %.200q", a.text())
	}
	if c.want.anyText {
		checkText(t, c, a.text())
	}
	checkBlocked(t, f, a)
}

// checkBroken wants a connection that broke in this way.
func checkBroken(t *testing.T, f vlm.Fault, err error) {
	t.Helper()
	want := map[vlm.Fault]error{vlm.Reset: syscall.ECONNRESET, vlm.Truncated: io.ErrUnexpectedEOF}[f]
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

func checkText(t *testing.T, c faultCase, text string) {
	t.Helper()
	err := c.parse(text)
	if c.reason == "" && err != nil || c.reason != "" && (err == nil || !strings.Contains(err.Error(), c.reason)) {
		t.Errorf("read with %v, want %q: %.300s", err, c.reason, text)
	}
}

// checkBlocked wants the reason of a blocked answer, and none in others.
func checkBlocked(t *testing.T, f vlm.Fault, a answer) {
	t.Helper()
	safety := len(a.Candidates) == 1 && a.Candidates[0].FinishReason == "SAFETY" && a.Candidates[0].SafetyRatings[0].Blocked
	blocked := a.PromptFeedback != nil && a.PromptFeedback.BlockReason == "SAFETY"
	if safety != (f == vlm.Safety) || blocked != (f == vlm.Blocked) || (f == vlm.Empty || f == vlm.Blocked) && len(a.Candidates) > 0 {
		t.Errorf("%+v", a)
	}
}

// TestSizes says how long the long answers are.
func TestSizes(t *testing.T) {
	h := newHouse(t, vlm.Options{})
	for f, want := range map[vlm.Fault]int{vlm.Long: 200 << 10, vlm.Huge: 8 << 20} {
		h.force(f)
		if got := len(h.ask(publisher, request(t, "", "hi", "")).text()); got != want {
			t.Errorf("%s: %d bytes, want %d", f, got, want)
		}
	}
}

// noticed tells when a request has arrived, and does not let it wait.
func noticed(arrived chan<- struct{}) func(context.Context, time.Duration) error {
	return func(context.Context, time.Duration) error {
		close(arrived)
		return nil
	}
}

// TestHang answers nothing until the client has gone.
func TestHang(t *testing.T) {
	arrived := make(chan struct{})
	h := newHouse(t, vlm.Options{Delay: 1, Wait: noticed(arrived)})
	h.force(vlm.Hang)
	ctx, leave := context.WithCancel(t.Context())
	body := request(t, "", "hi", "")
	done := make(chan error, 1)
	go func() {
		_, _, _, err := h.postUntil(ctx, "/v1beta1/"+publisher+method, body)
		done <- err
	}()
	<-arrived
	leave()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestHangEndsWithTheServer lets go of clients that would wait for ever.
func TestHangEndsWithTheServer(t *testing.T) {
	arrived := make(chan struct{})
	model, err := vlm.New(vlm.Options{Faults: vlm.Plan{Share: 1, Kinds: []vlm.Fault{vlm.Hang}}, Delay: 1, Wait: noticed(arrived)})
	if err != nil {
		t.Fatal(err)
	}
	base, leave := context.WithCancel(t.Context())
	srv := httptest.NewUnstartedServer(model)
	srv.Config.BaseContext = func(net.Listener) context.Context { return base }
	srv.Start()
	defer srv.Close()
	h := &house{t, model, srv.URL, srv.Client()}
	done := make(chan error, 1)
	go func() {
		_, _, _, err := h.post("/v1beta1/"+endpoint+method, request(t, "", "hi", ""))
		done <- err
	}()
	<-arrived
	leave()
	if err := <-done; !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
}

// TestDelay waits before an answer, and gives it to nobody who has gone.
func TestDelay(t *testing.T) {
	var waited time.Duration
	h := newHouse(t, vlm.Options{Delay: 3 * time.Second, Wait: atOnce(&waited)})
	h.ask(publisher, request(t, "", "hi", ""))
	if waited != 3*time.Second {
		t.Errorf("waited %v", waited)
	}
	gone := newHouse(t, vlm.Options{Delay: time.Hour, Wait: func(context.Context, time.Duration) error { return context.Canceled }})
	if err := gone.model.Tell("gemini-2.5-flash-lite", planner.Decision{}); err != nil {
		t.Fatal(err)
	}
	system, prompt := question(t, "Sofa", nil, glimpse(3, "living room", 3, 4))
	if _, _, _, err := gone.post("/v1beta1/"+publisher+method, request(t, system, prompt, "")); err == nil {
		t.Error("answered")
	}
	if gone.model.Asked().Recent[0].Told {
		t.Error("an answer that nobody got counts as told")
	}
}

// TestTimePasses waits for real when nobody says otherwise, and no longer than
// the client does.
func TestTimePasses(t *testing.T) {
	newHouse(t, vlm.Options{Delay: time.Millisecond}).ask(publisher, request(t, "", "hi", ""))
	h := newHouse(t, vlm.Options{Delay: time.Hour})
	ctx, leave := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer leave()
	if _, _, _, err := h.postUntil(ctx, "/v1beta1/"+publisher+method, request(t, "", "hi", "")); err == nil {
		t.Error("answered an hour early")
	}
}

// drawnBy gives the faults of n requests in their order.
func drawnBy(t *testing.T, p vlm.Plan, n int) (all []vlm.Fault) {
	t.Helper()
	var waited time.Duration
	h := newHouse(t, vlm.Options{Faults: p, Wait: atOnce(&waited)})
	body := request(t, "", "hi", "")
	for range n {
		_, _, _, _ = h.post("/v1beta1/"+publisher+method, body) // Asked tells what happened
	}
	for _, r := range h.model.Asked().Recent {
		all = append(all, r.Fault)
	}
	return all
}

// TestDeck draws every kind before any comes twice, the same with the same
// seed, and as often as it is told.
func TestDeck(t *testing.T) {
	kinds := slices.DeleteFunc(vlm.Faults(), func(f vlm.Fault) bool { return f == vlm.Hang || f == vlm.Huge })
	all := vlm.Plan{Share: 1, Seed: 7, Kinds: kinds}
	got := drawnBy(t, all, 2*len(kinds))
	for _, round := range [][]vlm.Fault{got[:len(kinds)], got[len(kinds):]} {
		sorted := slices.Sorted(slices.Values(round))
		if diff := cmp.Diff(slices.Sorted(slices.Values(kinds)), sorted); diff != "" {
			t.Errorf("not every kind once:\n%s", diff)
		}
	}
	if diff := cmp.Diff(got, drawnBy(t, all, 2*len(kinds))); diff != "" {
		t.Errorf("the same seed:\n%s", diff)
	}
	all.Seed = 8
	if cmp.Equal(got, drawnBy(t, all, 2*len(kinds))) {
		t.Error("another seed gives the same")
	}
	for _, tt := range []struct {
		share  float64
		lo, hi int
	}{{0, 0, 0}, {0.2, 25, 55}, {1, 200, 200}} {
		n := 0
		for _, f := range drawnBy(t, vlm.Plan{Share: tt.share, Seed: 3, Kinds: []vlm.Fault{vlm.Prose}}, 200) {
			if f == vlm.Prose {
				n++
			}
		}
		if n < tt.lo || n > tt.hi {
			t.Errorf("share %v: %d of 200", tt.share, n)
		}
	}
}

// TestForce comes before what is drawn, once.
func TestForce(t *testing.T) {
	h := newHouse(t, vlm.Options{})
	for _, f := range []vlm.Fault{vlm.Internal, vlm.Unavailable} {
		h.force(f)
	}
	var got []int
	for range 3 {
		code, _, _, err := h.post("/v1beta1/"+publisher+method, request(t, "", "hi", ""))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, code)
	}
	if diff := cmp.Diff([]int{500, 503, 200}, got); diff != "" {
		t.Error(diff)
	}
	if err := h.model.Force(""); !fault.Is(err, fault.Invalid) {
		t.Errorf("got %v", err)
	}
}
