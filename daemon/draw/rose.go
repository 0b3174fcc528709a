package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"navd/daemon/nav"
)

// A petal is how a view of a scan site looks.
type petal int

// The petals, in the order in which they are drawn.
const (
	petalCovered petal = iota // nothing new is to be seen that way
	petalOpen                 // nobody went there
	petalRunning              // a leg went there and has not ended
	petalPoor                 // a leg brought nothing new
	petalGood                 // a leg brought a new place or a new view
	petals
)

// petalLooks holds fill, rim and width of the rim.
var petalLooks = [petals]struct {
	fill, rim string
	width     float64
}{
	{"#ccd3da", "none", 0},
	{"#ffffff", "#6b7682", 1},
	{"#7c8794", "#7c8794", 0.6},
	{badSoft, bad, 1.4},
	{good, good, 0.6},
}

// petalOf says what became of a view.
func petalOf(v nav.SiteView) petal {
	switch {
	case v.Tried && v.Outcome == nil:
		return petalRunning
	case v.Tried && (v.Outcome.NewPlace || v.Outcome.NewView) && !v.Outcome.Loop:
		return petalGood
	case v.Tried:
		return petalPoor
	case v.Covered && v.Told(): // of others nobody said anything
		return petalCovered
	}
	return petalOpen
}

// Length of petals.
const (
	farFree  = 4.0 // metres of free floor that make the longest petal
	guessed  = 2.0 // metres taken for a view that nobody measured
	roseCore = 9.0 // px, the disc with the number
)

func petalLength(v nav.SiteView, r float64) float64 {
	free := v.FreeM
	if !v.Known || math.IsNaN(free) {
		free = guessed
	}
	return roseCore + (r-roseCore)*math.Sqrt(math.Min(math.Max(free, 0), farFree)/farFree)
}

// A map with more sites than this is crowded: only those that find room
// are drawn as roses, the newest first, and the others as rings.
const crowded = 40

// roses draws the scan sites, the newest on top.
func (s *sheet) roses() {
	r := s.roseRadius(pick(s.graph.sites, mostSites))
	chosen := s.graph.sites
	if len(chosen) > crowded {
		chosen = s.roomy(r)
	}
	for _, site := range chosen {
		home := s.at(site.Pose)
		at := s.crowd.settle(home, 1.3*r, 1.3*r, r)
		s.lead(home, at)
		s.rose(site, at, r)
		s.cores = append(s.cores, at)
	}
}

// roomy gives the sites that may be drawn as roses of this radius without
// hiding one another, oldest first, and draws the others as rings.
func (s *sheet) roomy(r float64) []nav.Site {
	var taken crowd
	var out []nav.Site
	var rings pen
	taken.area = s.area
	for _, site := range slices.Backward(s.graph.sites) {
		home := s.at(site.Pose)
		if b := around(home, 2.5*r, 2.5*r); len(out) < mostSites && taken.free(b) {
			taken.claim(b)
			out = append(out, site)
			continue
		}
		if rings.Len() < 16*mostDots {
			rings.dot(home)
		}
	}
	s.stroke(&rings, ink, 6.5)
	s.stroke(&rings, "#fff", 4)
	if rings.Len() > 0 {
		s.legend.see(entryRing)
	}
	slices.Reverse(out)
	return out
}

// beside gives the spot r px from a towards b.
func beside(a, b spot, r float64) spot {
	d := math.Max(a.distance(b), 1)
	return a.plus((b.x-a.x)*r/d, (b.y-a.y)*r/d)
}

// roseRadius is 32 px, less when sites stand closer together than that.
func (s *sheet) roseRadius(sites []nav.Site) float64 {
	if len(sites) < 2 {
		return 32
	}
	sum := 0.0
	for i, a := range sites {
		nearest := 66.0
		for j, b := range sites {
			if d := s.at(a.Pose).distance(s.at(b.Pose)); i != j && d > roseCore {
				nearest = math.Min(nearest, d)
			}
		}
		sum += nearest
	}
	return math.Max(20, 0.48*sum/float64(len(sites)))
}

// lead joins a sign that had to make room to where it belongs.
func (s *sheet) lead(home, at spot) {
	if home.distance(at) < 1 {
		return
	}
	for _, core := range s.cores {
		if core.distance(home) < roseCore {
			s.put(`<path d="M%vL%v" stroke="%s" stroke-width="1"/>`, beside(core, at, roseCore), at, ink)
			return
		}
	}
	s.put(`<path d="M%vL%v" stroke="%s" stroke-width="1"/><circle cx="%v" cy="%v" r="2" fill="%s"/>`,
		home, at, ink, px(home.x), px(home.y), ink)
}

func (s *sheet) rose(site nav.Site, at spot, r float64) {
	var pens [petals]pen
	for _, v := range pick(site.Views, 2*nav.Views) {
		p := petalOf(v)
		pens[p].sector(at, v.Heading, petalLength(v, r), 12)
		s.legend.see(entryCovered + entry(p))
		s.legend.see(entrySite)
	}
	s.put(`<g stroke-linejoin="round"><title>%v</title>`, text(about(site)))
	s.put(`<circle cx="%v" cy="%v" r="%v" fill="#fff" fill-opacity="0.55"/>`, px(at.x), px(at.y), px(r))
	for p := range pens {
		if look := petalLooks[p]; pens[p].Len() > 0 {
			s.put(`<path d="%s" fill="%s" stroke="%s" stroke-width="%v"/>`, pens[p].String(), look.fill, look.rim, px(look.width))
		}
	}
	s.disc(at, roseCore-0.5, "#fff", ink)
	number, size := strconv.Itoa(int(site.ID)), 11.0
	if len(number) > 2 {
		size = 8
	}
	s.write(number, at.plus(0, size*0.36), style{size: size, fill: ink, anchor: "middle", bold: true})
	s.put(`</g>`)
}

// about tells what a site saw and did, for the pointer.
func about(site nav.Site) string {
	out := fmt.Sprintf("scan %d at step %d", site.ID, site.Seq)
	for _, v := range site.Views {
		if !v.Tried || v.Outcome == nil {
			continue
		}
		out += fmt.Sprintf(", view %d: %.1f m", v.View, v.Outcome.Metres)
		if v.Outcome.NewPlace {
			out += ", new place"
		}
		if v.Outcome.NewView {
			out += ", new view"
		}
		if v.Outcome.Loop {
			out += ", loop"
		}
	}
	return clip(out, 1, 200)
}
