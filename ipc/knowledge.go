package ipc

import (
	"encoding/json"

	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/dmn"
	"navd/daemon/words"
)

// The methods of knowledge.
const (
	// KnowledgeSubmit keeps what somebody said. In the background a job makes a proposal
	// of it: a model's agent decides what, or without one a conditional sentence becomes
	// a rule, numbered steps a skill, anything else a memory. The proposal waits until
	// somebody approves it, unless knowledge.mode lets a model's hold at once.
	//
	// Example: {"text": "Never enter the bathroom when looking for a television", "author": "Kim"}
	KnowledgeSubmit Method[SubmitParams, SubmitResult] = "knowledge.submit"

	// KnowledgeProcess processes queued feedback now, and says for each what was done:
	// proposed, in use, known already, ignored, or undecided. A feedback that is named is
	// processed alone; without one, a call takes the oldest thousand.
	//
	// Example: {"feedback": "KNOWLEDGE_FEEDBACK"}
	KnowledgeProcess Method[ProcessParams, ProcessResult] = "knowledge.process"

	// KnowledgeProposals lists proposals, newest first, each with why it was made, what
	// it changes, and for a rule what is wrong with it and which of the last plans it
	// would have changed.
	//
	// Example: {"status": "open"}
	KnowledgeProposals Method[ProposalListParams, ProposalListResult] = "knowledge.proposals"

	// KnowledgeApprove approves a proposal: it holds from the next plan on. It is a
	// conflict when the item has changed since the proposal was made.
	//
	// Example: {"proposal": "PROPOSAL", "author": "Kim"}
	KnowledgeApprove Method[DecideParams, DecideResult] = "knowledge.approve"

	// KnowledgeReject rejects a proposal. The same is not proposed again.
	//
	// Example: {"proposal": "OTHER_PROPOSAL", "reason": "there is one in the bathroom"}
	KnowledgeReject Method[DecideParams, DecideResult] = "knowledge.reject"

	// KnowledgeSearch finds items in use that fit a question, best first; none when
	// nothing is known about it.
	//
	// Example: {"query": "television", "k": 3}
	KnowledgeSearch Method[KnowledgeSearchParams, KnowledgeSearchResult] = "knowledge.search"

	// KnowledgeList gives items in their last versions, newest first.
	//
	// Example: {"kind": "rule", "status": "active"}
	KnowledgeList Method[KnowledgeListParams, KnowledgeListResult] = "knowledge.list"

	// KnowledgeGet gives an item, or one version of it.
	//
	// Example: {"id": "ITEM"}
	KnowledgeGet Method[ItemParams, knowledge.Item] = "knowledge.get"

	// KnowledgeHistory gives all versions of an item, and what was done to it.
	//
	// Example: {"id": "ITEM"}
	KnowledgeHistory Method[ItemHistoryParams, ItemHistoryResult] = "knowledge.history"

	// KnowledgeAttach puts the whole text of skills into plans, of one scene or of all,
	// within knowledge.skills_budget; plans get only name and description of other skills.
	// The attached version stays, even when the skill gets a newer one.
	//
	// Example: {"skill_ids": ["SKILL"], "scene_id": "home"}
	KnowledgeAttach Method[AttachParams, AttachResult] = "knowledge.attach"

	// KnowledgeDetach takes skills out of plans again.
	//
	// Example: {"skill_ids": ["SKILL"], "scene_id": "home"}
	KnowledgeDetach Method[AttachParams, AttachResult] = "knowledge.detach"

	// KnowledgeDiff says what changed between two versions of an item.
	//
	// Example: {"id": "ITEM", "to": 1}
	KnowledgeDiff Method[DiffParams, DiffResult] = "knowledge.diff"

	// KnowledgeRollback goes back to an earlier version of an item, or takes back what a
	// feedback changed last, or what all the feedback of one job did. It makes new
	// versions: nothing is lost.
	//
	// Example: {"id": "ITEM", "version": 1, "reason": "the newer one was wrong"}
	KnowledgeRollback Method[RollbackParams, RollbackResult] = "knowledge.rollback"

	// KnowledgeEvaluate evaluates a rule, or a DMN model that is given. Nothing is
	// stored. The target and place_type of a rule may go by any of their names.
	//
	// Example: {"id": "ITEM", "inputs": {"steps":301}}
	KnowledgeEvaluate Method[EvaluateParams, EvaluateResult] = "knowledge.evaluate"

	// KnowledgeCheck says what is wrong with a rule, or with a DMN model that is
	// given: what cannot be read or is not supported, wrong types, rows that overlap,
	// rows that never matter, gaps; and which of the last plans it would have changed.
	//
	// Example: {"id": "ITEM"}
	KnowledgeCheck Method[KnowledgeCheckParams, KnowledgeCheckResult] = "knowledge.check"

	// KnowledgeImport proposes the rule of a DMN file, or the skill of a folder: SKILL.md
	// with front matter, and files beside it. A skill of the same name gets another
	// version. Or it stores a history as it is, with its ids, if nothing was learned yet
	// or if an earlier copy of it is there; a record that does not fit is a conflict, and
	// nothing of the call is stored.
	//
	// Example: {"name": "mine.dmn", "content": "DMN"}
	KnowledgeImport Method[KnowledgeImportParams, KnowledgeImportResult] = "knowledge.import"

	// KnowledgeExport gives a rule as a DMN 1.3 file, a skill as its folder, or without
	// id all that was learned, with every version and the log.
	//
	// Example: {"id": "ITEM"}
	KnowledgeExport Method[KnowledgeExportParams, KnowledgeExportResult] = "knowledge.export"
)

