package words

import (
	"math"
	"strconv"
	"strings"
	"time"

	"navd/daemon/fault"
)

// The relations of a claim.
const (
	RelationIn     = "in"        // a thing stands in places of a type
	RelationNotIn  = "not_in"    // it does not
	RelationPrefer = "prefer"    // go there first
	RelationAvoid  = "avoid"     // stay out
	RelationCalled = "is_called" // another name, by which later texts are read; never for scoring
)

// Views is how many views a panorama has; they are numbered from 0.
const Views = 12

// Weights that [ParseClaims] gives, by how sure the sentence sounds.
const (
	Certain = 1.0 // "is", "never", "있다"
	Usual   = 0.6 // "usually", "look for it in", "보통"
	Perhaps = 0.3 // "maybe", "I think", one of several places, "아마"
)

// Claim is what one sentence says to the planner, in a form that acts without
// a model. It is stored and sent as it stands here.
type Claim struct {
	Subject  string  `json:"subject" max:"300"` // target:<object key>, place:<type key> or view:<0..11>
	Relation string  `json:"relation" max:"20"` // in, not_in, prefer, avoid or is_called
	Object   string  `json:"object" max:"300"`  // a type key for in and not_in, a name for is_called, else empty
	Polarity int     `json:"polarity"`          // -1 for not_in and avoid, +1 for the others
	Source   string  `json:"source" max:"300"`  // id of the item that says it
	Weight   float64 `json:"weight"`            // 0..1
	Place    int     `json:"place,omitempty"`   // the place of the kept house in which alone it holds, 0: in all; a plan fills it in

	Said time.Time `json:"-"` // when its item was said last; a plan fills it in, zero: not known
}

// Target is the subject that names a thing.
func Target(k Key) string { return "target:" + string(k) }

// Place is the subject that names places of a type.
func Place(k Key) string { return "place:" + string(k) }

// View is the subject that names a view of the panorama, 0..11.
func View(n int) string { return "view:" + strconv.Itoa(n) }

// In claims that a thing is found in places of a type.
func In(target, place Key, source string, weight float64) Claim {
	return Claim{Subject: Target(target), Relation: RelationIn, Object: string(place), Polarity: +1, Source: source, Weight: weight}
}

// NotIn claims that a thing is not found in places of a type.
func NotIn(target, place Key, source string, weight float64) Claim {
	return Claim{Subject: Target(target), Relation: RelationNotIn, Object: string(place), Polarity: -1, Source: source, Weight: weight}
}

// Prefer claims that a [Place] or a [View] is worth going to.
func Prefer(subject, source string, weight float64) Claim {
	return Claim{Subject: subject, Relation: RelationPrefer, Polarity: +1, Source: source, Weight: weight}
}

// Avoid claims that a [Place] or a [View] is to be left out.
func Avoid(subject, source string, weight float64) Claim {
	return Claim{Subject: subject, Relation: RelationAvoid, Polarity: -1, Source: source, Weight: weight}
}

// Called claims that a [Place] or a [Target] goes by another name.
func Called(subject string, name Key, source string, weight float64) Claim {
	return Claim{Subject: subject, Relation: RelationCalled, Object: string(name), Polarity: +1, Source: source, Weight: weight}
}

// polarities holds the one polarity each relation has.
var polarities = map[string]int{
	RelationIn: +1, RelationNotIn: -1, RelationPrefer: +1, RelationAvoid: -1, RelationCalled: +1,
}

// Normal gives the claim with its keys in their one spelling and its polarity
// filled in when it is 0, and checks it. A claim that comes from outside goes
// through here.
func (c Claim) Normal() (Claim, error) {
	kind, rest := c.parts()
	switch kind {
	case "target", "place":
		c.Subject = kind + ":" + string(keyOf(kind, rest))
	case "view":
		c.Subject = kind + ":" + rest
	}
	if c.Relation != RelationCalled {
		kind = "place"
	}
	c.Object = string(keyOf(kind, c.Object))
	if c.Polarity == 0 {
		c.Polarity = polarities[c.Relation]
	}
	return c, c.Check()
}

// Check reports what is wrong with a claim: an invalid fault about subject,
// relation, object, polarity or weight. A claim that passes is in normal form.
func (c Claim) Check() error {
	want, ok := polarities[c.Relation]
	if !ok {
		return fault.Field("relation", c.Relation, "in, not_in, prefer, avoid or is_called")
	}
	if err := c.checkSubject(); err != nil {
		return err
	}
	if err := c.checkObject(); err != nil {
		return err
	}
	if c.Polarity != want {
		return fault.Field("polarity", c.Polarity, strconv.Itoa(want)+" for "+c.Relation)
	}
	if c.Place != 0 {
		return fault.Field("place", c.Place, "nothing: say it where the robot is in its house, \"there is no sofa in this room\"")
	}
	if math.IsNaN(c.Weight) || c.Weight < 0 || c.Weight > 1 {
		return fault.Field("weight", c.Weight, "a number from 0 to 1")
	}
	return nil
}

// parts gives the kind of the subject and what it names.
func (c Claim) parts() (kind, rest string) {
	kind, rest, _ = strings.Cut(c.Subject, ":")
	return strings.TrimSpace(kind), strings.TrimSpace(rest)
}

// About gives what the claim is about: the kind of its subject, target, place or view,
// and the key or number that it names.
func (c Claim) About() (kind string, key Key) {
	kind, rest := c.parts()
	return kind, Key(rest)
}

// subjectKinds says which subjects a relation speaks of.
var subjectKinds = map[string]string{
	RelationIn:     "target:<object>",
	RelationNotIn:  "target:<object>",
	RelationPrefer: "place:<type> or view:<0..11>",
	RelationAvoid:  "place:<type> or view:<0..11>",
	RelationCalled: "place:<type> or target:<object>",
}

func (c Claim) checkSubject() error {
	allowed := subjectKinds[c.Relation]
	kind, rest, _ := strings.Cut(c.Subject, ":")
	bad := fault.Field("subject", c.Subject, allowed+", a key in normal form")
	if !strings.Contains(allowed, kind+":") {
		return bad
	}
	switch kind {
	case "target", "place":
		return unlessKey(kind, rest, bad)
	case "view":
		return unlessView(rest, bad)
	}
	return bad
}

func (c Claim) checkObject() error {
	switch c.Relation {
	case RelationPrefer, RelationAvoid:
		if c.Object != "" {
			return fault.Field("object", c.Object, "nothing for "+c.Relation)
		}
		return nil
	case RelationCalled:
		return c.checkName()
	}
	return unlessKey("place", c.Object, fault.Field("object", c.Object, "a place type in normal form"))
}

func (c Claim) checkName() error {
	bad := fault.Field("object", c.Object, "another name, in normal form")
	kind, rest := c.parts()
	if Key(rest).Equal(Key(c.Object)) {
		return bad
	}
	return unlessKey(kind, c.Object, bad)
}

// keyOf gives the key of a label of what a kind of subject names.
func keyOf(kind, label string) Key {
	if kind == "target" {
		return ObjectKey(label)
	}
	return LabelKey(label)
}

// unlessKey gives the fault unless a label is a known key in normal form.
func unlessKey(kind, label string, bad *fault.Error) error {
	if k := Key(label); k.Unknown() || k != keyOf(kind, label) {
		return bad
	}
	return nil
}

// unlessView gives the fault unless s is the number of a view as View writes it.
func unlessView(s string, bad *fault.Error) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n >= Views || strconv.Itoa(n) != s {
		return bad
	}
	return nil
}
