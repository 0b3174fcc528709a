package store_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episodic"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/dmn"
	"navd/daemon/lats"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/daemon/think"
	"navd/daemon/words"
	"navd/kv"
)

// said is what is stored of one feedback, and what came of it.
func said() (feedback.Record, grounding.Entry, grounding.Version, job.Job) {
	r := feedback.Record{
		ID: "f1", Episode: "b", Step: 3, Instruction: "find the sofa", Verdict: feedback.Failure, Text: "f:(s: there is no sofa in the kitchen)",
		Items: []feedback.Item{{Category: feedback.Spatial, Text: "there is no sofa in the kitchen"}}, Author: "me", Entries: []string{"g1"}, At: at(3),
	}
	e := grounding.Entry{
		ID: "g1", Version: 1, Category: feedback.Spatial, Text: r.Items[0].Text, Claims: []words.Claim{words.NotIn("sofa", "kitchen", "g1", 1)},
		Evidence: []feedback.Evidence{r.Evidence()}, Scope: grounding.Scope{Scene: "home"}, State: item.Active,
	}
	v := grounding.Version{
		Episode: "b", Version: 1, Form: grounding.ByModel, Final: grounding.Distil(grounding.Stack("b", []feedback.Record{r}).Stacked, at(4)), Stack: "h",
		Changes: []grounding.Proposal{{Change: grounding.Change{Action: grounding.Same, ID: "g1", Evidence: []string{"f1"}}, Entry: "g1"}}, Model: "m", Prompt: "p", At: at(4),
	}
	return r, e, v, job.New("j1", job.Final, "b", at(4)).Begin(at(5)).Again("away", at(6))
}

// blocks is what a plan was given beside the context.
func blocks() map[string]planner.Block {
	return map[string]planner.Block{"grounding": {
		Tokens: 5, Hash: "h", Files: "f", In: []item.Shown{{ID: "g1", Version: 1, Reason: "pinned"}}, LeftOut: []item.LeftOut{{ID: "g2", Reason: "retired"}},
		More: 3, Claims: 1, Unasked: "the prompt has no $grounding_content",
	}}
}

// oneCase is a record of a past episode with what is known of it.
func oneCase() episodic.Stored {
	return episodic.Stored{
		Record: episodic.Record{
			Space: "default", Profile: "nav", Seq: 1, ID: "epi_000001", Entry: []byte(`{"episode_id":"epi_000001"}`),
			Meta: episodic.Meta{
				Hash: "h", Time: at(3), Source: "leg", Trust: 1, Condition: "C2", Episode: "b", Plan: 1, Step: 4, Scene: "home", Frame: "dock",
				Place: "kitchen", Anchor: 1, Target: "sofa", Claims: []words.Claim{words.NotIn("sofa", "kitchen", "", 0.3)},
				Ways: []episodic.Way{{Subject: "dir:a1/+60", Target: "sofa", X: 1, Y: 2, ToX: 3, ToY: 2, Metres: 2, Heading: 60, Polarity: -1, Room: "kitchen"}},
			},
		},
		Tally:     episodic.Tally{Retrieved: 3, Injected: 2, Followed: 1, Helped: 1},
		Withdrawn: &episodic.Withdrawal{By: "epi_000002", Reason: "it was moved", Seq: 3, Time: at(4)},
	}
}

// putCase stores it.
func putCase(c *kv.Changes) {
	s := oneCase()
	store.PutCase(c, s.Record)
	store.PutTally(c, s.Space, s.Seq, "c", s.Tally)
	store.Withdraw(c, s.Space, s.Seq, *s.Withdrawn)
	store.PutSampleOutcome(c, "default", episodic.Outcome{Sample: "s", Group: "h", Condition: "C2", IDs: []string{"epi_000001"}, Tally: s.Tally, Success: new(true), Score: new(0.5)})
	store.PutSnapshot(c, episodic.Snapshot{Space: "default", Name: "before", Last: 2, Records: 2, Time: at(3)})
}

