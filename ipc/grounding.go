package ipc

import (
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/job"
)

// The methods of grounding.
const (
	// GroundingGet gives an entry; or what was said in an episode, in the form of its
	// grounding file, with its final.
	//
	// Example: {"episode": "EPISODE"}
	GroundingGet Method[GroundingGetParams, GroundingGetResult] = "grounding.get"

	// GroundingList gives entries, oldest first.
	//
	// Example: {"state": "active", "category": "spatial"}
	GroundingList Method[GroundingListParams, GroundingListResult] = "grounding.list"

	// GroundingHistory gives all versions of an entry, oldest first.
	//
	// Example: {"id": "ENTRY"}
	GroundingHistory Method[EntryParams, HistoryResult] = "grounding.history"

	// GroundingUndo takes back the last change of an entry by a new version, or a
	// feedback with all entries that rest on it alone; a final of the episode is made
	// again without it.
	//
	// Example: {"id": "ENTRY"}
	GroundingUndo Method[UndoParams, UndoResult] = "grounding.undo"

	// GroundingRetire takes an entry out of use. What it had superseded is in use
	// again, unless another entry contradicts that.
	//
	// Example: {"id": "ENTRY"}
	GroundingRetire Method[EntryParams, EntryResult] = "grounding.retire"

	// GroundingConfirm puts an entry that a model proposed in use.
	//
	// Example: {"id": "ENTRY"}
	GroundingConfirm Method[EntryParams, EntryResult] = "grounding.confirm"

	// GroundingPin pins an entry, or takes the pin off. A pinned entry is shown before
	// all others and always whole. All pinned entries together must fit their share of
	// a prompt.
	//
	// Example: {"id": "ENTRY", "pinned": true}
	GroundingPin Method[PinParams, EntryResult] = "grounding.pin"

	// GroundingFinalize asks for the final of an episode now: a job makes it. Without
	// this, an episode with feedback gets its final when it ends.
	//
	// Example: {"episode": "EPISODE"}
	GroundingFinalize Method[FinalizeParams, FinalizeResult] = "grounding.finalize"

	// GroundingSaveFinal keeps a final that the caller made, as the newest version.
	//
	// Example: {"episode": "EPISODE", "final_grounding": {"spatial_grounding": {"content": "The green room is the kitchen."}}}
	GroundingSaveFinal Method[SaveFinalParams, SaveFinalResult] = "grounding.save_final"

	// GroundingPrompt gives the block of users' statements that a plan would get: the
	// entries that fit scene, place and target within a budget, and for each why it
	// went in or was left out. kind entropy also gives an instruction that asks a model
	// for the probabilities of actions.
	//
	// Example: {"place": "kitchen", "target": "mug", "budget": 200}
	GroundingPrompt Method[GroundingPromptParams, GroundingPromptResult] = "grounding.prompt"

	// GroundingMerge merges grounding files. Nothing is stored.
	//
	// Example: {"files": [{"name": "a.txt", "content": "The kitchen is green."}], "merge_format": "txt"}
	GroundingMerge Method[MergeParams, MergeResult] = "grounding.merge"

	// GroundingImport learns from grounding files, .json and .txt: each text becomes an
	// entry, or more evidence of one. A file that cannot be used is skipped as a whole,
	// and the reason is given; the rest is stored in one commit. Importing the same
	// again changes nothing, and neither does importing what this store exported. A
	// call takes at most 10,000 texts.
	//
	// Example: {"files": [{"name": "notes.txt", "content": "### Spatial Grounding\n- The kitchen is green."}], "scene_id": "house-1", "dry_run": true}
	GroundingImport Method[ImportParams, ImportResult] = "grounding.import"

	// GroundingExport gives the grounding files of episodes with feedback, oldest
	// first; the last page also has a file for each run with all its active entries.
	// A page may end before its limit when it has 4 MiB of text.
	//
	// Example: {"episode": "EPISODE", "format": "json"}
	GroundingExport Method[ExportParams, ExportResult] = "grounding.export"
)

// EntryParams name one entry.
type EntryParams struct {
	ID  string `json:"id" min:"1" max:"128"`    // of the entry
	Key string `json:"key,omitempty" max:"128"` // makes it safe to send again
}

// EntryResult is an entry after a change, and what else changed with it.
type EntryResult struct {
	Entry   grounding.Entry `json:"entry"`             // as it is now
	Changed []string        `json:"changed,omitempty"` // ids of the entries that have a new version, this one included when it has
}

// PinParams are the parameters of grounding.pin.
type PinParams struct {
	ID     string `json:"id" min:"1" max:"128"`    // of the entry
	Pinned *bool  `json:"pinned,omitempty"`        // default true
	Key    string `json:"key,omitempty" max:"128"` // makes it safe to send again
}

// UndoParams are the parameters of grounding.undo: an entry or a feedback.
type UndoParams struct {
	ID       string `json:"id,omitempty" max:"128"`       // of an entry: its last change is taken back
	Feedback string `json:"feedback,omitempty" max:"128"` // of a feedback, or of an imported file: all entries that rest on it alone are retired
	DryRun   bool   `json:"dry_run,omitempty"`            // only say what would be taken back; nothing is stored, not even the key
	Key      string `json:"key,omitempty" max:"128"`      // makes it safe to send again
}

