package nav

import (
	"cmp"
	"fmt"
	"strings"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// item is one line of the text rendering.
type item struct {
	name string // for the list of what was dropped
	text string
}

// Fit drops whole items until the text rendering is within budget tokens; 0 means no
// limit. It gives the smaller context and the names of what was dropped. The order is
// fixed: recent anchors (oldest first), nearby candidates (farthest first), neighbours,
// recent places (oldest first), scan sites (farthest first), openings (farthest first),
// queue records (oldest first), views (last first), what is known of the house. Where the
// robot is, the present place and the loop state always stay.
func (c Context) Fit(budget int) (Context, []string) {
	dropped := []string{}
	if budget <= 0 {
		return c, dropped
	}
	for total := c.tokens(); total > budget; {
		openings := len(c.Openings)
		it, ok := c.drop()
		if !ok {
			break
		}
		dropped = append(dropped, it.name)
		total -= words.Tokens(it.text)
		if len(c.Openings) < openings { // the views name fewer openings then
			total = c.tokens()
		}
	}
	return c, dropped
}

// tokens is the size of the text.
func (c Context) tokens() int {
	total := words.Tokens(c.head())
	for _, it := range c.items() {
		total += words.Tokens(it.text)
	}
	return total
}

// drop takes away the next item of the fixed order.
func (c *Context) drop() (item, bool) {
	switch {
	case len(c.Anchors) > 0:
		it := c.anchorItem(c.Anchors[0])
		c.Anchors = c.Anchors[1:]
		return it, true
	case len(c.Nearby) > 0:
		return pop(&c.Nearby, nearbyItem), true
	case len(c.Neighbors) > 0:
		return pop(&c.Neighbors, neighborItem), true
	case len(c.Places) > 0:
		return pop(&c.Places, placeItem), true
	case len(c.Sites) > 0:
		return pop(&c.Sites, c.siteItem), true
	case len(c.Openings) > 0:
		return c.dropOpening(), true
	case len(c.Queue) > 0:
		it := queueItem(c.Queue[0])
		c.Queue = c.Queue[1:]
		return it, true
	case len(c.Views) > 0:
		return pop(&c.Views, c.viewItem), true
	case c.House != nil:
		it := c.houseItem(*c.House)
		c.House = nil
		return it, true
	}
	return item{}, false
}

// pop takes the last element of a list as an item.
func pop[T any](list *[]T, as func(T) item) item {
	l := *list
	it := as(l[len(l)-1])
	*list = l[:len(l)-1]
	return it
}

// Text renders the context for a prompt: one line an item, the same facts as
// the JSON in the same order.
func (c Context) Text() string {
	var b strings.Builder
	b.WriteString(c.head())
	for _, it := range c.items() {
		b.WriteString(it.text)
	}
	return b.String()
}

// head is what is never dropped.
func (c Context) head() string {
	var b strings.Builder
	p := c.Localization.Pose
	fmt.Fprintf(&b, "Goal: %s. Step %d.\n", words.Line(c.Goal), c.Step)
	if c.Localization.Place == 0 { // an episode without memory
		return b.String()
	}
	at := ""
	if c.Words.Own() {
		at = fmt.Sprintf("x=%.2f y=%.2f yaw=%.0f, ", centi(p.X), centi(p.Y), whole(p.Yaw))
	}
	fmt.Fprintf(&b, "You are at %sanchor %d, in place %d: %s.\n", at, c.Localization.Anchor, c.Localization.Place, describe(c.Place))
	if c.Loop.AvoidHint != "" {
		fmt.Fprintf(&b, "Avoid: %s. You are going round in circles; choose a way you have not tried.\n", c.Loop.AvoidHint)
	}
	fmt.Fprintf(&b, "Revisits so far: %d.\n", c.Loop.Revisits)
	return b.String()
}

func (c Context) items() []item {
	var out []item
	if c.House != nil {
		out = append(out, c.houseItem(*c.House))
	}
	out = appendItems(out, c.Views, c.viewItem)
	out = appendItems(out, c.Openings, c.openingItem)
	out = appendItems(out, c.Queue, queueItem)
	out = appendItems(out, c.Sites, c.siteItem)
	out = appendItems(out, c.Places, placeItem)
	out = appendItems(out, c.Neighbors, neighborItem)
	out = appendItems(out, c.Anchors, c.anchorItem)
	return appendItems(out, c.Nearby, nearbyItem)
}

func appendItems[T any](out []item, list []T, as func(T) item) []item {
	for _, v := range list {
		out = append(out, as(v))
	}
	return out
}

func (c Context) viewItem(v ViewSummary) item {
	var b strings.Builder
	if c.Words.Own() {
		fmt.Fprintf(&b, "Angle %.0f (view %d):", v.Angle, v.View)
	} else {
		b.WriteString(capital(c.Words.View(v.View)) + ":")
	}
	known := b.Len()
	for i, n := range v.Openings {
		fmt.Fprintf(&b, "%s %d", word(i == 0, " opening", ","), n)
	}
	if v.LeftOut > 0 {
		fmt.Fprintf(&b, "%s %d more", word(len(v.Openings) == 0, " opening,", " and"), v.LeftOut)
	}
	if len(v.Openings)+v.LeftOut > 0 {
		b.WriteString(";")
	}
	if v.Newness != nil {
		fmt.Fprintf(&b, " newness %.2f;", *v.Newness)
	}
	if v.Vetoed {
		b.WriteString(" the detector found no goal there;")
	}
	if v.Scans > 0 {
		fmt.Fprintf(&b, " that room was looked over %s;", words.Times(v.Scans))
	}
	for _, k := range v.Keys {
		fmt.Fprintf(&b, " known %s (key %d, visited %d);", k.Type, k.Key, k.Visits)
	}
	for _, o := range v.Legs {
		fmt.Fprintf(&b, " a leg that way %s;", o.words())
	}
	if b.Len() == known {
		b.WriteString(" nothing known;")
	}
	return item{fmt.Sprintf("view %d", v.View), strings.TrimSuffix(b.String(), ";") + ".\n"}
}

// capital gives a text with a capital letter at its beginning.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// words gives an outcome as text.
func (o Outcome) words() string {
	s := fmt.Sprintf("moved %.2f m", o.Metres)
	if o.NewPlace {
		s += ", reached a new place"
	}
	if o.NewView {
		s += ", brought a new view"
	}
	if o.Loop {
		s += ", ended in a loop"
	}
	return s
}

func queueItem(r Record) item {
	var b strings.Builder
	fmt.Fprintf(&b, "Plan %d: goal seen %v, towards %s: %s", r.Idx, r.GoalFlag, words.Line(r.GoalSceneType), words.Line(r.Why))
	if r.Verified != nil && !*r.Verified {
		b.WriteString(" [the detector found no goal there]")
	}
	if r.AvoidHint != "" {
		fmt.Fprintf(&b, " [%s]", r.AvoidHint)
	}
	if r.Outcome != nil {
		fmt.Fprintf(&b, " Outcome: %s.", r.Outcome.words())
	}
	return item{fmt.Sprintf("plan %d", r.Plan), b.String() + "\n"}
}

func (c Context) siteItem(s SiteSummary) item {
	var b strings.Builder
	fmt.Fprintf(&b, "Scan site %d, %.1f m away at %s", s.ID, s.DistanceM, c.Words.Angle(s.Heading))
	if s.PathM != nil {
		fmt.Fprintf(&b, ", %.1f m to walk", *s.PathM)
	}
	for i, angle := range s.GoalSeen {
		fmt.Fprintf(&b, "%s %s", word(i == 0, ", the goal was seen from there at", " and"), c.seenAt(i == 0, angle))
	}
	for i, u := range s.Untried {
		fmt.Fprintf(&b, "%s %s at %s free %.1f m newness %.2f;", word(i == 0, ", untried:", ""), u.Type.OrUnknown(), c.Words.Angle(u.Angle), u.FreeM, u.Newness)
	}
	return item{fmt.Sprintf("site %d", s.ID), strings.TrimSuffix(b.String(), ";") + ".\n"}
}

// seenAt gives a direction of a list as text: "angle 90" for the first, "120" for others.
func (c Context) seenAt(first bool, angle float64) string {
	words := c.Words.Angle(angle)
	if _, number, found := strings.Cut(words, " "); found && !first {
		return number
	}
	return words
}

func word(first bool, yes, no string) string {
	if first {
		return yes
	}
	return no
}

func placeItem(p PlaceSummary) item {
	return item{fmt.Sprintf("place %d", p.ID), fmt.Sprintf("Place %d: %s.\n", p.ID, describe(p))}
}

func describe(p PlaceSummary) string {
	s := fmt.Sprintf("%s (key %d, visited %d)", cmp.Or(words.Line(p.Label), string(Unknown)), p.Key, p.Visits)
	if len(p.Objects) > 0 {
		s += " with " + strings.Join(words.Lines(p.Objects), ", ")
	}
	if p.Description != "" {
		s += "; " + strings.TrimRight(words.Line(p.Description), ".")
	}
	return s
}

func neighborItem(a ref.AnchorID) item {
	return item{fmt.Sprintf("neighbor %d", a), fmt.Sprintf("Neighbour of your anchor: %d.\n", a)}
}

func (c Context) anchorItem(a AnchorSummary) item {
	if here := c.Localization.Pose; !c.Words.Own() {
		way := "here"
		if d := here.Distance(a.Pose); d >= 0.05 {
			way = fmt.Sprintf("%.1f m away at %s", d, c.Words.Angle(NormDeg(here.Bearing(a.Pose)-c.Words.View0)))
		}
		return item{fmt.Sprintf("anchor %d", a.ID), fmt.Sprintf("Anchor %d, %s, in place %d.\n", a.ID, way, a.Place)}
	}
	return item{fmt.Sprintf("anchor %d", a.ID), fmt.Sprintf("Anchor %d at x=%.2f y=%.2f in place %d.\n", a.ID, centi(a.Pose.X), centi(a.Pose.Y), a.Place)}
}

func nearbyItem(n Nearby) item {
	return item{fmt.Sprintf("nearby %d", n.Anchor), fmt.Sprintf("Anchor %d (place %d, %s) may be this spot, %.2f m off.\n", n.Anchor, n.Place, n.Type, n.DistanceM)}
}
