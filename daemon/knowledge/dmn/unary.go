package dmn

import "slices"

// test is one unary test of a table's cell: what a value must be.
type test interface {
	holds(s *scope, v Value) bool
}

// The kinds of unary tests.
type (
	anything struct{} // -
	against  struct { // > 5
		op  string
		end expr
	}
	between struct { // [1..5)
		low, high         expr
		openLow, openHigh bool
	}
	same struct{ x expr } // a value, a list of values, or a condition about ?
	none struct{ of []test }
)

func (anything) holds(*scope, Value) bool { return true }

func (t against) holds(s *scope, v Value) bool {
	return compare(t.op, v, t.end.eval(s)) == Bool(true)
}

func (t between) holds(s *scope, v Value) bool {
	above, below := ">=", "<="
	if t.openLow {
		above = ">"
	}
	if t.openHigh {
		below = "<"
	}
	return compare(above, v, t.low.eval(s)) == Bool(true) && compare(below, v, t.high.eval(s)) == Bool(true)
}

func (t same) holds(s *scope, v Value) bool {
	inner := *s
	inner.it = v
	x := t.x.eval(&inner)
	if asks(t.x) {
		return x == Bool(true)
	}
	if l, is := x.(List); is && slices.ContainsFunc(l, func(item Value) bool { return alike(v, item) }) {
		return true
	}
	return alike(v, x)
}

func (t none) holds(s *scope, v Value) bool {
	for _, inner := range t.of {
		if inner.holds(s, v) {
			return false
		}
	}
	return v != nil
}

// anyOf reports whether one of some tests holds.
func anyOf(s *scope, tests []test, v Value) Bool {
	for _, t := range tests {
		if s.use() && t.holds(s, v) {
			return true
		}
	}
	return false
}

// isAny reports whether tests let every value pass.
func isAny(tests []test) bool {
	return len(tests) == 1 && tests[0] == test(anything{})
}

// asks reports whether an expression is about the ? of its test.
func asks(e expr) bool {
	found := false
	walk(e, func(e expr) { found = found || e == expr(itself{}) })
	return found
}
