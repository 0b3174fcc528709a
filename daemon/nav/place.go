package nav

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// maxDescription is how many characters of a place's description are kept.
const maxDescription = 300

// rearmSteps is how long after a failed scene call the next one is due.
const rearmSteps = 5

// Sample is one look at the scene, by the scene model or by the controller.
type Sample struct {
	Step        int      `json:"step"`                  // step it was taken at
	Label       string   `json:"label"`                 // the model's own string for the place type
	Description string   `json:"description,omitempty"` // one or two sentences
	Objects     []string `json:"objects,omitempty"`     // labels of what was seen
}

// Candidate is a place type that was seen and waits for confirmation.
type Candidate struct {
	Type    words.Key `json:"type"`              // type key
	Label   string    `json:"label"`             // the model's own string
	Since   int       `json:"since"`             // step of its first sample
	Last    int       `json:"last"`              // step of its last sample
	Objects []string  `json:"objects,omitempty"` // labels of what was seen there
	Text    string    `json:"text,omitempty"`    // description for the new place
}

// Transition says what a sample did to the place.
type Transition string

// The transitions.
const (
	TransitionNone      Transition = "none"      // same type as here
	TransitionNamed     Transition = "named"     // the start place got its type
	TransitionCandidate Transition = "candidate" // another type: waits for confirmation
	TransitionConfirmed Transition = "confirmed" // a new place was entered
	TransitionLate      Transition = "late"      // older than the last sample: objects only
	TransitionPending   Transition = "pending"   // the scene model reads the picture; an event tells the outcome
)

// Observe takes one sample. A sample without a readable type is invalid and
// changes nothing; so is one of a step that has not been taken.
//
// A sample older than the last one adds its objects to the place the robot was
// in at its step, and nothing else. A sample that says "unknown" adds objects
// and description to the present place; it neither names a place nor starts,
// confirms or drops a candidate.
func (m *Memory) Observe(in Sample) (Transition, []event.Event, Delta, error) {
	in.Label = words.Line(in.Label)
	key := words.LabelKey(in.Label)
	if key == "" {
		return "", nil, Delta{}, fault.Field("scene_type", in.Label, "a place type with at least one letter").
			WithHint("leave scene_type out and send an image, or do not report a scene that failed")
	}
	if in.Step < 0 || in.Step > m.state.Seq {
		return "", nil, Delta{}, NotTaken(in.Step, m.state.Seq)
	}
	m.state.Counts.Samples++
	events := []event.Event{{Type: event.Scene, Seq: m.state.Seq, Place: m.state.Place, Label: in.Label}}
	if in.Step < m.state.LastSample {
		events[0].Place = m.placeAt(in.Step)
		m.gather(events[0].Place, Sample{Step: in.Step, Objects: in.Objects})
		return TransitionLate, events, m.delta(), nil
	}
	m.state.LastSample, m.state.RearmAt, m.state.Asked = in.Step, 0, false
	transition, more := m.sample(in, key)
	events = append(events, more...)
	events = append(events, m.watchABABA()...)
	return transition, events, m.delta(), nil
}

// NotTaken is the fault of a step that was not taken yet, or never can be, in an episode
// whose last step is last.
func NotTaken(step, last int) error {
	f := fault.New(fault.Invalid, "step has not been taken").About("step", step)
	f.Allowed = fmt.Sprintf("0..%d", last)
	return f
}

// sample decides what a current sample means for the place.
func (m *Memory) sample(in Sample, key words.Key) (Transition, []event.Event) {
	s := &m.state
	switch {
	case key.Unknown():
		m.gather(s.Place, in)
		return TransitionNone, nil
	case m.here().Type == Unknown:
		m.name(key, in)
		return TransitionNamed, nil
	case key.Equal(m.here().Type):
		s.Candidate = nil
		m.gather(s.Place, in)
		return TransitionNone, nil
	case s.Candidate == nil || !s.Candidate.Type.Equal(key):
		s.Candidate = &Candidate{Type: key, Label: in.Label, Since: in.Step, Last: in.Step, Objects: in.Objects, Text: in.Description}
		return TransitionCandidate, nil
	}
	c := s.Candidate
	c.Last, c.Label = in.Step, in.Label
	c.Objects = bounded(c.Objects, in.Objects)
	if in.Description != "" {
		c.Text = in.Description
	}
	if in.Step < c.Since+m.cfg.DwellSteps {
		return TransitionCandidate, nil
	}
	return TransitionConfirmed, m.confirm(s.Seq)
}

// name gives the start place, still the only one, its type.
func (m *Memory) name(key words.Key, in Sample) {
	p := m.here()
	p.Type, p.Label = key, in.Label
	m.kinds.name(p.ID, key)
	m.gather(p.ID, in)
	m.touchedPlaces.add(p.ID)
}

// confirm turns the candidate into a new place; last is the last step in the
// old one.
func (m *Memory) confirm(last int) []event.Event {
	c := m.state.Candidate
	m.state.Candidate = nil
	m.here().Last = last
	m.touchedPlaces.add(m.state.Place)
	events := m.enter(c.Type, c.Label, c.Objects)
	m.here().Description = describeIn(c.Text)
	return events
}

