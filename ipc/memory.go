package ipc

import (
	"time"

	"navd/daemon/nav"
)

// The method of memory.
const (
	// MemorySearch searches the memory of all episodes by words and by similarity,
	// in English or Korean, best first: places as they were described, entries made
	// of what users said, knowledge, and records of past episodes. What was stored a
	// moment ago is found too. With episode, only the memory of that episode is
	// searched; near needs it. degraded says why hits may be missing.
	//
	// Example: {"query": "where is the couch", "kinds": ["place"], "k": 3}
	MemorySearch Method[SearchParams, SearchResult] = "memory.search"
)

// SearchParams are the parameters of memory.search. Every filter that is given
// must fit.
type SearchParams struct {
	Query   string     `json:"query" min:"1" max:"2000"`                                            // what to look for, in English or Korean
	Kinds   []string   `json:"kinds,omitempty" allow:"place|grounding|episodic|knowledge" max:"16"` // only these; by default all but episodic
	Scope   string     `json:"scope,omitempty" max:"500"`                                           // only of this house or building: a scene_id, or for what holds in a room of a kept house the name of that; what holds everywhere has none and is not found
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
	Instead  []SearchInstead `json:"instead,omitempty"`  // unknown words of the query, and similar ones that were searched for too
	Degraded []Degraded      `json:"degraded,omitempty"` // why hits may be missing
}

// SearchInstead is a word of a query that is in no table of words and in no text.
type SearchInstead struct {
	Of   string `json:"of"`   // as it was written
	Word string `json:"word"` // similar word that was searched for too
}

// SearchHit is something that was found, as it is stored now. Its score is the sum of
// 1/(60 + rank) over words and vectors; scores of two searches cannot be compared.
type SearchHit struct {
	Kind    string         `json:"kind"`                         // place; grounding: an entry made of what users said; episodic: a record of a past episode
	ID      string         `json:"id"`                           // of a place: EPISODE/PLACE; of an entry: its id; of a record: SPACE/SEQ
	Version int64          `json:"version"`                      // of a place: the step its record was brought up to date at; of an entry: its version
	Fit     string         `json:"fit" allow:"strong|fair|weak"` // strong: it has all that the query names; fair: some of it; weak: it is only similar
	Seen    []nav.Sighting `json:"seen"`                         // of a place among the first three hits: from where the things that the query names were seen, newest first, at most three; empty for others
	Text    string         `json:"text"`                         // what was searched
	Score   float64        `json:"score"`                        // orders the hits, up to 2/61
	Words   SearchPart     `json:"words"`                        // rank and score by its words
	Vectors SearchPart     `json:"vectors"`                      // rank and score by its vector
	Pending bool           `json:"pending,omitempty"`            // the index does not have it yet
	Episode string         `json:"episode,omitempty"`            // episode it belongs to
	Place   string         `json:"place,omitempty"`              // type of the place it belongs to
	Scope   string         `json:"scope,omitempty"`              // house or building: a scene_id; of what holds in a room of a kept house: the name of that; of a record: its space
	Time    time.Time      `json:"time"`                         // of a place: when it was last seen; of an entry: when it was last said
}

// SearchPart is the rank and score of a hit by one way of searching.
type SearchPart struct {
	Rank  int     `json:"rank"`  // 1 is the best; 0: it did not find it
	Score float64 `json:"score"` // words: tf-idf; vectors: cosine
}
