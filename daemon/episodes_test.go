package daemon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

func TestGoal(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.do(ipc.NavSteps, `{"episode":"e001","steps":[{"seq":1,"action":1},{"seq":2,"action":1},{"seq":3,"action":2}]}`)
	h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":1,"free_m":3}]}`)
	h.do(ipc.NavSteps, `{"episode":"e001","steps":[{"seq":4,"action":1,"moved_m":4}]}`)
	got := into[ipc.GoalResult](t, h.do(ipc.EpisodeGoal, `{"episode":"e001","goal":"bed"}`))
	if m := got.Metrics; m.Steps != 4 || m.Plans != 1 {
		t.Errorf("the figures of the first goal are %+v", m)
	}
	got.Metrics = episode.Metrics{}
	want := ipc.GoalResult{Episode: "e001", Goal: "bed", PlanDue: nav.Due{Due: true, Reason: "goal_changed"}, ScanDue: nav.Due{Due: true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	h.restart()
	c := into[struct{ Context nav.Context }](t, h.do(ipc.NavContext, `{"episode":"e001"}`)).Context
	if c.Goal != "bed" || len(c.Queue) != 0 {
		t.Errorf("context: goal %q, queue %v", c.Goal, c.Queue)
	}
	h.do(ipc.NavStep, `{"episode":"e001","seq":5,"action":1,"moved_m":0.5}`)
	m := into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)).Metrics
	if m.Steps != 1 || m.Plans != 0 || m.PathM != 0.5 {
		t.Errorf("metrics do not count from the new goal: %+v", m)
	}
	h.refuse(ipc.EpisodeGoal, `{"episode":"e001","goal":"sink"}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "episode"})
	h.refuse(ipc.EpisodeGoal, `{"episode":"no","goal":"sink"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
	h.refuse(ipc.EpisodeGoal, `{"episode":"e001","goal":""}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "goal"})
}

// TestGoalsAreSearches: each goal of an episode keeps its figures, and counts as a search of
// its own where somebody said how it went.
func TestGoalsAreSearches(t *testing.T) {
	h := newHouse(t)
	step := func(seq int) { h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":1}`, seq)) }
	h.do(ipc.EpisodeBegin, `{"goal":"sofa","shortest_path_m":0.25}`)
	step(1)
	first := into[ipc.GoalResult](t, h.do(ipc.EpisodeGoal, `{"episode":"e001","goal":"bed","success":true,"distance_to_goal":0.2,"shortest_path_m":0.25}`))
	step(2)
	step(3)
	h.do(ipc.EpisodeGoal, `{"episode":"e001","goal":"sink","key":"k"}`)
	h.do(ipc.EpisodeGoal, `{"episode":"e001","goal":"sink","key":"k"}`)
	h.restart()
	step(4)
	h.do(ipc.EpisodeEnd, `{"episode":"e001","success":false,"shortest_path_m":1}`)
	if m := first.Metrics; m.SPL == nil || *m.SPL != 1 || m.Steps != 1 || *m.DistanceToGoal != 0.2 {
		t.Errorf("the figures of the sofa are %+v", m)
	}
	ep := into[episode.Episode](t, h.do(ipc.EpisodeGet, `{"episode":"e001"}`))
	if len(ep.Goals) != 2 || ep.Goals[0].Goal != "sofa" || ep.Goals[1].Goal != "bed" || ep.Goals[1].Metrics.Steps != 2 || ep.Goals[1].Metrics.SPL != nil {
		t.Errorf("the earlier goals are %+v", ep.Goals)
	}
	var got []string
	for _, s := range ep.Searches() {
		got = append(got, fmt.Sprint(s.ID, " ", s.Goal, " ", *s.Metrics.Success, " ", *s.Metrics.SPL, " ", s.Metrics.Steps))
	}
	if diff := cmp.Diff([]string{"e001/1 sofa true 1 1", "e001 sink false 0 1"}, got); diff != "" {
		t.Errorf("nobody said how it went with the bed:\n%s", diff)
	}
	c := into[ipc.StatsResult](t, h.do(ipc.EpisodicStats, `{}`)).Conditions[0]
	if c.N != 2 || c.Figures[0].Mean != 0.5 {
		t.Errorf("the statistics count %d searches with a success of %v, want the two of the sofa and the sink", c.N, c.Figures[0].Mean)
	}
	for _, arm := range []string{"b", "a"} {
		e := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"lamp","arm":%q}`, arm))).Episode
		h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":true}`, e))
	}
	if c := into[ipc.StatsResult](t, h.do(ipc.EpisodicStats, `{}`)).Conditions[0]; c.N != 4 || !slices.Equal(c.Arms, []string{"a", "b"}) {
		t.Errorf("%d searches, of the arms %v", c.N, c.Arms)
	}
	for _, goal := range []string{"couch", "bed", "sink"} {
		if n := len(into[ipc.EpisodeListResult](t, h.do(ipc.EpisodeList, fmt.Sprintf(`{"goal":%q}`, goal))).Episodes); n != 1 {
			t.Errorf("%d episodes have the goal %s", n, goal)
		}
	}
}

