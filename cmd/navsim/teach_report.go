package main

import (
	"encoding/json"
	"io"
	"slices"

	"navd/cmd/navsim/robot"
	"navd/daemon/episode"
)

// teachReport is what corrections brought.
type teachReport struct {
	Repetitions int            `json:"repetitions"` // searches a course
	Sections    []teachSection `json:"sections"`
}

// teachSection is one set with one profile of noise.
type teachSection struct {
	Set     string       `json:"set"`
	Profile string       `json:"profile"`
	Courses int          `json:"courses"` // things that were looked for, house by house
	Houses  int          `json:"houses"`
	Arms    []teachCurve `json:"arms"` // the first is the one that the others are compared with
}

// teachCurve is how it went with one arm, search after search.
type teachCurve struct {
	Arm    string       `json:"arm"`
	Points []teachPoint `json:"points"` // of the first search, the second, …
	Later  teachPoint   `json:"later"`  // of all but the first together
	Said   int          `json:"said"`   // all corrections
	Mute   int          `json:"mute"`   // of these, those that the daemon read no claim from
}

// teachPoint is what the searches of one repetition came to.
type teachPoint struct {
	SR    episode.Interval `json:"sr"`
	SPL   episode.Interval `json:"spl"`
	Steps episode.Interval `json:"steps"`
	Than  *teachDifference `json:"difference,omitempty"` // to the first arm; absent of itself
	Plans float64          `json:"plans"`                // a search
	Moved float64          `json:"plans_moved"`          // a search: plans that went another way than without claims
	Said  float64          `json:"corrections"`          // a course, until the end of the search
}

// teachDifference is what changes from the first arm, paired by search.
type teachDifference struct {
	SR    episode.Interval `json:"sr"`
	SPL   episode.Interval `json:"spl"`
	Steps episode.Interval `json:"steps"`
}

// report makes the report of all searches.
func (l *lessons) report(searches []trial) teachReport {
	r := teachReport{Repetitions: l.repetitions}
	for _, set := range l.sets {
		for p, profile := range l.profiles {
			in := slices.DeleteFunc(slices.Clone(searches), func(s trial) bool { return s.profile != p || !inSet(*s.course, set) })
			if len(in) == 0 {
				continue
			}
			section := teachSection{Set: set, Profile: profile.Name}
			section.Courses, section.Houses = coursesOf(in)
			first := of(in, 0)
			for a, arm := range l.arms {
				section.Arms = append(section.Arms, l.curve(arm.name, of(in, a), first))
			}
			r.Sections = append(r.Sections, section)
		}
	}
	return r
}

// of gives the searches of one arm.
func of(searches []trial, arm int) (out []trial) {
	for _, s := range searches {
		if s.arm == arm {
			out = append(out, s)
		}
	}
	return out
}

// coursesOf counts courses and houses.
func coursesOf(searches []trial) (courses, houses int) {
	seen, in := map[*robot.Course]bool{}, map[string]bool{}
	for _, s := range searches {
		seen[s.course], in[s.course.Map.House().ID] = true, true
	}
	return len(seen), len(in)
}

// curve makes the curve of an arm beside that of the first arm.
func (l *lessons) curve(name string, searches, first []trial) teachCurve {
	c := teachCurve{Arm: name}
	own := len(first) > 0 && len(searches) > 0 && first[0].arm == searches[0].arm
	point := func(in func(repetition int) bool) teachPoint {
		p := pointOf(within(searches, in))
		if !own {
			p.Than = differenceOf(within(first, in), within(searches, in))
		}
		return p
	}
	for n := range l.repetitions {
		c.Points = append(c.Points, point(func(repetition int) bool { return repetition == n }))
	}
	c.Later = point(func(repetition int) bool { return repetition > 0 })
	c.Later.Said = c.Points[len(c.Points)-1].Said
	for _, t := range searches {
		c.Said, c.Mute = c.Said+t.talk.Said, c.Mute+t.talk.Mute
	}
	return c
}

// within gives the searches of some repetitions.
func within(searches []trial, in func(repetition int) bool) (out []trial) {
	for _, s := range searches {
		if in(s.repetition) {
			out = append(out, s)
		}
	}
	return out
}

// pointOf sums searches up.
func pointOf(searches []trial) teachPoint {
	p := teachPoint{}
	p.SR, p.SPL, p.Steps = three(episode.Summarize(records(searches)).Figures)
	n := float64(max(1, len(searches)))
	var plans, moved, said int
	for _, s := range searches {
		plans, moved, said = plans+s.talk.Plans, moved+s.talk.Moved, said+s.said
	}
	p.Plans, p.Moved, p.Said = float64(plans)/n, float64(moved)/n, float64(said)/n
	return p
}

func differenceOf(first, searches []trial) *teachDifference {
	d := &teachDifference{}
	d.SR, d.SPL, d.Steps = three(episode.Compare(records(first), records(searches)).Differences)
	return d
}

func records(searches []trial) (out []episode.Episode) {
	for _, s := range searches {
		out = append(out, s.record)
	}
	return out
}

// three picks success rate, SPL and steps; one that no search has is zero.
func three(values []episode.Value) (sr, spl, steps episode.Interval) {
	for _, v := range values {
		switch v.Figure {
		case "sr":
			sr = v.Interval
		case "spl":
			spl = v.Interval
		case "steps":
			steps = v.Interval
		}
	}
	return sr, spl, steps
}

// encode writes the report as JSON.
func (r teachReport) encode(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(r)
}
