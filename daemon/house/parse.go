package house

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/words"
)

// Parse reads an exported house. Anything else is an invalid fault.
func Parse(document []byte) (*House, error) {
	bad := func(format string, args ...any) error {
		return fault.New(fault.Invalid, format, args...).About("document", "").WithHint("send the document that house.export returned, unchanged")
	}
	var head struct {
		Format int    `json:"format"`
		Type   string `json:"type"`
	}
	if err := json.Unmarshal(document, &head); err != nil {
		return nil, mistyped(err, bad)
	}
	if head.Format == 0 && head.Type != "" {
		return nil, fault.New(fault.Invalid, "a %s of GeoJSON is not a house: it has ways, but no things and rooms, and cannot be imported", head.Type).
			About("document.type", head.Type).WithHint("export the house with `navd house export HOUSE -o FILE`, without --format nav2 (house.export with the format navd), and import that")
	}
	if head.Format == 0 {
		return nil, bad("this is not a house: it has no format")
	}
	if head.Format != Format {
		return nil, fault.New(fault.Invalid, "the house has format %d, this navd reads %d", head.Format, Format).About("document.format", head.Format).
			WithHint("use the navd that wrote it, or a newer one")
	}
	h := &House{}
	d := json.NewDecoder(bytes.NewReader(document))
	d.DisallowUnknownFields()
	if err := d.Decode(h); err != nil {
		return nil, mistyped(err, bad)
	}
	if h.Version < 1 || h.Places == nil || h.Nodes == nil || h.Sites == nil || h.Things == nil {
		return nil, bad("the house is incomplete: it needs version, places, nodes, sites and things")
	}
	if err := h.Check(); err != nil {
		return nil, bad("the house is inconsistent: %w", err)
	}
	return h, h.Sane()
}

// mistyped names the member of a document that is of another type than in a house.
func mistyped(err error, bad func(format string, args ...any) error) error {
	wrong := (*json.UnmarshalTypeError)(nil)
	if !errors.As(err, &wrong) {
		return bad("this is not a house: %w", err)
	}
	allowed := "a number"
	switch wrong.Type.Kind() {
	case reflect.Struct, reflect.Map:
		allowed = "an object"
	case reflect.Slice, reflect.Array:
		allowed = "an array"
	case reflect.String:
		allowed = "a string"
	case reflect.Bool:
		allowed = "true or false"
	case reflect.Int:
		allowed = "a whole number without a point"
	}
	field := "document"
	if wrong.Field != "" {
		field += "." + wrong.Field
	}
	return fault.Field(field, wrong.Value, allowed).WithHint("send what house.export gave")
}

// farthest is the largest distance from the origin of anything in a house, and the longest
// sight, metres.
const farthest = 10_000.0

// Sane refuses an imported house that navd cannot have made: with numbers out of range, with
// names of more than one line, or with things that have no sights or more than are kept.
func (h *House) Sane() error {
	kind, id := "head", 0
	wrong := cmp.Or(wrongCount("episodes", h.Merged), wrongText("by", h.By, h.Without, h.Origin))
	is := func(k string, n int, what string) {
		if wrong == "" {
			kind, id, wrong = k, n, what
		}
	}
	for i, d := range h.Docks {
		is("dock", i+1, cmp.Or(wrongText("name", d.Name), wrongPose(d.Pose)))
	}
	for _, p := range h.Places {
		is("place", p.ID, cmp.Or(wrongSpot(p.X, p.Y), wrongCount("visits", p.Visits), wrongText("type", string(p.Type)), wrongText("label", p.Label), wrongText("objects", p.Objects...)))
	}
	for _, n := range h.Nodes {
		is("node", n.ID, cmp.Or(wrongSpot(n.X, n.Y), wrongCount("times", n.Times)))
	}
	for _, s := range h.Sites {
		is("site", s.ID, s.wrong())
	}
	for _, t := range h.Things {
		is("thing", t.ID, t.wrong())
	}
	if wrong == "" {
		return nil
	}
	return fault.New(fault.Invalid, "%s %d of the house cannot come from navd: %s", kind, id, wrong).About("house", h.ID).
		WithHint("send the document that house.export returned, unchanged")
}

// wrong says what of a site navd cannot have made, empty: nothing.
func (s *Site) wrong() string {
	wrong := cmp.Or(wrongPose(s.Pose), wrongCount("scans", s.Scans), wrongText("type", string(s.Type)), wrongText("episode", s.Episode))
	for _, v := range s.Views {
		wrong = cmp.Or(wrong, wrongNumber("view", float64(v.View), 0, 11), wrongNumber("heading", v.Heading, -360, 360),
			wrongNumber("free_m", v.FreeM, 0, farthest), wrongNumber("see_m", v.SeeM, 0, farthest),
			wrongText("type", string(v.Type)), wrongText("objects", v.Objects...))
		for _, o := range v.Seen {
			wrong = cmp.Or(wrong, wrongText("label", o.Label))
			if o.RangeM != nil {
				wrong = cmp.Or(wrong, wrongNumber("range_m", *o.RangeM, 0, farthest))
			}
			if o.Bearing != nil {
				wrong = cmp.Or(wrong, wrongNumber("bearing_deg", *o.Bearing, -360, 360))
			}
		}
	}
	for _, w := range s.Sweeps {
		wrong = cmp.Or(wrong, wrongNumber("from_deg", w.FromDeg, -360, 360), wrongNumber("step_deg", w.StepDeg, -360, 360), wrongNumber("max_m", w.MaxM, 0, farthest))
		for _, m := range w.Metres {
			wrong = cmp.Or(wrong, wrongNumber("metres", m, 0, farthest))
		}
	}
	return wrong
}

// wrong says what of a thing navd cannot have made, empty: nothing.
func (t *Thing) wrong() string {
	wrong := cmp.Or(wrongSpot(t.X, t.Y), wrongNumber("spread_m", t.Spread, 0, farthest), wrongCount("seen", t.Seen), wrongCount("missed", t.Missed),
		wrongText("key", string(t.Key)), wrongText("label", t.Label), wrongText("room", string(t.Room)))
	if n := len(t.Sights); n == 0 || n > mostSights {
		wrong = cmp.Or(wrong, fmt.Sprintf("it has %d sights, allowed are 1 to %d", n, mostSights))
	}
	for _, s := range t.Sights {
		wrong = cmp.Or(wrong, wrongSpot(s.X, s.Y), wrongNumber("heading", s.Heading, -360, 360), wrongNumber("half_deg", s.Half, 0, 180),
			wrongNumber("far_m", s.Far, 0, farthest), wrongNumber("range_m", s.Range, 0, farthest))
	}
	return wrong
}

func wrongNumber(name string, v, least, most float64) string {
	if v >= least && v <= most {
		return ""
	}
	return fmt.Sprintf("%s is %g, allowed %g..%g", name, v, least, most)
}

func wrongCount(name string, n int) string {
	if n >= 0 {
		return ""
	}
	return fmt.Sprintf("%s is %d, allowed 0..", name, n)
}

func wrongSpot(x, y float64) string {
	return cmp.Or(wrongNumber("x", x, -farthest, farthest), wrongNumber("y", y, -farthest, farthest))
}

func wrongPose(p nav.Pose) string {
	return cmp.Or(wrongSpot(p.X, p.Y), wrongNumber("yaw", p.Yaw, -360, 360))
}

func wrongText(name string, all ...string) string {
	for _, s := range all {
		if words.Line(s) != s {
			return fmt.Sprintf("%s is %q, allowed are no control characters", name, s)
		}
	}
	return ""
}
