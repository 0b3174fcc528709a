package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Scene is a part of a film. Its lines are shown while the robot stands, and then while it
// drives on.
type Scene struct {
	Until int    // index of its last pose in the path
	Text  string // what happens, one line
	Said  string // what somebody says, one line; empty: nothing
}

// Times of a film, seconds.
const (
	readingTime = 2.5  // a scene's lines before the robot walks
	aMetre      = 0.35 // of its way
	lastTime    = 3.5  // the last scene's lines, after the walk
	captionRoom = 88.0 // px below the map
	sizeCaption = 18.0 // px
	bubbleFill  = "#fff4d6"
	bubbleLine  = "#d9a514"
	walkBlue    = "#0969da"
)

// Film draws a search as an animated SVG that plays by itself in a loop: the robot drives
// along its path through the house; below the map are what happens, what is said and the
// legend. Where animations do not play, it shows the end. It follows the rules of [Map];
// scenes must be in the order of their poses.
func Film(m MapData, scenes []Scene) []byte {
	m.Turn = upright(m)
	m = turned(m, m.Turn)
	graph := readied(m)
	s := newSheetIn(extentOf(m, graph).fit(headHeight(m)), m, graph)
	s.underlay()
	s.targets()
	s.floorLabels()
	s.thingLabels()
	track := s.track()
	if len(scenes) > 0 && len(track) > 1 {
		s.play(track, scenes)
	}
	last := ""
	if len(scenes) > 0 {
		last = scenes[len(scenes)-1].Text
	}
	bottom := s.foot(s.area.bottom+captionRoom, 0)
	doc := card(bottom, orElse(m.Title, "a search"), orElse(last, "a search"))
	doc.heading(m.Title, spot{margin, 42}, sizeTitle, mapWidth)
	doc.write(clip(oneLine(m.Subtitle), sizeText, mapWidth), spot{margin, 66}, style{size: sizeText, fill: inkSoft})
	doc.Write(s.Bytes())
	return doc.close()
}

// play draws what moves.
func (s *sheet) play(track []spot, scenes []Scene) {
	length := make([]float64, len(track)) // px, up to each spot
	for i := 1; i < len(track); i++ {
		length[i] = length[i-1] + track[i].distance(track[i-1])
	}
	total := math.Max(length[len(track)-1], 1)
	var ends []float64 // of the scenes, seconds
	var times, shares []float64
	key := func(t, walked float64) { times, shares = append(times, t), append(shares, walked/total) }
	now, walked := 0.0, 0.0
	key(0, 0)
	for _, scene := range scenes {
		now += readingTime
		key(now, walked)
		to := length[min(max(scene.Until+len(track)-len(s.data.Path), 0), len(track)-1)]
		now += math.Max(0, to-walked) / s.zoom * aMetre
		walked = math.Max(walked, to)
		key(now, walked)
		ends = append(ends, now)
	}
	now += lastTime
	ends[len(ends)-1] = now
	key(now, walked)

	end := track[len(track)-1]
	var way, shifted pen
	moved := slices.Compact(slices.Clone(track)) // where it turns, it stays
	way.lines(moved...)
	shifted.lines(each(moved, func(at spot) spot { return at.plus(-end.x, -end.y) })...)
	clock := fmt.Sprintf(`dur="%ss" repeatCount="indefinite" keyTimes="%s"`, px(now), keyTimes(times, now))
	s.legend.see(entryRobot)
	s.put(`<path d="%s" fill="none" stroke="%s" stroke-width="4" stroke-linejoin="round" stroke-linecap="round" stroke-opacity="0.25"/>`, way.String(), walkBlue)
	s.put(`<path d="%s" fill="none" stroke="%s" stroke-width="4" stroke-linejoin="round" stroke-dasharray="%v"><animate attributeName="stroke-dashoffset" %s values="%s"/></path>`,
		way.String(), walkBlue, px(total), clock, joined(shares, func(share float64) string { return px(total * (1 - share)).String() }))
	s.put(`<g><circle cx="%v" cy="%v" r="9" fill="%s" stroke="#fff" stroke-width="2.5"/><animateMotion path="%s" %s keyPoints="%s" calcMode="linear"/></g>`,
		px(end.x), px(end.y), walkBlue, shifted.String(), clock, joined(shares, fraction))
	for i, scene := range scenes {
		s.caption(scene, i, ends)
	}
}

// robot is the robot at the end of a piece of its way.
func (c *canvas) robot(at spot) {
	c.put(`<path d="M%vh12" stroke="%s" stroke-width="4" stroke-linecap="round"/>`, at.plus(-9, 0), walkBlue)
	c.disc(at.plus(4, 0), 6, walkBlue, paper)
}

// caption writes the lines of a scene, seen from the end of the one before to its own.
func (s *sheet) caption(scene Scene, i int, ends []float64) {
	opacity, whole := 1, ends[len(ends)-1]
	values, times := []string{"1"}, []float64{0}
	if i > 0 {
		values, times = []string{"0", "1"}, []float64{0, ends[i-1]}
	}
	if i < len(ends)-1 { // another one follows
		opacity, values, times = 0, append(values, "0"), append(times, ends[i])
	}
	s.put(`<g opacity="%d"><animate attributeName="opacity" calcMode="discrete" dur="%ss" repeatCount="indefinite" keyTimes="%s" values="%s"/>`,
		opacity, px(whole), keyTimes(times, whole), strings.Join(values, ";"))
	y := s.area.bottom + 30
	if scene.Said != "" {
		said := clip(scene.Said, sizeCaption, mapWidth-40)
		w := width(said, sizeCaption)*1.06 + 28
		s.put(`<path d="M%v %v h%v a10 10 0 0 1 10 10 v12 a10 10 0 0 1 -10 10 h%v l-14 12 v-12 h-4 a10 10 0 0 1 -10 -10 v-12 a10 10 0 0 1 10 -10" fill="%s" stroke="%s"/>`,
			px(margin+10), px(y+4), px(w-20), px(-(w-20)+18), bubbleFill, bubbleLine)
		s.write(said, spot{margin + 14, y + 26}, style{size: sizeCaption, fill: ink})
	}
	s.write(clip(scene.Text, sizeCaption, mapWidth), spot{margin, y - 6}, style{size: sizeCaption, fill: ink, bold: true})
	s.put(`</g>`)
}

// keyTimes writes moments as shares of the whole.
func keyTimes(times []float64, whole float64) string {
	return joined(times, func(t float64) string { return fraction(t / whole) })
}

// fraction writes a number from 0 to 1.
func fraction(v float64) string { return fmt.Sprintf("%.4f", min(max(v, 0), 1)) }

// joined writes a list of values.
func joined(values []float64, write func(float64) string) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = write(v)
	}
	return strings.Join(out, ";")
}
