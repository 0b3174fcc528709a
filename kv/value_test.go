package kv

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// The stored form is on disk: these bytes do not change.
func TestValueBytes(t *testing.T) {
	steps, _, _ := schemaOf()
	raw, err := steps.schema.encode(K("ep1"), step{Action: "<turn>", Metres: 0.25})
	if err != nil {
		t.Fatal(err)
	}
	const want = "01 04c02116 " + `{"action":"<turn>","metres":0.25}`
	if got := hex.EncodeToString(raw[:1]) + " " + hex.EncodeToString(raw[1:5]) + " " + string(raw[5:]); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The checksum is the one the manual describes.
func TestChecksum(t *testing.T) {
	steps, _, _ := schemaOf()
	raw, err := steps.schema.encode(K("ep1"), step{Action: "go"})
	if err != nil {
		t.Fatal(err)
	}
	all := "\x01" + "steps\x00" + "ep1\x00\x01" + `{"action":"go"}`
	want := crc32.Checksum([]byte(all), crc32.MakeTable(crc32.Castagnoli))
	if got := binary.BigEndian.Uint32(raw[1:]); got != want {
		t.Errorf("got %08x, want %08x", got, want)
	}
}

func TestDecodeFindsDamage(t *testing.T) {
	steps, remarks, _ := schemaOf()
	newer := NewTable[step]("steps", 2, Migration{From: 1, Func: same})
	key := K("ep1").Int(7)
	good, err := steps.schema.encode(key, step{Action: "go"})
	if err != nil {
		t.Fatal(err)
	}
	future, err := newer.schema.encode(key, step{Action: "go"})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		schema *schema
		key    Key
		raw    []byte
		is     error
		want   string
	}{
		{"sound", steps.schema, key, good, nil, ""},
		{"empty", steps.schema, key, nil, ErrCorrupt, "0 bytes"},
		{"header cut", steps.schema, key, good[:4], ErrCorrupt, "4 bytes"},
		{"value cut", steps.schema, key, good[:len(good)-1], ErrCorrupt, "checksum"},
		{"other key", steps.schema, K("ep1").Int(8), good, ErrCorrupt, "checksum"},
		{"other table", remarks.schema, key, good, ErrCorrupt, "checksum"},
		{"newer version", steps.schema, key, future, ErrNewer, "version 2, this program reads up to 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.schema.decode(tt.key, tt.raw)
			if !errors.Is(err, tt.is) || (err != nil && !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got %v, want %v with %q", err, tt.is, tt.want)
			}
		})
	}
}

// Every single flipped bit is noticed.
func TestDecodeFindsEveryBit(t *testing.T) {
	steps, _, _ := schemaOf()
	raw, err := steps.schema.encode(K("a"), step{Action: "go", Metres: 0.25})
	if err != nil {
		t.Fatal(err)
	}
	for bit := range len(raw) * 8 {
		bad := bytes.Clone(raw)
		bad[bit/8] ^= 1 << (bit % 8)
		if _, err := steps.schema.decode(K("a"), bad); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("bit %d: got %v", bit, err)
		}
	}
}

// JSON that passes the checksum and still is none of V is corrupt.
func TestGetBadJSON(t *testing.T) {
	other := NewTable[string]("steps", 1)
	steps, _, _ := schemaOf()
	raw, err := other.schema.encode(K("a"), "text")
	if err != nil {
		t.Fatal(err)
	}
	_, err = decoded(steps, K("a"), raw)
	var bad *CorruptError
	if !errors.As(err, &bad) || bad.Err == nil {
		t.Fatalf("got %v, want a CorruptError with its cause", err)
	}
	if diff := gocmp.Diff([]string{"steps", "bad JSON"}, []string{bad.Table, bad.Reason}); diff != "" {
		t.Error(diff)
	}
}

// Whatever the bytes, decoding does not panic, and what it takes is what
// encode writes.
func FuzzDecodeValue(f *testing.F) {
	steps, _, _ := schemaOf()
	raw, err := steps.schema.encode(K("a"), step{Action: "go"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(K("a")), raw)
	f.Add([]byte(K("b")), raw)
	f.Add([]byte{}, []byte{})
	f.Fuzz(func(t *testing.T, key, raw []byte) {
		v, err := decoded(steps, key, raw)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrNewer) {
				t.Fatalf("unknown error %v", err)
			}
			return
		}
		again, err := steps.schema.encode(key, v)
		if err != nil {
			t.Fatal(err)
		}
		if w, err := decoded(steps, key, again); err != nil || w != v {
			t.Fatalf("%v came back as %v, %v", v, w, err)
		}
	})
}

// decoded reads a stored value as a table does.
func decoded[V any](t *Table[V], k Key, raw []byte) (v V, err error) {
	err = t.schema.into(k, raw, &v)
	return v, err
}
