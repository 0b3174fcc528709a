package modeltest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"navd/daemon/model"
)

// NewVertex starts a fake of Vertex AI: POST
// /v1beta1/projects/P/locations/L/….:generateContent.
func NewVertex(tb testing.TB) *Fake {
	path := regexp.MustCompile(`^/v1beta1/(projects/[^/]+/locations/[^/]+/(?:endpoints/[^/]+|publishers/[^/]+/models/[^/]+)):generateContent$`)
	return start(tb, gemini(path))
}

// NewGemini starts a fake of the Gemini API: POST
// /v1beta/models/M:generateContent.
func NewGemini(tb testing.TB) *Fake {
	return start(tb, gemini(regexp.MustCompile(`^/v1beta/((?:models|tunedModels)/[^/]+):generateContent$`)))
}

// gemini is the wire of both, which differ in their paths.
func gemini(path *regexp.Regexp) wire {
	return wire{
		decode: func(r *http.Request, body []byte) (Asked, error) {
			m := path.FindStringSubmatch(r.URL.Path)
			if m == nil || r.Method != http.MethodPost {
				return Asked{}, fmt.Errorf("not a method of the API")
			}
			return geminiAsked(m[1], body)
		},
		answer: geminiAnswer,
		refuse: func(_ *http.Request, status int, message string) any {
			word := strings.ToUpper(strings.ReplaceAll(http.StatusText(status), " ", "_"))
			return object{"error": object{"code": status, "message": message, "status": word}}
		},
	}
}

// object is a JSON object on its way to the wire.
type object = map[string]any

// encode gives the JSON of what the fakes made; it always has one.
func encode(v any) []byte {
	body, err := json.Marshal(v)
	if err != nil {
		return []byte(err.Error())
	}
	return body
}

type geminiContent struct {
	Parts []struct {
		Text       string `json:"text"`
		InlineData struct {
			MIMEType string `json:"mimeType"`
			Data     []byte `json:"data"`
		} `json:"inlineData"`
	} `json:"parts"`
}

type geminiRequest struct {
	Contents         []geminiContent `json:"contents"`
	System           geminiContent   `json:"systemInstruction"`
	GenerationConfig struct {
		Temperature      *float64 `json:"temperature"`
		MaxOutputTokens  int      `json:"maxOutputTokens"`
		ResponseMIMEType string   `json:"responseMimeType"`
		ResponseSchema   *fields  `json:"responseSchema"`
	} `json:"generationConfig"`
}

// fields are the names that a schema has properties for.
type fields struct {
	Properties map[string]json.RawMessage `json:"properties"`
}

func (f *fields) names() []string {
	if f == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(f.Properties))
}

func geminiAsked(name string, body []byte) (Asked, error) {
	var req geminiRequest
	if err := json.Unmarshal(body, &req); err != nil {
		return Asked{}, err
	}
	config := req.GenerationConfig
	asked := Asked{
		Model: name, Format: config.ResponseMIMEType, Fields: config.ResponseSchema.names(),
		Temperature: -1, MaxTokens: config.MaxOutputTokens,
	}
	if config.Temperature != nil {
		asked.Temperature = *config.Temperature
	}
	for _, p := range req.System.Parts {
		asked.System += p.Text
	}
	if len(req.Contents) != 1 {
		return asked, fmt.Errorf("%d contents, want 1", len(req.Contents))
	}
	for _, p := range req.Contents[0].Parts {
		asked.Parts = append(asked.Parts, model.Part{Text: p.Text, MIME: p.InlineData.MIMEType, Bytes: p.InlineData.Data})
	}
	return asked, nil
}

// geminiAnswer is the body of an answer. A client may ask for enums as
// numbers.
func geminiAnswer(r *http.Request, t Answer) any {
	enum := func(word string, number int) any {
		if strings.Contains(r.URL.Query().Get("$alt"), "enum-encoding=int") {
			return number
		}
		return word
	}
	body := object{"usageMetadata": object{
		"promptTokenCount": TokensIn, "candidatesTokenCount": TokensOut - thinking, "thoughtsTokenCount": thinking,
		"totalTokenCount": TokensIn + TokensOut,
	}}
	candidate := object{"index": 0, "finishReason": enum("STOP", 1)}
	switch t.kind {
	case empty:
		return body
	case blockedPrompt:
		body["promptFeedback"] = object{"blockReason": enum("SAFETY", 1)}
		return body
	case blocked:
		candidate["finishReason"] = enum("SAFETY", 3)
	case cut:
		candidate["finishReason"] = enum("MAX_TOKENS", 2)
		fallthrough
	default:
		candidate["content"] = object{"role": "model", "parts": []object{{"text": t.text}}}
	}
	body["candidates"] = []object{candidate}
	return body
}
