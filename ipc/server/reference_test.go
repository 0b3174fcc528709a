package server_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"navd/config"
	"navd/daemon"
	"navd/daemon/job"
	"navd/ipc"
	"navd/ipc/server"
)

// openDaemon opens a daemon in a new directory until the test ends.
func openDaemon(t *testing.T) *daemon.Daemon {
	t.Helper()
	cfg := config.Default()
	cfg.DataDir, cfg.Durability = t.TempDir(), "relaxed"
	cfg.Grounding.Chain = []string{"nobody"} // so that jobs wait for it
	d, err := daemon.Open(daemon.Options{Config: cfg})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return d
}

// TestReferenceExamples sends the example of every method as it is printed, to
// an episode of its own with one plan, one feedback and one job in it.
func TestReferenceExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	table := server.Methods(openDaemon(t))
	_, path := serve(t, server.Options{Methods: table})
	for _, h := range table {
		t.Run(h.Method, func(t *testing.T) {
			w, example := dial(t, path), ipc.Example(h.Method)
			episode, plan := prepare(t, w)
			fill := []string{"/DIRECTORY", t.TempDir(), "EPISODE", episode, "PLAN", plan}
			names := func(any ...string) bool {
				return slices.ContainsFunc(any, func(name string) bool { return strings.Contains(example, name) })
			}
			if names("HOUSE") {
				kept, other, in := settle(t, w)
				fill = append([]string{"HOUSE_EPISODE", in, "OTHER_HOUSE", other, "HOUSE", kept}, fill...)
			}
			if names("SEARCH") {
				s := seek(t, w, episode, h.Method)
				fill = append([]string{"CANCELLED_SEARCH", s.cancelled, "OPEN_SEARCH", s.open, "MY_SEARCH", s.mine, "SEARCH", s.ended}, fill...)
			}
			if names("ENTRY", "JOB") || h.Method == ipc.GroundingFinalize.String() {
				entry, job := teach(t, w, episode)
				fill = append(fill, "ENTRY", entry, "JOB", job)
			}
			if names("CASE") {
				fill = append(fill, "CASE", remember(t, w, episode))
			}
			if names("KNOWLEDGE_FEEDBACK", "PROPOSAL", "ITEM", "SKILL", "DMN") {
				l := learn(t, w)
				fill = append([]string{"KNOWLEDGE_FEEDBACK", l.feedback, "OTHER_PROPOSAL", l.other, "PROPOSAL", l.proposal, "ITEM", l.item, "SKILL", l.skill, "DMN", l.dmn}, fill...)
			}
			params := strings.NewReplacer(fill...).Replace(example)
			var result map[string]json.RawMessage
			answer(t, w, call("example", h.Method, params), &result)
			part, _ := ipc.ReferenceOf(h.Method)
			_, told, _ := strings.Cut(part, "\nResult")
			for name := range result {
				if !strings.Contains(told, "\n| `"+name+"` ") {
					t.Errorf("the reference does not tell of %s in the result", name)
				}
			}
		})
	}
}

// sought are tree searches: one that ended, one that was cancelled, an open one, and
// one whose environment is the client's.
type sought struct{ ended, cancelled, open, mine string }

// seek makes them, the last one ready for what a method answers.
func seek(t *testing.T, w *wire, episode, method string) (s sought) {
	t.Helper()
	open := func(params string) string {
		var r struct{ Search string }
		answer(t, w, call("open", ipc.LatsOpen, params), &r)
		return r.Search
	}
	memory := `{"question": "where?", "env": "memory", "episode": "` + episode + `"}`
	s = sought{open(memory), open(memory), open(memory), open(`{"question": "where?", "env": "external", "actions": [{"name": "search"}]}`)}
	var ignored json.RawMessage
	answer(t, w, call("run", ipc.LatsRun, `{"search": "`+s.ended+`", "wait_ms": 10000}`), &ignored)
	answer(t, w, call("cancel", ipc.LatsCancel, `{"search": "`+s.cancelled+`"}`), &ignored)
	if method == ipc.LatsObserve.String() || method == ipc.LatsEvaluate.String() {
		answer(t, w, call("samples", ipc.LatsSamples, `{"search": "`+s.mine+`", "ticket": 1, "samples": ["Action: search[sofa]"]}`), &ignored)
	}
	if method == ipc.LatsEvaluate.String() {
		answer(t, w, call("observe", ipc.LatsObserve, `{"search": "`+s.mine+`", "ticket": 2, "observation": "nothing"}`), &ignored)
	}
	return s
}

// settle makes two kept houses with a kitchen and a sofa in it, and an open episode in the
// first of them.
func settle(t *testing.T, w *wire) (kept, other, in string) {
	t.Helper()
	var begun struct{ Episode string }
	enter := func(id string) {
		answer(t, w, call("begin", ipc.EpisodeBegin, `{"goal": "sofa", "house": {"id": "`+id+`", "start": {"pose": {"x": 0, "y": 0, "yaw": 0}}}}`), &begun)
	}
	var ignored json.RawMessage
	enter("mill")
	kept, other = "mill "+begun.Episode, "tower "+begun.Episode
	for _, id := range []string{kept, other} {
		enter(id)
		answer(t, w, call("observe", ipc.NavObserve, `{"episode": "`+begun.Episode+`", "scene_type": "kitchen"}`), &ignored)
		answer(t, w, call("plan", ipc.NavPlan, `{"episode": "`+begun.Episode+`", "labels": [{"view": 0, "free_m": 2, "see_m": 3, "objects": ["sofa"]}]}`), &ignored)
		answer(t, w, call("end", ipc.EpisodeEnd, `{"episode": "`+begun.Episode+`"}`), &ignored)
	}
	enter(kept)
	return kept, other, begun.Episode
}

