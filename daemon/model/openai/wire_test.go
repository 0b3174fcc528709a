package openai

import (
	"encoding/json"
	"strings"
	"testing"
)

// What a server says of usage never costs an answer, and an error with status 200 is told.
func TestResponse(t *testing.T) {
	choice := `"choices": [{"message": {"content": "yes"}}]`
	for _, c := range []struct {
		name, body, text, err string
		in, out               int
	}{
		{"whole numbers", `{` + choice + `, "usage": {"prompt_tokens": 12, "completion_tokens": 3}}`, "yes", "", 12, 3},
		{"other forms", `{` + choice + `, "usage": {"prompt_tokens": 12.0, "completion_tokens": "3"}}`, "yes", "", 12, 3},
		{"no count", `{` + choice + `, "usage": {"prompt_tokens": null, "completion_tokens": -1}}`, "yes", "", 0, 0},
		{"more than can be", `{` + choice + `, "usage": {"prompt_tokens": 1e15, "completion_tokens": 1e400}}`, "yes", "", 0, 0},
		{"an error", `{"error": {"message": "model is loading"}}`, "", "the provider answered with an error: model is loading", 0, 0},
		{"an error with a key in it", `{"error": {"message": "bad key sk-0123456789abcdef"}}`, "", "bad key [redacted]", 0, 0},
		{"no error", `{"error": null}`, "", "the provider's answer is empty", 0, 0},
		{"nothing", `{}`, "", "the provider's answer is empty", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r response
			if err := json.Unmarshal([]byte(c.body), &r); err != nil {
				t.Fatal(err)
			}
			text, usage, err := r.read()
			if text != c.text || usage.TokensIn != c.in || usage.TokensOut != c.out || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q, %+v, %v", text, usage, err)
			}
		})
	}
}
