package agent

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/reply"
	"navd/daemon/words"
)

// Found is an item that fits a question.
type Found struct {
	Item  knowledge.Item
	Alike float64 // cosine of the texts' vectors, 0 to 1
}

// Known reads what is known, as it is now. The agent changes nothing in it.
type Known interface {
	// Find gives items in use of some kinds that fit a text and hold in a scene, or any
	// without one, best first.
	Find(text, scene string, kinds []knowledge.Kind, most int) ([]Found, error)
	// Item gives an item as it is now. One that is not there is a not found fault.
	Item(id string) (knowledge.Item, error)
	// Said tells whether a body is known already where a scope holds, or was proposed: the id
	// of the item, or of the proposal; empty when it is new.
	Said(b knowledge.Body, at knowledge.Scope) string
}

// Options say what an agent works on.
type Options struct {
	Feedback knowledge.Feedback
	Known    Known
	Prompt   reply.Template
	Chain    []string // models, in the order they are asked
	Turns    int      // that it has at most; 0: [MaxTurns]
	Tokens   int      // that all turns may take together; 0: no limit
}

// MaxTurns is how many turns an agent has.
const MaxTurns = 15

// Change is what the agent wants done, checked and merged by code: Body is the item
// whole as it would be.
type Change struct {
	Operation knowledge.Operation
	Mode      knowledge.Mode
	Kind      knowledge.Kind
	Target    knowledge.Item // that it is about, as it was looked at; without ID: none
	Attach    []knowledge.Item
	Body      knowledge.Body
	Case      knowledge.Case
}

// Result is what the agent came to.
type Result struct {
	Changes []Change
	Summary string // its final answer
	Turns   int
	Model   string // entry of the chain that gave the last turn
	Prompt  string // hash of the prompt's template
}

// shown is an item that the model was shown, by its number.
type shown struct {
	number int
	item   knowledge.Item // as it was last shown
	alike  float64        // the most that a search said
	whole  bool           // its whole text was shown
}

// exchange is a turn, and what came of it.
type exchange struct {
	turn        Turn
	observation string
}

// Machine is an agent at work on one feedback. It asks its models turn by turn; each
// turn calls a tool, and what the tool says goes into the next question. It does no
// call itself, see [reply.Machine].
type Machine struct {
	o        Options
	turn     *reply.Machine[Turn] // that is under way
	at       int                  // entry of the chain from which on turns are asked
	log      []exchange
	attempts []reply.Attempt // of turns that are over
	shown    []*shown        // by number, from 1
	searched map[knowledge.Kind]bool
	made     []Change
	spent    int // tokens
	summary  string
	over     bool
	why      string // it came to nothing
}

// New begins work on a feedback. What may be related to it is searched for at once.
func New(o Options) (*Machine, error) {
	if o.Turns == 0 {
		o.Turns = MaxTurns
	}
	m := &Machine{o: o, searched: map[knowledge.Kind]bool{}}
	if o.Feedback.Amends != "" {
		i, err := o.Known.Item(o.Feedback.Amends)
		if err != nil {
			return nil, err
		}
		m.show(Found{Item: i}).whole = true
	}
	found, err := m.search(o.Feedback.Text, allKinds, firstFound)
	for _, f := range found {
		m.show(f)
	}
	return m, err
}

// firstFound is how many related items the first prompt has.
const firstFound = 5

// search finds items that the feedback may be about, and notes that it was looked for
// them.
func (m *Machine) search(text string, kinds []knowledge.Kind, most int) (found []Found, err error) {
	for _, k := range kinds {
		m.searched[k] = true
	}
	return m.o.Known.Find(text, m.o.Feedback.Scope.Scene, kinds, most)
}

// show gives an item its number.
func (m *Machine) show(f Found) *shown {
	for _, s := range m.shown {
		if s.item.ID == f.Item.ID {
			if s.item.Version != f.Item.Version {
				s.whole = false
			}
			s.item, s.alike = f.Item, max(s.alike, f.Alike)
			return s
		}
	}
	s := &shown{number: len(m.shown) + 1, item: f.Item, alike: f.Alike}
	m.shown = append(m.shown, s)
	return s
}

// find gives the item of a number.
func (m *Machine) find(field, text string) (*shown, error) {
	n, err := strconv.Atoi(strings.Trim(text, " \t#[]()'\"`"))
	if err == nil && n >= 1 && n <= len(m.shown) {
		return m.shown[n-1], nil
	}
	allowed := fmt.Sprintf("a number that you were shown, 1 to %d", len(m.shown))
	if len(m.shown) == 0 {
		allowed = "nothing yet: no item was shown to you"
	}
	return nil, fault.Field(field, text, allowed)
}

// Next gives the next question, false when there is nothing more to ask.
func (m *Machine) Next() (reply.Ask, bool) {
	if m.over {
		return reply.Ask{}, false
	}
	if m.turn == nil {
		m.turn = reply.NewMachine(m.ask(), m.o.Chain[m.at:], ParseTurn)
	}
	ask, ok := m.turn.Next()
	if !ok {
		m.fail("no model gave a turn that can be used: %s", lastReason(m.turn.Attempts()))
		return ask, false
	}
	ask.Model += m.at
	return ask, true
}

func lastReason(attempts []reply.Attempt) string {
	if len(attempts) == 0 {
		return "none was asked"
	}
	a := attempts[len(attempts)-1]
	return a.Model + ": " + a.Reason
}

