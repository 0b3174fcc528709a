package episodic

import (
	"iter"
	"slices"
	"strings"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Gist is what a record says about one subject, small enough that a plan can read hundreds.
type Gist struct {
	Seq      int       `json:"-"`           // of the record
	Episode  string    `json:"e,omitempty"` // it comes from
	Scene    string    `json:"s,omitempty"`
	Frame    string    `json:"f,omitempty"`
	Room     words.Key `json:"r,omitempty"` // type of the room that it is about
	Polarity int       `json:"p"`           // +1 found or progress, -1 not there, dead end or blocked, 0 nothing new
	Harm     bool      `json:"h,omitempty"` // it went wrong: harm, an override that failed, or more risk after than before
	Trust    float64   `json:"w"`
	Unix     int64     `json:"t"`           // when it was stored
	Walk     []float64 `json:"l,omitempty"` // of a subject [inFrame]: x and y of both ends of the leg, and its length, metres
}

// The subjects that records are found by.
func subjectOf(target words.Key) string           { return "target:" + target.Compact() }
func subjectIn(target words.Key, s string) string { return subjectOf(target) + "@" + s }
func subjectPlace(room words.Key) string          { return "place:" + room.Compact() }

func inFrame(scene, frame string) string { return "frame:" + scene + "/" + frame }

func (h HouseFrame) subject() string { return "house:" + h.Origin + "/" + h.House }

// everything is the subject of all records.
const everything = ""

// Gists gives the subjects by which a record is found, each once, with what it says about
// them: everything, the things in its claims, also in their house, the room that its leg was
// for, the frame of its ways, and, unless it is a leg, the kind and the aspects of its entry.
func (r Record) Gists() iter.Seq2[string, Gist] {
	m := r.Meta
	e := ReadEntry(r.Entry)
	own := map[string]string{} // polarity of the entry's aspects
	for _, p := range e.pairs() {
		own[p.aspect] = p.polarity
	}
	base := Gist{Episode: m.Episode, Scene: m.Scene, Frame: m.Frame, Room: m.Place, Polarity: signOf(own[words.Target(m.Target)]), Harm: e.Failed(), Trust: m.Trust, Unix: m.Time.Unix()}
	return func(yield func(string, Gist) bool) {
		seen, stopped := map[string]bool{}, false
		give := func(subject string, g Gist) {
			if !stopped && !seen[subject] {
				seen[subject] = true
				stopped = !yield(subject, g)
			}
		}
		give(everything, base)
		for _, c := range m.Claims {
			g := base
			g.Polarity = c.Polarity
			switch kind, key := c.About(); kind {
			case "target":
				g.Room, g.Harm = words.Key(c.Object), base.Harm && key == m.Target
				if m.Scene != "" {
					give(subjectIn(key, m.Scene), g)
				}
				if m.House != (HouseFrame{}) {
					give(subjectIn(key, m.House.subject()), g)
				}
				give(subjectOf(key), g)
			case "place":
				g.Room = key
				give(subjectPlace(key), g)
			}
		}
		for _, w := range m.Ways {
			if w.Thing() {
				continue
			}
			g := base
			g.Walk = []float64{w.X, w.Y, w.ToX, w.ToY, w.Metres}
			subject := inFrame(m.Scene, m.Frame)
			if m.House != (HouseFrame{}) {
				subject = m.House.subject()
			}
			give(subject, g)
		}
		if !m.Place.Unknown() {
			give(subjectPlace(m.Place), base)
		}
		if m.Source == sourceLeg {
			return
		}
		give(KindSubject(e.Kind()), base)
		for _, a := range sortedKeys(own) {
			g := base
			g.Polarity = signOf(own[a])
			give(AspectSubject(a), g)
		}
	}
}

// Text is the text of the record, for searching.
func (r Record) Text() string {
	e := ReadEntry(r.Entry)
	return strings.Join(slices.DeleteFunc([]string{
		e.CaseSummary.Symptom, e.CaseSummary.RationaleSummary, e.Correction.CorrectivePrinciple,
	}, func(s string) bool { return s == "" }), ". ")
}

// Walks gives the legs of the gists of a frame.
func Walks(gists []Gist) (out []Walk) {
	for _, g := range gists {
		if w := g.Walk; len(w) == 5 && w[4] > 0 {
			out = append(out, Walk{nav.Pose{X: w[0], Y: w[1]}, nav.Pose{X: w[2], Y: w[3]}, w[4]})
		}
	}
	return out
}

// DeadEnds gives the legs that began near a spot and led nowhere, the newest first.
func (q Query) DeadEnds(gists []Gist, spot nav.Pose) (out []Candidate) {
	for _, g := range q.others(gists) {
		if w := g.Walk; len(w) == 5 && g.Polarity < 0 && w[4] < deadEnd && spot.Distance(nav.Pose{X: w[0], Y: w[1]}) <= joined {
			out = append(out, Candidate{Gist: g, Score: g.Trust})
		}
	}
	return out
}

// Things lists the things that the claims of a record are about.
func (r Record) Things() (out []words.Key) {
	for _, c := range r.Meta.Claims {
		if kind, key := c.About(); kind == "target" && !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// signOf is a polarity as a number.
func signOf(polarity string) int {
	switch polarity {
	case "positive":
		return +1
	case "negative":
		return -1
	}
	return 0
}

// sourceLeg is the source of the records of legs, which navd itself makes.
const sourceLeg = "leg"

// KindSubject is the subject of entries that are alike; see [Entry.Kind].
func KindSubject(kind string) string { return "kind:" + kind }

// AspectSubject is the subject of an aspect that a client wrote.
func AspectSubject(a string) string { return "aspect:" + a }
