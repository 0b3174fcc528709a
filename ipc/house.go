package ipc

import (
	"encoding/json"
	"time"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/words"
)

// The methods of house.
const (
	// HouseList gives the kept houses, by their names.
	//
	// Example: {"limit": 10}
	HouseList Method[HouseListParams, HouseListResult] = "house.list"

	// HouseGet gives what is known of a house, now or in an earlier version: its rooms,
	// and when asked the points where robots drove, the scans and the things, page
	// by page.
	//
	// Example: {"house": "HOUSE", "parts": ["places", "nodes"]}
	HouseGet Method[HouseGetParams, HouseGetResult] = "house.get"

	// HouseObjects gives things of a house, each with how likely it stands there now,
	// the likeliest first. A thing is likelier the more often it was seen; less likely
	// the longer ago that was, by the half-life of its kind; and each look that should
	// have shown it and did not leaves a fifth of its odds.
	//
	// Example: {"house": "HOUSE", "label": "sofa"}
	HouseObjects Method[HouseObjectsParams, HouseObjectsResult] = "house.objects"

	// HouseWhere says where something was seen in a house: in which room, when, how
	// often, from where, how likely it is still there, and the way there. When it was
	// not seen, the answer names things that were and have a similar name.
	//
	// Example: {"house": "HOUSE", "what": "where did you last see the sofa?", "from": {"x": 0, "y": 0}}
	HouseWhere Method[HouseWhereParams, HouseWhereResult] = "house.where"

	// HousePath gives the shortest way between two spots of a house, along points where
	// robots drove.
	//
	// Example: {"house": "HOUSE", "from": {"x": 0, "y": 0}, "to": {"place": 1}}
	HousePath Method[HousePathParams, HousePathResult] = "house.path"

	// HouseDelete removes a house with all its versions and snapshots. That is a conflict
	// while an open episode is in it, reading or writing: its plans rest on the house. What
	// users said of rooms of the house is retired, because it is kept with points of the
	// house, which would be other rooms in another house of that name.
	//
	// Example: {"house": "OTHER_HOUSE"}
	HouseDelete Method[HouseDeleteParams, HouseDeleteResult] = "house.delete"

	// HouseExport gives a house as one document: all of it for house.import, or its ways
	// as a graph for the Route Server of Nav2, GeoJSON in the frame "map".
	//
	// Example: {"house": "HOUSE", "format": "nav2"}
	HouseExport Method[HouseExportParams, HouseExportResult] = "house.export"

	// HouseImport imports a house that was exported, with its version number and its
	// records, without earlier versions. Exported again, the document is the same to the
	// byte.
	//
	// Example: {"document": {"format":1,"house":"mill","version":1,"episodes":0,"places":[],"nodes":[],"sites":[],"things":[],"next":{"place":1,"node":1,"site":1,"thing":1}}, "house": "mill HOUSE"}
	HouseImport Method[HouseImportParams, HouseHead] = "house.import"

	// HouseSnapshot names the present version of a house, so that it can be read whatever
	// is added later; forgets a name; or lists the names.
	//
	// Example: {"house": "HOUSE", "name": "before the move"}
	HouseSnapshot Method[HouseSnapshotParams, HouseSnapshotResult] = "house.snapshot"

	// HouseAlign sets where the robot of an open episode stands in its house; or, with
	// undo, takes back where the episode was found to be. For an ended episode, undo also
	// takes out what it added: the house is made again from the version before it, with
	// the later episodes, as one new version. That can be done for a deleted episode too.
	//
	// Example: {"episode": "HOUSE_EPISODE", "pose": {"x": 1, "y": 0, "yaw": 90}}
	HouseAlign Method[HouseAlignParams, HouseAlignResult] = "house.align"
)

// BeginHouse says in which kept house an episode is, and what it does with it.
type BeginHouse struct {
	ID    string      `json:"id,omitempty" max:"200"`                // name of the house, default the scene_id of the episode or, if that is a path, its last part with a mark of the whole; an unknown house begins with this episode
	Mode  string      `json:"mode,omitempty" allow:"off|read|write"` // off; read: the house is used and not changed; write: the episode becomes part of it at its end; default write
	Start *HouseStart `json:"start,omitempty"`                       // where the robot begins, default unknown
}

