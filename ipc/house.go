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
	// HouseList gives the houses that are kept, by their names.
	//
	// Example: {"limit": 10}
	HouseList Method[HouseListParams, HouseListResult] = "house.list"

	// HouseGet gives what is known of a house, as it is now or was in a version: its
	// rooms, and when asked the points that robots walked over, the scans, and the
	// things, page by page.
	//
	// Example: {"house": "HOUSE", "parts": ["places", "nodes"]}
	HouseGet Method[HouseGetParams, HouseGetResult] = "house.get"

	// HouseObjects gives things of a house with how likely they stand there now, the
	// surest first: the more often a thing was seen the more, less by its age and its
	// kind, and a fifth after each look that should have shown it and did not.
	//
	// Example: {"house": "HOUSE", "label": "sofa"}
	HouseObjects Method[HouseObjectsParams, HouseObjectsResult] = "house.objects"

	// HouseWhere says where something was seen in a house: in which room, when, how
	// often, from where, how likely it is there still, and the way there. What was not
	// seen is answered with what was and has a name like it.
	//
	// Example: {"house": "HOUSE", "what": "where did you last see the sofa?", "from": {"x": 0, "y": 0}}
	HouseWhere Method[HouseWhereParams, HouseWhereResult] = "house.where"

	// HousePath gives the shortest way between two spots of a house over points that
	// robots walked over.
	//
	// Example: {"house": "HOUSE", "from": {"x": 0, "y": 0}, "to": {"place": 1}}
	HousePath Method[HousePathParams, HousePathResult] = "house.path"

	// HouseDelete removes a house with all its versions and snapshots. While an open
	// episode is in it, reading or writing, that is a conflict: the episode's plans rest
	// on it.
	//
	// Example: {"house": "OTHER_HOUSE"}
	HouseDelete Method[HouseDeleteParams, HouseDeleteResult] = "house.delete"

	// HouseExport gives a house as one document: all of it for house.import, or its ways
	// as a graph for the Route Server of Nav2, GeoJSON in the frame "map".
	//
	// Example: {"house": "HOUSE", "format": "nav2"}
	HouseExport Method[HouseExportParams, HouseExportResult] = "house.export"

	// HouseImport brings in a house that was exported. It comes with its version number
	// and its records, without its earlier versions; exported again it is the same
	// to the byte.
	//
	// Example: {"document": {"format":1,"house":"mill","version":1,"episodes":0,"places":[],"nodes":[],"sites":[],"things":[],"next":{"place":1,"node":1,"site":1,"thing":1}}, "house": "mill HOUSE"}
	HouseImport Method[HouseImportParams, HouseHead] = "house.import"

	// HouseSnapshot gives a house as it is now a name, under which it can be read whatever
	// comes later; forgets a name; or lists the names.
	//
	// Example: {"house": "HOUSE", "name": "before the move"}
	HouseSnapshot Method[HouseSnapshotParams, HouseSnapshotResult] = "house.snapshot"

	// HouseAlign says where the robot of an open episode stands in its house, which is
	// believed; or takes back where the episode is held to be. Of an episode that has
	// ended that also takes out what it brought: the house is made again from what it was
	// before, with the later episodes, in one new version.
	//
	// Example: {"episode": "HOUSE_EPISODE", "pose": {"x": 1, "y": 0, "yaw": 90}}
	HouseAlign Method[HouseAlignParams, HouseAlignResult] = "house.align"
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
	if err := Decode(text, (*plain)(s)); err != nil {
		return err
	}
	return s.Check()
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

// HouseParams name a house.
type HouseParams struct {
	House   string `json:"house" min:"1" max:"200"`       // name of the house
	Version int    `json:"version,omitempty" allow:"1.."` // as it was then, default as it is now
	At      string `json:"snapshot,omitempty" max:"200"`  // or as it was when this snapshot was taken
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
	Episodes int         `json:"episodes"`          // that are part of it
	Changed  time.Time   `json:"changed,omitzero"`  // when the last of these began
	By       string      `json:"by,omitempty"`      // episode that made this version; none: an import, or an episode was taken out
	Without  string      `json:"without,omitempty"` // episode that was taken out to make this version
	Origin   string      `json:"origin,omitempty"`  // episode that the house began with, whose frame it has; none: an older navd made it
	Counts   HouseCounts `json:"counts"`            // records of each kind
	Bytes    int         `json:"bytes,omitempty"`   // that they take, as the house is now
}

// HouseCounts says how much is known of a house.
type HouseCounts struct {
	Places int `json:"places"` // rooms and corridors
	Nodes  int `json:"nodes"`  // points that robots walked over
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
	Docks     []house.Dock     `json:"docks,omitempty"`  // starts with a name
	Snapshots []house.Snapshot `json:"snapshots"`        // versions that were given a name
	Places    []house.Place    `json:"places,omitempty"` // rooms and corridors
	Nodes     []house.Node     `json:"nodes,omitempty"`  // points that robots walked over
	Sites     []house.Site     `json:"sites,omitempty"`  // scans
	Things    []house.Thing    `json:"things,omitempty"` // what was seen
	Cursor    string           `json:"cursor,omitempty"` // give it back for the next page of this version; without it this was the last
}

// HouseObjectsParams choose things of a house.
type HouseObjectsParams struct {
	HouseParams
	Label string `json:"label,omitempty" max:"200"`       // only things of this name, by any of its names
	Place int    `json:"place,omitempty" allow:"1.."`     // only those in this place
	Limit int    `json:"limit,omitempty" allow:"1..1000"` // at most so many, default 100
}

