package gcp

import (
	"slices"

	"navd/daemon/fault"
	"navd/daemon/model"
)

// Verdict judges how an answer ended: nil, or the fault of one that was held
// back, or that came without a text for a reason that may pass. Reason is the
// wire's word. An answer cut off at its token limit is one like any other.
func Verdict(reason, text string) error {
	blocking := []string{
		"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE",
		"IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION", "MODEL_ARMOR",
	}
	switch {
	case slices.Contains(blocking, reason):
		return model.Blocked("answer", reason)
	case text == "" && reason != "STOP" && reason != "MAX_TOKENS":
		return fault.New(fault.Unavailable, "the provider gave no text: %s", reason)
	}
	return nil
}
