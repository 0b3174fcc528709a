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
	// NavStep takes one action of the controller and says where the robot is now,
	// what is new, whether it goes in circles, and what is due. seq starts at 1 and
	// rises by 1; the same seq with the same content gives the stored answer. It
	// never waits for a model.
	//
	// Example: {"episode": "EPISODE", "seq": 1, "action": "move_forward"}
	NavStep Method[StepParams, nav.Stepped] = "nav.step"

	// NavSteps takes several actions, all or none.
	//
	// Example: {"episode": "EPISODE", "steps": [{"seq": 1, "action": "turn_left"}, {"seq": 2, "action": 1, "collided": true}]}
	NavSteps Method[StepsParams, StepsResult] = "nav.steps"

	// NavObserve takes a scene sample: what type of place this is and what stands
	// in it. failed says that the controller's own scene call failed. An image
	// without scene_type is read by the scene models, in the order of the episode's
	// images; the result comes as an event, and with wait in the answer. ranges,
	// alone or with these, say how far the robot sees while it drives: they become
	// part of the seen area, which plans with ranges use. Ranges are kept when at
	// least 30°, or half, of what they show was not looked at from within 0.5 m by
	// the last scan or by one of the last 32 kept ranges; an episode keeps the last
	// 256 to 511. Other ranges change nothing.
	//
	// Example: {"episode": "EPISODE", "scene_type": "living room", "objects": ["sofa", "television"], "description": "A bright room with a sofa."}
	NavObserve Method[ObserveParams, ObserveResult] = "nav.observe"

	// NavPlan decides where to go next, by the planner's chain, and remembers the
	// scan as a site. View i lies 30·i degrees clockwise of view 0. The answer
	// comes by the deadline, whatever a model does.
	//
	// Example: {"episode": "EPISODE", "labels": [{"view": 0, "scene_type": "living room", "free_m": 3.5, "see_m": 6, "objects": ["plant"]}, {"view": 3, "scene_type": "hallway", "free_m": 5, "see_m": 8}]}
	NavPlan Method[PlanParams, PlanResult] = "nav.plan"

	// NavPlanResult tells navd how a plan was carried out: whether a detector
	// confirmed the goal, and which view was really taken.
	//
	// Example: {"plan": "PLAN", "goal_flag_verified": false}
	NavPlanResult Method[PlanResultParams, PlanResultResult] = "nav.plan_result"

	// NavAsk answers a controller that asks in words, as it would ask a model.
	// With an image and an episode it makes a plan; the text of the answer is one
	// flat ASCII object with Reason, Angle (30·view, clockwise), Flag, Scene,
	// WaypointObject, angle_slot, goal_flag and why, which simple parsers can
	// read. The same text and image at the same step is one plan. Without an
	// episode it decides from the image alone; without an image a model answers
	// in its own words.
	//
	// Example: {"text": "<Target Object>: sofa", "shown_views": [1, 3, 5, 7, 9, 11]}
	NavAsk Method[AskParams, AskResult] = "nav.ask"

	// NavContext gives the Navigation Context that a planner would get now, as an
	// object or as text, within a token budget, and says what was left out.
	//
	// Example: {"episode": "EPISODE", "format": "text", "budget": 400}
	NavContext Method[ContextParams, ContextResult] = "nav.context"

	// NavLocalize gives the anchors near one anchor in places of the same type:
	// hints that this spot was here before. Nearest first, then oldest.
	//
	// Example: {"episode": "EPISODE", "radius_m": 2}
	NavLocalize Method[LocalizeParams, LocalizeResult] = "nav.localize"

	// NavWhere says where the robot is, in which place, at which step, and whether
	// a plan is due. A controller that was restarted can go on from there.
	//
	// Example: {"episode": "EPISODE"}
	NavWhere Method[EpisodeParams, WhereResult] = "nav.where"

	// NavThings gives the things that the scans of an episode showed, each where it
	// most likely stands, computed from the directions in which it was seen.
	//
	// Example: {"episode": "EPISODE"}
	NavThings Method[ThingsParams, ThingsResult] = "nav.things"

	// NavPictures gives what the robot's camera showed last: the pictures of the
	// last nav.plan, nav.ask or nav.observe that brought some. They are kept in
	// RAM, 32 MiB in all, and are gone after a restart.
	//
	// Example: {"episode": "EPISODE"}
	NavPictures Method[PicturesParams, PicturesResult] = "nav.pictures"

	// NavGraph gives the whole memory of an episode: places, anchors, walked links
	// and scan sites; with seen also the floor that ranges have shown and its open
	// edges; or the graph in Graphviz's language.
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
	Image       *ImageRef    `json:"image,omitempty"`                        // for the scene models, which read it in the background unless wait is set
	SceneType   string       `json:"scene_type,omitempty" max:"200"`         // type of the place, when the controller knows
	Description string       `json:"description,omitempty" max:"2000"`       // one or two sentences
	Objects     []string     `json:"objects,omitempty" max:"200" each:"200"` // labels
	Ranges      []nav.Ranges `json:"ranges,omitempty" max:"64"`              // how far the robot sees from where it stands now, while it drives; without view
	Failed      string       `json:"failed,omitempty" max:"500"`             // the controller's own scene call failed, and why
	Ask         bool         `json:"ask,omitempty"`                          // make a sample due now
	Wait        bool         `json:"wait,omitempty"`                         // answer only after the image was read, so that runs can be repeated; a sample with scene_type is stored at once anyway
	Key         string       `json:"key,omitempty" max:"128"`                // makes it safe to send again
}

