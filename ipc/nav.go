package ipc

import (
	"encoding/json"
	"time"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/ref"
	"navd/daemon/scene"
)

// The methods of nav.
const (
	// NavStep takes one action of the controller and answers where the robot is
	// now, what is new, whether it goes in circles, and what is due. seq starts
	// at 1 and rises by 1; the same seq with the same content gives the stored
	// answer. It never waits for a model.
	//
	// Example: {"episode": "EPISODE", "seq": 1, "action": "move_forward"}
	NavStep Method[StepParams, nav.Stepped] = "nav.step"

	// NavSteps takes several actions, all or none.
	//
	// Example: {"episode": "EPISODE", "steps": [{"seq": 1, "action": "turn_left"}, {"seq": 2, "action": 1, "collided": true}]}
	NavSteps Method[StepsParams, StepsResult] = "nav.steps"

	// NavObserve takes a scene sample: what kind of place this is and what
	// stands in it. failed notes that the controller's own scene call failed. An
	// image without scene_type is read by the scene models, in the order of its
	// episode's images; an event tells what came of it, and with wait the answer.
	// ranges, alone or beside these, say what the robot sees while it drives: they
	// become part of the seen area, by which plans go that say how far one sees. They are kept when
	// they show at least 30°, or half of what they show, that was not looked at from
	// within 0.5 m by the last scan or by one of the last 32 ranges that were kept;
	// of an episode the last 256 to 511 stay. Other ranges change nothing.
	//
	// Example: {"episode": "EPISODE", "scene_type": "living room", "objects": ["sofa", "television"], "description": "A bright room with a sofa."}
	NavObserve Method[ObserveParams, ObserveResult] = "nav.observe"

	// NavPlan decides where to go next, by the planner's chain, and leaves a
	// scan site. View i lies 30·i degrees clockwise of view 0. The answer comes
	// by its deadline whatever a model does.
	//
	// Example: {"episode": "EPISODE", "labels": [{"view": 0, "scene_type": "living room", "free_m": 3.5, "see_m": 6, "objects": ["plant"]}, {"view": 3, "scene_type": "hallway", "free_m": 5, "see_m": 8}]}
	NavPlan Method[PlanParams, PlanResult] = "nav.plan"

	// NavPlanResult says what became of a plan: whether a detector confirmed
	// the goal, and which view was really taken.
	//
	// Example: {"plan": "PLAN", "goal_flag_verified": false}
	NavPlanResult Method[PlanResultParams, PlanResultResult] = "nav.plan_result"

	// NavAsk answers a controller that asks in words, as it would ask a model.
	// With an image and an episode it is a plan; the text of the answer is one
	// flat ASCII object with Reason, Angle (30·view, clockwise), Flag, Scene,
	// WaypointObject, angle_slot, goal_flag and why, which every reader of
	// objects reads. The same text and image at the same step is one plan.
	// Without an episode it decides from the image alone; without an image a
	// model answers in its own words.
	//
	// Example: {"text": "<Target Object>: sofa", "shown_views": [1, 3, 5, 7, 9, 11]}
	NavAsk Method[AskParams, AskResult] = "nav.ask"

	// NavContext gives the Navigation Context as a planner would get it now, as
	// an object or as text, within a token budget, and what was left out.
	//
	// Example: {"episode": "EPISODE", "format": "text", "budget": 400}
	NavContext Method[ContextParams, ContextResult] = "nav.context"

	// NavLocalize gives the anchors near one anchor in places of the same type:
	// hints that this spot was here before. Nearest first, then oldest.
	//
	// Example: {"episode": "EPISODE", "radius_m": 2}
	NavLocalize Method[LocalizeParams, LocalizeResult] = "nav.localize"

	// NavWhere says where the robot is, in which place, at which step, and whether
	// a plan is due. A controller that was started again goes on from there.
	//
	// Example: {"episode": "EPISODE"}
	NavWhere Method[EpisodeParams, WhereResult] = "nav.where"

	// NavThings gives what the scans of an episode showed, each thing where it most
	// likely stands, by the directions in which it was seen.
	//
	// Example: {"episode": "EPISODE"}
	NavThings Method[ThingsParams, ThingsResult] = "nav.things"

	// NavPictures gives what the robot's camera showed last: the pictures of the
	// last nav.plan, nav.ask or nav.observe that brought some. They are kept in
	// RAM, 32 MiB in all, and are gone after a restart.
	//
	// Example: {"episode": "EPISODE"}
	NavPictures Method[PicturesParams, PicturesResult] = "nav.pictures"

	// NavGraph gives the whole memory of an episode: places, anchors, walked
	// links and scan sites; when asked, with the floor that ranges have shown and
	// its open edges; or the graph in Graphviz's language.
	//
	// Example: {"episode": "EPISODE"}
	NavGraph Method[GraphParams, GraphResult] = "nav.graph"

	// NavPath gives the shortest way between two anchors over walked links.
	//
	// Example: {"episode": "EPISODE", "to": "1"}
	NavPath Method[PathParams, nav.Path] = "nav.path"
)

