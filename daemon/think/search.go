package think

import (
	"strconv"
	"time"

	"navd/daemon/lats"
	"navd/daemon/ref"
)

// The environments of searches.
const (
	EnvMemory   = "memory"   // of an episode
	EnvExternal = "external" // of whoever asks for tickets
)

// Standing is how a search stands.
type Standing string

// The standings of a search.
const (
	Open    Standing = "open"    // it waits for somebody to run it, or to answer its tickets
	Running Standing = "running" // navd works on it
	Ended   Standing = "ended"   // see Stop
)

// Search is the record of a tree search. Its tree is kept beside it.
type Search struct {
	ID       string        `json:"search"`            // "s12"
	Question string        `json:"question"`          // what is looked for
	Env      string        `json:"env"`               // memory or external
	Episode  string        `json:"episode,omitempty"` // whose memory
	AtStep   int           `json:"at_step,omitempty"` // of the episode when it began
	Plan     int           `json:"plan,omitempty"`    // number of the plan that it was made for
	Chain    []string      `json:"chain,omitempty"`   // who proposes and judges
	Auto     bool          `json:"auto,omitempty"`    // it began because the robot circled
	State    Standing      `json:"state"`             // open, running or ended
	Stop     string        `json:"stop,omitempty"`    // why it ended
	Error    string        `json:"error,omitempty"`   // what went wrong last
	Budget   lats.Budget   `json:"budget"`            // what it may take
	Spent    lats.Spent    `json:"spent"`             // what it took
	Took     time.Duration `json:"took_ns"`           // time, while somebody worked on it
	Nodes    int           `json:"nodes"`             // of the tree, with the root
	Rounds   int           `json:"rounds"`            // of sampling
	Best     *Best         `json:"best,omitempty"`    // answer so far
	Kept     bool          `json:"kept,omitempty"`    // its failures are records of past episodes
	Outcome  *Outcome      `json:"outcome,omitempty"` // what became of the answer
	Failed   *Failed       `json:"failed,omitempty"`  // what is remembered of the answer's failure
	Created  time.Time     `json:"created"`           // when it was opened
	Updated  time.Time     `json:"updated"`           // when it last changed
}

// Start is what a search began with, and keeps.
type Start struct {
	Options  lats.Options `json:"options"`
	Snapshot *Snapshot    `json:"snapshot,omitempty"` // memory
}

// Best is the best answer of a search so far.
type Best struct {
	Node     int     `json:"node"`             // that gives it
	Thought  string  `json:"thought"`          //
	Action   string  `json:"action"`           // as it was proposed
	Reward   float64 `json:"reward"`           // that the environment gave, 0..1
	Value    float64 `json:"value"`            // of the node, 0..1
	Verified bool    `json:"verified"`         // the environment took the answer
	Answer   *Answer `json:"answer,omitempty"` // memory: where to go
}

// Outcome is what became of an answer.
type Outcome struct {
	Success bool      `json:"success"`
	Note    string    `json:"note,omitempty"`
	Time    time.Time `json:"time"`
}

// Failed is the record of an answer that was said to have failed.
type Failed struct {
	Node   int    `json:"node"`   // that gave the answer
	Record string `json:"record"` // id in the space lats of episodic memory; out of use when the answer was right after all
}

// SearchID is the id of search n.
func SearchID(n int) string { return "s" + strconv.Itoa(n) }

// SearchNumber reads the number out of a search's id; false when it is none.
func SearchNumber(id string) (int, bool) { return ref.Number(id, "s") }
