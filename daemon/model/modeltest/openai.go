package modeltest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"navd/daemon/model"
)

// NewOpenAI starts a fake of a server that speaks OpenAI's chat completions:
// POST /v1/chat/completions.
func NewOpenAI(tb testing.TB) *Fake {
	return start(tb, wire{
		decode: func(r *http.Request, body []byte) (Asked, error) {
			if r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" {
				return Asked{}, fmt.Errorf("not a method of the API")
			}
			return openaiAsked(body)
		},
		answer: func(_ *http.Request, t Answer) any { return openaiAnswer(t) },
		refuse: func(_ *http.Request, status int, message string) any {
			return object{"error": object{"message": message, "type": "scripted_error", "param": nil, "code": status}}
		},
	})
}

type openaiRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	Temperature    *float64 `json:"temperature"`
	MaxTokens      int      `json:"max_tokens"`
	ResponseFormat struct {
		Type       string `json:"type"`
		JSONSchema struct {
			Schema *fields `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

func openaiAsked(body []byte) (Asked, error) {
	var req openaiRequest
	if err := json.Unmarshal(body, &req); err != nil {
		return Asked{}, err
	}
	asked := Asked{
		Model: req.Model, Format: req.ResponseFormat.Type, Fields: req.ResponseFormat.JSONSchema.Schema.names(),
		Temperature: -1, MaxTokens: req.MaxTokens,
	}
	if req.Temperature != nil {
		asked.Temperature = *req.Temperature
	}
	for _, m := range req.Messages {
		parts, err := openaiParts(m.Content)
		switch {
		case err != nil:
			return asked, err
		case m.Role == "user":
			asked.Parts = append(asked.Parts, parts...)
		case m.Role == "system" && len(parts) == 1:
			asked.System += parts[0].Text
		default:
			return asked, fmt.Errorf("a message of %q with %d parts", m.Role, len(parts))
		}
	}
	return asked, nil
}

// openaiParts reads a message's content: a string, or a list of texts and
// pictures.
func openaiParts(raw json.RawMessage) ([]model.Part, error) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []model.Part{{Text: text}}, nil
	}
	var list []struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		ImageURL struct {
			URL string `json:"url"`
		} `json:"image_url"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	var parts []model.Part
	for _, p := range list {
		if p.Type == "text" {
			parts = append(parts, model.Part{Text: p.Text})
			continue
		}
		mime, data, ok := strings.Cut(strings.TrimPrefix(p.ImageURL.URL, "data:"), ";base64,")
		picture, err := base64.StdEncoding.DecodeString(data)
		if p.Type != "image_url" || !ok || err != nil {
			return nil, fmt.Errorf("a part %q that is no data: URL: %v", p.Type, err)
		}
		parts = append(parts, model.Part{MIME: mime, Bytes: picture})
	}
	return parts, nil
}

func openaiAnswer(t Answer) any {
	message, finish := object{"role": "assistant", "content": t.text}, "stop"
	choices := []object{}
	switch t.kind {
	case blocked:
		message["content"], finish = "", "content_filter"
	case blockedPrompt:
		message["content"], message["refusal"] = nil, "SAFETY"
	case cut:
		finish = "length"
	}
	if t.kind != empty {
		choices = append(choices, object{"index": 0, "message": message, "finish_reason": finish})
	}
	return object{
		"id": "chatcmpl-1", "object": "chat.completion", "model": "fake", "choices": choices,
		"usage": object{
			"prompt_tokens": TokensIn, "completion_tokens": TokensOut, "total_tokens": TokensIn + TokensOut,
			"completion_tokens_details": object{"reasoning_tokens": thinking},
		},
	}
}