// oldCase compares what a store has with it.
func oldCase(t *testing.T, tx *kv.Tx) {
	t.Helper()
	if got, err := store.GetCase(tx, "default", 1); err != nil || !cmp.Equal(oneCase(), got) {
		t.Errorf("record: %v %s", err, cmp.Diff(oneCase(), got))
	}
	if s, err := store.GetSnapshot(tx, "default", "before"); err != nil || s.Last != 2 {
		t.Errorf("snapshot: %v %+v", err, s)
	}
	if last, err := store.LastCase(tx, "default"); err != nil || last != 3 {
		t.Errorf("last number %d, %v", last, err)
	}
	if gists, err := store.CasesOn(tx, "default", "target:sofa@home", 0, 9); err != nil || len(gists) != 1 || gists[0].Seq != 1 || gists[0].Polarity != -1 {
		t.Errorf("on the sofa: %+v, %v", gists, err)
	}
}

// searched is a tree search over the memory, with what it began with and what happened
// to it.
func searched(t *testing.T) (think.Search, think.Start, []lats.Event) {
	t.Helper()
	tree, err := lats.New(lats.Options{Question: "where?", Actions: think.Actions(), Accept: think.Accepted})
	if err != nil {
		t.Fatal(err)
	}
	b := think.Start{Options: tree.Options(), Snapshot: &think.Snapshot{
		Goal: "sofa", Ways: []think.Way{{Angle: 30, View: 11, Room: "kitchen", WayM: 2, Steps: 30, Chance: 0.5, New: 1, End: nav.Pose{X: 2}}},
		Anchors: []think.Anchor{{ID: 1, Place: 1}}, Texts: []think.Text{{ID: "place 1", Title: "place 1, hall", Body: "A hall."}},
	}}
	if err := tree.Tell(1, lats.Answer{Candidates: []lats.Candidate{{Thought: "there", Action: lats.Action{Type: "finish", Param: "angle=30"}}}}); err != nil {
		t.Fatal(err)
	}
	if err := tree.Tell(2, lats.Answer{Observation: "Accepted", Reward: 0.9, Done: true, State: []byte(`{}`)}); err != nil {
		t.Fatal(err)
	}
	return think.Search{ID: "s1", Question: "where?", Env: think.EnvMemory, Episode: "b", AtStep: 30, State: think.Ended, Stop: "accepted", Created: at(3), Updated: at(4)}, b, tree.Drain()
}

// putSearch stores it.
func putSearch(t *testing.T, c *kv.Changes) {
	s, begins, events := searched(t)
	store.PutSearchStart(c, s, begins)
	store.PutSearchEvents(c, s.ID, events)
	store.PutFailed(c, "where?", store.Failed{Times: 2})
}

// oldSearch compares what a store has with it, and makes its tree again.
func oldSearch(t *testing.T, tx *kv.Tx) {
	t.Helper()
	want, begins, _ := searched(t)
	if s, err := store.GetSearch(tx, "s1"); err != nil || !cmp.Equal(want, s) {
		t.Errorf("search: %v %s", err, cmp.Diff(want, s))
	}
	b, err := store.GetSearchStart(tx, "s1")
	if err != nil || !cmp.Equal(begins.Snapshot.Ways, b.Snapshot.Ways) {
		t.Errorf("start: %v %+v", err, b)
	}
	events, err := store.SearchEvents(tx, "s1")
	if err != nil {
		t.Fatal(err)
	}
	if tree, err := lats.Replay(b.Options, events); err != nil || tree.Stopped() != lats.Accepted || len(tree.Nodes()) != 2 {
		t.Errorf("its tree: %v", err)
	}
	if f, err := store.GetFailed(tx, "where?"); err != nil || f.Times != 2 {
		t.Errorf("failed %+v, %v", f, err)
	}
}

