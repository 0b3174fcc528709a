package store_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episodic"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/house"
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

// writeOld makes the file of the present layout anew. Once it has been released
// it stays as it is, and a change of a table needs a migration and a new file.
var writeOld = flag.Bool("update", false, "write the file of the present layout anew")

// newestFile is the one of the present layout. lats has no kept house; knowledge has no tree search; episodic has nothing that was learned of
// feedback; vistas has no past episodes, and what
// a controller called an arm for the condition of an episode; blocks has no vistas; grounding has plans that had one kind of block; models is without
// feedback, what came of
// it, jobs, and documents to be indexed; one-log has no
// pictures and not what models took; per-episode-log has a log for each episode.
const (
	newestFile  = "testdata/house.db.gz"
	latsFile    = "testdata/lats.db.gz"
	learnedFile = "testdata/knowledge.db.gz"
	casesFile   = "testdata/episodic.db.gz"
	vistasFile  = "testdata/vistas.db.gz"
)

// TestOldFile opens a file that was written by an older navd and finds all of
// it: every table, every field that the daemon works with.
func TestOldFile(t *testing.T) {
	if *writeOld {
		writeFile(t)
	}
	for _, tt := range []struct {
		file     string
		event    uint64 // cursor of the one that was told
		pictures bool   // there is one
		due      int    // documents to be indexed
	}{
		{"testdata/per-episode-log.db.gz", 7, false, 0},
		{"testdata/one-log.db.gz", 1, false, 0},
		{"testdata/models.db.gz", 1, true, 0},
		{"testdata/grounding.db.gz", 1, true, 1},
		{"testdata/blocks.db.gz", 1, true, 1},
		{vistasFile, 1, true, 1},
		{casesFile, 1, true, 1},
		{learnedFile, 1, true, 1},
		{latsFile, 1, true, 1},
		{newestFile, 1, true, 1},
	} {
		t.Run(filepath.Base(tt.file), func(t *testing.T) { oldFile(t, tt.file, tt.event, tt.pictures, tt.due) })
	}
}

func oldFile(t *testing.T, file string, last uint64, pictures bool, due int) {
	path := filepath.Join(t.TempDir(), "navd.db")
	unpack(t, file, path)
	db := open(t, path)
	problems, err := db.Check(t.Context())
	if len(problems) > 0 || err != nil {
		t.Errorf("check: %v, %v", problems, err)
	}
	view(t, db, func(tx *kv.Tx) error {
		counts, err := store.Counts(tx)
		if err != nil {
			return err
		}
		for table, n := range counts {
			if n == 0 && !slices.Contains(missingIn(file), table) {
				t.Errorf("no %s", table)
			}
		}
		if dues, bad, err := store.Outbox(tx, 9, false); err != nil || len(bad) > 0 || len(dues) != due {
			t.Errorf("outbox %+v, %v, %v", dues, bad, err)
		}
		e, err := store.GetEpisode(tx, "b")
		if err != nil {
			return err
		}
		m, err := store.GetMemory(tx, e, store.Chapter{})
		if err != nil {
			return err
		}
		if e.Goal != "sofa" || e.Config.TurnDeg != 30 || e.Began != at(1) || m.Logged != 36 || m.Seq() != 30 || m.Plans() != 5 {
			t.Errorf("episode %+v, %d entries, step %d, %d plans", e, m.Logged, m.Seq(), m.Plans())
		}
		g := m.Graph()
		if len(g.Sites) != 5 || g.Sites[0].Views[1].FreeM != 2.5 || len(g.Edges) == 0 || g.Places[0].Label != "kitchen" || g.Places[0].Objects[0] != "cup" {
			t.Errorf("graph %+v", g)
		}
		if s, ok, err := store.GetStep(tx, "b", store.Chapter{}, 30); err != nil || !ok || s.Step.Answer.Pose != m.Pose() || s.Step.Step.Action != nav.Forward {
			t.Errorf("step 30: %+v, %v, %v", s, ok, err)
		}
		if seen := m.SeenFloor(); (seen != nil) != slices.Contains([]string{newestFile, latsFile, learnedFile, casesFile, vistasFile}, file) {
			t.Errorf("seen area %+v", seen)
		}
		if p, err := store.GetPlan(tx, "b", 5); err != nil || p.Goal != "sofa" || file != "testdata/grounding.db.gz" && !slices.Contains(missingIn(file), "grounding") && !cmp.Equal(blocks(), p.Used.Blocks) {
			t.Errorf("plan 5: %+v, %v", p, err)
		}
		if !slices.Contains(missingIn(file), "grounding") {
			oldGrounding(t, tx)
		}
		missing := missingIn(file)
		if !slices.Contains(missing, "episodic") {
			oldCase(t, tx)
		}
		if !slices.Contains(missing, "knowledge") {
			oldKnowledge(t, tx)
		}
		if !slices.Contains(missing, "searches") {
			oldSearch(t, tx)
		}
		if !slices.Contains(missing, "houses") {
			oldHouse(t, tx)
		}
		if a, ok, err := store.GetAnswer(tx, "key"); err != nil || !ok || string(a.Result) != `{"a":1}` {
			t.Errorf("answer: %+v, %v, %v", a, ok, err)
		}
		n := 0
		for e, err := range store.Entries(tx, "b", store.Chapter{}, 0, 0) {
			if n++; err != nil || e.N != n {
				t.Fatalf("entry %d: %+v, %v", n, e, err)
			}
		}
		if n != 36 {
			t.Errorf("%d entries", n)
		}
		return store.LinesAfter(tx, 0, func(n uint64, ev *event.Logged, _ bool) bool {
			if ev != nil && (n != last || ev.Episode != "b") {
				t.Errorf("event %d: %+v", n, ev)
			}
			return true
		})
	})
	// What was read can be gone on with.
	apply(t, db, func(c *kv.Changes) {
		view(t, db, func(tx *kv.Tx) error {
			e, err := store.GetEpisode(tx, "b")
			if err != nil {
				return err
			}
			m, err := store.GetMemory(tx, e, store.Chapter{})
			if err != nil {
				return err
			}
			_, d, err := m.Advance(nav.Step{Seq: 31, Action: nav.Forward})
			store.PutDelta(c, "b", d, m.Logged+1)
			return err
		})
	})
}

