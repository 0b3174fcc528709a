package episodic_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episodic"
	"navd/daemon/nav"
	"navd/daemon/words"
)

// told is a record that says where a thing is or is not, of an episode in a house.
func told(seq int, house, ep, claim string) episodic.Found {
	text, not := strings.CutPrefix(claim, "not ")
	thing, room, _ := strings.Cut(text, " in ")
	c := words.In(words.Key(thing), words.Key(room), "", words.Usual)
	if not {
		c = words.NotIn(words.Key(thing), words.Key(room), "", words.Usual)
	}
	r := episodic.Record{Space: "s", Profile: "nav", Seq: seq, ID: episodic.EntryID(seq), Entry: []byte(`{}`), Meta: episodic.Meta{Trust: 1, Episode: ep, Scene: house, Target: "sofa", Claims: []words.Claim{c}}}
	return episodic.Found{Stored: episodic.Stored{Record: r}, Score: 1 / float64(seq+1)}
}

func TestLessons(t *testing.T) {
	here := episodic.Query{Target: "sofa", Scene: "h1", Frame: "dock"}
	seen := told(9, "h1", "e9", "lamp in study")
	seen.Meta.Frame, seen.Meta.Ways = "dock", []episodic.Way{{Subject: "target:sofa", Target: "sofa", X: 1, ToX: 3, Room: "study"}}
	for _, c := range []struct {
		name  string
		found []episodic.Found
		want  []string // kind for against: claims; ids
	}{
		{"nothing", nil, nil},
		{"of another thing", []episodic.Found{told(1, "h1", "a", "bed in bedroom")}, nil},
		{"in this house", []episodic.Found{told(1, "h1", "a", "sofa in kitchen")}, []string{"house 1 0: in kitchen 0.6; 1"}},
		{"twice in one episode is once", []episodic.Found{told(1, "h1", "a", "sofa in kitchen"), told(2, "h1", "a", "sofa in kitchen")}, []string{"house 1 0: in kitchen 0.6; 1 2"}},
		{"in two episodes it is sure", []episodic.Found{told(1, "h1", "a", "sofa in kitchen"), told(2, "h1", "b", "sofa in kitchen")}, []string{"house 2 0: in kitchen 1.0; 1 2"}},
		{"seen counts before looked in vain", []episodic.Found{told(1, "h1", "a", "not sofa in kitchen"), told(2, "h1", "b", "sofa in kitchen")}, []string{"house 1 1: in kitchen 0.6; 2"}},
		{"where it is not, in one lesson", []episodic.Found{told(1, "h1", "a", "not sofa in kitchen"), told(2, "h1", "b", "not sofa in study")}, []string{"nowhere 1 0: not_in kitchen 0.6, not_in study 0.6; 1 2"}},
		{"elsewhere counts least", []episodic.Found{told(1, "h2", "a", "sofa in study"), told(2, "h1", "b", "not sofa in kitchen")}, []string{"nowhere 1 0: not_in kitchen 0.6; 2", "elsewhere 1 0: in study 0.3; 1"}},
		{"where it is not elsewhere says nothing", []episodic.Found{told(1, "h2", "a", "not sofa in study")}, nil},
		{"here before all", []episodic.Found{told(1, "h1", "a", "sofa in kitchen"), seen}, []string{"here 1 0: in study 0.6; 9", "house 1 0: in kitchen 0.6; 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, l := range episodic.Lessons(here, c.found) {
				var claims, ids []string
				for _, c := range l.Claims {
					claims = append(claims, fmt.Sprintf("%s %s %.1f", c.Relation, c.Object, c.Weight))
				}
				for _, r := range l.Records {
					ids = append(ids, fmt.Sprint(r.Seq))
				}
				got = append(got, fmt.Sprintf("%s %d %d: %s; %s", l.Kind, l.For, l.Against, strings.Join(claims, ", "), strings.Join(ids, " ")))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	other := here
	other.Frame = ""
	if l := episodic.Lessons(other, []episodic.Found{seen}); len(l) != 0 {
		t.Errorf("a pose of another frame holds: %+v", l)
	}
}

// Several sources count more than one, trust and age less; the own episode not at all.
func TestFuse(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	g := func(seq int, days float64, trust float64, ep string) episodic.Gist {
		return episodic.Gist{Seq: seq, Trust: trust, Unix: now - int64(days*24*3600), Episode: ep}
	}
	sources := []episodic.Source{
		{Name: "house", Gists: []episodic.Gist{g(1, 0, 1, "a"), g(2, 0, 1, "a"), g(3, 900, 1, "a"), g(5, 0, 1, "me")}},
		{Name: "words", Gists: []episodic.Gist{g(2, 0, 1, "a"), g(4, 0, 0.1, "a")}},
	}
	var got []string
	for _, c := range episodic.Fuse(episodic.Query{Unix: now, Besides: "me"}, sources) {
		if c.Score <= 0 || c.Score > 1 {
			t.Errorf("score %v of %d", c.Score, c.Seq)
		}
		got = append(got, fmt.Sprintf("%d %s", c.Seq, strings.Join(c.From, "+")))
	}
	if diff := cmp.Diff([]string{"2 house+words", "1 house", "3 house", "4 words"}, got); diff != "" {
		t.Error(diff)
	}
}

// A way goes over walked legs to where the thing was seen from; what nobody has walked
// counts twice.
func TestRoutes(t *testing.T) {
	walk := func(x, y, tox, toy float64) episodic.Walk {
		a, b := nav.Pose{X: x, Y: y}, nav.Pose{X: tox, Y: toy}
		return episodic.Walk{From: a, To: b, Metres: a.Distance(b)}
	}
	// A corridor along y = 0 to x = 6, then up to y = 6; the thing is seen from there, 2 m on.
	walks := []episodic.Walk{walk(0, 0, 3, 0), walk(3, 0, 6, 0), walk(6, 0, 6, 6), walk(0, 0, -5, 0)}
	way := episodic.Way{X: 6, Y: 6, ToX: 6, ToY: 8}
	for _, c := range []struct {
		name       string
		walks      []episodic.Walk
		here, spot nav.Pose
		want       float64
	}{
		{"on the way", walks, nav.Pose{}, nav.Pose{X: 3}, 3 + 6 + 2},
		{"beside the way", walks, nav.Pose{}, nav.Pose{X: 3, Y: 1}, 2*1 + 3 + 6 + 2},
		{"the way back of another leg is not taken", walks, nav.Pose{}, nav.Pose{X: -3}, 2*3 + 6 + 6 + 2},
		{"nobody has walked here", walks, nav.Pose{X: 50}, nav.Pose{X: 6, Y: 10}, 2*4 + 2},
		{"without walks", nil, nav.Pose{}, nav.Pose{X: 6, Y: 3}, 2*3 + 2},
		{"at the viewpoint", walks, nav.Pose{X: 6, Y: 5}, nav.Pose{X: 6, Y: 6}, 2},
	} {
		if got := episodic.NewRoutes(way, c.walks).Rest(c.here)(c.spot); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v m, want %v", c.name, got, c.want)
		}
	}
}

// legOf is a leg for a sofa that went three metres for the kitchen.
func legOf(change func(*episodic.Leg)) episodic.Leg {
	l := episodic.Leg{
		LegEnd: nav.LegEnd{Plan: 2, Goal: "sofa", Anchor: 4, Place: "corridor", End: "kitchen", Heading: 60, To: nav.Pose{X: 3}, Tried: true, Looked: true, Outcome: nav.Outcome{Metres: 3, NewView: true}},
		Room:   "kitchen", Why: "it is near", Yaw: 30,
	}
	if change != nil {
		change(&l)
	}
	return l
}

func TestLegRecord(t *testing.T) {
	p := profile(t, "nav")
	saw := nav.Shown{Object: "sofa", Room: "study", From: nav.Pose{X: 1}, Heading: 90, SeeM: 3}
	for _, c := range []struct {
		name      string
		change    func(*episodic.Leg)
		kind      string // of the episode
		principle string
		claims    string
		subjects  string
	}{
		{"nothing new", func(l *episodic.Leg) { l.Outcome.NewView = false }, "neutral", "The sofa was not seen in the kitchen.", "-kitchen", "+ dir:a4/+30 0.0"},
		{"found", func(l *episodic.Leg) { l.Found, l.Shown = true, []nav.Shown{saw} }, "success", "The sofa was seen in the study. Seen in the study: sofa.", "+study", "+ dir:a4/+30 1.0, + target:sofa 1.0"},
		{"a dead end", func(l *episodic.Leg) { l.Outcome.Metres, l.Looked = 0.25, false }, "harm", "The way for the kitchen was a dead end.", "", "+ dir:a4/+30 -1.0"},
		{"not set out", func(l *episodic.Leg) { l.Outcome, l.Looked, l.Tried = nav.Outcome{}, false, false }, "neutral", "", "", "+ dir:a4/+30 0.0"},
		{"more risk after than before", func(l *episodic.Leg) { l.After = []string{"STUCK"} }, "harm", "The sofa was not seen in the kitchen.", "-kitchen", "+ dir:a4/+30 0.0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := legOf(c.change).Record(p, "s", 7, episodic.EntryID(7), episodic.Meta{Trust: 1, Scene: "h1", Frame: "dock", Source: "leg"})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.ParseEntry(r.Entry); err != nil {
				t.Errorf("its entry is refused: %v", err)
			}
			e := episodic.ReadEntry(r.Entry)
			var claims, ways []string
			for _, c := range r.Meta.Claims {
				claims = append(claims, map[int]string{1: "+", -1: "-"}[c.Polarity]+c.Object)
			}
			for _, w := range r.Meta.Ways {
				ways = append(ways, fmt.Sprintf("+ %s %.1f", w.Subject, float64(w.Polarity)))
			}
			got := []string{e.EpisodeType, e.Correction.CorrectivePrinciple, strings.Join(claims, " "), strings.Join(ways, ", ")}
			if diff := cmp.Diff([]string{c.kind, c.principle, c.claims, c.subjects}, got); diff != "" {
				t.Error(diff)
			}
			if r.ID != "epi_000007" || len(r.Meta.Hash) != 64 {
				t.Errorf("id %q, hash %q", r.ID, r.Meta.Hash)
			}
		})
	}
	r, err := legOf(nil).Record(p, "s", 1, episodic.EntryID(1), episodic.Meta{Trust: 1, Scene: "h1", Frame: ""})
	if err != nil || len(r.Meta.Ways) > 0 {
		t.Errorf("ways without a frame: %+v, %v", r.Meta.Ways, err)
	}
}

