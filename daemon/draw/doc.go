/*
Package draw makes pictures of what navd remembers. It is pure: it turns values into
bytes.

[Map] draws one episode as SVG, a card 1000 px wide that is readable on light and on
dark pages:

	svg := draw.Map(draw.MapData{
		Title: "sofa in house 7",
		Graph: memory.Graph(),
		Path:  poses,
		Marks: []draw.Mark{{Kind: draw.MarkStuck, Pose: here, Seq: 37}},
	})

[Beside] draws two episodes next to each other, for comparison. [Film] draws a search as an
animation. [Search] draws the tree of a tree search. [House] draws what is known of a house:
how long ago each part of it was seen, and where things probably are.

# What is on a map

	soft area      the places of one revisit key, around their anchors; the
	               colour is that of the place type ([Palette])
	line           the path, pale where it is old, with arrows; a stretch that is
	               repeated is drawn as a bow, which is wider each time
	number         where the robot looked around, in this order: blue and round
	               when a way from there led to something new, orange and square
	               when it did not
	light blue     floor that ranges have shown
	hollow arrow   an edge of the floor with unexplored floor behind it, or,
	               without ranges, a view of a scan that no leg followed; a
	               diamond: the direction is unknown
	brown diamond  a thing that was seen, hollow when it is uncertain
	signs          start, end, found, the goal seen (with a line to it), stuck,
	               moving in circles, no plan; the number is the step; a thin
	               line leads to the spot if the sign had to be moved
	grey house     the true house, if a simulator gives it; the robot does not
	               know it

With detail there are also

	dashed line    the same place, entered again a little farther away
	dot, thin line an anchor, a link where the robot drove
	slate blue     where lines of sight ended
	rose           instead of the number of a scan: one petal for each view,
	               longer with more free floor (4 m and more: longest)
	  hollow       no leg went there
	  faint        no leg went there, and nothing new is to be seen there
	  blue         a leg went there and reached a new place or a new view
	  orange rim   a leg went there and reached neither, or ended in a loop
	  dark grey    a leg is on its way there
	ring, percent  how far off a thing may be, and how likely it is there
	small print    ids and visits of places

With [Beside] a map names its places in the legend if rooms are drawn, has numbers even
with detail, and only shows things that are certain.

The legend explains the signs that occur, the scale bar is in metres, and +x of the frame
"odom", the robot's direction at the start, is up.

# Reading the source

[Map], [House] and [Beside] draw their layers from the bottom up, each with a method in a
file of its name: floor, seen, places, bows, rose or numbers, marks, finds. A sheet holds
what they share: its frame converts metres to pixels, its crowd knows which parts are
occupied, so that labels do not overlap, and its legend knows which signs have been drawn.
thin.go limits how much of anything is drawn.

All text from outside goes through the type text, which escapes it, and all numbers
through px, which never writes NaN.
*/
package draw
