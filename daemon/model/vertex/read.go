package vertex

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"cloud.google.com/go/vertexai/genai"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/gcp"
	"navd/daemon/reply"
)

// failed gives the fault of a call.
func failed(ctx context.Context, err error) error {
	var blocked *genai.BlockedError
	switch {
	case !errors.As(err, &blocked):
		return model.Failed(ctx, err)
	case blocked.PromptFeedback != nil:
		return model.Blocked("prompt", promptWord(blocked.PromptFeedback.BlockReason))
	}
	return model.Blocked("answer", finishWord(blocked.Candidate.FinishReason))
}

// read takes the text and usage out of an answer. Thinking is output too.
func read(resp *genai.GenerateContentResponse) (string, reply.Usage, error) {
	var usage reply.Usage
	if u := resp.UsageMetadata; u != nil {
		usage = reply.Usage{TokensIn: int(u.PromptTokenCount), TokensOut: int(u.CandidatesTokenCount) + int(u.ThoughtsTokenCount)}
	}
	if len(resp.Candidates) == 0 || resp.Candidates[0] == nil {
		return "", usage, fault.New(fault.Unavailable, "the provider's answer is empty")
	}
	first := resp.Candidates[0]
	usage.Cut = first.FinishReason == genai.FinishReasonMaxTokens
	var text strings.Builder
	if first.Content != nil {
		for _, part := range first.Content.Parts {
			if t, ok := part.(genai.Text); ok {
				text.WriteString(string(t))
			}
		}
	}
	if err := gcp.Verdict(finishWord(first.FinishReason), text.String()); err != nil {
		return "", usage, err
	}
	return text.String(), usage, nil
}

// finishWord gives the wire's word for how an answer ended.
func finishWord(r genai.FinishReason) string {
	words := map[genai.FinishReason]string{
		genai.FinishReasonStop: "STOP", genai.FinishReasonMaxTokens: "MAX_TOKENS", genai.FinishReasonSafety: "SAFETY",
		genai.FinishReasonRecitation: "RECITATION", genai.FinishReasonBlocklist: "BLOCKLIST",
		genai.FinishReasonProhibitedContent: "PROHIBITED_CONTENT", genai.FinishReasonSpii: "SPII",
	}
	return cmp.Or(words[r], r.String())
}

// promptWord gives the wire's word for why a prompt was held back.
func promptWord(r genai.BlockedReason) string {
	words := map[genai.BlockedReason]string{
		genai.BlockedReasonSafety: "SAFETY", genai.BlockedReasonOther: "OTHER",
		genai.BlockedReasonBlocklist: "BLOCKLIST", genai.BlockedReasonProhibitedContent: "PROHIBITED_CONTENT",
	}
	return cmp.Or(words[r], r.String())
}

// schemaOf turns a schema into the library's type.
func schemaOf(s *model.Schema) *genai.Schema {
	if s == nil {
		return nil
	}
	types := map[string]genai.Type{
		"object": genai.TypeObject, "array": genai.TypeArray, "string": genai.TypeString,
		"number": genai.TypeNumber, "integer": genai.TypeInteger, "boolean": genai.TypeBoolean,
	}
	out := &genai.Schema{
		Type: types[s.Type], Nullable: s.Nullable, Title: s.Title, Description: s.Description,
		Format: s.Format, Pattern: s.Pattern, Enum: s.Enum, Required: s.Required, Items: schemaOf(s.Items),
		Minimum: value(s.Minimum), Maximum: value(s.Maximum),
		MinItems: value(s.MinItems), MaxItems: value(s.MaxItems), MinLength: value(s.MinLength), MaxLength: value(s.MaxLength),
	}
	for name, property := range s.Properties {
		if out.Properties == nil {
			out.Properties = map[string]*genai.Schema{}
		}
		out.Properties[name] = schemaOf(property)
	}
	return out
}

// value gives what a pointer points at; the library's type has no "not said".
func value[T int64 | float64](p *T) T {
	if p == nil {
		return 0
	}
	return *p
}
