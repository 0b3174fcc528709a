package server_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/server"
)

// TestParams reads all variants of the parameters of every method.
func TestParams(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	for _, m := range server.Methods(&daemon.Daemon{}) {
		for _, text := range variants(t, m) {
			checkParams(t, m, []byte(text))
		}
	}
}

// FuzzParams reads any text as the parameters of any method of the table. It
// begins with a few of what TestParams reads: the fuzzer runs all that it begins
// with before it tries something new.
func FuzzParams(f *testing.F) {
	methods := server.Methods(&daemon.Daemon{})
	for i, m := range methods {
		all := variants(f, m)
		f.Add(uint8(i), []byte(all[0]))
		for n := 1 + i; n < len(all); n += 151 { // of each method others
			f.Add(uint8(i), []byte(all[n]))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) { checkParams(t, methods[int(which)%len(methods)], text) })
}

// checkParams reads a text as parameters. What is accepted means what
// encoding/json reads, comes back as it went when it is written again, and lies
// inside the declared ranges. What is refused says why, about a member that
// there is.
func checkParams(t *testing.T, m server.Handler, text []byte) {
	t.Helper()
	got := reflect.New(m.Params)
	err := ipc.Decode(text, got.Interface())
	if !utf8.Valid(text) { // the server has refused it before
		return
	}
	if err != nil {
		checkRefusal(t, m, text, err)
		return
	}
	for _, bad := range outside(m.Method, got.Elem(), "", false) {
		t.Errorf("accepted, but %s: %s", bad, text)
	}
	checkRoundTrip(t, m, got)
	checkAgainstJSON(t, m, text, got)
}

// sameParams compares parameters; an empty list and none mean the same.
var sameParams = cmp.Options{cmpopts.EquateEmpty(), nullJSON}

// nullJSON takes JSON that is null for none.
var nullJSON = cmp.FilterValues(func(a, b json.RawMessage) bool {
	return len(a) == 0 && string(b) == "null" || string(a) == "null" && len(b) == 0
}, cmp.Ignore())

// checkRoundTrip writes parameters as the client does and reads them again.
func checkRoundTrip(t *testing.T, m server.Handler, got reflect.Value) {
	t.Helper()
	text, err := json.Marshal(got.Interface())
	if err != nil {
		t.Errorf("%s cannot be written: %v", m.Method, err)
		return
	}
	again := reflect.New(m.Params)
	if err := ipc.Decode(text, again.Interface()); err != nil {
		t.Errorf("%s: %v: %s", m.Method, err, text)
		return
	}
	if reflect.DeepEqual(got.Interface(), again.Interface()) { // as most are, at a tenth of what Diff takes
		return
	}
	if diff := cmp.Diff(got.Interface(), again.Interface(), sameParams); diff != "" {
		t.Errorf("%s: -first +again:\n%s", m.Method, diff)
	}
}

// integralFloat is how an integer may be written here and not in encoding/json.
var integralFloat = regexp.MustCompile(`[0-9][.eE]`)

// checkAgainstJSON compares with what encoding/json reads.
func checkAgainstJSON(t *testing.T, m server.Handler, text []byte, got reflect.Value) {
	t.Helper()
	if trimmed := bytes.TrimSpace(text); len(trimmed) == 0 || trimmed[0] != '{' {
		return // null and an empty array are no parameters
	}
	want := reflect.New(m.Params)
	if err := json.Unmarshal(text, want.Interface()); err != nil {
		if !integralFloat.Match(text) {
			t.Errorf("%s: accepted, but %v: %s", m.Method, err, text)
		}
		return
	}
	if reflect.DeepEqual(want.Interface(), got.Interface()) {
		return
	}
	if diff := cmp.Diff(want.Interface(), got.Interface(), nullJSON); diff != "" {
		t.Errorf("%s: encoding/json - Decode +:\n%s", m.Method, diff)
	}
}

// refusals are the rules that encoding/json does not know.
var refusals = []string{
	"missing", "given twice", "unknown parameter", "wrong type", "not allowed", "out of range", "too long", "too short", "half a surrogate pair", "half a surrogate pair in a member name",
}

// checkRefusal holds the error of a method's parameters to the contract, and
// text that encoding/json takes to a rule of ours.
func checkRefusal(t *testing.T, m server.Handler, text []byte, err error) {
	t.Helper()
	e := ipc.ErrorOf(err)
	if e.Code != ipc.CodeParams && e.Code != ipc.Code(fault.Invalid) {
		t.Errorf("%s: code %d, %v: %s", m.Method, e.Code, e, text)
	}
	if e.Data == nil || e.Data.Kind != fault.Invalid || e.Message == "" || e.Data.Incident != "" {
		t.Fatalf("%s: poor error %+v %+v", m.Method, e, e.Data)
	}
	f := fault.As(err)
	if e.Data.Field != "" && f.Message != "unknown parameter" && !declares(t, m, f) {
		t.Errorf("%s has no %q: %v", m.Method, e.Data.Field, e)
	}
	line, bad := json.Marshal(e)
	if bad != nil || !json.Valid(line) || bytes.ContainsRune(line, '\n') || strings.ContainsRune(e.Message, utf8.RuneError) && !bytes.ContainsRune(text, utf8.RuneError) {
		t.Errorf("%s: error %s, %v", m.Method, line, bad)
	}
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	want := reflect.New(m.Params)
	if trimmed := bytes.TrimSpace(text); len(trimmed) == 0 || trimmed[0] != '{' || !json.Valid(text) || strict.Decode(want.Interface()) != nil {
		return
	}
	ours := slices.Contains(refusals, f.Message) || strings.HasPrefix(f.Message, "nested deeper")
	if !ours && checkedBySelf(want.Elem()) == nil {
		t.Errorf("%s: refused by no rule, %v: %s", m.Method, err, text)
	}
}

// index is the place of an element in a path.
var index = regexp.MustCompile(`\[\d+\]`)

// declares reports whether a method has the member that a fault is about. What
// is wrong with any JSON may stand deeper, inside a member that reads itself.
func declares(t *testing.T, m server.Handler, f *fault.Error) bool {
	t.Helper()
	params, err := ipc.Describe(m.Params)
	if err != nil {
		t.Fatal(err)
	}
	path := index.ReplaceAllString(f.Field, "[]")
	anyJSON := f.Message == "given twice" || f.Message == "half a surrogate pair"
	return slices.ContainsFunc(params, func(p ipc.Param) bool {
		rest, below := strings.CutPrefix(path, p.Name)
		return below && (rest == "" || rest == "[]" || anyJSON && strings.ContainsAny(rest[:1], ".["))
	})
}

// checkedBySelf asks a value and all it is made of for their own rules.
func checkedBySelf(v reflect.Value) error {
	if c, ok := v.Interface().(interface{ Check() error }); ok && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		if err := c.Check(); err != nil {
			return err
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return checkedBySelf(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := checkedBySelf(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			if err := checkedBySelf(v.Field(i)); err != nil {
				return err
			}
		}
	}
	return nil
}
