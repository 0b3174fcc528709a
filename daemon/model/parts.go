package model

import (
	"fmt"
	"math"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// Part is one piece of the user's side of an ask: a text or a picture.
type Part struct {
	Text  string // empty: it is a picture
	MIME  string
	Bytes []byte
}

// Parts gives the user's side of an ask in its order: the prompt, then each
// picture after a short text that names its view, if it shows one. An ask that
// no provider could send is an invalid fault.
func Parts(ask reply.Ask) ([]Part, error) {
	switch {
	case !(ask.Temperature >= 0 && ask.Temperature <= 2): // not a number is outside too
		return nil, fault.Field("temperature", ask.Temperature, "0..2")
	case ask.MaxTokens < 0 || ask.MaxTokens > math.MaxInt32:
		return nil, fault.Field("max_tokens", ask.MaxTokens, "0..2147483647, 0: the model's own limit")
	case ask.Prompt == "" && len(ask.Images) == 0:
		return nil, fault.Field("prompt", "", "a text, or at least one picture")
	}
	var parts []Part
	if ask.Prompt != "" {
		parts = append(parts, Part{Text: ask.Prompt})
	}
	for i, image := range ask.Images {
		if image.MIME != "image/jpeg" && image.MIME != "image/png" {
			return nil, fault.Field(fmt.Sprintf("images[%d].mime", i), image.MIME, "image/jpeg, image/png")
		}
		if len(image.Bytes) == 0 {
			return nil, fault.Field(fmt.Sprintf("images[%d]", i), "", "a picture that is not empty")
		}
		if image.View >= 0 {
			parts = append(parts, Part{Text: fmt.Sprintf("View %d:", image.View)})
		}
		parts = append(parts, Part{MIME: image.MIME, Bytes: image.Bytes})
	}
	return parts, nil
}

// Block is the cause of the fault of an answer, or of a prompt, that the provider
// held back. It says so in words.
type Block string

// Error gives the words.
func (b Block) Error() string { return string(b) }

// Blocked is the fault of a [Block]. What is "answer" or "prompt", reason the
// provider's word for it.
func Blocked(what, reason string) *fault.Error {
	return fault.New(fault.Denied, "%w", Block(fmt.Sprintf("the provider blocked the %s: %s", what, redact(reason))))
}
