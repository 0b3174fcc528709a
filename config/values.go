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

// FromValues makes a configuration from the result of [Config.Values]. A missing key has its
// default; an unknown key is ignored, since it may be of a newer navd. The error is of type
// [Problems].
func FromValues(values map[string]string) (Config, error) {
	l := newLoader(Host{})
	var text strings.Builder
	for _, k := range l.rows {
		if v, ok := values[k.name]; ok {
			text.WriteString(k.name + " = " + cmp.Or(v, `""`) + "\n")
		}
	}
	l.parseFile("settings", text.String())
	l.judgeChains()
	return l.config, l.problems.err()
}
