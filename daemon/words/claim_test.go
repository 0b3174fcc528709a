package words_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/fault"
	"navd/daemon/words"
)

func TestConstructorsMakeValidClaims(t *testing.T) {
	for want, c := range map[string]words.Claim{
		`{"subject":"target:sofa","relation":"in","object":"living room","polarity":1,"source":"e1","weight":1}`:     words.In("sofa", "living room", "e1", 1),
		`{"subject":"target:sofa","relation":"not_in","object":"bathroom","polarity":-1,"source":"e1","weight":0.6}`: words.NotIn("sofa", "bathroom", "e1", .6),
		`{"subject":"place:corridor","relation":"prefer","object":"","polarity":1,"source":"e1","weight":0}`:         words.Prefer(words.Place("corridor"), "e1", 0),
		`{"subject":"view:11","relation":"avoid","object":"","polarity":-1,"source":"e1","weight":1}`:                words.Avoid(words.View(11), "e1", 1),
		`{"subject":"place:study","relation":"is_called","object":"office","polarity":1,"source":"e1","weight":1}`:   words.Called(words.Place("study"), "office", "e1", 1),
		`{"subject":"target:television","relation":"is_called","object":"바보상자","polarity":1,"source":"","weight":1}`: words.Called(words.Target("television"), "바보상자", "", 1),
	} {
		if err := c.Check(); err != nil {
			t.Errorf("%v: %v", c, err)
		}
		if got, err := json.Marshal(c); err != nil || string(got) != want {
			t.Errorf("got %s (%v), want %s", got, err, want)
		}
	}
}

func TestCheckNamesTheField(t *testing.T) {
	good := words.In("sofa", "kitchen", "e1", .5)
	for name, c := range map[string]struct {
		change func(*words.Claim)
		field  string
	}{
		"no relation":              {func(c *words.Claim) { c.Relation = "" }, "relation"},
		"other relation":           {func(c *words.Claim) { c.Relation = "near" }, "relation"},
		"no subject":               {func(c *words.Claim) { c.Subject = "" }, "subject"},
		"subject without kind":     {func(c *words.Claim) { c.Subject = "sofa" }, "subject"},
		"kind only":                {func(c *words.Claim) { c.Subject = "target" }, "subject"},
		"empty target":             {func(c *words.Claim) { c.Subject = "target:" }, "subject"},
		"target not in its form":   {func(c *words.Claim) { c.Subject = "target:Couch" }, "subject"},
		"place is in no place":     {func(c *words.Claim) { c.Subject = "place:kitchen" }, "subject"},
		"view is in no place":      {func(c *words.Claim) { c.Subject = "view:1" }, "subject"},
		"space before the kind":    {func(c *words.Claim) { c.Subject = " target:sofa" }, "subject"},
		"preferred target":         {func(c *words.Claim) { c.Relation, c.Object = "prefer", "" }, "subject"},
		"view 12":                  {func(c *words.Claim) { *c = words.Prefer("view:12", "", 1) }, "subject"},
		"view -1":                  {func(c *words.Claim) { *c = words.Prefer("view:-1", "", 1) }, "subject"},
		"view 03":                  {func(c *words.Claim) { *c = words.Prefer("view:03", "", 1) }, "subject"},
		"view +3":                  {func(c *words.Claim) { *c = words.Prefer("view:+3", "", 1) }, "subject"},
		"view of no number":        {func(c *words.Claim) { *c = words.Prefer("view:left", "", 1) }, "subject"},
		"view with a name":         {func(c *words.Claim) { *c = words.Called("view:3", "left", "", 1) }, "subject"},
		"unknown place":            {func(c *words.Claim) { *c = words.Avoid("place:unknown", "", 1) }, "subject"},
		"no object":                {func(c *words.Claim) { c.Object = "" }, "object"},
		"object unknown":           {func(c *words.Claim) { c.Object = "unknown" }, "object"},
		"object not in its form":   {func(c *words.Claim) { c.Object = "Kitchen" }, "object"},
		"object with a preference": {func(c *words.Claim) { *c = words.Prefer("place:kitchen", "", 1); c.Object = "sofa" }, "object"},
		"same name":                {func(c *words.Claim) { *c = words.Called("place:study", "study", "", 1) }, "object"},
		"no name":                  {func(c *words.Claim) { *c = words.Called("place:study", "", "", 1) }, "object"},
		"name not in its form":     {func(c *words.Claim) { *c = words.Called("target:sofa", "My-Seat", "", 1) }, "object"},
		"no polarity":              {func(c *words.Claim) { c.Polarity = 0 }, "polarity"},
		"wrong polarity":           {func(c *words.Claim) { c.Polarity = -1 }, "polarity"},
		"weight above 1":           {func(c *words.Claim) { c.Weight = 1.01 }, "weight"},
		"weight below 0":           {func(c *words.Claim) { c.Weight = -.1 }, "weight"},
		"weight NaN":               {func(c *words.Claim) { c.Weight = math.NaN() }, "weight"},
	} {
		t.Run(name, func(t *testing.T) {
			bad := good
			c.change(&bad)
			err := bad.Check()
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("Check(%+v) = %v, want an invalid fault", bad, err)
			}
			if e := fault.As(err); e.Field != c.field || e.Allowed == "" {
				t.Errorf("fault is about %q, allowed %q; want about %q", e.Field, e.Allowed, c.field)
			}
		})
	}
}

