package vlm

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// request has the members of a generateContent request that the model uses.
type request struct {
	Model             string     `json:"model"`
	Contents          []content  `json:"contents"`
	SystemInstruction *content   `json:"systemInstruction"`
	GenerationConfig  generation `json:"generationConfig"`
}

type content struct {
	Role  string `json:"role,omitempty"`
	Parts []part `json:"parts,omitempty"`
}

// part is one piece of a content. Exactly one of its members must be set.
type part struct {
	Text       *string `json:"text,omitempty"`
	InlineData *blob   `json:"inlineData,omitempty"`
}

type blob struct {
	MIMEType string `json:"mimeType"`
	Data     []byte `json:"data"` // base64 on the wire
}

type generation struct {
	Temperature      *float64 `json:"temperature"`
	CandidateCount   *int     `json:"candidateCount"`
	MaxOutputTokens  *int     `json:"maxOutputTokens"`
	ResponseMIMEType string   `json:"responseMimeType"`
	ResponseSchema   *schema  `json:"responseSchema"`
}

// schema is a response schema. Its type is a name or a number.
type schema struct {
	Type       any                `json:"type"`
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
	Required   []string           `json:"required"`
}

// response is the answer to generateContent.
type response struct {
	Candidates     []candidate `json:"candidates,omitempty"`
	PromptFeedback *feedback   `json:"promptFeedback,omitempty"`
	UsageMetadata  usage       `json:"usageMetadata"`
	ModelVersion   string      `json:"modelVersion,omitempty"`
}

type candidate struct {
	Content       *content `json:"content,omitempty"`
	FinishReason  any      `json:"finishReason"` // enum
	SafetyRatings []rating `json:"safetyRatings,omitempty"`
}

type feedback struct {
	BlockReason any `json:"blockReason"` // enum
}

type rating struct {
	Category    any  `json:"category"`    // enum
	Probability any  `json:"probability"` // enum
	Blocked     bool `json:"blocked,omitempty"`
}

type usage struct {
	PromptTokenCount     int `json:"promptTokenCount"`
	CandidatesTokenCount int `json:"candidatesTokenCount,omitempty"`
	TotalTokenCount      int `json:"totalTokenCount"`
}

// enum is a value that clients get as its name, or as its number if they ask for that with
// $alt=json;enum-encoding=int.
type enum struct {
	name   string
	number int
}

// The enums of answers, with their numbers in google.cloud.aiplatform.v1beta1.
var (
	finishStop      = enum{"STOP", 1}
	finishMaxTokens = enum{"MAX_TOKENS", 2}
	finishSafety    = enum{"SAFETY", 3}
	blockedSafety   = enum{"SAFETY", 1}
	harmDangerous   = enum{"HARM_CATEGORY_DANGEROUS_CONTENT", 2}
	harmHigh        = enum{"HIGH", 4}
)

// spell returns an enum in the form that the client asks for.
func (e enum) spell(r *http.Request) any {
	if r.URL.Query().Get("$alt") == "json;enum-encoding=int" {
		return e.number
	}
	return e.name
}

// refusal is an error of the service.
type refusal struct {
	code    int    // of HTTP
	status  string // canonical name
	message string
}

// badRequest is the refusal of an invalid request.
func badRequest(format string, args ...any) *refusal {
	return &refusal{http.StatusBadRequest, "INVALID_ARGUMENT", fmt.Sprintf(format, args...)}
}

// body renders a refusal as the service does.
func (e *refusal) body() []byte {
	type inner struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Status  string `json:"status"`
	}
	return marshal(map[string]inner{"error": {e.code, e.message, e.status}})
}

// marshal encodes a value of this package, which cannot fail.
func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return []byte(`{"error":{"code":500,"message":"Internal error encountered.","status":"INTERNAL"}}`)
	}
	return b
}
