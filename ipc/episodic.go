package ipc

import (
	"encoding/json"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/words"
)

// The methods of episodic.
const (
	// EpisodicSlot gives the advice of past episodes for a decision, under a condition:
	// the slot for the prompt, whether to put it there, and in any case the records that
	// were found. It changes nothing; report the result with episodic.outcome.
	//
	// Example: {"condition": "C2", "target": "sofa", "scene_id": "house-1"}
	EpisodicSlot Method[SlotParams, SlotResult] = "episodic.slot"

	// EpisodicGate says whether a decision should get advice now, and by which rule. It
	// asks no model.
	//
	// Example: {"profile": "absa", "facts": {"text": "the door is shut", "structural_risks_n": 1}}
	EpisodicGate Method[EpisodicGateParams, episodic.Gated] = "episodic.gate"

	// EpisodicAppend keeps a record of what happened in a sample. The same entry, or the
	// same key, is kept once.
	//
	// Example: {"profile": "absa", "sample": {"text": "문이 안 열린다", "language": "ko", "aspects": [{"term": "문"}], "risks": [{"type": "NEGATION_SCOPE", "severity": "high"}]}}
	EpisodicAppend Method[AppendParams, AppendResult] = "episodic.append"

	// EpisodicOutcome reports the result of a sample, and what its advice did.
	//
	// Example: {"sample": "review-17", "condition": "C2", "injected": true, "followed": true, "helped": true, "success": true}
	EpisodicOutcome Method[OutcomeParams, OutcomeResult] = "episodic.outcome"

	// EpisodicExplain says for each record that episodic.slot considers whether the advice
	// rests on it, and if not, why.
	//
	// Example: {"condition": "C2", "target": "sofa"}
	EpisodicExplain Method[SlotParams, ExplainResult] = "episodic.explain"

	// EpisodicSupersede withdraws a record, and with it all advice that rests on it
	// alone. Snapshots that were taken before still have it.
	//
	// Example: {"id": "CASE", "reason": "the sofa was moved"}
	EpisodicSupersede Method[SupersedeParams, episodic.Stored] = "episodic.supersede"

	// EpisodicGet gives a record, with counts of what its advice did.
	//
	// Example: {"id": "CASE"}
	EpisodicGet Method[CaseParams, episodic.Stored] = "episodic.get"

	// EpisodicList gives records, newest first.
	//
	// Example: {"target": "sofa", "limit": 10}
	EpisodicList Method[CaseListParams, CaseListResult] = "episodic.list"

	// EpisodicSnapshot names the present records of a space, so that they can be read
	// whatever is added later; and lists these names.
	//
	// Example: {"name": "before the move"}
	EpisodicSnapshot Method[SnapshotParams, SnapshotResult] = "episodic.snapshot"

	// EpisodicImport stores records, a line of JSON each, in one commit. A line that
	// cannot be used is skipped, and the reason is given; a record that is stored already
	// changes nothing.
	//
	// Example: {"lines": "{\"profile\": \"absa\", \"entry\": {}}"}
	EpisodicImport Method[CaseImportParams, CaseImportResult] = "episodic.import"

	// EpisodicExport gives the records of a space, a line of JSON each, oldest first.
	//
	// Example: {"limit": 100}
	EpisodicExport Method[CaseExportParams, CaseExportResult] = "episodic.export"

	// EpisodicStats gives the results under each condition, and the paired differences to
	// one of them, with 95 % intervals.
	//
	// Example: {"baseline": "C1"}
	EpisodicStats Method[StatsParams, StatsResult] = "episodic.stats"

	// EpisodicSignature computes the signature of a sample. Nothing is stored.
	//
	// Example: {"profile": "absa", "text": "the room is not bad, but small", "language": "en", "num_aspects": 1}
	EpisodicSignature Method[SignatureParams, episodic.Signature] = "episodic.signature"

	// EpisodicAdvise makes advisories from entries. Nothing is stored.
	//
	// Example: {"profile": "absa", "entries": [], "prohibit_dangerous": true}
	EpisodicAdvise Method[AdviseParams, AdviseResult] = "episodic.advise"

	// EpisodicRender writes the slot of a condition. Nothing is stored.
	//
	// Example: {"profile": "absa", "condition": "C2_silent", "topk": 3}
	EpisodicRender Method[RenderParams, RenderResult] = "episodic.render"
)

