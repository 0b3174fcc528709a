package episodic

import (
	"bytes"
	"encoding/json"
)

// Slot is what a prompt has under the profile's slot name.
type Slot struct {
	SchemaVersion string     `json:"schema_version"`
	MemoryOn      bool       `json:"memory_on"`
	Retrieved     []Advisory `json:"retrieved"`
	Warnings      []string   `json:"warnings"`
	Meta          struct {
		MemoryMode string `json:"memory_mode"`
		TopK       int    `json:"topk"`
		Masked     bool   `json:"masked_injection"`
		Executed   bool   `json:"retrieval_executed"`
	} `json:"meta"`
}

// mostWarnings is the most warnings of a slot.
const mostWarnings = 5

// NewSlot makes the slot of a sample; held says that the sample is masked at random. The meta
// of the slot says what was done, also that a memory was searched whose advice is not shown.
func NewSlot(c Condition, held bool, advisories []Advisory, k int) Slot {
	s := Slot{SchemaVersion: "1.1", Retrieved: []Advisory{}, Warnings: []string{}}
	s.Meta.MemoryMode, s.Meta.TopK = c.Mode(held), k
	s.Meta.Executed, s.Meta.Masked = c.Retrieve, c.Mask || held
	s.MemoryOn = s.Meta.MemoryMode == ModeOn
	if !s.MemoryOn {
		return s
	}
	for _, a := range advisories {
		if len(s.Retrieved) < k {
			s.Retrieved = append(s.Retrieved, a)
		}
		if a.Type == TypeWarning && len(s.Warnings) < mostWarnings {
			s.Warnings = append(s.Warnings, a.Message)
		}
	}
	return s
}

// JSON gives the slot under its name, as Python's json.dumps writes it with
// ensure_ascii off: a space after each comma and colon, the members in this order.
func (s Slot) JSON(name string) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return "", err
	}
	key, err := json.Marshal(name)
	if err != nil {
		return "", err
	}
	return "{" + string(key) + ": " + spaced(bytes.TrimSpace(b.Bytes())) + "}", nil
}

// spaced puts a space after each comma and colon outside of texts, and writes the two
// line separators that Go escapes as they are.
func spaced(raw []byte) string {
	var out bytes.Buffer
	text := false
	for i := 0; i < len(raw); i++ {
		switch b := raw[i]; {
		case text && b == '\\':
			if sep, ok := separators[string(raw[i:min(i+6, len(raw))])]; ok {
				out.WriteString(sep)
				i += 5
				continue
			}
			out.WriteByte(b)
			i++
		case b == '"':
			text = !text
		}
		out.WriteByte(raw[i])
		if b := raw[i]; !text && (b == ',' || b == ':') {
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// separators are the characters that Go escapes in JSON and Python does not.
var separators = map[string]string{`\u2028`: "\u2028", `\u2029`: "\u2029"}

// Fit gives the first advisories whose messages together have at most n characters.
func Fit(advisories []Advisory, chars int) []Advisory {
	for i, a := range advisories {
		if chars -= len([]rune(a.Message)); chars < 0 {
			return advisories[:i]
		}
	}
	return advisories
}
