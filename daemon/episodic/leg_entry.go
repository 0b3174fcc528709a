package episodic

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Record makes the record of a leg; seq is its number in the space. The entry has only what
// the robot saw and did.
func (l Leg) Record(p *Profile, space string, seq int, id string, m Meta) (Record, error) {
	m.Place, m.Anchor, m.Target = l.Room, int(l.Anchor), l.Goal
	m.Claims = l.claims()
	if house := m.House != (HouseFrame{}); house || m.Frame != "" && m.Scene != "" {
		m.Ways = l.ways(house)
	}
	r := Record{Space: space, Profile: p.Name, Seq: seq, ID: id, Meta: m}
	raw, err := json.Marshal(l.entry(p, r.ID, m))
	r.Entry, r.Meta.Hash = raw, Hash(raw)
	return r, err
}

// EntryID is the id of an entry that has none of its own.
func EntryID(seq int) string { return fmt.Sprintf("epi_%06d", seq) }

func (l Leg) entry(p *Profile, id string, m Meta) Entry {
	polarity := l.Polarity()
	e := Entry{
		SchemaVersion: "1.1", EpisodeID: id, EpisodeType: "neutral", ErrorCategory: l.After,
		CaseSummary: CaseSummary{TargetAspectType: words.Target(l.Goal), Symptom: l.symptom(), RationaleSummary: firstRunes(l.Why, 500)},
		Correction:  Correction{CorrectivePrinciple: l.principle(), ApplicableConditions: conditionsOf(m)},
		Evaluation: Evaluation{
			RiskBefore: p.Writer.tags(l.Before), RiskAfter: p.Writer.tags(l.After),
			OverrideApplied: l.Override, OverrideSuccess: l.Helped, OverrideHarm: l.Harmed, FacetDissent: []string{},
		},
		Provenance: Provenance{CreatedFromSplit: p.Writer.Split, Timestamp: m.Time.UTC().Format(time.RFC3339), Version: "1.1"},
	}
	stage1, final := p.Writer.newStage(), p.Writer.newStage()
	for _, aspect := range l.subjects() {
		stage1.put(aspect, polarityName(+1))
		final.put(aspect, polarityName(polarity))
	}
	for _, s := range l.Shown {
		final.put(words.Target(s.Object), polarityName(+1))
	}
	e.StageSnapshot = StageSnapshot{stage1, final}
	e.InputSignature = Signature{
		Language: p.Language, DetectedStructure: []string{l.structure()}, NumAspects: len(final.AspectsNorm), LengthBucket: p.Signature(l.Why, "", 0).LengthBucket,
	}
	if len(e.ErrorCategory) == 0 {
		e.ErrorCategory = []string{p.Writer.Error}
	} else {
		e.RiskType = &l.After[0]
	}
	switch {
	case polarity < 0 || e.Evaluation.RiskAfter.SeveritySum > e.Evaluation.RiskBefore.SeveritySum:
		e.EpisodeType = "harm"
	case l.Found || l.Outcome.NewPlace || l.Outcome.NewView:
		e.EpisodeType = "success"
	}
	action := l.action()
	e.ActionTaken, e.OutcomeDelta = &action, &OutcomeDelta{ConflictResolved: &l.Found}
	return e
}

// subjects are what the leg was about: the goal, the room that it went for, and its
// direction.
func (l Leg) subjects() (out []string) {
	if !l.Goal.Unknown() {
		out = append(out, words.Target(l.Goal))
	}
	if !l.Room.Unknown() {
		out = append(out, words.Place(l.Room))
	}
	return append(out, l.direction())
}

func polarityName(p int) string {
	switch {
	case p > 0:
		return "positive"
	case p < 0:
		return "negative"
	}
	return "neutral"
}

func (l Leg) structure() string {
	has := func(names ...string) bool {
		return slices.ContainsFunc(l.Before, func(r string) bool { return slices.Contains(names, r) })
	}
	switch {
	case l.Plan == 1:
		return "first_plan"
	case has("STUCK", "ABABA"):
		return "stuck"
	case has("COLLISION", "NO_PROGRESS"):
		return "blocked"
	case has("REVISIT"):
		return "revisit"
	}
	return "frontier"
}

func (l Leg) symptom() string {
	s := fmt.Sprintf("looking for the %s from the %s", l.Goal.OrUnknown(), l.Place.OrUnknown())
	if len(l.Before) > 0 {
		s += ", " + strings.Join(l.Before, ", ")
	}
	return s
}

// action says where the leg went.
func (l Leg) action() string {
	return fmt.Sprintf("went %.1f m for the %s", l.Outcome.Metres, l.Room.OrUnknown())
}