// HouseThing is a thing of a house, with how far it is to be believed.
type HouseThing struct {
	Thing  int       `json:"thing"`           // its number
	Label  string    `json:"label"`           // as it was last called
	Room   words.Key `json:"room,omitempty"`  // type of the room it was seen in, also behind a door
	Place  int       `json:"place,omitempty"` // place of the house that it stands in, when robots were there
	X      float64   `json:"x"`               // where it most likely stands, metres in the house frame
	Y      float64   `json:"y"`               // as x
	Spread float64   `json:"spread_m"`        // how far off that may be, metres
	Chance float64   `json:"chance"`          // that it stands there still, 0..1
	Seen   int       `json:"seen"`            // looks that showed it
	Missed int       `json:"missed"`          // looks since that should have shown it and did not
	First  time.Time `json:"first"`           // when it was first seen
	Last   time.Time `json:"last"`            // when it was last seen
}

// HouseObjectsResult lists things, the surest first.
type HouseObjectsResult struct {
	House   string       `json:"house"`          // name of the house
	Version int          `json:"version"`        // that was looked at
	Things  []HouseThing `json:"things"`         // the surest first
	More    int          `json:"more,omitempty"` // further ones
}

// HouseWhereParams ask where something was seen.
type HouseWhereParams struct {
	HouseParams
	What    string     `json:"what" min:"1" max:"200"`        // a thing, by any of its names, or a question that has one
	Episode string     `json:"episode,omitempty" max:"128"`   // the way begins where the robot of this open episode is
	From    *HouseSpot `json:"from,omitempty"`                // or here
	Limit   int        `json:"limit,omitempty" allow:"1..50"` // at most so many, default 5
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
	Way  *house.Way    `json:"way,omitempty"` // to the point of a walked way that lies nearest, when it is known where it begins
}

// HouseWhereResult is where something was seen, the likeliest first.
type HouseWhereResult struct {
	House   string      `json:"house"`           // name of the house
	Version int         `json:"version"`         // that was looked at
	What    words.Key   `json:"what"`            // what was asked for, as a key
	Seen    []HouseSeen `json:"seen"`            // the likeliest first; none: it was not seen there
	Text    string      `json:"text"`            // the same in a sentence
	Like    []words.Key `json:"like,omitempty"`  // when it was not seen: what was, and has a name like it
	Known   []words.Key `json:"known,omitempty"` // when nothing has a name like it: what was seen, at most 30
}

// HousePathParams ask for a way.
type HousePathParams struct {
	HouseParams
	From HouseSpot `json:"from"` // where it begins
	To   HouseSpot `json:"to"`   // where it leads
}

// HousePathResult is a way over points that robots walked over.
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
	House   string `json:"house"`   // name of the house
	Records int    `json:"records"` // that it had, with those of its versions
}

// HouseExportParams choose what to export.
type HouseExportParams struct {
	HouseParams
	Format string `json:"format,omitempty" allow:"navd|nav2"` // navd: all of it, for house.import; nav2: its ways as GeoJSON for the Route Server of Nav2; default navd
}

// HouseExportResult is a house as a document.
type HouseExportResult struct {
	House    string          `json:"house"`    // name of the house
	Version  int             `json:"version"`  // that was exported
	Format   string          `json:"format"`   // navd or nav2
	Document json.RawMessage `json:"document"` // an object
}

// HouseImportParams bring a house in.
type HouseImportParams struct {
	Document json.RawMessage `json:"document" max:"134217728"`  // what house.export gave
	House    string          `json:"house,omitempty" max:"200"` // name to give it, default its own; a house of that name must not be there
	Key      string          `json:"key,omitempty" max:"128"`   // makes it safe to send again
}

// HouseSnapshotParams give a version of a house a name.
type HouseSnapshotParams struct {
	House  string `json:"house" min:"1" max:"200"`  // name of the house
	Name   string `json:"name,omitempty" max:"200"` // of the snapshot to take; none: only list them
	Delete bool   `json:"delete,omitempty"`         // forget the name; the version goes when no episode needs it
	Key    string `json:"key,omitempty" max:"128"`  // makes it safe to send again
}

// HouseSnapshotResult lists the snapshots of a house.
type HouseSnapshotResult struct {
	House     string           `json:"house"`     // name of the house
	Version   int              `json:"version"`   // that it has now
	Snapshots []house.Snapshot `json:"snapshots"` // by their names
}

// HouseAlignParams say where an episode is in its house, or that it is not where navd
// takes it to be.
type HouseAlignParams struct {
	Episode string    `json:"episode" min:"1" max:"128"`  // id of an episode with a house
	Pose    *nav.Pose `json:"pose,omitempty"`             // where its robot stands now, in the house frame: it is believed
	Undo    bool      `json:"undo,omitempty"`             // take the alignment back; of an ended episode also what it brought into the house
	Reason  string    `json:"reason,omitempty" max:"200"` // why
	Key     string    `json:"key,omitempty" max:"128"`    // makes it safe to send again
}

// Queue names the episode whose calls run one after the other.
func (p HouseAlignParams) Queue() string { return p.Episode }

// Check refuses a call that says nothing, or two things at once.
func (p HouseAlignParams) Check() error {
	if p.Undo == (p.Pose != nil) {
		return fault.Field("undo", p.Undo, "a pose, or undo: true, one of both")
	}
	return nil
}

// HouseAlignResult tells how it is now.
type HouseAlignResult struct {
	Episode string   `json:"episode"`        // id of the episode
	Now     HouseNow `json:"house"`          // what the episode knows of where it is
	Version int      `json:"version"`        // of the house, which is a new one when something was taken out
	Again   []string `json:"again"`          // later episodes that were taken in anew, without what was taken out
	Lost    []string `json:"lost,omitempty"` // later episodes that are deleted: what they brought went too
}
