package daemon_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/daemon/datadir"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

// find searches and gives the ids of the hits.
func (h *house) find(params string) (ids []string, r ipc.SearchResult) {
	h.t.Helper()
	r = into[ipc.SearchResult](h.t, h.do(ipc.MemorySearch, params))
	for _, hit := range r.Hits {
		ids = append(ids, hit.ID)
	}
	return ids, r
}

// indexed waits until the index has everything: no hit comes from anywhere else.
func (h *house) indexed(params string) ipc.SearchResult {
	h.t.Helper()
	var r ipc.SearchResult
	h.until("it is indexed", func() bool {
		if !h.holdsIndex() || !into[ipc.Health](h.t, h.do(ipc.NavdHealth, `{}`)).OK {
			return false // a search costs more than to ask
		}
		_, r = h.find(params)
		return len(r.Degraded) == 0 && len(r.Hits) > 0 &&
			!slices.ContainsFunc(r.Hits, func(hit ipc.SearchHit) bool { return hit.Pending })
	})
	return r
}

// holdsIndex tells whether the index has been opened.
func (h *house) holdsIndex() bool {
	_, err := os.Stat(h.index("CURRENT"))
	return err == nil
}

// index gives a path in the directory of the index.
func (h *house) index(name string) string {
	return filepath.Join(h.opts.Config.DataDir, datadir.Index, name)
}

// furnished has three episodes with places of two houses.
func (h *house) furnished() {
	h.t.Helper()
	for i, room := range []struct{ scene, text string }{
		{"house-1", `"scene_type":"kitchen","objects":["refrigerator","sink"],"description":"A narrow kitchen with green tiles."`},
		{"house-1", `"scene_type":"living room","objects":["sofa","television"],"description":"A bright room with a window to the garden."`},
		{"house-2", `"scene_type":"침실","objects":["침대","책상"],"description":"창문 옆에 책상이 있다."`},
	} {
		h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","scene_id":%q}`, room.scene))
		h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":"e%03d",%s}`, i+1, room.text))
	}
}

// A place that was described is found at once and after it was indexed, with the
// same words and vector.
func TestSearchAtOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.furnished()
	const question = `{"query":"where is the couch","kinds":["place"]}`
	ids, now := h.find(question)
	if diff := cmp.Diff([]string{"e002/1"}, ids); diff != "" {
		t.Fatalf("at once:\n%s", diff)
	}
	then := h.indexed(question)
	want := ipc.SearchHit{
		Kind: "place", ID: "e002/1", Text: "living room. A bright room with a window to the garden. sofa, television",
		Fit: "strong", Seen: []nav.Sighting{{Object: "sofa", Room: "living room", WalkM: new(0.0)}},
		Score: 2.0 / 61, Words: ipc.SearchPart{Rank: 1}, Vectors: ipc.SearchPart{Rank: 1},
		Episode: "e002", Place: "living room", Scope: "house-1", Time: start(),
	}
	for name, r := range map[string]ipc.SearchResult{"at once": now, "indexed": then} {
		got := r.Hits[0]
		if got.Words.Score <= 0 || got.Vectors.Score <= 0 || got.Vectors.Score != then.Hits[0].Vectors.Score {
			t.Errorf("%s: scores %+v %+v", name, got.Words, got.Vectors)
		}
		diff := cmp.Diff(want, got, cmpopts.IgnoreFields(ipc.SearchPart{}, "Score"), cmpopts.IgnoreFields(ipc.SearchHit{}, "Pending"),
			cmpopts.EquateApproxTime(time.Minute))
		if diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
	// A new sample replaces what the index has.
	h.do(ipc.NavObserve, `{"episode":"e002","scene_type":"living room","description":"Somebody took the furniture away and left a piano.","objects":["piano"]}`)
	if ids, r := h.find(`{"query":"piano"}`); len(ids) != 1 || ids[0] != "e002/1" || !strings.Contains(r.Hits[0].Text, "piano") {
		t.Errorf("after a new sample: %+v", r)
	}
	h.indexed(`{"query":"piano"}`)
	h.restart()
	if ids, _ := h.find(`{"query":"piano"}`); len(ids) != 1 {
		t.Errorf("after a start: %v", ids)
	}
	h.indexed(`{"query":"piano"}`)
	h.sound()
}

// What a step alone tells of is found at once, and after a kill.
func TestSearchWhatStepsSaw(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":1,"action":"forward","objects":["kazoo"]}`, id))
	for range 2 {
		if ids, _ := h.find(`{"query":"kazoo"}`); len(ids) != 1 {
			t.Errorf("found in %v", ids)
		}
		h.crash()
	}
}

