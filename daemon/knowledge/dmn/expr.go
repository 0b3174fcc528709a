package dmn

import (
	"cmp"
	"fmt"
)

// expr is an expression that can be computed.
type expr interface {
	eval(*scope) Value
}

// scope is what an expression can refer to while it is computed.
type scope struct {
	vars      map[string]Value
	functions map[string]*function
	missing   map[string]bool      // variables that were not given
	it        Value                // what a unary test is about
	report    func(string, ...any) // notes why a value is null
	absent    func(string)         // notes that a variable was not given
	hit       func([]int)          // notes which rows of a decision's table matched; nil: nobody asks
	left      *int                 // how many steps are left
}

// use counts one step; false when none is left.
func (s *scope) use() bool {
	*s.left--
	if *s.left == 0 {
		s.report("the evaluation takes more than %d steps", maxSteps)
	}
	return *s.left > 0
}

// with is the scope with other variables.
func (s *scope) with(vars map[string]Value) *scope {
	inner := *s
	inner.vars, inner.missing, inner.it, inner.hit = vars, nil, nil, nil
	return &inner
}

// The kinds of expressions.
type (
	constant struct{ value Value }
	variable struct{ name string }
	itself   struct{} // the ? of a unary test
	path     struct {
		of   expr
		name string
	}
	negative struct{ x expr }
	binary   struct {
		op   string
		a, b expr
	}
	logical struct {
		stop Bool // the value that decides: false of and, true of or
		a, b expr
	}
	comparison struct {
		op   string
		a, b expr
	}
	membership struct {
		x     expr
		tests []test
	}
	listOf  struct{ items []expr }
	calling struct {
		name string
		args []expr
	}
	negation struct{ x expr }
	toDate   struct{ x expr }
)

func (e constant) eval(*scope) Value { return e.value }

func (e variable) eval(s *scope) Value {
	if s.missing[e.name] {
		s.absent(e.name)
	}
	return s.vars[e.name]
}

func (itself) eval(s *scope) Value { return s.it }

func (e path) eval(s *scope) Value {
	of := single(e.of.eval(s))
	r, is := of.(Record)
	if !is {
		s.report("%s has no field %s", kindOf(of), e.name)
		return nil
	}
	v, ok := r.Get(e.name)
	if !ok {
		s.report("there is no field %s", e.name)
	}
	return v
}

func (e negative) eval(s *scope) Value {
	return binary{"-", constant{NumberOf(0)}, e.x}.eval(s)
}

func (e binary) eval(s *scope) Value {
	if !s.use() {
		return nil
	}
	a, b := single(e.a.eval(s)), single(e.b.eval(s))
	if x, is := a.(String); is && e.op == "+" {
		if y, is := b.(String); is {
			return x + y
		}
	}
	x, isX := a.(Number)
	y, isY := b.(Number)
	if !isX || !isY {
		s.report("%s %s %s has no result", kindOf(a), e.op, kindOf(b))
		return nil
	}
	r, err := compute(e.op, x, y)
	if err != nil {
		s.report("%v", err)
		return nil
	}
	return r
}

// eval is Kleene's: null where the other side does not decide.
func (e logical) eval(s *scope) Value {
	if !s.use() {
		return nil
	}
	unknown := false
	for _, x := range []expr{e.a, e.b} {
		v := single(x.eval(s))
		b, is := v.(Bool)
		switch {
		case is && b == e.stop:
			return b
		case !is:
			unknown = true
			if v != nil {
				s.report("%s is no boolean", kindOf(v))
			}
		}
	}
	if unknown {
		return nil
	}
	return !e.stop
}

func (e negation) eval(s *scope) Value {
	v := single(e.x.eval(s))
	if b, is := v.(Bool); is {
		return !b
	}
	if v != nil {
		s.report("not of %s", kindOf(v))
	}
	return nil
}

func (e comparison) eval(s *scope) Value {
	if !s.use() {
		return nil
	}
	return compare(e.op, e.a.eval(s), e.b.eval(s))
}

func (e membership) eval(s *scope) Value {
	return anyOf(s, e.tests, e.x.eval(s))
}

