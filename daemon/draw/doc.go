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
	dashed line    the same place, entered again a little way off
	dot, thin line an anchor, a walked link
	thick line     the path, pale where it is old, arrows along the way
	rose           a scan site with the number of its plan; one petal for each
	               view, longer with more free floor (4 m and more: longest)
	  hollow       nobody went there
	  faint        nobody did, and nothing new is to be seen there
	  blue         a leg went there and brought a new place or a new view
	  orange rim   a leg went there and brought neither, or ended in a loop
	  dark grey    a leg is on its way there
	light blue     floor that ranges have shown; slate blue: where sights ended
	orange line    an open edge of that floor, with an arrow to where nobody has
	               looked yet; a diamond when that lies on all sides
	signs          start, end, STUCK, ABABA, fallback, goal seen; the number is
	               the step; a thin line leads to the spot when signs crowd
	grey house     as it really is, when a simulator tells: the robot is not told

Beside another one, a map has numbers for roses, blue and round or orange and square by what
the way taken brought, and a path that bows out each time a stretch is walked again.

The legend names what occurs, the scale bar is in metres, and +x of the frame
"odom", the direction the robot looked at the start, is up.

# Reading the source

[Map] lists the layers from the bottom up, each a method in a file of its name:
floor, seen, places, trail, rose, marks; [Beside] does so for each of its halves, with
bows for the trail and numbers for the roses. A sheet holds what they share. Its frame
brings metres to pixels, its crowd knows what already stands where, so that
labels keep out of each other's way, and its legend what has been drawn. thin.go
bounds how much of anything is drawn.

All text from outside goes through the type text, which escapes it, and all
numbers through px, which is never NaN.
*/
package draw
