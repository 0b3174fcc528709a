package mcp_test

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"navd/daemon/episodic"
	"navd/daemon/knowledge"
	"navd/daemon/nav"
	"navd/daemon/words"
	"navd/ipc"
)

// TestTools: what an agent is told of the server, and what that costs it.
func TestTools(t *testing.T) {
	for write, want := range map[bool]string{
		false: "navd_explain navd_find navd_place navd_route navd_search navd_skills",
		true:  "navd_explain navd_feedback navd_find navd_place navd_route navd_search navd_skills navd_undo",
	} {
		a := newAgent(t, write)
		tools, err := a.s.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range tools.Tools {
			names = append(names, tool.Name)
			if writes := tool.Name == "navd_feedback" || tool.Name == "navd_undo"; tool.Annotations.ReadOnlyHint == writes {
				t.Errorf("%s: %+v", tool.Name, tool.Annotations)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("write %t: %s", write, got)
		}
		data, err := json.Marshal(tools.Tools)
		if n := words.Tokens(string(data)); err != nil || n >= 1800 {
			t.Errorf("the definitions take %d tokens, %v", n, err)
		}
		if data, err := json.Marshal(a.s.InitializeResult().Capabilities); err != nil || string(data) != `{"resources":{},"tools":{}}` {
			t.Errorf("capabilities %s, %v", data, err)
		}
	}
	a := newAgent(t, false)
	if r, err := a.s.CallTool(t.Context(), &sdk.CallToolParams{Name: "navd_feedback", Arguments: map[string]any{"text": "x"}}); err == nil || !strings.Contains(err.Error(), "unknown tool") {
		t.Errorf("a tool that writes: %+v, %v", r, err)
	}
}

// TestReads: what each tool says of a search, and of nonsense.
func TestReads(t *testing.T) {
	a := newAgent(t, false)
	id := a.searched()
	for _, c := range []struct{ name, tool, args, want string }{
		{"a thing that was seen", "navd_find", `{"what":"the couch"}`, `"what":"sofa","place":"living room","scene":"home"`},
		{"in Korean", "navd_find", `{"what":"소파"}`, `"sure":"strong","by":"seen","episode":"` + id + `","x":0,"y":0,"walk_m":4}`},
		{"a thing that was spoken of", "navd_find", `{"what":"piano"}`, `"what":"the piano is in the kitchen","place":"kitchen","scene":"home"`},
		{"in a room", "navd_find", `{"what":"sofa","place":"kitchen"}`, `{"items":[]}`},
		{"in another house", "navd_find", `{"what":"sofa","scene":"office"}`, `{"items":[]}`},
		{"what nobody saw", "navd_find", `{"what":"zebra"}`, `{"items":[]}`},
		{"where the robot is", "navd_place", `{}`, `"goal":"sofa","step":16,"x":4,"y":0,"yaw":0,"items":[{"id":"2","type":"kitchen","here":true,"visits":1,"things":["fridge"],"like":"A dark room."`},
		{"one place", "navd_place", `{"place":"거실"}`, `"items":[{"id":"1","type":"living room","visits":1,"things":["lamp","sofa"]`},
		{"no such place", "navd_place", `{"place":"den"}`, `! place: no such place is known in ` + id + `, given "den"; navd_place without place`},
		{"a way to a room", "navd_route", `{"to":"living room"}`, `"to":"living room","length_m":4,"heading":180,"items":[{"x":4,"y":0,"place":"kitchen"},`},
		{"a way to a thing", "navd_route", `{"to":"sofa"}`, `"to":"where the sofa was seen from","length_m":4,`},
		{"a way to nothing", "navd_route", `{"to":"moon"}`, `! to: no such place or thing is known`},
		{"why", "navd_explain", `{}`, `"view":3,"angle":-90,"room":"corridor"`},
		{"a rule", "navd_explain", `{}`, `{"role":"rule","id":"k1@1","why":"forbid bathroom, view 0 is forbidden`},
		{"what it was shown", "navd_explain", `{"plan":"` + id + `.1"}`, `{"role":"shown","id":"g1@1"`},
		{"no such plan", "navd_explain", `{"plan":"` + id + `.9"}`, `! plan: ` + id + ` has no such plan`},
		{"no plan", "navd_explain", `{"plan":"x"}`, `! plan: `},
		{"skills", "navd_skills", `{}`, `{"name":"how-to-cross-a-door","version":"k2@1"`},
		{"a skill for it", "navd_skills", `{"query":"what do I do at a door"}`, `"name":"how-to-cross-a-door"`},
		{"no skill for it", "navd_skills", `{"query":"elephants"}`, `{"items":[]}`},
		{"the text of a skill", "navd_skills", `{"name":"how-to-cross-a-door"}`, `1. face the door\n2. go through`},
		{"no such skill", "navd_skills", `{"name":"fly"}`, `! name: no skill in use has this name, given "fly"; navd_skills without name lists them`},
		{"a path", "navd_skills", `{"name":"how-to-cross-a-door","file":"../SKILL.md"}`, `! file: the skill has no such file`},
		{"a file of nothing", "navd_skills", `{"file":"SKILL.md"}`, `! file: not allowed`},
		{"all memory", "navd_search", `{"query":"bathroom","kinds":["knowledge"]}`, `{"kind":"knowledge","id":"k1"`},
		{"no such kind", "navd_search", `{"query":"sofa","kinds":["dreams"]}`, `! kinds[0]: not allowed, given "dreams", allowed place, grounding, episodic, knowledge`},
		{"a made-up cursor", "navd_search", `{"query":"sofa","cursor":"-1"}`, `! cursor: not allowed, given "-1", allowed the cursor of the previous answer`},
		{"too far", "navd_place", `{"cursor":"99"}`, `! cursor: not allowed`},
		{"a slip", "navd_find", `{"wat":"sofa"}`, `! wat: unknown parameter, given "sofa", allowed what, place, scene, cursor; did you mean "what"?`},
		{"nothing", "navd_find", `{"what":""}`, `! what: too short`},
		{"no such episode", "navd_place", `{"episode":"e9"}`, `! episode: no such episode, given "e9"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := a.asks(c.tool, c.args)
			if want, refused := strings.CutPrefix(c.want, "! "); refused != (r.Error != "") || !strings.Contains(r.text, want) {
				t.Errorf("%s %s: %s", c.tool, c.args, r.text)
			}
		})
	}
}

// TestAdvice: a plan rests on advice that its planner was given, and on no other.
func TestAdvice(t *testing.T) {
	a := newAgent(t, false)
	user(a, ipc.EpisodicAppend, ipc.AppendParams{
		SceneID: "home", Claims: []words.Claim{{Subject: "target:sofa", Relation: words.RelationIn, Object: "kitchen", Weight: 0.6, Polarity: 1}},
		Sample: &episodic.Sample{Text: "x", Risks: []episodic.StructuralRisk{{Type: "LOOP"}}},
	})
	for condition, want := range map[string]string{
		"C2":        `{"role":"advice","id":"epi_000001","why":"The sofa was seen in the kitchen`,
		"C2_silent": `{"role":"left out","id":"epi_000001","why":"advice of past episodes: masked"}`,
	} {
		id := user(a, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", SceneID: "home", Condition: condition}).Episode
		user(a, ipc.NavPlan, ipc.PlanParams{Episode: id, Labels: []nav.Glimpse{
			{View: 0, SceneType: "corridor", FreeM: new(3.0), SeeM: new(4.0)}, {View: 6, SceneType: "kitchen", FreeM: new(3.0), SeeM: new(4.0)},
		}})
		if r := a.asks("navd_explain", `{"plan":"`+id+`.1"}`); !strings.Contains(r.text, want) || strings.Contains(r.text, "was seen in") != (condition == "C2") {
			t.Errorf("%s: %s", condition, r.text)
		}
	}
}

// TestLong: answers are short however much there is, and nothing is left out on the
// way from cursor to cursor.
func TestLong(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	a := newAgent(t, true)
	text := "---\nname: tour\ndescription: " + strings.Repeat("방을 ", 300) + "\n---\n" + strings.Repeat("문을 향해 \"선다\" <다음> \\ 간다. ", 400) + "\n1. 끝\n"
	picture := []byte{0xff, 0xd8, 0, 1}
	files := []knowledge.File{{Path: "SKILL.md", Content: text}, {Path: "a/b.jpg", Content: base64.StdEncoding.EncodeToString(picture), Base64: true}}
	p := user(a, ipc.KnowledgeImport, ipc.KnowledgeImportParams{Folder: "tour", Files: files})
	user(a, ipc.KnowledgeApprove, ipc.DecideParams{Proposal: p.Proposal.ID})
	var got strings.Builder
	for _, i := range a.all("navd_skills", `{"name":"tour"}`) {
		got.WriteString(i["text"].(string))
	}
	if text = user(a, ipc.KnowledgeExport, ipc.KnowledgeExportParams{ID: "k1"}).Files[0].Content; got.String() != text {
		t.Errorf("%d bytes of %d", got.Len(), len(text))
	}
	if r := a.asks("navd_skills", `{"name":"tour","cursor":"1501"}`); r.Error != "" && !strings.HasPrefix(r.Error, "cursor: ") {
		t.Errorf("in the middle of a letter: %s", r.Error)
	}
	if r := a.asks("navd_skills", `{"name":"tour","file":"a/b.jpg"}`); !strings.Contains(r.Error, "skill://tour/a/b.jpg") {
		t.Errorf("a picture: %s", r.text)
	}
	id := user(a, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", SceneID: strings.Repeat("집", 400)}).Episode
	var objects []string
	for i := range 20 {
		objects = append(objects, fmt.Sprintf("thing %d %s", i, strings.Repeat("긴", 20)))
	}
	for i := range 10 {
		user(a, ipc.NavObserve, ipc.ObserveParams{
			Episode: id, SceneType: []string{"kitchen", "bedroom"}[i%2], Objects: objects, Description: strings.Repeat("어두운 방. ", 60),
		})
		for n := range 6 {
			user(a, ipc.NavStep, ipc.StepParams{Episode: id, Step: nav.Step{Seq: 6*i + n + 1, Action: []nav.Action{nav.Forward, nav.Forward, nav.TurnLeft}[n%3]}})
		}
		user(a, ipc.FeedbackAdd, ipc.FeedbackParams{Episode: id, Text: fmt.Sprintf("the %dth box is \"%s\"", i, strings.Repeat("<red> 빨강 ", 30))})
	}
	seen := map[string]bool{}
	for _, i := range a.all("navd_place", `{"episode":"`+id+`"}`) {
		seen[i["id"].(string)] = true
	}
	if g := user(a, ipc.NavGraph, ipc.GraphParams{Episode: id}); len(seen) != len(g.Places) || len(seen) < 8 {
		t.Errorf("%d places of %d", len(seen), len(g.Places))
	}
	found := map[string]bool{}
	for _, i := range a.all("navd_search", `{"query":"box"}`) {
		found[i["id"].(string)] = true
	}
	if len(found) < 10 {
		t.Errorf("%d hits", len(found))
	}
	a.all("navd_find", `{"what":"thing kitchen box"}`)
	a.all("navd_route", `{"to":"1"}`)
	a.asks("navd_feedback", fmt.Sprintf(`{"text":%q}`, strings.Repeat("the sofa is in the den. 소파는 거실에 있다. \"<&>\" ", 80)))
	a.asks("navd_feedback", fmt.Sprintf(`{"text":%q,"as":"memory"}`, strings.Repeat("소파는 거실에 있다\n", 300)))
}

// TestResources: skills, rules and maps by their addresses.
func TestResources(t *testing.T) {
	a := newAgent(t, false)
	id := a.searched()
	picture := []byte{0xff, 0xd8, 0, 1}
	files := []knowledge.File{
		{Path: "SKILL.md", Content: "---\nname: tour\ndescription: Walk\n---\nGo."}, {Path: "a/b.jpg", Content: base64.StdEncoding.EncodeToString(picture), Base64: true},
	}
	p := user(a, ipc.KnowledgeImport, ipc.KnowledgeImportParams{Folder: "tour", Files: files})
	user(a, ipc.KnowledgeApprove, ipc.DecideParams{Proposal: p.Proposal.ID})
	var listed []string
	for r, err := range a.s.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, r.URI)
	}
	if want := []string{"skill://tour/SKILL.md", "skill://how-to-cross-a-door/SKILL.md", "navd://rules/k1", "navd://maps/" + id}; !slices.Equal(listed, want) {
		t.Errorf("%v", listed)
	}
	for uri, want := range map[string]string{
		"skill://tour/SKILL.md":                "text/markdown: ---\nname: tour\ndescription: Walk\n---\nGo.",
		"skill://tour/a/b.jpg":                 "image/jpeg: \xff\xd8\x00\x01",
		"skill://how-to-cross-a-door/SKILL.md": "2. go through",
		"skill://tour/a/../SKILL.md":           "! the skill has no such file",
		"skill://tour/../../etc/passwd":        "! the skill has no such file",
		"skill://fly/SKILL.md":                 "! no skill in use has this name",
		"navd://rules/k1":                      `row 1: forbid place "bathroom" when target "sofa"`,
		"navd://rules/k2":                      "! k2 is a skill",
		"navd://rules/k9":                      "! there is no such item",
		"navd://maps/" + id:                    "image/svg+xml: <svg>" + id + "</svg>",
		"file:///etc/passwd":                   "! not found",
	} {
		r, err := a.s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		got := "! "
		if err != nil {
			got += err.Error()
		} else {
			got = r.Contents[0].MIMEType + ": " + cmp.Or(r.Contents[0].Text, string(r.Contents[0].Blob))
		}
		if refused := strings.HasPrefix(want, "! "); refused != (err != nil) || !strings.Contains(got, strings.TrimPrefix(want, "! ")) {
			t.Errorf("%s: %s", uri, got)
		}
	}
	templates, err := a.s.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 3 {
		t.Errorf("%+v, %v", templates, err)
	}
}

// TestWrites: what an agent says is shown first, written once, and kept as the
// agent's; a made-up yes, or one to something else, writes nothing.
func TestWrites(t *testing.T) {
	a := newAgent(t, true)
	id := user(a, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", SceneID: "home"}).Episode
	entries := func() string {
		var all []string
		for _, e := range user(a, ipc.GroundingList, ipc.GroundingListParams{}).Entries {
			all = append(all, fmt.Sprintf("%s@%d %s", e.ID, e.Version, e.State))
			for _, v := range e.Evidence {
				all = append(all, "by "+v.Author)
			}
		}
		for _, i := range user(a, ipc.KnowledgeList, ipc.KnowledgeListParams{}).Items {
			all = append(all, i.Ref()+" "+string(i.Status))
		}
		for _, p := range user(a, ipc.KnowledgeProposals, ipc.ProposalListParams{}).Proposals {
			all = append(all, p.ID+" "+string(p.Standing)+" "+p.Author)
		}
		return strings.Join(all, ", ")
	}
	said := a.asks("navd_feedback", `{"text":"the sofa is in the den"}`)
	user(a, ipc.EpisodeEnd, ipc.EndParams{Episode: id})
	if said.Confirm == "" || said.Written || entries() != "" || !strings.Contains(said.text, "target:sofa in den") {
		t.Errorf("%s; there is %s", said.text, entries())
	}
	for args, want := range map[string]string{
		`{"text":"the sofa is in the den","confirm":"t99"}`:    "confirm: no offer has this token",
		`{"text":"the sofa is in the kitchen","confirm":"t1"}`: "confirm: this token confirms another request",
		`{"text":"the sofa is in the den","as":"dream"}`:       "as: not allowed",
		`{"text":" \n"}`: "text: not allowed",
		`{"text":"the sofa is in the den","episode":"nowhere"}`:    "episode: no such episode",
		`{"text":"the sofa is in the den","author":"the user"}`:    "author: unknown parameter",
		`{"text":"` + strings.Repeat("sofa ", 1000) + `","as":""}`: "text: too long",
	} {
		if r := a.asks("navd_feedback", args); !strings.HasPrefix(r.Error, want) {
			t.Errorf("%s: %s", args, r.text)
		}
	}
	if got := entries(); got != "" {
		t.Errorf("there is %s", got)
	}
	yes := `{"text":"the sofa is in the den","confirm":"` + said.Confirm + `"}`
	first := a.asks("navd_feedback", yes)
	if again := a.asks("navd_feedback", yes); !first.Written || first.text != again.text || entries() != "g1@1 active, by agent" {
		t.Errorf("%s\n%s; there is %s", first.text, again.text, entries())
	}
	rule := `{"text":"Never enter the bathroom when looking for a sofa","as":"rule"`
	shown := a.asks("navd_feedback", rule+"}")
	if !strings.Contains(shown.text, `row 1: forbid place`) {
		t.Errorf("%s", shown.text)
	}
	done := a.asks("navd_feedback", rule+`,"confirm":"`+shown.Confirm+`"}`)
	if !done.Written || done.ID != "q1" || entries() != "g1@1 active, by agent, p1 open agent" {
		t.Errorf("%s; there is %s", done.text, entries())
	}
	undo := func(id string) reply {
		args := fmt.Sprintf(`{"id":%q,"reason":"a slip"`, id)
		shown := a.asks("navd_undo", args+"}")
		if shown.Error != "" || shown.Written {
			return shown
		}
		return a.asks("navd_undo", args+fmt.Sprintf(`,"confirm":%q}`, shown.Confirm))
	}
	item := a.approved("the keys hang in the hall")
	for _, c := range []struct{ id, says, then string }{
		{"f1", `"id":"g1@2"`, "g1@2 retired, k1@1 active, p2 approved Kim, p1 open agent"},
		{"q1", `"id":"p1"`, "g1@2 retired, k1@1 active, p2 approved Kim, p1 withdrawn agent"},
		{"q1", "id: there is nothing to take back, given \"q1\"; it is taken back already, or nothing was made of it", "g1@2 retired, k1@1 active, p2 approved Kim, p1 withdrawn agent"},
		{item.ID, `"id":"k1@2"`, "g1@2 retired, k1@2 retired, p2 approved Kim, p1 withdrawn agent"},
		{"g1", `"id":"g1@3"`, "g1@3 active, by agent, k1@2 retired, p2 approved Kim, p1 withdrawn agent"},
		{"k9", "id: there is no such item", ""},
		{"q9", "id: there is no such feedback", ""},
		{"x1", "id: not allowed", ""},
	} {
		if r := undo(c.id); !strings.Contains(r.text, c.says) || c.then != "" && entries() != c.then {
			t.Errorf("undo %s: %s; there is %s", c.id, r.text, entries())
		}
	}
}

// TestAway: without a daemon every tool and resource says so and what to do; when it
// is there again they go on.
func TestAway(t *testing.T) {
	a := newAgent(t, true)
	a.stop()
	const says = "; start it with `navd run`"
	args := map[string]string{"navd_find": `{"what":"x"}`, "navd_search": `{"query":"x"}`, "navd_route": `{"to":"x"}`, "navd_feedback": `{"text":"x"}`, "navd_undo": `{"id":"q1","reason":"x"}`}
	for _, tool := range slices.Sorted(maps.Keys(a.schema)) {
		if r := a.asks(tool, cmp.Or(args[tool], "{}")); !strings.HasPrefix(r.Error, "navd is not running at "+a.socket) || !strings.HasSuffix(r.Error, says) {
			t.Errorf("%s: %s", tool, r.text)
		}
	}
	if _, err := a.s.ListResources(t.Context(), nil); err == nil || !strings.HasSuffix(err.Error(), says) {
		t.Errorf("resources: %v", err)
	}
	a.start(filepath.Dir(a.socket))
	if r := a.asks("navd_skills", `{}`); r.Error != "" {
		t.Error(r.Error)
	}
}
