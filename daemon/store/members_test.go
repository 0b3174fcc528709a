package store_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/event"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/house"
	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/lats"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/scene"
	"navd/daemon/store"
	"navd/daemon/think"
)

// stored gives, for each table, a new value of its type.
func stored() map[string]func() any {
	return map[string]func() any{
		"episodes": fresh[episode.Episode], "states": fresh[store.State], "anchors": fresh[nav.Anchor], "places": fresh[nav.Place],
		"sites": fresh[nav.Site], "vistas": fresh[nav.Vista], "plans": fresh[planner.Plan], "scenes": fresh[scene.Call], "pictures": fresh[scene.Picture],
		"log": fresh[store.Entry], "entries": fresh[store.Entry], "chapters": fresh[store.Chapter], "marks": fresh[store.Mark],
		"answers": fresh[store.Answer], "spend": fresh[store.Spend], "jobs": fresh[job.Job], "outbox": fresh[store.Due],
		"feedback": fresh[feedback.Record], "episode_feedback": fresh[struct{}], "grounding": fresh[grounding.Entry],
		"counters": fresh[grounding.Counters], "finals": fresh[grounding.Version], "texts": fresh[store.Text], "events": fresh[event.Logged],
		"cases": fresh[episodic.Record], "case_ids": fresh[store.Numbered], "case_subjects": fresh[episodic.Gist], "episode_cases": fresh[struct{}],
		"case_counters": fresh[episodic.Tally], "case_withdrawals": fresh[episodic.Withdrawal], "case_snapshots": fresh[episodic.Snapshot],
		"knowledge": fresh[knowledge.Item], "knowledge_feedback": fresh[knowledge.Feedback], "knowledge_proposals": fresh[knowledge.Proposal],
		"knowledge_log": fresh[knowledge.Line], "knowledge_attached": fresh[knowledge.Attachment], "knowledge_evaluations": fresh[knowledge.Evaluation],
		"case_marks": fresh[struct{}], "case_outcomes": fresh[episodic.Outcome],
		"searches": fresh[think.Search], "search_starts": fresh[think.Start], "search_events": fresh[lats.Event], "episode_searches": fresh[struct{}],
		"failed_answers": fresh[store.Failed], "houses": fresh[house.House], "house_parts": fresh[json.RawMessage], "house_versions": fresh[[]house.Part],
		"house_snapshots": fresh[house.Snapshot],
	}
}

func fresh[V any]() any { return new(V) }

// retired are members of older files that nothing reads any more, of each table,
// as they are written: which moves of the stuck window were forwards, and blocked.
func retired() map[string][]string {
	return map[string][]string{"states": {`,"f":true`, `,"s":true`}}
}

// TestOldMembers holds that no member of a stored value gets another name or
// meaning without a new version of its table: what older files hold is read into
// today's types, and comes out of them as it was.
func TestOldMembers(t *testing.T) {
	files, err := filepath.Glob("testdata/*.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	types, read := stored(), map[string]bool{}
	for _, file := range files {
		path := filepath.Join(t.TempDir(), filepath.Base(file)+".db")
		unpack(t, file, path)
		eachValue(t, path, func(table string, raw []byte) {
			read[table] = true
			for _, member := range retired()[table] {
				raw = bytes.ReplaceAll(raw, []byte(member), nil)
			}
			if types[table] == nil {
				t.Fatalf("%s: table %s has no type here", file, table)
			}
			v := types[table]()
			dec := json.NewDecoder(bytes.NewReader(raw))
			dec.DisallowUnknownFields()
			if err := dec.Decode(v); err != nil {
				t.Errorf("%s, table %s: %v in %s", file, table, err, raw)
				return
			}
			again, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if lost := lostIn(tree(t, raw), tree(t, again)); lost != "" {
				t.Errorf("%s, table %s: %s of %s is lost, read and written it is %s", file, table, lost, raw, again)
			}
		})
	}
	for table := range types {
		if !read[table] {
			t.Errorf("no file has a value of table %s", table)
		}
	}
}

// eachValue calls do with the JSON of each value of version 1 in a file; others
// have migrations, which have tests of their own.
func eachValue(t *testing.T, path string, do func(table string, raw []byte)) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			if name[0] == '.' {
				return nil
			}
			return b.ForEach(func(_, value []byte) error {
				if value[0] == 1 {
					do(string(name), value[5:])
				}
				return nil
			})
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func tree(t *testing.T, raw []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// lostIn names the first member of old that now has not, or has otherwise. What
// says nothing may be left out.
func lostIn(old, now any) string {
	switch o := old.(type) {
	case map[string]any:
		n, _ := now.(map[string]any)
		for name, v := range o {
			if says := lostIn(v, n[name]); says != "" {
				return name + " " + says
			}
		}
		return ""
	case []any:
		n, _ := now.([]any)
		if len(n) != len(o) {
			return "its length"
		}
		for i := range o {
			if says := lostIn(o[i], n[i]); says != "" {
				return says
			}
		}
		return ""
	}
	empty := []any{nil, false, "", json.Number("0")}
	if reflect.DeepEqual(old, now) || now == nil && slices.Contains(empty, old) {
		return ""
	}
	return "itself"
}
