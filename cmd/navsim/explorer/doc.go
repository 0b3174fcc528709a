// Package explorer is a simple explorer without navd, as a baseline that navd's memory
// has to beat. It keeps the floor that it has seen as cells of 0.1 m and goes to where
// that floor ends.
//
// What an explorer made by [New] knows has no errors:
//
//   - its pose;
//   - how far it saw from each spot where it looked around, in the directions that it
//     was given; the area between two of these counts as seen, see [Explorer.See];
//   - of a cell that it has seen: whether the robot can stand there, and in which type
//     of room it is.
//
// A cell that it has not seen may be floor or wall. Just behind where a line of sight
// ended, it assumes a wall as long as there are other edges to go to. All it knows of
// the goal is how likely it is in each type of room. With few directions, the area
// between two of them can reach behind the corner of a wall: then it knows cells that
// it could not really see.
//
// An explorer made by [Told] knows only what a robot can see and hear: its pose, the
// distances, and what it is told of the rooms. That is what navd is told.
package explorer
