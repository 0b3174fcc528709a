package model_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/reply"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCall(t *testing.T) {
	away := fault.New(fault.Unavailable, "away")
	usage := reply.Usage{TokensIn: 3, Cost: 1}
	for _, tt := range []struct {
		name string
		line modeltest.Line
		want reply.Answer
		kind fault.Kind // of its error
	}{
		{"text", modeltest.Line{Text: "yes", Usage: usage}, reply.Answer{Text: "yes", Usage: usage}, ""},
		{"empty text", modeltest.Line{Usage: usage}, reply.Answer{Usage: usage}, ""},
		{"longest text", modeltest.Line{Text: strings.Repeat("x", model.MaxText)}, reply.Answer{Text: strings.Repeat("x", model.MaxText)}, ""},
		{"too long", modeltest.Line{Text: strings.Repeat("x", model.MaxText+1), Usage: usage}, reply.Answer{Usage: usage}, fault.TooLarge},
		{"error", modeltest.Line{Text: "half", Err: away, Usage: usage}, reply.Answer{Usage: usage}, fault.Unavailable},
		{"no fault", modeltest.Line{Err: errors.New("odd")}, reply.Answer{}, fault.Internal},
		{"panic", modeltest.Line{Panic: true}, reply.Answer{}, fault.Internal},
		{"late", modeltest.Line{Text: "yes", Delay: time.Minute}, reply.Answer{Text: "yes"}, ""},
		{"too late", modeltest.Line{Text: "yes", Delay: 3 * time.Minute}, reply.Answer{}, fault.Timeout},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
				defer cancel()
				got := model.Call(ctx, modeltest.NewScript(tt.line), reply.Ask{Prompt: "?"}, nil)
				if got.Text != tt.want.Text || got.Usage != tt.want.Usage || (got.Err != nil) != (tt.kind != "") || (tt.kind != "" && !fault.Is(got.Err, tt.kind)) {
					t.Errorf("got %.60q, %+v, %v", got.Text, got.Usage, got.Err)
				}
			})
		})
	}
}

// A model that does not even heed its context holds up nobody.
func TestCallLeavesAHangingModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		script := modeltest.NewScript(modeltest.Line{Hang: true, Text: "at last"}, modeltest.Line{Hang: true})
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
		defer cancel()
		if a := model.Call(ctx, script, reply.Ask{}, nil); !fault.Is(a.Err, fault.Timeout) || time.Since(began) != 8*time.Second {
			t.Errorf("after %v: %+v", time.Since(began), a)
		}
		gone, takeBack := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, takeBack)
		if a := model.Call(gone, script, reply.Ask{}, nil); !fault.Is(a.Err, fault.Cancelled) {
			t.Errorf("taken back: %+v", a)
		}
		script.Release() // what was left behind ends
		synctest.Wait()
	})
}

// quitter ends its goroutine without an answer.
type quitter struct{}

func (quitter) Ask(context.Context, reply.Ask) (string, reply.Usage, error) {
	runtime.Goexit()
	return "", reply.Usage{}, nil
}

func TestCallOfAQuitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if a := model.Call(ctx, quitter{}, reply.Ask{}, nil); a.Err == nil {
			t.Errorf("got %+v", a)
		}
	})
}

func TestScript(t *testing.T) {
	s := modeltest.NewScript(modeltest.Line{Text: "one"}, modeltest.Line{Text: "two"})
	for _, want := range []string{"one", "two"} {
		if text, _, err := s.Ask(t.Context(), reply.Ask{Prompt: want}); text != want || err != nil {
			t.Errorf("got %q, %v", text, err)
		}
	}
	if _, _, err := s.Ask(t.Context(), reply.Ask{Prompt: "three"}); !fault.Is(err, fault.Exhausted) {
		t.Errorf("at the end: %v", err)
	}
	asked := s.Asked()
	if len(asked) != 3 || asked[0].Prompt != "one" || asked[2].Prompt != "three" {
		t.Errorf("asked %+v", asked)
	}
	asked[0].Prompt = "changed"
	if s.Asked()[0].Prompt != "one" {
		t.Error("Asked gives its own list away")
	}
}

func ExampleCall() {
	script := modeltest.NewScript(modeltest.Line{Text: `{"angle": 30}`, Usage: reply.Usage{TokensIn: 100, TokensOut: 8}})
	a := model.Call(context.Background(), script, reply.Ask{Role: "planner", Prompt: "Where next?"}, nil)
	fmt.Println(a.Text, a.Usage.TokensOut, a.Err)
	a = model.Call(context.Background(), script, reply.Ask{Role: "planner", Prompt: "And then?"}, nil)
	fmt.Println(a.Err)
	// Output:
	// {"angle": 30} 8 <nil>
	// the script is at its end
}
