package ipc

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDescribe(t *testing.T) {
	got, err := Describe(reflect.TypeFor[rich]())
	if err != nil {
		t.Fatal(err)
	}
	want := []Param{
		{"episode", "string", true, "1..8 characters"},
		{"seq", "integer", false, "1.."},
		{"small", "integer", false, ""},
		{"count", "integer", false, ""},
		{"yaw", "number", false, "-180..180"},
		{"low", "number", false, "..5"},
		{"flag", "boolean", false, ""},
		{"phase", "string", false, "scan, turn, policy"},
		{"turn", "integer", false, "30, 60, 90"},
		{"maybe", "boolean", false, ""},
		{"many", "array of string", false, "a, b; at most 3 elements"},
		{"views", "array of object", false, "1..12 elements"},
		{"views[].view", "integer", true, "0..11"},
		{"views[].range_m", "number", false, "0.."},
		{"pair", "array of number", false, ""},
		{"scores", "object of number", false, "0..1; at most 2 members"},
		{"nested", "object of array of object", false, ""},
		{"nested.*[].view", "integer", true, "0..11"},
		{"nested.*[].range_m", "number", false, "0.."},
		{"data", "base64 text", false, "at most 4 bytes"},
		{"raw", "JSON", false, ""},
		{"any", "JSON", false, ""},
		{"at", "time (RFC 3339)", false, ""},
		{"colour", "string", false, ""},
		{"union", "JSON", false, ""},
		{"tree", "object", false, ""},
		{"tree.name", "string", true, ""},
		{"tree.children", "array of object", false, ""},
		{"ptrs", "array of integer", false, ""},
		{"deep", "object of array of object", false, ""},
		{"deep.*[].view", "integer", true, "0..11"},
		{"deep.*[].range_m", "number", false, "0.."},
		{"key", "string", false, "at most 4 characters"},
		{"limit", "integer", false, "1..1000"},
		{"inline", "object", false, ""},
		{"inline.a", "integer", true, ""},
		{"Plain", "integer", false, ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := Describe(reflect.TypeFor[struct{ C chan int }]()); err == nil {
		t.Error("a channel is described")
	}
}