// SubmitParams are the parameters of knowledge.submit.
type SubmitParams struct {
	Text     string   `json:"text" min:"1" max:"20000"`                                                  // what somebody said, in English or Korean
	Kind     string   `json:"kind,omitempty" allow:"memory|rule|skill|MEMORY|DMN_RULE|SKILL"`            // what it is to become, default: a conditional sentence a rule, numbered steps a skill, else a memory
	SceneID  string   `json:"scene_id,omitempty" max:"500"`                                              // it holds in this house or building alone, default everywhere
	Episode  string   `json:"episode,omitempty" max:"128"`                                               // episode that it was said in
	Step     *int     `json:"step,omitempty" allow:"0.."`                                                // step that it is about, default the last
	Amends   string   `json:"amends,omitempty" max:"128"`                                                // id of the item that it changes, in "k3@1" with its present version, default: it is something new
	Relation string   `json:"relation,omitempty" allow:"EXTENDS|EXCEPTION|REFINES|SUPERSEDES|WITHDRAWS"` // how it changes that item: it adds something, makes an exception, changes the row, step or statement at, replaces the item, or withdraws it
	At       int      `json:"at,omitempty" allow:"1..1000"`                                              // number of the row, step or statement that it is about
	Follows  []string `json:"follows_from,omitempty" max:"20" each:"128"`                                // ids of items in use that it was derived from: when all of them are gone, navd proposes to retire it
	Author   string   `json:"author,omitempty" max:"200"`                                                // who said it
	Key      string   `json:"key,omitempty" max:"128"`                                                   // makes it safe to send again
}

// SubmitResult is the answer to knowledge.submit.
type SubmitResult struct {
	Feedback string  `json:"feedback"` // its id
	Job      job.Job `json:"job"`      // job that processes it
}

// ProcessParams are the parameters of knowledge.process.
type ProcessParams struct {
	Feedback string `json:"feedback,omitempty" max:"128"` // only this one; default the oldest that are queued
}

// ProcessResult is the answer to knowledge.process.
type ProcessResult struct {
	Feedback []knowledge.Feedback `json:"feedback"` // feedback that was processed, with what was done
}