func TestNormal(t *testing.T) {
	for name, c := range map[string]struct{ in, want words.Claim }{
		"keys":     {words.Claim{Subject: "target:TV Monitor", Relation: "in", Object: "거실", Weight: 1}, words.In("television", "living room", "", 1)},
		"not in":   {words.Claim{Subject: "target: couch", Relation: "not_in", Object: "Rest-Room"}, words.NotIn("sofa", "bathroom", "", 0)},
		"place":    {words.Claim{Subject: "place:Hallway", Relation: "avoid", Weight: .5}, words.Avoid("place:corridor", "", .5)},
		"view":     {words.Claim{Subject: "view: 3", Relation: "prefer", Polarity: 1}, words.Prefer("view:3", "", 0)},
		"name":     {words.Claim{Subject: "place:Study", Relation: "is_called", Object: "사무실"}, words.Called("place:study", "office", "", 0)},
		"nickname": {words.Claim{Subject: "target:TV", Relation: "is_called", Object: "Magic-Box"}, words.Called("target:television", "magic box", "", 0)},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.in.Normal()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if again, err := got.Normal(); err != nil || again != got {
				t.Errorf("normal form of a normal form: %v, %v", again, err)
			}
		})
	}
	if _, err := (words.Claim{Subject: "target:sofa", Relation: "avoid"}).Normal(); !fault.Is(err, fault.Invalid) {
		t.Errorf("avoid a target: %v", err)
	}
	if _, err := (words.Claim{Subject: "target:sofa", Relation: "in", Object: "kitchen", Polarity: -1}).Normal(); !fault.Is(err, fault.Invalid) {
		t.Errorf("a given polarity must be right: %v", err)
	}
}

func TestMatch(t *testing.T) {
	claims := []words.Claim{
		words.NotIn("sofa", "bathroom", "b", 1),
		words.In("sofa", "living room", "a", .5),
		words.In("sofa", "livingroom", "c", .25),
		words.In("bed", "living room", "d", 1),
		words.Prefer(words.Place("living room"), "e", .125),
		words.Avoid(words.Place("bathroom"), "f", .5),
		words.Prefer(words.View(3), "g", .75),
		words.Called(words.Place("living room"), "salon", "h", 1),
		words.In("unknown", "unknown", "i", 1),
	}
	for name, c := range map[string]struct {
		target, place words.Key
		view          int
		delta         float64
		sources       string
	}{
		"target in place":             {"sofa", "living room", 0, .875, "eac"},
		"place without spaces":        {"sofa", "livingroom", 0, .875, "eac"},
		"target not in place":         {"sofa", "bathroom", 0, -1.5, "fb"},
		"other target":                {"bed", "bathroom", 0, -.5, "f"},
		"the view itself":             {"mug", "kitchen", 3, .75, "g"},
		"view and place":              {"sofa", "living room", 3, 1.625, "eacg"},
		"no view":                     {"mug", "kitchen", -1, 0, ""},
		"unknown place":               {"sofa", "unknown", 0, 0, ""},
		"no place":                    {"sofa", "", 0, 0, ""},
		"unknown target":              {"unknown", "unknown", 0, 0, ""},
		"another name does not count": {"mug", "salon", 0, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			delta, used := words.Match(claims, c.target, c.place, 0, c.view)
			sources := ""
			for _, u := range used {
				sources += u.Source
			}
			if delta != c.delta || sources != c.sources {
				t.Errorf("got %v by %q, want %v by %q", delta, sources, c.delta, c.sources)
			}
		})
	}
}

func TestMatchDoesNotSeeTheOrder(t *testing.T) {
	claim := rapid.Custom(func(t *rapid.T) words.Claim {
		w := rapid.Float64Range(0, 1).Draw(t, "weight")
		source := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "source")
		place := rapid.SampledFrom([]words.Key{"kitchen", "living room"}).Draw(t, "place")
		return rapid.SampledFrom([]words.Claim{
			words.In("sofa", place, source, w), words.NotIn("sofa", place, source, w),
			words.Prefer(words.Place(place), source, w), words.Avoid(words.View(2), source, w),
		}).Draw(t, "claim")
	})
	rapid.Check(t, func(t *rapid.T) {
		claims := rapid.SliceOf(claim).Draw(t, "claims")
		mixed := rapid.Permutation(claims).Draw(t, "mixed")
		before := slices.Clone(claims)
		delta, used := words.Match(claims, "sofa", "kitchen", 0, 2)
		delta2, used2 := words.Match(mixed, "sofa", "kitchen", 0, 2)
		if delta != delta2 || !cmp.Equal(used, used2) {
			t.Fatalf("%v by %v, mixed %v by %v", delta, used, delta2, used2)
		}
		if !slices.Equal(before, claims) {
			t.Fatal("the input was changed")
		}
	})
}
