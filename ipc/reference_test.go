package ipc_test

import (
	"fmt"

	"navd/ipc"
)

func ExampleExample() {
	fmt.Println(ipc.Example("nav.step"))
	fmt.Printf("%q\n", ipc.Example("nav.jump"))
	// Output:
	// {"episode": "EPISODE", "seq": 1, "action": "move_forward"}
	// ""
}
