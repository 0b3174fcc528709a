package model

import (
	"net/http"
	"regexp"
	"strings"
)

// maxSaid is how many runes of a provider's words a fault repeats.
const maxSaid = 200

// secret has the forms of keys and tokens, for those that the request did not
// show. Compiled once: it is never changed.
var secret = regexp.MustCompile(`(?i:bearer\s+)[^\s"',;]+|AIza[0-9A-Za-z_-]{20,}|ya29\.[0-9A-Za-z._-]+|\bsk-[0-9A-Za-z_-]{12,}|\beyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z._-]+|([?&]key=)[^\s&"']+`)

// redact gives a text on one line, without what looks like a key or token, and
// cut to what a fault repeats.
func redact(text string) string {
	text = secret.ReplaceAllString(text, "[redacted]")
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " ")
	if runes := []rune(text); len(runes) > maxSaid {
		return string(runes[:maxSaid-1]) + "…"
	}
	return text
}

// redactor redacts, and takes the key and token of this request out as well,
// whatever they look like. Those come first: a cut must not leave half of one.
func redactor(req *http.Request) func(string) string {
	var known []string
	for _, name := range []string{"Authorization", "X-Goog-Api-Key", "Api-Key"} {
		for _, value := range req.Header.Values(name) {
			if _, token, ok := strings.Cut(value, " "); ok {
				value = token
			}
			if value != "" {
				known = append(known, value, "[redacted]")
			}
		}
	}
	out := strings.NewReplacer(known...)
	return func(text string) string { return redact(out.Replace(text)) }
}
