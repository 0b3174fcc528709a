package kv

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The encoding is on disk: these bytes do not change.
func TestKeyBytes(t *testing.T) {
	tests := []struct {
		name string
		key  Key
		want string
	}{
		{"empty", K(), ""},
		{"string", K("ep1"), "657031 0001"},
		{"empty string", K(""), "0001"},
		{"zero byte", K("a\x00b"), "61 00ff 62 0001"},
		{"hangul", K("소파"), "ec868c ed8c8c 0001"},
		{"two strings", K("a", "b"), "61 0001 62 0001"},
		{"uint", K().Uint(258), "0000000000000102"},
		{"int", K().Int(7), "8000000000000007"},
		{"negative", K().Int(-1), "7fffffffffffffff"},
		{"parts", K("ep1").Int(7).Str("x"), "657031 0001 8000000000000007 78 0001"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := strings.ReplaceAll(tt.want, " ", "")
			if got := hex.EncodeToString(tt.key); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestKeyString(t *testing.T) {
	if got, want := K("ep1").Int(7).String(), `"ep1\x00\x01\x80\x00\x00\x00\x00\x00\x00\a"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Two keys made from one beginning do not share memory.
func TestKeyBuildersDoNotAlias(t *testing.T) {
	base := K("ep1")
	a, b := base.Int(1), base.Int(2)
	if bytes.Equal(a, b) {
		t.Errorf("keys of one beginning are the same: %s %s", a, b)
	}
	if got := base.Str("x"); !bytes.Equal(got, K("ep1", "x")) {
		t.Errorf("the beginning was changed: %s", got)
	}
}

// part is a part of a tuple: how to append it, compare it and read it back.
type part struct {
	kind  string
	value any
}

func (p part) append(k Key) Key {
	switch v := p.value.(type) {
	case string:
		return k.Str(v)
	case uint64:
		return k.Uint(v)
	default:
		return k.Int(v.(int))
	}
}

func (p part) compare(q part) int {
	switch v := p.value.(type) {
	case string:
		return cmp.Compare(v, q.value.(string))
	case uint64:
		return cmp.Compare(v, q.value.(uint64))
	default:
		return cmp.Compare(v.(int), q.value.(int))
	}
}

func (p part) read(r *KeyReader) any {
	switch p.kind {
	case "str":
		return r.Str()
	case "uint":
		return r.Uint()
	default:
		return r.Int()
	}
}

var kinds = []string{"str", "uint", "int"}

// drawPart draws a value of a kind; small alphabets make ties and shared
// beginnings likely.
func drawPart(t *rapid.T, kind, label string) part {
	var v any
	switch kind {
	case "str":
		v = string(rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 'a', 'b', 0xFE, 0xFF}), 0, 5).Draw(t, label))
	case "uint":
		v = rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 3)).Draw(t, label)
	case "int":
		v = rapid.OneOf(rapid.Int(), rapid.IntRange(-2, 2)).Draw(t, label)
	}
	return part{kind, v}
}

func drawTuple(t *rapid.T, shape []string, label string) []part {
	out := make([]part, len(shape))
	for i, kind := range shape {
		out[i] = drawPart(t, kind, fmt.Sprint(label, i))
	}
	return out
}

func encodeTuple(tuple []part) Key {
	k := K()
	for _, p := range tuple {
		k = p.append(k)
	}
	return k
}

func TestKeyOrderIsTupleOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.SampledFrom(kinds), 1, 4).Draw(t, "shape")
		a, b := drawTuple(t, shape, "a"), drawTuple(t, shape, "b")
		want := slices.CompareFunc(a, b, part.compare)
		if got := bytes.Compare(encodeTuple(a), encodeTuple(b)); got != want {
			t.Fatalf("bytes compare %d, tuples %d\n%v\n%v", got, want, a, b)
		}
	})
}

func TestKeyReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.SampledFrom(kinds), 0, 5).Draw(t, "shape")
		tuple := drawTuple(t, shape, "v")
		r := ReadKey(encodeTuple(tuple))
		for i, p := range tuple {
			if diff := gocmp.Diff(p.value, p.read(r)); diff != "" {
				t.Fatalf("part %d: %s", i, diff)
			}
		}
		if err := r.Done(); err != nil {
			t.Fatal(err)
		}
	})
}

// The key of some parts is a prefix of exactly the keys that begin with them.
func TestKeyPrefixIsTuplePrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.SampledFrom(kinds), 1, 4).Draw(t, "shape")
		n := rapid.IntRange(0, len(shape)).Draw(t, "n")
		a, b := drawTuple(t, shape[:n], "a"), drawTuple(t, shape, "b")
		if rapid.Bool().Draw(t, "same beginning") {
			copy(b, a)
		}
		want := slices.CompareFunc(a, b[:n], part.compare) == 0
		if got := bytes.HasPrefix(encodeTuple(b), encodeTuple(a)); got != want {
			t.Fatalf("prefix of bytes %v, of tuples %v\n%v\n%v", got, want, a, b)
		}
	})
}

// end is the least upper bound of the keys with a prefix.
func TestKeyEnd(t *testing.T) {
	tests := []struct{ prefix, want Key }{
		{nil, nil},
		{Key{}, nil},
		{Key{0xFF}, nil},
		{Key("a"), Key("b")},
		{Key{'a', 0xFF, 0xFF}, Key("b")},
		{Key{0}, Key{1}},
	}
	for _, tt := range tests {
		if got := tt.prefix.end(); !bytes.Equal(got, tt.want) || (got == nil) != (tt.want == nil) {
			t.Errorf("end of %s: got %s, want %s", tt.prefix, got, tt.want)
		}
	}
}

func TestKeyReaderErrors(t *testing.T) {
	tests := []struct {
		name string
		key  Key
		read func(r *KeyReader)
		want string
	}{
		{"string without end", Key("ab"), func(r *KeyReader) { r.Str() }, "ends inside a string"},
		{"string cut in its end", Key("ab\x00"), func(r *KeyReader) { r.Str() }, "bad escape"},
		{"unknown escape", Key("a\x00\x02"), func(r *KeyReader) { r.Str() }, "bad escape"},
		{"short number", Key("abc"), func(r *KeyReader) { r.Int() }, "ends inside a number"},
		{"left over", K("a", "b"), func(r *KeyReader) { r.Str() }, "left over at byte 3"},
		{"first error stays", Key("abc"), func(r *KeyReader) { r.Uint(); r.Str() }, "ends inside a number at byte 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ReadKey(tt.key)
			tt.read(r)
			err := r.Done()
			if !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an ErrKey with %q", err, tt.want)
			}
		})
	}
}

// After an error every reader returns its zero value.
func TestKeyReaderAfterError(t *testing.T) {
	r := ReadKey(nil)
	r.Str()
	if s, n, i := r.Str(), r.Uint(), r.Int(); s != "" || n != 0 || i != 0 {
		t.Errorf("after an error: %q, %d and %d", s, n, i)
	}
	if r.Done() == nil {
		t.Error("the error is gone")
	}
}

func TestKeyExtremes(t *testing.T) {
	keys := []Key{K().Int(math.MinInt), K().Int(-1), K().Int(0), K().Int(math.MaxInt)}
	if !slices.IsSortedFunc(keys, func(a, b Key) int { return bytes.Compare(a, b) }) {
		t.Errorf("not in order: %v", keys)
	}
}

// Whatever the bytes, reading does not panic, and what reads without an error
// is what would be written.
func FuzzKeyReader(f *testing.F) {
	f.Add([]byte(K("ep1").Int(7)), []byte{0, 2})
	f.Add([]byte(K("a\x00b").Uint(3).Str("")), []byte{0, 1, 0})
	f.Add([]byte{0, 0xFF, 0, 2}, []byte{0})
	f.Fuzz(func(t *testing.T, key, shape []byte) {
		r, again := ReadKey(key), K()
		for _, b := range shape {
			p := part{kind: kinds[int(b)%len(kinds)]}
			if p.value = p.read(r); r.err != nil {
				return
			}
			again = p.append(again)
		}
		if r.Done() == nil && !bytes.Equal(again, key) {
			t.Errorf("%x reads as parts that are written as %x", key, again)
		}
	})
}
