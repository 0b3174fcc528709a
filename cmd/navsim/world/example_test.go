package world_test

import (
	"fmt"

	"navd/cmd/navsim/world"
)

// A robot walks from its start pose to the bed, by the shortest path.
func Example() {
	houses, err := world.LoadFile("testdata/four_rooms.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := world.NewMap(houses[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	bed, err := m.Goal("Bed", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	start := world.Point{X: 2.5, Z: 1}
	path, metres, _ := bed.Route(start)
	for _, corner := range path[1:] {
		room, _ := m.RoomAt(corner)
		fmt.Println(world.Label(room.Type))
	}
	fmt.Printf("%.1f m, reached: %v\n", metres, bed.Reached(path[len(path)-1]))
	// Output:
	// living room
	// hallway
	// bedroom
	// bedroom
	// 6.5 m, reached: true
}

// Turning left lowers the yaw; a blocked forward changes nothing.
func ExampleMap_Forward() {
	houses, err := world.LoadFile("testdata/four_rooms.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := world.NewMap(houses[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	p := world.Pose{X: 2.5, Z: 0.5}
	p, collided := m.Forward(p, 0.25)
	fmt.Println(p, collided)
	p, collided = m.Forward(p.Turned(180), 2)
	fmt.Println(p, collided)
	// Output:
	// {2.5 0.75 0} false
	// {2.5 0.75 180} true
}
