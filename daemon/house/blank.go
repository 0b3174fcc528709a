package house

import (
	"math"
	"slices"
	"time"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// blank is a look around from a site. It counts against things that it should have shown and
// did not.
type blank struct {
	site *Site
	x, y float64   // metres
	at   time.Time // when it was

	read        bool        // the fields below are filled in
	see         [24]float64 // how far away a thing would have been seen, by directions of 15 degrees from heading 0 to the left
	least, most float64     // least and largest of these
	shown       []string    // compact keys of the things that it showed
}

// looks returns a blank for each site whose views say what they show.
func (h *House) looks() (all []*blank) {
	for i := range h.Sites {
		if b := h.Sites[i].blank(); b != nil {
			all = append(all, b)
		}
	}
	return all
}

// blank returns the blank of a site; nil when it is not known what its views show.
func (s *Site) blank() *blank {
	if !slices.ContainsFunc(s.Views, nav.SiteView.Told) {
		return nil
	}
	return &blank{site: s, x: s.Pose.X, y: s.Pose.Y, at: s.At}
}

// know fills in what the look saw, at its first call.
func (b *blank) know() {
	if b.read {
		return
	}
	b.read = true
	for k := range b.site.Views {
		v := &b.site.Views[k]
		for _, o := range v.Objects {
			b.shown = append(b.shown, words.ObjectKey(o).Compact())
		}
		if !v.Told() {
			continue
		}
		for i := range b.see {
			if heading := nav.NormDeg((float64(i) + 0.5) * blankStep); apart(v.Heading, heading) <= viewHalf {
				b.see[i] = min(expectM, b.site.sight(heading, v)+behindSee)
			}
		}
	}
	b.least, b.most = slices.Min(b.see[:]), slices.Max(b.see[:])
}

// sight returns how far one sees from a site in a direction, by the nearest ray, or without
// rays by the view.
func (s *Site) sight(heading float64, v *nav.SiteView) float64 {
	for _, w := range s.Sweeps {
		if w.StepDeg == 0 {
			continue
		}
		k := int(math.Round(nav.NormDeg(heading-w.FromDeg) / w.StepDeg))
		if round := int(math.Round(360 / math.Abs(w.StepDeg))); round > 0 {
			k = (k%round + round) % round
		}
		if k < len(w.Metres) && w.Metres[k] > 0 {
			return w.Metres[k]
		}
	}
	return v.SeeM
}

// sees reports whether the look would have shown a thing at a point.
func (b *blank) sees(x, y float64) bool {
	if beyond(x-b.x, y-b.y, expectM) {
		return false
	}
	if b.know(); beyond(x-b.x, y-b.y, b.most) {
		return false
	}
	d := math.Hypot(x-b.x, y-b.y)
	if d <= b.least {
		return true
	}
	heading := math.Atan2(y-b.y, x-b.x) * 180 / math.Pi
	if heading < 0 {
		heading += 360
	}
	return d <= b.see[int(heading/blankStep)%len(b.see)]
}
