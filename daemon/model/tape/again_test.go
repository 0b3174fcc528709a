package tape_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/model/tape"
	"navd/daemon/reply"
)

// record goes on with a tape for one recording: it asks these questions and gives what
// came, and how many calls the model had.
func record(t *testing.T, path string, lines []modeltest.Line, asks ...reply.Ask) (got []said, calls int) {
	t.Helper()
	tp, err := tape.Create(path, clock())
	if err != nil {
		t.Fatal(err)
	}
	defer tp.Close()
	script := modeltest.NewScript(lines...)
	for _, a := range asks {
		got = append(got, ask(tp.Recorder("vertex", model.NewGuard(script, 1, time.Now)), a))
	}
	return got, len(script.Asked())
}

// replay gives what a tape answers to questions.
func replay(t *testing.T, path string, asks ...reply.Ask) (got []said) {
	t.Helper()
	tp, err := tape.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range asks {
		got = append(got, ask(tp.Player("vertex"), a))
	}
	return got
}

// A recording that goes on with a tape asks again what had no answer of the model, and
// that takes the place of the outage. What the model said, a refusal too, stays.
func TestGoOnAfterOutages(t *testing.T) {
	unasked := fault.New(fault.Unavailable, "not asked after 5 failures in a row")
	unasked.Unasked = true
	status := func(kind fault.Kind, s int) error {
		return &fault.Error{Kind: kind, Message: fmt.Sprint(s), Err: model.Status(s)}
	}
	for _, tt := range []struct {
		name string
		line modeltest.Line
		asks bool
	}{
		{"a text", modeltest.Line{Text: "right"}, false},
		{"a blocked answer", modeltest.Line{Err: model.Blocked("answer", "SAFETY")}, false},
		{"too long an answer", modeltest.Line{Err: fault.New(fault.TooLarge, "over")}, false},
		{"a question that is not taken", modeltest.Line{Err: status(fault.Invalid, http.StatusBadRequest)}, false},
		{"away", modeltest.Line{Err: fault.New(fault.Unavailable, "away")}, true},
		{"late", modeltest.Line{Err: context.DeadlineExceeded}, true},
		{"not asked", modeltest.Line{Err: unasked}, true},
		{"over the budget", modeltest.Line{Err: fault.New(fault.Exhausted, "the daily budget is used up")}, true},
		{"a panic", modeltest.Line{Panic: true}, true},
		{"no credentials", modeltest.Line{Err: status(fault.Denied, http.StatusForbidden)}, true},
		{"a redirect", modeltest.Line{Err: status(fault.Invalid, http.StatusFound)}, true},
		{"no such model yet", modeltest.Line{Err: status(fault.NotFound, http.StatusNotFound)}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path, q := filepath.Join(t.TempDir(), "a.tape"), question("where?", 0)
			first, _ := record(t, path, []modeltest.Line{tt.line}, q, q)
			if diff := cmp.Diff(first, replay(t, path, q, q)); diff != "" {
				t.Errorf("the first recording (-recorded +replayed):\n%s", diff)
			}
			second, calls := record(t, path, []modeltest.Line{{Text: "left"}}, q, q)
			want := first
			if tt.asks {
				want = slices.Repeat([]said{{Text: "left", Usage: reply.Usage{Took: time.Second}}}, 2)
			}
			if diff := cmp.Diff(want, second); diff != "" || calls != map[bool]int{true: 1}[tt.asks] {
				t.Errorf("the second recording, %d calls (-want +got):\n%s", calls, diff)
			}
			if diff := cmp.Diff(second, replay(t, path, q, q)); diff != "" {
				t.Errorf("(-recorded +replayed):\n%s", diff)
			}
			back, err := tape.Open(path)
			if err != nil || len(back.Calls()) != 1+calls {
				t.Errorf("%v, %v", back, err)
			}
		})
	}
}