// StepParams are the parameters of nav.step: one action of an episode.
type StepParams struct {
	Episode string `json:"episode" min:"1" max:"128"` // id of an open episode
	nav.Step
	Key string `json:"key,omitempty" max:"128"` // makes it safe to send again; seq does so too
}

// Queue names the episode whose calls run one after the other.
func (p StepParams) Queue() string { return p.Episode }

// StepsParams are the parameters of nav.steps: several actions, all or none.
type StepsParams struct {
	Episode string     `json:"episode" min:"1" max:"128"` // id of an open episode
	Steps   []nav.Step `json:"steps" min:"1" max:"1000"`  // in the order of their seq
	Key     string     `json:"key,omitempty" max:"128"`   // makes it safe to send again; seq does so too
}

// Queue names the episode whose calls run one after the other.
func (p StepsParams) Queue() string { return p.Episode }

// StepsResult is the answer to nav.steps, in the order of the steps.
type StepsResult struct {
	Steps []nav.Stepped `json:"steps"` // one answer for each step
}

// ImageRef is a picture: a path inside the daemon's image_roots, or its bytes.
type ImageRef struct {
	Path   string `json:"path,omitempty" max:"4096"` // inside image_roots
	Base64 []byte `json:"base64,omitempty"`          // JPEG or PNG
}

// ObserveParams are the parameters of nav.observe.
type ObserveParams struct {
	Episode     string       `json:"episode" min:"1" max:"128"`              // id of an open episode
	Step        *int         `json:"step,omitempty" allow:"0.."`             // step it was seen at, default the last one
	Image       *ImageRef    `json:"image,omitempty"`                        // for the scene models, which read it in the background
	SceneType   string       `json:"scene_type,omitempty" max:"200"`         // type of the place, when the controller knows
	Description string       `json:"description,omitempty" max:"2000"`       // one or two sentences
	Objects     []string     `json:"objects,omitempty" max:"200" each:"200"` // labels
	Ranges      []nav.Ranges `json:"ranges,omitempty" max:"64"`              // how far the robot sees from where it stands now, without view: what it sees while it drives
	Failed      string       `json:"failed,omitempty" max:"500"`             // the controller's own scene call failed, and why
	Ask         bool         `json:"ask,omitempty"`                          // make a sample due now
	Wait        bool         `json:"wait,omitempty"`                         // answer only when the image was read, for runs that can be repeated; a sample that the controller names is in the memory at once
	Key         string       `json:"key,omitempty" max:"128"`                // makes it safe to send again
}

// Queue names the episode whose calls run one after the other.
func (p ObserveParams) Queue() string { return p.Episode }

// ObserveResult is the answer to nav.observe.
type ObserveResult struct {
	Place      nav.Where      `json:"place"`                 // where the robot is now
	Transition nav.Transition `json:"transition"`            // what the sample did to the place
	Candidate  *nav.Candidate `json:"candidate,omitempty"`   // the place type that waits for confirmation
	Events     []event.Event  `json:"events"`                // what the sample brought about
	SceneDue   nav.Due        `json:"scene_due"`             // whether another sample is wanted now
	RangesKept *bool          `json:"ranges_kept,omitempty"` // with ranges: they show what was not looked at from near here, and are kept
	Scene      *scene.Scene   `json:"scene,omitempty"`       // with wait: what the scene models saw in the image; absent when they failed
}

