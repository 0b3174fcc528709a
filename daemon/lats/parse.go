package lats

import (
	"regexp"
	"strings"

	"navd/daemon/reply"
)

// Status is how well a completion could be read.
type Status string

// The statuses. All but NoAction make a node; all but OK and Unclosed are
// answered with "Invalid action" instead of going to the environment.
const (
	OK          Status = "ok"
	Unclosed    Status = "unclosed"     // the closing bracket is missing
	UnknownType Status = "unknown_type" // the environment knows no such action
	EmptyParam  Status = "empty_param"  // the action needs a parameter
	Malformed   Status = "malformed"    // text that is not an action
	NoAction    Status = "no_action"
)

// Parsed is a completion as it was read.
type Parsed struct {
	Thought string
	Action  Action
	Text    string // the action as it was written; empty: there is none
	Status  Status
}

var (
	label  = regexp.MustCompile(`(?i)^[\s>*_#•\-` + "`" + `]*(?:\d+[.)]\s*)?(thought|action|observation|생각|행동|관찰)[ \t]*(\d*)[ \t*_]*([:：]?)[ \t*_]*(.*)$`)
	inline = regexp.MustCompile(`(?i)[\s.!?;,]\**(?:action|행동)[ \t]*\d*[ \t*_]*[:：][ \t*_]*`)
	called = regexp.MustCompile(`^[\s*_` + "`" + `]*([\pL\pN_-]+)[\s*_` + "`" + `]*\[`)
)

// Parse reads a completion: a thought, which may have several lines and no label, and the
// first action after its label. Labels may be in any case, bold, listed, indented, numbered
// or full-width. What follows the action, and an observation that the model made up, is
// left out.
//
// Types are the known actions; without any, every type is known.
func Parse(completion string, types []ActionType) Parsed {
	o := Options{Actions: types}
	var thought []string
	join := func() string { return strings.Join(strings.Fields(strings.Join(thought, " ")), " ") }
	lines := strings.Split(strings.ReplaceAll(completion, "\r\n", "\n"), "\n")
	for i, line := range lines {
		what, rest := o.labelled(line)
		switch what {
		case "action":
			p := o.readAction(rest, lines[i+1:])
			p.Thought = join()
			return p
		case "observation":
			return Parsed{Thought: join(), Status: NoAction}
		case "fence":
			continue
		}
		if before, action, ok := o.cutInline(rest); ok {
			thought = append(thought, before)
			p := o.readAction(action, lines[i+1:])
			p.Thought = join()
			return p
		}
		thought = append(thought, rest)
	}
	return Parsed{Thought: join(), Status: NoAction}
}

// labelled gives the label of a line, and the text after it.
func (o *Options) labelled(line string) (what, rest string) {
	if strings.HasPrefix(strings.TrimSpace(line), "```") {
		return "fence", ""
	}
	m := label.FindStringSubmatch(labelWidth(line))
	if m == nil {
		return "", line
	}
	rest = m[4]
	switch strings.ToLower(m[1]) {
	case "action", "행동":
		if m[3] != "" || m[2] != "" && called.MatchString(brackets(rest)) || o.knows(rest) {
			return "action", rest
		}
	case "observation", "관찰":
		if m[3] != "" {
			return "observation", rest
		}
	default:
		if m[3] != "" {
			return "thought", rest
		}
	}
	return "", line
}

// labelWidth turns the label at the beginning of a line into half width, and leaves the rest
// from its colon on as it is.
func labelWidth(line string) string {
	if i := strings.IndexAny(line, ":：[［"); i >= 0 && i < 80 {
		return halfwidth(line[:i]) + line[i:]
	}
	return line
}

// halfwidth replaces full-width letters, digits and signs by those of ASCII.
func halfwidth(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case r == '\u3000':
			return ' '
		}
		return r
	}, s)
}

// brackets replaces the full-width brackets of an action.
func brackets(s string) string { return strings.NewReplacer("［", "[", "］", "]").Replace(s) }

// knows tells whether a text begins with a known action and a bracket.
func (o *Options) knows(text string) bool {
	m := called.FindStringSubmatch(brackets(text))
	if m == nil {
		return false
	}
	_, known := o.action(strings.ToLower(halfwidth(m[1])))
	return known
}

// cutInline separates a thought from an action on the same line.
func (o *Options) cutInline(line string) (thought, action string, ok bool) {
	at := inline.FindStringIndex(line)
	if at == nil || !called.MatchString(brackets(line[at[1]:])) || len(o.Actions) > 0 && !o.knows(line[at[1]:]) {
		return line, "", false
	}
	return strings.TrimRight(line[:at[0]+1], " \t*"), line[at[1]:], true
}

