package model_test

import (
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/model"
)

// Whatever a provider says, a refusal is a short fault without the key and
// token of its request.
func FuzzRefusal(f *testing.F) {
	for _, body := range []string{"", "k-e-y", `{"error":{"message":"t/o+k=e.n"}}`, `{"error":"k-e-y"}`, `[{"detail":["k-e-y"]}]`, "\xff\x00t/o+k=e.n", "[]", "null"} {
		f.Add(400, body, "3")
	}
	f.Fuzz(func(t *testing.T, status int, body, after string) {
		if status >= 200 && status < 300 {
			status = 500
		}
		_, got := tripped(t, trip{status: status, body: body, header: map[string][]string{"Retry-After": {after}}})
		if got == nil || got.After < 0 || len([]rune(got.Message)) > 300 {
			t.Fatalf("got %v", got)
		}
		if strings.Contains(got.Message, "k-e-y") || strings.Contains(got.Message, "t/o+k=e.n") {
			t.Errorf("a secret in %q", got.Message)
		}
	})
}

// A schema is read or refused, whatever it is.
func FuzzReadSchema(f *testing.F) {
	for _, text := range []string{"", "{}", `{"type":["null","string"]}`, `{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"}}}}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		schema, err := model.ReadSchema(text)
		if (schema == nil) != (err != nil) || err != nil && !fault.Is(err, fault.Invalid) {
			t.Errorf("got %v, %v", schema, err)
		}
	})
}
