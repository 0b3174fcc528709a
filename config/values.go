package config

import (
	"cmp"
	"strings"
)

// Values gives every setting by its dotted key, as a TOML literal.
func (c Config) Values() map[string]string {
	values := map[string]string{}
	for _, k := range table() {
		values[k.name] = literal(k.in(&c))
	}
	return values
}

// FromValues makes the configuration that [Config.Values] gave. A key that is missing
// has its default, and one that nobody here knows is passed over: it may be of a newer
// navd. The error is of type [Problems].
func FromValues(values map[string]string) (Config, error) {
	l := newLoader(Host{})
	var text strings.Builder
	for _, k := range l.rows {
		if v, ok := values[k.name]; ok {
			text.WriteString(k.name + " = " + cmp.Or(v, `""`) + "\n")
		}
	}
	l.parseFile("settings", text.String())
	return l.config, l.problems.err()
}