// HouseStart is where a robot begins in a house: {"pose": …}, {"at": "dock"}, or "unknown".
type HouseStart struct {
	Pose *nav.Pose `json:"pose,omitempty"`         // in the house frame, from a localiser or a simulator; navd does not check it
	At   string    `json:"at,omitempty" max:"100"` // a named start, like a dock; the first scan must confirm it, and tells which way round the robot stands there
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
	if err := Decode(text, (*plain)(s)); err != nil {
		return err
	}
	return s.Check()
}

// Check refuses a pose and a named start at once.
func (s HouseStart) Check() error {
	if s.Pose != nil && s.At != "" {
		return fault.Field("at", s.At, "pose or at, not both")
	}
	return nil
}

// HouseNow says whether an episode knows where it is in its house.
type HouseNow struct {
	House   string           `json:"house"`          // name of the house
	Version int              `json:"version"`        // version that the episode began with; 0: no episode has been there
	Mode    episode.HomeMode `json:"mode"`           // read or write
	Aligned bool             `json:"aligned"`        // it knows where it is; until then plans use nothing of the house that has a position
	How     house.How        `json:"how,omitempty"`  // how it found out
	Pose    *nav.Pose        `json:"pose,omitempty"` // of the robot in the house frame, when aligned
}

// HouseParams name a house.
type HouseParams struct {
	House   string `json:"house" min:"1" max:"200"`       // name of the house
	Version int    `json:"version,omitempty" allow:"1.."` // a version of it, default the present one
	At      string `json:"snapshot,omitempty" max:"200"`  // or the version that this snapshot names
}

// HouseListParams page through the houses.
type HouseListParams struct {
	Limit  int    `json:"limit,omitempty" allow:"1..1000"` // of a page, default 100
	Cursor string `json:"cursor,omitempty" max:"200"`      // of the page before
}

// HouseHead is a house in short.
type HouseHead struct {
	House    string      `json:"house"`             // name of the house
	Version  int         `json:"version"`           // number of this version, from 1
	Episodes int         `json:"episodes"`          // episodes that are part of it
	Changed  time.Time   `json:"changed,omitzero"`  // when the last of these began
	By       string      `json:"by,omitempty"`      // episode that made this version; absent: an import, or an episode was taken out
	Without  string      `json:"without,omitempty"` // episode that was taken out to make this version
	Origin   string      `json:"origin,omitempty"`  // first episode of the house, whose frame it has; absent: an older navd made it
	Counts   HouseCounts `json:"counts"`            // records of each kind
	Bytes    int         `json:"bytes,omitempty"`   // size of these records, of the present version
}

// HouseCounts says how much is known of a house.
type HouseCounts struct {
	Places int `json:"places"` // rooms and corridors
	Nodes  int `json:"nodes"`  // points where robots drove
	Sites  int `json:"sites"`  // scans that are kept
	Things int `json:"things"` // what was seen
}

// HouseListResult is one page of houses, by their names.
type HouseListResult struct {
	Houses []HouseHead `json:"houses"`           // the page
	Cursor string      `json:"cursor,omitempty"` // give it back for the next page
}

// HouseGetParams choose what to get of a house.
type HouseGetParams struct {
	HouseParams
	Parts  []string `json:"parts,omitempty" allow:"places|nodes|sites|things" max:"4"` // lists to get, default places
	Limit  int      `json:"limit,omitempty" allow:"1..1000"`                           // records of a page, default 100
	Cursor string   `json:"cursor,omitempty" max:"200"`                                // of the page before
}

// HouseGetResult is what is known of a house: a page of its records.
type HouseGetResult struct {
	HouseHead
	Docks     []house.Dock     `json:"docks,omitempty"`  // named starts
	Snapshots []house.Snapshot `json:"snapshots"`        // named versions
	Names     []RoomName       `json:"names,omitempty"`  // that users gave to single rooms, the newest first; each for the room that got it last
	Places    []house.Place    `json:"places,omitempty"` // rooms and corridors
	Nodes     []house.Node     `json:"nodes,omitempty"`  // points where robots drove
	Sites     []house.Site     `json:"sites,omitempty"`  // scans
	Things    []house.Thing    `json:"things,omitempty"` // what was seen
	Cursor    string           `json:"cursor,omitempty"` // give it back for the next page of this version; without it this was the last
}

// RoomName is a name that a user gave to one room of a house: "this is Anna's room".
type RoomName struct {
	Place int       `json:"place"`           // place of the house
	Type  words.Key `json:"type"`            // type of the room
	Name  string    `json:"name,omitempty"`  // as the user spelled it
	Entry string    `json:"entry,omitempty"` // id of the grounding entry that says so
}

