package reply

import (
	"strings"

	"navd/daemon/fault"
)

// Limit is the largest length of an answer in bytes. The longest useful one, a rewrite of a
// knowledge table, is much shorter.
const Limit = 200_000

// Object finds the answer in the text of a model: the first balanced object that has all the
// required keys. It may be
//
//   - bare, in one or two code fences, in prose, or inside another object or list;
//   - JSON, a Python literal, or a mixture: with single quotes, True False None, a trailing
//     comma, curly quotes in pairs, line ends in strings, numbers like +15, .5 and −15;
//   - with further keys, which are kept.
//
// Its faults say what to tell the model: conflict when two objects qualify and differ in
// anything, too_large above [Limit] bytes, otherwise invalid, with the path of the key as
// Field: "missing", "given twice", or "not a finite number".
func Object(text string, required ...string) (Fields, error) {
	if len(text) > Limit {
		return Fields{}, tooLarge(text)
	}
	p := &parser{text: text, done: map[int]outcome{}}
	s := search{required: required}
	s.run(p)
	return s.result(p)
}

func tooLarge(text string) error {
	return &fault.Error{
		Kind: fault.TooLarge, Message: "the answer is too long",
		Given: bytes(len(text)), Allowed: "at most " + bytes(Limit),
	}
}

// find moves to the next brace.
func (p *parser) find() bool {
	i := strings.IndexByte(p.text[p.pos:], '{')
	if i < 0 {
		return false
	}
	p.move(i)
	return true
}

// A search gathers what qualifies as the answer.
type search struct {
	required []string
	found    *node
	differ   bool
	nearest  *node // of those that lack a key, the first that has most
	most     int   // how many it has
	broken   bool  // some brace begins nothing that can be read
}

// run looks at every balanced object of the text that stands in no other.
func (s *search) run(p *parser) {
	for p.find() {
		start := p.pos
		if n := p.object(); n != nil {
			s.look(n)
			continue
		}
		s.broken = true
		p.pos, p.deep = start+1, false
	}
}

// look takes an object if it has the keys, else looks into it.
func (s *search) look(n *node) {
	if n.kind == kindObject {
		has := n.has(s.required)
		if has == len(s.required) {
			s.take(n)
			return
		}
		if s.nearest == nil || has > s.most {
			s.nearest, s.most = n, has
		}
	}
	for _, item := range n.items {
		s.look(item)
	}
	for _, m := range n.members {
		s.look(m.value)
	}
}

func (s *search) take(n *node) {
	if s.found == nil {
		s.found = n
		return
	}
	s.differ = s.differ || !s.found.equal(n)
}

func (s *search) result(p *parser) (Fields, error) {
	switch {
	case s.found == nil:
		return Fields{}, s.nothing(p)
	case s.differ:
		return Fields{}, fault.New(fault.Conflict, "two answers that differ").WithHint("answer with one object")
	}
	switch where, what := s.found.flaw(""); what {
	case "":
		return Fields{node: s.found}, nil
	case twice:
		return Fields{}, &fault.Error{Kind: fault.Invalid, Message: "given twice", Field: where, Allowed: "each key once"}
	default:
		return Fields{}, &fault.Error{Kind: fault.Invalid, Message: "not a finite number", Field: where, Given: what, Allowed: "a finite number"}
	}
}

// nothing says why no object qualifies.
func (s *search) nothing(p *parser) error {
	wanted := "one JSON object"
	if len(s.required) > 0 {
		wanted += " with " + strings.Join(s.required, ", ")
	}
	e := &fault.Error{Kind: fault.Invalid, Allowed: wanted}
	switch {
	case s.most > 0, s.nearest != nil && !s.broken:
		e.Message, e.Field = "missing", s.missing()
	case p.cut:
		e.Message = "the object is not closed"
	case s.broken:
		e.Message = "the object cannot be read"
	default:
		e.Message = "no object in the answer"
	}
	return e
}

// missing names the first required key that the nearest object lacks.
func (s *search) missing() string {
	for _, k := range s.required {
		if s.nearest.get(k) == nil {
			return k
		}
	}
	return ""
}
