package dmn

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/cockroachdb/apd/v3"
)

// decimal128 is how numbers are computed: 34 digits, ties to even, with the
// exponents of IEEE 754 decimal128, as DMN 1.3, 10.3.2.3.1 has it.
var decimal128 = apd.Context{
	Precision: 34, MaxExponent: 6144, MinExponent: -6143, Rounding: apd.RoundHalfEven,
	Traps: apd.Overflow | apd.Underflow | apd.InvalidOperation | apd.DivisionByZero | apd.DivisionUndefined | apd.DivisionImpossible,
}

// ParseNumber reads a number in decimal notation, rounded to 34 digits.
func ParseNumber(s string) (Number, error) {
	d, _, err := decimal128.NewFromString(s)
	if err != nil || d.Form != apd.Finite {
		return Number{}, fmt.Errorf("%q is not a number of at most 34 digits", s)
	}
	return Number{d}, nil
}

// NumberOf is an integer as a number.
func NumberOf(n int) Number { return Number{apd.New(int64(n), 0)} }

// String is the number in plain digits, without zeros that say nothing; it reads as the
// same number.
func (n Number) String() string {
	var r apd.Decimal
	r.Reduce(n.d)
	if r.IsZero() {
		return "0"
	}
	if e := int64(r.Exponent) + r.NumDigits(); e > 40 || e < -40 {
		return r.String()
	}
	return r.Text('f')
}

// json is the number as JSON: a string where its digits are more than a float64
// gives back.
func (n Number) json() json.RawMessage {
	text := n.String()
	f, err := strconv.ParseFloat(text, 64)
	if err == nil {
		back, err := ParseNumber(strconv.FormatFloat(f, 'g', -1, 64))
		if err == nil && back.d.Cmp(n.d) == 0 {
			return json.RawMessage(text)
		}
	}
	return json.RawMessage(strconv.Quote(text))
}

// An arithmetic operation computes a result from two numbers.
type arithmetic func(result, a, b *apd.Decimal) (apd.Condition, error)

// operations are the arithmetic operators.
var operations = map[string]arithmetic{
	"+":  decimal128.Add,
	"-":  decimal128.Sub,
	"*":  decimal128.Mul,
	"/":  decimal128.Quo,
	"**": decimal128.Pow,
}

// compute applies an operator; it fails where there is no result, saying why.
func compute(op string, a, b Number) (Number, error) {
	if op == "/" && b.d.IsZero() {
		return Number{}, fmt.Errorf("division of %s by zero", a)
	}
	var r apd.Decimal
	if _, err := operations[op](&r, a.d, b.d); err != nil || r.Form != apd.Finite {
		return Number{}, fmt.Errorf("%s %s %s has no result", a, op, b)
	}
	return Number{&r}, nil
}

// middle is a number between two others.
func middle(a, b Number) Number {
	sum, err := compute("+", a, b)
	if err != nil {
		return a
	}
	half, err := compute("/", sum, NumberOf(2))
	if err != nil {
		return a
	}
	return half
}
