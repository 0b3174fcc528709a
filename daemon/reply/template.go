package reply

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"

	"navd/daemon/fault"
)

// Template is a prompt with placeholders. What stands above the first line that
// is three hyphens alone is the system instruction, what stands below it the
// message. The zero value is no template; make one with [ParseTemplate].
type Template struct {
	id, text     string
	system, user string
}

// separator parts the system instruction from the message.
const separator = "\n---\n"

// placeholder is a name behind a dollar, or a dollar behind one.
var placeholder = regexp.MustCompile(`\$(?:\$|[a-z][a-z_]*)`)

// maxTemplate bounds a prompt's file, bytes.
const maxTemplate = 256 << 10

// ParseTemplate reads a prompt. Names are the placeholders it may use, without
// the dollar; another one is a fault that lists them, and so is a text without
// both parts.
func ParseTemplate(id, text string, names []string) (Template, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if len(text) > maxTemplate {
		return Template{}, fault.New(fault.TooLarge, "the prompt has %d bytes, at most %d are taken", len(text), maxTemplate)
	}
	system, user, found := strings.Cut(text, separator)
	if !found || strings.TrimSpace(system) == "" || strings.TrimSpace(user) == "" {
		return Template{}, fault.New(fault.Invalid, "a prompt has two parts with a line of three hyphens between them").
			WithHint("above it stands the system instruction, below it the message; `navd config prompts` prints the built-in ones")
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

// Fill puts values in place of the placeholders, each once: what a value
// contains is not looked at again. A line that is a placeholder alone, with
// nothing to put there, goes away.
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
