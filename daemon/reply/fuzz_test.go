package reply_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// FuzzObject holds that any text is either refused with a fault or gives an
// object whose JSON is valid and reads back as itself.
func FuzzObject(f *testing.F) {
	for _, text := range accepted {
		f.Add(text)
	}
	for _, text := range []string{`{'a': "\x4`, `{"goal_flag":`, `{“a”:‘b’}`, "{{{{", `{"a":[1,2,],}`, `{"a":-Infinity}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := reply.Object(text, "angle")
		if err != nil {
			if k := fault.As(err).Kind; k == fault.Internal {
				t.Errorf("an error that is no fault: %v", err)
			}
			return
		}
		raw := got.Raw()
		if !json.Valid(raw) {
			t.Fatalf("no JSON: %s", raw)
		}
		again, err := reply.Object(string(raw), "angle")
		if len(raw) > reply.Limit {
			return
		}
		if err != nil || string(again.Raw()) != string(raw) {
			t.Fatalf("%s reads back as %s (%v)", raw, again.Raw(), err)
		}
	})
}

// FuzzAgainstJSON holds that an object encoding/json reads is read alike.
func FuzzAgainstJSON(f *testing.F) {
	f.Add([]byte(want))
	f.Add([]byte(`{"a":"\u00e9\ud800","b":[true,null,1e5,{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var theirs map[string]any
		if json.Unmarshal(data, &theirs) != nil || theirs == nil || len(data) > reply.Limit {
			return
		}
		ours, err := reply.Object(string(data))
		if err != nil {
			switch e := fault.As(err); e.Message {
			case "given twice", "the object cannot be read": // keys twice; nested deeper than we go
				return
			default:
				t.Fatalf("refused %q: %v", data, err)
			}
		}
		var back map[string]any
		if err := json.Unmarshal(ours.Raw(), &back); err != nil {
			t.Fatal(err)
		}
		if len(back) == len(theirs) && !cmp.Equal(theirs, back) {
			t.Errorf("%q\n%s", data, cmp.Diff(theirs, back))
		}
	})
}

// values draws what a model may put into an answer.
func values(depth int) *rapid.Generator[any] {
	scalar := []*rapid.Generator[any]{
		rapid.Float64Range(-1e6, 1e6).AsAny(), rapid.String().AsAny(), rapid.Bool().AsAny(), rapid.Just[any](nil),
		rapid.SampledFrom([]string{"{", "}", `"`, `\`, "```", "주방", "\n", "it's", "“a”"}).AsAny(),
	}
	if depth > 0 {
		scalar = append(scalar,
			rapid.MapOfN(rapid.String(), values(depth-1), 0, 3).AsAny(),
			rapid.SliceOfN(values(depth-1), 0, 3).AsAny())
	}
	return rapid.OneOf(scalar...)
}

// Whatever a model answers in JSON, with whatever around it, comes back as it was.
func TestAnswersSurviveTheirWrapping(t *testing.T) {
	around := []string{"", "```json\n", "\n```", "Sure! {see} below:\n", "\ufeff", "답: ", "'\"", "{", "}", "[{]", "<think>{'a': 1}</think>", "\\"}
	rapid.Check(t, func(t *rapid.T) {
		answer := rapid.MapOfN(rapid.String(), values(2), 0, 4).Draw(t, "answer")
		answer["key"] = values(1).Draw(t, "value")
		raw, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		text := rapid.SampledFrom(around).Draw(t, "before") + string(raw) + rapid.SampledFrom(around).Draw(t, "after")
		f, err := reply.Object(text, "key")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var back map[string]any
		if err := json.Unmarshal(f.Raw(), &back); err != nil {
			t.Fatal(err)
		}
		var sent map[string]any
		_ = json.Unmarshal(raw, &sent)
		if diff := cmp.Diff(sent, back); diff != "" {
			t.Fatal(diff)
		}
	})
}
