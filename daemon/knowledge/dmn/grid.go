package dmn

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// A bitset is a set of the parts of a column.
type bitset []uint64

func newBits(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) add(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }

func (b bitset) count() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

func (b bitset) and(o bitset) bitset {
	r := slices.Clone(b)
	for i := range r {
		r[i] &= o[i]
	}
	return r
}

// box is what a row matches: a set of parts for each column.
type box []bitset

func (b box) empty() bool {
	return slices.ContainsFunc(b, func(s bitset) bool { return s.count() == 0 })
}

func (b box) and(o box) box {
	r := make(box, len(b))
	for i := range b {
		r[i] = b[i].and(o[i])
	}
	return r
}

// meets reports whether two boxes have something in common.
func (b box) meets(o box) bool {
	for i := range b {
		common := false
		for w := range b[i] {
			common = common || b[i][w]&o[i][w] != 0
		}
		if !common {
			return false
		}
	}
	return true
}

// grid is a table whose columns are cut into parts.
type grid struct {
	table   *table
	columns []cut
	boxes   []box // of the rows; nil: not known, or empty
	unknown int   // rows that are not known
}

// cut is a column cut into parts: a value of each, in their order.
type cut struct {
	atoms []atom
	base  string // of its values; empty: not known, so that it is not cut
}

// atom is one part of a column.
type atom struct {
	value     Value // one of the part
	low, high Value // of a span: between these, nil: without end
	span      bool
	other     bool // any value that is not named
}

func (c cut) size() int { return len(c.atoms) }

// cutOf cuts a column at all values that its cells and its allowed values name. It
// says why, where that cannot be done wholly.
func cutOf(t *table, column int) (c cut, why string) {
	col := t.columns[column]
	var named []Value
	texts := ends(col.kind.allowed)
	for _, r := range t.rows {
		texts = append(texts, ends(r.when[column])...)
	}
	for _, e := range texts {
		walk(e, func(e expr) {
			if v, ok := fixed(e); ok && v != nil {
				named = append(named, v)
			}
		})
	}
	base := cmp.Or(col.kind.base, commonBase(named))
	slices.SortStableFunc(named, func(a, b Value) int { order, _ := ordered(a, b); return order })
	named = slices.CompactFunc(named, alike)
	switch {
	case len(named) > maxAtoms/2:
		return cut{atoms: everything}, "it names too many values"
	case base == "number" || base == "date":
		c = spans(named)
	case base == "boolean":
		c = points([]Value{Bool(false), Bool(true)})
	case base == "string":
		c = points(named)
		c.atoms = append(c.atoms, everything...)
	case len(named) > 0:
		return cut{atoms: everything}, "it has no type, and its cells name values of several"
	default:
		c = cut{atoms: everything}
	}
	c.base = base
	if len(col.kind.allowed) > 0 {
		c.atoms = slices.DeleteFunc(c.atoms, func(a atom) bool { return !passes(col.kind.allowed, a.value) })
	}
	return c, ""
}

// fixed is the value of an expression that is a constant, also a date.
func fixed(e expr) (Value, bool) {
	switch e := e.(type) {
	case constant:
		return e.value, true
	case toDate:
		if k, is := e.x.(constant); is {
			if s, is := k.value.(String); is {
				d, err := parseDate(string(s))
				return d, err == nil
			}
		}
	}
	return nil, false
}

// everything is the only part of a column that is not cut, and the part of a column
// of strings that holds those that are not named.
var everything = []atom{{other: true, value: String("\x00other")}}

// commonBase is the base that all values have; empty when there is none.
func commonBase(values []Value) (base string) {
	for i, v := range values {
		if i > 0 && baseOf(v) != base {
			return ""
		}
		base = baseOf(v)
	}
	return base
}

func points(values []Value) (c cut) {
	for _, v := range values {
		c.atoms = append(c.atoms, atom{value: v})
	}
	return c
}