// RoomFound is where a room with a name is, and the way there.
type RoomFound struct {
	RoomName
	X   float64    `json:"x"`             // middle of where robots walked in it, metres in the house frame
	Y   float64    `json:"y"`             // as x
	Way *house.Way `json:"way,omitempty"` // to the nearest walked point; absent when it is not known where the way begins
}

// HouseObjectsParams choose things of a house.
type HouseObjectsParams struct {
	HouseParams
	Label string `json:"label,omitempty" max:"200"`       // only things of this name, by any of its names
	Place int    `json:"place,omitempty" allow:"1.."`     // only those in this place, or nearest to it
	Limit int    `json:"limit,omitempty" allow:"1..1000"` // at most this many, default 100
}

// HouseThing is a thing of a house, with how likely it is still there.
type HouseThing struct {
	Thing     int       `json:"thing"`                // its number
	Label     string    `json:"label"`                // as it was last called
	Room      words.Key `json:"room,omitempty"`       // type of the room it was seen in, even through a door
	Place     int       `json:"place,omitempty"`      // place of the house that it stands in; if robots were not in that room nearby, the one nearest to it, at most 3 m off, of which place_type tells
	PlaceType words.Key `json:"place_type,omitempty"` // type of that place, where that is not room: the thing was seen there from outside, or the room was read wrong
	RoomName  string    `json:"room_name,omitempty"`  // the newest name that users gave to that place, if the thing stands in it
	X         float64   `json:"x"`                    // where it most likely stands, metres in the house frame
	Y         float64   `json:"y"`                    // as x
	Spread    float64   `json:"spread_m"`             // how far off that may be, metres
	Chance    float64   `json:"chance"`               // how likely it still stands there, 0..1
	Seen      int       `json:"seen"`                 // looks that showed it
	Missed    int       `json:"missed"`               // looks since that should have shown it and did not
	First     time.Time `json:"first"`                // when it was first seen
	Last      time.Time `json:"last"`                 // when it was last seen
}

// HouseObjectsResult lists things, the likeliest first.
type HouseObjectsResult struct {
	House   string       `json:"house"`          // name of the house
	Version int          `json:"version"`        // version that was read
	Things  []HouseThing `json:"things"`         // the likeliest first
	More    int          `json:"more,omitempty"` // further ones
}

// HouseWhereParams ask where something was seen.
type HouseWhereParams struct {
	HouseParams
	What    string     `json:"what" min:"1" max:"200"`        // a thing, by any of its names, a room by the name that users gave it, or a question that has one
	Episode string     `json:"episode,omitempty" max:"128"`   // the way begins where the robot of this open episode is
	From    *HouseSpot `json:"from,omitempty"`                // or where the way begins
	Limit   int        `json:"limit,omitempty" allow:"1..50"` // at most this many, default 5
}

// HouseSpot is a spot in a house: a place, or a point.
type HouseSpot struct {
	Place int      `json:"place,omitempty" allow:"1.."`       // a place of the house
	X     *float64 `json:"x,omitempty" allow:"-10000..10000"` // or a point, metres
	Y     *float64 `json:"y,omitempty" allow:"-10000..10000"` // as x
}

// HouseSeen is where a thing was seen, and the way there.
type HouseSeen struct {
	HouseThing
	From []house.Sight `json:"from"`          // from where it was seen
	Way  *house.Way    `json:"way,omitempty"` // to the nearest walked point; absent when it is not known where the way begins
}

// HouseSaid is what a user said of where something is.
type HouseSaid struct {
	Entry string    `json:"entry"`       // id of the grounding entry
	Text  string    `json:"text"`        // as it was said
	At    time.Time `json:"at,omitzero"` // when it was said last
}

// HouseWhereResult is where something was seen, the likeliest first.
type HouseWhereResult struct {
	House   string      `json:"house"`           // name of the house
	Version int         `json:"version"`         // version that was read
	What    words.Key   `json:"what"`            // what was asked for, as a key
	Seen    []HouseSeen `json:"seen"`            // the likeliest first; none: it was not seen there
	Room    *RoomFound  `json:"room,omitempty"`  // when a room was asked for by its name
	Rooms   []RoomFound `json:"rooms,omitempty"` // when a type of room was asked for ("kitchen"), and no thing has that name: all rooms of the type
	Said    []HouseSaid `json:"said,omitempty"`  // what users said of where it is, and counts now, the newest first, at most 3; plans heed it
	Text    string      `json:"text"`            // the same in a sentence, in the language of the question
	Like    []words.Key `json:"like,omitempty"`  // when it was not seen: things that were, with a similar name
	Known   []words.Key `json:"known,omitempty"` // when nothing has a similar name: things that were seen, at most 30
}

