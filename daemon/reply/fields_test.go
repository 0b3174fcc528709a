package reply_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

func object(t *testing.T, text string) reply.Fields {
	t.Helper()
	f, err := reply.Object(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const sample = `{"flag": true, "angle": -30.5, "count": 3.0, "text": "하나", "none": null,
	"list": ["a", "b"], "inner": {"flag": "yes", "deep": {"n": "x"}}, "rows": [{"id": "r1"}, {"id": 2}]}`

func TestReaders(t *testing.T) {
	f := object(t, sample)
	if got, err := reply.Bool(f, "flag"); !got || err != nil {
		t.Errorf("Bool: %v, %v", got, err)
	}
	if got, err := reply.Number(f, "angle", -180, 180); got != -30.5 || err != nil {
		t.Errorf("Number: %v, %v", got, err)
	}
	if got, err := reply.String(f, "text"); got != "하나" || err != nil {
		t.Errorf("String: %v, %v", got, err)
	}
	if got, err := reply.Strings(f, "list"); !cmp.Equal(got, []string{"a", "b"}) || err != nil {
		t.Errorf("Strings: %v, %v", got, err)
	}
	rows, err := reply.Objs(f, "rows")
	if err != nil || len(rows) != 2 {
		t.Fatalf("Objs: %v, %v", rows, err)
	}
	if got, err := reply.String(rows[0], "id"); got != "r1" || err != nil {
		t.Errorf("row id: %v, %v", got, err)
	}
	if !f.Has("flag") || f.Has("none") || f.Has("nothing") {
		t.Error("Has: want flag only, not null, not absent")
	}
	if got, want := f.Keys(), []string{"flag", "angle", "count", "text", "none", "list", "inner", "rows"}; !cmp.Equal(got, want) {
		t.Errorf("Keys: %v", got)
	}
}

func TestReadersNameThePath(t *testing.T) {
	f := object(t, sample)
	inner := must(reply.Obj(f, "inner"))
	deep := must(reply.Obj(inner, "deep"))
	rows := must(reply.Objs(f, "rows"))
	angle := "a number from -180 to 180"
	for name, c := range map[string]struct {
		err  error
		want fault.Error
	}{
		"missing":          {second(reply.Bool(f, "goal")), fault.Error{Message: "missing", Field: "goal", Allowed: "true or false"}},
		"string for bool":  {second(reply.Bool(inner, "flag")), fault.Error{Message: "mistyped", Field: "inner.flag", Given: `a string "yes"`, Allowed: "true or false"}},
		"string for angle": {second(reply.Number(deep, "n", -180, 180)), fault.Error{Message: "mistyped", Field: "inner.deep.n", Given: `a string "x"`, Allowed: angle}},
		"null for string":  {second(reply.String(f, "none")), fault.Error{Message: "mistyped", Field: "none", Given: "null", Allowed: "a string"}},
		"bool for string":  {second(reply.String(f, "flag")), fault.Error{Message: "mistyped", Field: "flag", Given: "a boolean true", Allowed: "a string"}},
		"out of range":     {second(reply.Number(f, "angle", 0, 1)), fault.Error{Message: "not allowed", Field: "angle", Given: "-30.5", Allowed: "a number from 0 to 1"}},
		"list of others":   {second(reply.Strings(f, "rows")), fault.Error{Message: "mistyped", Field: "rows[0]", Given: "an object", Allowed: "a string"}},
		"list of strings":  {second(reply.Objs(f, "list")), fault.Error{Message: "mistyped", Field: "list[0]", Given: `a string "a"`, Allowed: "an object"}},
		"no list":          {second(reply.Objs(f, "inner")), fault.Error{Message: "mistyped", Field: "inner", Given: "an object", Allowed: "a list of objects"}},
		"no object":        {second(reply.Obj(f, "list")), fault.Error{Message: "mistyped", Field: "list", Given: "a list", Allowed: "an object"}},
		"row":              {second(reply.String(rows[1], "id")), fault.Error{Message: "mistyped", Field: "rows[1].id", Given: "a number 2", Allowed: "a string"}},
		"zero value":       {second(reply.Strings(reply.Fields{}, "x")), fault.Error{Message: "missing", Field: "x", Allowed: "a list of strings"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.want.Kind = fault.Invalid
			if c.err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(&c.want, fault.As(c.err)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFieldsAreRecordedAsRead(t *testing.T) {
	got, err := json.Marshal(map[string]reply.Fields{"answer": object(t, `{'b': 1, "a": '<x>'}`), "none": {}})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"answer":{"b":1,"a":"\u003cx\u003e"},"none":{}}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func second[T any](_ T, err error) error { return err }
