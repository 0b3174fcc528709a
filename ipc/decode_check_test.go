package ipc

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
)

// checked has a rule across its members, of a kind that the text chooses.
type checked struct {
	Kind string `json:"kind"`
}

func (c *checked) Check() error {
	switch c.Kind {
	case "":
		return nil
	case "plain":
		return errors.New("plain words")
	}
	return fmt.Errorf("wrapped: %w", fault.New(fault.Kind(c.Kind), "refused"))
}

func TestDecodeChecks(t *testing.T) {
	tests := []struct {
		kind     string
		wantCode int
		message  string
	}{
		{"invalid", CodeParams, "refused"},
		{"too_large", -32005, "refused"},
		{"plain", CodeParams, "plain words"},
	}
	for _, test := range tests {
		got := ErrorOf(Decode(json.RawMessage(`{"kind":"`+test.kind+`"}`), &checked{}))
		if got.Code != test.wantCode || got.Message != test.message {
			t.Errorf("%s: %d %s, want %d %s", test.kind, got.Code, got.Message, test.wantCode, test.message)
		}
	}
	if err := Decode(json.RawMessage(`{"kind":""}`), &checked{}); err != nil {
		t.Error(err)
	}
}

// TestDecodeKeepsSharedFaults makes sure that a fault kept in a variable does
// not get a longer field each time.
func TestDecodeKeepsSharedFaults(t *testing.T) {
	for range 2 {
		err := Decode(json.RawMessage(`{"in":{}}`), &struct {
			In sharing `json:"in"`
		}{})
		if got := fault.As(err).Field; got != "in.f" {
			t.Errorf("field %q", got)
		}
	}
}

type sharing struct{}

var errShared = &fault.Error{Kind: fault.Invalid, Message: "m", Field: "f"}

func (sharing) Check() error { return errShared }

func TestDecodeNeverWritesIntoDefaults(t *testing.T) {
	defaults := []string{"x", "y"}
	into := struct {
		A []string `json:"a,omitempty"`
	}{defaults}
	if err := Decode(json.RawMessage(`{"a":["z"]}`), &into); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"x", "y"}, defaults); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestDeclarationsWithoutSense(t *testing.T) {
	tests := map[string]any{
		"not a pointer": struct{}{},
		"nil":           (*rich)(nil),
		"channel":       &struct{ C chan int }{},
		"interface":     &struct{ E error }{},
		"number keys":   &struct{ M map[int]int }{},
		"allow on bool": &struct {
			B bool `allow:"true"`
		}{},
		"allow on struct": &struct {
			S struct{} `allow:"1..2"`
		}{},
		"max on number": &struct {
			N int `max:"3"`
		}{},
		"max as word": &struct {
			S string `max:"three"`
		}{},
		"min as word": &struct {
			S string `min:"one"`
		}{},
		"range of words": &struct {
			N int `allow:"a..b"`
		}{},
		"range to a word": &struct {
			N int `allow:"1..b"`
		}{},
		"empty range": &struct {
			N int `allow:"2..1"`
		}{},
		"range of a text": &struct {
			S string `allow:"1..2"`
		}{},
		"no such setting": &struct {
			N int `setting:"nav.forward"`
		}{},
		"setting and range": &struct {
			N int `setting:"nav.queue_size" allow:"1..2"`
		}{},
		"setting of another type": &struct {
			S string `setting:"nav.queue_size"`
		}{},
		"one name twice": &struct {
			A int `json:"B"`
			B int
		}{},
		"embedded pointer": &struct{ *Inline }{},
	}
	for name, into := range tests {
		for range 2 { // made and remembered
			if err := Decode(json.RawMessage(`{}`), into); !fault.Is(err, fault.Internal) {
				t.Errorf("%s: %v; want an internal fault", name, err)
			}
		}
	}
}

func TestDecodeAtOnce(t *testing.T) {
	type fresh struct {
		Views []view `json:"views"`
	}
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			var got fresh
			if err := Decode(json.RawMessage(`{"views":[{"view":1}]}`), &got); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}