// learned is what is stored of one feedback that became a rule.
func learned() (knowledge.Feedback, knowledge.Proposal, knowledge.Item, knowledge.Evaluation) {
	f := knowledge.Feedback{ID: "q1", Text: "never enter the bathroom", Kind: knowledge.Rule, Episode: "b", Step: 3, Author: "me", Said: at(3), Outcome: knowledge.Proposed, Proposal: "p1"}
	m := &dmn.Model{Name: "rule", Inputs: []dmn.Input{{ID: "target", Name: "target", Type: "string"}}, Decisions: []dmn.Decision{{
		ID: "effect", Name: "effect", Needs: []string{"target"}, Table: &dmn.Table{
			Policy: dmn.First, Inputs: []dmn.Column{{Text: "target", Type: "string"}}, Outputs: []dmn.Output{{Name: "forbid place", Type: "string"}},
			Rules: []dmn.Rule{{ID: "r", When: []string{"-"}, Then: []string{`"bathroom"`}}},
		},
	}}}
	body := knowledge.Body{Text: f.Text, Rule: m, Priority: 50}
	p := knowledge.Proposal{
		ID: "p1", Standing: knowledge.Approved, Item: "k1", Kind: knowledge.Rule, Operation: knowledge.Create, Mode: knowledge.Replace, Body: body,
		Case:  knowledge.Case{Intent: "a rule", Relation: knowledge.Unrelated, Because: "nothing speaks of it", Before: "nothing", After: "a rule"},
		Check: &dmn.Report{OK: true}, Replay: &knowledge.Replay{Looked: 2, Changed: []knowledge.Changed{{Plan: "b/p1", Goal: "sofa", Was: "view 3, bathroom", Why: "forbid bathroom"}}},
		Feedback: "q1", Author: "me", By: "local", Created: at(3), Decided: at(4), Decider: "you", Reason: "yes",
	}
	i := knowledge.Item{
		ID: "k1", Version: 1, Number: "1.0.0", Kind: knowledge.Rule, Status: item.Active, Scope: knowledge.Scope{Scene: "home"}, Body: body,
		Evidence: []feedback.Evidence{{Feedback: "q1", Episode: "b", Step: 3, Author: "me", At: at(3)}}, Relation: knowledge.Unrelated, Operation: knowledge.Create,
		Mode: knowledge.Replace, Proposal: "p1", Feedback: "q1", Author: "me", Reason: "a rule", From: at(4),
	}
	e := knowledge.Evaluation{
		N: 1, Plan: "b/p1", Time: at(4), Scene: "home", State: knowledge.State{Goal: "sofa", Target: "sofa", PlaceType: "kitchen", Steps: 3, LastAction: "turn_left"},
		Sights: []knowledge.Sight{{View: 0, Label: "bathroom"}, {View: 1, Toward: "kitchen"}}, View: 1,
		Fired: []string{"k1@1"}, Changed: true,
	}
	return f, p, i, e
}

// putKnowledge stores it.
func putKnowledge(t *testing.T, c *kv.Changes) {
	t.Helper()
	f, p, i, e := learned()
	store.PutSubmission(c, 1, f)
	store.PutProposal(c, p)
	if err := store.PutItem(c, i); err != nil {
		t.Fatal(err)
	}
	store.PutKnowledgeLine(c, knowledge.Line{N: 1, Time: at(4), Did: "approved", Item: "k1", Version: 1, Proposal: "p1", Feedback: "q1", By: "you", Reason: "yes"})
	store.PutEvaluation(c, e)
	store.PutAttachment(c, attached())
}

// attached is a skill that plans are told whole.
func attached() knowledge.Attachment {
	return knowledge.Attachment{Skill: "k1", Version: 1, Scene: "home", Author: "me", Feedback: "q1", Since: at(4)}
}

