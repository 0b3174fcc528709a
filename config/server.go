package config

import (
	"regexp"
	"slices"
	"strings"

	"navd/daemon/limits"
)

// Server is a server that speaks OpenAI's protocol.
type Server struct {
	Name        string // as chains name it
	BaseURL     string // its address, up to the version
	Model       string // asked when a chain names none
	KeyVariable string // of the environment, has its key; empty: none is sent
	Setting     string // the key of this configuration with its address
}

// OpenAIServers gives the server of models.openai, which may lack a model and a key, then
// those of models.servers.
func (m Models) OpenAIServers() []Server {
	all := []Server{{"openai", m.OpenAI.BaseURL, m.OpenAI.Model, "OPENAI_API_KEY", "models.openai.base_url"}}
	for _, line := range m.Servers {
		if s, ok := parseServer(line); ok {
			all = append(all, s)
		}
	}
	return all
}

// serverLine is a line of models.servers. Compiled once: it is never changed. Hardly any key
// looks like the name of a variable, so that one in its place is refused.
var serverLine = regexp.MustCompile(`^ *([a-z][a-z0-9_-]{0,31}) +(https?://[^ ]+) +([^ ]+)(?: +([A-Z_][A-Z0-9_]*))? *$`)

// parseServer reads "NAME BASE_URL MODEL [KEY_VARIABLE]".
func parseServer(line string) (s Server, ok bool) {
	parts := serverLine.FindStringSubmatch(line)
	if parts == nil || !oneLine(line) || slices.Contains(takenNames(), parts[1]) || strings.HasPrefix(parts[4], envPrefix) {
		return s, false
	}
	return Server{parts[1], parts[2], parts[3], parts[4], "models.servers"}, true
}

// serverList allows a list of servers, each name once.
func serverList() rule {
	return rule{
		words: "NAME BASE_URL MODEL [KEY_VARIABLE] each; NAME has up to 32 of a-z, 0-9, _ and -, begins with a letter and is not " +
			strings.Join(takenNames(), ", ") + "; BASE_URL begins with http:// or https://; KEY_VARIABLE is like GPU_KEY, never the key itself, and does not begin with NAVD_",
		text:   func(line string) bool { _, ok := parseServer(line); return ok },
		secret: true, // a key may stand where the name of its variable belongs
		list:   namedOnce,
	}
}

// takenNames are the names that chains have for something else.
func takenNames() []string { return append(providers(), limits.Local, limits.Nearest) }