// spans are values that have an order, and what lies before, between and behind.
func spans(values []Value) (c cut) {
	values = slices.DeleteFunc(values, func(v Value) bool { _, known := ordered(v, v); _, text := v.(String); return !known || text })
	if len(values) == 0 {
		return cut{atoms: []atom{{other: true, value: NumberOf(0)}}}
	}
	c.atoms = append(c.atoms, atom{value: step(values[0], -1), high: values[0], span: true})
	for i, v := range values {
		c.atoms = append(c.atoms, atom{value: v})
		if i+1 == len(values) {
			break
		}
		if within, ok := middleOf(v, values[i+1]); ok {
			c.atoms = append(c.atoms, atom{value: within, low: v, high: values[i+1], span: true})
		}
	}
	last := values[len(values)-1]
	return cut{atoms: append(c.atoms, atom{value: step(last, 1), low: last, span: true})}
}

// step is a value a step before or behind another.
func step(v Value, by int) Value {
	if d, is := v.(Date); is {
		return Date{d.day.AddDate(0, 0, by)}
	}
	n, err := compute("+", v.(Number), NumberOf(by))
	if err != nil {
		return v
	}
	return n
}

// middleOf is a value between two others; false where there is none.
func middleOf(a, b Value) (Value, bool) {
	if d, is := a.(Date); is {
		next := Date{d.day.AddDate(0, 0, 1)}
		order, _ := ordered(next, b)
		return next, order < 0
	}
	return middle(a.(Number), b.(Number)), true
}

// box is what a row matches; false where a cell names what is not known before.
func (g *grid) box(n int) (box, bool) {
	b := make(box, len(g.columns))
	for i, tests := range g.table.rows[n].when {
		if !isAny(tests) && (g.columns[i].base == "" || !knownBefore(tests) || (g.columns[i].base == "string" && orders(tests))) {
			return nil, false
		}
		b[i] = g.columns[i].set(tests)
	}
	return b, true
}

// set is the parts of a column that pass tests. Where the column is cut into spans, a
// comparison with a value that is a part is a run of parts; the evaluator says the rest.
func (c cut) set(tests []test) bitset {
	all := newBits(c.size())
	for _, t := range tests {
		if first, last, ok := c.run(t); ok {
			for a := first; a <= last; a++ {
				all.add(a)
			}
			continue
		}
		for a, atom := range c.atoms {
			if passes([]test{t}, atom.value) {
				all.add(a)
			}
		}
	}
	return all
}

// run is the first and the last part that pass a test, when they are a run of parts; the
// last lies before the first where none does.
func (c cut) run(t test) (first, last int, ok bool) {
	last = c.size() - 1
	switch t := t.(type) {
	case anything:
		return 0, last, true
	case against:
		at, known := c.find(t.end)
		switch t.op {
		case "<":
			return 0, at - 1, known
		case "<=":
			return 0, at, known
		case ">":
			return at + 1, last, known
		case ">=":
			return at, last, known
		case "=":
			return at, at, known
		}
	case between:
		low, known := c.find(t.low)
		high, also := c.find(t.high)
		if t.openLow {
			low++
		}
		if t.openHigh {
			high--
		}
		return low, high, known && also
	}
	return 0, 0, false
}

// find is the part that is just the value of an expression.
func (c cut) find(e expr) (at int, ok bool) {
	v, known := fixed(e)
	if !known || !c.spanned() {
		return 0, false
	}
	at, ok = slices.BinarySearchFunc(c.atoms, v, func(a atom, v Value) int { order, _ := ordered(a.value, v); return order })
	return at, ok && !c.atoms[at].span
}

// knownBefore reports whether tests are the same whatever the inputs are, and
// everywhere in a part: they compare with fixed values alone.
func knownBefore(tests []test) bool {
	return !slices.ContainsFunc(ends(tests), func(e expr) bool {
		if l, is := e.(listOf); is {
			return slices.ContainsFunc(l.items, func(e expr) bool { _, ok := fixed(e); return !ok })
		}
		if asks(e) {
			return !plainCondition(e)
		}
		_, ok := fixed(e)
		return !ok
	})
}

