package nav

import (
	"encoding/json"
	"strconv"

	"navd/daemon/fault"
)

// Action is one discrete command of the controller to the robot.
type Action string

// The actions, in the order of their numbers 0 to 5.
const (
	Stop      Action = "stop"         // number 0: ends the leg; a plan is due unless the last one saw the goal
	Forward   Action = "move_forward" // number 1, also called forward: one length ahead
	TurnLeft  Action = "turn_left"    // number 2: one angle to the left
	TurnRight Action = "turn_right"   // number 3: one angle to the right
	LookUp    Action = "look_up"      // number 4: the camera; the pose stays
	LookDown  Action = "look_down"    // number 5: the camera; the pose stays
)

// actionNames lists what an action may be called, for errors and the reference.
const actionNames = "stop, move_forward (or forward), turn_left, turn_right, look_up, look_down, or their numbers 0..5"

// Actions gives every action; its index is the action's number.
func Actions() []Action {
	return []Action{Stop, Forward, TurnLeft, TurnRight, LookUp, LookDown}
}

// ParseAction reads a name, "forward", or a number 0 to 5. Anything else is
// an invalid fault that lists them.
func ParseAction(s string) (Action, error) {
	if s == "forward" {
		return Forward, nil
	}
	for n, a := range Actions() {
		if s == string(a) || s == strconv.Itoa(n) {
			return a, nil
		}
	}
	return "", fault.Field("", s, actionNames)
}

// UnmarshalJSON accepts what ParseAction does, as a string or a bare number.
func (a *Action) UnmarshalJSON(b []byte) error {
	text := string(b)
	if len(b) > 0 && b[0] == '"' {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
	}
	parsed, err := ParseAction(text)
	if err != nil {
		return err
	}
	*a = parsed
	return nil
}

// Turn tells whether the action turns the robot on the spot.
func (a Action) Turn() bool { return a == TurnLeft || a == TurnRight }

// Phase is what a controller says it is doing while it takes a step. It
// decides which steps count in the stuck window; empty means it does not say.
type Phase string

// The phases.
const (
	PhaseScan   Phase = "scan"   // one of the turns that look around before a plan
	PhaseTurn   Phase = "turn"   // turning towards the planned direction
	PhasePolicy Phase = "policy" // the low-level policy drives
	PhaseLevel  Phase = "level"  // bringing the camera back to level
)
