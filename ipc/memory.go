package ipc

import (
	"time"

	"navd/daemon/nav"
)

// The method of memory.
const (
	// MemorySearch finds what was remembered in all episodes by words and by
	// likeness, in English or Korean, best first: places as they were described,
	// and entries made of what users said.
	// What was told a moment ago is found too. With an episode only what that
	// episode has is searched; near needs one. degraded says why hits may be
	// missing.
	//
	// Example: {"query": "where is the couch", "kinds": ["place"], "k": 3}
	MemorySearch Method[SearchParams, SearchResult] = "memory.search"
)

// SearchParams are the parameters of memory.search. Every filter that is given
// must fit.
type SearchParams struct {
	Query   string     `json:"query" min:"1" max:"2000"`                                            // what to look for, in English or Korean
	Kinds   []string   `json:"kinds,omitempty" allow:"place|grounding|episodic|knowledge" max:"16"` // only these; by default all but episodic
	Scope   string     `json:"scope,omitempty" max:"500"`                                           // only in this house or building: a scene_id; what holds everywhere has none
	Place   string     `json:"place,omitempty" max:"200"`                                           // only what belongs to this type of place
	Near    *SearchBox `json:"near,omitempty"`                                                      // only places with an anchor near a point of the episode's map
	Time    *TimeSpan  `json:"time,omitempty"`                                                      // only of this time
	Episode string     `json:"episode,omitempty" max:"128"`                                         // only of this episode
	K       int        `json:"k,omitempty" allow:"1..100"`                                          // how many hits, default 10
}

// SearchBox is the surroundings of a point of an episode's map.
type SearchBox struct {
	X float64 `json:"x"`                 // metres
	Y float64 `json:"y"`                 // metres
	R float64 `json:"r" allow:"0..1000"` // metres
}

// TimeSpan is a span of time.
type TimeSpan struct {
	Since time.Time `json:"since,omitzero"` // at or after
	Until time.Time `json:"until,omitzero"` // before
}

// SearchResult is the answer to memory.search.
type SearchResult struct {
	Hits     []SearchHit     `json:"hits"`               // best first
	Instead  []SearchInstead `json:"instead,omitempty"`  // words of the query that nobody knows, and what was searched for beside them
	Degraded []Degraded      `json:"degraded,omitempty"` // why hits may be missing
}

// SearchInstead is a word of a query that neither the tables of words nor any text
// has.
type SearchInstead struct {
	Of   string `json:"of"`   // as it was written
	Word string `json:"word"` // what was searched for beside it
}

// SearchHit is something that was found, as it is stored now. Its score is the
// sum of 1/(60 + rank) over words and vectors; scores of two searches do not
// compare.
type SearchHit struct {
	Kind    string         `json:"kind"`                         // place; grounding: an entry made of what users said; episodic: a record of a past episode
	ID      string         `json:"id"`                           // of a place: EPISODE/PLACE; of an entry: its id; of a record: SPACE/SEQ
	Version int64          `json:"version"`                      // of a place: the step its record was brought up to date at; of an entry: its version
	Fit     string         `json:"fit" allow:"strong|fair|weak"` // it has all that the query names, some of it, or is only alike
	Seen    []nav.Sighting `json:"seen"`                         // of a place among the first three hits: from where things that the query names were seen there, the newest first, at most three; empty for others
	Text    string         `json:"text"`                         // what was searched
	Score   float64        `json:"score"`                        // orders the hits, up to 2/61
	Words   SearchPart     `json:"words"`                        // what its words are worth
	Vectors SearchPart     `json:"vectors"`                      // what its vector is worth
	Pending bool           `json:"pending,omitempty"`            // the index does not have it yet
	Episode string         `json:"episode,omitempty"`            // it belongs to
	Place   string         `json:"place,omitempty"`              // type of the place it belongs to
	Scope   string         `json:"scope,omitempty"`              // house or building: a scene_id; of a record: its space
	Time    time.Time      `json:"time"`                         // of a place: when it was last seen; of an entry: when it was last said
}

// SearchPart is what one way of searching made of a hit.
type SearchPart struct {
	Rank  int     `json:"rank"`  // 1 is the best; 0: it did not find it
	Score float64 `json:"score"` // words: tf-idf; vectors: cosine
}