// readAction reads the action that begins in a text and may go on in the lines after it.
func (o *Options) readAction(text string, more []string) Parsed {
	for strings.Trim(text, " \t*_`") == "" && len(more) > 0 {
		next := brackets(more[0])
		if what, _ := o.labelled(next); what != "" && what != "fence" || what == "" && strings.TrimSpace(next) != "" && !called.MatchString(next) {
			break
		}
		if text = next; strings.HasPrefix(strings.TrimSpace(text), "```") {
			text = ""
		}
		more = more[1:]
	}
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(brackets(text)), "*_`"))
	if text == "" {
		return Parsed{Status: NoAction}
	}
	m := called.FindStringSubmatchIndex(text)
	if m == nil {
		return o.lone(text)
	}
	p := Parsed{Action: Action{Type: strings.ToLower(halfwidth(text[m[2]:m[3]]))}, Status: OK}
	open := m[1] - 1
	end, whole := o.closing(text, open, more)
	if end < 0 {
		p.Status, p.Text = Unclosed, text
		p.Action.Param = flat(text[open+1:])
	} else {
		p.Text = flat(whole[:end+1])
		p.Action.Param = flat(whole[open+1 : end])
	}
	return o.judge(p)
}

// closing finds the bracket that closes the one at open, in a text or in the lines after it
// up to the next label; -1: there is none.
func (o *Options) closing(text string, open int, more []string) (end int, whole string) {
	depth := 0
	for i := open; ; i++ {
		if i == len(text) {
			if len(more) == 0 {
				return -1, text
			}
			if what, _ := o.labelled(more[0]); what != "" {
				return -1, text
			}
			text, more = text+"\n"+brackets(more[0]), more[1:]
		}
		switch text[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i, text
			}
		}
	}
}

// lone reads an action without brackets: one word that is known, or text that is not an
// action.
func (o *Options) lone(text string) Parsed {
	word := strings.ToLower(halfwidth(strings.TrimRight(text, ". ")))
	p := Parsed{Text: flat(text), Action: Action{Type: word}, Status: OK}
	if _, known := o.action(word); !known {
		p.Action, p.Status = Action{Param: flat(text)}, Malformed
		return p
	}
	return o.judge(p)
}

// judge sets the status of an action: whether the environment takes it.
func (o *Options) judge(p Parsed) Parsed {
	p.Action.Param = shorten(p.Action.Param, maxParam)
	p.Text = shorten(p.Text, maxParam)
	t, known := o.action(p.Action.Type)
	switch {
	case len(o.Actions) > 0 && !known:
		p.Status = UnknownType
	case p.Action.Param == "" && !t.Optional && (known || len(o.Actions) == 0):
		p.Status = EmptyParam
	}
	return p
}

// flat puts a text on one line, with single spaces.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

// Readable tells whether any candidate of a sample has an action.
func (s *Search) Readable(a Answer) bool { return len(s.read(&a)) > 0 }

// read gives the candidates of a sample that have an action.
func (s *Search) read(a *Answer) []Parsed {
	var all []Parsed
	if a.Err != nil {
		return nil
	}
	for _, text := range a.Texts {
		p, ok := Parsed{}, false
		if s.o.Structured {
			p, ok = s.o.object(text)
		}
		if !ok {
			p = Parse(text, s.o.Actions)
		}
		all = append(all, p)
	}
	for _, c := range a.Candidates {
		all = append(all, s.o.candidate(c.Thought, c.Action))
	}
	parsed := all[:0]
	for _, p := range all {
		if p.Status != NoAction {
			p.Thought = shorten(p.Thought, maxThought)
			parsed = append(parsed, p)
		}
	}
	return parsed
}

// object reads a completion that is an object: thought, action and param, or an
// action with its parameter in brackets.
func (o *Options) object(text string) (Parsed, bool) {
	f, err := reply.Object(text, "action")
	if err != nil {
		return Parsed{}, false
	}
	thought, _ := reply.String(f, "thought")
	action, err := reply.String(f, "action")
	if err != nil {
		return Parsed{}, false
	}
	param, _ := reply.String(f, "param")
	return o.candidate(thought, Action{Type: action, Param: param}), true
}

// candidate reads a step that was given in parts.
func (o *Options) candidate(thought string, a Action) Parsed {
	p := Parsed{Thought: flat(thought), Status: OK}
	switch {
	case a.Param == "" && strings.ContainsAny(a.Type, "[［ "):
		p = o.readAction(flat(a.Type), nil)
		p.Thought = flat(thought)
		return p
	case a.Type == "":
		return Parsed{Thought: flat(thought), Status: NoAction}
	}
	name := flat(a.Type)
	p.Action = Action{Type: strings.ToLower(name), Param: flat(a.Param)}
	p.Text = name + "[" + p.Action.Param + "]"
	return o.judge(p)
}
