package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/nav"
)

const numberHigh = 19.0 // px, of a ring or a pill with numbers

// A stand is one spot where the robot scanned, once or over and over.
type stand struct {
	home  spot
	sites []nav.Site // oldest first
}

// stops gathers the sites whose rings would cover one another.
func (s *sheet) stops() []stand {
	var out []stand
	for _, site := range s.graph.sites {
		home := s.at(site.Pose)
		i := slices.IndexFunc(out, func(st stand) bool { return st.home.distance(home) < numberHigh })
		if i < 0 {
			i, out = len(out), append(out, stand{home: home})
		}
		out[i].sites = append(out[i].sites, site)
	}
	return out
}

// label is the numbers of the plans made here: "4", "4, 6, 9", "4 … 22, 8×".
func (st stand) label() string {
	if n := len(st.sites); n > 3 {
		return fmt.Sprintf("%d … %d, %d×", st.sites[0].ID, st.sites[n-1].ID, n)
	}
	var ids []string
	for _, site := range st.sites {
		ids = append(ids, strconv.Itoa(int(site.ID)))
	}
	return strings.Join(ids, ", ")
}

// fate is what the ways taken from here brought: good when one of them brought
// something, else poor when one has ended.
func (st stand) fate() petal {
	fate := petalOpen
	for _, site := range st.sites {
		for _, v := range site.Views {
			if p := petalOf(v); v.View == site.Chosen && p >= petalPoor {
				fate = max(fate, p)
			}
		}
	}
	return fate
}

// about tells what was seen and done here, for the pointer.
func (st stand) about() string {
	out := about(st.sites[0])
	for _, site := range st.sites[1:] {
		out += "; " + about(site)
	}
	return clip(out, 1, 400)
}

// numbers draws the scan sites as the numbers of their plans, in the colour of
// what the ways taken from there brought.
func (s *sheet) numbers() {
	for _, st := range pick(s.stops(), mostSites) {
		label, fate := st.label(), st.fate()
		at := s.crowd.settle(st.home, numberWidth(label), numberHigh, math.Max(numberHigh, numberWidth(label)*0.6))
		s.lead(st.home, at)
		s.put(`<g><title>%v</title>`, text(st.about()))
		s.number(at, label, fate)
		s.put(`</g>`)
		s.cores = append(s.cores, at)
		s.legend.see(entryNumber)
		switch fate {
		case petalGood:
			s.legend.see(entryNumberGood)
		case petalPoor:
			s.legend.see(entryNumberPoor)
		}
	}
}

// numberWidth is how wide a ring or a pill with these numbers is, px.
func numberWidth(label string) float64 {
	if len(label) < 3 {
		return numberHigh
	}
	return math.Max(numberHigh, 1.06*width(label, sizeTiny)+12) // it is bold
}

// number draws numbers in a ring or a pill, none as the ring alone; what brought
// nothing has corners.
func (c *canvas) number(at spot, label string, fate petal) {
	fill, rim, w, h := "#fff", inkSoft, numberWidth(label)-1.5, numberHigh-1.5
	round := h / 2
	switch fate {
	case petalGood:
		fill, rim = goodSoft, good
	case petalPoor:
		fill, rim, round = badSoft, bad, 2
	}
	c.put(`<rect x="%v" y="%v" width="%v" height="%v" rx="%v" fill="%s" stroke="%s" stroke-width="1.5"/>`,
		px(at.x-w/2), px(at.y-h/2), px(w), px(h), px(round), fill, rim)
	c.write(label, at.plus(0, 3.5), style{size: sizeTiny, fill: ink, anchor: "middle", bold: true})
}