// SlotParams are the parameters of episodic.slot and episodic.explain. With an episode,
// condition, space, snapshot and goal are those of the episode.
type SlotParams struct {
	Episode   string              `json:"episode,omitempty" max:"128"`          // episode that asks; without one, the members below describe the decision
	Condition string              `json:"condition,omitempty" max:"200"`        // C1, C2 and so on, default as configured
	Profile   string              `json:"profile,omitempty" max:"100"`          // default nav
	Space     string              `json:"space,omitempty" max:"200"`            // memory to read, default "default"
	Snapshot  string              `json:"snapshot,omitempty" max:"200"`         // read the space as it was at this snapshot
	Sample    string              `json:"sample,omitempty" max:"200"`           // name of the sample: a condition that decides by lot decides the same for the same name, and needs one; with an episode the lot is that of its next plan
	Signature *episodic.Signature `json:"signature,omitempty"`                  // of the sample; default computed from text
	Text      string              `json:"text,omitempty" max:"100000"`          // of the sample, or the situation in words; it is not kept
	Language  string              `json:"language,omitempty" max:"20"`          // of the text, default that of the profile
	Query     string              `json:"query_lexical,omitempty" max:"2000"`   // words that a case of signature_lexical should have
	Facts     *episodic.Facts     `json:"facts,omitempty"`                      // what stage 1 found; the gate decides by it
	Target    string              `json:"target,omitempty" max:"200"`           // what is looked for
	Places    []string            `json:"places,omitempty" max:"32" each:"200"` // types of the rooms at hand
	SceneID   string              `json:"scene_id,omitempty" max:"500"`         // house or building
	Frame     string              `json:"frame,omitempty" max:"100"`            // of the poses
	TopK      *int                `json:"topk,omitempty" allow:"1..3"`          // advisories at most, default that of the profile
	Budget    *int                `json:"budget,omitempty" allow:"0..100000"`   // characters of messages at most: whole advisories are left out; default no limit
}

// SlotResult is the answer to episodic.slot.
type SlotResult struct {
	Slot      json.RawMessage `json:"slot"`          // the slot for the prompt, under its name
	JSON      string          `json:"slot_json"`     // the same as text, byte for byte as the prompt should have it
	Inject    bool            `json:"inject"`        // put it into the prompt: condition and gate allow it; else leave it out
	Retrieved []string        `json:"retrieved_ids"` // ids of the records that were found, best first, whether shown or not
	Gate      episodic.Gated  `json:"gate"`          // what the gates decided
	Claims    []words.Claim   `json:"claims"`        // the advice for a planner without a model; empty when inject is false
	Meta      SlotMeta        `json:"meta"`          // what was done
}

// SlotMeta says what was done for a slot.
type SlotMeta struct {
	Condition      string   `json:"condition"`                 // condition that was used
	Profile        string   `json:"profile"`                   // profile that was used
	Space          string   `json:"space"`                     // space that was read
	Mode           string   `json:"memory_mode"`               // off, on or silent
	TopK           int      `json:"topk"`                      // advisories at most
	Masked         bool     `json:"masked_injection"`          // the slot was left empty
	Executed       bool     `json:"retrieval_executed"`        // the memory was searched
	RetrievedK     int      `json:"retrieved_k"`               // records that were found
	RetrievedIDs   []string `json:"retrieved_ids"`             // their ids
	Exposed        bool     `json:"exposed_to_debate"`         // the condition lets advice reach the decision
	HeldOut        bool     `json:"held_out,omitempty"`        // but it decides by lot, and the lot kept it out
	Hidden         string   `json:"hidden,omitempty"`          // kept house: advice is kept out because the kept house of the episode knows the thing
	Gated          bool     `json:"advisory_injection_gated"`  // the gate kept advice out
	Trigger        *string  `json:"injection_trigger_reason"`  // what opened the gate
	Chars          int      `json:"prompt_injection_chars"`    // of slot_json when it is let in, else 0
	BlockedCases   int      `json:"memory_blocked_episode_n"`  // records found that had failed
	BlockedAdvices int      `json:"memory_blocked_advisory_n"` // advisories that were left out because of them
	BlockReason    string   `json:"memory_block_reason"`       // opposite_polarity_failed, or nothing
}

