package main

import (
	"navd/cmd/navsim/robot"
	"navd/daemon/episode"
)

// teachReport is the report of all searches.
type teachReport struct {
	origin
	Sets        []string       `json:"sets"`
	Targets     int            `json:"targets"`               // most courses per house and set
	House       bool           `json:"house,omitempty"`       // arms were run with a kept house too
	Repetitions int            `json:"repetitions"`           // searches per course
	Interrupted *progress      `json:"interrupted,omitempty"` // when not all searches were made; absent: they were
	Sections    []teachSection `json:"sections"`
}

// teachSection is one set with one profile of noise.
type teachSection struct {
	Set     string       `json:"set"`
	Profile string       `json:"profile"`
	Courses int          `json:"courses"` // a course is a thing in a house
	Houses  int          `json:"houses"`
	Arms    []teachCurve `json:"arms"` // the others are compared with the first
}

// teachCurve is the results of one arm, search after search.
type teachCurve struct {
	Arm    string       `json:"arm"`
	Points []teachPoint `json:"points"` // of the first search, the second, …
	Later  teachPoint   `json:"later"`  // of all but the first together
	Said   int          `json:"said"`   // all corrections
	Mute   int          `json:"mute"`   // of these, those from which the daemon read no claim
}

// teachPoint is the results of the searches of one repetition.
type teachPoint struct {
	beside
	Plans float64 `json:"plans"`       // per search
	Moved float64 `json:"plans_moved"` // per search: plans that went another way than without claims
	Said  float64 `json:"corrections"` // per course, until the end of the search
}

// three has the three main figures of some searches.
type three struct {
	SR    episode.Interval `json:"sr"`
	SPL   episode.Interval `json:"spl"`
	Steps episode.Interval `json:"steps"`
}

// beside has the figures of an arm, and their differences to the first arm.
type beside struct {
	three
	Than *three `json:"difference,omitempty"` // to the first arm, paired by search; absent for the first arm
}

// report makes the report of all searches.
func (l *lessons) report(searches []trial) teachReport {
	r := teachReport{Repetitions: l.repetitions}
	for _, set := range l.sets {
		for p, profile := range l.profiles {
			in := only(searches, func(s trial) bool { return s.profile == p && inSet(*s.course, set) })
			if len(in) == 0 {
				continue
			}
			section := teachSection{
				Set: set, Profile: profile.Name,
				Courses: distinct(in, func(s trial) *robot.Course { return s.course }),
				Houses:  distinct(in, func(s trial) string { return s.course.Map.House().ID }),
			}
			var first []trial
			for a, arm := range l.arms {
				mine := only(in, func(s trial) bool { return s.arm == a })
				section.Arms = append(section.Arms, l.curve(arm.name, mine, first))
				if a == 0 {
					first = mine
				}
			}
			r.Sections = append(r.Sections, section)
		}
	}
	return r
}

// only returns the searches for which is returns true.
func only[T any](searches []T, is func(T) bool) (out []T) {
	for _, s := range searches {
		if is(s) {
			out = append(out, s)
		}
	}
	return out
}

// curve makes the curve of an arm, with the differences to the searches of the first arm;
// first is nil for the first arm itself.
func (l *lessons) curve(name string, searches, first []trial) teachCurve {
	c := teachCurve{Arm: name}
	point := func(is func(trial) bool) teachPoint { return pointOf(only(searches, is), only(first, is)) }
	for n := range l.repetitions {
		c.Points = append(c.Points, point(func(s trial) bool { return s.repetition == n }))
	}
	c.Later = point(func(s trial) bool { return s.repetition > 0 })
	c.Later.Said = c.Points[len(c.Points)-1].Said
	for _, t := range searches {
		c.Said, c.Mute = c.Said+t.talk.Said, c.Mute+t.talk.Mute
	}
	return c
}

// pointOf summarises searches, with the differences to those of the first arm.
func pointOf(searches, first []trial) teachPoint {
	p := teachPoint{beside: besideFirst(records(searches), records(first))}
	n := float64(max(1, len(searches)))
	var plans, moved, said int
	for _, s := range searches {
		plans, moved, said = plans+s.talk.Plans, moved+s.talk.Moved, said+s.said
	}
	p.Plans, p.Moved, p.Said = float64(plans)/n, float64(moved)/n, float64(said)/n
	return p
}

// besideFirst summarises searches, with the differences to those of the first arm, if
// there are any.
func besideFirst(searches, first []episode.Episode) beside {
	b := beside{three: threeOf(episode.Summarize(searches).Figures)}
	if len(first) > 0 {
		b.Than = new(threeOf(episode.Compare(first, searches).Differences))
	}
	return b
}

// records returns searches as reports count them.
func records[T interface{ counted() episode.Episode }](searches []T) (out []episode.Episode) {
	for _, s := range searches {
		out = append(out, s.counted())
	}
	return out
}

// threeOf picks success rate, SPL and steps; one that no search has stays zero.
func threeOf(values []episode.Value) (t three) {
	for _, v := range values {
		switch v.Figure {
		case "sr":
			t.SR = v.Interval
		case "spl":
			t.SPL = v.Interval
		case "steps":
			t.Steps = v.Interval
		}
	}
	return t
}