// oldKnowledge compares what a store has with it.
func oldKnowledge(t *testing.T, tx *kv.Tx) {
	t.Helper()
	f, p, i, e := learned()
	if got, err := store.GetSubmission(tx, "q1"); err != nil || !cmp.Equal(f, got) {
		t.Errorf("feedback: %v %s", err, cmp.Diff(f, got))
	}
	if got, err := store.GetProposal(tx, "p1"); err != nil || !cmp.Equal(p, got) {
		t.Errorf("proposal: %v %s", err, cmp.Diff(p, got))
	}
	if got, _, err := store.GetItem(tx, "k1"); err != nil || !cmp.Equal(i, got) {
		t.Errorf("item: %v %s", err, cmp.Diff(i, got))
	}
	for got, err := range store.Attachments(tx) {
		if err != nil || !cmp.Equal(attached(), got) {
			t.Errorf("attachment: %v %+v", err, got)
		}
	}
	if last, err := store.LastKnowledgeLine(tx); err != nil || last != 1 {
		t.Errorf("log: %v %d lines", err, last)
	}
	for got, err := range store.KeptEvaluations(tx) {
		if err != nil || !cmp.Equal(e, got) {
			t.Errorf("evaluation: %v %s", err, cmp.Diff(e, got))
		}
	}
}

// putSaid stores it.
func putSaid(t *testing.T, c *kv.Changes) {
	t.Helper()
	r, e, v, j := said()
	store.PutFeedback(c, 1, r)
	if err := store.PutGrounding(c, e); err != nil {
		t.Fatal(err)
	}
	if err := store.PutCounters(c, "g1", grounding.Counters{Shown: 3, Helped: 2, Harmed: 1}); err != nil {
		t.Fatal(err)
	}
	store.PutFinal(c, v)
	store.PutText(c, "hash", "text")
	store.PutJob(c, j)
}

// oldGrounding compares what a store has with it.
func oldGrounding(t *testing.T, tx *kv.Tx) {
	t.Helper()
	r, e, v, j := said()
	e.Counters = grounding.Counters{Shown: 3, Helped: 2, Harmed: 1}
	book, err := store.Book(tx)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := book.Get("g1"); err != nil || !cmp.Equal(e, got) {
		t.Errorf("entry: %v %s", err, cmp.Diff(e, got))
	}
	if got, err := store.FeedbackOf(tx, "b"); err != nil || !cmp.Equal([]feedback.Record{r}, got) {
		t.Errorf("feedback: %v %s", err, cmp.Diff([]feedback.Record{r}, got))
	}
	if got, _, err := store.GetFinal(tx, "b", 0); err != nil || !cmp.Equal(v, got) {
		t.Errorf("final: %v %s", err, cmp.Diff(v, got))
	}
	if got, err := store.GetJob(tx, "j1"); err != nil || !cmp.Equal(j, got) {
		t.Errorf("job: %v %s", err, cmp.Diff(j, got))
	}
	if got, err := store.GetText(tx, "hash"); err != nil || got != "text" {
		t.Errorf("text: %v %q", err, got)
	}
}

// writeFile fills a new store and packs it.
func writeFile(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	db := open(t, filepath.Join(dir, "navd.db"))
	lived(t, db, "b")
	apply(t, db, func(c *kv.Changes) {
		store.PutAnswer(c, "key", store.Answer{Method: "nav.step", Content: "c", Result: []byte(`{"a":1}`), Time: at(2)})
		store.PutMark(c, 0)
		putPicture(c, "b")
		putSaid(t, c)
		putCase(c)
		putKnowledge(t, c)
		putSearch(t, c)
		putHouse(t, c)
		store.PutPlan(c, "b", planner.Plan{N: 5, Goal: "sofa", Used: planner.Used{Blocks: blocks()}})
		store.PutOutbox(c, 1, store.Due{Kind: "place", ID: "b/1", Episode: "b"})
		store.PutSpend(c, "2026-01-02", store.Spend{Calls: 3, TokensIn: 20, TokensOut: 4, Cost: 0.5})
	})
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "navd.db"))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(newestFile), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(newestFile, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func unpack(t *testing.T, file, path string) {
	t.Helper()
	packed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}
