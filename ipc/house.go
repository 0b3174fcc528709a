package ipc

import (
	"encoding/json"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/nav"
)

// BeginHouse says in which kept house an episode is, and what it does with it.
type BeginHouse struct {
	ID    string      `json:"id,omitempty" max:"200"`                // name of the house, default the episode's scene_id; a house that nobody knows yet begins with this episode
	Mode  string      `json:"mode,omitempty" allow:"off|read|write"` // off, read: it is used and stays as it is, write: the episode becomes part of it at its end; default write
	Start *HouseStart `json:"start,omitempty"`                       // where the robot begins, default unknown
}

// HouseStart is where a robot begins in a house: {"pose": …}, {"at": "dock"}, or "unknown".
type HouseStart struct {
	Pose *nav.Pose `json:"pose,omitempty"`         // in the house frame, as a localiser or a simulator has it: it is believed
	At   string    `json:"at,omitempty" max:"100"` // a start with a name; the first scan has to bear it out, robots may stand there either way round
}

// unknownStart is the start of a robot that does not know where it is.
const unknownStart = "unknown"

// UnmarshalJSON reads the object, or the text unknown.
func (s *HouseStart) UnmarshalJSON(text []byte) error {
	if text[0] != '{' {
		var name string
		if err := json.Unmarshal(text, &name); err != nil || name != unknownStart {
			return fault.Field("", string(text), `{"pose": {"x": …, "y": …, "yaw": …}}, {"at": "dock"} or "unknown"`)
		}
		return nil
	}
	type plain HouseStart
	return Decode(text, (*plain)(s))
}

// Check refuses two starts at once.
func (s HouseStart) Check() error {
	if s.Pose != nil && s.At != "" {
		return fault.Field("at", s.At, "pose or at, not both")
	}
	return nil
}

// HouseNow says how far an episode knows where it is in its house.
type HouseNow struct {
	House   string           `json:"house"`          // name of the house
	Version int              `json:"version"`        // that the episode began with; 0: nobody has been there
	Mode    episode.HomeMode `json:"mode"`           // read or write
	Aligned bool             `json:"aligned"`        // it knows where it is; until then nothing of the house in metres has a part in plans
	How     house.How        `json:"how,omitempty"`  // how it came to know
	Pose    *nav.Pose        `json:"pose,omitempty"` // of the robot in the house frame, when aligned
}
