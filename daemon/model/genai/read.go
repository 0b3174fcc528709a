package genai

import (
	"strings"

	"google.golang.org/genai"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/gcp"
	"navd/daemon/reply"
)

func contentOf(parts []model.Part) []*genai.Content {
	content := &genai.Content{Role: genai.RoleUser}
	for _, p := range parts {
		if p.Text != "" {
			content.Parts = append(content.Parts, &genai.Part{Text: p.Text})
			continue
		}
		content.Parts = append(content.Parts, &genai.Part{InlineData: &genai.Blob{MIMEType: p.MIME, Data: p.Bytes}})
	}
	return []*genai.Content{content}
}

// read takes the text and usage out of an answer. Thinking is output too.
func read(resp *genai.GenerateContentResponse) (string, reply.Usage, error) {
	var usage reply.Usage
	if u := resp.UsageMetadata; u != nil {
		usage = reply.Usage{TokensIn: int(u.PromptTokenCount), TokensOut: int(u.CandidatesTokenCount) + int(u.ThoughtsTokenCount)}
	}
	if f := resp.PromptFeedback; f != nil && f.BlockReason != "" && f.BlockReason != genai.BlockedReasonUnspecified {
		return "", usage, model.Blocked("prompt", string(f.BlockReason))
	}
	if len(resp.Candidates) == 0 || resp.Candidates[0] == nil {
		return "", usage, fault.New(fault.Unavailable, "the provider's answer is empty")
	}
	first := resp.Candidates[0]
	usage.Cut = first.FinishReason == genai.FinishReasonMaxTokens
	var text strings.Builder
	if first.Content != nil {
		for _, part := range first.Content.Parts {
			if part != nil && !part.Thought {
				text.WriteString(part.Text)
			}
		}
	}
	if err := gcp.Verdict(string(first.FinishReason), text.String()); err != nil {
		return "", usage, err
	}
	return text.String(), usage, nil
}

// schemaOf turns a schema into the library's type.
func schemaOf(s *model.Schema) *genai.Schema {
	if s == nil {
		return nil
	}
	out := &genai.Schema{
		Type: genai.Type(strings.ToUpper(s.Type)), Title: s.Title, Description: s.Description,
		Format: s.Format, Pattern: s.Pattern, Enum: s.Enum, Required: s.Required, Items: schemaOf(s.Items),
		Minimum: s.Minimum, Maximum: s.Maximum,
		MinItems: s.MinItems, MaxItems: s.MaxItems, MinLength: s.MinLength, MaxLength: s.MaxLength,
	}
	if s.Nullable {
		out.Nullable = new(true)
	}
	for name, property := range s.Properties {
		if out.Properties == nil {
			out.Properties = map[string]*genai.Schema{}
		}
		out.Properties[name] = schemaOf(property)
	}
	return out
}
