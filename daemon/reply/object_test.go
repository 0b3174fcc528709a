package reply_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

var planner = []string{"goal_flag", "angle", "discovered_context"}

const want = `{"goal_flag":true,"angle":15.0,"discovered_context":{"goal_scene_type":"kitchen","why":"주방에 있다"}}`

// accepted are the ways in which models wrote the same answer.
var accepted = map[string]string{
	"bare":               want,
	"spread over lines":  "{\n  \"goal_flag\": true,\n  \"angle\": 15.0,\n  \"discovered_context\": {\n    \"goal_scene_type\": \"kitchen\",\n    \"why\": \"주방에 있다\"\n  }\n}\n",
	"CRLF and tabs":      "{\r\n\t\"goal_flag\": true,\r\n\t\"angle\": 15.0,\r\n\t\"discovered_context\": {\"goal_scene_type\": \"kitchen\", \"why\": \"주방에 있다\"}\r\n}",
	"byte order mark":    "\ufeff" + want,
	"mark inside":        "{\ufeff" + want[1:],
	"fenced":             "```json\n" + want + "\n```",
	"fenced, no label":   "```\n" + want + "\n```",
	"fenced twice":       "````\n```json\n" + want + "\n```\n````",
	"tilde fence":        "~~~\n" + want + "\n~~~",
	"in prose":           "I see a stove, so here it is: " + want + " Hope this helps!",
	"in Korean prose":    "정답은 다음과 같습니다 " + want + " 입니다.",
	"prose with braces":  "The format {x} is used {like this}: " + want + " {done}",
	"after a sketch":     `Format: {"goal_flag": bool, "angle": number, "discovered_context": {...}}` + "\n" + want,
	"after a template":   `{"goal_flag": <true/false>, "angle": <deg>}` + want,
	"in an object":       `{"answer": ` + want + `, "confidence": 0.9}`,
	"in a list":          `[` + want + `]`,
	"after other object": `{"thought": "a } brace"} ` + want,
	"twice, equal":       want + "\n" + want,
	"twice, key order":   `{"angle": 15, "goal_flag": true, "discovered_context": {"why": "주방에 있다", "goal_scene_type": "kitchen"}}` + want,
	"unclosed before":    `{"goal_flag": true, "angle": ` + "\nSorry, again: " + want,
	"Python":             `{'goal_flag': True, 'angle': 15.0, 'discovered_context': {'goal_scene_type': 'kitchen', 'why': '주방에 있다'}}`,
	"Python, mixed":      `{"goal_flag": True, 'angle': 15.0, "discovered_context": {'goal_scene_type': "kitchen", 'why': '주방에 있다',},}`,
	"trailing commas":    `{"goal_flag": true, "angle": 15.0, "discovered_context": {"goal_scene_type": "kitchen", "why": "주방에 있다",},}`,
	"curly quotes":       `{“goal_flag”: true, “angle”: 15.0, “discovered_context”: {“goal_scene_type”: “kitchen”, “why”: “주방에 있다”}}`,
	"plus sign":          strings.Replace(want, "15.0", "+15.0", 1),
	"point at the end":   strings.Replace(want, "15.0", "15.", 1),
	"exponent":           strings.Replace(want, "15.0", "1.5e1", 1),
	"escaped Korean":     strings.Replace(want, "주방", `\uc8fc\ubc29`, 1),
	"thinking before":    "<think>maybe {angle} is 30?</think>" + want,
}

// decode reads JSON, so that answers compare by value.
func decode(t *testing.T, raw []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, raw)
	}
	return v
}

