package dmn

import (
	"errors"
	"strings"
	"testing"
)

// value evaluates an expression over some inputs, and gives what was reported.
func value(t *testing.T, text string) (Value, []Problem) {
	t.Helper()
	m := &Model{
		Name: "m",
		Types: []Type{
			{Name: "tLoan", Fields: []Type{{Name: "amount", Of: "number"}, {Name: "rate p.a.", Of: "number"}}},
		},
		Inputs: []Input{
			{"i1", "x", "number"}, {"i2", "name", "string"}, {"i3", "is stuck", "boolean"}, {"i4", "loan", "tLoan"},
			{"i5", "nothing", ""}, {"i6", "seen", ""}, {"i7", "Approved/Declined", "string"}, {"i8", "day", "date"}, {"i9", "absent", "number"},
		},
		Functions: []Function{{ID: "f1", Name: "half of", Parameters: []Input{{Name: "n", Type: "number"}}, Text: "n / 2"}},
		Decisions: []Decision{{ID: "d", Name: "d", Text: text, Needs: []string{"i1", "i2", "i3", "i4", "i5", "i6", "i7", "i8", "i9", "f1"}}},
	}
	if p, problems := Compile(m); p == nil {
		return nil, problems
	}
	r := evaluate(t, m, `{"x": 5, "name": "sofa", "is stuck": true, "loan": {"amount": 100, "rate p.a.": 0.05}, "nothing": null,
		"seen": ["bed", "lamp"], "Approved/Declined": "Declined", "day": "2026-11-23"}`)
	return r.Outputs[0].Value, r.Errors
}

func TestExpressions(t *testing.T) {
	for _, c := range []struct{ text, want, reported string }{
		{"1 + 2 * 3", "7", ""},
		{"(1 + 2) * 3", "9", ""},
		{"10 - 2 - 3", "5", ""},
		{"-2 ** 2", "4", ""}, // the sign binds more
		{"2 ** 3 ** 2", "64", ""},
		{"2 ** -1", "0.5", ""},
		{"10--5", "15", ""},
		{"0.1 + 0.2", "0.3", ""}, // not binary
		{".872", "0.872", ""},
		{"1 / 3", "0.3333333333333333333333333333333333", ""},
		{"1 / 0", "null", "division of 1 by zero"},
		{"nothing + 1", "null", "null + a number has no result"},
		{`"a" + "b"`, `"ab"`, ""},
		{`"a" + 1`, "null", "a string + a number has no result"},
		{`"\"q\" é 가"`, `"\"q\" é 가"`, ""},
		{"x", "5", ""},
		{"is stuck", "true", ""},
		{"is   stuck and x > 4", "true", ""},
		{"Approved/Declined", `"Declined"`, ""},
		{"loan.amount * loan.rate p.a.", "5", ""},
		{"half of(x)", "2.5", ""},
		{"half of(x, x)", "null", "half of takes 1 values, not 2"},
		{"x = 5", "true", ""},
		{"x != 5", "false", ""},
		{`x = "5"`, "null", ""}, // of different kinds: not known
		{"x = null", "false", ""},
		{"nothing = null", "true", ""},
		{"nothing < 1", "null", ""},
		{"not(is stuck)", "false", ""},
		{"not(nothing)", "null", ""},
		{"is stuck or nothing", "true", ""},
		{"is stuck and nothing", "null", ""},
		{"false and nothing", "false", ""},
		{"x between 1 and 5", "true", ""},
		{"x between 6 and 9 or is stuck", "true", ""},
		{"x in [1..5]", "true", ""},
		{"x in [1..5)", "false", ""},
		{"x in ]5..9]", "false", ""},
		{"x in (<3, >4)", "true", ""},
		{"x in (1, 5)", "true", ""},
		{"x in [1, 5]", "true", ""},
		{"x in >= 5", "true", ""},
		{`"bed" in seen`, "true", ""},
		{`seen = ["bed", "lamp"]`, "true", ""},
		{"[x] = 5", "true", ""}, // a list of one stands for its item
		{"[5] + 1", "6", ""},
		{`day = date("2026-11-23")`, "true", ""},
		{`day > date("2026-01-01")`, "true", ""},
		{`date("2026-02-30")`, "null", "not a date"},
		{"absent + 1", "null", "the input absent is missing"},
		{"x // what follows is not read\n + 1", "6", ""},
		{"x /* nor this */ + 1", "6", ""},
		{"10 ** 9999", "null", "has no result"},
	} {
		v, problems := value(t, c.text)
		if got := Text(v); got != c.want {
			t.Errorf("%s is %s, want %s (%v)", c.text, got, c.want, problems)
		}
		if got := whats(problems); (c.reported == "") != (got == "") || !strings.Contains(got, c.reported) {
			t.Errorf("%s reports %q, want %q", c.text, got, c.reported)
		}
	}
}

