package house

import (
	"slices"
	"time"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Format is the format of a house as it is stored and exported.
const Format = 1

// House is what is kept of a house. Its records are in the order of their ids, and ids
// are never given twice.
type House struct {
	Format  int       `json:"format"`            // 1
	ID      string    `json:"house"`             // name that callers gave it
	Version int       `json:"version"`           // 1 after the first episode; each change makes a new one; 0: nothing is known
	Merged  int       `json:"episodes"`          // episodes that are part of it
	Changed time.Time `json:"changed,omitzero"`  // when it became this version
	By      string    `json:"by,omitempty"`      // episode that was taken in to make this version; none: it was imported, or an episode was taken out
	Without string    `json:"without,omitempty"` // episode that was taken out to make this version
	Origin  string    `json:"origin,omitempty"`  // episode that it began with, whose frame it has; none: an older navd made it
	Places  []Place   `json:"places"`            // rooms and corridors
	Nodes   []Node    `json:"nodes"`             // points that robots walked over
	Sites   []Site    `json:"sites"`             // scans
	Things  []Thing   `json:"things"`            // what was seen
	Docks   []Dock    `json:"docks,omitempty"`   // starts with a name
	Next    Next      `json:"next"`              // ids to give
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
	Label   string    `json:"label"`             // as it was last called
	X       float64   `json:"x"`                 // middle of its nodes, metres
	Y       float64   `json:"y"`                 // as x
	Visits  int       `json:"visits"`            // episodes that came into it
	First   time.Time `json:"first"`             // when it was first seen
	Last    time.Time `json:"last"`              // when it was last seen
	Was     []int     `json:"was,omitempty"`     // ids of places that turned out to be this one
	Objects []string  `json:"objects,omitempty"` // labels that scene samples named there, sorted
}

// Node is a point that robots walked over, linked to others with nothing between.
type Node struct {
	ID    int       `json:"id"`    // from 1
	X     float64   `json:"x"`     // metres
	Y     float64   `json:"y"`     // metres
	Place int       `json:"place"` // that it lies in, 0: nobody said
	Links []int     `json:"links"` // ids of nodes that a robot went to or came from, sorted
	Times int       `json:"times"` // episodes that came by
	Last  time.Time `json:"last"`  // the last one
}

// Site is a scan: what was seen from one spot the last time.
type Site struct {
	ID      int            `json:"id"`               // from 1
	Pose    nav.Pose       `json:"pose"`             // where the robot stood
	Place   int            `json:"place"`            // that it lies in, 0: nobody said
	Type    words.Key      `json:"type"`             // type of the place then
	Views   []nav.SiteView `json:"views"`            // headings are in the house frame
	Sweeps  []nav.Sweep    `json:"sweeps,omitempty"` // how far one sees, headings as well
	Scans   int            `json:"scans"`            // made there so far
	At      time.Time      `json:"at"`               // of the last one
	Episode string         `json:"episode"`          // that made it
}

// Dock is a start with a name.
type Dock struct {
	Name string   `json:"name"` // that callers give it
	Pose nav.Pose `json:"pose"` // where a robot stands that starts there
}

// Empty is a house of which nothing is known.
func Empty(id string) *House {
	return &House{Format: Format, ID: id, Places: []Place{}, Nodes: []Node{}, Sites: []Site{}, Things: []Thing{}, Next: Next{1, 1, 1, 1}}
}

// Blank tells whether nothing is known of the house: nobody walked or looked there.
func (h *House) Blank() bool { return len(h.Nodes) == 0 && len(h.Sites) == 0 && len(h.Things) == 0 }

// Dock gives where a named start is.
func (h *House) Dock(name string) (nav.Pose, bool) {
	i := slices.IndexFunc(h.Docks, func(d Dock) bool { return d.Name == name })
	if i < 0 {
		return nav.Pose{}, false
	}
	return h.Docks[i].Pose, true
}

// Place gives a place by its id, or by that of one that turned out to be it.
func (h *House) Place(id int) (*Place, bool) {
	for i := range h.Places {
		if p := &h.Places[i]; p.ID == id || slices.Contains(p.Was, id) {
			return p, true
		}
	}
	return nil, false
}

// clone copies the lists, not what their records share.
func (h *House) clone() *House {
	c := *h
	c.Places, c.Nodes, c.Sites = slices.Clone(h.Places), slices.Clone(h.Nodes), slices.Clone(h.Sites)
	c.Things, c.Docks = slices.Clone(h.Things), slices.Clone(h.Docks)
	return &c
}