// remember keeps a record of a past episode and gives its id.
func remember(t *testing.T, w *wire, of string) string {
	t.Helper()
	var r struct{ ID string }
	answer(t, w, call("remember", "episodic.append", `{"episode":"`+of+`","sample":{"text":"`+of+`","risks":[{"type":"LOOP"}]}}`), &r)
	return r.ID
}

// learned are things that were made of feedback: a rule and a skill in use, two open proposals,
// and a rule as a JSON string of DMN.
type learned struct{ feedback, proposal, other, item, skill, dmn string }

// learn makes them, of sentences that were not said before.
func learn(t *testing.T, w *wire) (l learned) {
	t.Helper()
	var now struct{ Counts map[string]int }
	answer(t, w, call("counts", ipc.NavdInfo, `{}`), &now)
	say := func(sentence string) (feedback, proposal string) {
		var said struct{ Feedback string }
		answer(t, w, call("say", ipc.KnowledgeSubmit, fmt.Sprintf(`{"text": "After %d steps, %s"}`, now.Counts["knowledge"], sentence)), &said)
		var done struct{ Feedback []struct{ Proposal string } }
		answer(t, w, call("process", ipc.KnowledgeProcess, `{"feedback": "`+said.Feedback+`"}`), &done)
		return said.Feedback, done.Feedback[0].Proposal
	}
	_, used := say("avoid the bathroom")
	var made struct{ Item struct{ ID string } }
	answer(t, w, call("approve", ipc.KnowledgeApprove, `{"proposal": "`+used+`"}`), &made)
	l.item = made.Item.ID
	var imported struct{ Proposal struct{ Proposal string } }
	answer(t, w, call("import", ipc.KnowledgeImport, fmt.Sprintf(`{"folder": "skill-%[1]d", "files": [{"path": "SKILL.md", "content": "---\nname: skill-%[1]d\ndescription: x\n---\n1. go\n"}]}`, now.Counts["knowledge"])), &imported)
	answer(t, w, call("approve", ipc.KnowledgeApprove, `{"proposal": "`+imported.Proposal.Proposal+`"}`), &made)
	l.skill = made.Item.ID
	l.feedback, l.proposal = say("avoid the kitchen")
	_, l.other = say("avoid the bedroom")
	var file struct{ Content string }
	answer(t, w, call("export", ipc.KnowledgeExport, `{"id": "`+l.item+`"}`), &file)
	quoted, err := json.Marshal(strings.ReplaceAll(file.Content, "bathroom", "garage"))
	if err != nil {
		t.Fatal(err)
	}
	l.dmn = strings.Trim(string(quoted), `"`)
	return l
}

// prepare begins an episode with a plan and gives the ids of both.
func prepare(t *testing.T, w *wire) (episode, plan string) {
	t.Helper()
	var begun struct{ Episode string }
	answer(t, w, call("begin", ipc.EpisodeBegin, `{"goal": "sofa"}`), &begun)
	var planned struct{ Plan string }
	answer(t, w, call("plan", ipc.NavPlan, `{"episode": "`+begun.Episode+`", "labels": [{"view": 0, "free_m": 2, "see_m": 3}]}`), &planned)
	return begun.Episode, planned.Plan
}

// teach gives an episode a feedback and has its final made, by a model that is
// not there. It gives the ids of the entry and of the job, which waits.
func teach(t *testing.T, w *wire, episode string) (entry, id string) {
	t.Helper()
	var said struct{ IDs []string }
	answer(t, w, call("say", ipc.FeedbackAdd, `{"episode": "`+episode+`", "text": "the vase is from `+episode+`"}`), &said)
	var asked struct{ Job job.Job }
	answer(t, w, call("final", ipc.GroundingFinalize, `{"episode": "`+episode+`"}`), &asked)
	for j := asked.Job; j.State != job.Waiting || j.Tries == 0; {
		answer(t, w, call("job", ipc.JobsGet, `{"job": "`+asked.Job.ID+`"}`), &j)
	}
	return said.IDs[0], asked.Job.ID
}

// answer sends a call and decodes its result.
func answer(t *testing.T, w *wire, line string, result any) {
	t.Helper()
	a, err := ipc.ParseAnswer([]byte(w.ask(line)))
	switch {
	case err != nil:
		t.Fatalf("%v, to %s", err, line)
	case a.Error != nil:
		t.Fatalf("%v, to %s", a.Error, line)
	}
	if err := json.Unmarshal(a.Result, result); err != nil {
		t.Fatalf("result %s: %v", a.Result, err)
	}
}