func whats(problems []Problem) string {
	var all []string
	for _, p := range problems {
		all = append(all, p.What)
	}
	return strings.Join(all, "; ")
}

// TestRefusedByName: what is not supported is refused when a model is compiled,
// and named.
func TestRefusedByName(t *testing.T) {
	for text, feature := range map[string]string{
		`if x > 1 then 2 else 3`:            "if … then … else",
		`for i in seen return i`:            "for … return",
		`some i in seen satisfies i = "a"`:  "some … satisfies",
		`every i in seen satisfies true`:    "every … satisfies",
		`function(a) a + 1`:                 "function definitions",
		`x instance of number`:              "instance of",
		`{a: 1}`:                            "a context {…}",
		`seen[1]`:                           "a filter […]",
		`[1..5]`:                            "a range as a value",
		`@"2026-01-01"`:                     `@"…"`,
		`half of(n: 1)`:                     "named parameters",
		`string length(name)`:               "the function string length()",
		`starts with(name, "s")`:            "the function starts with()",
		`date and time("2026-01-01T00:00")`: "the function date and time()",
		`now()`:                             "the function now()",
	} {
		_, problems := value(t, text)
		if len(problems) != 1 || problems[0].Kind != Unsupported || problems[0].Feature != feature {
			t.Errorf("%s: %+v, want %s by name", text, problems, feature)
		}
	}
}

// TestSyntax: what is wrong in a text is said, with what stands there.
func TestSyntax(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "no expression",
		"1 +":                          "a value is missing before the end of the text",
		"(1":                           "“)” is missing before the end of the text",
		"1 2":                          "“2” was not expected here",
		"bed":                          "there is no input named bed",
		`"bed`:                         "no closing quote",
		"nofun(1)":                     "there is no function nofun",
		"x.amountt":                    "no type has a component named amountt",
		"?":                            "? has a meaning in the cell of an input alone",
		"x in [1..5":                   "] or )",
		"x between 1":                  "“and” is missing",
		"1 ; 2":                        `";" has no meaning here`,
		`"a\qb"`:                       "a backslash stands before",
		"/* no end":                    "the comment has no end",
		strings.Repeat("(", 100) + "1": "nested deeper than 64",
		strings.Repeat("1 in ((x in (", 60) + "1": "too tangled",
		strings.Repeat("1", 5000):                 "at most 4096",
	} {
		_, problems := value(t, text)
		if len(problems) != 1 || !strings.Contains(problems[0].What, want) {
			t.Errorf("%.40s: %+v, want %q", text, problems, want)
		}
	}
}

