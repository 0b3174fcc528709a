package model_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/model"
)

func TestReadSchema(t *testing.T) {
	text := `{"type":"object","title":"T","description":"D","additionalProperties":false,"required":["a"],"properties":{
		"a":{"type":"number","minimum":0,"maximum":1.5},
		"b":{"type":["string","null"],"enum":["x","y"],"minLength":1,"maxLength":2,"pattern":"^.$","format":"f"},
		"c":{"type":"array","minItems":0,"maxItems":3,"items":{"type":"integer","nullable":true}},
		"d":{"type":"boolean"}}}`
	want := &model.Schema{
		Type: "object", Title: "T", Description: "D", Required: []string{"a"},
		Properties: map[string]*model.Schema{
			"a": {Type: "number", Minimum: new(0.0), Maximum: new(1.5)},
			"b": {Type: "string", Nullable: true, Enum: []string{"x", "y"}, MinLength: new(int64(1)), MaxLength: new(int64(2)), Pattern: "^.$", Format: "f"},
			"c": {Type: "array", MinItems: new(int64(0)), MaxItems: new(int64(3)), Items: &model.Schema{Type: "integer", Nullable: true}},
			"d": {Type: "boolean"},
		},
	}
	got, err := model.ReadSchema(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadSchemaRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, field string }{
		{"nothing", ``, "schema"},
		{"a list", `[]`, "schema"},
		{"a bound that is a text", `{"type":"number","minimum":"0"}`, "schema"},
		{"no type", `{}`, "schema.type"},
		{"another type", `{"type":"date"}`, "schema.type"},
		{"two types", `{"type":["string","number"]}`, "schema.type"},
		{"only null", `{"type":["null"]}`, "schema.type"},
		{"a type that is a number", `{"type":5}`, "schema.type"},
		{"a reference", `{"type":"array","items":{"$ref":"#"}}`, "schema.items"},
		{"a property that is null", `{"type":"object","properties":{"a":null}}`, "schema.a"},
		{"an enum of numbers", `{"type":"object","properties":{"a":{"type":"integer","enum":[1]}}}`, "schema.a.enum"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := model.ReadSchema(tt.text); !fault.Is(err, fault.Invalid) || fault.As(err).Field != tt.field {
				t.Errorf("got %v (%q)", err, fault.As(err).Field)
			}
		})
	}
}

// A schema is read once, and ever new ones do not fill the memory.
func TestSchemas(t *testing.T) {
	var kept model.Schemas[string]
	converted := 0
	convert := func(s *model.Schema) string { converted++; return s.Title }
	of := func(i int) string {
		title, err := kept.Of(fmt.Sprintf(`{"type":"object","title":"%d"}`, i), convert)
		if err != nil {
			t.Fatal(err)
		}
		return title
	}
	for range 3 {
		if got := of(1); got != "1" {
			t.Errorf("got %q", got)
		}
	}
	if converted != 1 {
		t.Errorf("converted %d times", converted)
	}
	for i := range 200 {
		of(i)
	}
	if got := of(1); got != "1" || converted < 201 {
		t.Errorf("got %q after %d conversions", got, converted)
	}
	if _, err := kept.Of("{", convert); !fault.Is(err, fault.Invalid) {
		t.Errorf("got %v", err)
	}
}
