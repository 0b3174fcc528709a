package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/ref"
	"navd/daemon/words"
	"navd/ipc"
)

// maxHits is how many hits of a search can be read, page by page.
const maxHits = 50

type findIn struct {
	What   string `json:"what" min:"1" max:"500" jsonschema:"thing or place, English or Korean"`
	Place  string `json:"place,omitempty" max:"200" jsonschema:"only in this type of place"`
	Scene  string `json:"scene,omitempty" max:"500" jsonschema:"only in this house"`
	Cursor string `json:"cursor,omitempty" max:"20"`
}

// found is a thing that was seen, or a statement of a user.
type found struct {
	What    string    `json:"what"`
	Place   string    `json:"place,omitempty"`
	Scene   string    `json:"scene,omitempty"`
	When    time.Time `json:"when,omitzero"`
	Sure    string    `json:"sure" jsonschema:"strong or fair"`
	By      string    `json:"by" jsonschema:"seen, or said by people"`
	Episode string    `json:"episode,omitempty"`
	X       *float64  `json:"x,omitempty" jsonschema:"where the robot stood"`
	Y       *float64  `json:"y,omitempty"`
	Heading *float64  `json:"heading,omitempty" jsonschema:"from there"`
	WalkM   *float64  `json:"walk_m,omitempty" jsonschema:"to get there again"`
}

type findOut struct{ page[found] }

// find looks for a thing or a place in what was seen and said. It leaves out hits that are
// only similar, so that an empty answer means that nothing is known.
func find(ctx context.Context, c ipc.Caller, in findIn) (*findOut, error) {
	r, err := ipc.MemorySearch.Call(ctx, c, ipc.SearchParams{Query: in.What, Kinds: []string{"place", "grounding"}, Place: in.Place, Scope: in.Scene, K: maxHits})
	if err != nil {
		return nil, renamed(err, "query", "what", "scope", "scene")
	}
	var all []found
	for _, h := range r.Hits {
		if h.Fit == "weak" {
			continue
		}
		f := found{What: clip(h.Text, maxText), Place: h.Place, Scene: h.Scope, When: h.Time, Sure: h.Fit, By: "seen", Episode: h.Episode}
		if h.Kind == "grounding" {
			f.By = "said"
		}
		for _, s := range h.Seen {
			at := f
			at.What, at.Place, at.X, at.Y, at.Heading, at.WalkM = clip(s.Object, maxText), s.Room, rounded(&s.X), rounded(&s.Y), rounded(s.Heading), rounded(s.WalkM)
			all = append(all, at)
		}
		if len(h.Seen) == 0 {
			all = append(all, f)
		}
	}
	p, err := pageAt(all, in.Cursor)
	return &findOut{p}, err
}

// renamed replaces the daemon's name of a parameter in an error by the name that the tool
// has for it. pairs are names of the daemon, each followed by that of the tool.
func renamed(err error, pairs ...string) error {
	f := fault.As(err)
	for i := 0; i+1 < len(pairs); i += 2 {
		if f.Field == pairs[i] {
			f.Field = pairs[i+1]
		}
	}
	return err
}

type searchIn struct {
	Query  string   `json:"query" min:"1" max:"500"`
	Kinds  []string `json:"kinds,omitempty" allow:"place|grounding|episodic|knowledge" max:"4" jsonschema:"default all but episodic"`
	Scene  string   `json:"scene,omitempty" max:"500"`
	Cursor string   `json:"cursor,omitempty" max:"20"`
}

type hit struct {
	Kind  string    `json:"kind"`
	ID    string    `json:"id"`
	Text  string    `json:"text"`
	Place string    `json:"place,omitempty"`
	Scene string    `json:"scene,omitempty"`
	When  time.Time `json:"when,omitzero"`
	Sure  string    `json:"sure"`
}

type searchOut struct{ page[hit] }

// search searches all memory.
func search(ctx context.Context, c ipc.Caller, in searchIn) (*searchOut, error) {
	r, err := ipc.MemorySearch.Call(ctx, c, ipc.SearchParams{Query: in.Query, Kinds: in.Kinds, Scope: in.Scene, K: maxHits})
	if err != nil {
		return nil, renamed(err, "scope", "scene")
	}
	var all []hit
	for _, h := range r.Hits {
		all = append(all, hit{Kind: h.Kind, ID: h.ID, Text: clip(h.Text, maxText), Place: h.Place, Scene: h.Scope, When: h.Time, Sure: h.Fit})
	}
	p, err := pageAt(all, in.Cursor)
	return &searchOut{p}, err
}

