package house

import (
	"time"

	"navd/daemon/words"
)

// Thing is something that was seen, with where it stands as far as its sightings say.
type Thing struct {
	ID     int       `json:"id"`              // from 1
	Key    words.Key `json:"key"`             // its label as a key
	Label  string    `json:"label"`           // as it was last called
	X      float64   `json:"x"`               // where it most likely stands, metres
	Y      float64   `json:"y"`               // as x
	Spread float64   `json:"spread_m"`        // how far off that may be, metres: root mean square
	Room   words.Key `json:"room,omitempty"`  // type of the room it was seen in, also behind a door
	Place  int       `json:"place,omitempty"` // the place of the house it stands in, 0: no robot was there
	Seen   int       `json:"seen"`            // looks that showed it
	Missed int       `json:"missed"`          // looks since the last of these that should have shown it and did not
	First  time.Time `json:"first"`           // when it was first seen
	Last   time.Time `json:"last"`            // when it was last seen
	Rays   []Sight   `json:"sights"`          // the directions that say where it stands, at most eight
}

// Sight is a direction in which a thing was seen.
type Sight struct {
	X       float64 `json:"x"`                 // where the robot stood, metres
	Y       float64 `json:"y"`                 // as x
	Heading float64 `json:"heading"`           // degrees in the house frame
	Half    float64 `json:"half_deg"`          // to each side of it the thing may be, degrees
	Far     float64 `json:"far_m"`             // how far one sees there, metres: it is not behind that
	Range   float64 `json:"range_m,omitempty"` // how far away it is, metres; 0: nobody measured
}