// The shortest path that begin knew was that to the goal before: figures of a later goal
// that need one are absent, or of what the end says.
func TestGoalForgetsTheWayToTheOneBefore(t *testing.T) {
	for end, want := range map[string]*float64{`"success":true`: nil, `"success":true,"shortest_path_m":0.25`: new(0.5)} {
		h := newHouse(t)
		h.do(ipc.EpisodeBegin, `{"goal":"sofa","shortest_path_m":4,"start_distance":3}`)
		h.do(ipc.EpisodeGoal, `{"episode":"e001","goal":"bed"}`)
		h.do(ipc.NavSteps, `{"episode":"e001","steps":[{"seq":1,"action":1},{"seq":2,"action":1}]}`)
		if ep := into[episode.Episode](t, h.do(ipc.EpisodeGet, `{"episode":"e001"}`)); ep.ShortestPathM != nil || ep.StartDistance != nil {
			t.Errorf("the way to the bed is known: %v, %v", ep.ShortestPathM, ep.StartDistance)
		}
		got := into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e001",`+end+`}`)).Metrics.SPL
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: SPL %s", end, diff)
		}
	}
}

func TestGoalKeepsTheCountsBefore(t *testing.T) {
	h := newHouse(t)
	h.do(ipc.EpisodeBegin, `{"goal":"sofa","config":{"stuck_window":2}}`)
	h.do(ipc.NavSteps, `{"episode":"e001","steps":[{"seq":1,"action":1,"collided":true},{"seq":2,"action":1,"collided":true}]}`)
	h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":1}]}`)
	h.do(ipc.NavStep, `{"episode":"e001","seq":3,"action":1,"moved_m":5}`)
	h.do(ipc.EpisodeGoal, `{"episode":"e001","goal":"bed"}`)
	ep := into[episode.Episode](t, h.do(ipc.EpisodeGet, `{"episode":"e001"}`))
	if ep.GoalBase.Stuck != 1 || ep.GoalBase.Plans != 1 || ep.GoalBase.PathM != 5 {
		t.Errorf("counts when the goal was given: %+v", ep.GoalBase)
	}
}