type placeIn struct {
	Episode string `json:"episode,omitempty" max:"128" jsonschema:"default the open or newest one"`
	Place   string `json:"place,omitempty" max:"200" jsonschema:"only this id or type"`
	Cursor  string `json:"cursor,omitempty" max:"20"`
}

type room struct {
	ID      string   `json:"id"`
	Type    string   `json:"type"`
	Here    bool     `json:"here,omitempty"`
	Visits  int      `json:"visits"`
	Things  []string `json:"things"`
	Like    string   `json:"like,omitempty"`
	Entered int      `json:"first_step"`
	Last    int      `json:"last_step"`
}

type placeOut struct {
	Episode string  `json:"episode"`
	Goal    string  `json:"goal"`
	Step    int     `json:"step"`
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	Yaw     float64 `json:"yaw"`
	page[room]
}

// maxThings is how many things of a place are named.
const maxThings = 12

// place says where the robot is, and lists places: the robot's first, then the others,
// newest first.
func (s *Server) place(ctx context.Context, c ipc.Caller, in placeIn) (*placeOut, error) {
	here, g, err := s.stand(ctx, c, in.Episode)
	if err != nil {
		return nil, err
	}
	pose := here.Localization.Pose
	out := &placeOut{Episode: here.episode, Goal: clip(here.Goal, maxText), Step: here.Step, X: round(pose.X), Y: round(pose.Y), Yaw: round(pose.Yaw)}
	places := matching(g.Places, in.Place)
	if len(places) == 0 {
		return nil, fault.New(fault.NotFound, "no such place is known in %s", here.episode).About("place", in.Place).WithHint("navd_place without place lists the known ones")
	}
	sort.SliceStable(places, func(i, j int) bool {
		isHere := func(p nav.PlaceNode) int { return boolInt(p.ID == here.Localization.Place) }
		a, b := places[i], places[j]
		return cmp.Or(isHere(b)-isHere(a), b.Last-a.Last) < 0
	})
	var all []room
	for _, p := range places {
		r := room{
			ID: strconv.Itoa(int(p.ID)), Type: string(p.Type), Here: p.ID == here.Localization.Place,
			Visits: p.Visits, Things: []string{}, Like: clip(p.Description, maxText), Entered: p.First, Last: p.Last,
		}
		for _, thing := range p.Objects[:min(len(p.Objects), maxThings)] {
			r.Things = append(r.Things, clip(thing, 60))
		}
		if more := len(p.Objects) - maxThings; more > 0 {
			r.Things = append(r.Things, fmt.Sprintf("and %d more", more))
		}
		all = append(all, r)
	}
	out.page, err = pageAt(all, in.Cursor)
	return out, err
}

// round rounds to two decimals: metres to centimetres, angles to a hundredth of a degree.
func round(v float64) float64 { return math.Round(v*100) / 100 }

func rounded(v *float64) *float64 {
	if v != nil {
		v = new(round(*v))
	}
	return v
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// standing is where the robot is in an episode.
type standing struct {
	nav.Context
	episode string
}

func (s *Server) stand(ctx context.Context, c ipc.Caller, episode string) (here standing, g *nav.Graph, err error) {
	if here.episode, err = s.episode(ctx, c, episode); err != nil {
		return here, nil, err
	}
	r := struct{ Context *nav.Context }{&here.Context}
	if err = c.Call(ctx, ipc.NavContext.String(), ipc.ContextParams{Episode: here.episode}, &r); err != nil {
		return here, nil, err
	}
	graph, err := ipc.NavGraph.Call(ctx, c, ipc.GraphParams{Episode: here.episode})
	return here, graph.Graph, err
}

// matching are the places with an id or type; without which, all places.
func matching(places []nav.PlaceNode, which string) []nav.PlaceNode {
	key := words.LabelKey(which)
	return slices.DeleteFunc(slices.Clone(places), func(p nav.PlaceNode) bool {
		return which != "" && strconv.Itoa(int(p.ID)) != which && (which == "" || !p.Type.Equal(key))
	})
}

type routeIn struct {
	To      string `json:"to" min:"1" max:"200" jsonschema:"place id, type of place, or thing"`
	Episode string `json:"episode,omitempty" max:"128"`
	Cursor  string `json:"cursor,omitempty" max:"20"`
}

type hop struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Place string  `json:"place"`
}

type routeOut struct {
	Episode string  `json:"episode"`
	To      string  `json:"to"`
	LengthM float64 `json:"length_m"`
	Heading float64 `json:"heading" jsonschema:"of the first metres"`
	page[hop]
}

