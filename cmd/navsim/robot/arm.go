package robot

import (
	"encoding/json"
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

// Arm is one side of an experiment: what an episode is begun with, and who decides.
// All arms see the same houses with the same noise.
type Arm struct {
	Name      string
	Condition string // how past episodes advise it
	Use       *ipc.Use
	Config    *ipc.BeginConfig
	Peer      Peer // who decides in navd's place
}

// Arms are the arms that have a name and in which navd decides:
//
//	none     no memory; ties by dice
//	recent5  the last five decisions, as PixelNav's prompt lists them
//	nearest  the nearest way not yet explored, whatever it shows
//	context  all of the memory
func Arms() []Arm {
	return []Arm{
		{Name: "none", Use: &ipc.Use{Context: new(false)}},
		{Name: "recent5", Use: &ipc.Use{Context: new(false), Recent: true}},
		{Name: "nearest", Config: &ipc.BeginConfig{PlannerChain: []string{"nearest"}}},
		{Name: "context"},
	}
}

// Peers are the arms in which a plain explorer decides, and not navd:
//
//	frontier  the nearest open edge of the floor that it has seen
//	explorer  the open edge with the best chance for its way, by the rooms that it has seen
//
// They know the truth of what they have seen, see package explorer, and look, scan,
// drive and stop as the robot does in all arms. navd files their episodes like any
// other, with each scan, step and plan, so that the same code measures them. It is
// asked for a plan, since a scan is filed with one; that is made by its planner
// "nearest", without memory, and then navd is told which view was taken instead.
func Peers() []Arm {
	var arms []Arm
	for _, p := range []Peer{PeerFrontier, PeerExplorer, PeerTold} {
		arms = append(arms, Arm{Name: string(p), Peer: p, Use: &ipc.Use{Context: new(false)}, Config: &ipc.BeginConfig{PlannerChain: []string{"nearest"}}})
	}
	return arms
}

// Ablations are the whole memory after the same with one part left out each.
func Ablations() []Arm {
	var arms []Arm
	for _, p := range []nav.Part{
		nav.PartFrontiers, nav.PartNewness, nav.PartLooks, nav.PartVisits, nav.PartOutcomes, nav.PartSites, nav.PartRecall,
		nav.PartStraight, nav.PartLegs, nav.PartSeen, nav.PartRanges, nav.PartRooms,
	} {
		arms = append(arms, Arm{Name: "no " + string(p), Use: &ipc.Use{Without: []nav.Part{p}}})
	}
	return append(arms, Arm{Name: "context"})
}

// ParseArm reads an arm: the name of one of [Arms] or [Peers], or NAME=SETTINGS with
// parameters of episode.begin, as in
//
//	small=config.localize_radius_m=1,use.without=[visits,sites]
//
// A setting that episode.begin does not have is refused by its name.
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
		Use    *ipc.Use         `json:"use,omitempty"`
		Config *ipc.BeginConfig `json:"config,omitempty"`
	}
	if err := ipc.Decode(raw, &begin); err != nil {
		f := fault.As(err)
		f.Field = "--arm " + name + ": " + f.Field
		return Arm{}, f
	}
	return Arm{Name: name, Use: begin.Use, Config: begin.Config}, nil
}

// split cuts settings at commas outside brackets.
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
