package draw

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"navd/daemon/words"
)

// A sheet is a map while it is drawn.
type sheet struct {
	canvas
	frame
	data    MapData
	graph   *index
	anchors []dot
	stands  []int  // which dot stands for each
	ties    []link // between those that stand
	cores   []spot // middles of the roses
	crowd   crowd
	legend  legend
	half    bool      // it is one of two, to be read at half the size
	tally   string    // how much is on it, in place of what the graph holds
	now     time.Time // when it is drawn; zero: nobody says how long ago anything was
}

func newSheet(m MapData) *sheet {
	m.Turn = 0
	graph := readied(m)
	return newSheetIn(extentOf(m, graph).fit(headHeight(m)), m, graph)
}

func newSheetIn(f frame, m MapData, graph *index) *sheet {
	s := &sheet{frame: f, data: m, graph: graph}
	s.crowd.area = s.area
	for _, room := range pick(m.Floor, mostLabels) {
		if corners := pick(s.points(room.Corners), mostSides); len(corners) > 2 {
			s.crowd.rooms = append(s.crowd.rooms, corners)
		}
	}
	s.anchors = dotsOf(s.graph, s.frame)
	s.stands = thinned(s.anchors)
	s.ties = linked(s.graph.edges, s.anchors, s.stands)
	return s
}

// Colours of the card and what is written on it.
const (
	paper     = "#ffffff"
	edgeLine  = "#d0d7de"
	ink       = "#1f2328"
	inkSoft   = "#4b555f"
	inkFaint  = "#9aa4af"
	gridLine  = "#f0f2f5"
	floorFill = "#f6f5f1"
	thingFill = "#eceae4"
	wallLine  = "#8f8a7e"
)

// Sizes of text, px.
const (
	sizeTitle = 22.0
	sizeText  = 14.0
	sizeSmall = 13.5
	sizeTiny  = 12.5
)

// headHeight is how much title and subtitle take, px.
func headHeight(m MapData) float64 {
	h := 20.0
	if oneLine(m.Title) != "" {
		h += 36
	}
	if oneLine(m.Subtitle) != "" || m.Graph != nil && h == 20 {
		h += 24
	}
	return h
}

// finish sets the card, the head and the foot around the map.
func (s *sheet) finish() []byte {
	bottom := s.foot(s.area.bottom+14, axesRoom)
	doc := card(bottom, orElse(s.data.Title, "map of an episode"), s.counts())
	s.head(doc)
	doc.Write(s.Bytes())
	return doc.close()
}

// card begins a document of this height.
func card(height float64, title, about string) *canvas {
	doc := &canvas{}
	doc.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %v %v" width="%v" height="%v" role="img" font-family="%s">`,
		px(sheetWidth), px(height), px(sheetWidth), px(height), fonts)
	doc.put(`<title>%v</title>`, text(title))
	doc.put(`<desc>%v</desc>`, text(about))
	doc.put(`<rect x="0.5" y="0.5" width="%v" height="%v" rx="12" fill="%s" stroke="%s"/>`,
		px(sheetWidth-1), px(height-1), paper, edgeLine)
	return doc
}

// close ends a document.
func (c *canvas) close() []byte {
	c.WriteString("</svg>\n")
	return c.Bytes()
}

// head writes title and subtitle, and the counts at the end of the last line.
func (s *sheet) head(doc *canvas) {
	counts := ""
	if s.data.Graph != nil {
		counts = s.counts()
	}
	room := mapWidth - width(counts, sizeSmall) - 24
	subtitle := oneLine(s.data.Subtitle)
	y := headHeight(s.data)
	titleY, titleRoom := y-14, room
	if subtitle != "" {
		titleY, titleRoom = y-34, mapWidth
	}
	doc.heading(s.data.Title, spot{margin, titleY}, sizeTitle, titleRoom)
	doc.write(clip(subtitle, sizeText, room), spot{margin, y - 10}, style{size: sizeText, fill: inkSoft})
	doc.write(counts, spot{margin + mapWidth, y - 10}, style{size: sizeSmall, fill: inkSoft, anchor: "end"})
}

// counts says how much the map holds, drawn or not.
func (s *sheet) counts() string {
	if s.data.Graph == nil {
		return "no graph"
	}
	if s.tally != "" {
		return s.tally
	}
	g := s.data.Graph
	out := words.Count(len(g.Places), "place")
	if s.data.Detail {
		out += " · " + words.Count(len(g.Anchors), "point")
	}
	scans := 0
	for _, site := range g.Sites {
		if !site.NoScan {
			scans++
		}
	}
	out += " · looked around " + words.Count(scans, "time")
	if n := len(s.data.Path); n > 1 {
		out += " · " + words.Count(n-1, "step")
	}
	return out
}

func orElse(s, otherwise string) string { return cmp.Or(oneLine(s), otherwise) }

// axesRoom is how much is kept for the axes right of the legend, px.
const axesRoom = 110.0

// foot draws scale bar, legend and axes below a line at top and gives the
// height of the sheet. Without room for them there are no axes.
func (s *sheet) foot(top, room float64) float64 {
	s.put(`<path d="M%v %vH%v" stroke="%s"/>`, px(margin), px(top), px(margin+mapWidth), edgeLine)
	s.scaleBar(spot{margin, top + 30})
	if room > 0 {
		s.axes(spot{margin + mapWidth - 14, top + 50})
	}
	rows := s.legend.draw(&s.canvas, box{margin + 190, top + 12, margin + mapWidth - room, 0})
	return top + 12 + math.Max(rows, 52) + 16
}

// scaleBar draws a length of round metres.
func (s *sheet) scaleBar(p spot) {
	metres := s.roundLength(150)
	w := metres * s.zoom
	s.put(`<path d="M%v v6h%vv-6" stroke="%s" stroke-width="1.5" fill="none"/>`, p, px(w), ink)
	s.write(metresText(metres), p.plus(w/2, -1), style{size: sizeSmall, fill: ink, anchor: "middle"})
}

func metresText(m float64) string {
	switch {
	case m >= 1000:
		return fmt.Sprintf("%g km", m/1000)
	case m < 1:
		return fmt.Sprintf("%g cm", math.Round(m*100))
	}
	return fmt.Sprintf("%g m", m)
}

// axes shows which way the frame lies.
func (s *sheet) axes(p spot) {
	s.put(`<path d="M%v v-30m-4 7l4 -7l4 7M%v h-30m7 -4l-7 4l7 4" stroke="%s" stroke-width="1.3" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`,
		p, p, inkSoft)
	s.write("x forward", p.plus(-8, -24), style{size: sizeTiny, fill: inkSoft, anchor: "end"})
	s.write("y left", p.plus(-36, 3.5), style{size: sizeTiny, fill: inkSoft, anchor: "end"})
}
