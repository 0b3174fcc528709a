package nav

import "navd/daemon/area"

// What a record takes in RAM with all that is derived from it, in bytes, as TestBytes
// measures it.
const (
	anchorBytes = 240
	placeBytes  = 600
	siteBytes   = 7500
	vistaBytes  = 300
	rayBytes    = 8
	nameBytes   = 24 // of a label, beside its letters
	stepBytes   = 8
)

// Bytes estimates what the memory takes in RAM, in almost no time.
func (m *Memory) Bytes() int {
	total := anchorBytes*len(m.anchors) + placeBytes*len(m.places) + siteBytes*len(m.sites) + m.said
	if len(m.vistas) > 0 { // all have about as many rays as the last
		total += len(m.vistas) * (vistaBytes + rayBytes*raysIn(m.vistas[len(m.vistas)-1].Sweeps))
	}
	for _, a := range []*area.Area{m.seen.area, m.keptNear, m.own.area} {
		if a != nil {
			total += a.Bytes()
		}
	}
	return total
}

// said is what labels and ranges of a site take.
func (s *Site) said() int {
	total := rayBytes * raysIn(s.Sweeps)
	for _, v := range s.Views {
		total += namesIn(v.Objects)
	}
	return total
}

// said is what the labels of a place take.
func (p *Place) said() int {
	return namesIn(p.Objects) + namesIn(p.Around) + stepBytes*len(p.SeenAt)
}

func raysIn(sweeps []Sweep) (n int) {
	for _, w := range sweeps {
		n += len(w.Metres)
	}
	return n
}

func namesIn(labels []string) (total int) {
	for _, l := range labels {
		total += nameBytes + len(l)
	}
	return total
}
