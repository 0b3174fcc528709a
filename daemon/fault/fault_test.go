package fault_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
)

func TestEdits(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"same", "same", 0},
		{"forward", "foward", 1},
		{"forward", "forwards", 1},
		{"forward", "forwarx", 1},
		{"forward", "forwrad", 1},
		{"kitten", "sitting", 3},
		{"ca", "abc", 3},
	}
	for _, tt := range tests {
		if got := fault.Edits(tt.a, tt.b); got != tt.want {
			t.Errorf("Edits(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := fault.Edits(tt.b, tt.a); got != tt.want {
			t.Errorf("Edits(%q, %q) = %d, want %d", tt.b, tt.a, got, tt.want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"nav.plan", "nav.path", "nav.step", "nav.steps"}
	tests := map[string]string{
		"nav.stpe":              "nav.step",
		"nav.Plan":              "nav.plan",
		"nav.step":              "nav.step",
		"nav_steps":             "nav.steps",
		"x":                     "",
		"":                      "",
		"grounding.add":         "",
		strings.Repeat("n", 99): "",
	}
	for given, want := range tests {
		if got := fault.Nearest(given, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestErrorText(t *testing.T) {
	tests := map[string]struct {
		err  *fault.Error
		want string
	}{
		"message alone":   {fault.New(fault.Conflict, "the episode has ended"), "the episode has ended"},
		"field and given": {fault.New(fault.NotFound, "no such episode").About("episode", "e1"), `episode: no such episode, given "e1"`},
		"allowed":         {fault.Field("view", 12, "0..11"), "view: not allowed, given 12, allowed 0..11"},
		"a long value":    {fault.Field("goal", strings.Repeat("ㅎ", 100), "short"), `goal: not allowed, given "` + strings.Repeat("ㅎ", 80) + `…", allowed short`},
		"its own field":   {fault.New(fault.Invalid, "%w", fault.Field("text", "", "a text")).About("text", nil), `text: not allowed, given "", allowed a text`},
		"nothing given":   {fault.Field("image", nil, "one"), "image: not allowed, allowed one"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAs(t *testing.T) {
	known := fault.New(fault.Denied, "no")
	tests := map[string]struct {
		err  error
		want fault.Kind
	}{
		"a fault":          {known, fault.Denied},
		"a wrapped fault":  {fmt.Errorf("while: %w", known), fault.Denied},
		"a cancelled call": {fmt.Errorf("ask: %w", context.Canceled), fault.Cancelled},
		"a deadline":       {context.DeadlineExceeded, fault.Timeout},
		"anything else":    {errors.New("boom"), fault.Internal},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := fault.As(tt.err).Kind; got != tt.want || !fault.Is(tt.err, tt.want) {
				t.Errorf("kind %q, want %q", got, tt.want)
			}
		})
	}
	if fault.As(nil) != nil || fault.Is(nil, fault.Internal) {
		t.Error("no error is no fault")
	}
}

func TestCauseIsKept(t *testing.T) {
	cause := errors.New("disk full")
	if err := fault.New(fault.Unavailable, "write: %w", cause); !errors.Is(err, cause) {
		t.Error("the cause is lost")
	}
}

// Every kind ends a command with a code of its table.
func TestExit(t *testing.T) {
	want := map[fault.Kind]int{
		fault.Invalid: 2, fault.NotFound: 4, fault.Conflict: 6, fault.Denied: 5, fault.TooLarge: 2, fault.Unavailable: 7,
		fault.Timeout: 7, fault.Cancelled: 7, fault.Exhausted: 7, fault.Corrupt: 1, fault.Internal: 1,
	}
	got := map[fault.Kind]int{}
	for _, k := range fault.Kinds() {
		got[k] = fault.Exit(k)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func ExampleField() {
	err := fault.Field("views[3].view", 12, "0..11").WithHint("views count from 0")
	fmt.Println(err)
	fmt.Println(err.Kind, err.Hint)
	// Output:
	// views[3].view: not allowed, given 12, allowed 0..11
	// invalid views count from 0
}