// ProposalListParams are the filters of knowledge.proposals.
type ProposalListParams struct {
	Status string `json:"status,omitempty" allow:"open|approved|rejected|dry-run|withdrawn"` // only these
	Limit  int    `json:"limit,omitempty" allow:"1..1000"`                                   // of a page, default 100
	Cursor string `json:"cursor,omitempty" max:"200"`                                        // of the page before
}

// ProposalView is a proposal with what it changes, line by line.
type ProposalView struct {
	knowledge.Proposal
	Diff   []string      `json:"diff,omitempty"`   // removed lines begin with -, added ones with +
	Claims []words.Claim `json:"claims,omitempty"` // of a memory: what the local planner reads in it; none: models get it, and nothing else

	Entries []knowledge.Known `json:"entries,omitempty"` // of an open one: entries in use that go against it, by what users said as feedback; at most 3
}

// ProposalListResult is one page of proposals, newest first.
type ProposalListResult struct {
	Proposals []ProposalView `json:"proposals"`        // the page
	Cursor    string         `json:"cursor,omitempty"` // give it back for the next page
}

// DecideParams are the parameters of knowledge.approve and knowledge.reject.
type DecideParams struct {
	Proposal string `json:"proposal" min:"1" max:"128"`           // id of an open proposal
	Expect   *int   `json:"expect_version,omitempty" allow:"0.."` // version that the item to be changed must have, 0: there is no item yet; any other is a conflict
	Author   string `json:"author,omitempty" max:"200"`           // who decides
	Reason   string `json:"reason,omitempty" max:"2000"`          // why
	Key      string `json:"key,omitempty" max:"128"`              // makes it safe to send again
}

// DecideResult is the answer to knowledge.approve and knowledge.reject.
type DecideResult struct {
	Proposal knowledge.Proposal `json:"proposal"`           // as it is now
	Item     *knowledge.Item    `json:"item,omitempty"`     // approved: the version that it made
	Proposed []string           `json:"proposed,omitempty"` // ids of proposals to retire what was derived from it
}

// KnowledgeListParams are the filters of knowledge.list.
type KnowledgeListParams struct {
	Kind    string `json:"kind,omitempty" allow:"memory|rule|skill|MEMORY|DMN_RULE|SKILL"` // only these
	Status  string `json:"status,omitempty" allow:"active|superseded|retired"`             // only these; knowledge.proposals lists what waits for a decision
	SceneID string `json:"scene_id,omitempty" max:"500"`                                   // only what holds in this scene alone
	Limit   int    `json:"limit,omitempty" allow:"1..1000"`                                // of a page, default 100
	Cursor  string `json:"cursor,omitempty" max:"200"`                                     // of the page before
}

// KnowledgeListResult is one page of items, newest first.
type KnowledgeListResult struct {
	Items  []knowledge.Item `json:"items"`            // the page
	Cursor string           `json:"cursor,omitempty"` // give it back for the next page
}

// ItemParams name an item, or one version of it.
type ItemParams struct {
	ID      string `json:"id" min:"1" max:"128"`          // of the item, "k3"; "k3@1" names the version too
	Version int    `json:"version,omitempty" allow:"1.."` // default the last
}

// ItemHistoryParams are the parameters of knowledge.history.
type ItemHistoryParams struct {
	ID string `json:"id" min:"1" max:"128"` // of the item, "k3"; in "k3@1" the version must be the present one
}

// ItemHistoryResult is the answer to knowledge.history.
type ItemHistoryResult struct {
	Versions []knowledge.Item `json:"versions"` // oldest first
	Log      []knowledge.Line `json:"log"`      // what was done to it, oldest first
}

// DiffParams are the parameters of knowledge.diff.
type DiffParams struct {
	ID   string `json:"id" min:"1" max:"128"`       // of the item, "k3"; "k3@2" names to as well
	From int    `json:"from,omitempty" allow:"1.."` // version, default the one before to
	To   int    `json:"to,omitempty" allow:"1.."`   // version, default the last
}