// UndoResult is the answer to grounding.undo.
type UndoResult struct {
	Entries   []grounding.Entry `json:"entries"`             // entries that have a new version
	Withdrawn bool              `json:"withdrawn,omitempty"` // with feedback: it counts as taken back from now on, and did not before
	Held      []HeldEntry       `json:"held,omitempty"`      // with feedback: those of the entries that stay in use, because other feedback says the same
}

// HeldEntry is an entry that stays in use without one of its feedbacks.
type HeldEntry struct {
	ID string   `json:"id"` // of the entry
	By []string `json:"by"` // ids of the feedback that it still rests on, the oldest first
}

// GroundingGetParams are the parameters of grounding.get: an entry, or an
// episode.
type GroundingGetParams struct {
	ID      string `json:"id,omitempty" max:"128"`        // of an entry
	Episode string `json:"episode,omitempty" max:"128"`   // its feedback and its final
	Version int    `json:"version,omitempty" allow:"1.."` // of the final, default the last
}

// GroundingGetResult is the answer to grounding.get.
type GroundingGetResult struct {
	Entry    *grounding.Entry    `json:"entry,omitempty"`     // with id
	Snapshot *grounding.Snapshot `json:"grounding,omitempty"` // with episode: in the form of its grounding file
	Final    *grounding.Version  `json:"final,omitempty"`     // its final, and how it was made
	Versions int                 `json:"versions,omitempty"`  // how many finals there are
	Feedback []feedback.Record   `json:"feedback,omitempty"`  // of the episode, oldest first
}

// GroundingListParams are the filters of grounding.list.
type GroundingListParams struct {
	State    string `json:"state,omitempty" allow:"proposed|active|superseded|retired"`            // only in this state
	Category string `json:"category,omitempty" allow:"user_preference|spatial|procedural|general"` // only of this category
	SceneID  string `json:"scene_id,omitempty" max:"500"`                                          // only what holds in this scene alone
	Episode  string `json:"episode,omitempty" max:"128"`                                           // only what rests on feedback of this episode
	Pinned   *bool  `json:"pinned,omitempty"`                                                      // only pinned ones, or only others
	Limit    int    `json:"limit,omitempty" allow:"1..1000"`                                       // of a page, default 100
	Cursor   string `json:"cursor,omitempty" max:"200"`                                            // of the page before
}

// GroundingListResult is one page of entries, oldest first.
type GroundingListResult struct {
	Entries []grounding.Entry `json:"entries"`          // the page
	Cursor  string            `json:"cursor,omitempty"` // give it back for the next page
}

// HistoryResult is the answer to grounding.history.
type HistoryResult struct {
	Versions []grounding.Entry `json:"versions"` // of the entry, oldest first
}

// FinalizeParams are the parameters of grounding.finalize.
type FinalizeParams struct {
	Episode string `json:"episode" min:"1" max:"128"` // id of an episode with feedback
	Key     string `json:"key,omitempty" max:"128"`   // makes it safe to send again
}

// FinalizeResult is the answer to grounding.finalize.
type FinalizeResult struct {
	Job   job.Job            `json:"job"`             // job that makes it; jobs.get says when it is done
	Final *grounding.Version `json:"final,omitempty"` // the last one so far
}

// SaveFinalParams are the parameters of grounding.save_final.
type SaveFinalParams struct {
	Episode string     `json:"episode" min:"1" max:"128"`  // id of the episode
	Final   GivenFinal `json:"final_grounding"`            // what the caller made of its feedback
	Author  string     `json:"author,omitempty" max:"200"` // who made it
	Key     string     `json:"key,omitempty" max:"128"`    // makes it safe to send again
}

// GivenFinal is a final that a caller made. Categories that are absent are
// empty.
type GivenFinal struct {
	Generated      string             `json:"generation_timestamp,omitempty" max:"100"` // RFC 3339 with zone, default now
	UserPreference *grounding.Content `json:"user_preference_grounding,omitempty"`      // what the user likes
	Spatial        *grounding.Content `json:"spatial_grounding,omitempty"`              // how the place is
	Procedural     *grounding.Content `json:"procedural_grounding,omitempty"`           // how to do it
	General        *grounding.Content `json:"general_grounding_rules,omitempty"`        // everything else
}

// SaveFinalResult is the answer to grounding.save_final.
type SaveFinalResult struct {
	Final grounding.Version `json:"final"` // as it is stored
}

// GroundingPromptParams are the parameters of grounding.prompt.
type GroundingPromptParams struct {
	Episode string          `json:"episode,omitempty" max:"128"`                 // takes scene, place and target from it
	SceneID string          `json:"scene_id,omitempty" max:"500"`                // without an episode: the scene
	Place   string          `json:"place,omitempty" max:"200"`                   // label of the place at hand
	Target  string          `json:"target,omitempty" max:"200"`                  // what is looked for
	Kind    string          `json:"kind,omitempty" allow:"normal|entropy"`       // entropy: with an instruction that asks a model for probabilities; default normal
	Actions []string        `json:"actions,omitempty" max:"64" each:"200"`       // with entropy: the actions to choose from, default the views
	Files   []GroundingFile `json:"files,omitempty" max:"100"`                   // the user's own files, first and whole
	Budget  *int            `json:"budget,omitempty" setting:"grounding.budget"` // default of the configuration
}