// route is the shortest way over walked links to a place, to the nearest place of a type,
// or to where a thing was seen from.
func (s *Server) route(ctx context.Context, c ipc.Caller, in routeIn) (*routeOut, error) {
	here, g, err := s.stand(ctx, c, in.Episode)
	if err != nil {
		return nil, err
	}
	ends, to, err := ends(ctx, c, here.episode, g, in.To)
	if err != nil {
		return nil, err
	}
	var best *nav.Path
	for _, end := range ends {
		p, err := ipc.NavPath.Call(ctx, c, ipc.PathParams{Episode: here.episode, To: end})
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if best == nil || p.LengthM < best.LengthM {
			best = &p
		}
	}
	if best == nil {
		return nil, fault.New(fault.NotFound, "no walked way leads there").About("to", in.To).WithHint("navd_place lists the places of this episode")
	}
	types := map[ref.PlaceID]string{}
	for _, p := range g.Places {
		types[p.ID] = string(p.Type)
	}
	anchors := map[ref.AnchorID]nav.AnchorNode{}
	for _, a := range g.Anchors {
		anchors[a.ID] = a
	}
	var all []hop
	for i, id := range best.Anchors {
		a := anchors[id]
		if i > 0 && i < len(best.Anchors)-1 && straight(anchors[best.Anchors[i-1]], a, anchors[best.Anchors[i+1]]) {
			continue
		}
		all = append(all, hop{round(a.Pose.X), round(a.Pose.Y), types[a.Place]})
	}
	out := &routeOut{Episode: here.episode, To: to, LengthM: round(best.LengthM), Heading: round(best.FirstHeading)}
	out.page, err = pageAt(all, in.Cursor)
	return out, err
}

// straight tells whether a way goes through an anchor without a bend or a change of place.
func straight(from, at, to nav.AnchorNode) bool {
	bend := math.Remainder(at.Pose.Bearing(to.Pose)-from.Pose.Bearing(at.Pose), 360)
	return from.Place == at.Place && math.Abs(bend) < 5
}

// maxEnds is how many places of a type a way is looked for.
const maxEnds = 20

// ends are the anchors where a way may end: the first anchors of matching places, or the one
// nearest to where a thing was seen from.
func ends(ctx context.Context, c ipc.Caller, episode string, g *nav.Graph, to string) (at []ref.AnchorID, what string, err error) {
	for _, p := range matching(g.Places, to) {
		if len(p.Anchors) > 0 && len(at) < maxEnds {
			at, what = append(at, p.Anchors[0]), string(p.Type)
		}
	}
	if at != nil {
		return at, what, nil
	}
	r, err := ipc.MemorySearch.Call(ctx, c, ipc.SearchParams{Query: to, Kinds: []string{"place"}, Episode: episode, K: 3})
	if err != nil {
		return nil, "", renamed(err, "query", "to")
	}
	for _, h := range r.Hits {
		for _, s := range h.Seen {
			if near := nearest(g.Anchors, nav.Pose{X: s.X, Y: s.Y}); near != 0 {
				return []ref.AnchorID{near}, fmt.Sprintf("where the %s was seen from", words.ObjectKey(s.Object)), nil
			}
		}
	}
	return nil, "", fault.New(fault.NotFound, "no such place or thing is known in %s", episode).About("to", to).WithHint("navd_place lists places, navd_find finds things in all episodes")
}

func nearest(anchors []nav.AnchorNode, to nav.Pose) (id ref.AnchorID) {
	if len(anchors) == 0 {
		return 0
	}
	return slices.MinFunc(anchors, func(a, b nav.AnchorNode) int {
		return cmp.Compare(a.Pose.Distance(to), b.Pose.Distance(to))
	}).ID
}

type explainIn struct {
	Plan    string `json:"plan,omitempty" max:"160" jsonschema:"id, default the last"`
	Episode string `json:"episode,omitempty" max:"128"`
	Cursor  string `json:"cursor,omitempty" max:"20"`
}

// reason is one thing that a plan rested on, or that was left out.
type reason struct {
	Role string `json:"role" jsonschema:"rule, shown, left out, advice, way"`
	ID   string `json:"id,omitempty"`
	Why  string `json:"why"`
}

type explainOut struct {
	Plan    string  `json:"plan"`
	Step    int     `json:"step"`
	Goal    string  `json:"goal"`
	View    int     `json:"view"`
	Angle   float64 `json:"angle"`
	Room    string  `json:"room"`
	InSight bool    `json:"in_sight"`
	Why     string  `json:"why"`
	Planner string  `json:"planner"`
	Outcome string  `json:"outcome,omitempty"`
	page[reason]
}