// DiffResult is the answer to knowledge.diff.
type DiffResult struct {
	Diff []string `json:"diff"` // lines of both: removed ones begin with -, added ones with +, others with a blank
}

// AttachParams are the parameters of knowledge.attach and knowledge.detach.
type AttachParams struct {
	Skills  []string `json:"skill_ids" max:"20" each:"128"` // ids or names of skills, "k3@1" with the version; none: nothing changes
	SceneID string   `json:"scene_id,omitempty" max:"500"`  // house or building; empty: every plan
	Version int      `json:"version,omitempty" allow:"1.."` // version, if there is only one skill; default the last; not for detach
	Author  string   `json:"author,omitempty" max:"200"`    // who wants it
	Key     string   `json:"key,omitempty" max:"128"`       // makes it safe to send again
}

// AttachResult is the answer to knowledge.attach and knowledge.detach.
type AttachResult struct {
	Attached []knowledge.Attachment `json:"attached"` // all that is attached now
}

// RollbackParams are the parameters of knowledge.rollback: an item, a feedback, or the
// feedback of a job.
type RollbackParams struct {
	ID       string `json:"id,omitempty" max:"128"`               // of an item, "k3"; in "k3@1" the version must be the present one
	Version  *int   `json:"version,omitempty" allow:"0.."`        // version to go back to, 0: out of use, as before the first version; default the one before the last
	Feedback string `json:"feedback,omitempty" max:"128"`         // take back what this feedback changed last
	Batch    string `json:"batch,omitempty" max:"128"`            // id of a job: take back what all feedback that it processed changed last
	Expect   *int   `json:"expect_version,omitempty" allow:"1.."` // with id: version that the item must have now; any other is a conflict
	Author   string `json:"author,omitempty" max:"200"`           // who wants it
	Reason   string `json:"reason" min:"1" max:"2000"`            // why
	DryRun   bool   `json:"dry_run,omitempty"`                    // only say what would be done; nothing is stored, not even the key
	Key      string `json:"key,omitempty" max:"128"`              // makes it safe to send again
}

// RollbackResult is the answer to knowledge.rollback.
type RollbackResult struct {
	Items []knowledge.Item `json:"items"`          // items that have a new version
	Left  []string         `json:"left,omitempty"` // ids of items that were changed again since then, and stay as they are

	Proposed  []string `json:"proposed,omitempty"`  // ids of proposals to retire what was derived from the items
	Withdrawn []string `json:"withdrawn,omitempty"` // with feedback or batch: ids of open proposals and of queued feedback that were taken back
}

// EvaluateParams are the parameters of knowledge.evaluate.
type EvaluateParams struct {
	ID       string          `json:"id,omitempty" max:"128"`        // of a rule, "k3"; "k3@1" names the version too
	Version  int             `json:"version,omitempty" allow:"1.."` // of it, default the last
	DMN      string          `json:"dmn,omitempty" max:"4194304"`   // instead: XML of DMN 1.3, 1.4 or 1.5
	Decision string          `json:"decision,omitempty" max:"500"`  // name or id of one decision, default all
	Inputs   json.RawMessage `json:"inputs" max:"1048576"`          // object: the inputs by their names
}

// EvaluateResult is the answer to knowledge.evaluate.
type EvaluateResult struct {
	Outputs json.RawMessage `json:"outputs"` // value of each decision by its name: with one output its value, with several an object; a list where the hit policy gives one; null where no row matches
	Matched []dmn.Match     `json:"matched"` // rows of the tables that matched
	Errors  []dmn.Problem   `json:"errors"`  // why a value is null: kind missing or failed
}

// KnowledgeCheckParams are the parameters of knowledge.check.
type KnowledgeCheckParams struct {
	ID      string `json:"id,omitempty" max:"128"`        // of a rule, "k3"; "k3@1" names the version too
	Version int    `json:"version,omitempty" allow:"1.."` // of it, default the last
	DMN     string `json:"dmn,omitempty" max:"4194304"`   // instead: XML of DMN 1.3, 1.4 or 1.5
	Any     bool   `json:"any,omitempty"`                 // allow any inputs and outputs: a model of your own, not a rule for plans
}

