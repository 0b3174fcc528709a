package model_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/reply"
)

func TestGuardBreaks(t *testing.T) {
	away, slow := fault.New(fault.Unavailable, "away"), fault.New(fault.Timeout, "slow")
	bad, back := fault.New(fault.Denied, "no key"), fault.New(fault.Cancelled, "taken back")
	for _, tt := range []struct {
		name   string
		errs   []error
		broken bool
	}{
		{"four failures", []error{away, slow, away, slow}, false},
		{"five failures", []error{away, slow, away, slow, away}, true},
		{"an answer in between", []error{away, away, away, away, nil, away}, false},
		{"a refusal in between", []error{away, away, away, away, bad, away}, false},
		{"refusals alone", []error{bad, bad, bad, bad, bad, bad}, false},
		{"who takes a call back says nothing", []error{away, away, back, away, away, back, away}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var lines []modeltest.Line
			for _, err := range tt.errs {
				lines = append(lines, modeltest.Line{Err: err})
			}
			g := model.NewGuard(modeltest.NewScript(lines...), 1, time.Now)
			for range lines {
				_, _, _ = g.Ask(t.Context(), reply.Ask{}) // as scripted
			}
			if _, _, broken := g.Broken(); broken != tt.broken {
				t.Errorf("broken %v, want %v", broken, tt.broken)
			}
		})
	}
}

// Callers that give a call no time do not take the provider from the others.
func TestGuardHurry(t *testing.T) {
	for _, tt := range []struct {
		name   string
		time   time.Duration
		broken bool
	}{
		{"a hurry", time.Second - 1, false},
		{"time enough", time.Second, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				slow := modeltest.Line{Delay: time.Minute}
				g := model.NewGuard(modeltest.NewScript(slow, slow, slow, slow, slow), 1, time.Now)
				for range 5 {
					ctx, cancel := context.WithTimeout(t.Context(), tt.time)
					if _, _, err := g.Ask(ctx, reply.Ask{}); !fault.Is(err, fault.Timeout) {
						t.Errorf("got %v", err)
					}
					cancel()
					synctest.Wait()
				}
				if _, _, broken := g.Broken(); broken != tt.broken {
					t.Errorf("broken %v, want %v", broken, tt.broken)
				}
			})
		})
	}
}

// After ten seconds one call probes, and its answer decides.
func TestGuardProbes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := modeltest.Line{Err: fault.New(fault.Unavailable, "away")}
		s := modeltest.NewScript(away, away, away, away, away, away, modeltest.Line{Text: "back", Delay: time.Second}, modeltest.Line{Text: "well"})
		g := model.NewGuard(s, 4, time.Now)
		ask := func() (string, error) {
			text, _, err := g.Ask(t.Context(), reply.Ask{})
			return text, err
		}
		for range 5 {
			_, _ = ask() // away
		}
		broke := time.Now()
		_, err := ask()
		if f := fault.As(err); !fault.Is(err, fault.Unavailable) || f.After != 10*time.Second || !f.Unasked || !strings.Contains(f.Message, "after 5 failures in a row, the last: away") {
			t.Errorf("open: %v, after %v", err, f.After)
		}
		if reason, since, broken := g.Broken(); reason != "not asked after 5 failures in a row, the last: away" || !since.Equal(broke) || !broken {
			t.Errorf("broken: %q since %v, %v", reason, since, broken)
		}
		time.Sleep(10 * time.Second)
		if _, err := ask(); err == nil || len(s.Asked()) != 6 {
			t.Errorf("the first probe: %v, asked %d times", err, len(s.Asked()))
		}
		if _, err := ask(); err == nil || len(s.Asked()) != 6 {
			t.Errorf("after a bad probe: %v, asked %d times", err, len(s.Asked()))
		}
		time.Sleep(10 * time.Second)
		go func() { _, _ = ask() }() // the second probe, a second long
		synctest.Wait()
		if _, err := ask(); !fault.Is(err, fault.Unavailable) || len(s.Asked()) != 7 {
			t.Errorf("while it probes: %v, asked %d times", err, len(s.Asked()))
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if text, err := ask(); text != "well" || err != nil {
			t.Errorf("after a good probe: %q, %v", text, err)
		}
		if _, _, broken := g.Broken(); broken {
			t.Error("still broken")
		}
	})
}

