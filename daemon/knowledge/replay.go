package knowledge

import (
	"fmt"
	"time"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// Evaluation is what a new rule needs to be tried on a past plan: the state in which the plan
// began, and where it went. What the rules did is in the plan's record.
type Evaluation struct {
	N       int         `json:"n"` // how many there were before it, and this one
	Plan    ref.PlanRef `json:"plan"`
	Time    time.Time   `json:"time"`
	Scene   string      `json:"scene_id,omitempty"`
	State   State       `json:"state"`
	Facing  int         `json:"facing_view"`
	Sights  []Sight     `json:"sights"`
	View    int         `json:"view"`            // that the plan took
	Fired   []string    `json:"fired,omitempty"` // rules, id@version
	Stopped bool        `json:"stopped,omitempty"`
	Changed bool        `json:"changed,omitempty"` // the plan went another way for the rules
}

// Replay is what a rule would have done to plans that were made.
type Replay struct {
	Looked  int       `json:"looked"` // plans that it was evaluated over, the newest
	Changed []Changed `json:"changed,omitempty"`
	More    int       `json:"more,omitempty"`   // further ones that it would have changed
	Failed  int       `json:"failed,omitempty"` // plans in which it would have been skipped
	Why     string    `json:"why,omitempty"`    // the first of these
}

// Changed is a plan that would have gone another way.
type Changed struct {
	Plan ref.PlanRef `json:"plan"`
	Goal string      `json:"goal"`
	Was  string      `json:"was"` // view 3, bathroom
	Why  string      `json:"why"` // forbid bathroom
}

// maxChanged is how many changed plans a replay lists.
const maxChanged = 20

// Try adds a past plan to the replay of a rule.
func (r *Replay) Try(l *CompiledRule, e Evaluation) {
	if !l.Scope.Holds(e.Scene) {
		return
	}
	r.Looked++
	ruling := Judge([]*CompiledRule{l}, e.State)
	if len(ruling.Skipped) > 0 {
		if r.Failed++; r.Why == "" {
			r.Why = ruling.Skipped[0].Why
		}
		return
	}
	v := Weigh(ruling.Fired, e.Sights, e.Facing)
	ban, is := v.Forbids(e.View)
	switch {
	case v.Stop != "" && !e.Stopped:
		ban.Why = "stop"
	case !is:
		return
	}
	if len(r.Changed) == maxChanged {
		r.More++
		return
	}
	r.Changed = append(r.Changed, Changed{e.Plan, e.State.Goal, fmt.Sprintf("view %d, %s", e.View, e.seen()), ban.Why})
}

// seen is the room that the view of the plan showed.
func (e Evaluation) seen() words.Key {
	for _, s := range e.Sights {
		if s.View == e.View && !s.place().Unknown() {
			return s.place()
		}
	}
	return "unknown"
}