// KnowledgeCheckResult is the answer to knowledge.check.
type KnowledgeCheckResult struct {
	dmn.Report
	Replay *knowledge.Replay `json:"replay,omitempty"` // which of the last plans it would have changed
}

// KnowledgeExportParams are the parameters of knowledge.export.
type KnowledgeExportParams struct {
	ID      string `json:"id,omitempty" max:"128"`          // of a rule or skill, "k3"; "k3@1" names the version too; empty: all that was learned
	Version int    `json:"version,omitempty" allow:"1.."`   // of it, default the last
	Limit   int    `json:"limit,omitempty" allow:"1..1000"` // without id: records of a page, default 100
	Cursor  string `json:"cursor,omitempty" max:"5000"`     // without id: of the page before
}

// KnowledgeExportResult is the answer to knowledge.export: the file of a rule, the
// folder of a skill, or a page of the history.
type KnowledgeExportResult struct {
	Name    string           `json:"name"`              // of the file or folder: k3.dmn, door-crossing
	Content string           `json:"content,omitempty"` // of a rule: DMN 1.3
	Files   []knowledge.File `json:"files,omitempty"`   // of a skill: SKILL.md first
	Lines   string           `json:"lines,omitempty"`   // of the history, JSONL: feedback, proposals, versions of items, attachments, the log
	Cursor  string           `json:"cursor,omitempty"`  // of the history: give it back for the next page
}

// KnowledgeImportParams are the parameters of knowledge.import.
type KnowledgeImportParams struct {
	Name     string           `json:"name,omitempty" max:"1000"`         // of the file; it becomes the title of a model without one
	Content  string           `json:"content,omitempty" max:"4194304"`   // a rule: the text of a DMN file
	Folder   string           `json:"folder,omitempty" max:"200"`        // a skill: the name of its folder, which must be its name
	Files    []knowledge.File `json:"files,omitempty" max:"100"`         // a skill: the files of that folder
	Lines    string           `json:"lines,omitempty" max:"8388608"`     // a history: JSONL as knowledge.export gives it, whole or in parts in their order
	SceneID  string           `json:"scene_id,omitempty" max:"500"`      // it holds in this scene alone
	Priority *int             `json:"priority,omitempty" allow:"0..100"` // default 50
	Author   string           `json:"author,omitempty" max:"200"`        // who imports it
	Key      string           `json:"key,omitempty" max:"128"`           // makes it safe to send again
}

// KnowledgeImportResult is the answer to knowledge.import.
type KnowledgeImportResult struct {
	Proposal *ProposalView `json:"proposal,omitempty"` // of a rule or skill: it waits for a decision
	Stored   int           `json:"stored,omitempty"`   // of a history: new records
	Same     int           `json:"same,omitempty"`     // of a history: records that were stored already
}

// KnowledgeSearchParams are the parameters of knowledge.search.
type KnowledgeSearchParams struct {
	Query   string   `json:"query" min:"1" max:"2000"`                                                // what is looked for
	Kinds   []string `json:"kinds,omitempty" max:"3" allow:"memory|rule|skill|MEMORY|DMN_RULE|SKILL"` // only these
	SceneID string   `json:"scene_id,omitempty" max:"500"`                                            // also what holds only in this scene
	K       int      `json:"k,omitempty" allow:"1..100"`                                              // at most this many, default 10
}

// KnowledgeHit is one item that was found.
type KnowledgeHit struct {
	knowledge.Item
	Fit   string  `json:"fit"`   // strong, fair or weak
	Score float64 `json:"score"` // of the rank fusion; comparable within one answer
}

// KnowledgeSearchResult is the answer to knowledge.search.
type KnowledgeSearchResult struct {
	Items []KnowledgeHit `json:"items"` // best first; none: nothing is known
}
