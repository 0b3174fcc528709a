package ipc

import (
	"navd/daemon/nav"
	"navd/daemon/planner"
)

// StepParams are the parameters of nav.step: one action of an episode.
type StepParams struct {
	Episode string `json:"episode" min:"1" max:"128"`
	nav.Step
	Key string `json:"key,omitempty" max:"128"`
}

// Turn names the episode whose order the call keeps.
func (p StepParams) Turn() string { return p.Episode }

// StepsParams are the parameters of nav.steps: several actions, all or none.
type StepsParams struct {
	Episode string     `json:"episode" min:"1" max:"128"`
	Steps   []nav.Step `json:"steps" min:"1" max:"1000"`
	Key     string     `json:"key,omitempty" max:"128"`
}

// Turn names the episode whose order the call keeps.
func (p StepsParams) Turn() string { return p.Episode }

// StepsResult is the answer to nav.steps, in the order of the steps.
type StepsResult struct {
	Steps []nav.Stepped `json:"steps"`
}

// ImageRef is a picture: a path inside the daemon's image_roots, or its bytes.
type ImageRef struct {
	Path   string `json:"path,omitempty" max:"4096"`
	Base64 []byte `json:"base64,omitempty"` // JPEG or PNG
}

// ObserveParams are the parameters of nav.observe.
type ObserveParams struct {
	Episode     string    `json:"episode" min:"1" max:"128"`
	Step        *int      `json:"step,omitempty" allow:"0.."`       // step it was seen at, default the last one
	Image       *ImageRef `json:"image,omitempty"`                  // for the scene model
	SceneType   string    `json:"scene_type,omitempty" max:"200"`   // type of the place, when the controller knows
	Description string    `json:"description,omitempty" max:"2000"` // one or two sentences
	Objects     []string  `json:"objects,omitempty" max:"200"`      // labels
	Failed      string    `json:"failed,omitempty" max:"500"`       // the controller's own scene call failed, and why
	Ask         bool      `json:"ask,omitempty"`                    // make a sample due now
	Key         string    `json:"key,omitempty" max:"128"`
}

// Turn names the episode whose order the call keeps.
func (p ObserveParams) Turn() string { return p.Episode }

// ObserveResult is the answer to nav.observe.
type ObserveResult struct {
	Place      nav.Where      `json:"place"`
	Transition nav.Transition `json:"transition"`
	Candidate  *nav.Candidate `json:"candidate,omitempty"`
	Events     []nav.Event    `json:"events"`
	SceneDue   nav.Due        `json:"scene_due"`
}

// PlanParams are the parameters of nav.plan. At least one of image, views and
// labels is needed.
type PlanParams struct {
	Episode    string        `json:"episode" min:"1" max:"128"`
	Image      *ImageRef     `json:"image,omitempty"`                              // one grid of the shown views
	Views      []ViewImage   `json:"views,omitempty" max:"12"`                     // or one picture a view
	Labels     []nav.Glimpse `json:"labels,omitempty" max:"12"`                    // what the controller knows of the views
	ShownViews []int         `json:"shown_views,omitempty" allow:"0..11" max:"12"` // default all 12
	FacingView *int          `json:"facing_view,omitempty" allow:"0..11"`          // default 11 after a scan, else 0
	DeadlineMs int           `json:"deadline_ms,omitempty" allow:"1..600000"`      // default of the configuration
	Key        string        `json:"key,omitempty" max:"128"`
}

// ViewImage is the picture of one view.
type ViewImage struct {
	View  int      `json:"view" allow:"0..11"`
	Image ImageRef `json:"image"`
}

// Turn names the episode whose order the call keeps.
func (p PlanParams) Turn() string { return p.Episode }

