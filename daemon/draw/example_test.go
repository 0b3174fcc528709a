package draw_test

import (
	"fmt"
	"strings"

	"navd/daemon/draw"
	"navd/daemon/nav"
)

// A robot walks half a metre ahead; what its memory holds is drawn.
func ExampleMap() {
	memory, _, _ := nav.New("01J8", "sofa", nav.DefaultConfig())
	var path []nav.Pose
	for seq := 1; seq <= 2; seq++ {
		done, _, err := memory.Advance(nav.Step{Seq: seq, Action: nav.Forward})
		if err != nil {
			fmt.Println(err)
			return
		}
		path = append(path, done.Pose)
	}
	svg := string(draw.Map(draw.MapData{Title: "sofa in house 7", Graph: memory.Graph(), Path: path}))
	fmt.Println(strings.HasPrefix(svg, "<svg "), strings.Contains(svg, "1 place · looked around 0 times · 1 step"))
	// Output: true true
}

// The colour of a place type is the same in a map, a plot and a table.
func ExamplePalette() {
	fmt.Println(draw.Palette("kitchen").Line, draw.Palette("corridor").Line, draw.Palette("unknown").Line)
	// Output: #ce6e40 #738292 #808080
}
