package house

import (
	"slices"
	"time"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Format is the version of the format in which houses are stored and exported.
const Format = 1

// House is what is known of a house. Its records are ordered by their ids, and an id is
// never used again.
type House struct {
	Format  int       `json:"format"`            // 1
	ID      string    `json:"house"`             // name that callers gave it
	Version int       `json:"version"`           // 1 after the first episode; each change makes a new one; 0: nothing is known
	Merged  int       `json:"episodes"`          // number of episodes that were merged into it
	Changed time.Time `json:"changed,omitzero"`  // when it became this version
	By      string    `json:"by,omitempty"`      // episode whose merge made this version; absent: an import or the removal of an episode did
	Without string    `json:"without,omitempty"` // episode whose removal made this version
	Origin  string    `json:"origin,omitempty"`  // episode that it began with, whose frame it has; absent: an older navd made it
	Places  []Place   `json:"places"`            // rooms and corridors
	Nodes   []Node    `json:"nodes"`             // points where robots drove
	Sites   []Site    `json:"sites"`             // scans
	Things  []Thing   `json:"things"`            // things that were seen
	Docks   []Dock    `json:"docks,omitempty"`   // starts with a name
	Next    Next      `json:"next"`              // next unused ids
}

// Next holds the next id of each kind.
type Next struct {
	Place int `json:"place"` // of a place
	Node  int `json:"node"`  // of a node
	Site  int `json:"site"`  // of a site
	Thing int `json:"thing"` // of a thing
}

// Place is a room or a corridor of a house.
type Place struct {
	ID      int       `json:"id"`                // from 1
	Type    words.Key `json:"type"`              // type key
	Label   string    `json:"label"`             // its latest label
	X       float64   `json:"x"`                 // middle of its nodes, metres
	Y       float64   `json:"y"`                 // as x
	Visits  int       `json:"visits"`            // number of episodes that entered it
	First   time.Time `json:"first"`             // when it was first seen
	Last    time.Time `json:"last"`              // when it was last seen
	Was     []int     `json:"was,omitempty"`     // former ids of this place
	Objects []string  `json:"objects,omitempty"` // labels that scene samples named there, sorted
}

// Node is a point where robots drove. It is linked to the nodes next to it on their ways.
type Node struct {
	ID    int       `json:"id"`    // from 1
	X     float64   `json:"x"`     // metres
	Y     float64   `json:"y"`     // metres
	Place int       `json:"place"` // id of its place; 0: unknown
	Links []int     `json:"links"` // ids of the nodes next to it on the ways of robots, sorted
	Times int       `json:"times"` // number of episodes that came by
	Last  time.Time `json:"last"`  // when the last of them began
}

// Site is a spot where a robot looked around, with its latest scan there.
type Site struct {
	ID      int            `json:"id"`               // from 1
	Pose    nav.Pose       `json:"pose"`             // of the robot
	Place   int            `json:"place"`            // id of its place; 0: unknown
	Type    words.Key      `json:"type"`             // type of the place at that time
	Views   []nav.SiteView `json:"views"`            // what each view showed; headings are in the house frame
	Sweeps  []nav.Sweep    `json:"sweeps,omitempty"` // how far one sees; headings are in the house frame
	Scans   int            `json:"scans"`            // number of scans made there
	At      time.Time      `json:"at"`               // when the episode of the latest one began
	Episode string         `json:"episode"`          // episode of the latest one
}

// Dock is a start with a name.
type Dock struct {
	Name string   `json:"name"` // name that callers gave it
	Pose nav.Pose `json:"pose"` // pose of a robot that starts there
}

// Empty returns a house of which nothing is known.
func Empty(id string) *House {
	return &House{Format: Format, ID: id, Places: []Place{}, Nodes: []Node{}, Sites: []Site{}, Things: []Thing{}, Next: Next{1, 1, 1, 1}}
}

// Blank reports whether nothing is known of the house.
func (h *House) Blank() bool { return len(h.Nodes) == 0 && len(h.Sites) == 0 && len(h.Things) == 0 }

// Dock returns the pose of a named start.
func (h *House) Dock(name string) (nav.Pose, bool) {
	i := slices.IndexFunc(h.Docks, func(d Dock) bool { return d.Name == name })
	if i < 0 {
		return nav.Pose{}, false
	}
	return h.Docks[i].Pose, true
}

// Place returns a place by its id or a former id.
func (h *House) Place(id int) (*Place, bool) {
	for i := range h.Places {
		if p := &h.Places[i]; p.ID == id || slices.Contains(p.Was, id) {
			return p, true
		}
	}
	return nil, false
}

// clone copies the lists, but not the slices inside their records.
func (h *House) clone() *House {
	c := *h
	c.Places, c.Nodes, c.Sites = slices.Clone(h.Places), slices.Clone(h.Nodes), slices.Clone(h.Sites)
	c.Things, c.Docks = slices.Clone(h.Things), slices.Clone(h.Docks)
	return &c
}
