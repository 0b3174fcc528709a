package area

import (
	"strings"
	"testing"
)

// drawn is a picture of an area and of what is sought there.
//
//	.  floor     #  wall     blank  nobody looked there
//	*  it may stand there, on floor     +  in what is no floor     ?  where nobody looked
//	o  floor from which it was seen     s  floor from which it was looked for in vain
//	@  the robot     E  floor where its way is to end, none: there is no way
type drawn struct {
	*Area
	Sought
	robot Point
	end   *Point // nil: no way is to be found
}

func drawing(picture string) (d drawn) {
	d.Area = New()
	for y, line := range strings.Split(strings.Trim(picture, "\n"), "\n") {
		for x, c := range line {
			s := spot{x, y}
			at := s.middle()
			if strings.ContainsRune(".*os@E", c) {
				d.make(s).known = seen
			}
			if strings.ContainsRune("#+", c) {
				d.make(s).known = wall
			}
			switch c {
			case '*', '+', '?':
				d.Where = append(d.Where, Chance{at, 1})
			case 'o':
				d.From = append(d.From, at)
			case 's':
				d.Stood = append(d.Stood, at)
			case '@':
				d.robot = at
			case 'E':
				d.end = &at
			}
		}
	}
	for i := range d.Where {
		d.Where[i].Share /= float64(len(d.Where))
	}
	return d
}

// A way ends where what is sought can be seen: on its side of a wall.
func TestToward(t *testing.T) {
	for _, tt := range []struct{ name, picture string }{
		{name: "it stands behind a thin wall, and a door is farther", picture: `
###################
#........#........#
#.......@#........#
#........#.**.....#
#........#.**.....#
#........#........#
#........#........#
#........#........#
#.........E.......#
#........#........#
###################`},
		{name: "it is seen through a door", picture: `
###################
#........#........#
#.@......E...**...#
#........#...**...#
#........#........#
###################`},
		{name: "it stands at a wall, and some of where it may stand lies in that or behind it", picture: `
###################
#........#........#
#.......@+*.......#
#.......*+*.......#
#........+*.......#
#.........E.......#
#........#........#
#........#...o....#
#.................#
#........#........#
###################`},
		{name: "it stands in furniture that was seen from no side", picture: `
#####################
#...................#
#@.......E..####....#
#...........#++#....#
#...........####....#
#...................#
#####################`},
		{name: "it stands in furniture that nobody has looked into", picture: `
#####################
#...................#
#@.......E..####....#
#...........# ?#....#
#...........####....#
#...................#
#####################`},
		{name: "it stands in furniture at a wall, and was seen from the other room", picture: `
#############
#...........#
#.....@.....#
#...........#
#####++######
#....##.....#
#...........#
#....o......#
#...........#
#############`},
		{name: "nobody has seen the floor that it stands on", picture: `
#############
#.@.........#
#.....E.....#
#######....##
#..........
#.........
#........ ?
#........#
##########`},
		{name: "there are walls around it", picture: `
####################
#.@........#       #
#..........#   ?   #
#..........#       #
####################`},
		{name: "it was looked for from where it is seen best", picture: `
###################
#@..............E.#
#..............**.#
#...........ss.**.#
#..............**.#
#.................#
###################`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := drawing(tt.picture)
			w, ok := d.Ways(d.robot).Toward(d.Sought, 1.5)
			switch {
			case ok != (d.end != nil):
				t.Errorf("there is a way: %v: %+v", ok, w)
			case ok && w.End != *d.end:
				t.Errorf("it ends in column %d of line %d", spotOf(w.End).x, spotOf(w.End).y)
			}
		})
	}
}