// TestUnaryTests: cells over one value.
func TestUnaryTests(t *testing.T) {
	values := map[string]string{"5": "5", "sofa": `"sofa"`, "none": "null", "list": `["sofa", 5]`, "day": `"2026-11-23"`, "yes": "true"}
	for _, c := range []struct {
		cell, of string
		want     bool
	}{
		{"-", "5", true},
		{"", "5", true},
		{"-", "none", true},
		{"5", "5", true},
		{"-5", "5", false},
		{"> 4", "5", true},
		{"<= 4", "5", false},
		{"!= 4", "5", true},
		{"1, 5, 9", "5", true},
		{"< 1, > 4", "5", true},
		{"[1..5]", "5", true},
		{"(1..5)", "5", false},
		{"]4..5]", "5", true},
		{"not(5)", "5", false},
		{"not(1, 2)", "5", true},
		{"not(> 9)", "5", true},
		{"? > 4 and ? < 6", "5", true},
		{"? * 2 = 10", "5", true},
		{"2 + 3", "5", true},
		{"[1, 5]", "5", true},
		{`"sofa"`, "sofa", true},
		{`not("bed", "lamp")`, "sofa", true},
		{`>= "s"`, "sofa", true},
		{"null", "none", true},
		{"not(null)", "none", false},
		{"< 5", "none", false},
		{`"sofa"`, "5", false},
		{`"sofa"`, "list", false},
		{`["sofa", 5]`, "list", true},
		{"true", "yes", true},
		{"not(true)", "yes", false},
	} {
		tests, err := newDictionary(nil, nil, nil).tests(c.cell)
		if err != nil {
			t.Errorf("%s: %v", c.cell, err)
			continue
		}
		v, err := FromJSON([]byte(values[c.of]))
		if err != nil {
			t.Fatal(err)
		}
		if got := passes(tests, v); got != c.want {
			t.Errorf("%s of %s is %v, want %v", c.cell, Text(v), got, c.want)
		}
	}
}

// TestJSON: values as JSON and back; numbers that a float64 would change are
// strings.
func TestJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"b": [1, 2.50, -0, "<"], "a": "<é>", "n": null, "t": [true]}`: `{"b":[1,2.5,0,"<"],"a":"<é>","n":null,"t":[true]}`,
		"0.1":                                 "0.1",
		"2778.693549432766768088520383236288": `"2778.693549432766768088520383236288"`,
		"100000000000000000000":               "100000000000000000000",
		"9007199254740993":                    `"9007199254740993"`,
		"1e3":                                 "1000",
	} {
		v, err := FromJSON([]byte(in))
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if got := string(ToJSON(v)); got != want {
			t.Errorf("%s is written %s, want %s", in, got, want)
		}
	}
	for _, bad := range []string{`{"a": 1, "a": 2}`, `1 2`, `{`, `[1`, "1e999999", ""} {
		if v, err := FromJSON([]byte(bad)); err == nil {
			t.Errorf("%s is read as %s", bad, Text(v))
		}
	}
}

// FuzzExpression: every text is an expression or a fault that says why, is
// evaluated within its steps, and a value's text gives the value again.
func FuzzExpression(f *testing.F) {
	for _, seed := range []string{"1 + 2 * x", `"a" in ["a", "b"]`, "not(x > 1) and x in [1..5)", `date("2026-01-01")`, "1 in ((1 in (1", "-", "((((", "x.y", "?"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := newDictionary([]string{"x", "is stuck"}, nil, nil)
		if _, err := d.tests(text); err != nil && !errors.As(err, new(*Fault)) {
			t.Errorf("the cell %q: %v is no Fault", text, err)
		}
		e, err := d.expression(text)
		if err != nil {
			if !errors.As(err, new(*Fault)) {
				t.Errorf("%q: %v is no Fault", text, err)
			}
			return
		}
		left := maxSteps
		s := &scope{vars: map[string]Value{"x": NumberOf(3), "is stuck": Bool(true)}, report: func(string, ...any) {}, absent: func(string) {}, left: &left}
		v := e.eval(s)
		if _, isRecord := v.(Record); isRecord {
			return
		}
		again, err := d.expression(Text(v))
		if err != nil {
			t.Fatalf("%q gives %s: %v", text, Text(v), err)
		}
		if !alike(v, again.eval(s)) {
			t.Errorf("%q gives %s, which reads as %s", text, Text(v), Text(again.eval(s)))
		}
	})
}