// principle is the lesson in whole sentences, at most 400 characters: first whether the goal
// was seen, then what else was seen, room by room.
func (l Leg) principle() string {
	var all []string
	switch {
	case l.Found:
		at := slices.IndexFunc(l.Shown, func(s nav.Shown) bool { return s.Object.Equal(l.Goal) && !s.Room.Unknown() })
		if at < 0 {
			all = append(all, fmt.Sprintf("The %s was seen.", l.Goal))
		} else {
			all = append(all, fmt.Sprintf("The %s was seen in the %s.", l.Goal, l.Shown[at].Room))
		}
	case l.Looked && !l.End.Unknown():
		all = append(all, fmt.Sprintf("The %s was not seen in the %s.", l.Goal, l.End))
	}
	if l.Polarity() < 0 {
		all = append(all, fmt.Sprintf("The way for the %s was a dead end.", l.Room.OrUnknown()))
	}
	var rooms []words.Key
	for _, s := range l.Shown {
		if !slices.Contains(rooms, s.Room) {
			rooms = append(rooms, s.Room)
		}
	}
	for _, room := range rooms {
		var things []string
		for _, s := range l.Shown {
			if s.Room == room {
				things = append(things, string(s.Object))
			}
		}
		all = append(all, fmt.Sprintf("Seen in the %s: %s.", room.OrUnknown(), strings.Join(things, ", ")))
	}
	text := ""
	for _, s := range all {
		if len([]rune(text))+len([]rune(s))+1 > 400 {
			break
		}
		text = strings.TrimSpace(text + " " + s)
	}
	return text
}

func conditionsOf(m Meta) []string {
	out := []string{}
	if m.Scene != "" {
		out = append(out, "scene "+m.Scene)
	}
	if m.Frame != "" {
		out = append(out, "frame "+m.Frame)
	}
	return out
}

// tags adds up named risks.
func (w Writer) tags(names []string) Risk {
	r := Risk{Tags: append([]string{}, names...)}
	for _, n := range names {
		r.SeveritySum += w.severity(n)
	}
	return r
}

// severity is that of a risk, by its level or its name.
func (w Writer) severity(name string) Float {
	if severity, ok := w.Severity[name]; ok {
		return severity
	}
	return w.Other
}

// Advisory words a lesson as advice: where the thing was seen, the way from here, and what
// was risked and done in the best case. failed says that following the advice led nowhere
// before.
func (p *Profile) Advisory(l Lesson, here string, claims []words.Claim, failed bool) Advisory {
	best := ReadEntry(l.Records[0].Entry)
	text := strings.TrimSpace(l.sentence()+" "+here) + p.suffix(best)
	kind := TypeAnchor
	switch {
	case failed:
		if l.Kind != "" {
			text += p.Warning
		}
		kind = TypeWarning
	case best.Evaluation.OverrideApplied && best.Evaluation.OverrideSuccess:
		kind = TypeOverride
	}
	var sources []string
	for _, r := range l.Records[:min(len(l.Records), mostSources)] {
		sources = append(sources, r.ID)
	}
	a := p.advisory(1, kind, StrengthOf(l.For, l.Against), p.cut(text), Float(math.Round(l.Score*1000)/1000), sources, best)
	a.Claims = claims
	return a
}

// mostSources is how many records an advisory names.
const mostSources = 8

// sentence gives a lesson as a sentence.
func (l Lesson) sentence() string {
	if l.Kind == "" {
		return ""
	}
	target := l.Target
	var in, out []string
	for _, c := range l.Claims {
		if c.Polarity > 0 {
			in = append(in, "the "+c.Object)
		} else {
			out = append(out, "the "+c.Object)
		}
	}
	times := fmt.Sprintf("in %d earlier episodes", l.For)
	if l.For == 1 {
		times = "in an earlier episode"
	}
	switch {
	case l.Kind == LessonElsewhere:
		return fmt.Sprintf("In other houses the %s was seen in %s.", target, strings.Join(in, " and "))
	case len(in) > 0:
		return fmt.Sprintf("The %s was seen in %s of this house %s.", target, strings.Join(in, " and "), times)
	case len(out) > 0:
		return fmt.Sprintf("The %s was not seen in %s of this house %s.", target, strings.Join(out, ", "), times)
	}
	return fmt.Sprintf("The %s was seen in this house %s.", target, times)
}

// IDOf gives the id that an entry has of its own, "" when it has none.
func IDOf(entry json.RawMessage) string {
	var e struct {
		ID string `json:"episode_id"`
	}
	_ = json.Unmarshal(entry, &e) // a bad entry is refused when it is checked
	return e.ID
}

// WithID sets episode_id of an entry: as its first member when there is none, or in place of
// a text or null. Anything else stays as it is.
func WithID(entry json.RawMessage, id string) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(entry, &members) != nil || members == nil {
		return entry
	}
	name, err := json.Marshal(id)
	if err != nil {
		return entry
	}
	old, has := members["episode_id"]
	if !has {
		first := append([]byte(`{"episode_id":`), name...)
		if len(members) > 0 {
			first = append(first, ',')
		}
		return append(first, bytes.TrimSpace(entry)[1:]...)
	}
	if old[0] != '"' && old[0] != 'n' { // null
		return entry
	}
	members["episode_id"] = name
	out, err := json.Marshal(members)
	if err != nil {
		return entry
	}
	return out
}

// Hash is the SHA-256 of an entry, hexadecimal, whatever the order of its members and its
// blanks.
func Hash(raw json.RawMessage) string {
	var tree any
	if json.Unmarshal(raw, &tree) == nil {
		if one, err := json.Marshal(tree); err == nil {
			raw = one
		}
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
