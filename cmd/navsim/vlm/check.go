package vlm

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // the formats that pictures may have
	_ "image/png"
	"maps"
	"slices"
	"strings"

	"navd/cmd/navsim/caption"
)

// Limits of the service.
const (
	maxBody      = 20 << 20 // bytes of a request
	maxTokens    = 65_536   // of an answer
	maxPixels    = 50 << 20 // of a picture; more is not decoded
	imageTokens  = 258      // tokens for each picture
	maxSchemas   = 32       // levels of a response schema
	hottest      = 2.0      // temperature
	jsonMIME     = "application/json"
	plainMIME    = "text/plain"
	supportRange = "Unable to submit request because it has a %s value of %v but the supported range is from %v (inclusive) to %v. Update the value and try again."
)

// asked is the content of a valid request.
type asked struct {
	system, prompt string
	pictures       []Picture
	seen           []caption.Seen // captions of the pictures
	wants          *schema        // response schema; nil: none
	limit          int            // most tokens of the answer; 0: no limit
}

// check refuses a request that the service would refuse, and returns the content of a
// valid one.
func check(req request, resource string) (asked, *refusal) {
	if req.Model != "" && req.Model != resource {
		return asked{}, badRequest("The model %q of the request is not the one of its URL, %q.", req.Model, resource)
	}
	if len(req.Contents) == 0 {
		return asked{}, badRequest("Unable to submit request because at least one contents field is required.")
	}
	a := asked{wants: req.GenerationConfig.ResponseSchema}
	if bad := a.takeSystem(req.SystemInstruction); bad != nil {
		return asked{}, bad
	}
	for i, c := range req.Contents {
		if c.Role != "user" && c.Role != "model" {
			return asked{}, badRequest("Please use a valid role: user, model.")
		}
		if bad := a.take(c, fmt.Sprintf("contents[%d]", i)); bad != nil {
			return asked{}, bad
		}
	}
	if req.Contents[len(req.Contents)-1].Role != "user" {
		return asked{}, badRequest("Please ensure that the last content of the request has the user role.")
	}
	if bad := a.configure(req.GenerationConfig); bad != nil {
		return asked{}, bad
	}
	return a, nil
}

// takeSystem takes the system instruction, which must only have text.
func (a *asked) takeSystem(c *content) *refusal {
	if c == nil {
		return nil
	}
	var inner asked
	if bad := inner.take(*c, "systemInstruction"); bad != nil {
		return bad
	}
	if len(inner.pictures) > 0 {
		return badRequest("System instructions only support text parts.")
	}
	a.system = inner.prompt
	return nil
}

// take adds the texts and pictures of a content.
func (a *asked) take(c content, path string) *refusal {
	if len(c.Parts) == 0 {
		return badRequest("Unable to submit request because it must include at least one parts field, which describes the prompt input.")
	}
	for i, p := range c.Parts {
		at := fmt.Sprintf("%s.parts[%d]", path, i)
		switch {
		case p.Text != nil && p.InlineData != nil:
			return badRequest("Invalid value at '%s' (oneof), oneof field 'data' is already set. Cannot set 'inlineData'", at)
		case p.InlineData != nil:
			if bad := a.look(*p.InlineData); bad != nil {
				return bad
			}
		case p.Text == nil || *p.Text == "":
			return badRequest("Unable to submit request because '%s' must have a text parameter. Add a text parameter and try again.", at)
		case c.Role != "model":
			a.prompt += *p.Text + "\n"
		}
	}
	return nil
}

// look takes a picture, which must be of the type that it names.
func (a *asked) look(b blob) *refusal {
	if b.MIMEType != "image/jpeg" && b.MIMEType != "image/png" {
		return badRequest("Unable to submit request because it has a mimeType parameter with value %s, which is not supported. Update the mimeType and try again.", b.MIMEType)
	}
	unreadable := badRequest("Unable to process input image. Please retry with another image.")
	head, format, err := image.DecodeConfig(bytes.NewReader(b.Data))
	if err != nil || "image/"+format != b.MIMEType || head.Width < 1 || head.Height < 1 || head.Width > maxPixels/head.Height {
		return unreadable
	}
	if _, _, err := image.Decode(bytes.NewReader(b.Data)); err != nil {
		return unreadable
	}
	seen, labelled := caption.Read(b.Data)
	if labelled {
		a.seen = append(a.seen, seen)
	}
	a.pictures = append(a.pictures, Picture{MIME: b.MIMEType, Bytes: len(b.Data), Width: head.Width, Height: head.Height, Labelled: labelled})
	return nil
}

// configure checks the configuration of the generation.
func (a *asked) configure(g generation) *refusal {
	switch {
	case g.Temperature != nil && (*g.Temperature < 0 || *g.Temperature > hottest):
		return badRequest(supportRange, "temperature", *g.Temperature, 0, hottest)
	case g.CandidateCount != nil && *g.CandidateCount != 1:
		return badRequest(supportRange, "candidateCount", *g.CandidateCount, 1, 1)
	case g.MaxOutputTokens != nil && (*g.MaxOutputTokens < 1 || *g.MaxOutputTokens > maxTokens):
		return badRequest(supportRange, "maxOutputTokens", *g.MaxOutputTokens, 1, maxTokens)
	case g.ResponseMIMEType != "" && g.ResponseMIMEType != plainMIME && g.ResponseMIMEType != jsonMIME:
		return badRequest("Unable to submit request because the response MIME type %q is not supported; allowed are %s and %s.", g.ResponseMIMEType, plainMIME, jsonMIME)
	case g.ResponseSchema != nil && g.ResponseMIMEType != jsonMIME:
		return badRequest("Unable to submit request because a response schema is only supported with the response MIME type %s.", jsonMIME)
	}
	if g.MaxOutputTokens != nil {
		a.limit = *g.MaxOutputTokens
	}
	return g.ResponseSchema.check("generationConfig.responseSchema", maxSchemas)
}

// check refuses a schema without types, or with required properties that it does not
// have.
func (s *schema) check(path string, levels int) *refusal {
	switch {
	case s == nil:
		return nil
	case levels == 0:
		return badRequest("* %s: schema is too deep", path)
	case s.kind() == "":
		return badRequest("Invalid value at '%s.type' (type.googleapis.com/google.cloud.aiplatform.v1beta1.Type), %v", path, s.Type)
	}
	for i, name := range s.Required {
		if s.Properties[name] == nil {
			return badRequest("* %s.required[%d]: property is not defined", path, i)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if bad := s.Properties[name].check(path+".properties."+name, levels-1); bad != nil {
			return bad
		}
	}
	return s.Items.check(path+".items", levels-1)
}

// kind returns the name of a schema's type, "" for an unknown one.
func (s *schema) kind() string {
	names := []string{"string", "number", "integer", "boolean", "array", "object", "null"} // numbered from 1
	switch t := s.Type.(type) {
	case string:
		if name := strings.ToLower(t); slices.Contains(names, name) {
			return name
		}
	case float64:
		if i := int(t); float64(i) == t && i >= 1 && i <= len(names) {
			return names[i-1]
		}
	}
	return ""
}
