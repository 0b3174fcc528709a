package draw

import (
	"slices"

	"navd/daemon/nav"
)

// An entry is a line of the legend; it is shown when its sign is on the map.
type entry int

// The entries in their order. The petals keep the order of [petal].
const (
	entryStart entry = iota
	entryEnd
	entryFound
	entryGoal
	entryTarget
	entryTruth
	entryPath
	entryAnchor
	entryTie
	entrySeen
	entryWall
	entryEdge
	entryNumber
	entryNumberGood
	entryNumberPoor
	entrySite
	entryCovered
	entryOpen
	entryRunning
	entryPoor
	entryGood
	entryRing
	entryStuck
	entryABABA
	entryFallback
	entryOther
	entrySought
	entryToday
	entryWeek
	entryMonth
	entryLonger
	entryScan
	entryFind
	entryUnsure
	entryDock
	entryRobot
	entries
)

var entryNames = [entries]string{
	"start", "end", "found what was sought (at step)", "saw it, that way", "where it really is (the robot is not told)", "grey: the house as it really is (the robot is not told)",
	"walked, pale to dark, bows where walked again", "remembered points", "same place again", "seen floor", "where sights ended", "nobody looked behind",
	"looked around, in this order", "the way from there showed something new", "it showed nothing new",
	"looked around: 12 views, long = free floor", "nothing new that way", "not tried", "way taken, under way",
	"way taken: nothing new", "way taken: something new", "looked around",
	"stuck", "went back and forth", "no planner answered", "mark", "what is sought",
	"walked today", "in the last week", "in the last month", "longer ago", "scan, the darker the later", "thing that was seen", "unsure: it may have moved, or stands near by",
	"start with a name", "the robot and its way",
}

// A legend knows which signs are on the map.
type legend struct {
	seen  [entries]bool
	kinds []group // types whose label found no room
}

// see notes that a sign is on the map.
func (l *legend) see(e entry) { l.seen[e] = true }

// mostKinds is how many place types the legend names.
const mostKinds = 12

// seeType adds the colour of a place whose label found no room.
func (l *legend) seeType(g group) {
	if len(l.kinds) < mostKinds && !slices.ContainsFunc(l.kinds, func(k group) bool { return k.kind.Equal(g.kind) }) {
		l.kinds = append(l.kinds, g)
	}
}

const legendRow = 23.0 // px from row to row

// draw sets the entries in rows and gives the height they take, px.
func (l *legend) draw(c *canvas, within box) float64 {
	p := spot{within.left, within.top + 12}
	item := func(name string, icon func(at spot)) {
		w := 1.06*width(name, sizeSmall) + 44
		if p.x > within.left && p.x+w > within.right {
			p = spot{within.left, p.y + legendRow}
		}
		icon(p.plus(9, 0))
		c.write(name, p.plus(24, 4), style{size: sizeSmall, fill: inkSoft})
		p.x += w
	}
	for e := range entries {
		if l.seen[e] {
			item(entryNames[e], func(at spot) { e.icon(c, at) })
		}
	}
	for _, g := range l.kinds {
		item(clip(g.name(), sizeSmall, 140), func(at spot) { c.disc(at, 6.5, g.tint.Soft, g.tint.Line) })
	}
	return p.y + 12 - within.top
}

// icon draws the sign of an entry.
func (e entry) icon(c *canvas, at spot) {
	for _, m := range markEntries {
		if m.entry == e {
			c.glyph(m.kind, at, 0)
			return
		}
	}
	switch e {
	case entryTarget:
		c.bullseye(at)
	case entryTruth:
		c.put(`<rect x="%v" y="%v" width="17" height="11" fill="%s" stroke="%s" stroke-width="2.4"/>`, px(at.x-8.5), px(at.y-5.5), thingFill, wallLine)
	case entryAnchor:
		c.put(`<path d="M%vh16" stroke="%s"/>`, at.plus(-8, 0), inkFaint)
		c.disc(at.plus(-6, 0), 2.8, slate.Line, "#fff")
		c.disc(at.plus(6, 0), 2.8, slate.Line, "#fff")
	case entryPath:
		for i := range 3 {
			r := run{a: at.plus(-10, 0), b: at.plus(10, 0), again: i}
			if i == 1 {
				r.a, r.b = r.b, r.a
			}
			c.put(`<path d="%s" fill="none" stroke="%s" stroke-width="%v"/>`, r.path(), fade(float64(i)/2), px(bowWidth))
		}
	case entryNumber:
		c.number(at, "1", petalOpen)
	case entryNumberGood:
		c.number(at, "", petalGood)
	case entryNumberPoor:
		c.number(at, "", petalPoor)
	case entrySite:
		c.smallRose(at)
	case entryRing:
		c.disc(at, 3, "#fff", ink)
	case entryTie:
		c.put(`<path d="M%vh18" stroke="%s" stroke-width="1.6" stroke-dasharray="4 3"/>`, at.plus(-9, 0), slate.Line)
	case entrySeen:
		c.patch(at, seenFill, 0.6)
	case entryWall:
		c.patch(at, seenLine, 0.55)
	case entryEdge:
		c.openArrow(at.plus(0, 3), 0, 0.8)
	case entrySought:
		c.put(`<rect x="%v" y="%v" width="16" height="11" rx="2" fill="%s" stroke="%s"/>`, px(at.x-8), px(at.y-5.5), soughtFill, soughtLine)
	case entryToday, entryWeek, entryMonth, entryLonger:
		c.put(`<path d="M%vh18" stroke="%s" stroke-width="%v" stroke-linecap="round"/>`, at.plus(-9, 0), agesOf[e-entryToday].colour, px(bowWidth))
	case entryScan:
		c.put(`<circle cx="%v" cy="%v" r="5.5" fill="#fff" stroke="%s" stroke-width="2.2"/>`, px(at.x), px(at.y), agesOf[0].colour)
	case entryFind, entryUnsure:
		c.findSign(at, e == entryFind)
	case entryRobot:
		c.robot(at)
	case entryDock:
		c.put(`<path d="%s" fill="%s" stroke="#fff"/>`, arrowhead(at, 0, 9), ink)
	default:
		var p pen
		p.sector(at.plus(0, 8), 0, 17, 20)
		look := petalLooks[e-entryCovered]
		c.put(`<path d="%s" fill="%s" stroke="%s" stroke-width="%v" stroke-linejoin="round"/>`, p.String(), look.fill, look.rim, px(look.width))
	}
}

// patch is a piece of the seen area.
func (c *canvas) patch(at spot, fill string, opacity float64) {
	c.put(`<rect x="%v" y="%v" width="18" height="12" fill="%s" fill-opacity="%g"/>`, px(at.x-9), px(at.y-6), fill, opacity)
}

// smallRose is the sign of a scan site with its views.
func (c *canvas) smallRose(at spot) {
	var p pen
	for i := range nav.Views {
		p.sector(at, 30*float64(i), 4.5+2*float64(i*5%4), 11)
	}
	c.put(`<path d="%s" fill="#fff" stroke="%s" stroke-width="0.7"/>`, p.String(), inkSoft)
	c.disc(at, 2.6, "#fff", ink)
}