// GroundingFile is a file of the user's own.
type GroundingFile struct {
	Name    string `json:"name" min:"1" max:"1000"` // must end in .json or .txt
	Content string `json:"content" max:"16777216"`  // all of it
}

// GroundingPromptResult is the answer to grounding.prompt.
type GroundingPromptResult struct {
	Prompt  string              `json:"prompt"`            // the block; empty when nothing fits
	Off     string              `json:"off,omitempty"`     // why plans do not get the block now: the plans of this episode, or all
	System  string              `json:"system,omitempty"`  // with entropy: the whole instruction with the block in it
	Tokens  int                 `json:"tokens"`            // of the block, estimate
	In      []item.Shown        `json:"in"`                // entries that went in, and why
	LeftOut []item.LeftOut      `json:"left_out"`          // entries that did not, and why
	More    int                 `json:"more,omitempty"`    // further ones that did not
	Skipped []grounding.Skipped `json:"skipped,omitempty"` // files that could not be used
}

// MergeParams are the parameters of grounding.merge.
type MergeParams struct {
	Files  []GroundingFile `json:"files" max:"10000"`                                       // in the order in which they are merged
	Format string          `json:"merge_format,omitempty" setting:"grounding.merge_format"` // default of the configuration
}

// MergeResult is the answer to grounding.merge.
type MergeResult struct {
	Merged   grounding.Merged    `json:"merged"`   // the JSON files, always filled
	Markdown string              `json:"markdown"` // their final under four titles
	Text     string              `json:"text"`     // what goes into a prompt
	Skipped  []grounding.Skipped `json:"skipped"`  // files that could not be used
}

// ImportParams are the parameters of grounding.import.
type ImportParams struct {
	Files   []GroundingFile `json:"files" min:"1" max:"1000"`     // .json and .txt
	SceneID string          `json:"scene_id,omitempty" max:"500"` // spatial texts, and those that name a room or a thing, hold only there; default everywhere
	Author  string          `json:"author,omitempty" max:"200"`   // who vouches for them
	DryRun  bool            `json:"dry_run,omitempty"`            // only say what would be done; nothing is stored, not even the key
	Key     string          `json:"key,omitempty" max:"128"`      // makes it safe to send again
}

// ImportResult is the answer to grounding.import.
type ImportResult struct {
	Files   []ImportedFile      `json:"files"`   // files that were read, in their order
	Skipped []grounding.Skipped `json:"skipped"` // files that could not be used
}

// ImportedFile says what one file brought.
type ImportedFile struct {
	Name     string          `json:"name"`                // of the file
	Feedback string          `json:"feedback,omitempty"`  // id that its entries name as their feedback; grounding.undo with it takes the import back
	Added    int             `json:"added"`               // entries that are new
	Known    int             `json:"known"`               // texts that entries said already
	Notes    int             `json:"notes,omitempty"`     // new entries of which navd itself understands nothing
	Entries  []ImportedEntry `json:"entries"`             // what was done with each text, in the order of the categories; at most 1,000 in an answer
	More     int             `json:"more,omitempty"`      // further texts
	Gone     []GoneEntry     `json:"gone,omitempty"`      // of a text file: entries in use that came from a file of this name alone and are not in it any more; they stay, because leaving a line out takes nothing back. At most 20
	GoneMore int             `json:"gone_more,omitempty"` // further ones
}

// ImportedEntry says what was done with one text of a file. Its action is added, merged (an
// entry says it already), outdated or command.
type ImportedEntry struct {
	FeedbackEntry
	Scope *grounding.Scope `json:"scope,omitempty"` // where the entry holds
}

// GoneEntry is an entry whose text is not in its file any more.
type GoneEntry struct {
	ID   string `json:"id"`   // grounding.retire takes it out of use
	Text string `json:"text"` // of the entry
}

// ExportParams are the parameters of grounding.export.
type ExportParams struct {
	Run     string `json:"run,omitempty" max:"200"`                          // only of this run; what was imported is of the run "default"
	Episode string `json:"episode,omitempty" max:"128"`                      // only of this episode, without the latest
	Format  string `json:"format,omitempty" setting:"grounding.save_format"` // default grounding.save_format
	Limit   int    `json:"limit,omitempty" allow:"1..1000"`                  // episodes of a page, default 100
	Cursor  string `json:"cursor,omitempty" max:"200"`                       // of the page before
}

// ExportResult is one page of files. Paths have slashes, begin with the run, and
// never lead out of the directory that they are written to.
type ExportResult struct {
	Files  []ExportFile `json:"files"`            // the page
	Cursor string       `json:"cursor,omitempty"` // give it back for the next page
}

// ExportFile is a file to write.
type ExportFile struct {
	Path    string `json:"path"`    // relative
	Content string `json:"content"` // all of it
}
