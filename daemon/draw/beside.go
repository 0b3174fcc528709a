package draw

// Sizes of two maps beside each other, px.
const (
	gutter    = 28.0 // between the maps
	halfWidth = (mapWidth - gutter) / 2
	halfRim   = 12.0 // kept free around a house
	bareRim   = 42.0 // kept free where the places reach farthest
	halfHead  = 84.0 // what the margin, title and subtitle take
	sizeHead  = 17.0 // of a title
	sizeHalf  = 14.5 // of a subtitle
)

// Beside draws two episodes next to each other as one SVG document, each under its title
// and subtitle. It is like [Map], except that both maps have the same scale, bounds and
// legend, that a house is turned until its longest wall is upright or level, and each map by
// its Turn, and that it has fewer labels, because it is read at half the size.
func Beside(a, b MapData) []byte {
	turn := upright(a, b)
	a.Turn, b.Turn = a.Turn+turn, b.Turn+turn
	a, b = turned(a, a.Turn), turned(b, b.Turn)
	graphA, graphB := readied(a), readied(b)
	bounds := extentOf(a, graphA)
	bounds.join(extentOf(b, graphB))
	free := halfRim
	if len(a.Floor) == 0 || len(b.Floor) == 0 {
		free = bareRim
	}
	left := newSheetIn(bounds.within(spot{margin, halfHead}, halfWidth, free), a, graphA)
	right := newSheetIn(bounds.within(spot{margin + halfWidth + gutter, halfHead}, halfWidth, free), b, graphB)
	left.besides()
	right.besides()
	left.legend.join(right.legend)
	left.Write(right.Bytes())
	bottom := left.foot(left.area.bottom+10, 0)
	doc := card(bottom, left.headline()+" | "+right.headline(), left.counts()+" | "+right.counts())
	left.halfTitle(doc)
	right.halfTitle(doc)
	doc.put(`<path d="M%v 28V%v" stroke="%s"/>`, px(sheetWidth/2), px(left.area.bottom), edgeLine)
	doc.Write(left.Bytes())
	return doc.close()
}

// besides draws one of two maps.
func (s *sheet) besides() {
	s.half = true
	s.below()
	s.numbers()
	s.signs()
	s.namePlaces()
	s.floorLabels()
	s.thingLabels()
	s.findNames()
}

// namePlaces labels the places; if the rooms of the house are drawn, it puts the places in
// the legend instead.
func (s *sheet) namePlaces() {
	if len(s.data.Floor) == 0 {
		s.placeLabels()
		return
	}
	for _, g := range s.graph.groups {
		s.legend.seeType(g)
	}
}

// headline is the title of one of two maps.
func (s *sheet) headline() string { return orElse(s.data.Title, "an episode") }

// halfTitle writes title and subtitle above one of two maps.
func (s *sheet) halfTitle(doc *canvas) {
	room := halfWidth - 8
	doc.heading(s.headline(), spot{s.area.left + 4, 46}, sizeHead, room)
	doc.write(clip(oneLine(s.data.Subtitle), sizeHalf, room), spot{s.area.left + 4, 68}, style{size: sizeHalf, fill: inkSoft})
}

// join adds what another legend has seen.
func (l *legend) join(o legend) {
	for e, seen := range o.seen {
		l.seen[e] = l.seen[e] || seen
	}
	for _, g := range o.kinds {
		l.seeType(g)
	}
}
