package ipc_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"navd/daemon/fault"
	"navd/ipc"
)

// View asks for one of the twelve views of a panorama.
type View struct {
	Episode string  `json:"episode" max:"128"`
	View    int     `json:"view" allow:"0..11"`
	Phase   string  `json:"phase,omitempty" allow:"scan|turn|policy"`
	RangeM  float64 `json:"range_m,omitempty" allow:"0.."`
}

// Check has the rule that takes two members.
func (v View) Check() error {
	if v.Phase == "scan" && v.RangeM > 0 {
		return fault.Field("range_m", v.RangeM, "none while scanning")
	}
	return nil
}

func ExampleDecode() {
	for _, params := range []string{
		`{"episode":"ep1","view":3}`,
		`{"episode":"ep1","view":12}`,
		`{"episode":"ep1","veiw":3}`,
		`{"episode":"ep1","view":3,"phase":"scan","range_m":2}`,
	} {
		var v View
		if err := ipc.Decode(json.RawMessage(params), &v); err != nil {
			fmt.Println(strings.TrimSpace(err.Error() + " " + fault.As(err).Hint))
			continue
		}
		fmt.Println("view", v.View)
	}
	// Output:
	// view 3
	// view: out of range, given 12, allowed 0..11
	// veiw: unknown parameter, given 3, allowed episode, view, phase, range_m did you mean "view"?
	// range_m: not allowed, given 2, allowed none while scanning
}

func ExampleDescribe() {
	params, err := ipc.Describe(reflect.TypeFor[View]())
	if err != nil {
		fmt.Println(err)
	}
	for _, p := range params {
		fmt.Println(p.Name, p.Type, p.Required, p.Allowed)
	}
	// Output:
	// episode string true at most 128 characters
	// view integer true 0..11
	// phase string false scan, turn, policy
	// range_m number false 0..
}

func ExampleErrorOf() {
	line, err := json.Marshal(ipc.ErrorOf(&fault.Error{
		Kind: fault.Conflict, Message: "steps follow each other", Field: "seq", Given: "9", ExpectedSeq: 8,
	}))
	fmt.Println(string(line), err)
	// Output:
	// {"code":-32003,"message":"seq: steps follow each other, given 9","data":{"kind":"conflict","field":"seq","given":"9","expected_seq":8}} <nil>
}