// PlanParams are the parameters of nav.plan. At least one of image, views and
// labels is needed.
type PlanParams struct {
	Episode    string        `json:"episode" min:"1" max:"128"`                           // id of an open episode
	Image      *ImageRef     `json:"image,omitempty"`                                     // one grid of the shown views
	Views      []ViewImage   `json:"views,omitempty" max:"12"`                            // or one picture a view
	Labels     []nav.Glimpse `json:"labels,omitempty" max:"12"`                           // what the controller knows of the views
	ShownViews []int         `json:"shown_views,omitempty" allow:"0..11" max:"12"`        // default all 12
	Printed    *nav.Printed  `json:"printed,omitempty"`                                   // what is printed on the pictures, and where they stand in the grid
	FacingView *int          `json:"facing_view,omitempty" allow:"0..11"`                 // default after a scan the view it ended at, 11 after 11 turns to the right; else 0
	Ranges     []nav.Ranges  `json:"ranges,omitempty" max:"64"`                           // how far one sees, finer than see_m: one scan of all around, or one a view
	Battery    *float64      `json:"battery,omitempty" allow:"0..100"`                    // percent, for rules that speak of it
	DeadlineMs int           `json:"deadline_ms,omitempty" setting:"planner.deadline_ms"` // default of the configuration
	Key        string        `json:"key,omitempty" max:"128"`                             // makes it safe to send again
}

// ViewImage is the picture of one view.
type ViewImage struct {
	View  int      `json:"view" allow:"0..11"` // number of the view
	Image ImageRef `json:"image"`              // its picture
}

// Queue names the episode whose calls run one after the other.
func (p PlanParams) Queue() string { return p.Episode }

// PlanResult is the answer to nav.plan.
type PlanResult struct {
	Plan       ref.PlanRef    `json:"plan"`               // id of the plan
	GoalFlag   bool           `json:"goal_flag"`          // the planner sees the goal
	Angle      float64        `json:"angle"`              // degrees from view 0, positive left
	AngleLabel int            `json:"angle_label"`        // 30·view, clockwise
	View       int            `json:"view"`               // the view that lies closest
	RangeM     *float64       `json:"range_m,omitempty"`  // how far to go that way
	Path       []nav.Hop      `json:"path,omitempty"`     // the whole way of the leg when it turns corners, the first hop with it
	Ways       []planner.Way  `json:"ways,omitempty"`     // the ways that memory likes best, the best first, whoever decided; none when the goal is in sight or no way is new
	Turns      []nav.Action   `json:"turns"`              // to face the view from where the robot faces now
	Stop       bool           `json:"stop"`               // the goal is in sight: stop on arrival; or a rule stops the robot, without turns
	Rules      *planner.Rules `json:"rules,omitempty"`    // what rules had to do with it; absent when none wanted anything
	Stale      bool           `json:"stale"`              // steps came while the planner thought
	AtStep     int            `json:"at_step"`            // step the plan was made for
	Discovered nav.Record     `json:"discovered_context"` // the plan's record in the discovered-context queue
	Fallback   bool           `json:"fallback"`           // no planner gave a usable answer: go straight on
	Blind      bool           `json:"blind,omitempty"`    // nobody looked at the pictures: the plan rests on what memory knows, and used.blind says why
	Attempts   int            `json:"attempts"`           // model calls
	Used       PlanUsed       `json:"used"`               // which planner decided, and by what
	Cost       planner.Cost   `json:"cost"`               // of its model calls
}

// PlanUsed says which planner decided and what of the memory it was given.
type PlanUsed struct {
	Planner string `json:"planner"` // entry of the chain, or fallback
	planner.Used
	Advice    *planner.Advice `json:"advice,omitempty"`    // what past episodes had to do with it
	Frontiers int             `json:"frontiers"`           // untried views of earlier sites that were weighed
	Claims    []string        `json:"claims,omitempty"`    // ids of the items whose claims spoke for the choice, or against the one they moved it from
	Moved     bool            `json:"moved,omitempty"`     // without claims the local planner had chosen another way
	NoLabels  bool            `json:"no_labels,omitempty"` // nobody measured the floor of the chosen view
	Reasons   []string        `json:"reasons,omitempty"`   // why an attempt was not used
}

// UnmarshalJSON reads also what navd answered before there were several blocks,
// as stored answers have it: what users said stood under its own name.
func (u *PlanUsed) UnmarshalJSON(data []byte) error {
	type plain PlanUsed
	old := struct {
		*plain
		Grounding *planner.Block `json:"grounding"`
	}{plain: (*plain)(u)}
	if err := json.Unmarshal(data, &old); err != nil {
		return err
	}
	if old.Grounding != nil {
		u.Blocks = map[string]planner.Block{planner.Grounding().Name: *old.Grounding}
	}
	return nil
}

