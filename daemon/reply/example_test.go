package reply_test

import (
	"fmt"

	"navd/daemon/reply"
)

func ExampleObject() {
	answer := "The stove is on the left.\n```python\n{'goal_flag': False, 'angle': +30, 'discovered_context': {'goal_scene_type': 'kitchen', 'why': \"it's near\"},}\n```"
	f, err := reply.Object(answer, "goal_flag", "angle", "discovered_context")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(f.Raw()))
	// Output: {"goal_flag":false,"angle":30,"discovered_context":{"goal_scene_type":"kitchen","why":"it's near"}}
}

// The fault says what the retry has to tell the model.
func ExampleNumber() {
	f, err := reply.Object(`{"goal_flag": true, "angle": "15"}`, "goal_flag", "angle")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = reply.Number(f, "angle", -180, 180)
	fmt.Println(err)
	// Output: angle: mistyped, given a string "15", allowed a number from -180 to 180
}

func ExampleObject_conflict() {
	_, err := reply.Object(`First {"angle": 30}, or better {"angle": -60}`, "angle")
	fmt.Println(err)
	// Output: two answers that differ
}

func ExampleObj() {
	f, err := reply.Object(`{"discovered_context": {"goal_scene_type": "거실"}}`, "discovered_context")
	if err != nil {
		fmt.Println(err)
		return
	}
	context, _ := reply.Obj(f, "discovered_context")
	_, err = reply.String(context, "why")
	fmt.Println(err)
	// Output: discovered_context.why: missing, allowed a string
}
