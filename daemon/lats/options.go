package lats

import (
	"encoding/json"
	"math"
	"time"
	"unicode/utf8"

	"navd/daemon/fault"
)

// Version numbers the rules and the records of a search. A search of another
// version cannot be replayed: the same answers would give another tree.
const Version = 1

// Sampling is how a model is asked for the next step.
type Sampling string

// The ways of sampling.
const (
	Cot      Sampling = "cot"      // a thought, and then an action
	Standard Sampling = "standard" // the next step, without a word on how to think
)

// Options say what is searched, and by which rules. They are stored with a
// search; the zero value of a field means its default.
type Options struct {
	Version    int             `json:"version"` // [Version]; 0: the present one
	Question   string          `json:"question"`
	Actions    []ActionType    `json:"actions,omitempty"` // that the environment knows; none: it judges every action that can be read
	State      json.RawMessage `json:"state,omitempty"`   // of the environment at the root
	Samples    int             `json:"n"`                 // completions a sample asks for, 1 to 50; default 5
	C          float64         `json:"c"`                 // weight of exploration in [Score], at most 10; above 0: the recorded rule chooses; default 0.5
	Sampling   Sampling        `json:"prompt_sample"`     // default cot
	Structured bool            `json:"structured,omitempty"`
	Expansions int             `json:"expansions"`         // times a node is sampled at most, 1 to 100; default 6
	Widen      float64         `json:"widen"`              // see [Search]; default 1.5
	Accept     float64         `json:"accept"`             // reward from which an answer is taken, above 0 to 1; default 1
	Patience   int             `json:"patience,omitempty"` // rounds without a better answer that end a search that has one; 0: no end
	Shown      int             `json:"reflections"`        // failures that a prompt shows, at most 10; default 3, negative: none
	Reflect    bool            `json:"reflect,omitempty"`  // a model says what to learn from the failures that are shown
	Seed       uint64          `json:"seed,omitempty"`     // goes into the seeds of tickets, nothing else
	Answer     int             `json:"answer_tokens"`      // tokens a completion may have, up to 100,000; default 400
	Price      Price           `json:"price,omitzero"`     // for the reserves of [Budget].Cost
	Budget     Budget          `json:"budget"`             // all zero: [OnDemand]
	Prompts    Prompts         `json:"prompts"`            // texts of the templates; empty: the built-in ones
	Power      float64         `json:"power"`              // see [Search], at most 100; default 8, without C; negative: the recorded rule chooses
	Progress   bool            `json:"progress,omitempty"` // values score what a step gained, see [Search]
	Alone      bool            `json:"alone,omitempty"`    // where the budget has no room for a call of a model the driver answers by itself
}

// Price is what tokens cost, in the currency of [Budget].Cost.
type Price struct {
	In  float64 `json:"in"`  // of a million tokens of a prompt
	Out float64 `json:"out"` // of a million tokens of an answer
}

// Budget bounds a search. No call is made whose reserve does not fit.
type Budget struct {
	Calls     int           `json:"calls"`                // completions, evaluations and reflections; at least 1
	TokensIn  int           `json:"tokens_in,omitempty"`  // of prompts; 0: no limit
	TokensOut int           `json:"tokens_out,omitempty"` // of answers; 0: no limit
	Cost      float64       `json:"cost,omitempty"`       // 0: no limit
	Deadline  time.Duration `json:"deadline_ns,omitempty"`
	Nodes     int           `json:"nodes"`               // with the root; at least 1
	Depth     int           `json:"depth"`               // of the deepest node; the root has 0; 1 to 100
	EnvSteps  int           `json:"env_steps,omitempty"` // steps of the environment, with those asked again; 0: no limit
}

// OnDemand is the budget of a search for which a caller waits: 60 calls, 60 s, 300 nodes,
// depth 7.
func OnDemand() Budget {
	return Budget{Calls: 60, Deadline: time.Minute, Nodes: 300, Depth: 7}
}

// fill replaces zero values by defaults.
func (o *Options) fill() {
	or(&o.Version, Version)
	or(&o.Samples, 5)
	if o.Power == 0 && o.C == 0 {
		o.Power = 8
	} else if o.Power == 0 {
		o.Power = -1
	}
	or(&o.C, 0.5)
	or(&o.Sampling, Cot)
	or(&o.Expansions, 6)
	or(&o.Widen, 1.5)
	or(&o.Accept, 1)
	or(&o.Shown, 3)
	or(&o.Answer, 400)
	if o.Budget == (Budget{}) {
		o.Budget = OnDemand()
	}
	o.Prompts.fill(o.Sampling)
}

func or[T comparable](p *T, v T) {
	var zero T
	if *p == zero {
		*p = v
	}
}

// check refuses options that no search can be made of.
func (o *Options) check() error {
	if o.Version != Version {
		return fault.New(fault.Conflict, "the search was made under another version of the rules").About("version", o.Version).
			WithHint("this navd can only continue version %d: open a new search", Version)
	}
	if o.Question == "" || utf8.RuneCountInString(o.Question) > maxQuestion {
		return fault.Field("question", o.Question, "1 to 32768 characters")
	}
	if len(o.State) > maxState || len(o.State) > 0 && !json.Valid(o.State) {
		return fault.Field("state", string(o.State), "a JSON value of at most 16384 bytes")
	}
	if o.Sampling != Cot && o.Sampling != Standard {
		return fault.Field("prompt_sample", string(o.Sampling), "cot or standard")
	}
	b := o.Budget
	for _, r := range []struct {
		field       string
		given       float64
		least, most float64
		allowed     string
	}{
		{"n", float64(o.Samples), 1, 50, "1 to 50"},
		{"c", o.C, 1e-9, 10, "above 0 to 10"},
		{"expansions", float64(o.Expansions), 1, 100, "1 to 100"},
		{"widen", o.Widen, 1e-9, 1e6, "above 0 to 1000000"},
		{"accept", o.Accept, 1e-9, 1, "above 0 to 1"},
		{"patience", float64(o.Patience), 0, 1e6, "0 to 1000000"},
		{"reflections", float64(o.Shown), math.Inf(-1), 10, "at most 10"},
		{"answer_tokens", float64(o.Answer), 1, 1e5, "1 to 100000"},
		{"power", o.Power, math.Inf(-1), 100, "at most 100"},
		{"price.in", o.Price.In, 0, 1e9, "0 or more"},
		{"price.out", o.Price.Out, 0, 1e9, "0 or more"},
		{"budget.calls", float64(b.Calls), 1, 1e9, "1 or more"},
		{"budget.tokens_in", float64(b.TokensIn), 0, 1e15, "0 or more"},
		{"budget.tokens_out", float64(b.TokensOut), 0, 1e15, "0 or more"},
		{"budget.cost", b.Cost, 0, 1e15, "0 or more"},
		{"budget.deadline", float64(b.Deadline), 0, math.Inf(1), "0 or more"},
		{"budget.nodes", float64(b.Nodes), 1, maxNodes, "1 to 1000000"},
		{"budget.depth", float64(b.Depth), 1, 100, "1 to 100"},
		{"budget.env_steps", float64(b.EnvSteps), 0, 1e9, "0 or more"},
	} {
		if !(r.given >= r.least && r.given <= r.most) {
			return fault.Field(r.field, r.given, r.allowed)
		}
	}
	return checkActions(o.Actions)
}

const (
	maxQuestion = 32 << 10 // characters: a question of 20,000 and the description of an environment
	maxNodes    = 1_000_000
)
