package main

import (
	"strings"
	"testing"

	"navd/daemon/fault"
)

// A file goes out in parts with the number of lines before each; a line that would not
// arrive as it stands is named.
func TestInParts(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		name, text string
		before     []int
		field      string
	}{
		{"nothing", "", nil, ""},
		{"no line end behind the last", "a\nb", []int{0}, ""},
		{"two parts", long + "\n" + "a\n" + "b\n", []int{0, 1}, ""},
		{"not UTF-8", "a\n\xff\xfe\n", nil, "FILE line 2"},
		{"longer than a call takes", "a\n\n" + strings.Repeat(long, 4) + "\n", nil, "FILE line 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var all strings.Builder
			var before []int
			err := inParts(strings.NewReader(c.text), func(text string, n int) error {
				all.WriteString(text)
				before = append(before, n)
				return nil
			})
			if c.field != "" {
				if f := fault.As(err); err == nil || f.Field != c.field {
					t.Fatalf("error %v, want one about %s", err, c.field)
				}
				return
			}
			if err != nil || all.String() != c.text || len(before) != len(c.before) || len(before) > 1 && before[1] != c.before[1] {
				t.Errorf("parts after %v lines, error %v", before, err)
			}
		})
	}
}
