package agent

import (
	"encoding/json"
	"regexp"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// Turn is what a model said in one turn: a thought, and a tool to call or its final
// answer.
type Turn struct {
	Thought string
	Action  string // name of a tool; empty: it only gives its final answer
	Input   string // as it was written
	Final   string
	Ends    bool // it gave a final answer
}

// label begins a part of a turn that is written as text. It stands at the beginning
// of a line, or behind the part before.
var label = regexp.MustCompile(`(?i)\**\b(thought|action input|action|observation|final answer)\**[ \t]*:\**[ \t]*`)

// ParseTurn reads a turn: a JSON object with an action and its input, or with a final
// answer; or text with the labels Thought, Action, Action Input and Final Answer, in
// any case, bare or in stars.
//
// What a model writes behind its action is not read, but for a final answer: the
// observation that stands there is one that it made up.
func ParseTurn(text string) (t Turn, err error) {
	if f, is := turnObject(text); is {
		return objectTurn(f)
	}
	return textTurn(text)
}

// turnObject finds the object of a turn that is written as JSON.
func turnObject(text string) (f reply.Fields, is bool) {
	trimmed := strings.TrimSpace(text)
	if !strings.HasPrefix(trimmed, "{") && !strings.HasPrefix(trimmed, "```") {
		return f, false
	}
	for _, key := range []string{"action", "final_answer", "arguments"} {
		if f, err := reply.Object(text, key); err == nil && (key != "action" || !f.Has("condition")) {
			return f, true
		}
	}
	return f, false
}

// objectTurn reads a turn out of an object.
func objectTurn(f reply.Fields) (t Turn, err error) {
	t.Thought, _ = reply.String(f, "thought")
	for _, key := range []string{"action", "name"} {
		if name, err := reply.String(f, key); err == nil && t.Action == "" {
			t.Action = toolName(name)
		}
	}
	for _, key := range []string{"action_input", "input", "arguments", "parameters"} {
		if f.Has(key) && t.Input == "" {
			t.Input = rawText(f, key)
		}
	}
	if f.Has("final_answer") {
		t.Final, t.Ends = strings.TrimSpace(rawText(f, "final_answer")), true
	}
	if t.Action == "" && t.Final == "" {
		return t, fault.New(fault.Invalid, "neither a tool to call nor a final answer").About("action", t.Action)
	}
	return t, nil
}

// rawText is the value of a key: a string without its quotes, else as JSON.
func rawText(f reply.Fields, key string) string {
	if s, err := reply.String(f, key); err == nil {
		return s
	}
	var all map[string]json.RawMessage
	if json.Unmarshal(f.Raw(), &all) != nil {
		return ""
	}
	return string(all[key])
}

// textTurn reads a turn out of labelled text.
func textTurn(text string) (t Turn, err error) {
	marks := marksOf(text)
	input := -1
	for n, m := range marks {
		end := len(text)
		if n+1 < len(marks) {
			end = marks[n+1].start
		}
		part := strings.TrimSpace(text[m.end:end])
		switch m.name {
		case "thought":
			if t.Action == "" && !t.Ends {
				t.Thought = strings.TrimSpace(t.Thought + "\n" + part)
			}
		case "action":
			if t.Action == "" && !t.Ends {
				t.Action = toolName(part)
				if at := strings.IndexByte(part, '('); at >= 0 && strings.HasSuffix(part, ")") { // search(query="a")
					t.Action, t.Input, input = toolName(part[:at]), part[at+1:len(part)-1], n
				}
			}
		case "action input":
			if t.Action != "" && input < 0 {
				t.Input, input = part, n
			}
		case "final answer":
			if !t.Ends {
				t.Final, t.Ends = part, true
			}
		}
	}
	switch {
	case t.Action == "" && !t.Ends:
		return t, fault.New(fault.Invalid, "neither a tool to call nor a final answer").About("action", nil).
			WithHint(`answer with {"thought": "…", "action": "a tool", "action_input": {…}}`)
	case t.Action != "" && input < 0:
		return t, fault.New(fault.Invalid, "the action has no input").About("action_input", nil).
			WithHint(`answer with {"thought": "…", "action": %q, "action_input": {…}}`, t.Action)
	}
	return t, nil
}

// mark is a label in a text.
type mark struct {
	start, end int
	name       string
}

// marksOf finds the labels of a text that stand outside of JSON. Where a brace is
// never closed, what stands behind it is looked at all the same.
func marksOf(text string) (marks []mark) {
	skipTo := 0
	for _, at := range label.FindAllStringSubmatchIndex(text, -1) {
		if at[0] < skipTo || !begins(text, at[0], marks) {
			continue
		}
		marks = append(marks, mark{at[0], at[1], strings.ToLower(text[at[2]:at[3]])})
		if end := balanced(text, at[1]); end > 0 {
			skipTo = end
		}
	}
	return marks
}

// begins reports whether a label may stand at a place: at the beginning of a line, or
// the input right behind its action.
func begins(text string, at int, before []mark) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	if strings.Trim(line, " \t>*-#") == "" {
		return true
	}
	return len(before) > 0 && before[len(before)-1].name == "action" && strings.EqualFold(text[at:at+min(len("action input"), len(text)-at)], "action input")
}

// balanced gives the end of the last object or list that begins on the line behind a
// label, also behind a name as in case={…}; 0 when there is none or one is not closed.
func balanced(text string, from int) (end int) {
	from += len(text[from:]) - len(strings.TrimLeft(text[from:], " \t\r\n"))
	for {
		at := strings.IndexAny(text[from:], "{[\n")
		if at < 0 || text[from+at] == '\n' {
			return end
		}
		n := closing(text[from+at:])
		if n == 0 {
			return 0
		}
		from += at + n
		end = from
	}
}

// toolName is a tool's name as it is meant: without quotes and the like.
func toolName(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.ToLower(strings.TrimSuffix(strings.Trim(line, " \t`'\"*[].<>"), "()"))
}
