package config

import (
	"fmt"
	"strings"
)

const sampleHead = `# navd.toml: every key with its default. Remove the # before a key to set it.
# Overridden by NAVD_ variables and flags. Unknown keys are refused. Relative
# paths start at this file's directory. Keys marked live follow SIGHUP.
`

// Sample gives a config file with every key documented and commented out. As it is, and
// with all keys uncommented, it gives the defaults.
func Sample() []byte {
	var b strings.Builder
	b.WriteString(sampleHead)
	current := ""
	for _, info := range Keys() {
		table, name := splitKey(info.Key)
		if table != current {
			current = table
			writeSection(&b, table)
		}
		writeKey(&b, name, info)
	}
	return []byte(b.String())
}

// splitKey gives the table of a dotted key and its name in there.
func splitKey(dotted string) (table, name string) {
	name = lastPart(dotted)
	return strings.TrimSuffix(strings.TrimSuffix(dotted, name), "."), name
}

func writeSection(b *strings.Builder, name string) {
	for _, s := range sections() {
		if s.name == name {
			b.WriteByte('\n')
			writeComment(b, s.doc)
			fmt.Fprintf(b, "[%s]\n", name)
		}
	}
}

func writeKey(b *strings.Builder, name string, info KeyInfo) {
	b.WriteByte('\n')
	writeComment(b, info.Doc)
	facts := info.Type
	if info.Range != "" {
		facts += ": " + info.Range
	}
	facts += "; " + info.Env
	if info.Live {
		facts += "; live"
	}
	writeComment(b, "("+facts+")")
	fmt.Fprintf(b, "#%s = %s\n", name, info.Default)
}

const commentWidth = 79

// writeComment wraps text into comment lines.
func writeComment(b *strings.Builder, text string) {
	line := "#"
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > commentWidth && line != "#" {
			b.WriteString(line + "\n")
			line = "#"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}
