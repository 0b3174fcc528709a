package daemon

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"navd/daemon/knowledge"
)

// diffOf lists the lines of two bodies: removed ones begin with -, added ones with +, and
// the others with a blank. The list is empty when nothing changes.
func diffOf(old, now knowledge.Body) []string {
	text := string(diff.Diff("old", []byte(old.Render()), "new", []byte(now.Render())))
	lines := []string{}
	for l := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if l == "" || strings.HasPrefix(l, "diff ") || strings.HasPrefix(l, "---") || strings.HasPrefix(l, "+++") || strings.HasPrefix(l, "@@") {
			continue
		}
		lines = append(lines, l)
	}
	return lines
}
