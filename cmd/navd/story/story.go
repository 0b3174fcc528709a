// Package story says in words what a robot does, from the log of its episode and from
// the daemon's answers. The terminal and the live page both show these texts.
//
// The texts contain names that users and models wrote, unchanged: whoever shows them must
// remove what could steer a terminal or a page.
package story

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"navd/daemon/event"
	"navd/daemon/house"
	"navd/daemon/planner"
	"navd/ipc"
)

// Look says how a phrase is shown, by what it means.
type Look string

// The looks; without one a phrase is shown as any other text.
const (
	Main  Look = "main"  // what a reader looks for first
	Soft  Look = "soft"  // an explanation of the line above
	Alarm Look = "alarm" // somebody may have to do something
	Run   Look = "run"   // a search that runs
	Done  Look = "done"  // a search that found its goal
	Rest  Look = "rest"  // no search runs, or it ended without finding its goal
)

// Phrase is a line for people.
type Phrase struct {
	Text string `json:"text"`
	Look Look   `json:"look,omitempty"`
}

// Of says a line of the log in words: first what happened, then why. It gives no lines for
// what people need not see. It fails when the data do not fit the line's kind.
func Of(e ipc.LogEntry) (lines []Phrase, err error) {
	switch e.Kind {
	case "plan":
		var p planner.Plan
		if err = json.Unmarshal(e.Data, &p); err == nil {
			lines = ofPlan(p)
		}
	case "feedback":
		var f struct {
			Text  string
			Items []struct{ Text string }
		}
		if err = json.Unmarshal(e.Data, &f); err == nil {
			said := f.Text
			for i, item := range f.Items {
				if f.Text == "" {
					said += []string{"", "; "}[min(i, 1)] + item.Text
				}
			}
			lines = []Phrase{{"A user says: " + said, Main}}
		}
	case "event":
		var ev event.Event
		if err = json.Unmarshal(e.Data, &ev); err == nil && ofEvent(ev).Text != "" {
			lines = []Phrase{ofEvent(ev)}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("line %d of the log: %w", e.N, err)
	}
	return lines, nil
}

// ofPlan says a plan, its reason, and who made it if that was not the local planner.
func ofPlan(p planner.Plan) []Phrase {
	text := fmt.Sprintf("Plan %d: %s", p.N, goes(p.Decision))
	if p.Planner == "local" && p.Options > 1 && len(p.Ways) > 0 && p.Ways[0].Begins(p.Decision.Angle) {
		text += fmt.Sprintf(", the best of %d ways", p.Options)
	}
	lines := []Phrase{{text, Main}, {p.Decision.Why, Soft}}
	took, cost := time.Duration(0), 0.0
	for _, a := range p.Attempts {
		took, cost = took+a.Usage.Took, cost+a.Usage.Cost
	}
	switch {
	case p.Planner == "local":
		return lines
	case p.Planner == "fallback":
		text = "No planner decided: it goes straight on"
	default:
		text = fmt.Sprintf("Decided by %s, %.1f s", p.Planner, took.Seconds())
	}
	if cost > 0 {
		text += ", cost " + Cost(cost)
	}
	return append(lines, Phrase{text, Soft})
}

// goes says where a plan goes.
func goes(d planner.Decision) string {
	text, far := Direction(d.Angle, "straight ahead", "to the "), 0.0
	for _, hop := range d.Path {
		far += hop.RangeM
	}
	if far == 0 && d.RangeM != nil {
		far = *d.RangeM
	}
	if far > 0 {
		text += fmt.Sprintf(", %.1f m", far)
	}
	if d.GoalFlag {
		text += ", to the goal"
	}
	return text
}

var (
	stuck = Phrase{"STUCK: no progress in its last steps", Alarm}
	turns = Phrase{"Goes back and forth between two places", Alarm}
)

// knows says how a robot found out where it is in its house.
var knows = map[house.How]string{
	house.Given:  "it was told",
	house.First:  "it is the first one there",
	house.Docked: "its first scan fits the dock that it began in",
	house.Scans:  "its scans fit only one spot of the kept house",
	house.Drift:  "a scan corrected its position a little",
}

// ofEvent says an event of an episode; without text for what people need not see.
func ofEvent(e event.Event) Phrase {
	switch e.Type {
	case event.PlaceEntered:
		if e.Label != "" {
			return Phrase{"Enters the " + e.Label, ""}
		}
	case event.GoalChanged:
		return Phrase{"Looks for " + The(e.Label) + " from here on", Main}
	case event.Stuck:
		return stuck
	case event.ABABA:
		return turns
	case event.Fallback:
		return Phrase{"No planner gave an answer: " + e.Reason, Alarm}
	case event.SceneFailed:
		return Phrase{"A picture could not be read: " + e.Reason, Alarm}
	case event.Aligned:
		return Phrase{"Knows where it is in the house: " + cmp.Or(knows[house.How(e.Reason)], e.Reason), ""}
	case event.AlignmentUndone:
		return Phrase{"Was wrong about where it is in the house: " + e.Reason, Alarm}
	case event.HouseChanged:
		return Phrase{"What is kept of the house changed: " + e.Label, ""}
	}
	return Phrase{}
}

// The names what is looked for with an article; "the" if it begins with none.
func The(goal string) string {
	first, _, several := strings.Cut(goal, " ")
	if several && slices.Contains([]string{"a", "an", "the"}, strings.ToLower(first)) {
		return goal
	}
	return "the " + goal
}

// Direction says an angle in degrees, positive to the left. ahead is the text for 0°, to
// stands before left and right.
func Direction(angle float64, ahead, to string) string {
	switch a := math.Round(angle); {
	case math.Abs(a) == 180:
		return "behind"
	case a > 0:
		return fmt.Sprintf("%.0f° %sleft", a, to)
	case a < 0:
		return fmt.Sprintf("%.0f° %sright", -a, to)
	}
	return ahead
}

// Lasted says a duration in the unit that fits it; a negative one is 0 s.
func Lasted(d time.Duration) string {
	switch s := max(0, int(d.Round(time.Second).Seconds())); {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	case s < 48*3600:
		return fmt.Sprintf("%d h %d min", s/3600, s%3600/60)
	default:
		return fmt.Sprintf("%d days", s/86400)
	}
}

// Cost is a cost with at most six decimals, without trailing zeros.
func Cost(cost float64) string {
	return strconv.FormatFloat(math.Round(cost*1e6)/1e6, 'f', -1, 64)
}
