package store_test

import (
	"errors"
	"flag"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/store"
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
		file  string
		event uint64 // cursor of the one that was told
		due   int    // documents to be indexed
	}{
		{"testdata/per-episode-log.db.gz", 7, 0},
		{"testdata/one-log.db.gz", 1, 0},
		{"testdata/models.db.gz", 1, 0},
		{"testdata/grounding.db.gz", 1, 1},
		{"testdata/blocks.db.gz", 1, 1},
		{vistasFile, 1, 1},
		{casesFile, 1, 1},
		{learnedFile, 1, 1},
		{latsFile, 1, 1},
		{newestFile, 1, 1},
	} {
		t.Run(filepath.Base(tt.file), func(t *testing.T) { oldFile(t, tt.file, tt.event, tt.due) })
	}
}

func oldFile(t *testing.T, file string, last uint64, due int) {
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
