// Package explorer is a plain explorer without navd: the peer that a memory has
// to beat. It keeps the floor that it has seen as cells of 0.1 m and goes where
// that floor ends.
//
// What it knows, it knows without error, if it is made by [New]:
//
//   - its pose;
//   - how far it saw from each spot where it looked around, in as many directions
//     as it was given; the area between two of these is seen, see [Explorer.See];
//   - of a cell that it has seen: whether the robot can stand there, as the house
//     says, and in which type of room it lies.
//
// A cell that it has not seen is unknown: it may be floor or wall. Where a sight
// ended it takes the cells behind for a wall until it has no other edge left. Of
// the goal it knows nothing but how likely it is in a room of a type. With few
// directions the area between two of them can reach behind the corner of a wall;
// it then knows cells that nobody saw, as the price of so few.
//
// One that is made by [Told] knows of the house no more than a robot can see and hear: its
// pose, the distances, and what it is told of the rooms. It is the fair peer.
package explorer