// A record is found by what it speaks of, everywhere and in its house, each once.
func TestGists(t *testing.T) {
	r := told(3, "h1", "e", "sofa in kitchen").Record
	r.Meta.Place, r.Meta.Source = "kitchen", "leg"
	var got []string
	for subject := range r.Gists() {
		got = append(got, subject)
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"", "place:kitchen", "target:sofa", "target:sofa@h1"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestConditions(t *testing.T) {
	own, err := episodic.ParseConditions([]string{"week2 retrieval_execute exposed frozen", "half store_write holdout=0.25 content=shuffle"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]episodic.Condition{
		"C1":              {Name: "C1", Mask: true},
		"C2":              {Name: "C2", Retrieve: true, Store: true, Exposed: true},
		"C2_silent":       {Name: "C2_silent", Retrieve: true, Mask: true, Store: true},
		"C2_eval_only":    {Name: "C2_eval_only", Retrieve: true, Mask: true, Frozen: true},
		"C2_holdout:0.25": {Name: "C2_holdout:0.25", Retrieve: true, Store: true, Exposed: true, Holdout: 0.25},
		"C2_holdout:.250": {Name: "C2_holdout:0.25", Retrieve: true, Store: true, Exposed: true, Holdout: 0.25},
		"corrupt":         {Name: "corrupt", Retrieve: true, Store: true, Exposed: true, Content: "corrupt"},
		"week2":           {Name: "week2", Retrieve: true, Exposed: true, Frozen: true},
		"half":            {Name: "half", Store: true, Holdout: 0.25, Content: "shuffle"},
	} {
		if got, err := own.Parse(name); err != nil || got != want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "c2", "C2 ", "C3", "C2_holdout:0", "C2_holdout:1", "C2_holdout:x", "week3"} {
		if _, err := own.Parse(name); err == nil || !strings.Contains(err.Error(), "condition") {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, lines := range [][]string{{""}, {"C2 exposed"}, {"a exposed", "a"}, {"a shown"}, {"a holdout=2"}, {"a content=x"}} {
		if _, err := episodic.ParseConditions(lines); err == nil || !strings.Contains(err.Error(), "episodic.conditions[") {
			t.Errorf("%v: %v", lines, err)
		}
	}
}

// What stands in place of advice is as many pieces, no longer than a message may be.
func TestInstead(t *testing.T) {
	p := profile(t, "nav")
	real := []episodic.Advisory{{ID: "adv_000001", Message: "The sofa was seen in the kitchen of this house.", Claims: []words.Claim{words.In("sofa", "kitchen", "e", 1)}}}
	others := []episodic.Advisory{{Message: "The bed was seen in the bedroom.", Claims: []words.Claim{words.In("bed", "bedroom", "f", 1)}}}
	for arm, want := range map[string]string{
		"": "The sofa was seen in the kitchen of this house. in kitchen", "shuffle": "The bed was seen in the bedroom. in bedroom", "irrelevant": "The bed was seen in the bedroom. in bedroom",
		"corrupt": "The sofa was not seen in the kitchen of this house. not_in kitchen", "one_line": "Do not go back where you have looked. ", "empty": "",
	} {
		got := ""
		for _, a := range p.Instead(episodic.Condition{Content: arm}, real, others, 7) {
			got += a.Message + " "
			for _, c := range a.Claims {
				got += c.Relation + " " + c.Object
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", arm, got, want)
		}
	}
	filler := func(seed uint64) string {
		return p.Instead(episodic.Condition{Content: "filler"}, real, nil, seed)[0].Message
	}
	if again := filler(1); filler(1) != again || again == filler(2) || len(filler(1)) > len(real[0].Message) || len(filler(1)) < len(real[0].Message)/2 {
		t.Errorf("filler %q, %q", filler(1), filler(2))
	}
}

func TestParseProfile(t *testing.T) {
	p, err := episodic.ParseProfile([]byte(`{"name":"x","slot":"S","ranker":"hybrid","k":1,"opfb":"warn","advice":{"cut":"sentence","most":1},"lengths":[{}],"structures":["a"],"polarities":["a"],"episode_types":["a"],"forbidden":["Raw_Text"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.ParseEntry([]byte(`{"raw_TEXT":1}`)); err == nil || !strings.Contains(err.Error(), "entry.raw_TEXT: may not be kept") {
		t.Errorf("forbidden in capitals: %v", err)
	}
	for _, c := range []struct{ profile, field string }{
		{`{`, "cannot be read"}, {`{"name":"x","colour":1}`, "cannot be read"}, {`{"name":"X"}`, "name"}, {`{"name":"x"}`, "slot"}, {`{"name":"x","slot":"S","gate":[{"rule":"luck"}]}`, "gate"},
		{`{"name":"x","slot":"S"}`, "ranker"}, {`{"name":"x","slot":"S","ranker":"hybrid","k":4}`, "k"},
	} {
		if _, err := episodic.ParseProfile([]byte(c.profile)); err == nil || !strings.Contains(err.Error(), c.field) {
			t.Errorf("%s: %v, want something of %s", c.profile, err, c.field)
		}
	}
}
