package knowledge

import (
	"fmt"
	"strings"

	"navd/daemon/knowledge/dmn"
)

// Render writes a body for people, one line for each statement, row or step.
func (b Body) Render() string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	if b.Text != "" {
		line("%s", b.Text)
	}
	if b.Rule != nil {
		line("priority %d", b.Priority)
		for _, d := range b.Rule.Decisions {
			renderDecision(line, d)
		}
	}
	if g := b.Skill; g != nil {
		line("%s: %s", g.Name, g.Description)
		line("%s", strings.TrimSpace(g.Text))
	}
	return out.String()
}

func renderDecision(line func(string, ...any), d dmn.Decision) {
	if d.Table == nil {
		line("%s = %s", d.Name, d.Text)
		return
	}
	line("%s, hit policy %s", d.Name, d.Table.Policy)
	for n, r := range d.Table.Rules {
		line("  row %d: %s", n+1, sayRow(d.Table, r))
	}
}