// Every filter, in the index and before it is there.
func TestSearchFilters(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.furnished()
	h.do(ipc.NavSteps, `{"episode":"e001","steps":[{"seq":1,"action":"move_forward"},{"seq":2,"action":"move_forward"},{"seq":3,"action":"move_forward"},{"seq":4,"action":"move_forward"}]}`)
	check := func(t *testing.T) {
		for _, tt := range []struct {
			name, params string
			want         []string
		}{
			{"korean finds english", `{"query":"냉장고가 어디에 있어"}`, []string{"e001/1"}},
			{"english finds korean", `{"query":"desk"}`, []string{"e003/1"}},
			{"other house", `{"query":"couch","scope":"house-2"}`, nil},
			{"its house", `{"query":"couch","scope":"house-1"}`, []string{"e002/1"}},
			{"its place", `{"query":"window","place":"거실"}`, []string{"e002/1"}},
			{"other place", `{"query":"couch","place":"bathroom"}`, nil},
			{"before all", `{"query":"couch","time":{"until":"2026-01-01T00:00:00Z"}}`, nil},
			{"since", `{"query":"couch","time":{"since":"2026-01-01T00:00:00Z","until":"2027-01-01T00:00:00Z"}}`, []string{"e002/1"}},
			{"its episode", `{"query":"green kitchen","episode":"e001"}`, []string{"e001/1"}},
			{"other episode", `{"query":"green kitchen","episode":"e002"}`, nil},
			{"near", `{"query":"kitchen","episode":"e001","near":{"x":0,"y":0,"r":0.1}}`, []string{"e001/1"}},
			{"not near", `{"query":"kitchen","episode":"e001","near":{"x":50,"y":50,"r":1}}`, nil},
			{"what nobody said", `{"query":"helicopter"}`, nil},
		} {
			t.Run(tt.name, func(t *testing.T) {
				if ids, _ := h.in(t).find(tt.params); !cmp.Equal(tt.want, ids) {
					t.Errorf("got %v, want %v", ids, tt.want)
				}
			})
		}
	}
	t.Run("at once", check)
	h.indexed(`{"query":"kitchen"}`)
	t.Run("indexed", check)
}

func TestSearchRefuses(t *testing.T) {
	h := newHouse(t)
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid}
	in := func(r refusal, field string) refusal { r.Field = field; return r }
	for _, tt := range []struct {
		name, params string
		want         refusal
	}{
		{"nothing asked", `{"query":""}`, in(params, "query")},
		{"unknown kind", `{"query":"a","kinds":["dream"]}`, in(params, "kinds[0]")},
		{"too many", `{"query":"a","k":101}`, in(params, "k")},
		{"near nowhere", `{"query":"a","near":{"x":0,"y":0,"r":1}}`, in(params, "near")},
		{"unknown episode", `{"query":"a","episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"}},
		{"near in an unknown episode", `{"query":"a","episode":"no","near":{"x":0,"y":0,"r":1}}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"}},
	} {
		t.Run(tt.name, func(t *testing.T) { h.in(t).refuse(ipc.MemorySearch, tt.params, tt.want) })
	}
}

// What was deleted is never found, whether it had been indexed or not.
func TestSearchDeleted(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.furnished()
	h.do(ipc.EpisodeDelete, `{"episode":"e001"}`)
	if ids, _ := h.find(`{"query":"kitchen with a fridge"}`); len(ids) > 0 {
		t.Errorf("deleted before it was indexed: %v", ids)
	}
	h.indexed(`{"query":"couch"}`)
	h.do(ipc.EpisodeDelete, `{"episode":"e002"}`)
	if ids, _ := h.find(`{"query":"couch"}`); len(ids) > 0 {
		t.Errorf("deleted after it was indexed: %v", ids)
	}
	h.indexed(`{"query":"bed"}`)
	h.restart()
	h.indexed(`{"query":"bed"}`)
	if ids, _ := h.find(`{"query":"couch in the living room, fridge in the kitchen"}`); len(ids) > 0 {
		t.Errorf("deleted before a start: %v", ids)
	}
}

// TestSearchPlanViews: what the views of a plan showed is found at once, also when the
// index has the place as it was before.
func TestSearchPlanViews(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	e := h.looksFor("sofa")
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"living room","objects":["sofa"]}`, e))
	look := func(query string) []ipc.SearchHit {
		return into[ipc.SearchResult](t, h.do(ipc.MemorySearch, fmt.Sprintf(`{"query":%q,"kinds":["place"]}`, query))).Hits
	}
	h.until("the index has the place", func() bool { hits := look("sofa"); return len(hits) == 1 && !hits[0].Pending })
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":3,"scene_type":"bedroom","objects":["lamp"],"free_m":2,"see_m":4}]}`, e))
	if hits := look("lamp"); len(hits) != 1 || hits[0].Fit != "strong" {
		t.Errorf("the lamp of a view: %+v", hits)
	}
}