// Queue names the episode whose calls run one after the other.
func (p ObserveParams) Queue() string { return p.Episode }

// ObserveResult is the answer to nav.observe.
type ObserveResult struct {
	Place      nav.Where      `json:"place"`                 // where the robot is now
	Transition nav.Transition `json:"transition"`            // how the sample changed the place
	Candidate  *nav.Candidate `json:"candidate,omitempty"`   // the place type that waits for confirmation
	Events     []event.Event  `json:"events"`                // events that the sample caused
	SceneDue   nav.Due        `json:"scene_due"`             // whether another sample is wanted now
	RangesKept *bool          `json:"ranges_kept,omitempty"` // with ranges: whether they were kept, because they show something new
	Scene      *scene.Scene   `json:"scene,omitempty"`       // with wait: what the scene models saw in the image; absent when they failed
}

// PlanParams are the parameters of nav.plan. At least one of image, views and labels is needed,
// except in a house of which something is kept, at a pose that episode.begin or house.align
// gave, when a way is known from there; view 0 is then where the robot faces.
type PlanParams struct {
	Episode    string        `json:"episode" min:"1" max:"128"`                           // id of an open episode
	Image      *ImageRef     `json:"image,omitempty"`                                     // one grid of the shown views
	Views      []ViewImage   `json:"views,omitempty" max:"12"`                            // or one picture a view
	Labels     []nav.Glimpse `json:"labels,omitempty" max:"12"`                           // what the controller knows of the views; all their texts together at most 32,768 characters
	ShownViews []int         `json:"shown_views,omitempty" allow:"0..11" max:"12"`        // default all 12
	Printed    *nav.Printed  `json:"printed,omitempty"`                                   // what is printed on the pictures, and how the grid is laid out
	FacingView *int          `json:"facing_view,omitempty" allow:"0..11"`                 // view that the robot faces; default after a scan the view where that ended (11 after 11 turns to the right), else 0
	Ranges     []nav.Ranges  `json:"ranges,omitempty" max:"64"`                           // how far one sees, finer than see_m: one for all around, or one for each view
	Battery    *float64      `json:"battery,omitempty" allow:"0..100"`                    // percent, for rules about it
	DeadlineMs int           `json:"deadline_ms,omitempty" setting:"planner.deadline_ms"` // default of the configuration
	Key        string        `json:"key,omitempty" max:"128"`                             // makes it safe to send again
}

// Looks reports whether the robot looked around for the plan.
func (p PlanParams) Looks() bool { return p.Image != nil || len(p.Views) > 0 || len(p.Labels) > 0 }

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
	View       int            `json:"view"`               // the view closest to angle
	RangeM     *float64       `json:"range_m,omitempty"`  // how far to go that way, metres
	Path       []nav.Hop      `json:"path,omitempty"`     // the whole way of the leg, when it turns corners
	Look       *float64       `json:"look,omitempty"`     // direction in which the goal should be seen from the end of the leg, degrees from view 0, positive left: begin the next scan there, and end it when the goal is in sight
	Ways       []planner.Way  `json:"ways,omitempty"`     // the ways that score best by memory, best first, whoever decided; none when the goal is in sight or no way is new
	Turns      []nav.Action   `json:"turns"`              // from the present heading to the view
	Stop       bool           `json:"stop"`               // the goal is in sight: stop on arrival, unless a rule ends the leg before; or a rule stops the robot, without turns
	Rules      *planner.Rules `json:"rules,omitempty"`    // what rules demanded, and whether that changed the plan; absent when none demanded anything, failed or lacked an input
	Stale      bool           `json:"stale"`              // steps came while the planner thought
	AtStep     int            `json:"at_step"`            // step the plan was made for
	Discovered nav.Record     `json:"discovered_context"` // the plan's record in the discovered-context queue
	Fallback   bool           `json:"fallback"`           // no planner gave a usable answer: go straight on
	Blind      bool           `json:"blind,omitempty"`    // no model looked at the pictures: the plan rests on memory alone; used.blind says why
	Attempts   int            `json:"attempts"`           // model calls
	Used       PlanUsed       `json:"used"`               // which planner decided, and what it was given
	Cost       planner.Cost   `json:"cost"`               // of the model calls
}