func TestObjectAccepts(t *testing.T) {
	for name, text := range accepted {
		t.Run(name, func(t *testing.T) {
			f, err := reply.Object(text, planner...)
			if err != nil {
				t.Fatal(err)
			}
			if name == "twice, key order" {
				return // the first stands, in its own order
			}
			if diff := cmp.Diff(decode(t, []byte(want)), decode(t, f.Raw())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestObjectKeepsWhatStringsHold(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"braces":              {`{"why": "a } and a { and [ ]"}`, "a } and a { and [ ]"},
		"an answer":           {`{"why": "{\"why\": \"no\"}"}`, `{"why": "no"}`},
		"an answer in single": {`{"why": "{'why': 'no'}"}`, `{'why': 'no'}`},
		"fence":               {"{\"why\": \"```json\"}", "```json"},
		"other quotes":        {`{"why": "it's a “test”"}`, "it's a “test”"},
		"quotes in Python":    {`{'why': 'say "hi"'}`, `say "hi"`},
		"escaped single":      {`{'why': 'it\'s'}`, "it's"},
		"line end":            {"{\"why\": \"one\ntwo\"}", "one\ntwo"},
		"escaped line end":    {`{"why": "one\ntwo\t\u0041\x42\U0001F600"}`, "one\ntwo\tAB😀"},
		"surrogates":          {`{"why": "\ud83d\ude00 \ud83d"}`, "😀 \ufffd"},
		"two high surrogates": {`{"why": "\ud83d\ud83d\ude00"}`, "\ufffd😀"},
		"unknown escape":      {`{"why": "\d"}`, `\d`},
		"short hex":           {`{"why": "\u12"}`, `\u12`},
		"Korean":              {`{"why": "주방은 목표와 가깝다"}`, "주방은 목표와 가깝다"},
		"markup":              {`{"why": "<b> & 'c'"}`, "<b> & 'c'"},
		"comment signs":       {`{"why": "// no comment /* # */"}`, "// no comment /* # */"},
		"bad UTF-8":           {"{\"why\": \"a\xffb\"}", "a\ufffdb"},
		"empty":               {`{"why": ""}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := reply.Object(c.text, "why")
			if err != nil {
				t.Fatal(err)
			}
			got, err := reply.String(f, "why")
			if err != nil || got != c.want {
				t.Errorf("got %q (%v), want %q", got, err, c.want)
			}
			back, err := reply.Object(string(f.Raw()), "why")
			if err != nil {
				t.Fatalf("its own JSON is refused: %v", err)
			}
			if again, _ := reply.String(back, "why"); again != c.want {
				t.Errorf("back from JSON %q, want %q", again, c.want)
			}
		})
	}
}

func TestObjectRefuses(t *testing.T) {
	needs := "one JSON object with goal_flag, angle, discovered_context"
	for name, c := range map[string]struct {
		text string
		want fault.Error
	}{
		"nothing":        {"", fault.Error{Kind: fault.Invalid, Message: "no object in the answer", Allowed: needs}},
		"prose":          {"I cannot see it.", fault.Error{Kind: fault.Invalid, Message: "no object in the answer", Allowed: needs}},
		"prose in brace": {"{nothing here}", fault.Error{Kind: fault.Invalid, Message: "the object cannot be read", Allowed: needs}},
		"cut off":        {want[:40], fault.Error{Kind: fault.Invalid, Message: "the object is not closed", Allowed: needs}},
		"cut in string":  {`{"goal_flag": "tr`, fault.Error{Kind: fault.Invalid, Message: "the object is not closed", Allowed: needs}},
		"a key short": {
			`{"goal_flag": true, "discovered_context": {}}`,
			fault.Error{Kind: fault.Invalid, Message: "missing", Field: "angle", Allowed: needs},
		},
		"all keys short": {`{"x": 1}`, fault.Error{Kind: fault.Invalid, Message: "missing", Field: "goal_flag", Allowed: needs}},
		"nearest of two": {
			`{"x": 1} {"goal_flag": true, "angle": 3}`,
			fault.Error{Kind: fault.Invalid, Message: "missing", Field: "discovered_context", Allowed: needs},
		},
		"two that differ": {
			want + strings.Replace(want, "15.0", "16", 1),
			fault.Error{Kind: fault.Conflict, Message: "two answers that differ", Hint: "answer with one object"},
		},
		"two, one with more keys": {
			want + strings.Replace(want, `"angle"`, `"range_m": 3, "angle"`, 1),
			fault.Error{Kind: fault.Conflict, Message: "two answers that differ", Hint: "answer with one object"},
		},
		"key twice": {
			`{"goal_flag": true, "angle": 1, "angle": 1, "discovered_context": {}}`,
			fault.Error{Kind: fault.Invalid, Message: "given twice", Field: "angle", Allowed: "each key once"},
		},
		"nested key twice": {
			`{"goal_flag": true, "angle": 1, "discovered_context": {"why": "a", 'why': "b"}}`,
			fault.Error{Kind: fault.Invalid, Message: "given twice", Field: "discovered_context.why", Allowed: "each key once"},
		},
		"NaN": {
			`{"goal_flag": true, "angle": NaN, "discovered_context": {}}`,
			fault.Error{Kind: fault.Invalid, Message: "not a finite number", Field: "angle", Given: "NaN", Allowed: "a finite number"},
		},
		"nested infinity": {
			`{"goal_flag": true, "angle": 1, "discovered_context": {"p": [0, {"q": -Infinity}]}}`,
			fault.Error{Kind: fault.Invalid, Message: "not a finite number", Field: "discovered_context.p[1].q", Given: "-Infinity", Allowed: "a finite number"},
		},
		"too big a number": {
			`{"goal_flag": true, "angle": 1e999, "discovered_context": {}}`,
			fault.Error{Kind: fault.Invalid, Message: "not a finite number", Field: "angle", Given: "1e999", Allowed: "a finite number"},
		},
		"unquoted key": {`{goal_flag: true, angle: 1, discovered_context: {}}`, fault.Error{Kind: fault.Invalid, Message: "the object cannot be read", Allowed: needs}},
		"unit":         {strings.Replace(want, "15.0", "15°", 1), fault.Error{Kind: fault.Invalid, Message: "the object cannot be read", Allowed: needs}},
		"two commas":   {`{"goal_flag": true,, "angle": 1}`, fault.Error{Kind: fault.Invalid, Message: "the object cannot be read", Allowed: needs}},
		"only commas":  {`{,}`, fault.Error{Kind: fault.Invalid, Message: "the object cannot be read", Allowed: needs}},
		"comment":      {"{\"goal_flag\": true, // yes\n\"angle\": 1}", fault.Error{Kind: fault.Invalid, Message: "the object cannot be read", Allowed: needs}},
		"too long": {
			strings.Repeat(" ", reply.Limit+1),
			fault.Error{Kind: fault.TooLarge, Message: "the answer is too long", Given: "200001 bytes", Allowed: "at most 200000 bytes"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := reply.Object(c.text, planner...)
			if err == nil {
				t.Fatal("accepted")
			}
			if diff := cmp.Diff(&c.want, fault.As(err), cmpopts.IgnoreFields(fault.Error{}, "Err")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestNumbersAsModelsWriteThem(t *testing.T) {
	for text, want := range map[string]float64{
		"15": 15, "-15": -15, "+15": 15, "−15": -15, "−7.5": -7.5, ".5": .5, "-.5": -.5, "5.": 5, "-5.": -5, "5.e1": 50, "1E2": 100, "0": 0, "-0": 0,
	} {
		f, err := reply.Object(`{"n": `+text+`}`, "n")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := reply.Number(f, "n", -180, 180); err != nil || got != want {
			t.Errorf("%s is %v (%v), want %v", text, got, err, want)
		}
		if !json.Valid(f.Raw()) {
			t.Errorf("%s: raw %s is no JSON", text, f.Raw())
		}
	}
	for _, text := range []string{".", "-", "+", "--5", "+-5", "-+5", "007", "1_000", "0x10", "1.2.3", "5e", "five", "TRUE", "1,5.", "１５"} {
		if f, err := reply.Object(`{"n": `+text+`}`, "n"); err == nil {
			t.Errorf("%s is accepted as %s", text, f.Raw())
		}
	}
}

func TestNoKeysRequired(t *testing.T) {
	f, err := reply.Object(`so: {"a": [1, {"b": null}], "c": None}`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(f.Raw()), `{"a":[1,{"b":null}],"c":null}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
