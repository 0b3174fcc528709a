package ipc

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math"
	"reflect"
	"strconv"

	"navd/daemon/fault"
)

// decoder reads values into Go values. The Field of a fault is completed from the inside
// out: each caller puts its own member in front.
type decoder struct{ scanner }

// value reads the next value into v, which p describes; r may be nil.
func (d *decoder) value(p *plan, r *rule, v reflect.Value) *fault.Error {
	c := d.peek()
	switch p.shape {
	case shapeString:
		return d.readText(p, r, v)
	case shapeInt, shapeUint, shapeFloat:
		return d.readNumber(p, r, v)
	case shapeStruct:
		return d.readStruct(p, v)
	case shapeSlice:
		return d.readSlice(p, r, v)
	case shapeMap:
		return d.readMap(p, r, v)
	case shapeBool:
		return d.readBool(p, v)
	case shapePointer:
		if c == 'n' {
			return d.readNull(v)
		}
		fresh := reflect.New(p.elem.typ)
		v.Set(fresh)
		return d.value(p.elem, r, fresh.Elem())
	case shapeArray:
		return d.readArray(p, r, v)
	case shapeBytes:
		return d.readBytes(p, r, v)
	}
	return d.readForeign(p, r, v)
}

// mistyped takes the next value and says which type was expected instead.
func (d *decoder) mistyped(p *plan, r *rule) *fault.Error {
	raw, err := d.skip()
	if err != nil {
		return syntaxFault(err)
	}
	return &fault.Error{Kind: fault.Invalid, Message: "wrong type", Given: shorten(raw), Allowed: r.of(p)}
}

func (d *decoder) readNull(v reflect.Value) *fault.Error {
	if err := d.literal("null"); err != nil {
		return syntaxFault(err)
	}
	v.SetZero()
	return nil
}

func (d *decoder) readBool(p *plan, v reflect.Value) *fault.Error {
	word := "true"
	switch d.peek() {
	case 't':
	case 'f':
		word = "false"
	default:
		return d.mistyped(p, nil)
	}
	if err := d.literal(word); err != nil {
		return syntaxFault(err)
	}
	v.SetBool(word == "true")
	return nil
}

// readText reads a string.
func (d *decoder) readText(p *plan, r *rule, v reflect.Value) *fault.Error {
	if d.peek() != '"' {
		return d.mistyped(p, r)
	}
	raw, f := d.unquoted()
	if f != nil {
		return f
	}
	s := string(raw)
	if f := r.text(s); f != nil {
		return f
	}
	v.SetString(s)
	return nil
}

// unquoted takes a string and gives its bytes, which may be those of the text.
func (d *decoder) unquoted() ([]byte, *fault.Error) {
	raw, escaped, err := d.text()
	if err != nil {
		return nil, syntaxFault(err)
	}
	if !escaped {
		return raw, nil
	}
	plain, ok := unescape(raw)
	if !ok {
		return nil, &fault.Error{Kind: fault.Invalid, Message: "half a surrogate pair", Given: shorten(raw), Allowed: "text that UTF-8 can hold"}
	}
	return plain, nil
}

// name takes a member's name and the colon after it.
func (d *decoder) name() ([]byte, *fault.Error) {
	d.peek()
	start := d.pos
	name, whole, err := d.key()
	if err != nil {
		return nil, syntaxFault(err)
	}
	if !whole {
		raw := d.data[start+1 : d.pos]
		raw = raw[:bytes.LastIndexByte(raw, '"')]
		return nil, &fault.Error{Kind: fault.Invalid, Message: "half a surrogate pair in a member name", Given: shorten(raw), Allowed: "text that UTF-8 can hold"}
	}
	return name, nil
}

// readNumber reads a number into an int, a uint or a float of any size.
func (d *decoder) readNumber(p *plan, r *rule, v reflect.Value) *fault.Error {
	if c := d.peek(); c != '-' && (c < '0' || c > '9') {
		return d.mistyped(p, r)
	}
	raw, err := d.number()
	if err != nil {
		return syntaxFault(err)
	}
	var n float64
	var ok bool
	switch p.shape {
	case shapeInt:
		n, ok = setInt(v, raw)
	case shapeUint:
		n, ok = setUint(v, raw)
	default:
		n, err = strconv.ParseFloat(string(raw), p.typ.Bits())
		if ok = err == nil; ok {
			v.SetFloat(n)
		} else if r != nil && !r.HasNumber(n) { // out of the range of a float: infinite
			return r.Refuse(shorten(raw))
		}
	}
	if !ok {
		return &fault.Error{Kind: fault.Invalid, Message: "not allowed", Given: shorten(raw), Allowed: numberWanted(p, r)}
	}
	return r.number(n, raw)
}

// numberWanted says which numbers a field takes.
func numberWanted(p *plan, r *rule) string {
	switch {
	case r != nil && r.String() != "":
		return r.of(p)
	case p.shape == shapeUint:
		return p.wants + " 0.."
	}
	return p.wants + " of " + strconv.Itoa(p.typ.Bits()) + " bits"
}

func setInt(v reflect.Value, raw []byte) (float64, bool) {
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		f, ok := integral(raw)
		if !ok {
			return 0, false
		}
		n = int64(f)
	}
	if v.OverflowInt(n) {
		return 0, false
	}
	v.SetInt(n)
	return float64(n), true
}

func setUint(v reflect.Value, raw []byte) (float64, bool) {
	n, err := strconv.ParseUint(string(raw), 10, 64)
	if err != nil {
		f, ok := integral(raw)
		if !ok || f < 0 {
			return 0, false
		}
		n = uint64(f)
	}
	if v.OverflowUint(n) {
		return 0, false
	}
	v.SetUint(n)
	return float64(n), true
}

// exactInt is 2^53: every integer below it is exact as a float.
const exactInt = 1 << 53

// integral reads an integer written with a fraction of zeros or an exponent.
func integral(raw []byte) (float64, bool) {
	f, err := strconv.ParseFloat(string(raw), 64)
	return f, err == nil && f == math.Trunc(f) && math.Abs(f) < exactInt
}

// readBytes reads base64 text in the standard alphabet with padding.
func (d *decoder) readBytes(p *plan, r *rule, v reflect.Value) *fault.Error {
	if d.peek() != '"' {
		return d.mistyped(p, nil)
	}
	raw, f := d.unquoted()
	if f != nil {
		return f
	}
	data := make([]byte, base64.StdEncoding.DecodedLen(len(raw)))
	n, err := base64.StdEncoding.Decode(data, raw)
	if err != nil {
		return fault.Field("", string(raw), p.wants)
	}
	if f := r.size(n, "bytes"); f != nil {
		return f
	}
	v.SetBytes(data[:n])
	return nil
}

// readForeign reads a type by its own reader or by encoding/json, from text in which no
// member is given twice.
func (d *decoder) readForeign(p *plan, r *rule, v reflect.Value) *fault.Error {
	if p.shape == shapeText && d.peek() != '"' {
		return d.mistyped(p, nil)
	}
	d.peek()
	start := d.pos
	if f := d.unique(); f != nil {
		return f
	}
	raw := d.data[start:d.pos]
	if p.shape == shapeRaw {
		if f := r.size(len(raw), "bytes"); f != nil {
			return f
		}
		v.SetBytes(append([]byte(nil), raw...))
		return nil
	}
	if err := json.Unmarshal(raw, v.Addr().Interface()); err != nil {
		return foreignFault(err, shorten(raw), p.wants)
	}
	return nil
}