// EpisodicGateParams are the parameters of episodic.gate.
type EpisodicGateParams struct {
	Profile string          `json:"profile,omitempty" max:"100"` // default nav
	Episode string          `json:"episode,omitempty" max:"128"` // of a robot: its last plan and what the leg showed are the facts
	Facts   *episodic.Facts `json:"facts,omitempty"`             // what stage 1 found, without an episode
}

// SignatureParams are the parameters of episodic.signature.
type SignatureParams struct {
	Profile    string `json:"profile,omitempty" max:"100"`                 // default nav
	Text       string `json:"text,omitempty" max:"100000"`                 // of the sample
	Language   string `json:"language,omitempty" max:"20"`                 // of it
	NumAspects int    `json:"num_aspects,omitempty" allow:"0..1000000000"` // aspects that it has
}

// AdviseParams are the parameters of episodic.advise.
type AdviseParams struct {
	Profile  string            `json:"profile,omitempty" max:"100"`                                                                             // default nav
	Entries  []json.RawMessage `json:"entries" max:"1000" each:"100000"`                                                                        // EpisodicMemoryEntryV1_1, in the order in which they were found
	Prohibit *bool             `json:"prohibit_dangerous,omitempty"`                                                                            // true: leave out what failed before; false: warn of it; default as the profile has it
	Strength string            `json:"strength,omitempty" allow:"weak|moderate|strong"`                                                         // of the advisories, default as the profile has it
	Type     string            `json:"advisory_type,omitempty" allow:"successful_override|failed_override_warning|consistency_anchor" max:"40"` // of the advisories, default as the profile has it
}

// AdviseResult is the answer to episodic.advise.
type AdviseResult struct {
	Advisories []episodic.Advisory `json:"advisories"`    // one for each entry that has a lesson
	Blocked    episodic.Blocked    `json:"blocked"`       // what was left out because it failed before
	Failed     []bool              `json:"failure_flags"` // for each entry, whether it failed
}

// RenderParams are the parameters of episodic.render.
type RenderParams struct {
	Profile    string            `json:"profile,omitempty" max:"100"`                 // default nav
	Condition  string            `json:"condition" min:"1" max:"200"`                 // C1, C2 and so on
	Advisories []json.RawMessage `json:"advisories,omitempty" max:"100" each:"20000"` // as episodic.advise gives them
	TopK       *int              `json:"topk,omitempty" allow:"1..3"`                 // advisories at most, default that of the profile
	Slot       string            `json:"slot_name,omitempty" max:"200"`               // default that of the profile
	Sample     string            `json:"sample,omitempty" max:"200"`                  // name of the sample; conditions that decide by lot need one
}

// RenderResult is the answer to episodic.render.
type RenderResult struct {
	JSON string   `json:"slot_json"` // the slot as text, for the prompt
	Meta SlotMeta `json:"meta"`      // what was done
}

// AppendParams are the parameters of episodic.append: an entry, or a sample from which one
// is made.
type AppendParams struct {
	Space     string           `json:"space,omitempty" max:"200"`     // memory that keeps it, default "default"
	Profile   string           `json:"profile,omitempty" max:"100"`   // default nav
	Condition string           `json:"condition,omitempty" max:"200"` // of the sample: a condition that does not write keeps nothing; default: it is kept
	Entry     json.RawMessage  `json:"entry,omitempty" max:"100000"`  // EpisodicMemoryEntryV1_1, kept as it is; without episode_id it gets one
	Sample    *episodic.Sample `json:"sample,omitempty"`              // what the stages of a pipeline found: an entry is made of it if a gate of the profile says that it is worth keeping
	Episode   string           `json:"episode,omitempty" max:"128"`   // episode of navd that it belongs to; it is deleted with that
	SceneID   string           `json:"scene_id,omitempty" max:"500"`  // house or building that it is about
	Target    string           `json:"target,omitempty" max:"200"`    // what was looked for
	Place     string           `json:"place,omitempty" max:"200"`     // type of the room
	Claims    []words.Claim    `json:"claims,omitempty" max:"100"`    // what it tells a planner
	Needs     *episodic.Needs  `json:"preconditions,omitempty"`       // what must hold for it to be used
	Source    string           `json:"source,omitempty" max:"200"`    // who says so
	Trust     *float64         `json:"trust,omitempty" allow:"0..1"`  // weight of its advice, default 1; 0: it advises nothing
	Key       string           `json:"key,omitempty" max:"128"`       // makes it safe to send again
}

