/*
Package draw makes pictures of what navd remembers. It is pure: values in,
bytes out.

[Map] draws one episode as SVG, a card 1000 px wide that reads on light and on
dark pages:

	svg := draw.Map(draw.MapData{
		Title: "sofa in house 7",
		Graph: memory.Graph(),
		Path:  poses,
		Marks: []draw.Mark{{Kind: draw.MarkStuck, Pose: here, Seq: 37}},
	})

[Beside] draws two episodes next to each other, to be compared. [Search] draws
the tree of a search. [House] draws what is kept of a house: how long ago each part of it
was seen, and what is believed to stand where.

# What is on a map

	soft area      the places of one revisit key, around their anchors; the
	               colour is that of the place type ([Palette])
	line           the path, pale where it is old, arrows along the way; it
	               bows out each time a stretch is walked again
	number         where the robot looked around, in this order: blue and round
	               when a way taken from there brought something new, orange and
	               square when it did not
	light blue     floor that ranges have shown
	hollow arrow   nobody looked behind that edge of the floor, or without
	               ranges that way from a scan; a diamond: on no side
	brown diamond  a thing that was seen, hollow when it is unsure
	signs          start, end, found, the goal seen with a line to where, stuck,
	               in circles, without a plan; the number is the step; a thin
	               line leads to the spot when signs crowd
	grey house     as it really is, when a simulator tells: the robot is not told

With detail there are also

	dashed line    the same place, entered again a little way off
	dot, thin line an anchor, a walked link
	slate blue     where sights ended
	rose           in place of the number of a scan: one petal for each view,
	               longer with more free floor (4 m and more: longest)
	  hollow       nobody went there
	  faint        nobody did, and nothing new is to be seen there
	  blue         a leg went there and brought a new place or a new view
	  orange rim   a leg went there and brought neither, or ended in a loop
	  dark grey    a leg is on its way there
	ring, percent  how far off a thing may be, and how likely it stands there
	small print    ids and visits of places

Beside another one a map names its places in the legend, has numbers with detail too, and
the things that are sure alone.

The legend names what occurs, the scale bar is in metres, and +x of the frame
"odom", the direction the robot looked at the start, is up.

# Reading the source

[Map], [House] and [Beside] list their layers from the bottom up, each a method in a file
of its name: floor, seen, places, bows, rose or numbers, marks, finds. A sheet holds what
they share. Its frame brings metres to pixels, its crowd knows what already stands where,
so that labels keep out of each other's way, and its legend what has been drawn. thin.go
bounds how much of anything is drawn.

All text from outside goes through the type text, which escapes it, and all
numbers through px, which is never NaN.
*/
package draw
