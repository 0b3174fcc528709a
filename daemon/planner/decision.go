package planner

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"navd/daemon/area"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/reply"
	"navd/daemon/words"
)

// Decision is where to go next, by a model, the local planner or the fallback.
type Decision struct {
	GoalFlag  bool          `json:"goal_flag"`           // the planner sees the goal
	Angle     float64       `json:"angle"`               // degrees from view 0, positive left, [-180, 180]
	SceneType string        `json:"goal_scene_type"`     // the type of room to go to
	Why       string        `json:"why"`                 // the planner's reason in words
	Said      *float64      `json:"said,omitempty"`      // the model's answer, as the angle or number that is printed on the pictures
	View      int           `json:"view"`                // the view closest to angle
	RangeM    *float64      `json:"range_m,omitempty"`   // how far to go that way, if the planner says so
	Path      []nav.Hop     `json:"path,omitempty"`      // the whole way, if it goes over seen floor
	Aim       *area.Point   `json:"aim,omitempty"`       // where it ends, if that is an open edge of the seen area, or a point from which to look at a thing of the house
	Thing     int           `json:"thing,omitempty"`     // id of the thing of the house that it goes to
	Look      *float64      `json:"look,omitempty"`      // where that should be seen from the end of the way: degrees from view 0, positive left
	ToSite    ref.SiteID    `json:"to_site,omitempty"`   // the earlier site with the view that it goes to
	ToView    int           `json:"to_view,omitempty"`   // that view
	Score     float64       `json:"score,omitempty"`     // score by the local planner
	Claims    []words.Claim `json:"claims,omitempty"`    // claims about the chosen way, and about the one that would have been chosen without claims
	Moved     bool          `json:"moved,omitempty"`     // without claims the local planner would have chosen another way
	NoLabels  bool          `json:"no_labels,omitempty"` // the floor of the chosen view was not measured
	Short     bool          `json:"short,omitempty"`     // a rule may end the leg before the goal in sight
}

// SchemaIn is the JSON schema of a planner's answer whose angle is in these words.
func SchemaIn(w nav.Wording) string {
	low, high := answers(w)
	return fmt.Sprintf(`{"type":"object","properties":{"goal_flag":{"type":"boolean"},"angle":{"type":"number","minimum":%v,"maximum":%v},`+
		`"discovered_context":{"type":"object","properties":{"goal_scene_type":{"type":"string"},"why":{"type":"string"}},`+
		`"required":["goal_scene_type","why"]}},"required":["goal_flag","angle","discovered_context"]}`, low, high)
}

// maxSceneType is how many runes of a room type are kept, because it is in the context of
// later plans.
const maxSceneType = 200

// ParseIn returns the strict reader of a model's answer: goal_flag, angle, and
// discovered_context with goal_scene_type, which is cut at 200 characters, and why. The
// object may be bare, in a code fence or in prose, as JSON or as a Python literal; extra keys
// are ignored. The fault of an unusable answer says what is wrong with it.
//
// In navd's own words the angle is in [-180, 180]. In printed words it is what is printed on
// a shown view. A printed angle need not be exact: the nearest view counts, but an angle half
// way between two views, or a negative one, is ambiguous and unusable. A printed number must
// be exact.
func ParseIn(w nav.Wording, shown []int) func(text string) (Decision, error) {
	return func(text string) (Decision, error) { return parse(text, w, shown) }
}

func parse(text string, w nav.Wording, shown []int) (Decision, error) {
	o, err := reply.Object(text, "goal_flag", "angle", "discovered_context")
	if err != nil {
		return Decision{}, err
	}
	var d Decision
	if d.GoalFlag, err = reply.Bool(o, "goal_flag"); err != nil {
		return Decision{}, err
	}
	if err = d.readAngle(o, w, shown); err != nil {
		return Decision{}, err
	}
	dc, err := reply.Obj(o, "discovered_context")
	if err != nil {
		return Decision{}, err
	}
	if d.SceneType, err = reply.String(dc, "goal_scene_type"); err != nil {
		return Decision{}, err
	}
	d.SceneType = reply.Line(d.SceneType)
	if runes := []rune(d.SceneType); len(runes) > maxSceneType {
		d.SceneType = string(runes[:maxSceneType])
	}
	if d.Why, err = reply.String(dc, "why"); err != nil {
		return Decision{}, err
	}
	d.Why = reply.Line(d.Why)
	return d, nil
}

// Fallback is the decision when no planner gave a usable one.
func Fallback() Decision {
	return Decision{SceneType: "corridor", Why: "fallback"}
}

// JSON renders the decision as a model would have answered it.
func (d Decision) JSON() string {
	b, err := json.Marshal(map[string]any{
		"goal_flag": d.GoalFlag, "angle": d.Angle,
		"discovered_context": map[string]string{"goal_scene_type": d.SceneType, "why": d.Why},
	})
	if err != nil { // angles are finite and strings are strings
		return fmt.Sprintf("%+v", d)
	}
	return string(b)
}

// Turns returns the actions that turn the robot from the facing view to view: to the right
// for up to half a turn, otherwise to the left. turnDeg is the angle of one action.
func Turns(facing, view int, turnDeg float64) []nav.Action {
	r := ((view-facing)%nav.Views + nav.Views) % nav.Views
	action := nav.TurnRight
	if r > nav.Views/2 {
		action, r = nav.TurnLeft, nav.Views-r
	}
	return slices.Repeat([]nav.Action{action}, int(math.Round(30*float64(r)/turnDeg)))
}

// TurnsTo returns the actions that turn the robot from yaw to an absolute heading, to the
// nearest whole action: for a plan during which the robot went on.
func TurnsTo(yaw, heading, turnDeg float64) []nav.Action {
	n, action := int(math.Round(nav.NormDeg(heading-yaw)/turnDeg)), nav.TurnLeft
	if n < 0 || (n > 0 && float64(n)*turnDeg >= 180) {
		action = nav.TurnRight
	}
	return slices.Repeat([]nav.Action{action}, max(n, -n))
}