// missingIn lists the counts that are zero in a file.
func missingIn(file string) []string {
	switch file {
	case newestFile:
		return nil
	case latsFile:
		return []string{"houses"}
	case learnedFile:
		return []string{"searches", "houses"}
	case casesFile:
		return []string{"knowledge", "searches", "houses"}
	case vistasFile, "testdata/blocks.db.gz", "testdata/grounding.db.gz":
		return []string{"episodic", "knowledge", "searches", "houses"}
	case "testdata/models.db.gz":
		return []string{"feedback", "grounding", "jobs", "episodic", "knowledge", "searches", "houses"}
	}
	return []string{"scenes", "feedback", "grounding", "jobs", "episodic", "knowledge", "searches", "houses"}
}

// named is a snapshot of the house.
func named() house.Snapshot { return house.Snapshot{Name: "before", Version: 1, Time: at(5)} }

// kept is a house in two versions.
func kept() (first, second *house.House) {
	v := house.Visit{
		Episode: "b", At: at(3), Alignments: []house.Alignment{{Version: 1, How: house.First}}, Dock: "dock",
		Places:  []nav.Place{{ID: 1, Type: "kitchen", Label: "kitchen"}},
		Anchors: []nav.Anchor{{ID: 1, Place: 1}, {ID: 2, Place: 1, Pose: nav.Pose{X: 1}, Seq: 4}},
		Sites:   []nav.Site{{ID: 1, Place: 1, Type: "kitchen", Views: []nav.SiteView{{Known: true, FreeM: 2, SeeM: 3, Objects: []string{"cup"}}}}},
	}
	first = house.Empty("home").Merge(v)
	v.Sites[0].Pose.X = 1
	return first, first.Merge(v)
}

// putHouse stores it.
func putHouse(t *testing.T, c *kv.Changes) {
	first, second := kept()
	store.PutHouseSnapshot(c, "home", named())
	if err := errors.Join(store.PutHouse(c, house.Empty("home"), first), store.PutHouse(c, first, second)); err != nil {
		t.Fatal(err)
	}
}

// oldHouse compares what a store has with it, in both versions.
func oldHouse(t *testing.T, tx *kv.Tx) {
	t.Helper()
	first, second := kept()
	if all, err := store.HouseSnapshots(tx, "home"); err != nil || !cmp.Equal([]house.Snapshot{named()}, all) {
		t.Errorf("snapshots %v, %v", all, err)
	}
	for version, want := range []*house.House{house.Empty("home"), first, second} {
		got, err := store.GetHouseAt(tx, "home", version)
		if got != nil {
			want.Origin = got.Origin // of a navd before that was written there is none
		}
		if err != nil || !cmp.Equal(want, got) {
			t.Errorf("version %d: %v %s", version, err, cmp.Diff(want, got))
		}
	}
	if _, err := store.GetHouseAt(tx, "home", 3); !fault.Is(err, fault.NotFound) {
		t.Errorf("version 3: %v", err)
	}
}

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