// HousePathParams ask for a way.
type HousePathParams struct {
	HouseParams
	From HouseSpot `json:"from"` // where it begins
	To   HouseSpot `json:"to"`   // where it leads
}

// HousePathResult is a way along points where robots drove.
type HousePathResult struct {
	House string `json:"house"` // name of the house
	house.Way
}

// HouseDeleteParams name a house to be deleted.
type HouseDeleteParams struct {
	House string `json:"house" min:"1" max:"200"` // name of the house
	Key   string `json:"key,omitempty" max:"128"` // makes it safe to send again
}

// HouseDeleteResult tells what is gone.
type HouseDeleteResult struct {
	House   string   `json:"house"`             // name of the house
	Records int      `json:"records"`           // records that were removed, those of all versions
	Retired []string `json:"retired,omitempty"` // ids of entries that were limited to rooms of the house, and are out of use now
}

// HouseExportParams choose what to export.
type HouseExportParams struct {
	HouseParams
	Format string `json:"format,omitempty" allow:"navd|nav2"` // navd: all of it, for house.import; nav2: its ways as GeoJSON for the Route Server of Nav2; default navd
}

// HouseExportResult is a house as a document.
type HouseExportResult struct {
	House    string          `json:"house"`    // name of the house
	Version  int             `json:"version"`  // version that was exported
	Format   string          `json:"format"`   // navd or nav2
	Document json.RawMessage `json:"document"` // an object
}

// HouseImportParams are the parameters of house.import.
type HouseImportParams struct {
	Document json.RawMessage `json:"document" max:"134217728"`  // the document that house.export returned
	House    string          `json:"house,omitempty" max:"200"` // name to give it, default its own; there must be no house of that name yet
	Key      string          `json:"key,omitempty" max:"128"`   // makes it safe to send again
}

// HouseSnapshotParams name the present version of a house.
type HouseSnapshotParams struct {
	House  string `json:"house" min:"1" max:"200"`  // name of the house
	Name   string `json:"name,omitempty" max:"200"` // of the snapshot to take; none: only list them
	Delete bool   `json:"delete,omitempty"`         // forget the name; the version goes when no episode needs it
	Key    string `json:"key,omitempty" max:"128"`  // makes it safe to send again
}

// HouseSnapshotResult lists the snapshots of a house.
type HouseSnapshotResult struct {
	House     string           `json:"house"`     // name of the house
	Version   int              `json:"version"`   // the present version
	Snapshots []house.Snapshot `json:"snapshots"` // by their names
}

// HouseAlignParams say where an episode is in its house, or that navd is wrong about that.
type HouseAlignParams struct {
	Episode string    `json:"episode" min:"1" max:"128"`  // id of an episode with a house; with undo also of a deleted one
	Pose    *nav.Pose `json:"pose,omitempty"`             // where its robot stands now, in the house frame; navd does not check it
	Undo    bool      `json:"undo,omitempty"`             // take the alignment back; of an ended episode also what it added to the house
	Reason  string    `json:"reason,omitempty" max:"200"` // why
	Key     string    `json:"key,omitempty" max:"128"`    // makes it safe to send again
}

// Queue names the episode whose calls run one after the other.
func (p HouseAlignParams) Queue() string { return p.Episode }

// Check refuses a call that says nothing, or two things at once.
func (p HouseAlignParams) Check() error {
	if p.Undo == (p.Pose != nil) {
		return fault.Field("undo", p.Undo, "a pose, or undo: true, and not both")
	}
	return nil
}

// HouseAlignResult tells how it is now.
type HouseAlignResult struct {
	Episode string   `json:"episode"`        // id of the episode
	Now     HouseNow `json:"house"`          // what the episode knows of where it is
	Version int      `json:"version"`        // of the house; a new one when something was taken out
	Again   []string `json:"again"`          // later episodes that were added again
	Lost    []string `json:"lost,omitempty"` // later episodes that are deleted: what they had added is lost
}
