package episodic

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// DefaultSpace is the space of calls that name none.
const DefaultSpace = "default"

// Record is one past decision and its result. It does not change: what happens to its advice
// later is in its [Tally] and its [Withdrawal].
type Record struct {
	Space   string          `json:"space"`   // memory that it belongs to
	Profile string          `json:"profile"` // data that says how it is read: absa, nav or one of the configuration
	Seq     int             `json:"seq"`     // rises with each record of the space, never repeats
	ID      string          `json:"id"`      // episode_id of the entry
	Entry   json.RawMessage `json:"entry"`   // EpisodicMemoryEntryV1_1, as the client wrote it
	Meta    Meta            `json:"meta"`    // what navd keeps beside it
}

// Meta is what navd keeps beside an entry.
type Meta struct {
	Hash      string        `json:"hash,omitempty" max:"64"`       // SHA-256 of the entry, hexadecimal
	Time      time.Time     `json:"time,omitzero"`                 // when it was stored
	Source    string        `json:"source,omitempty" max:"200"`    // who wrote it: leg is navd itself, when a leg ended
	Trust     float64       `json:"trust" allow:"0..1"`            // 0..1, 1 unless the caller said less
	Condition string        `json:"condition,omitempty" max:"200"` // of the episode
	Episode   string        `json:"episode,omitempty" max:"128"`   // navd's episode that it comes from
	From      string        `json:"from,omitempty" max:"128"`      // of a record that was imported: the episode that it comes from, elsewhere
	Plan      int           `json:"plan,omitempty"`                // number of the plan whose leg it is
	Step      int           `json:"step,omitempty"`                // at which the leg ended
	Scene     string        `json:"scene,omitempty" max:"500"`     // house of the episode
	Frame     string        `json:"frame,omitempty" max:"100"`     // frame of the poses, when the controller stated one: with Scene it says which episodes share them
	House     HouseFrame    `json:"house,omitzero"`                // kept house, of an episode that knew where it was there: ways are then in its frame, and Frame is empty
	Place     words.Key     `json:"place,omitempty" max:"200"`     // type of the room that the leg was for
	Anchor    int           `json:"anchor,omitempty"`              // that the leg began at
	Target    words.Key     `json:"target,omitempty" max:"200"`    // what was looked for
	Claims    []words.Claim `json:"claims,omitempty" max:"1000"`   // what it says to a planner, wherever it holds
	Ways      []Way         `json:"ways,omitempty" max:"1000"`     // what it says of directions, where its frame holds
	Needs     Needs         `json:"preconditions,omitzero"`
}

// episodeOf gives the episode that a record comes from, here or elsewhere; a record of
// none counts as an episode of its own.
func (m Meta) episodeOf(record string) string { return cmp.Or(m.Episode, m.From, record) }

// HouseFrame names the frame of a kept house. The name of the house is not enough: a house
// that was deleted, or of which nothing is left, may begin again in another frame.
type HouseFrame struct {
	House  string `json:"house"`            // name of the house
	Origin string `json:"origin,omitempty"` // episode that the house began with
}

// Needs are the preconditions of a record.
type Needs struct {
	Scene  string    `json:"scene,omitempty" max:"500"`  // the same house
	Frame  string    `json:"frame,omitempty" max:"100"`  // the same frame of poses
	Target words.Key `json:"target,omitempty" max:"200"` // the same thing is looked for
	Place  words.Key `json:"place,omitempty" max:"200"`  // a room of this type is at hand
}

// Way is what a record says about a direction: how a leg from a spot went, or that a thing
// was seen from there. Lengths are metres in the frame.
type Way struct {
	Subject  string    `json:"subject"`          // dir:a<anchor>/<degrees from the anchor's heading, as +60>, in a kept house dir:h<x>,<y>/<heading there>, or target:<thing>
	Target   words.Key `json:"target,omitempty"` // the goal it is useful for
	X        float64   `json:"x"`                // where one has to stand
	Y        float64   `json:"y"`                // as x
	ToX      float64   `json:"to_x"`             // where the leg ended, or about where the thing stands
	ToY      float64   `json:"to_y"`             // as to_x
	Metres   float64   `json:"metres,omitempty"` // of the leg
	Heading  float64   `json:"heading"`          // absolute in the frame, degrees
	Polarity int       `json:"polarity"`         // +1 it was found, -1 a dead end or blocked, 0 neither
	Room     words.Key `json:"room,omitempty"`   // type of the room that it leads to
}