func TestEnd(t *testing.T) {
	h := newHouse(t)
	h.do(ipc.EpisodeBegin, `{"goal":"sofa","shortest_path_m":4}`)
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":1,"moved_m":2}`)
	end := h.do(ipc.EpisodeEnd, `{"episode":"e001","success":true,"distance_to_goal":1,"path_m":5,"steps":9,"reason":"stop"}`)
	m := into[ipc.EndResult](t, end).Metrics
	if m.Steps != 9 || m.PathM != 5 || m.SPL == nil || *m.SPL != 0.8 || m.SoftSPL == nil || *m.SoftSPL < 0.599 || *m.SoftSPL > 0.601 {
		t.Errorf("got %+v", m)
	}
	for _, when := range []string{"at once", "after a restart"} {
		same(t, when, h.do(ipc.EpisodeEnd, `{"episode":"e001"}`), end)
		same(t, when, h.do(ipc.EpisodeEnd, `{"episode":"e001","success":true,"path_m":5,"steps":9,"reason":"stop"}`), end)
		again := into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e001","success":false,"shortest_path_m":3,"steps":9,"reason":"limit"}`))
		if diff := cmp.Diff(ipc.EndResult{Episode: "e001", Metrics: m, Ignored: []string{"success", "shortest_path_m", "reason"}}, again); diff != "" {
			t.Errorf("%s, said otherwise: -want +got\n%s", when, diff)
		}
		h.restart()
	}
	ep := into[episode.Episode](t, h.do(ipc.EpisodeGet, `{"episode":"e001"}`))
	if ep.Status != episode.Ended || ep.End.Reason != "stop" || ep.Ended.IsZero() || !ep.Ended.After(ep.Began) {
		t.Errorf("got %+v", ep)
	}
	if diff := cmp.Diff(m, *ep.Metrics); diff != "" {
		t.Error(diff)
	}
	for _, read := range []fmt.Stringer{ipc.NavContext, ipc.NavGraph, ipc.NavLocalize, ipc.EpisodeLog} {
		h.do(read, `{"episode":"e001"}`) // what was remembered stays to be seen
	}
	for _, tt := range []struct{ name, params, field string }{
		{"reason", `{"episode":"e001","reason":"bored"}`, "reason"},
		{"negative path", `{"episode":"e001","path_m":-1}`, "path_m"},
		{"negative distance", `{"episode":"e001","distance_to_goal":-1}`, "distance_to_goal"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h.in(t).refuse(ipc.EpisodeEnd, tt.params, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: tt.field})
		})
	}
	h.refuse(ipc.EpisodeEnd, `{"episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
	h.refuse(ipc.EpisodeGet, `{"episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
}

func TestList(t *testing.T) {
	h := newHouse(t)
	for _, params := range []string{
		`{"goal":"sofa","run":"a","scene_id":"s1"}`, `{"goal":"bed","run":"a","scene_id":"s2","condition":"C2","arm":"all"}`,
		`{"goal":"sofa","run":"b","scene_id":"s1"}`, `{"goal":"sofa"}`,
	} {
		h.do(ipc.EpisodeBegin, params)
	}
	second := into[episode.Episode](t, h.do(ipc.EpisodeGet, `{"episode":"e002"}`)).Began.Format(time.RFC3339Nano)
	for _, tt := range []struct{ name, params, want string }{
		{"all, newest first", `{}`, "e004 e003 e002 e001"},
		{"run", `{"run":"a"}`, "e002 e001"},
		{"default run", `{"run":"default"}`, "e004"},
		{"scene", `{"scene_id":"s1"}`, "e003 e001"},
		{"goal", `{"goal":"bed"}`, "e002"},
		{"goal by another name", `{"goal":"Couch"}`, "e004 e003 e001"},
		{"goal that names nothing", `{"goal":"?"}`, ""},
		{"condition", `{"condition":"C2"}`, "e002"},
		{"arm", `{"arm":"all"}`, "e002"},
		{"two filters", `{"goal":"sofa","run":"a"}`, "e001"},
		{"no hit", `{"run":"A"}`, ""},
		{"since is inclusive", fmt.Sprintf(`{"since":%q}`, second), "e004 e003 e002"},
		{"until is exclusive", fmt.Sprintf(`{"until":%q}`, second), "e001"},
		{"after a cursor", `{"cursor":"e003"}`, "e002 e001"},
		{"after a cursor that is gone", `{"cursor":"e002500000000000"}`, "e002 e001"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := into[ipc.EpisodeListResult](t, h.in(t).do(ipc.EpisodeList, tt.params))
			var ids []string
			for _, e := range r.Episodes {
				ids = append(ids, e.ID)
			}
			if got := strings.Join(ids, " "); got != tt.want || r.Cursor != "" {
				t.Errorf("got %q and cursor %q, want %q", got, r.Cursor, tt.want)
			}
		})
	}
	for _, limit := range []string{"0", "1001", "-1"} {
		h.refuse(ipc.EpisodeList, `{"limit":`+limit+`}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "limit"})
	}
	var pages []string
	for cursor := ""; ; {
		r := into[ipc.EpisodeListResult](t, h.do(ipc.EpisodeList, fmt.Sprintf(`{"goal":"sofa","limit":2,"cursor":%q}`, cursor)))
		page := ""
		for _, e := range r.Episodes {
			page += e.ID
		}
		pages = append(pages, page)
		if cursor = r.Cursor; cursor == "" {
			break
		}
	}
	if diff := cmp.Diff([]string{"e004e003", "e001"}, pages); diff != "" {
		t.Errorf("pages:\n%s", diff)
	}
}

// Ids that the daemon makes keep lists in order, however fast episodes come.
func TestListOfOneMillisecond(t *testing.T) {
	h := newHouse(t, func(o *daemon.Options) {
		o.NewID, o.Now = nil, func() time.Time { return start() }
	})
	var want []string
	for n := range 50 {
		if n == 25 {
			h.restart()
		}
		want = append([]string{h.begin()}, want...)
	}
	var got []string
	for _, e := range into[ipc.EpisodeListResult](t, h.do(ipc.EpisodeList, `{}`)).Episodes {
		got = append(got, e.ID)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLog(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	t.Parallel()
	h := newHouse(t)
	id := h.begin()
	for _, o := range walk(40, 3) {
		h.send(id, o)
	}
	h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)
	all := into[ipc.LogResult](t, h.do(ipc.EpisodeLog, `{"episode":"e001","limit":1000}`)).Entries
	kinds := map[string]int{}
	for i, e := range all {
		if kinds[e.Kind]++; e.N != i+1 || (i > 0 && e.Seq < all[i-1].Seq) || e.Time.IsZero() || !json.Valid(e.Data) || string(e.Data) == "null" {
			t.Fatalf("entry %d: %+v", i, e)
		}
	}
	if kinds["step"] == 0 || kinds["event"] == 0 || kinds["plan"] == 0 || kinds["scene"] == 0 || len(kinds) != 4 {
		t.Errorf("kinds: %v", kinds)
	}
	pick := func(keep func(ipc.LogEntry) bool) (out []ipc.LogEntry) {
		for _, e := range all {
			if keep(e) {
				out = append(out, e)
			}
		}
		return out
	}
	for _, tt := range []struct {
		name, params string
		keep         func(ipc.LogEntry) bool
	}{
		{"all", ``, func(ipc.LogEntry) bool { return true }},
		{"steps", `,"kinds":["step"]`, func(e ipc.LogEntry) bool { return e.Kind == "step" }},
		{"plans and scenes", `,"kinds":["plan","scene"]`, func(e ipc.LogEntry) bool { return e.Kind == "plan" || e.Kind == "scene" }},
		{"after a seq", `,"after_seq":17`, func(e ipc.LogEntry) bool { return e.Seq > 17 }},
		{"events after a seq", `,"after_seq":17,"kinds":["event"]`, func(e ipc.LogEntry) bool { return e.Seq > 17 && e.Kind == "event" }},
		{"after all", `,"after_seq":9223372036854775807`, func(ipc.LogEntry) bool { return false }},
		{"feedback", `,"kinds":["feedback"]`, func(ipc.LogEntry) bool { return false }},
	} {
		for _, limit := range []int{7, 1000} {
			t.Run(fmt.Sprintf("%s by %d", tt.name, limit), func(t *testing.T) {
				h := h.in(t)
				var got []ipc.LogEntry
				for cursor := ""; ; {
					r := into[ipc.LogResult](t, h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":"e001","limit":%d,"cursor":%q%s}`, limit, cursor, tt.params)))
					if got = append(got, r.Entries...); len(r.Entries) > limit {
						t.Fatalf("a page of %d", len(r.Entries))
					}
					if cursor = r.Cursor; cursor == "" {
						break
					}
				}
				if diff := cmp.Diff(pick(tt.keep), got); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "cursor"}
	for _, cursor := range []string{"x", "1", "1.", ".1", "-1.2", "1.-2", "1.2x", "1.9223372036854775807", "99999999999999999999.1"} {
		h.refuse(ipc.EpisodeLog, fmt.Sprintf(`{"episode":"e001","cursor":%q}`, cursor), params)
	}
	h.refuse(ipc.EpisodeLog, `{"episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
}

func TestDelete(t *testing.T) {
	h := newHouse(t)
	for range 3 {
		id := h.begin()
		for _, o := range walk(60, 5) {
			h.send(id, o)
		}
	}
	one, three := h.memory("e001"), h.memory("e003")
	missing := refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"}
	if r := into[ipc.DeleteResult](t, h.do(ipc.EpisodeDelete, `{"episode":"e002"}`)); r.Episode != "e002" || r.Records < 60 {
		t.Errorf("got %+v", r)
	}
	for _, when := range []string{"at once", "after a restart"} {
		for _, c := range []op{
			{ipc.EpisodeGet, `{"episode":"e002"}`}, {ipc.EpisodeLog, `{"episode":"e002"}`}, {ipc.EpisodeDelete, `{"episode":"e002"}`},
			{ipc.EpisodeEnd, `{"episode":"e002"}`}, {ipc.NavStep, `{"episode":"e002","seq":1,"action":1}`}, {ipc.NavGraph, `{"episode":"e002"}`},
			{ipc.NavPlanResult, `{"plan":"e002.1"}`},
		} {
			h.refuse(c.method, c.params, missing)
		}
		if diff := cmp.Diff(one+three, h.memory("e001")+h.memory("e003")); diff != "" {
			t.Errorf("%s another episode changed:\n%s", when, diff)
		}
		h.restart()
	}
	h.do(ipc.EpisodeDelete, `{"episode":"e001"}`)
	h.do(ipc.EpisodeDelete, `{"episode":"e003"}`)
	counts := h.swept(0)
	for what, n := range counts {
		if what != "log_entries" && n != 0 {
			t.Errorf("%d %s are left", n, what)
		}
	}
	c, _ := h.subscribe(ipc.SubscribeParams{Since: "0"})
	told := take(t, c, counts["log_entries"]) // nothing else is left of the log
	if first := types(told)[0]; first != "episode_begin e001 0" || len(told) < 3*4 {
		t.Errorf("%d events are left, the first is %s", len(told), first)
	}
	h.sound()
}

// What no page gave is no cursor.
func TestNoCursor(t *testing.T) {
	h := newHouse(t)
	h.begin()
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "cursor"}
	for _, m := range []fmt.Stringer{ipc.EpisodeList, ipc.GroundingList, ipc.GroundingExport, ipc.JobsList, ipc.KnowledgeList} {
		for _, cursor := range []string{"zzz", "-1", "e0025", "e00250000000000u"} {
			if e := h.refuse(m, fmt.Sprintf(`{"cursor":%q}`, cursor), params); e.Data.Hint == "" {
				t.Errorf("%s %s: no hint", m, cursor)
			}
		}
	}
}

// An object is shown as JSON, as it was sent.
func TestBadOdom(t *testing.T) {
	h := newHouse(t)
	h.begin()
	e := h.refuse(ipc.NavStep, `{"episode":"e001","seq":1,"action":"move_forward","odom":{"x":10000000,"y":0.5,"yaw":0}}`,
		refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "odom"})
	if want := `{"x":10000000,"y":0.5,"yaw":0}`; e.Data.Given != want {
		t.Errorf("given %s, want %s", e.Data.Given, want)
	}
}
