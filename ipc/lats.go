package ipc

import (
	"encoding/json"

	"navd/daemon/lats"
	"navd/daemon/think"
)

// The methods of lats.
const (
	// LatsOpen begins a tree search. Over the memory of an episode, it sees that memory as
	// it is now, and lats.run runs it. Over an environment of your own, you ask for
	// tickets with lats.propose and answer them.
	//
	// Example: {"question": "where should I look for the sofa?", "env": "memory", "episode": "EPISODE", "budgets": {"nodes": 20}}
	LatsOpen Method[LatsOpenParams, think.Search] = "lats.open"

	// LatsRun runs a search over the memory in the background until a budget is used up
	// or an answer is accepted. It returns at once, or with wait_ms when the search has
	// ended.
	//
	// Example: {"search": "SEARCH", "wait_ms": 5000}
	LatsRun Method[LatsRunParams, think.Search] = "lats.run"

	// LatsStep does one round of a search over the memory: it samples actions at one
	// node, and observes and judges each of them.
	//
	// Example: {"search": "OPEN_SEARCH"}
	LatsStep Method[LatsStepParams, think.Search] = "lats.step"

	// LatsPropose gives the open tickets of a search over an environment of your own. They
	// stay open until they are answered; when all are, it gives the next ones.
	//
	// Example: {"search": "MY_SEARCH"}
	LatsPropose Method[LatsProposeParams, LatsProposeResult] = "lats.propose"

	// LatsSamples answers a ticket of kind sample, or reflect. A ticket that was answered
	// before, or is not open any more, is a conflict.
	//
	// Example: {"search": "MY_SEARCH", "ticket": 1, "samples": ["Thought 1: look it up\nAction 1: search[sofa]"]}
	LatsSamples Method[LatsSamplesParams, think.Search] = "lats.samples"

	// LatsObserve answers a ticket of kind observe.
	//
	// Example: {"search": "MY_SEARCH", "ticket": 2, "observation": "A sofa is in the living room."}
	LatsObserve Method[LatsObserveParams, think.Search] = "lats.observe"

	// LatsEvaluate answers a ticket of kind evaluate.
	//
	// Example: {"search": "MY_SEARCH", "ticket": 3, "value": 0.8}
	LatsEvaluate Method[LatsEvaluateParams, think.Search] = "lats.evaluate"

	// LatsStatus gives the state of a search.
	//
	// Example: {"search": "SEARCH"}
	LatsStatus Method[LatsParams, think.Search] = "lats.status"

	// LatsResult gives the best answer of a search so far, with the nodes that lead to it.
	// verified says whether the environment accepted it.
	//
	// Example: {"search": "SEARCH"}
	LatsResult Method[LatsParams, LatsResultResult] = "lats.result"

	// LatsTree gives the tree of a search: its nodes, or a text or a graph of them.
	//
	// Example: {"search": "SEARCH", "format": "text"}
	LatsTree Method[LatsTreeParams, LatsTreeResult] = "lats.tree"

	// LatsCancel ends a search. It does not wait for a running call of a model.
	//
	// Example: {"search": "OPEN_SEARCH"}
	LatsCancel Method[LatsChangeParams, think.Search] = "lats.cancel"

	// LatsResume goes on with a search that was cancelled or ended without an accepted
	// answer. A search that ended at a budget needs a higher one.
	//
	// Example: {"search": "CANCELLED_SEARCH", "budgets": {"nodes": 30}}
	LatsResume Method[LatsResumeParams, think.Search] = "lats.resume"

	// LatsOutcome tells navd whether the answer of a search was right. An answer that
	// failed three times in the same way becomes feedback to make knowledge of.
	//
	// Example: {"search": "SEARCH", "success": false, "note": "the door was closed"}
	LatsOutcome Method[LatsOutcomeParams, think.Search] = "lats.outcome"

	// LatsList gives searches, newest first.
	//
	// Example: {"state": "ended", "limit": 10}
	LatsList Method[LatsListParams, LatsListResult] = "lats.list"

	// LatsDelete deletes a search with its tree.
	//
	// Example: {"search": "OPEN_SEARCH"}
	LatsDelete Method[LatsChangeParams, LatsDeleteResult] = "lats.delete"

	// LatsExport gives a search with its whole tree. Each node has a state {thought,
	// action, observation} of three strings.
	//
	// Example: {"search": "SEARCH"}
	LatsExport Method[LatsParams, LatsExportResult] = "lats.export"
)