// PlanUsed says which planner decided and what of the memory it was given.
type PlanUsed struct {
	Planner string `json:"planner"` // entry of the chain, or fallback
	planner.Used
	Advice    *planner.Advice `json:"advice,omitempty"`    // advice from past episodes
	Frontiers int             `json:"frontiers"`           // untried views of earlier sites that were weighed
	Claims    []string        `json:"claims,omitempty"`    // ids of the items whose claims spoke for the chosen way, or against the way that would have been chosen without them
	Moved     bool            `json:"moved,omitempty"`     // without claims the local planner would have chosen another way
	NoLabels  bool            `json:"no_labels,omitempty"` // the controller did not say how far the floor of the chosen view is free
	Reasons   []string        `json:"reasons,omitempty"`   // why an attempt was not used
}

// UnmarshalJSON also reads stored answers from before there were several blocks: they have
// what users said as grounding.
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
	GoalVerified *bool       `json:"goal_flag_verified,omitempty"`          // whether a detector confirmed the goal
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
	Words      bool         `json:"words,omitempty"`                                     // answer with the model's own words about the image: nothing is planned or remembered, and only text, image, system and deadline_ms are used
	System     string       `json:"system,omitempty" max:"200000"`                       // system instruction for a question in words; a plan uses navd's own
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
	Turns    []nav.Action `json:"turns,omitempty"`   // turns that face the view
	Fallback bool         `json:"fallback"`          // no planner gave a usable answer
	Blind    bool         `json:"blind,omitempty"`   // no model looked at the image: none is configured, or none answered
	Planner  string       `json:"planner"`           // who decided: an entry of the chain, or fallback
	Reasons  []string     `json:"reasons,omitempty"` // why an attempt was not used
}

// WhereResult says where the robot of an episode is, and the state of its search. A
// controller that was restarted can go on from there.
type WhereResult struct {
	Episode  string         `json:"episode"`          // id of the episode
	Goal     string         `json:"goal"`             // the present or last goal
	Status   episode.Status `json:"status"`           // whether it still runs
	Seq      int            `json:"seq"`              // of the last step, 0 before the first: the next one is one more
	At       time.Time      `json:"at"`               // when that step came; before the first step, when the episode began
	Action   nav.Action     `json:"action,omitempty"` // action of that step
	Phase    nav.Phase      `json:"phase,omitempty"`  // what the controller was doing, if it said so
	Pose     nav.Pose       `json:"pose"`             // where the robot is, as navd estimates it, in the episode's frame
	Place    nav.Where      `json:"place"`            // the place the robot is in
	House    *HouseNow      `json:"house,omitempty"`  // where that is in the kept house, if the episode has one
	Loop     nav.Loop       `json:"loop"`             // whether the robot goes in circles
	PlanDue  nav.Due        `json:"plan_due"`         // whether a plan is wanted now
	SceneDue nav.Due        `json:"scene_due"`        // whether a scene sample is wanted now
	Camera   *Camera        `json:"camera,omitempty"` // the pictures that nav.pictures has; absent: none
}

// Camera says what a robot's camera showed last.
type Camera struct {
	Seq      int `json:"seq"`      // step at which they were taken
	Pictures int `json:"pictures"` // number of pictures
}

// ThingsParams choose things that an episode has seen.
type ThingsParams struct {
	Episode string `json:"episode" min:"1" max:"128"`       // id of the episode
	Limit   int    `json:"limit,omitempty" allow:"1..1000"` // at most this many, default 100
}

// ThingsResult lists the things that an episode has seen, the likeliest first. Positions are
// in the frame of the episode.
type ThingsResult struct {
	Seq    int          `json:"seq"`            // of the last step
	Things []HouseThing `json:"things"`         // the likeliest first
	More   int          `json:"more,omitempty"` // further ones
}

// PicturesParams choose what a robot's camera showed last.
type PicturesParams struct {
	Episode string `json:"episode" min:"1" max:"128"`  // id of the episode
	Of      *int   `json:"of,omitempty" allow:"0..12"` // only this one of them, counted from 0; no picture when there are fewer
}

// PicturesResult is the answer to nav.pictures.
type PicturesResult struct {
	Seq      int       `json:"seq"`      // step at which they were taken
	Pictures []Picture `json:"pictures"` // of one call; none: no picture came since the daemon started, or newer ones of other episodes replaced them
}

// Picture is a picture of a robot's camera.
type Picture struct {
	View   *int   `json:"view,omitempty"` // view that it shows; absent: a grid of views, or the robot's view ahead
	MIME   string `json:"mime"`           // image/jpeg or image/png
	Base64 []byte `json:"base64"`         // the picture
}

// ContextParams are the parameters of nav.context.
type ContextParams struct {
	Episode string       `json:"episode" min:"1" max:"128"`                         // id of the episode
	Format  string       `json:"format,omitempty" allow:"json|text"`                // default json
	Printed *nav.Printed `json:"printed,omitempty"`                                 // what is printed on pictures of all 12 views: the text names directions the same way
	Budget  *int         `json:"budget,omitempty" setting:"planner.budget.context"` // default of the configuration; 0: no limit
}

// ContextResult is the answer to nav.context.
type ContextResult struct {
	Context any      `json:"context"` // the object, or with format text its text rendering
	Dropped []string `json:"dropped"` // items left out to fit the budget
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

// GraphResult is the answer to nav.graph. With format dot it has only dot.
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
