package ipc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/daemon/fault"
)

func TestCodesAreThoseOfTheContract(t *testing.T) {
	want := map[fault.Kind]int{
		fault.Internal: -32603, fault.Invalid: -32001, fault.NotFound: -32002, fault.Conflict: -32003,
		fault.Denied: -32004, fault.TooLarge: -32005, fault.Unavailable: -32006, fault.Timeout: -32007,
		fault.Cancelled: -32008, fault.Exhausted: -32009, fault.Corrupt: -32010,
	}
	got := map[fault.Kind]int{}
	for _, kind := range fault.Kinds() {
		got[kind] = Code(kind)
		if back := KindOf(Code(kind)); back != kind {
			t.Errorf("KindOf(Code(%s)) = %s", kind, back)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for code, kind := range map[int]fault.Kind{
		CodeParse: fault.Invalid, CodeRequest: fault.Invalid, CodeParams: fault.Invalid, CodeMethod: fault.NotFound, 7: fault.Internal,
	} {
		if got := KindOf(code); got != kind {
			t.Errorf("KindOf(%d) = %s, want %s", code, got, kind)
		}
	}
	if got := Code("no kind"); got != -32603 {
		t.Errorf("Code of an unknown kind = %d", got)
	}
}

func TestErrorOf(t *testing.T) {
	full := &fault.Error{
		Kind: fault.Conflict, Message: "steps must follow each other", Field: "steps[3].seq",
		Given: "9", Allowed: "8", Hint: "send 8", ExpectedSeq: 8,
	}
	tests := []struct {
		name string
		err  error
		want *Error
	}{
		{"nothing", nil, nil},
		{"fault", full, &Error{-32003, "steps[3].seq: steps must follow each other, given 9, allowed 8",
			&ErrorData{fault.Conflict, "steps[3].seq", "9", "8", 8, "", "send 8"}}},
		{"wrapped", fmt.Errorf("nav: %w", full), &Error{-32003, full.Error(),
			&ErrorData{fault.Conflict, "steps[3].seq", "9", "8", 8, "", "send 8"}}},
		{"invalid by content", fault.Field("a", 1, "2"), &Error{-32001, "a: not allowed, given 1, allowed 2",
			&ErrorData{Kind: fault.Invalid, Field: "a", Given: "1", Allowed: "2"}}},
		{"parameters", &ParamsError{fault.Field("a", 1, "2")}, &Error{CodeParams, "a: not allowed, given 1, allowed 2",
			&ErrorData{Kind: fault.Invalid, Field: "a", Given: "1", Allowed: "2"}}},
		{"stored text, not parameters", fault.New(fault.Corrupt, "record: %w", &ParamsError{full}),
			&Error{-32010, "record: " + full.Error(), &ErrorData{Kind: fault.Corrupt}}},
		{"no fault", errors.New("secret"), &Error{-32603, "internal error", &ErrorData{Kind: fault.Internal}}},
		{"incident", &fault.Error{Kind: fault.Internal, Message: "secret", Incident: "1a", Field: "secret"},
			&Error{-32603, "internal error", &ErrorData{Kind: fault.Internal, Incident: "1a"}}},
		{"unknown kind", &fault.Error{Kind: "odd", Message: "secret"},
			&Error{-32603, "internal error", &ErrorData{Kind: fault.Internal}}},
		{"cancelled", context.Canceled, &Error{-32008, "the call was cancelled", &ErrorData{Kind: fault.Cancelled}}},
		{"deadline", context.DeadlineExceeded, &Error{-32007, "the deadline passed", &ErrorData{Kind: fault.Timeout}}},
		{"made already", Errorf(CodeMethod, "no %s", "x"), &Error{CodeMethod, "no x", &ErrorData{Kind: fault.NotFound}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, ErrorOf(test.err)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestFaultsSurviveTheWire sends faults of every kind through JSON and back.
func TestFaultsSurviveTheWire(t *testing.T) {
	faults := []*fault.Error{
		fault.Field("views[3].view", "twelve, given 12", "0..11").WithHint("count from 0"),
		{Kind: fault.Conflict, Message: "seq", ExpectedSeq: 4},
		{Kind: fault.Invalid, Message: "", Field: "x"},
		{Kind: fault.Internal, Message: "internal error", Incident: "77"},
	}
	for _, kind := range fault.Kinds()[:10] { // all but internal, whose text stays here
		faults = append(faults, fault.New(kind, "about %s", kind).About("f", 2))
	}
	for _, want := range faults {
		text, err := json.Marshal(ErrorOf(want))
		if err != nil {
			t.Fatal(err)
		}
		var wire Error
		if err := json.Unmarshal(text, &wire); err != nil {
			t.Fatal(err)
		}
		got := wire.Fault()
		if want.Message == "" {
			want.Message = got.Message
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(fault.Error{}, "Err")); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		var back *Error
		if !errors.As(got, &back) || back.Code != wire.Code {
			t.Errorf("the code of %v is lost", got)
		}
	}
}

func TestFaultOfForeignErrors(t *testing.T) {
	tests := []struct {
		name string
		wire Error
		want fault.Error
	}{
		{"no data", Error{Code: -32003, Message: "m"}, fault.Error{Kind: fault.Conflict, Message: "m"}},
		{"no kind", Error{-32602, "m", &ErrorData{Field: "f"}}, fault.Error{Kind: fault.Invalid, Message: "m", Field: "f"}},
		{"message of its own", Error{-32602, "bad f", &ErrorData{Kind: fault.Invalid, Field: "f", Given: "1"}},
			fault.Error{Kind: fault.Invalid, Message: "bad f", Field: "f", Given: "1"}},
		{"unknown code", Error{Code: 12, Message: "m"}, fault.Error{Kind: fault.Internal, Message: "m"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(&test.want, test.wire.Fault(), cmpopts.IgnoreFields(fault.Error{}, "Err")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestReleaseTurn(t *testing.T) {
	LeaveQueue(context.Background()) // nothing to give up
	released := 0
	ctx := WithQueue(context.Background(), func() { released++ })
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	LeaveQueue(inner)
	if released != 1 {
		t.Errorf("released %d times", released)
	}
}
