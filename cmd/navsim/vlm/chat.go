package vlm

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
)

// chatPath is where a server of OpenAI's interface is asked.
const chatPath = "/v1/chat/completions"

// chatRequest has the members of a chat completion that the model uses.
type chatRequest struct {
	Model          string        `json:"model"`
	Messages       []chatMessage `json:"messages"`
	Temperature    *float64      `json:"temperature"`
	MaxTokens      *int          `json:"max_tokens"`
	ResponseFormat *chatFormat   `json:"response_format"`
}

type chatMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"` // a string or []chatPart
}

type chatPart struct {
	Type     string `json:"type"` // text, image_url
	Text     string `json:"text"`
	ImageURL struct {
		URL string `json:"url"`
	} `json:"image_url"`
}

type chatFormat struct {
	Type       string `json:"type"` // text, json_object, json_schema
	JSONSchema struct {
		Schema *schema `json:"schema"`
	} `json:"json_schema"`
}

// chatAnswer is a chat completion.
type chatAnswer struct {
	Object  string       `json:"object"`
	Model   string       `json:"model"`
	Choices []chatChoice `json:"choices"`
	Usage   chatUsage    `json:"usage"`
}

type chatChoice struct {
	Index   int `json:"index"`
	Message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
		Refusal string `json:"refusal,omitempty"`
	} `json:"message"`
	FinishReason string `json:"finish_reason"`
}

type chatUsage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
}

// ask gives the request in the form of Vertex AI.
func (c chatRequest) ask() (request, *refusal) {
	r := request{GenerationConfig: generation{Temperature: c.Temperature, MaxOutputTokens: c.MaxTokens}}
	if c.Model == "" {
		return r, badRequest("you must provide a model parameter")
	}
	if f := c.ResponseFormat; f != nil && f.Type != "text" {
		r.GenerationConfig.ResponseMIMEType, r.GenerationConfig.ResponseSchema = jsonMIME, f.JSONSchema.Schema
	}
	for _, m := range c.Messages {
		parts, bad := m.parts()
		switch {
		case bad != nil:
			return r, bad
		case m.Role == "system":
			r.SystemInstruction = &content{Parts: parts}
		case m.Role == "assistant":
			r.Contents = append(r.Contents, content{Role: "model", Parts: parts})
		default:
			r.Contents = append(r.Contents, content{Role: m.Role, Parts: parts})
		}
	}
	return r, nil
}

// parts gives the texts and pictures of a message.
func (m chatMessage) parts() (out []part, bad *refusal) {
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		return []part{{Text: &text}}, nil
	}
	var list []chatPart
	if json.Unmarshal(m.Content, &list) != nil {
		return nil, badRequest("Invalid type for 'messages.content': expected a string or an array of objects.")
	}
	for _, p := range list {
		if p.Type == "text" {
			out = append(out, part{Text: &p.Text})
			continue
		}
		mime, data, ok := strings.Cut(strings.TrimPrefix(p.ImageURL.URL, "data:"), ";base64,")
		picture, err := base64.StdEncoding.DecodeString(data)
		if p.Type != "image_url" || !ok || err != nil {
			return nil, badRequest("Invalid value of a content part: expected a text, or an image_url whose url is data:TYPE;base64,DATA.")
		}
		out = append(out, part{InlineData: &blob{MIMEType: mime, Data: picture}})
	}
	return out, nil
}

// chat gives a response in the form of a chat completion.
func (r response) chat() chatAnswer {
	u := r.UsageMetadata
	a := chatAnswer{Object: "chat.completion", Model: r.ModelVersion, Choices: []chatChoice{}, Usage: chatUsage{u.PromptTokenCount, u.CandidatesTokenCount, u.TotalTokenCount}}
	c := chatChoice{FinishReason: "stop"}
	c.Message.Role = "assistant"
	switch {
	case r.PromptFeedback != nil:
		c.Message.Refusal = "I cannot help with that."
	case len(r.Candidates) == 0:
		return a
	case r.Candidates[0].Content == nil:
		c.FinishReason = "content_filter"
	default:
		c.Message.Content = *r.Candidates[0].Content.Parts[0].Text
		if r.Candidates[0].FinishReason == finishMaxTokens.name {
			c.FinishReason = "length"
		}
	}
	a.Choices = append(a.Choices, c)
	return a
}

// readChat reads the body of a chat completion. Members that it does not know are left out,
// as servers of this interface do.
func readChat(body []byte) (r request, model string, bad *refusal) {
	var c chatRequest
	if err := json.Unmarshal(body, &c); err != nil {
		return r, "", badRequest("We could not parse the JSON body of your request.")
	}
	r, bad = c.ask()
	return r, c.Model, bad
}

// isChat tells whether a request is one of OpenAI's interface.
func isChat(r *http.Request) bool { return r.Method == http.MethodPost && r.URL.Path == chatPath }