// A provider that wants a pause gets it, from all who ask; a short one is for those who
// wait and try again.
func TestGuardPauses(t *testing.T) {
	for _, tt := range []struct {
		name          string
		after, paused time.Duration
	}{
		{"short", 2 * time.Second, 0},
		{"half a minute", 30 * time.Second, 30 * time.Second},
		{"a day", 24 * time.Hour, 5 * time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				full := fault.New(fault.Unavailable, "too many calls")
				full.After = tt.after
				s := modeltest.NewScript(modeltest.Line{Err: full}, modeltest.Line{Text: "well"})
				g := model.NewGuard(s, 4, time.Now)
				_, _, _ = g.Ask(t.Context(), reply.Ask{}) // too many calls
				if tt.paused > 0 {
					time.Sleep(tt.paused - time.Second)
					_, _, err := g.Ask(t.Context(), reply.Ask{})
					if f := fault.As(err); !fault.Is(err, fault.Unavailable) || f.After != time.Second || !f.Unasked || f.Message != "not asked for the pause that it asked for, the last: too many calls" {
						t.Errorf("in the pause: %v", err)
					}
					time.Sleep(time.Second)
				}
				if text, _, err := g.Ask(t.Context(), reply.Ask{}); text != "well" || err != nil {
					t.Errorf("after it: %q, %v", text, err)
				}
			})
		})
	}
}

// Calls that began before a pause do not end or shorten it.
func TestGuardPauseStays(t *testing.T) {
	away := fault.New(fault.Unavailable, "away")
	brief, full := *away, *away
	brief.After, full.After = 3*time.Second, time.Minute
	for _, tt := range []struct {
		name   string
		before []modeltest.Line
	}{
		{"an answer", []modeltest.Line{{Text: "well", Delay: time.Second}}},
		{"a refusal", []modeltest.Line{{Err: fault.New(fault.Denied, "no"), Delay: time.Second}}},
		{"a shorter pause", []modeltest.Line{{Err: &brief, Delay: time.Second}}},
		{"failures in a row", slices.Repeat([]modeltest.Line{{Err: away, Delay: time.Second}}, 5)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := modeltest.NewScript(append(tt.before, modeltest.Line{Err: &full}, modeltest.Line{Text: "well"}, modeltest.Line{Text: "well"})...)
				g := model.NewGuard(s, 8, time.Now)
				for range tt.before {
					go func() { _, _, _ = g.Ask(t.Context(), reply.Ask{}) }() // as scripted
				}
				synctest.Wait()
				_, _, _ = g.Ask(t.Context(), reply.Ask{}) // away
				time.Sleep(20 * time.Second)
				if _, _, err := g.Ask(t.Context(), reply.Ask{}); !fault.Is(err, fault.Unavailable) || fault.As(err).After != 40*time.Second {
					t.Errorf("in the pause: %v", err)
				}
				time.Sleep(40 * time.Second)
				for range 2 {
					if text, _, err := g.Ask(t.Context(), reply.Ask{}); text != "well" || err != nil {
						t.Errorf("after it: %q, %v", text, err)
					}
				}
			})
		})
	}
}

// A robot does not wait for a probe that nobody waits for.
func TestGuardUrgentProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := modeltest.Line{Err: fault.New(fault.Unavailable, "away")}
		s := modeltest.NewScript(away, away, away, away, away, modeltest.Line{Text: "late", Delay: time.Hour}, modeltest.Line{Text: "well"})
		g := model.NewGuard(s, 8, time.Now)
		for range 5 {
			_, _, _ = g.Ask(t.Context(), reply.Ask{}) // away
		}
		time.Sleep(10 * time.Second)
		go func() { _, _, _ = g.Ask(t.Context(), reply.Ask{}) }() // the probe of a search, which hangs
		synctest.Wait()
		if _, _, err := g.Ask(t.Context(), reply.Ask{}); !fault.Is(err, fault.Unavailable) {
			t.Errorf("another search: %v", err)
		}
		if text, _, err := g.Ask(t.Context(), reply.Ask{Urgent: true}); text != "well" || err != nil {
			t.Errorf("a robot: %q, %v", text, err)
		}
		time.Sleep(time.Hour)
	})
}

