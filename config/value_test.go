package config

import (
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestStore: every field type against every type TOML has.
func TestStore(t *testing.T) {
	type table = map[string]any
	type list = []any
	values := []any{"a", true, int64(7), 2.5, list{}, list{"a", "b"}, list{int64(1)}, list{int64(1), "b"}, table{}, []table{{}}, time.Time{}, nil}
	tests := []struct {
		ptr  any
		want []any // stored, or nil where it is refused
	}{
		{new(string), []any{"a", nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil}},
		{new(bool), []any{nil, true, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil}},
		{new(int), []any{nil, nil, 7, nil, nil, nil, nil, nil, nil, nil, nil, nil}},
		{new(float64), []any{nil, nil, 7.0, 2.5, nil, nil, nil, nil, nil, nil, nil, nil}},
		{new([]int), []any{nil, nil, nil, nil, []int{}, nil, []int{1}, nil, nil, nil, nil, nil}},
		{new([]string), []any{nil, nil, nil, nil, []string{}, []string{"a", "b"}, nil, nil, nil, nil, nil, nil}},
	}
	for _, tt := range tests {
		for i, v := range values {
			var got any
			if store(reflect.ValueOf(tt.ptr).Elem(), v) == nil {
				got = reflect.ValueOf(tt.ptr).Elem().Interface()
			}
			if diff := cmp.Diff(tt.want[i], got); diff != "" {
				t.Errorf("%T from %#v (-want +got):\n%s", tt.ptr, v, diff)
			}
		}
	}
}

func TestStoreNamesTheItem(t *testing.T) {
	got := store(reflect.ValueOf(new([]int)).Elem(), []any{int64(1), int64(2), "three"})
	want := &offence{2, "three", "wrong type"}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(offence{})); diff != "" {
		t.Errorf("offence (-want +got):\n%s", diff)
	}
}

func TestStoreKeepsListsApart(t *testing.T) {
	var first, second []string
	in := []any{"a"}
	store(reflect.ValueOf(&first).Elem(), in)
	store(reflect.ValueOf(&second).Elem(), in)
	first[0] = "changed"
	if second[0] != "a" {
		t.Error("two fields share one list")
	}
}

// TestParse: text of the environment for every field type.
func TestParse(t *testing.T) {
	tests := []struct {
		ptr  any
		text string
		want any // nil where it is refused
	}{
		{new(string), "a b ", "a b "},
		{new(string), "", ""},
		{new(bool), "true", true},
		{new(bool), " false ", false},
		{new(bool), "0", false},
		{new(bool), "yes", nil},
		{new(bool), "", nil},
		{new(int), "7", int64(7)},
		{new(int), "+7", int64(7)},
		{new(int), "-7\n", int64(-7)},
		{new(int), "7.0", 7.0},
		{new(int), "0x7", int64(7)},
		{new(int), "0b111", int64(7)},
		{new(int), "07", nil},
		{new(int), "0x1p4", nil},
		{new(int), "7 # seven", nil},
		{new(int), "7\nw = 8", nil},
		{new(int), "[7]", nil},
		{new(int), "", nil},
		{new(int), "1_000", int64(1000)},
		{new(int), "9223372036854775808", float64(1 << 63)},
		{new(float64), "7", int64(7)},
		{new(float64), "0x10", int64(16)},
		{new(float64), ".5", nil},
		{new(float64), "1e-3", 0.001},
		{new(float64), "1e400", math.Inf(1)},
		{new(float64), "0,5", nil},
		{new([]int), "", []any{}},
		{new([]int), "1, 2", []any{int64(1), int64(2)}},
		{new([]int), "1,", nil},
		{new([]string), "  ", []any{}},
		{new([]string), "a , b", []any{"a", "b"}},
		{new([]string), "a,", []any{"a", ""}},
	}
	for _, tt := range tests {
		got, ok := parse(reflect.TypeOf(tt.ptr).Elem(), tt.text)
		if ok != (tt.want != nil) {
			t.Errorf("parse(%T, %q) ok = %v", tt.ptr, tt.text, ok)
			continue
		}
		if ok && !cmp.Equal(tt.want, got) {
			t.Errorf("parse(%T, %q) = %#v, want %#v", tt.ptr, tt.text, got, tt.want)
		}
	}
}

func TestLiteral(t *testing.T) {
	text, yes, whole, number := "a \"b\"", true, 50_000_000, 0.25
	ints, texts := []int{1, 2}, []string{"a", "b\\c"}
	tests := []struct {
		ptr  any
		want string
	}{
		{&text, `"a \"b\""`},
		{&yes, "true"},
		{&whole, "50000000"},
		{&number, "0.25"},
		{&ints, "[1, 2]"},
		{&texts, `["a", "b\\c"]`},
		{new([]string), "[]"},
	}
	for _, tt := range tests {
		if got := literal(reflect.ValueOf(tt.ptr).Elem()); got != tt.want {
			t.Errorf("literal(%T) = %s, want %s", tt.ptr, got, tt.want)
		}
	}
}

// TestAssign copies every key between two configurations and leaves no list
// shared.
func TestAssign(t *testing.T) {
	src := filled()
	var dst Config
	for _, k := range table() {
		assign(k.in(&dst), k.in(&src))
	}
	if diff := cmp.Diff(src, dst); diff != "" {
		t.Errorf("copy (-want +got):\n%s", diff)
	}
	src.ImageRoots[0], src.Socket.AllowUIDs[0] = "changed", 99
	if dst.ImageRoots[0] == "changed" || dst.Socket.AllowUIDs[0] == 99 {
		t.Error("the copy shares a list")
	}
}

// filled is a configuration without a zero value.
func filled() Config {
	c := Default()
	c.DataDir, c.ImageRoots, c.Log.File, c.Log.LogPrompts = "/d", []string{"/i"}, "/l", true
	c.Socket.Path, c.Socket.Group, c.Socket.AllowUIDs = "/s", "robots", []int{1}
	c.Planner.Temperature, c.Models.DailyBudget, c.Models.Tape = 0.1, 5, "/t"
	c.Models.Vertex.Project, c.Models.Vertex.Endpoint = "p", "http://127.0.0.1:1"
	c.Models.GenAI.Project, c.Models.GenAI.BaseURL, c.Models.OpenAI.Model = "p", "http://127.0.0.1:1", "m"
	c.Prompts = Prompts{Planner: "/p", Scene: "/q"}
	c.Episodic.Condition, c.Episodic.Conditions, c.Episodic.Profiles, c.Episodic.Memory.Enabled = "C2", []string{"mine exposed"}, []string{"/r"}, true
	c.Grounding.Temperature, c.Prompts.Final = 0.1, "/p/final.txt"
	c.Knowledge.Temperature, c.Prompts.Agent, c.Lats.DailyCalls = 0.1, "/p/agent.txt", 1
	c.Retention.LogDays, c.Retention.LogMB, c.Log.Days = 1, 1, 1
	return c
}

// TestFilledHasNoZero keeps filled honest when a key is added.
func TestFilledHasNoZero(t *testing.T) {
	c := filled()
	for _, k := range table() {
		if k.in(&c).IsZero() {
			t.Errorf("%s is zero", k.name)
		}
	}
}

func TestToFloatKeepsWholeNumbers(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 1 << 53, math.MinInt64} {
		if got, ok := toFloat(n); !ok || int64(got) != n {
			t.Errorf("toFloat(%d) = %v", n, got)
		}
	}
}