// What failed in an earlier recording and was answered in it later is answered from the
// start in the next, and so in its replay.
func TestOldAnswerBehindAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path, q := filepath.Join(t.TempDir(), "a.tape"), question("where?", 0)
		tp, err := tape.Create(path, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		r := tp.Recorder("vertex", modeltest.NewScript(modeltest.Line{Err: fault.New(fault.Unavailable, "away")}, modeltest.Line{Text: "left"}))
		first := []said{ask(r, q), ask(r, q)}
		time.Sleep(time.Minute)
		first = append(first, ask(r, q), ask(r, q))
		tp.Close()
		if first[1].Words != "away" || first[2].Text != "left" {
			t.Errorf("recorded %+v", first)
		}
		if diff := cmp.Diff(first, replay(t, path, q, q, q, q)); diff != "" {
			t.Errorf("the first recording (-recorded +replayed):\n%s", diff)
		}
		second, calls := record(t, path, nil, q, q)
		if second[0].Text != "left" || calls != 0 {
			t.Errorf("recorded again: %+v, %d calls", second, calls)
		}
		if diff := cmp.Diff(second, replay(t, path, q, q)); diff != "" {
			t.Errorf("the second recording (-recorded +replayed):\n%s", diff)
		}
	})
}

// Whatever comes of calls, and however often a question comes again, a recording in one go
// is replayed as it was; and so is the last one on a tape, where it asked everything anew.
func TestReplayOfOneGo(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		path := filepath.Join(dir, fmt.Sprint(time.Now().UnixNano()))
		for range rapid.IntRange(1, 3).Draw(rt, "recordings") {
			at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
			tp, err := tape.Create(path, func() time.Time { return at })
			if err != nil {
				rt.Fatal(err)
			}
			var asks []reply.Ask
			var first []said
			for range rapid.IntRange(1, 12).Draw(rt, "asks") {
				line := modeltest.Line{Text: fmt.Sprint(len(first), at)}
				switch rapid.IntRange(0, 3).Draw(rt, "outcome") {
				case 0:
					line = modeltest.Line{Err: model.Blocked("answer", line.Text)}
				case 1, 2:
					line = modeltest.Line{Err: fault.New(fault.Unavailable, "%s", line.Text)}
				}
				q := question(rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "question"), 0)
				asks = append(asks, q)
				first = append(first, ask(tp.Recorder("vertex", modeltest.NewScript(line)), q))
				at = at.Add(time.Duration(rapid.IntRange(0, 80).Draw(rt, "seconds")) * time.Second)
			}
			tp.Close()
			back, err := tape.Open(path)
			if err != nil {
				rt.Fatal(err)
			}
			var second []said
			for _, q := range asks {
				second = append(second, ask(back.Player("vertex"), q))
			}
			if diff := cmp.Diff(first, second); diff != "" {
				rt.Fatalf("(-recorded +replayed):\n%s", diff)
			}
		}
	})
}

// Robots that ask the same side by side get the same, an outage too; only one of them calls.
func TestSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tp, err := tape.Create(filepath.Join(t.TempDir(), "a.tape"), time.Now)
		if err != nil {
			t.Fatal(err)
		}
		defer tp.Close()
		script := modeltest.NewScript(modeltest.Line{Delay: time.Second, Err: fault.New(fault.Unavailable, "away")})
		r := tp.Recorder("vertex", script)
		var mu sync.Mutex
		called := 0
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				a, taped := r.Answer(t.Context(), question("where?", 0))
				mu.Lock()
				defer mu.Unlock()
				if !taped {
					called++
				}
				if f := fault.As(a.Err); f == nil || f.Message != "away" {
					t.Errorf("got %+v", a)
				}
			})
		}
		all.Wait()
		if called != 1 || len(script.Asked()) != 1 {
			t.Errorf("%d said that they called, the model had %d calls", called, len(script.Asked()))
		}
	})
}

// A question that is not on the tape is told with what is most like it there.
func TestMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tape")
	record(t, path, []modeltest.Line{{Text: "left"}}, question("where?", 0))
	tp, err := tape.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*reply.Ask) string{
		"no call of genai": func(*reply.Ask) string { return "genai" },
		"no call there has this prompt; the configuration, a prompt or the version": func(a *reply.Ask) string { a.Prompt = "why?"; return "vertex" },
		"the prompt is there, with other pictures":                                  func(a *reply.Ask) string { a.Images = nil; return "vertex" },
		`are there, for the model "flash"`:                                          func(a *reply.Ask) string { a.Name = "pro"; return "vertex" },
		"with another temperature, longest answer, schema, or at another try":       func(a *reply.Ask) string { a.Temperature = 1; return "vertex" },
	} {
		a := question("where?", 0)
		provider := change(&a)
		_, _, err := tp.Player(provider).Ask(t.Context(), a)
		if f := fault.As(err); !fault.Is(err, fault.NotFound) || !strings.Contains(f.Error(), "this question is not on the tape: ") || !strings.Contains(f.Error(), want) {
			t.Errorf("%q: got %v", want, err)
		}
	}
}