// LatsOpenParams are the parameters of lats.open.
type LatsOpenParams struct {
	Question string           `json:"question" min:"1" max:"20000"`                 // what is looked for; in the environment memory only models read it, navd itself (local) looks for the goal of the episode
	Env      string           `json:"env" allow:"memory|external"`                  // memory: of an episode, navd runs it; external: your own, you run it with lats.propose
	Episode  string           `json:"episode,omitempty" max:"128"`                  // memory: id of the episode; its memory is read as it is now
	Actions  []LatsActionKind `json:"actions,omitempty" max:"64"`                   // external: what the environment can do; none: every action that can be read is passed on
	N        *int             `json:"n,omitempty" allow:"1..50"`                    // samples that a node is asked for, default 5
	C        *float64         `json:"c,omitempty" allow:"0.001..10"`                // weight of exploration in Q + c·√(ln(1+N of the parent)/(1+N)); default: children in proportion to powers of Q, broad first and greedy as the budget runs out
	Sampling string           `json:"prompt_sample,omitempty" allow:"cot|standard"` // cot: a thought before each action; standard: none; default cot
	Budgets  *LatsBudgets     `json:"budgets,omitempty"`                            // what it may use up
	Chain    []string         `json:"chain,omitempty" min:"1" max:"8" each:"300"`   // who proposes and judges, in order, default lats.chain; external: who answers the kinds of tickets that you leave out in lats.propose
	Accept   *float64         `json:"accept,omitempty" allow:"0.001..1"`            // external: an answer with at least this reward ends the search, default 1
	Seed     *int64           `json:"seed,omitempty" allow:"0.."`                   // for models that take one
	Key      string           `json:"key,omitempty" max:"128"`                      // makes it safe to send again
}

// LatsActionKind is an action of an environment.
type LatsActionKind struct {
	Name     string `json:"name" min:"1" max:"64"`     // one word in lower case, like search; a model writes Search[sofa]
	Help     string `json:"help,omitempty" max:"1000"` // what it does, for the prompt
	Optional bool   `json:"optional,omitempty"`        // it needs no parameter
	Terminal bool   `json:"terminal,omitempty"`        // it gives an answer
}

// LatsBudgets is what a search may use up. A call is made only if its reserve fits.
type LatsBudgets struct {
	Calls      *int     `json:"calls,omitempty" like:"lats.calls"`             // of models: samples and evaluations; default 60
	TokensIn   *int     `json:"tokens_in,omitempty" allow:"1.."`               // of prompts, default no limit
	TokensOut  *int     `json:"tokens_out,omitempty" allow:"1.."`              // of answers, default no limit
	Cost       *float64 `json:"cost,omitempty" allow:"0.000000001..1000000"`   // in the currency of models.prices, default no limit
	DeadlineMs *int     `json:"deadline_ms,omitempty" like:"lats.deadline_ms"` // time that it may take, counted while navd works on it and while you have its tickets; default 60000
	Nodes      *int     `json:"nodes,omitempty" like:"lats.nodes"`             // of the tree with its root, default 300
	Depth      *int     `json:"depth,omitempty" like:"lats.depth"`             // of the deepest node, default 7
	EnvSteps   *int     `json:"env_steps,omitempty" allow:"1.."`               // of the environment, default no limit
}

// LatsParams name a search.
type LatsParams struct {
	Search string `json:"search" min:"1" max:"128"` // its id
}

// LatsRunParams are the parameters of lats.run.
type LatsRunParams struct {
	Search string `json:"search" min:"1" max:"128"`           // its id
	WaitMs int    `json:"wait_ms,omitempty" allow:"0..60000"` // return when the search has ended, at the latest after so long; default at once
}

// LatsStepParams are the parameters of lats.step.
type LatsStepParams struct {
	Search string `json:"search" min:"1" max:"128"` // its id
	Key    string `json:"key,omitempty" max:"128"`  // makes it safe to send again: the same key does no further round
}

// LatsProposeParams are the parameters of lats.propose.
type LatsProposeParams struct {
	Search string   `json:"search" min:"1" max:"128"`                                                // its id
	Kinds  []string `json:"kinds,omitempty" allow:"sample|observe|evaluate|reflect" min:"1" max:"4"` // of tickets that you answer, default all; the search's chain answers the others
}

// LatsProposeResult is the answer to lats.propose.
type LatsProposeResult struct {
	Tickets []lats.Ticket `json:"tickets"` // open tickets, to be answered in any order; none: the search has ended
	Search  think.Search  `json:"status"`  // state of the search
}

// LatsSamplesParams are the parameters of lats.samples.
type LatsSamplesParams struct {
	Search    string   `json:"search" min:"1" max:"128"`          // its id
	Ticket    int      `json:"ticket" allow:"1.."`                // of kind sample or reflect
	Samples   []string `json:"samples" max:"50" each:"20000"`     // completions as the model gave them, at most as many as the ticket asks for
	TokensIn  int      `json:"tokens_in,omitempty" allow:"0.."`   // tokens of the prompt
	TokensOut int      `json:"tokens_out,omitempty" allow:"0.."`  // tokens of the answer
	Cost      float64  `json:"cost,omitempty" allow:"0..1000000"` // cost of the call
	Failed    string   `json:"failed,omitempty" max:"2000"`       // why there are none
	Key       string   `json:"key,omitempty" max:"128"`           // makes it safe to send again
}

