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
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The encoding is on disk: these bytes do not change.
func TestKeyBytes(t *testing.T) {
	at := time.Unix(1, 2)
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
		{"open string", K().StrPrefix("so"), "736f"},
		{"uint", K().Uint(258), "0000000000000102"},
		{"int", K().Int(7), "8000000000000007"},
		{"negative", K().Int(-1), "7fffffffffffffff"},
		{"time", K().Time(at), "8000000000000001 00000002"},
		{"string down", K().StrDesc("a"), "9e fffe"},
		{"uint down", K().UintDesc(258), "fffffffffffffefd"},
		{"int down", K().IntDesc(7), "7ffffffffffffff8"},
		{"time down", K().TimeDesc(at), "7ffffffffffffffe fffffffd"},
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
	down, up := a.StrDesc("x"), a.Str("x")
	if bytes.Equal(a, b) || bytes.Equal(down, up) {
		t.Errorf("keys of one beginning are the same: %s %s, %s %s", a, b, down, up)
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
		if p.kind == "strdesc" {
			return k.StrDesc(v)
		}
		return k.Str(v)
	case uint64:
		if p.kind == "uintdesc" {
			return k.UintDesc(v)
		}
		return k.Uint(v)
	case int:
		if p.kind == "intdesc" {
			return k.IntDesc(v)
		}
		return k.Int(v)
	default:
		if p.kind == "timedesc" {
			return k.TimeDesc(v.(time.Time))
		}
		return k.Time(v.(time.Time))
	}
}

func (p part) compare(q part) int {
	var c int
	switch v := p.value.(type) {
	case string:
		c = cmp.Compare(v, q.value.(string))
	case uint64:
		c = cmp.Compare(v, q.value.(uint64))
	case int:
		c = cmp.Compare(v, q.value.(int))
	case time.Time:
		c = v.Compare(q.value.(time.Time))
	}
	if strings.HasSuffix(p.kind, "desc") {
		return -c
	}
	return c
}

func (p part) read(r *KeyReader) any {
	switch p.kind {
	case "str":
		return r.Str()
	case "strdesc":
		return r.StrDesc()
	case "uint":
		return r.Uint()
	case "uintdesc":
		return r.UintDesc()
	case "int":
		return r.Int()
	case "intdesc":
		return r.IntDesc()
	case "time":
		return r.Time()
	default:
		return r.TimeDesc()
	}
}

var kinds = []string{"str", "strdesc", "uint", "uintdesc", "int", "intdesc", "time", "timedesc"}

// drawPart draws a value of a kind; small alphabets make ties and shared
// beginnings likely.
func drawPart(t *rapid.T, kind, label string) part {
	var v any
	switch strings.TrimSuffix(kind, "desc") {
	case "str":
		v = string(rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 'a', 'b', 0xFE, 0xFF}), 0, 5).Draw(t, label))
	case "uint":
		v = rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 3)).Draw(t, label)
	case "int":
		v = rapid.OneOf(rapid.Int(), rapid.IntRange(-2, 2)).Draw(t, label)
	case "time":
		sec := rapid.OneOf(rapid.Int64Range(-1<<40, 1<<40), rapid.Int64Range(-1, 1)).Draw(t, label+" s")
		v = time.Unix(sec, rapid.Int64Range(0, 999_999_999).Draw(t, label+" ns")).UTC()
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
	at := K().Time(time.Unix(0, 0))
	at[8] = 0xFF // more nanoseconds than a second has
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
		{"short time", K().Int(1), func(r *KeyReader) { r.Time() }, "ends inside a number"},
		{"nanoseconds", at, func(r *KeyReader) { r.Time() }, "nanoseconds"},
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
	got := []any{r.Str(), r.StrDesc(), r.Uint(), r.UintDesc(), r.Time(), r.TimeDesc()}
	want := []any{"", "", uint64(0), uint64(0), time.Time{}, time.Time{}}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n, m := r.Int(), r.IntDesc(); n != 0 || m != 0 {
		t.Errorf("Int after an error: %d and %d, want 0", n, m)
	}
	if r.Err() == nil {
		t.Error("Err is nil")
	}
}

func TestKeyExtremes(t *testing.T) {
	keys := []Key{K().Int(math.MinInt), K().Int(-1), K().Int(0), K().Int(math.MaxInt)}
	if !slices.IsSortedFunc(keys, func(a, b Key) int { return bytes.Compare(a, b) }) {
		t.Errorf("not in order: %v", keys)
	}
	for _, at := range []time.Time{{}, time.Unix(1<<40, 5)} {
		if got := ReadKey(K().Time(at)).Time(); !got.Equal(at) {
			t.Errorf("time %v read back as %v", at, got)
		}
	}
}

// Whatever the bytes, reading does not panic, and what reads without an error
// is what would be written.
func FuzzKeyReader(f *testing.F) {
	f.Add([]byte(K("ep1").Int(7).Time(time.Unix(1, 2))), []byte{0, 4, 6})
	f.Add([]byte(K().StrDesc("a\x00b").UintDesc(3).TimeDesc(time.Unix(5, 6))), []byte{1, 3, 7})
	f.Add([]byte{0, 0xFF, 0, 2}, []byte{0})
	f.Fuzz(func(t *testing.T, key, shape []byte) {
		r, again := ReadKey(key), K()
		for _, b := range shape {
			p := part{kind: kinds[int(b)%len(kinds)]}
			if p.value = p.read(r); r.Err() != nil {
				return
			}
			again = p.append(again)
		}
		if r.Done() == nil && !bytes.Equal(again, key) {
			t.Errorf("%x reads as parts that are written as %x", key, again)
		}
	})
}