// placeAt gives the place the robot was in at a step. Places are entered one
// after another, so it is the last one entered before or at it.
func (m *Memory) placeAt(step int) ref.PlaceID {
	after, _ := slices.BinarySearchFunc(m.places, step+1, func(p Place, step int) int { return cmp.Compare(p.First, step) })
	return ref.PlaceID(max(after, 1))
}

// SceneFailed counts a failed scene call. The next sample is due five steps later
// ("retry"), or when one is asked for.
func (m *Memory) SceneFailed(reason string) (event.Event, Delta) {
	s := &m.state
	s.Counts.SceneFailures++
	s.RearmAt = s.Seq + rearmSteps
	return event.Event{Type: event.SceneFailed, Seq: s.Seq, Place: s.Place, Reason: reason}, m.delta()
}

// AskSample makes a sample due at once, whatever the period says and even
// shortly after a failed call.
func (m *Memory) AskSample() Delta {
	m.state.Asked, m.state.RearmAt = true, 0
	return m.delta()
}

// SceneAsked notes that a picture was handed to a scene model. No sample is due
// until it was read.
func (m *Memory) SceneAsked() Delta {
	m.state.Reading++
	return m.delta()
}

// SceneRead notes that a picture was read; Observe or SceneFailed follows.
func (m *Memory) SceneRead() { m.state.Reading = max(0, m.state.Reading-1) }

// gather adds a sample's objects and description to a place.
func (m *Memory) gather(id ref.PlaceID, in Sample) {
	p := &m.places[id-1]
	before, said := len(p.Objects), p.said()
	p.see(in.Objects, in.Step)
	m.said += p.said() - said
	text := describeIn(in.Description)
	if len(p.Objects) == before && (text == "" || text == p.Description) {
		return
	}
	if text != "" {
		p.Description = text
	}
	m.touchedPlaces.add(id)
}

// Described reports whether anything is known of a place beside that it is there.
func (p Place) Described() bool {
	return !p.Type.Unknown() || p.Description != "" || len(p.Objects)+len(p.Around) > 0
}

// see adds names to what was seen in a place, at a step.
func (p *Place) see(names []string, step int) {
	had, at := p.Objects, p.SeenAt
	p.Objects = bounded(had, names)
	if len(p.Objects) == len(had) {
		return
	}
	p.SeenAt = make([]int, len(p.Objects))
	for i, name := range p.Objects {
		switch j, before := slices.BinarySearch(had, name); {
		case !before:
			p.SeenAt[i] = step
		case j < len(at):
			p.SeenAt[i] = at[j]
		default:
			p.SeenAt[i] = -1
		}
	}
}

// gatherAround adds what the views of a scan showed to the place where the scan was made,
// so that searches find it there; it may stand in another room.
func (m *Memory) gatherAround(s *Site) {
	p := &m.places[s.Place-1]
	before, said := len(p.Around), p.said()
	for _, v := range s.Views {
		news := slices.DeleteFunc(slices.Clone(v.Objects), func(o string) bool { return slices.Contains(p.Objects, o) })
		p.Around = bounded(p.Around, news)
	}
	m.said += p.said() - said
	if len(p.Around) > before {
		m.touchedPlaces.add(s.Place)
	}
}

// Due says that something is wanted from the controller, and why.
type Due struct {
	Due    bool   `json:"due"`              // it is wanted now
	Reason string `json:"reason,omitempty"` // plan: a trigger; sample: start, period, confirm, asked or retry; scan: known, or near: it would show the goal
}

// SceneDue says whether a scene sample is due now, and why: start, period,
// confirm, asked or retry. None is while a picture is being read.
func (m *Memory) SceneDue() Due {
	s := &m.state
	if s.RearmAt > s.Seq || s.Reading > 0 {
		return Due{}
	}
	switch {
	case s.RearmAt > 0:
		return Due{true, "retry"}
	case s.LastSample < 0:
		return Due{true, "start"}
	case s.Candidate != nil && s.Seq >= s.Candidate.Since+m.cfg.DwellSteps:
		return Due{true, "confirm"}
	case s.Asked:
		return Due{true, "asked"}
	case s.Seq >= s.LastSample+m.cfg.SceneEvery:
		return Due{true, "period"}
	}
	return Due{}
}

// PlanDue says whether a plan is due now, and for which trigger.
func (m *Memory) PlanDue() Due {
	return Due{Due: m.state.Due != "", Reason: string(m.state.Due)}
}

// How much a place keeps of the objects seen in it: its record is written again with each
// new one.
const (
	maxObjects = 500 // names
	maxName    = 100 // characters of a name
)

// bounded adds names to a place's set until it is full. Names in the set stay.
func bounded(have, more []string) []string {
	all := sortedSet(have, more)
	if len(all) <= maxObjects {
		return all
	}
	fresh := slices.DeleteFunc(sortedSet(nil, more), func(s string) bool { return slices.Contains(have, s) })
	return sortedSet(have, fresh[:max(0, maxObjects-len(have))])
}

// sortedSet unites two lists of names into a sorted set, never nil. New names become one
// line each.
func sortedSet(a, b []string) []string {
	out := make([]string, 0, len(a)+len(b))
	out = append(out, a...)
	for _, s := range b {
		if s = cutRunes(words.Line(s), maxName); s != "" {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// describeIn keeps two sentences of a description, at most 300 characters.
func describeIn(text string) string { return cutRunes(sentences(text, 2), maxDescription) }

func cutRunes(s string, limit int) string {
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:limit]))
}
