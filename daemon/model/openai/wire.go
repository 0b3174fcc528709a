package openai

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/reply"
)

// request is the body of a chat completion.
type request struct {
	Model          string    `json:"model"`
	Messages       []message `json:"messages"`
	Temperature    float64   `json:"temperature"`
	MaxTokens      int       `json:"max_tokens,omitempty"`
	ResponseFormat *format   `json:"response_format,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // a string or []part
}

type part struct {
	Type     string    `json:"type"` // text, image_url
	Text     string    `json:"text,omitempty"`
	ImageURL *imageURL `json:"image_url,omitempty"`
}

type imageURL struct {
	URL string `json:"url"`
}

type format struct {
	Type       string      `json:"type"` // json_schema, json_object
	JSONSchema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
	Strict bool            `json:"strict"`
}

// format says the form of the answer on the wire.
func (f form) format(schema json.RawMessage) *format {
	switch f {
	case bySchema:
		return &format{Type: "json_schema", JSONSchema: &jsonSchema{Name: "answer", Schema: schema}}
	case asObject:
		return &format{Type: "json_object"}
	}
	return nil
}

// requestOf puts an ask on the wire, without the form of its answer. A text
// alone goes as a string: some servers know no other content.
func requestOf(ask reply.Ask) (request, error) {
	parts, err := model.Parts(ask)
	if err != nil {
		return request{}, err
	}
	req := request{Model: ask.Name, Temperature: ask.Temperature, MaxTokens: ask.MaxTokens}
	if ask.System != "" {
		req.Messages = append(req.Messages, message{Role: "system", Content: ask.System})
	}
	user := message{Role: "user"}
	if len(ask.Images) == 0 {
		user.Content = ask.Prompt
	} else {
		user.Content = contentOf(parts)
	}
	req.Messages = append(req.Messages, user)
	return req, nil
}

func contentOf(parts []model.Part) []part {
	var content []part
	for _, p := range parts {
		if p.Text != "" {
			content = append(content, part{Type: "text", Text: p.Text})
			continue
		}
		url := "data:" + p.MIME + ";base64," + base64.StdEncoding.EncodeToString(p.Bytes)
		content = append(content, part{Type: "image_url", ImageURL: &imageURL{URL: url}})
	}
	return content
}

// response is the body of an answer.
type response struct {
	Choices []struct {
		Message struct {
			Content string `json:"content"`
			Refusal string `json:"refusal"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     tokens `json:"prompt_tokens"`
		CompletionTokens tokens `json:"completion_tokens"` // thinking is in it
	} `json:"usage"`
	Error json.RawMessage `json:"error"` // some servers answer so with status 200
}

// tokens is a count of tokens. Servers write it as a number of any form, or as text; what is
// no possible count is 0, because a good answer is not lost for what it says that it took.
type tokens int

// mostTokens is more than any model takes or gives in one call.
const mostTokens = 100_000_000

// UnmarshalJSON never fails.
func (t *tokens) UnmarshalJSON(raw []byte) error {
	if n, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64); err == nil && n >= 0 && n <= mostTokens {
		*t = tokens(n)
	}
	return nil
}

// read takes the text and usage out of an answer.
func (r response) read() (string, reply.Usage, error) {
	usage := reply.Usage{TokensIn: int(r.Usage.PromptTokens), TokensOut: int(r.Usage.CompletionTokens)}
	switch {
	case len(r.Choices) == 0 && len(r.Error) > 0 && string(r.Error) != "null":
		return "", usage, fault.New(fault.Unavailable, "the provider answered with an error: %s", model.Said(slices.Concat([]byte(`{"error":`), r.Error, []byte("}"))))
	case len(r.Choices) == 0:
		return "", usage, fault.New(fault.Unavailable, "the provider's answer is empty")
	}
	first := r.Choices[0]
	usage.Cut = first.FinishReason == "length"
	switch {
	case first.FinishReason == "content_filter":
		return "", usage, model.Blocked("answer", first.FinishReason)
	case first.Message.Refusal != "":
		return "", usage, model.Blocked("answer", first.Message.Refusal)
	}
	return first.Message.Content, usage, nil
}