// PlanResult is the answer to nav.plan.
type PlanResult struct {
	Plan       nav.PlanRef  `json:"plan"`
	GoalFlag   bool         `json:"goal_flag"`
	Angle      float64      `json:"angle"`             // degrees from view 0, positive left
	AngleLabel int          `json:"angle_label"`       // 30·view, clockwise
	View       int          `json:"view"`              // the view that lies closest
	RangeM     *float64     `json:"range_m,omitempty"` // how far to go that way
	Turns      []nav.Action `json:"turns"`             // to face the view from where the robot faces now
	Stop       bool         `json:"stop"`              // the goal is in sight: stop on arrival
	Stale      bool         `json:"stale"`             // steps came while the planner thought
	AtStep     int          `json:"at_step"`           // step the plan was made for
	Discovered nav.Record   `json:"discovered_context"`
	Fallback   bool         `json:"fallback"`
	Attempts   int          `json:"attempts"` // model calls
	Used       PlanUsed     `json:"used"`
	Cost       planner.Cost `json:"cost"`
}

// PlanUsed says which planner decided and what of the memory it was given.
type PlanUsed struct {
	Planner string `json:"planner"` // entry of the chain, or fallback
	planner.Used
	Frontiers int      `json:"frontiers"` // untried views of earlier sites that were weighed
	Claims    []string `json:"claims,omitempty"`
	NoLabels  bool     `json:"no_labels,omitempty"`
	Reasons   []string `json:"reasons,omitempty"` // why an attempt was not used
}

// PlanResultParams are the parameters of nav.plan_result.
type PlanResultParams struct {
	Plan         nav.PlanRef `json:"plan" min:"1" max:"160"`
	GoalVerified *bool       `json:"goal_flag_verified,omitempty"`          // the detector's word
	ExecutedView *int        `json:"executed_view,omitempty" allow:"0..11"` // the view really taken
	Executed     *bool       `json:"executed,omitempty"`                    // false: the plan was not carried out
	Key          string      `json:"key,omitempty" max:"128"`
}

// Turn names the episode whose order the call keeps.
func (p PlanResultParams) Turn() string {
	episode, _, err := p.Plan.Split()
	if err != nil {
		return ""
	}
	return episode
}

// PlanResultResult is the answer to nav.plan_result.
type PlanResultResult struct {
	Plan    nav.PlanRef `json:"plan"`
	PlanDue nav.Due     `json:"plan_due"`
}

// ContextParams are the parameters of nav.context.
type ContextParams struct {
	Episode string `json:"episode" min:"1" max:"128"`
	Format  string `json:"format,omitempty" allow:"json|text"`
	Budget  *int   `json:"budget,omitempty" allow:"1..1000000"` // tokens, default of the configuration
}

// ContextResult is the answer to nav.context. Context is the object, or its
// text rendering.
type ContextResult struct {
	Context any      `json:"context"`
	Dropped []string `json:"dropped"`
	Tokens  int      `json:"tokens"` // of the text rendering
}

// LocalizeParams are the parameters of nav.localize.
type LocalizeParams struct {
	Episode string       `json:"episode" min:"1" max:"128"`
	Anchor  nav.AnchorID `json:"anchor,omitempty"`                   // default the present one
	RadiusM *float64     `json:"radius_m,omitempty" allow:"0..1000"` // default of the episode
	Limit   int          `json:"limit,omitempty" allow:"1..1000"`
}

// LocalizeResult is the answer to nav.localize.
type LocalizeResult struct {
	Candidates []nav.Nearby `json:"candidates"`
}

// GraphParams are the parameters of nav.graph.
type GraphParams struct {
	Episode string `json:"episode" min:"1" max:"128"`
	Format  string `json:"format,omitempty" allow:"json|dot"`
}

// GraphResult is the answer to nav.graph. With format dot only Dot is set.
type GraphResult struct {
	*nav.Graph
	Dot string `json:"dot,omitempty"`
}

// PathParams are the parameters of nav.path.
type PathParams struct {
	Episode string       `json:"episode" min:"1" max:"128"`
	From    nav.AnchorID `json:"from,omitempty"` // default the present anchor
	To      nav.AnchorID `json:"to"`
}