func (e listOf) eval(s *scope) Value {
	l := make(List, 0, len(e.items))
	for _, x := range e.items {
		if !s.use() {
			return nil
		}
		l = append(l, x.eval(s))
	}
	return l
}

func (e calling) eval(s *scope) Value {
	f := s.functions[e.name]
	if f == nil || !s.use() {
		return nil
	}
	if len(e.args) != len(f.params) {
		s.report("%s takes %d values, not %d", e.name, len(f.params), len(e.args))
		return nil
	}
	vars := map[string]Value{}
	for i, p := range f.params {
		vars[p.name] = p.kind.take(e.args[i].eval(s), func(why string) { s.report("%s of %s: %s", p.name, e.name, why) })
	}
	return f.body.eval(s.with(vars))
}

func (e toDate) eval(s *scope) Value {
	v := single(e.x.eval(s))
	switch v := v.(type) {
	case Date:
		return v
	case String:
		d, err := parseDate(string(v))
		if err == nil {
			return d
		}
		s.report("%v", err)
	default:
		s.report("date of %s", kindOf(v))
	}
	return nil
}

// compare is a comparison of two values; null where they cannot be compared.
func compare(op string, a, b Value) Value {
	if op == "=" || op == "!=" {
		same, known := equal(a, b)
		if !known {
			return nil
		}
		return Bool(same == (op == "="))
	}
	order, known := ordered(a, b)
	if !known {
		return nil
	}
	switch op {
	case "<":
		return Bool(order < 0)
	case "<=":
		return Bool(order <= 0)
	case ">":
		return Bool(order > 0)
	}
	return Bool(order >= 0)
}

// equal reports whether two values are the same; values of different kinds are not
// known to be either. null is equal to itself alone.
func equal(a, b Value) (same, known bool) {
	if a == nil || b == nil {
		return a == nil && b == nil, true
	}
	la, isA := a.(List)
	lb, isB := b.(List)
	switch {
	case isA && isB:
		return equalLists(la, lb)
	case isA || isB:
		if len(la)+len(lb) != 1 {
			return false, false
		}
		return equal(single(a), single(b))
	}
	if ra, is := a.(Record); is {
		rb, is := b.(Record)
		return is && equalRecords(ra, rb), is
	}
	if ba, is := a.(Bool); is {
		bb, is := b.(Bool)
		return is && ba == bb, is
	}
	order, known := ordered(a, b)
	return known && order == 0, known
}

// alike reports whether two values are known to be the same.
func alike(a, b Value) bool {
	same, _ := equal(a, b)
	return same
}

func equalLists(a, b List) (same, known bool) {
	if len(a) != len(b) {
		return false, true
	}
	for i := range a {
		if same, known := equal(a[i], b[i]); !same || !known {
			return false, known
		}
	}
	return true, true
}

func equalRecords(a, b Record) bool {
	if len(a) != len(b) {
		return false
	}
	for _, f := range a {
		v, ok := b.Get(f.Name)
		if !ok || !alike(f.Value, v) {
			return false
		}
	}
	return true
}

// ordered compares two numbers, strings or dates; nothing else has an order.
func ordered(a, b Value) (order int, known bool) {
	switch a := single(a).(type) {
	case Number:
		if b, is := single(b).(Number); is {
			return a.d.Cmp(b.d), true
		}
	case String:
		if b, is := single(b).(String); is {
			return cmp.Compare(a, b), true
		}
	case Date:
		if b, is := single(b).(Date); is {
			return a.day.Compare(b.day), true
		}
	}
	return 0, false
}

// A Fault is what is wrong in a text of a model.
type Fault struct {
	At          int    // where in the text, in bytes
	What        string // what is wrong
	Unsupported string // the feature of FEEL or DMN that is not supported, by its name
}

// Error says what is wrong, and what is not supported by its name.
func (f *Fault) Error() string {
	if f.Unsupported != "" {
		return f.Unsupported + " is not supported: " + f.What
	}
	return f.What
}

func syntax(at int, format string, args ...any) error {
	return &Fault{At: at, What: fmt.Sprintf(format, args...)}
}

func unsupported(at int, what, instead string) error {
	return &Fault{At: at, Unsupported: what, What: instead}
}
