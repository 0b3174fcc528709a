package reply_test

import (
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

func TestTemplate(t *testing.T) {
	values := map[string]string{"goal": "red $context sofa", "context": "line 1\nline 2\n", "empty": ""}
	for _, tt := range []struct{ name, text, system, user string }{
		{"both parts", "You look for $goal.\n---\nGo.\n", "You look for red $context sofa.\n", "Go.\n"},
		{"a block", "S\n---\nBefore\n$context\nAfter\n", "S\n", "Before\nline 1\nline 2\nAfter\n"},
		{"an empty block goes away", "S\n---\nBefore\n  $empty\nAfter $empty.\n", "S\n", "Before\nAfter .\n"},
		{"dollars", "Costs $$5 or $5, $$goal\n---\n$$\n", "Costs $5 or $5, $goal\n", "$\n"},
		{"a second separator is text", "S\n---\nU\n---\nV\n", "S\n", "U\n---\nV\n"},
		{"other line ends", "S\r\n---\r\nGoal: $goal\r\n", "S\n", "Goal: red $context sofa\n"},
		{"no last line end", "S\n---\n$goal", "S\n", "red $context sofa\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tm, err := reply.ParseTemplate("id", tt.text, []string{"goal", "context", "empty"})
			if err != nil {
				t.Fatal(err)
			}
			if system, user := tm.Fill(values); system != tt.system || user != tt.user {
				t.Errorf("got %q and %q, want %q and %q", system, user, tt.system, tt.user)
			}
			if tm.ID() != "id" || tm.Hash() != reply.Hash(tm.Text()) {
				t.Errorf("id %q, hash %s", tm.ID(), tm.Hash())
			}
		})
	}
}

func TestTemplateFaults(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		kind       fault.Kind
		want       string
	}{
		{"one part", "Go to $goal.", fault.Invalid, "two parts"},
		{"no system part", " \n---\nGo", fault.Invalid, "two parts"},
		{"no message", "S\n---\n \n", fault.Invalid, "two parts"},
		{"empty", "", fault.Invalid, "two parts"},
		{"unknown placeholder", "S\n---\n$goals", fault.Invalid, "$goals"},
		{"huge", strings.Repeat("x", 1<<20), fault.TooLarge, "1048576 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := reply.ParseTemplate("id", tt.text, []string{"goal", "context"})
			if !fault.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v", err)
			}
		})
	}
	_, err := reply.ParseTemplate("id", "S\n---\n$goals", []string{"goal", "context"})
	if hint := fault.As(err).Hint; !strings.Contains(hint, "$goal, $context") {
		t.Errorf("the hint does not list what there is: %q", hint)
	}
}

func FuzzTemplate(f *testing.F) {
	f.Add("S $goal\n---\n$context\n", "a$goal")
	f.Add("$$\n---\n$", "")
	f.Fuzz(func(t *testing.T, text, value string) {
		tm, err := reply.ParseTemplate("id", text, []string{"goal", "context"})
		if err != nil {
			return
		}
		system, user := tm.Fill(map[string]string{"goal": value, "context": value})
		again, more := tm.Fill(map[string]string{"goal": value, "context": value})
		if system != again || user != more {
			t.Error("two fillings differ")
		}
	})
}
