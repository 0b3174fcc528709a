// Package store has every table of navd, and the functions that read and write them.
// Functions take a transaction or a change set; they begin none and hold no state.
package store

import (
	"encoding/json"
	"time"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/job"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/scene"
	"navd/kv"
)

// The tables. E is an episode's id; ids and numbers are kept in order.
var (
	episodes = kv.NewTable[episode.Episode]("episodes", 2, kv.Migration{From: 1, Func: armOfEpisode}) // E
	states   = kv.NewTable[State]("states", 1)                                                        // E
	anchors  = kv.NewTable[nav.Anchor]("anchors", 1)                                                  // E, anchor
	places   = kv.NewTable[nav.Place]("places", 1)                                                    // E, place
	sites    = kv.NewTable[nav.Site]("sites", 1)                                                      // E, site
	vistas   = kv.NewTable[nav.Vista]("vistas", 1)                                                    // E, number modulo nav.VistaSlots
	plans    = kv.NewTable[planner.Plan]("plans", 2, kv.Migration{From: 1, Func: blocksOfPlan})       // E, plan
	scenes   = kv.NewTable[scene.Call]("scenes", 1)                                                   // E, number of the picture
	pictures = kv.NewTable[scene.Picture]("pictures", 1)                                              // E, number: pictures that wait to be read
	lines    = kv.NewTable[Entry]("log", 1)                                                           // cursor: one log for all episodes
	chapters = kv.NewTable[Chapter]("chapters", 1)                                                    // E, seq, n: of the first entry
	marks    = kv.NewTable[Mark]("marks", 1)                                                          // name
	answers  = kv.NewTable[Answer]("answers", 1)                                                      // key of the caller
	spends   = kv.NewTable[Spend]("spend", 1)                                                         // day, UTC
	jobs     = kv.NewTable[job.Job]("jobs", 1)                                                        // number
	outbox   = kv.NewTable[Due]("outbox", 1)                                                          // number: documents that the index does not have yet

	records  = kv.NewTable[feedback.Record]("feedback", 1)              // number
	said     = kv.NewTable[struct{}]("episode_feedback", 1)             // E, number of the feedback
	entries  = newItems[grounding.Entry]("grounding", grounding.Prefix) // number, version
	counters = kv.NewTable[grounding.Counters]("counters", 1)           // number of the entry
	finals   = kv.NewTable[grounding.Version]("finals", 1)              // E, version
	texts    = kv.NewTable[Text]("texts", 1)                            // SHA-256, hexadecimal

	// Not written any more: older files have these instead of log and chapters.
	oldEntries = kv.NewTable[Entry]("entries", 1)       // E, seq, n
	oldEvents  = kv.NewTable[event.Logged]("events", 1) // cursor
)

// Tables lists the schema for kv.Open.
func Tables() []kv.TableInfo {
	return []kv.TableInfo{
		episodes, states, anchors, places, sites, vistas, plans, scenes, pictures, lines, chapters, marks, answers, spends, jobs, outbox,
		records, said, entries, counters, finals, texts, cases, caseIDs, subjects, casesOf, tallies, withdrawals, snapshots, caseMarks, outcomes,
		learned, submissions, proposals, lessons, attachments, evaluations, searches, searchStarts, searchEvents, searchesOf, failedAnswers,
		houses, houseParts, houseBacks, houseNames,
		oldEntries, oldEvents,
	}
}

// State is the small state of an episode: the memory's, and how many entries
// its log has.
type State struct {
	Nav     nav.State `json:"nav"`
	Entries int       `json:"entries"`
}

// Kind is what a log entry is about.
type Kind string

// The kinds of log entries.
const (
	KindStep     Kind = "step"
	KindEvent    Kind = "event"
	KindPlan     Kind = "plan"
	KindScene    Kind = "scene"
	KindFeedback Kind = "feedback"
)

// Entry is one line of an episode's log. Only the member of its kind is set. Plans and
// feedback are named by their numbers, because their records still change.
type Entry struct {
	Episode string       `json:"episode,omitempty"`
	N       int          `json:"n"` // order of creation in the episode, from 1
	Seq     int          `json:"seq"`
	Kind    Kind         `json:"kind"`
	Time    time.Time    `json:"time"`
	Step    *Step        `json:"step,omitempty"`
	Event   *event.Event `json:"event,omitempty"`
	Scene   *Scene       `json:"scene,omitempty"`
	Plan    int          `json:"plan,omitempty"`

	Feedback int `json:"feedback,omitempty"` // its number
}

// Scene is a sample with what it did to the place.
type Scene struct {
	Sample     nav.Sample     `json:"sample"`            // as the controller or the scene model gave it
	Transition nav.Transition `json:"transition"`        // what it did to the place
	Failed     string         `json:"failed,omitempty"`  // why there is no sample
	Picture    int            `json:"picture,omitempty"` // number of the picture that models read, 0: the controller's own sample
}

// Chapter lists consecutive entries of an episode's log, with their places in the one log.
// Entry First+i is of step Seqs[i] and has the cursor Cursors[i], 0 when it could not be
// read.
type Chapter struct {
	First   int      `json:"first"`
	Seqs    []int    `json:"seqs"`
	Cursors []uint64 `json:"cursors"`
}

// Mark is a place in the one log.
type Mark struct {
	Cursor uint64 `json:"cursor"`
}

// Spend is what the model calls of a day took.
type Spend struct {
	Calls     int     `json:"calls"`
	TokensIn  int     `json:"tokens_in"`
	TokensOut int     `json:"tokens_out"`
	Cost      float64 `json:"cost"` // in the currency of the price table
}

// Answer is the stored answer to a call that came with a key.
type Answer struct {
	Method  string          `json:"method"`
	Content string          `json:"content"` // SHA-256 of the parameters, hexadecimal
	Result  json.RawMessage `json:"result"`
	Time    time.Time       `json:"time"`
}