// Feed takes the answer to the last question.
func (m *Machine) Feed(a reply.Answer) {
	if m.over || m.turn == nil {
		return
	}
	m.turn.Feed(a)
	m.spent += a.Usage.TokensIn + a.Usage.TokensOut
	if t, ok := m.turn.Answer(); ok {
		m.at += m.turn.Used()
		m.attempts, m.turn = append(m.attempts, m.turn.Attempts()...), nil
		m.take(t)
	}
	if !m.over && m.o.Tokens > 0 && m.spent >= m.o.Tokens {
		m.fail("its %d tokens are used up", m.o.Tokens)
	}
}

// Skip goes on to the next model.
func (m *Machine) Skip() {
	if m.turn != nil {
		m.turn.Skip()
	}
}

// Attempts lists every call so far.
func (m *Machine) Attempts() []reply.Attempt {
	if m.turn == nil {
		return m.attempts
	}
	return slices.Concat(m.attempts, m.turn.Attempts())
}

func (m *Machine) fail(format string, args ...any) {
	if !m.over {
		m.over, m.made, m.why = true, nil, fmt.Sprintf(format, args...)
	}
}

// Result gives what the agent came to; an error says why it came to nothing.
func (m *Machine) Result() (r Result, err error) {
	if !m.over {
		m.fail("its time was over after %d turns", len(m.log))
	}
	if m.why != "" {
		return r, fault.New(fault.Unavailable, "%s", m.why)
	}
	return Result{Changes: m.made, Summary: m.summary, Turns: len(m.log), Model: m.o.Chain[m.at], Prompt: m.o.Prompt.Hash()}, nil
}

// take does what a turn says.
func (m *Machine) take(t Turn) {
	observation, made := "", len(m.made)
	switch {
	case t.Action == "" && made > 0:
		m.over, m.summary = true, t.Final
	case t.Action == "":
		observation = "Refused: nothing was committed. When there is nothing to do, commit that with the operation IGNORE and its case."
	default:
		observation = m.call(t)
	}
	m.log = append(m.log, exchange{t, words.Clip(observation, maxObservation)})
	if t.Ends && len(m.made) > made { // it knew that this is all
		m.over, m.summary = true, t.Final
	}
	if !m.over && len(m.log) >= m.o.Turns {
		m.fail("it came to no end in %d turns; the last thing it was told: %s", m.o.Turns, words.Clip(observation, 200))
	}
}

const (
	maxObservation = 4000 // letters of what a tool says
	maxChanges     = 5    // that are made of one feedback
)

// ask builds the question of a turn.
func (m *Machine) ask() reply.Ask {
	var known, steps strings.Builder
	for _, s := range m.shown {
		known.WriteString(m.line(s))
	}
	if known.Len() == 0 {
		known.WriteString("nothing\n")
	}
	for _, e := range m.log {
		fmt.Fprintf(&steps, "Thought: %s\nAction: %s\nAction Input: %s\nObservation: %s\n\n", words.Clip(e.turn.Thought, 1000), e.turn.Action, words.Clip(e.turn.Input, 2000), e.observation)
	}
	if steps.Len() == 0 {
		steps.WriteString("nothing\n")
	}
	inputs, outputs := knowledge.Words()
	system, prompt := m.o.Prompt.Fill(map[string]string{
		"feedback": m.o.Feedback.Text, "about": m.about(), "tools": toolLines(), "relations": relationLines(), "inputs": inputs, "outputs": outputs,
		"known": known.String(), "steps": steps.String(), "left": strconv.Itoa(m.o.Turns - len(m.log)),
	})
	return reply.Ask{Role: "agent", System: system, Prompt: prompt, Schema: TurnSchema}
}

// about says what else is known of the feedback.
func (m *Machine) about() string {
	f := m.o.Feedback
	var b strings.Builder
	if f.Scope.Scene != "" {
		fmt.Fprintf(&b, "It holds in the scene %s.\n", f.Scope.Scene)
	}
	if f.Kind != "" {
		fmt.Fprintf(&b, "It is to become a %s.\n", f.Kind)
	}
	if f.Amends != "" {
		fmt.Fprintf(&b, "The person said that it stands to 1 as %s.\n", f.Relation)
	}
	return b.String()
}

// line shows an item in a line, or whole when it was read.
func (m *Machine) line(s *shown) string {
	i := s.item
	head := fmt.Sprintf("%d: %s", s.number, i.Kind)
	if i.Status != item.Active {
		head += " (" + string(i.Status) + ")"
	}
	if i.Scope.Scene != "" {
		head += " in " + i.Scope.Scene
	}
	text := i.Body.Render()
	if !s.whole && len([]rune(text)) <= shortText {
		s.whole = true // it is short enough to be shown at once
	}
	if s.whole {
		return head + "\n" + indent(words.Clip(text, maxObservation))
	}
	return head + " " + words.Clip(strings.ReplaceAll(text, "\n", " / "), shortText) + "\n"
}

// shortText is the length up to which an item is shown whole without being asked for.
const shortText = 300

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n"
}

//go:embed prompts/agent.txt
var builtIn string

// BuiltIn is the prompt that is used when the configuration names none.
func BuiltIn() string { return builtIn }

// Placeholders are the names that a prompt may use.
func Placeholders() []string {
	return []string{"feedback", "about", "tools", "relations", "inputs", "outputs", "known", "steps", "left"}
}

// ParsePrompt reads a prompt.
func ParsePrompt(text string) (reply.Template, error) {
	return reply.ParseTemplate("agent", text, Placeholders())
}