// Who comes too late is told that, though places are free, and is no probe.
func TestGuardTooLate(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 {
		s := modeltest.NewScript(modeltest.Line{Text: "well"})
		_, _, err := model.NewGuard(s, 4, time.Now).Ask(ctx, reply.Ask{})
		if f := fault.As(err); !fault.Is(err, fault.Cancelled) || !f.Unasked || f.Message != "the call was cancelled" || len(s.Asked()) > 0 {
			t.Fatalf("%v, asked %d times", err, len(s.Asked()))
		}
	}
}

// A probe that panics or is taken back lets the next one go.
func TestGuardProbeIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := modeltest.Line{Err: fault.New(fault.Unavailable, "away")}
		s := modeltest.NewScript(away, away, away, away, away, modeltest.Line{Delay: time.Hour}, modeltest.Line{Panic: true}, modeltest.Line{Text: "well"})
		g := model.NewGuard(s, 1, time.Now)
		for range 5 {
			_ = model.Call(t.Context(), g, reply.Ask{}, nil) // away
		}
		time.Sleep(10 * time.Second)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if a := model.Call(ctx, g, reply.Ask{}, nil); !fault.Is(a.Err, fault.Cancelled) {
			t.Errorf("taken back: %v", a.Err)
		}
		synctest.Wait()
		if a := model.Call(t.Context(), g, reply.Ask{}, nil); !fault.Is(a.Err, fault.Internal) {
			t.Errorf("panic: %v", a.Err)
		}
		time.Sleep(10 * time.Second)
		if a := model.Call(t.Context(), g, reply.Ask{}, nil); a.Text != "well" {
			t.Errorf("at last: %+v", a)
		}
	})
}

// No more than the allowed calls run; one that waits gives up in time, and says so.
// Calls that are not urgent leave a quarter of the places to the others.
func TestGuardPlaces(t *testing.T) {
	for _, tt := range []struct {
		name   string
		places int
		urgent bool
		taken  int // by calls that are not urgent
		full   string
	}{
		{"the only place is for all", 1, false, 1, "all 1 concurrent calls"},
		{"the last place of two is kept", 2, false, 1, "all 1 concurrent calls"},
		{"an urgent call gets it", 2, true, 1, ""},
		{"two of eight are kept", 8, false, 6, "all 6 concurrent calls"},
		{"urgent calls get them", 8, true, 6, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := modeltest.NewScript(slices.Repeat([]modeltest.Line{{Text: "late", Delay: time.Hour}}, 10)...)
				g := model.NewGuard(s, tt.places, time.Now)
				for range tt.places {
					go func() { _, _, _ = g.Ask(t.Context(), reply.Ask{}) }() // as scripted
				}
				synctest.Wait()
				if n := len(s.Asked()); n != tt.taken {
					t.Errorf("%d calls run, want %d", n, tt.taken)
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				_, _, err := g.Ask(ctx, reply.Ask{Urgent: tt.urgent})
				waited := fault.As(err)
				if !fault.Is(err, fault.Timeout) || waited.Unasked != (tt.full != "") || !strings.Contains(waited.Message, tt.full) {
					t.Errorf("one more: %v, not asked %v", err, waited.Unasked)
				}
				if text, _, err := g.Ask(t.Context(), reply.Ask{Urgent: tt.urgent}); text != "late" || err != nil {
					t.Errorf("when one is free: %q, %v", text, err)
				}
				time.Sleep(2 * time.Hour)
			})
		})
	}
}
