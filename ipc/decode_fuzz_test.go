package ipc

import (
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var compareRich = cmp.AllowUnexported(rich{}, union{}, common{})

// drawRich makes parameters that are allowed.
func drawRich(t *rapid.T) rich {
	views := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) view {
		return view{rapid.IntRange(0, 11).Draw(t, "view"), rapid.Float64Range(0, 1e300).Draw(t, "range")}
	}), 1, 12)
	return rich{
		Episode: rapid.StringN(1, 8, -1).Draw(t, "episode"),
		Seq:     rapid.IntRange(1, 1<<62).Draw(t, "seq"),
		Small:   rapid.Int8().Draw(t, "small"),
		Count:   rapid.Uint16().Draw(t, "count"),
		Yaw:     rapid.Float64Range(-180, 180).Draw(t, "yaw"),
		Low:     rapid.Float32Range(-1e30, 5).Draw(t, "low"),
		Flag:    rapid.Bool().Draw(t, "flag"),
		Phase:   rapid.SampledFrom([]phase{"scan", "turn", "policy"}).Draw(t, "phase"),
		Maybe:   rapid.Ptr(rapid.Bool(), true).Draw(t, "maybe"),
		Many:    rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b"}), 1, 3).Draw(t, "many"),
		Views:   views.Draw(t, "views"),
		Pair:    [2]float64{rapid.Float64().Draw(t, "left"), rapid.Float64().Draw(t, "right")},
		Scores:  rapid.MapOfN(rapid.Map(rapid.String(), func(s string) phase { return phase(s) }), rapid.Float64Range(0, 1), 1, 2).Draw(t, "scores"),
		Nested:  rapid.MapOfN(rapid.String(), views, 1, 3).Draw(t, "nested"),
		private: "never read",
		Data:    rapid.SliceOfN(rapid.Byte(), 1, 4).Draw(t, "data"),
		common:  common{Key: rapid.StringN(0, 4, -1).Draw(t, "key"), Limit: rapid.IntRange(1, 1000).Draw(t, "limit")},
	}
}

// TestDecodeReadsWhatJSONWrites encodes allowed parameters by encoding/json and
// reads them back.
func TestDecodeReadsWhatJSONWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawRich(t)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got rich
		// Marshal writes the zero members of Inline, union and time away or as they are.
		if err := Decode(text, &got); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		got.private = want.private
		if diff := cmp.Diff(want, got, compareRich); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	})
}

// FuzzDecode reads any text as parameters. What is accepted must be JSON that
// encoding/json reads as the same value; what is refused must say so properly.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"episode":"e","views":[{"view":1,"range_m":2}],"scores":{"a":0.5},"any":{"x":[1,null]},"raw":[1]}`,
		`{"episode":"e","seq":1.0,"count":1e2,"pair":[0,-1],"data":"AAAA","at":"2026-03-01T12:00:00Z"}`,
		`{"episode":"\ud83d\ude00","tree":{"name":"r","children":[{"name":"c"},null]},"union":3,"ptrs":[1,null]}`,
		`{"episode":"e","inline":{"a":1},"deep":{"a":[],"b":null},"colour":"blue","key":"k","Plain":1}`,
		`{"episode":"e","seq":1,"seq":2}`, `{"episode":"e","yaw":1e999}`, `[]`, `null`, `{"episode":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var got, want rich
		if err := Decode(text, &got); err != nil {
			if _, ok := err.(*ParamsError); !ok {
				t.Errorf("%T %v", err, err)
			}
			if _, err := json.Marshal(ErrorOf(err)); err != nil {
				t.Error(err)
			}
			return
		}
		if !utf8.Valid(text) { // the server has refused it before
			return
		}
		if err := json.Unmarshal(text, &want); err != nil {
			var integralFloat *json.UnmarshalTypeError // which only Decode accepts
			if !errors.As(err, &integralFloat) {
				t.Errorf("accepted, but %v", err)
			}
			return
		}
		if string(want.Raw) == "null" { // absent, for Decode
			want.Raw = nil
		}
		if diff := cmp.Diff(want, got, compareRich); diff != "" {
			t.Errorf("encoding/json - Decode +:\n%s", diff)
		}
	})
}

// stepLike has the members of a nav.step.
type stepLike struct {
	Episode string `json:"episode" min:"1" max:"128"`
	common
	Seq2     int      `json:"step" allow:"0.."`
	Action   phase    `json:"action" allow:"forward|left|right|up|down|stop"`
	Collided bool     `json:"collided,omitempty"`
	MovedM   *float64 `json:"moved_m,omitempty" allow:"-10..10"`
	MovedDeg *float64 `json:"moved_deg,omitempty" allow:"-360..360"`
	Phase    phase    `json:"phase,omitempty" allow:"scan|turn|policy"`
	Objects  []string `json:"objects,omitempty" max:"64"`
}

// BenchmarkDecode reads the parameters of a step, 176 bytes.
func BenchmarkDecode(b *testing.B) {
	text := json.RawMessage(`{"episode":"ep_01JQ3Z5M9K7W2X","step":1234,"action":"forward","collided":false,"moved_m":0.25,"moved_deg":0,"phase":"policy","objects":["sofa","table","lamp"],"key":"k123"}`)
	b.Run("Decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var p stepLike
			if err := Decode(text, &p); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json.Unmarshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var p stepLike
			if err := json.Unmarshal(text, &p); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkParseRequest reads the envelope around them.
func BenchmarkParseRequest(b *testing.B) {
	line := []byte(`{"jsonrpc":"2.0","id":123,"method":"nav.step","params":{"episode":"ep_01JQ3Z5M9K7W2X","step":1234,"action":"forward","collided":false,"moved_m":0.25,"moved_deg":0,"phase":"policy","objects":["sofa","table","lamp"],"key":"k123"}}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseRequest(line, 64); err != nil {
			b.Fatal(err)
		}
	}
}