// LatsObserveParams are the parameters of lats.observe.
type LatsObserveParams struct {
	Search      string          `json:"search" min:"1" max:"128"`          // its id
	Ticket      int             `json:"ticket" allow:"1.."`                // of kind observe
	Observation string          `json:"observation,omitempty" max:"20000"` // what the environment says
	Reward      float64         `json:"reward,omitempty" allow:"0..1"`     // what it is worth, 1: solved
	Done        bool            `json:"done,omitempty"`                    // nothing can follow
	State       json.RawMessage `json:"state,omitempty" max:"16000"`       // any JSON: the environment's state; tickets below this node give it back
	Info        json.RawMessage `json:"info,omitempty" max:"16000"`        // any JSON: kept, never judged
	Failed      string          `json:"failed,omitempty" max:"2000"`       // why there is no observation
	TimedOut    bool            `json:"timed_out,omitempty"`               // the environment did not answer: it is asked again, up to ten times
	Key         string          `json:"key,omitempty" max:"128"`           // makes it safe to send again
}

// LatsEvaluateParams are the parameters of lats.evaluate.
type LatsEvaluateParams struct {
	Search    string   `json:"search" min:"1" max:"128"`          // its id
	Ticket    int      `json:"ticket" allow:"1.."`                // of kind evaluate
	Value     *float64 `json:"value,omitempty" allow:"0..1"`      // how promising the node is
	Text      string   `json:"text,omitempty" max:"20000"`        // instead: a model's words, which end with "correctness score is 3", or with a line 3, 3/10 or "… 3 out of 10"; words without a score from 1 to 10 are asked for once more
	TokensIn  int      `json:"tokens_in,omitempty" allow:"0.."`   // tokens of the prompt
	TokensOut int      `json:"tokens_out,omitempty" allow:"0.."`  // tokens of the answer
	Cost      float64  `json:"cost,omitempty" allow:"0..1000000"` // cost of the call
	Failed    string   `json:"failed,omitempty" max:"2000"`       // why there is none
	Key       string   `json:"key,omitempty" max:"128"`           // makes it safe to send again
}

// LatsListParams are the filters of lats.list.
type LatsListParams struct {
	Episode string `json:"episode,omitempty" max:"128"`                // only of this episode's memory
	State   string `json:"state,omitempty" allow:"open|running|ended"` // only these
	Limit   int    `json:"limit,omitempty" allow:"1..1000"`            // of a page, default 100
	Cursor  string `json:"cursor,omitempty" max:"200"`                 // of the page before
}

// LatsListResult is one page of searches, newest first.
type LatsListResult struct {
	Searches []think.Search `json:"searches"`         // the page
	Cursor   string         `json:"cursor,omitempty"` // give it back for the next page
}

// LatsTreeParams are the parameters of lats.tree.
type LatsTreeParams struct {
	Search string `json:"search" min:"1" max:"128"`               // its id
	Format string `json:"format,omitempty" allow:"json|dot|text"` // default json
	Width  int    `json:"width,omitempty" allow:"40..500"`        // text: columns of a line, default 100
	Limit  int    `json:"limit,omitempty" allow:"1..10000"`       // json: nodes of a page, default 1000
	Cursor string `json:"cursor,omitempty" max:"200"`             // json: of the page before
}

// LatsTreeResult is the answer to lats.tree: nodes, or a text.
type LatsTreeResult struct {
	Nodes  []lats.TreeNode `json:"nodes"`            // json: the page, by id
	Text   string          `json:"text,omitempty"`   // dot or text
	Cursor string          `json:"cursor,omitempty"` // give it back for the next page
}

// LatsResumeParams are the parameters of lats.resume.
type LatsResumeParams struct {
	Search  string       `json:"search" min:"1" max:"128"` // its id
	Budgets *LatsBudgets `json:"budgets,omitempty"`        // the budgets from now on, which include what it used up before; default those it has
	Key     string       `json:"key,omitempty" max:"128"`  // makes it safe to send again
}

// LatsChangeParams name a search that is changed.
type LatsChangeParams struct {
	Search string `json:"search" min:"1" max:"128"` // its id
	Key    string `json:"key,omitempty" max:"128"`  // makes it safe to send again
}

// LatsOutcomeParams are the parameters of lats.outcome.
type LatsOutcomeParams struct {
	Search  string `json:"search" min:"1" max:"128"`  // its id
	Success bool   `json:"success"`                   // whether its answer was right
	Note    string `json:"note,omitempty" max:"2000"` // what happened
	Key     string `json:"key,omitempty" max:"128"`   // makes it safe to send again
}

// LatsDeleteResult is the answer to lats.delete.
type LatsDeleteResult struct {
	Deleted int `json:"deleted"` // records
}

// LatsExportResult is the answer to lats.export.
type LatsExportResult struct {
	Search think.Search `json:"status"` // the record
	Tree   lats.Tree    `json:"tree"`   // nodes with state {thought, action, observation}, as three strings
}

// LatsResultResult is the answer to lats.result.
type LatsResultResult struct {
	Search think.Search    `json:"status"` // state of the search, with its best answer
	Path   []lats.TreeNode `json:"path"`   // from the root to that answer
}