// AppendResult is the answer to episodic.append.
type AppendResult struct {
	ID       string   `json:"id,omitempty"`          // of the record, even if it was stored before
	Seq      int      `json:"seq,omitempty"`         // its number in the space
	Decision string   `json:"decision"`              // stored, or skipped
	Reason   string   `json:"skip_reason,omitempty"` // store_write_disabled, no_gate_passed or duplicate
	Tags     []string `json:"reason_tags"`           // what spoke for keeping it: failure_asset, utility, novelty
}

// OutcomeParams are the parameters of episodic.outcome. A second report for the same sample
// and condition replaces the first.
type OutcomeParams struct {
	Space     string   `json:"space,omitempty" max:"200"`           // default "default"
	Sample    string   `json:"sample" min:"1" max:"200"`            // name of the sample, the same under all conditions: differences are paired by it
	Group     string   `json:"group,omitempty" max:"200"`           // group of related samples, such as those of one house; default each sample is a group of its own
	Condition string   `json:"condition" min:"1" max:"200"`         // under which it was decided
	IDs       []string `json:"ids,omitempty" max:"100" each:"128"`  // records whose advice was found; under a control arm, which shows something else, they count as retrieved only
	Injected  bool     `json:"injected,omitempty"`                  // the advice was in the prompt; refused for a condition that shows none
	Followed  bool     `json:"followed,omitempty"`                  // the decision followed it
	Helped    bool     `json:"helped,omitempty"`                    // and that was good
	Harmed    bool     `json:"harmed,omitempty"`                    // and that was bad
	Success   *bool    `json:"success,omitempty"`                   // of the sample, if it is known
	Score     *float64 `json:"score,omitempty" allow:"-1000..1000"` // of the sample, such as F1
	Key       string   `json:"key,omitempty" max:"128"`             // makes it safe to send again
}

// OutcomeResult is the answer to episodic.outcome.
type OutcomeResult struct {
	Records int `json:"records"` // records whose counts it changed
}

// CaseParams name a record.
type CaseParams struct {
	Space string `json:"space,omitempty" max:"200"` // default "default"
	ID    string `json:"id" min:"1" max:"128"`      // of the record
}

// SupersedeParams are the parameters of episodic.supersede.
type SupersedeParams struct {
	CaseParams
	By     string `json:"by,omitempty" max:"128"`      // id of the record that replaces it
	Reason string `json:"reason,omitempty" max:"1000"` // in your words
	Key    string `json:"key,omitempty" max:"128"`     // makes it safe to send again
}

// CaseListParams are the filters of episodic.list.
type CaseListParams struct {
	Space     string `json:"space,omitempty" max:"200"`       // default "default"
	Profile   string `json:"profile,omitempty" max:"100"`     // only of this profile
	Target    string `json:"target,omitempty" max:"200"`      // only about this thing
	SceneID   string `json:"scene_id,omitempty" max:"500"`    // only of this house
	Episode   string `json:"episode,omitempty" max:"128"`     // only of this episode of navd
	Condition string `json:"condition,omitempty" max:"200"`   // only of this condition
	Withdrawn *bool  `json:"withdrawn,omitempty"`             // only withdrawn ones, or only others
	Limit     int    `json:"limit,omitempty" allow:"1..1000"` // of a page, default 100
	Cursor    string `json:"cursor,omitempty" max:"200"`      // of the page before
}

// CaseListResult is one page of records, newest first.
type CaseListResult struct {
	Records []episodic.Stored `json:"records"`          // the page
	Cursor  string            `json:"cursor,omitempty"` // give it back for the next page
	Spaces  []string          `json:"spaces"`           // all spaces that have records
}

// SnapshotParams are the parameters of episodic.snapshot.
type SnapshotParams struct {
	Space string `json:"space,omitempty" max:"200"` // default "default"
	Name  string `json:"name,omitempty" max:"200"`  // of the snapshot to take; without it, only list them
	Key   string `json:"key,omitempty" max:"128"`   // makes it safe to send again
}

// SnapshotResult is the answer to episodic.snapshot.
type SnapshotResult struct {
	Snapshot  *episodic.Snapshot  `json:"snapshot,omitempty"` // the snapshot that was taken
	Snapshots []episodic.Snapshot `json:"snapshots"`          // all of the space, by name
}