// From is where one has to stand.
func (w Way) From() nav.Pose { return nav.Pose{X: w.X, Y: w.Y} }

// To is where it leads.
func (w Way) To() nav.Pose { return nav.Pose{X: w.ToX, Y: w.ToY} }

// In gives the way in another frame.
func (w Way) In(f nav.Frame) Way {
	from, to := f.In(w.From()), f.In(w.To())
	w.X, w.Y, w.ToX, w.ToY, w.Heading = from.X, from.Y, to.X, to.Y, nav.NormDeg(w.Heading+f.Yaw)
	return w
}

// Thing tells whether the way says where a thing is, and not how a leg went.
func (w Way) Thing() bool { return strings.HasPrefix(w.Subject, "target:") }

// Tally counts how often a record's advice was used, and how that turned out.
type Tally struct {
	Retrieved int `json:"retrieved" allow:"0.."` // for a slot
	Injected  int `json:"injected" allow:"0.."`  // into a prompt or a plan
	Followed  int `json:"followed" allow:"0.."`  // the decision went the way that it says
	Helped    int `json:"helped" allow:"0.."`    // and that was good
	Harmed    int `json:"harmed" allow:"0.."`    // and that was bad
}

// Add gives the sum of two tallies.
func (t Tally) Add(o Tally) Tally {
	return Tally{t.Retrieved + o.Retrieved, t.Injected + o.Injected, t.Followed + o.Followed, t.Helped + o.Helped, t.Harmed + o.Harmed}
}

// Help is the factor 0.5..1.5 on a record's score by how its advice turned out, close to 1 for
// few cases: 1 + (helped − harmed) / (2·(helped + harmed + 4)).
func (t Tally) Help() float64 {
	return 1 + float64(t.Helped-t.Harmed)/(2*float64(t.Helped+t.Harmed+4))
}

// Withdrawal takes a record out of use.
type Withdrawal struct {
	By     string    `json:"by,omitempty"`     // id of the record that replaces it
	Reason string    `json:"reason,omitempty"` // in the words of whoever withdrew it
	Seq    int       `json:"seq"`              // its place in the order of the space: snapshots that end before it still have the record
	Time   time.Time `json:"time"`
}

// Snapshot is a name for the records of a space as they were at a moment.
type Snapshot struct {
	Space   string    `json:"space"`
	Name    string    `json:"name"`
	Last    int       `json:"last"`    // highest seq in it
	Records int       `json:"records"` // how many it has
	Time    time.Time `json:"time"`    // when it was taken
}

// Limit gives the number up to which a reader of the snapshot may read, which is below all
// numbers when the snapshot is of an empty space: as a limit, 0 means none.
func (s Snapshot) Limit() int {
	if s.Last == 0 {
		return -1
	}
	return s.Last
}

// WithdrawnAt tells whether a record is withdrawn, for a reader of the records up to number
// last, 0: of all.
func (s Stored) WithdrawnAt(last int) bool {
	return s.Withdrawn != nil && (last == 0 || s.Withdrawn.Seq <= last)
}

// Hold tells whether the preconditions hold for a query.
func (n Needs) Hold(q Query) bool {
	return (n.Scene == "" || n.Scene == q.Scene) && (n.Frame == "" || n.Frame == q.Frame) &&
		(n.Target.Unknown() || n.Target.Equal(q.Target)) && (n.Place.Unknown() || slices.ContainsFunc(q.Places, n.Place.Equal))
}

// Barred tells why a record does not count for a query: of another profile, withdrawn, of
// trust 0, or its needs do not hold; "" when it counts.
func (s Stored) Barred(q Query) string {
	switch {
	case s.WithdrawnAt(q.Last):
		return "it was taken out of use"
	case s.Profile != q.Profile:
		return "it is of profile " + s.Profile
	case s.Meta.Trust == 0:
		return "its trust is 0"
	case !s.Meta.Needs.Hold(q):
		return "its preconditions do not hold"
	}
	return ""
}

// Stored is a record with its counters and its withdrawal.
type Stored struct {
	Record
	Tally     Tally       `json:"counters"`
	Withdrawn *Withdrawal `json:"superseded_by,omitempty"`
}
