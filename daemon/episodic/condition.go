package episodic

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
)

// Condition says what an episode does with past ones.
type Condition struct {
	Name     string
	Retrieve bool    // past episodes are searched
	Mask     bool    // the slot stays empty
	Store    bool    // new records are stored
	Exposed  bool    // the advice reaches the decision
	Frozen   bool    // it reads a snapshot, which has to be named
	Holdout  float64 // chance, 0..1, that a sample is masked
	Content  string  // the control arm that replaces the advice; empty: the advice
}

// NoMemory is the condition that neither reads nor keeps past episodes.
const NoMemory = "C1"

// The control arms: what is shown in place of the advice.
const (
	ArmEmpty      = "empty"      // nothing
	ArmShuffle    = "shuffle"    // the advice of a random other case
	ArmIrrelevant = "irrelevant" // advice about something else
	ArmCorrupt    = "corrupt"    // the opposite of the advice
	ArmFiller     = "filler"     // meaningless words
	ArmOneLine    = "one_line"   // the profile's fixed instruction
)

// Arms lists the control arms.
func Arms() []string {
	return []string{ArmEmpty, ArmShuffle, ArmIrrelevant, ArmCorrupt, ArmFiller, ArmOneLine}
}

// holdout begins the name of the condition that masks at random; its chance follows.
const holdout = "C2_holdout:"

// Conditions are the conditions that a configuration adds to the built-in ones, by name.
type Conditions map[string]Condition

// builtIn gives the conditions that have a fixed name.
func builtIn() []Condition {
	all := []Condition{
		{Name: NoMemory, Mask: true},
		{Name: "C2", Retrieve: true, Store: true, Exposed: true},
		{Name: "C2_silent", Retrieve: true, Mask: true, Store: true},
		{Name: "C2_eval_only", Retrieve: true, Mask: true, Frozen: true},
	}
	for _, arm := range Arms() {
		all = append(all, Condition{Name: arm, Retrieve: true, Store: true, Exposed: true, Content: arm})
	}
	return all
}

// Parse gives the condition with exactly this name. An unknown name is a fault that lists
// the known ones.
func (c Conditions) Parse(name string) (Condition, error) {
	if own, ok := c[name]; ok {
		return own, nil
	}
	var names []string
	for _, b := range builtIn() {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	if strings.HasPrefix(name, holdout) {
		if p, ok := holdoutOf(name); ok {
			return Condition{Name: ConditionName(name), Retrieve: true, Store: true, Exposed: true, Holdout: p}, nil
		}
		return Condition{}, fault.Field("condition", name, holdout+"p with p between 0 and 1, as "+holdout+"0.5")
	}
	names = append(names, holdout+"p")
	return Condition{}, fault.Field("condition", name, strings.Join(append(names, sortedKeys(c)...), ", ")).
		WithHint("a name of your own for an arm goes into arm or run; more conditions can be named in episodic.conditions")
}

// ConditionName gives the one form of the name of a condition: C2_holdout:.5 and
// C2_holdout:0.50 are C2_holdout:0.5.
func ConditionName(name string) string {
	if p, ok := holdoutOf(name); ok {
		return holdout + strconv.FormatFloat(p, 'f', -1, 64)
	}
	return name
}

// holdoutOf gives the chance in the name of a condition that masks at random.
func holdoutOf(name string) (p float64, ok bool) {
	chance, ok := strings.CutPrefix(name, holdout)
	p, err := strconv.ParseFloat(chance, 64)
	return p, ok && err == nil && p > 0 && p < 1
}

// Flags lists the words of which configured conditions are made.
func Flags() []string {
	return []string{"retrieval_execute", "injection_mask", "store_write", "exposed", "frozen", "holdout=P", "content=ARM"}
}

// ParseConditions reads configured conditions, one a line: a name and its flags, as in
// "week2 retrieval_execute exposed frozen".
func ParseConditions(lines []string) (Conditions, error) {
	out := Conditions{}
	for i, line := range lines {
		at := fmt.Sprintf("episodic.conditions[%d]", i)
		fields := strings.Fields(line)
		if len(fields) == 0 {
			return nil, fault.Field(at, line, "a name and flags: "+strings.Join(Flags(), ", "))
		}
		c := Condition{Name: fields[0]}
		if _, err := (Conditions{}).Parse(c.Name); err == nil {
			return nil, fault.Field(at, c.Name, "a name that is not built in")
		}
		if _, twice := out[c.Name]; twice {
			return nil, fault.Field(at, c.Name, "each name once")
		}
		for _, f := range fields[1:] {
			if err := c.set(f); err != nil {
				return nil, fault.Field(at, f, strings.Join(Flags(), ", "))
			}
		}
		out[c.Name] = c
	}
	return out, nil
}

func (c *Condition) set(flag string) (err error) {
	name, value, _ := strings.Cut(flag, "=")
	switch {
	case flag == "retrieval_execute":
		c.Retrieve = true
	case flag == "injection_mask":
		c.Mask = true
	case flag == "store_write":
		c.Store = true
	case flag == "exposed":
		c.Exposed = true
	case flag == "frozen":
		c.Frozen = true
	case name == "content" && slices.Contains(Arms(), value):
		c.Content = value
	case name == "holdout":
		if c.Holdout, err = strconv.ParseFloat(value, 64); err == nil && !(c.Holdout > 0 && c.Holdout < 1) {
			err = strconv.ErrRange
		}
	default:
		err = strconv.ErrSyntax
	}
	return err
}

// Quotes tells whether what is shown under the condition is the advice of records, and not
// text that a control arm made.
func (c Condition) Quotes() bool {
	return c.Content == "" || c.Content == ArmShuffle || c.Content == ArmIrrelevant
}

// The modes of a memory, as slots name them.
const (
	ModeOff    = "off"    // the memory was not searched
	ModeOn     = "on"     // it was searched, and the advice reaches the decision
	ModeSilent = "silent" // it was searched, and the advice is not shown
)

// Mode says what the memory does for a sample; held says that the sample is masked at
// random.
func (c Condition) Mode(held bool) string {
	switch {
	case !c.Retrieve:
		return ModeOff
	case c.Exposed && !c.Mask && !held:
		return ModeOn
	}
	return ModeSilent
}