// PlanResultParams are the parameters of nav.plan_result.
type PlanResultParams struct {
	Plan         ref.PlanRef `json:"plan" min:"1" max:"160"`                // id that nav.plan gave
	GoalVerified *bool       `json:"goal_flag_verified,omitempty"`          // the detector's word
	ExecutedView *int        `json:"executed_view,omitempty" allow:"0..11"` // the view really taken
	Executed     *bool       `json:"executed,omitempty"`                    // false: the plan was not carried out
	Key          string      `json:"key,omitempty" max:"128"`               // makes it safe to send again
}

// Queue names the episode whose calls run one after the other.
func (p PlanResultParams) Queue() string {
	episode, _, err := p.Plan.Split()
	if err != nil {
		return ""
	}
	return episode
}

// PlanResultResult is the answer to nav.plan_result.
type PlanResultResult struct {
	Plan    ref.PlanRef `json:"plan"`     // id of the plan
	PlanDue nav.Due     `json:"plan_due"` // whether a plan is wanted now
}

// AskParams are the parameters of nav.ask.
type AskParams struct {
	Text       string       `json:"text" min:"1" max:"200000"`                           // the question, in the controller's words
	Image      *ImageRef    `json:"image,omitempty"`                                     // one grid of the shown views
	Words      bool         `json:"words,omitempty"`                                     // the model's own words about the image: nothing is planned or remembered, and but for text, system and deadline_ms nothing else counts
	System     string       `json:"system,omitempty" max:"200000"`                       // the system instruction of a question in words; for a plan navd's own is used
	Episode    string       `json:"episode,omitempty" max:"128"`                         // id of an open episode; without one nothing is remembered
	Goal       string       `json:"goal,omitempty" max:"200"`                            // without an episode: what is looked for, when the text does not say "target object: …"
	ShownViews []int        `json:"shown_views,omitempty" allow:"0..11" max:"12"`        // default all 12
	Printed    *nav.Printed `json:"printed,omitempty"`                                   // as for nav.plan
	FacingView *int         `json:"facing_view,omitempty" allow:"0..11"`                 // as for nav.plan; 0 without an episode
	DeadlineMs int          `json:"deadline_ms,omitempty" setting:"planner.deadline_ms"` // default of the configuration
	Key        string       `json:"key,omitempty" max:"128"`                             // default: the same question at the same step is one plan
}

// Queue names the episode whose calls run one after the other.
func (p AskParams) Queue() string { return p.Episode }

// AskResult is the answer to nav.ask.
type AskResult struct {
	Text     string       `json:"text"`              // with an image one flat ASCII object, else a model's words
	Plan     ref.PlanRef  `json:"plan,omitempty"`    // id of the plan, with an episode
	GoalFlag bool         `json:"goal_flag"`         // the goal is in sight
	Angle    *float64     `json:"angle,omitempty"`   // degrees from view 0, positive left
	View     *int         `json:"view,omitempty"`    // one of the shown views
	Turns    []nav.Action `json:"turns,omitempty"`   // to face the view
	Fallback bool         `json:"fallback"`          // no planner gave a usable answer
	Blind    bool         `json:"blind,omitempty"`   // nobody looked at the image: no model is configured, or none answered
	Planner  string       `json:"planner"`           // who decided: an entry of the chain, or fallback
	Reasons  []string     `json:"reasons,omitempty"` // why an attempt was not used
}

// WhereResult says where the robot of an episode is, and how things stand with it. Who
// was started again goes on from there.
type WhereResult struct {
	Episode  string         `json:"episode"`          // id of the episode
	Goal     string         `json:"goal"`             // the present or last goal
	Status   episode.Status `json:"status"`           // whether it still runs
	Seq      int            `json:"seq"`              // of the last step, 0 before the first: the next one is one more
	At       time.Time      `json:"at"`               // when that came; before the first when the episode began
	Action   nav.Action     `json:"action,omitempty"` // that it took
	Phase    nav.Phase      `json:"phase,omitempty"`  // what the controller was doing, when it said
	Pose     nav.Pose       `json:"pose"`             // where the robot is by the memory's reckoning, from its start
	Place    nav.Where      `json:"place"`            // the place the robot is in
	House    *HouseNow      `json:"house,omitempty"`  // where that is in the house that is kept, when it has one
	Loop     nav.Loop       `json:"loop"`             // whether the robot goes in circles
	PlanDue  nav.Due        `json:"plan_due"`         // whether a plan is wanted now
	SceneDue nav.Due        `json:"scene_due"`        // whether a scene sample is wanted now
	Camera   *Camera        `json:"camera,omitempty"` // what nav.pictures has, none: nothing
}

