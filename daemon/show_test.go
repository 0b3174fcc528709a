package daemon_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/reply"
	"navd/daemon/words"
	"navd/ipc"
)

// lane gives a house with an episode that walked 2 m ahead in a corridor and
// half of it back.
func lane(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.begin()
	h.do(ipc.NavObserve, `{"episode":"e001","scene_type":"corridor"}`)
	var steps []string
	for seq, a := range strings.Fields("1 1 1 1 1 1 1 1 2 2 2 2 2 2 1 1 1 1") {
		steps = append(steps, fmt.Sprintf(`{"seq":%d,"action":%s}`, seq+1, a))
	}
	h.do(ipc.NavSteps, `{"episode":"e001","steps":[`+strings.Join(steps, ",")+`]}`)
	return h
}

func TestContext(t *testing.T) {
	h := lane(t)
	raw := h.do(ipc.NavContext, `{"episode":"e001"}`)
	got := into[struct {
		Context nav.Context
		Dropped []string
		Tokens  int
	}](t, raw)
	text := into[ipc.ContextResult](t, h.do(ipc.NavContext, `{"episode":"e001","format":"text"}`))
	if got.Context.Text() != text.Context || got.Tokens != text.Tokens || got.Tokens != words.Tokens(got.Context.Text()) || len(got.Dropped) != 0 {
		t.Errorf("text %q\nand JSON %s\ndo not say the same", text.Context, raw)
	}
	if got.Context.Goal != "sofa" || got.Context.Step != 18 || got.Context.Place.Type != "corridor" || len(got.Context.Views) != 12 {
		t.Errorf("got %+v", got.Context)
	}
	same(t, "asked again", h.do(ipc.NavContext, `{"episode":"e001"}`), raw)
	small := into[ipc.ContextResult](t, h.do(ipc.NavContext, `{"episode":"e001","budget":60,"format":"text"}`))
	if small.Tokens > 60 || len(small.Dropped) == 0 || !strings.HasPrefix(small.Dropped[0], "anchor ") {
		t.Errorf("within 60 tokens: %+v", small)
	}
	plan := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":0}]}`))
	if plan.Used.ContextHash != reply.Hash(text.Context.(string)) {
		t.Error("the planner was given another context than nav.context")
	}
	printed := into[ipc.ContextResult](t, h.do(ipc.NavContext, `{"episode":"e001","format":"text","printed":{"angles":"clockwise"}}`)).Context.(string)
	if !strings.Contains(printed, "\nAngle 270: ") || strings.Contains(printed, "yaw") || !strings.Contains(printed, " m away at angle ") {
		t.Errorf("with printed angles: %s", printed)
	}
	h.refuse(ipc.NavContext, `{"episode":"e001","printed":{"numbers":[{"view":0,"number":1}]}}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "printed.numbers"})
	h.refuse(ipc.NavContext, `{"episode":"e001","budget":-1}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "budget"})
	h.refuse(ipc.NavContext, `{"episode":"e001","format":"xml"}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "format"})
	h.refuse(ipc.NavContext, `{"episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
}

func TestLocalize(t *testing.T) {
	h := lane(t)
	for _, tt := range []struct{ name, params, want string }{
		{"here, by default", ``, "3@0.25 4@0.25 6@0.50 2@0.75 5@0.75 1@1.25"},
		{"a smaller radius", `,"radius_m":0.3`, "3@0.25 4@0.25"},
		{"limit", `,"limit":1`, "3@0.25"},
		{"another anchor", `,"anchor":"1","radius_m":1`, "2@0.50 3@1.00"},
		{"radius 0", `,"anchor":"1","radius_m":0`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := into[ipc.LocalizeResult](t, h.in(t).do(ipc.NavLocalize, `{"episode":"e001"`+tt.params+`}`))
			var got []string
			for _, c := range r.Candidates {
				got = append(got, fmt.Sprintf("%d@%.2f", c.Anchor, c.DistanceM))
				if c.Type != "corridor" || c.Place != 1 {
					t.Errorf("candidate %+v", c)
				}
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	h.refuse(ipc.NavLocalize, `{"episode":"e001","anchor":"99"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "anchor"})
	h.refuse(ipc.NavLocalize, `{"episode":"e001","anchor":"x"}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "anchor"})
	h.refuse(ipc.NavLocalize, `{"episode":"e001","radius_m":-1}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "radius_m"})
	h.refuse(ipc.NavLocalize, `{"episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
}

func TestGraph(t *testing.T) {
	h := lane(t)
	g := into[ipc.GraphResult](t, h.do(ipc.NavGraph, `{"episode":"e001"}`))
	if g.Dot != "" || len(g.Places) != 1 || len(g.Anchors) < 5 || len(g.Edges) != len(g.Anchors)-1 || g.Sites == nil {
		t.Errorf("got %+v", g)
	}
	e := g.Edges[0]
	if e.From != 1 || e.To != 2 || math.Abs(e.LengthM-0.5) > 1e-9 || e.HeadingD != 0 {
		t.Errorf("first edge %+v", e)
	}
	d := into[ipc.GraphResult](t, h.do(ipc.NavGraph, `{"episode":"e001","format":"dot"}`))
	if d.Graph != nil || !strings.HasPrefix(d.Dot, "graph navd {") || strings.Count(d.Dot, " -- ") != len(g.Edges) {
		t.Errorf("got %+v", d)
	}
	h.refuse(ipc.NavGraph, `{"episode":"e001","format":"svg"}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "format"})
	h.refuse(ipc.NavGraph, `{"episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
}

func TestPath(t *testing.T) {
	h := lane(t)
	got := into[nav.Path](t, h.do(ipc.NavPath, `{"episode":"e001","from":"1","to":"3"}`))
	want := nav.Path{Anchors: []ref.AnchorID{1, 2, 3}, LengthM: 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	home := into[nav.Path](t, h.do(ipc.NavPath, `{"episode":"e001","to":"1"}`))
	if n := len(home.Anchors); n < 5 || home.Anchors[n-1] != 1 || math.Abs(home.LengthM-3) > 0.6 {
		t.Errorf("home: %+v", home)
	}
	here := into[nav.Path](t, h.do(ipc.NavPath, fmt.Sprintf(`{"episode":"e001","to":"%d"}`, home.Anchors[0])))
	if len(here.Anchors) != 1 || here.LengthM != 0 {
		t.Errorf("to where one is: %+v", here)
	}
	missing := func(field string) refusal { return refusal{Code: -32002, Kind: fault.NotFound, Field: field} }
	h.refuse(ipc.NavPath, `{"episode":"e001","to":"99"}`, missing("to"))
	h.refuse(ipc.NavPath, `{"episode":"e001","from":"99","to":"1"}`, missing("from"))
	h.refuse(ipc.NavPath, `{"episode":"e001","to":""}`, missing("to"))
	h.refuse(ipc.NavPath, `{"episode":"e001"}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "to"})
	h.refuse(ipc.NavPath, `{"episode":"e001","to":"0"}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "to"})
	h.refuse(ipc.NavPath, `{"episode":"no","to":"1"}`, missing("episode"))
}

// The seen area comes when it is asked for and there were ranges, the same bytes
// each time, also after a start and after the end.
func TestGraphSeen(t *testing.T) {
	h := newHouse(t)
	h.begin()
	seen := func() string { return string(h.do(ipc.NavGraph, `{"episode":"e001","seen":true}`)) }
	if got := seen(); got != string(h.do(ipc.NavGraph, `{"episode":"e001"}`)) {
		t.Errorf("without ranges: %s", got)
	}
	h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":0,"free_m":1.5,"see_m":2,"scene_type":"kitchen"},{"view":9,"free_m":5,"see_m":8,"scene_type":"corridor"}],
		"ranges":[{"start_deg":0,"step_deg":6,"max_m":8,"values":[`+strings.Repeat("2,", 14)+`null,null,null,2`+strings.Repeat(",2", 42)+`]}]}`)
	first := seen()
	g := into[ipc.GraphResult](t, []byte(first))
	if s := g.Seen; s == nil || s.CellM != 0.25 || len(s.Floor) < 8 || len(s.Walls) == 0 || len(s.Edges) == 0 || s.Edges[0].Rooms[0].Type != "corridor" {
		t.Errorf("seen %+v", s)
	}
	if plain := string(h.do(ipc.NavGraph, `{"episode":"e001"}`)); strings.Contains(plain, `"seen"`) {
		t.Errorf("it was not asked for: %s", plain)
	}
	h.restart()
	if again := seen(); again != first {
		t.Errorf("after a start:\n%s\nwant\n%s", again, first)
	}
	h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)
	g.Seen.Edges[0].Tried, g.Seen.Edges[0].Failed = 1, 1 // its leg, which moved nothing, has ended
	if ended := into[ipc.GraphResult](t, []byte(seen())); cmp.Diff(g.Seen, ended.Seen) != "" {
		t.Errorf("after the end: %+v", ended.Seen)
	}
	h.refuse(ipc.NavGraph, `{"episode":"e001","seen":true,"format":"dot"}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "seen"})
}