// plainCondition reports whether a condition about ? compares it with fixed values
// alone.
func plainCondition(e expr) bool {
	switch e := e.(type) {
	case logical:
		return plainCondition(e.a) && plainCondition(e.b)
	case negation:
		return plainCondition(e.x)
	case comparison:
		return plainSide(e.a) && plainSide(e.b)
	case membership:
		return plainSide(e.x) && knownBefore(e.tests)
	}
	return false
}

func plainSide(e expr) bool {
	_, ok := fixed(e)
	return ok || e == expr(itself{})
}

// orders reports whether tests compare by an order.
func orders(tests []test) bool {
	return slices.ContainsFunc(tests, func(t test) bool {
		switch t := t.(type) {
		case between:
			return true
		case against:
			return t.op != "=" && t.op != "!="
		case same:
			return asks(t.x)
		case none:
			return orders(t.of)
		}
		return false
	})
}

// full is the box of everything.
func (g *grid) full() box {
	b := make(box, len(g.columns))
	for i, c := range g.columns {
		b[i] = c.set([]test{anything{}})
	}
	return b
}

// precedence is the place at which each row is taken: its own, and under priority
// that of its result before it.
func (g *grid) precedence() []int {
	rows := make([]int, len(g.boxes))
	for n := range rows {
		rows[n] = n
	}
	if g.table.policy == Priority {
		rank := func(n int) []int { return g.table.rank(g.results(n)) }
		slices.SortStableFunc(rows, func(a, b int) int { return slices.Compare(rank(a), rank(b)) })
	}
	place := make([]int, len(rows))
	for at, n := range rows {
		place[n] = at
	}
	return place
}

// results are the values that a row gives, as far as they are fixed.
func (g *grid) results(n int) []Value {
	values := make([]Value, len(g.table.outputs))
	for i, e := range g.table.rows[n].then {
		values[i], _ = fixed(e)
	}
	return values
}

// sameResult reports whether two rows give the same, for certain.
func (g *grid) sameResult(a, b int) bool {
	for i := range g.table.outputs {
		x, ok := fixed(g.table.rows[a].then[i])
		y, also := fixed(g.table.rows[b].then[i])
		if !ok || !also || !alike(x, y) {
			return false
		}
	}
	return true
}

// describe is some parts in words, those beside each other as one span.
func (c cut) describe(b bitset) string {
	var said []string
	for i := 0; i < len(c.atoms); i++ {
		if !b.has(i) {
			continue
		}
		first := i
		for c.spanned() && i+1 < len(c.atoms) && b.has(i+1) {
			i++
		}
		said = append(said, c.words(first, i))
	}
	if len(said) > 6 {
		said = append(said[:6], "…")
	}
	return strings.Join(said, " or ")
}

// spanned reports whether the parts have an order.
func (c cut) spanned() bool { return c.base == "number" || c.base == "date" }

// words says some parts that lie beside each other.
func (c cut) words(first, last int) string {
	a, b := c.atoms[first], c.atoms[last]
	switch {
	case a.other:
		return "is any other"
	case first == last && !a.span:
		return "is " + Text(a.value)
	case a.span && a.low == nil && b.span:
		return "< " + Text(b.high)
	case a.span && a.low == nil:
		return "<= " + Text(b.value)
	case b.span && b.high == nil && a.span:
		return "> " + Text(a.low)
	case b.span && b.high == nil:
		return ">= " + Text(a.value)
	}
	low, high := "["+Text(a.value), Text(b.value)+"]"
	if a.span {
		low = "(" + Text(a.low)
	}
	if b.span {
		high = Text(b.high) + ")"
	}
	return "in " + low + ".." + high
}
