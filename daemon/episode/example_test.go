package episode_test

import (
	"fmt"

	"navd/daemon/episode"
)

// A robot walked 8 m where 6 m would have done, and found its goal.
func ExampleSPL() {
	fmt.Println(episode.SPL(true, 6, 8))
	// Output: 0.75
}

// A robot got from 6 m to 3 m before the goal, and walked 8 m for it.
func ExampleSoftSPL() {
	fmt.Println(episode.SoftSPL(3, 6, 8))
	// Output: 0.375
}
