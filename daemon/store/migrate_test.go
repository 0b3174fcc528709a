package store_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/kv"
)

// Plans of version 1 had one kind of block, what users said, under its own name.
func TestOldPlan(t *testing.T) {
	for _, c := range []struct {
		name, plan string
		want       planner.Plan
	}{
		{"with what users said", `{"n":1,"goal":"sofa","used":{"context_tokens":7,"dropped":["x"],"blind":"no model",
			"grounding":{"tokens":5,"hash":"h","files":"f","in":[{"id":"g1","version":1,"reason":"pinned"}],"left_out":[{"id":"g2","reason":"retired"}],"more":3,"claims":1,"unasked":"the prompt has no $grounding_content"}}}`,
			planner.Plan{N: 1, Goal: "sofa", Used: planner.Used{ContextTokens: 7, Dropped: []string{"x"}, Blind: "no model", Blocks: blocks()}}},
		{"without", `{"n":1,"goal":"sofa","used":{"context_tokens":7}}`, planner.Plan{N: 1, Goal: "sofa", Used: planner.Used{ContextTokens: 7}}},
		{"without anything", `{"n":1}`, planner.Plan{N: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, old := filepath.Join(t.TempDir(), "navd.db"), kv.NewTable[json.RawMessage]("plans", 1)
			db, err := kv.Open(path, kv.Options{Tables: []kv.TableInfo{old}})
			if err != nil {
				t.Fatal(err)
			}
			apply(t, db, func(ch *kv.Changes) { old.Put(ch, kv.K("b").Int(1), json.RawMessage(c.plan)) })
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			view(t, open(t, path), func(tx *kv.Tx) error {
				got, err := store.GetPlan(tx, "b", 1)
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Error(diff)
				}
				return err
			})
		})
	}
}

// What episodes of version 1 had for a condition was a name of the controller's own.
func TestOldEpisode(t *testing.T) {
	for _, c := range []struct{ name, episode, arm string }{
		{"with a name", `{"id":"b","goal":"sofa","condition":"use=none","status":"ended"}`, "use=none"},
		{"without", `{"id":"b","goal":"sofa","status":"ended"}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, old := filepath.Join(t.TempDir(), "navd.db"), kv.NewTable[json.RawMessage]("episodes", 1)
			db, err := kv.Open(path, kv.Options{Tables: []kv.TableInfo{old}})
			if err != nil {
				t.Fatal(err)
			}
			apply(t, db, func(ch *kv.Changes) { old.Put(ch, kv.K("b"), json.RawMessage(c.episode)) })
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			view(t, open(t, path), func(tx *kv.Tx) error {
				got, err := store.GetEpisode(tx, "b")
				if got.Goal != "sofa" || got.Arm != c.arm || got.Condition != "" {
					t.Errorf("%+v", got)
				}
				return err
			})
		})
	}
}
