package world

// Point is a place on the floor plane of a house, in metres, in the house's
// own axes (Unity: x to the east, z to the north when drawn).
type Point struct {
	X float64 `json:"x"`
	Z float64 `json:"z"`
}

// Vec is a point in the room, y up, in metres.
type Vec struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	Z float64 `json:"z"`
}

// Pose is where a robot stands and looks in the house's axes. Yaw is in
// degrees, clockwise seen from above, 0 towards +z and 90 towards +x, in
// [0, 360). The dead-reckoning frame of navd turns the other way: a turn to
// the left by 30° lowers this yaw by 30.
type Pose struct {
	X   float64 `json:"x"`
	Z   float64 `json:"z"`
	Yaw float64 `json:"yaw"`
}

// House is one floor plan in ProcTHOR's JSON schema 1.0.0, read or generated.
// Field names are the format's; what navsim does not use is not kept.
type House struct {
	ID       string   `json:"id,omitempty"`
	Source   string   `json:"source,omitempty"`
	License  string   `json:"license,omitempty"`
	Schema   string   `json:"schema,omitempty"`
	Rooms    []Room   `json:"rooms"`
	Walls    []Wall   `json:"walls"`
	Doors    []Door   `json:"doors"`
	Objects  []Object `json:"objects"`
	Metadata Metadata `json:"metadata"`
}

// Room is a floor polygon with a type: Kitchen, LivingRoom, Bedroom, Bathroom
// or Hallway. The polygon is simple, axis-parallel, not closed, of any winding.
type Room struct {
	ID    string  `json:"id"`
	Type  string  `json:"roomType"`
	Floor []Point `json:"floorPolygon"`
}

// Wall is an upright rectangle. Of an interior wall, Polygon[0] and Polygon[1]
// are its ends on the floor, and their order matters to doors. Ids that begin
// with "wall|exterior" repeat interior lines and are skipped. An Empty wall is
// an open boundary between two rooms.
type Wall struct {
	ID      string `json:"id"`
	RoomID  string `json:"roomId"`
	Polygon []Vec  `json:"polygon"`
	Empty   bool   `json:"empty,omitempty"`
}

// Door is a hole in Wall0. Hole[0].X and Hole[1].X are distances along the
// wall from its Polygon[0]. It can be walked through when it joins two rooms
// and is not closed.
type Door struct {
	ID       string   `json:"id"`
	Room0    string   `json:"room0"`
	Room1    string   `json:"room1"`
	Wall0    string   `json:"wall0"`
	Wall1    string   `json:"wall1"`
	AssetID  string   `json:"assetId"`
	Openable *bool    `json:"openable,omitempty"`
	Openness *float64 `json:"openness,omitempty"`
	Hole     []Vec    `json:"holePolygon"`
}

// Object is a piece of furniture or a thing on or in one. Position is the
// centre of its box, Size the box before rotation, and Rotation.Y its yaw.
type Object struct {
	ID       string   `json:"id"`
	AssetID  string   `json:"assetId"`
	Type     string   `json:"objectType"`
	Position Vec      `json:"position"`
	Rotation Vec      `json:"rotation"`
	Size     Vec      `json:"size"`
	Children []Object `json:"children,omitempty"`
}

// Metadata holds a valid start pose of the house.
type Metadata struct {
	Agent struct {
		Position Vec `json:"position"`
		Rotation Vec `json:"rotation"`
	} `json:"agent"`
}
