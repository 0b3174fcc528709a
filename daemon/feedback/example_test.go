package feedback_test

import (
	"fmt"

	"navd/daemon/feedback"
)

func ExampleParse() {
	for _, text := range []string{
		"feedback : spatial: the study is yellow",
		"실패:(공간: 서재는 노랗다, p: turn left: slowly)",
		"s:(colour: yellow)",
	} {
		f, err := feedback.Parse(text, feedback.General)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(f.Verdict, f.Items)
	}
	// Output:
	//  [{spatial the study is yellow}]
	// Failure [{spatial 서재는 노랗다} {procedural turn left: slowly}]
	// category: not allowed, given "colour", allowed user_preference (u, 선호, 사용자), spatial (s, 공간), procedural (p, 절차) or general (g, 일반)
}