// explain says what a plan rested on.
func (s *Server) explain(ctx context.Context, c ipc.Caller, in explainIn) (*explainOut, error) {
	p, err := s.plan(ctx, c, in)
	if err != nil {
		return nil, err
	}
	d := p.Decision
	out := &explainOut{
		Plan: string(p.ID), Step: p.AtStep, Goal: clip(p.Goal, maxText), View: d.View, Angle: d.Angle, Room: clip(d.SceneType, maxText), InSight: d.GoalFlag,
		Why: clip(d.Why, maxText), Planner: p.Planner,
	}
	if o := p.Record.Outcome; o != nil {
		out.Outcome = fmt.Sprintf("moved %.1f m, new place %t, new view %t, loop %t", o.Metres, o.NewPlace, o.NewView, o.Loop)
	}
	var all []reason
	if p.Fallback != "" {
		all = append(all, reason{"fallback", "", clip(p.Fallback, maxText)})
	}
	if r := p.Rules; r != nil {
		for _, f := range r.Ruling.Fired {
			all = append(all, reason{"rule", f.Rule, wanted(f, r.Verdict)})
		}
		if r.Changed {
			all = append(all, reason{"rule", "", "because of the rules the plan goes another way, or stops"})
		}
	}
	if a := p.Advice; a != nil && a.Shown {
		all = append(all, reason{"advice", strings.Join(a.Sources, " "), clip(a.Advisory, maxText)})
	} else if a != nil && a.Hidden != "" { // without its words, which nobody was to see
		all = append(all, reason{"left out", strings.Join(a.Records, " "), "advice of past episodes: " + a.Hidden})
	}
	for _, kind := range []string{"grounding", "knowledge", "skills"} {
		b := p.Used.Blocks[kind]
		for _, i := range b.In {
			all = append(all, reason{"shown", shownRef(i), clip(i.Reason, maxText)})
		}
		for _, i := range b.LeftOut {
			all = append(all, reason{"left out", i.ID, clip(i.Reason, maxText)})
		}
		if b.More > 0 {
			all = append(all, reason{"left out", kind, fmt.Sprintf("%d more", b.More)})
		}
	}
	for _, dropped := range p.Used.Dropped {
		all = append(all, reason{"left out", "", clip(dropped, maxText) + ": no room"})
	}
	for _, w := range p.Ways {
		all = append(all, reason{"way", "", fmt.Sprintf("%.0f°, %.1f m, %s, score %.2f: %s", w.Angle, w.WayM, w.Room, w.Score, clip(w.Why, maxText))})
	}
	out.page, err = pageAt(all, in.Cursor)
	return out, err
}

// wanted says what a rule demanded of a plan, and which views it forbade.
func wanted(f knowledge.Fired, v knowledge.Verdict) string {
	var all []string
	for _, e := range f.Effects {
		all = append(all, e.String())
	}
	for _, b := range v.Bans {
		if b.Rule == f.Rule {
			all = append(all, fmt.Sprintf("view %d is forbidden", b.View))
		}
	}
	if slices.Contains(v.Overruled, f.Rule) {
		all = append(all, "not obeyed, because every way was forbidden")
	}
	return clip(strings.Join(all, ", "), maxText)
}

func shownRef(i item.Shown) string { return fmt.Sprintf("%s@%d", i.ID, i.Version) }

// plan reads the record of the named plan, or of the last one.
func (s *Server) plan(ctx context.Context, c ipc.Caller, in explainIn) (last planner.Plan, err error) {
	episode := in.Episode
	if in.Plan != "" {
		if episode, _, err = ref.PlanRef(in.Plan).Split(); err != nil {
			return last, fault.As(err).About("plan", in.Plan)
		}
	}
	if episode, err = s.episode(ctx, c, episode); err != nil {
		return last, err
	}
	for at := (ipc.LogParams{Episode: episode, Kinds: []string{"plan"}, Limit: 1000}); ; {
		r, err := ipc.EpisodeLog.Call(ctx, c, at)
		if err != nil {
			return last, err
		}
		for _, e := range r.Entries {
			var p planner.Plan
			if err := json.Unmarshal(e.Data, &p); err != nil {
				return last, err
			}
			if last = p; string(p.ID) == in.Plan {
				return p, nil
			}
		}
		if at.Cursor = r.Cursor; at.Cursor == "" {
			break
		}
	}
	if in.Plan != "" || last.ID == "" {
		return last, fault.New(fault.NotFound, "%s has no such plan", episode).About("plan", in.Plan).WithHint("plans are EPISODE.1, EPISODE.2, …")
	}
	return last, nil
}
