package reply

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"

	"navd/daemon/fault"
)

// Template is a prompt with placeholders. The text above the first line of just three hyphens
// is the system instruction, the text below it the message. Make one with [ParseTemplate].
type Template struct {
	id, text     string
	system, user string
}

// separator parts the system instruction from the message.
const separator = "\n---\n"

// placeholder matches a dollar followed by a name or by another dollar.
var placeholder = regexp.MustCompile(`\$(?:\$|[a-z][a-z_]*)`)

// maxTemplate is the largest size of a prompt's file, bytes.
const maxTemplate = 256 << 10

// ParseTemplate reads a prompt. names are the placeholders that it may use, without the
// dollar. Any other placeholder is a fault that lists the names; a text without both parts is
// a fault too.
func ParseTemplate(id, text string, names []string) (Template, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if len(text) > maxTemplate {
		return Template{}, fault.New(fault.TooLarge, "the prompt has %d bytes, at most %d are taken", len(text), maxTemplate)
	}
	system, user, found := strings.Cut(text, separator)
	if !found || strings.TrimSpace(system) == "" || strings.TrimSpace(user) == "" {
		return Template{}, fault.New(fault.Invalid, "a prompt has two parts with a line of three hyphens between them").
			WithHint("put the system instruction above it and the message below it; `navd config prompts` prints the built-in prompts")
	}
	for _, p := range placeholder.FindAllString(text, -1) {
		if p != "$$" && !slices.Contains(names, p[1:]) {
			return Template{}, fault.New(fault.Invalid, "no such placeholder").About(p, nil).
				WithHint("this prompt may use $%s; write $$ for a dollar", strings.Join(names, ", $"))
		}
	}
	return Template{id: id, text: text, system: system + "\n", user: user}, nil
}

// ID names the prompt.
func (t Template) ID() string { return t.id }

// Text is the whole template as it was read.
func (t Template) Text() string { return t.text }

// Hash is the SHA-256 of the text, hexadecimal.
func (t Template) Hash() string { return Hash(t.text) }

// Uses tells whether the prompt has a placeholder, named without the dollar.
func (t Template) Uses(name string) bool {
	return slices.Contains(placeholder.FindAllString(t.text, -1), "$"+name)
}

// Fill replaces the placeholders by values. Placeholders inside a value are not replaced. A
// line that only has a placeholder is left out if its value is empty.
func (t Template) Fill(values map[string]string) (system, user string) {
	return fill(t.system, values), fill(t.user, values)
}

func fill(text string, values map[string]string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		name := strings.TrimSpace(line)
		if name != "$$" && placeholder.FindString(name) == name && name != "" {
			if v := strings.TrimSuffix(values[name[1:]], "\n"); v != "" {
				b.WriteString(v + "\n")
			}
			continue
		}
		b.WriteString(placeholder.ReplaceAllStringFunc(line, func(p string) string {
			if p == "$$" {
				return "$"
			}
			return values[p[1:]]
		}))
	}
	return b.String()
}

// Hash is the SHA-256 of a text, hexadecimal.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