// CaseImportParams are the parameters of episodic.import.
type CaseImportParams struct {
	Space   string `json:"space,omitempty" max:"200"`   // memory that keeps them, default "default"
	Profile string `json:"profile,omitempty" max:"100"` // of lines that are bare entries, default nav
	Lines   string `json:"lines" min:"1" max:"4194304"` // JSONL: records as episodic.export gives them, or bare entries
	Key     string `json:"key,omitempty" max:"128"`     // makes it safe to send again
}

// CaseImportResult is the answer to episodic.import.
type CaseImportResult struct {
	Stored  int           `json:"stored"`  // new records
	Same    int           `json:"same"`    // records that were stored already
	Skipped []SkippedLine `json:"skipped"` // lines that cannot be used, at most 100
	More    int           `json:"more"`    // further ones
}

// SkippedLine is a line that cannot be used.
type SkippedLine struct {
	Line   int    `json:"line"`   // from 1
	Reason string `json:"reason"` // why
}

// CaseExportParams are the parameters of episodic.export.
type CaseExportParams struct {
	Space  string `json:"space,omitempty" max:"200"`       // default "default"
	Limit  int    `json:"limit,omitempty" allow:"1..1000"` // records of a page, default 100
	Cursor string `json:"cursor,omitempty" max:"200"`      // of the page before
}

// CaseExportResult is one page of JSONL, oldest first.
type CaseExportResult struct {
	Lines  string `json:"lines"`            // one record a line
	Cursor string `json:"cursor,omitempty"` // give it back for the next page
}

// ExplainResult is the answer to episodic.explain.
type ExplainResult struct {
	Condition  string       `json:"condition"`  // condition that was used
	Considered []Considered `json:"considered"` // records that were considered, best first, at most 100
	More       int          `json:"more"`       // further ones
}

// Considered is a record that was considered for a slot.
type Considered struct {
	ID     string   `json:"id"`               // of the record
	Seq    int      `json:"seq"`              // its number
	Score  float64  `json:"score"`            // 0..1, fused over the sources; for signature_lexical the number of matching words
	From   []string `json:"from,omitempty"`   // sources that found it
	Used   bool     `json:"used"`             // the slot's advice rests on it
	Reason string   `json:"reason,omitempty"` // why not
}

// StatsParams are the parameters of episodic.stats.
type StatsParams struct {
	Space    string `json:"space,omitempty" max:"200"`    // only of this space, default all: best give each condition a space of its own
	Run      string `json:"run,omitempty" max:"200"`      // only episodes of this run, and of those below it: a has a/C1 and a/C2
	Baseline string `json:"baseline,omitempty" max:"200"` // condition that the others are compared with, default the first
}

// StatsResult is the answer to episodic.stats.
type StatsResult struct {
	Space      string           `json:"space"`      // space that was counted, empty: all
	Records    int              `json:"records"`    // number of records, withdrawn ones included
	Withdrawn  int              `json:"withdrawn"`  // number of withdrawn records
	Baseline   string           `json:"baseline"`   // condition that the others are compared with
	Conditions []ConditionStats `json:"conditions"` // of navd's episodes, then of the samples that clients reported
}

// ConditionStats are the results under one condition.
type ConditionStats struct {
	Condition  string           `json:"condition"`                // its name
	Of         string           `json:"of"`                       // episodes, or samples
	N          int              `json:"n"`                        // searches of ended episodes, one for each goal whose success is known, or samples
	Arms       []string         `json:"arms,omitempty"`           // arms of the controller that are counted together, when there is more than one
	Advice     episode.Advice   `json:"advice"`                   // counts of advice
	FollowRate *float64         `json:"follow_rate"`              // share of shown advice that was followed; null: none was shown
	Holdout    *episode.Holdout `json:"holdout,omitempty"`        // legs with advice compared with those that the lot kept it from; absent unless there are both
	Figures    []episode.Value  `json:"figures"`                  // success, spl and steps; of samples success and score
	Pairs      int              `json:"pairs"`                    // episodes or samples that the baseline has too
	Than       []episode.Value  `json:"difference,omitempty"`     // to the baseline, over these pairs
	NoBetter   []string         `json:"no_better_than,omitempty"` // of the arms shuffle and one_line, if both were run, those than which this memory is not clearly better, by success, SPL or score: then it has shown nothing
}