// Camera says what a robot's camera showed last.
type Camera struct {
	Seq      int `json:"seq"`      // step at which it did
	Pictures int `json:"pictures"` // how many
}

// ThingsParams choose things that an episode has seen.
type ThingsParams struct {
	Episode string `json:"episode" min:"1" max:"128"`       // id of the episode
	Limit   int    `json:"limit,omitempty" allow:"1..1000"` // at most so many, default 100
}

// ThingsResult lists what an episode has seen, the surest first. Where it stands is in
// the frame of the episode.
type ThingsResult struct {
	Seq    int          `json:"seq"`            // of the last step
	Things []HouseThing `json:"things"`         // the surest first
	More   int          `json:"more,omitempty"` // further ones
}

// PicturesParams choose what a robot's camera showed last.
type PicturesParams struct {
	Episode string `json:"episode" min:"1" max:"128"`  // id of the episode
	Of      *int   `json:"of,omitempty" allow:"0..12"` // only this one of them, from 0; none when there are not so many
}

// PicturesResult is the answer to nav.pictures.
type PicturesResult struct {
	Seq      int       `json:"seq"`      // step at which they were taken
	Pictures []Picture `json:"pictures"` // of one call; none: no picture came since the start, or others took their place
}

// Picture is a picture of a robot's camera.
type Picture struct {
	View   *int   `json:"view,omitempty"` // that it shows; none: a grid of views, or what the robot sees ahead
	MIME   string `json:"mime"`           // image/jpeg or image/png
	Base64 []byte `json:"base64"`         // the picture
}

// ContextParams are the parameters of nav.context.
type ContextParams struct {
	Episode string       `json:"episode" min:"1" max:"128"`                         // id of the episode
	Format  string       `json:"format,omitempty" allow:"json|text"`                // default json
	Printed *nav.Printed `json:"printed,omitempty"`                                 // names the directions of the text as in pictures of all 12 views with this printed on them
	Budget  *int         `json:"budget,omitempty" setting:"planner.budget.context"` // default of the configuration; 0: no limit
}

// ContextResult is the answer to nav.context.
type ContextResult struct {
	Context any      `json:"context"` // the object, or with format text its text rendering
	Dropped []string `json:"dropped"` // items left out for the budget
	Tokens  int      `json:"tokens"`  // of the text rendering
}

// LocalizeParams are the parameters of nav.localize.
type LocalizeParams struct {
	Episode string       `json:"episode" min:"1" max:"128"`                          // id of the episode
	Anchor  ref.AnchorID `json:"anchor,omitempty"`                                   // default the present one
	RadiusM *float64     `json:"radius_m,omitempty" setting:"nav.localize_radius_m"` // default of the episode
	Limit   int          `json:"limit,omitempty" allow:"1..1000"`                    // default 100
}

// LocalizeResult is the answer to nav.localize.
type LocalizeResult struct {
	Candidates []nav.Nearby `json:"candidates"` // nearest first, then oldest
}

// GraphParams are the parameters of nav.graph.
type GraphParams struct {
	Episode string `json:"episode" min:"1" max:"128"`         // id of the episode
	Format  string `json:"format,omitempty" allow:"json|dot"` // default json
	Seen    bool   `json:"seen,omitempty"`                    // with the floor that ranges have shown and its open edges, not with format dot
}

// GraphResult is the answer to nav.graph. With format dot it has
// nothing but dot.
type GraphResult struct {
	*nav.Graph
	Dot string `json:"dot,omitempty"` // the graph in Graphviz's language
}

// PathParams are the parameters of nav.path.
type PathParams struct {
	Episode string       `json:"episode" min:"1" max:"128"` // id of the episode
	From    ref.AnchorID `json:"from,omitempty"`            // default the present anchor
	To      ref.AnchorID `json:"to"`                        // where the way ends
}
