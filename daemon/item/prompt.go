package item

// Shown is an item that went into a prompt.
type Shown struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
	Reason  string `json:"reason"` // why: "pinned", "about the sofa", "names no place or thing", "there is room"
}

// LeftOut is an item that did not go in.
type LeftOut struct {
	ID     string `json:"id"`
	Reason string `json:"reason"` // why not: "no room: 14 tokens, 5 left", "another scene", "retired"
}
