package robot

import (
	"encoding/json"
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

// Arm is one side of an experiment: the parameters with which its episodes begin, and who
// decides. All arms have the same houses with the same noise.
type Arm struct {
	Name        string
	Condition   string // of advice by past episodes
	Space       string // memory of past episodes that a task without one of its own uses; empty: the daemon's default
	Snapshot    string // at which that memory is read
	Instruction string // the user's order in words
	Use         *ipc.Use
	Config      *ipc.BeginConfig
	Odom        bool // the robot tells its true pose with each step, as a simulator knows it, and navd goes by it
	Peer        Peer // decides instead of navd; empty: navd decides
}

// Arms returns the named arms in which navd decides:
//
//	none     no memory; ties are decided at random
//	recent5  the last five decisions, as PixelNav's prompt lists them
//	nearest  the nearest way not yet explored, whatever is to be seen there
//	context  the whole memory
func Arms() []Arm {
	return []Arm{
		{Name: "none", Use: &ipc.Use{Context: new(false)}},
		{Name: "recent5", Use: &ipc.Use{Context: new(false), Recent: true}},
		{Name: "nearest", Config: &ipc.BeginConfig{PlannerChain: []string{"nearest"}}},
		{Name: "context"},
	}
}

// Peers returns the arms in which a simple explorer decides instead of navd:
//
//	frontier  the nearest open edge of the floor seen so far
//	explorer  the open edge with the best chance for the way to it, by the rooms seen so far
//
// The explorer knows the truth about what it has seen, see package explorer; the robot
// looks, scans, drives and stops as in all arms. navd files these episodes like others,
// with each scan, step and plan, so that the same code measures them. Because a scan is
// filed with a plan, navd is asked for one; its planner "nearest" makes that, without
// memory, and then navd is told which view was taken instead.
func Peers() []Arm {
	var arms []Arm
	for _, p := range []Peer{PeerFrontier, PeerExplorer, PeerTold} {
		arms = append(arms, Arm{Name: string(p), Peer: p, Use: &ipc.Use{Context: new(false)}, Config: &ipc.BeginConfig{PlannerChain: []string{"nearest"}}})
	}
	return arms
}

// Ablations returns arms with the memory without one part each, and then the arm with the
// whole memory.
func Ablations() []Arm {
	var arms []Arm
	for _, p := range []nav.Part{
		nav.PartFrontiers, nav.PartNewness, nav.PartLooks, nav.PartVisits, nav.PartOutcomes, nav.PartSites, nav.PartRecall,
		nav.PartStraight, nav.PartLegs, nav.PartSeen, nav.PartNear, nav.PartRanges, nav.PartRooms, nav.PartSkips,
	} {
		arms = append(arms, Arm{Name: "no " + string(p), Use: &ipc.Use{Without: []nav.Part{p}}})
	}
	return append(arms, Arm{Name: "context"})
}

// ofTask are the parameters of episode.begin that a [Task] gives.
const ofTask = "goal name run scene_id frame house seed start_distance shortest_path_m arm key grounding_files"

// ParseArm reads an arm: the name of one of [Arms] or [Peers], or NAME=SETTINGS with
// parameters of episode.begin, as in
//
//	small=config.localize_radius_m=1,use.without=[visits,sites]
//	posed=pose_source=odom
//
// With pose_source=odom the robot tells its true pose with each step. A setting that
// episode.begin does not have, or that the task sets itself, is refused with an error that
// names it and those that are allowed.
func ParseArm(text string) (Arm, error) {
	name, rest, has := strings.Cut(text, "=")
	if !has {
		named := slices.Concat(Arms(), Peers())
		i := slices.IndexFunc(named, func(a Arm) bool { return a.Name == text })
		if i < 0 {
			return Arm{}, fault.Field("--arm", text, "none, recent5, nearest, context, frontier, explorer, told, or NAME=SETTINGS")
		}
		return named[i], nil
	}
	if name == "" {
		return Arm{}, fault.Field("--arm", text, "a name before the settings, as in small=config.localize_radius_m=1")
	}
	tree := map[string]any{}
	for _, s := range split(rest) {
		if err := lay(tree, s); err != nil {
			return Arm{}, err
		}
	}
	raw, err := json.Marshal(tree)
	if err != nil {
		return Arm{}, err
	}
	var begin struct {
		Condition   string           `json:"condition,omitempty" max:"200"`
		Space       string           `json:"space,omitempty" max:"200"`
		Snapshot    string           `json:"snapshot,omitempty" max:"200"`
		Instruction string           `json:"instruction,omitempty" max:"4000"`
		Use         *ipc.Use         `json:"use,omitempty"`
		Config      *ipc.BeginConfig `json:"config,omitempty"`
		Source      string           `json:"pose_source,omitempty" allow:"dead_reckoning|odom"`
	}
	if err := ipc.Decode(raw, &begin); err != nil {
		f := fault.As(err)
		if slices.Contains(strings.Fields(ofTask), f.Field) {
			f = f.WithHint("each search has its own; an arm is what all its searches have in common")
		}
		f.Field = "--arm " + name + ": " + f.Field
		return Arm{}, f
	}
	return Arm{
		Name: name, Condition: begin.Condition, Space: begin.Space, Snapshot: begin.Snapshot, Instruction: begin.Instruction,
		Use: begin.Use, Config: begin.Config, Odom: begin.Source == "odom",
	}, nil
}

// split splits settings at commas outside brackets.
func split(text string) (out []string) {
	depth, from := 0, 0
	for i, r := range text {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case r == ',' && depth == 0:
			out, from = append(out, text[from:i]), i+1
		}
	}
	if from < len(text) {
		out = append(out, text[from:])
	}
	return out
}

// lay puts one setting, PATH=VALUE, into a tree of parameters.
func lay(tree map[string]any, setting string) error {
	path, value, has := strings.Cut(setting, "=")
	names := strings.Split(path, ".")
	if !has || slices.Contains(names, "") {
		return fault.Field("--arm", setting, "PATH=VALUE, as in use.context=false")
	}
	twice := fault.Field("--arm", setting, "each setting once")
	for _, name := range names[:len(names)-1] {
		if _, set := tree[name]; !set {
			tree[name] = map[string]any{}
		}
		below, ok := tree[name].(map[string]any)
		if !ok {
			return twice
		}
		tree = below
	}
	last := names[len(names)-1]
	if _, set := tree[last]; set {
		return twice
	}
	tree[last] = valueOf(value)
	return nil
}

// valueOf reads a value: JSON, a list in brackets with or without quotes, or
// plain text.
func valueOf(text string) any {
	var v any
	if json.Unmarshal([]byte(text), &v) == nil {
		return v
	}
	inner, ok := strings.CutPrefix(text, "[")
	if inner, closed := strings.CutSuffix(inner, "]"); ok && closed {
		list := []any{}
		for _, item := range split(inner) {
			list = append(list, valueOf(strings.TrimSpace(item)))
		}
		return list
	}
	return text
}
