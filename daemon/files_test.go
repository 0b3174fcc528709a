package daemon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/ipc"
)

// params makes the parameters of a call.
func params(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func (h *house) imports(p ipc.ImportParams) ipc.ImportResult {
	h.t.Helper()
	return into[ipc.ImportResult](h.t, h.do(ipc.GroundingImport, params(h.t, p)))
}

func (h *house) exports(p ipc.ExportParams) ipc.ExportResult {
	h.t.Helper()
	return into[ipc.ExportResult](h.t, h.do(ipc.GroundingExport, params(h.t, p)))
}

// entries lists all entries as they are now.
func (h *house) entries() []grounding.Entry {
	h.t.Helper()
	return into[ipc.GroundingListResult](h.t, h.do(ipc.GroundingList, `{"limit":1000}`)).Entries
}

// named begins an episode of a run with a name, in which something is said.
func (h *house) named(run, name, text string) string {
	h.t.Helper()
	e := into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin, params(h.t, ipc.BeginParams{Goal: "mug", Run: run, Name: name}))).Episode
	h.say(e, text)
	return e
}

func TestImport(t *testing.T) {
	h := newHouse(t)
	p := ipc.ImportParams{
		Files: []ipc.GroundingFile{
			{Name: "a.json", Content: `{"expr_info": {"episode_id": 7}, "final_grounding": {"generation_timestamp": "2999-01-01T00:00:00Z", "spatial_grounding": {"content": "- the lamp is green"}, "general_grounding": {"content": "go slowly"}}}`},
			{Name: "bad.json", Content: `{"final_grounding": {"spatial_grounding": {"content": "x"}, "general_grounding": []}}`},
			{Name: "a.txt", Content: "go slowly\nmind the cat"},
		},
		SceneID: "home", Author: "Mina", Key: "k",
	}
	dry := p
	dry.DryRun = true
	want := ipc.ImportResult{
		Files:   []ipc.ImportedFile{{Name: "a.json", Feedback: "file:1", Added: 2, Notes: 1}, {Name: "a.txt", Feedback: "file:2", Added: 1, Known: 1, Notes: 1}},
		Skipped: []grounding.Skipped{{Name: "bad.json", Reason: `final_grounding.general_grounding: not allowed, given "[]", allowed an object`}},
	}
	tried := h.imports(dry)
	for i := range want.Files {
		want.Files[i].Feedback = tried.Files[i].Feedback // any; the ids are tested where they are made
	}
	bare := cmpopts.IgnoreFields(ipc.ImportedFile{}, "Entries") // TestImportTells has them
	if diff := cmp.Diff(want, tried, bare); diff != "" {
		t.Error(diff)
	}
	if got := h.entries(); len(got) > 0 {
		t.Errorf("a dry run stored %+v", got)
	}
	if diff := cmp.Diff(tried, h.imports(p)); diff != "" {
		t.Errorf("in earnest, under the key of the dry run: %s", diff)
	}
	if diff := cmp.Diff(tried, h.imports(p)); diff != "" {
		t.Errorf("the stored answer: %s", diff)
	}
	stored := h.entries()
	lamp := stored[0]
	if at := lamp.Evidence[0].At; !at.After(start()) || at.Year() != start().Year() {
		t.Errorf("the time of the evidence is %v", at)
	}
	lamp.Evidence[0].At = start()
	if diff := cmp.Diff([]feedback.Evidence{{Feedback: want.Files[0].Feedback, Episode: "7", Author: "Mina", File: "a.json", At: start()}}, lamp.Evidence); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]grounding.Scope{{Scene: "home"}, {}, {}}, []grounding.Scope{stored[0].Scope, stored[1].Scope, stored[2].Scope}); diff != "" {
		t.Error(diff)
	}
	h.restart()
	stored = h.entries()
	p.Key = "another"
	again := h.imports(p)
	if added := again.Files[0].Added + again.Files[1].Added; added != 0 {
		t.Errorf("importing again adds %d", added)
	}
	if diff := cmp.Diff(stored, h.entries()); diff != "" {
		t.Errorf("importing again changes entries: %s", diff)
	}
	h.do(ipc.GroundingUndo, params(t, ipc.UndoParams{Feedback: want.Files[1].Feedback}))
	if diff := cmp.Diff([]item.State{item.Active, item.Active, item.Retired}, statesOf(h.entries())); diff != "" {
		t.Errorf("the import of a.txt taken back: %s", diff)
	}
	h.sound()
}

func statesOf(entries []grounding.Entry) (states []item.State) {
	for _, e := range entries {
		states = append(states, e.State)
	}
	return states
}

func TestImportRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	h := newHouse(t)
	most := strings.Builder{}
	for i := range grounding.MaxLessons {
		fmt.Fprintf(&most, "lesson %d\n", i)
	}
	two := []ipc.GroundingFile{{Name: "a.txt", Content: "one more"}, {Name: "b.txt", Content: most.String()}}
	for _, dry := range []bool{false, true} {
		h.refuse(ipc.GroundingImport, params(t, ipc.ImportParams{Files: two, DryRun: dry}), refusal{Code: -32005, Kind: fault.TooLarge, Field: "files"})
	}
	h.refuse(ipc.GroundingImport, `{"files":[]}`, refusal{Code: -32602, Kind: fault.Invalid, Field: "files"})
	if got := h.entries(); len(got) > 0 {
		t.Errorf("stored %d", len(got))
	}
	if r := h.imports(ipc.ImportParams{Files: two[:1]}); r.Files[0].Added != 1 {
		t.Errorf("%+v", r)
	}
	h.sound()
}

// TestExportPages holds that pages put together are the same whatever their
// size, and that no two files have one path.
func TestExportPages(t *testing.T) {
	h := newHouse(t)
	for i := range 5 {
		h.named("try", "1", fmt.Sprintf("s: lamp %d is green", i)) // all within one second
	}
	other := h.named("Try", "1", "g: go slowly")
	h.begin() // nothing is said
	all := h.exports(ipc.ExportParams{})
	var paths []string
	for _, f := range all.Files {
		paths = append(paths, f.Path)
	}
	want := []string{}
	for _, dir := range []string{"try/episode_1_20260102T030405Z", "try/episode_1_20260102T030405Z_2", "try/episode_1_20260102T030405Z_3",
		"try/episode_1_20260102T030405Z_4", "try/episode_1_20260102T030405Z_5", "Try/episode_1_20260102T030405Z_6"} {
		want = append(want, dir+"/grounding_episode_1.json", dir+"/grounding_episode_1.txt")
	}
	for _, run := range []string{"try", "Try"} {
		want = append(want, run+"/grounding/grounding_latest.json", run+"/grounding/grounding_latest.txt")
	}
	if diff := cmp.Diff(want, paths); diff != "" {
		t.Fatal(diff)
	}
	for _, limit := range []int{1, 2, 4, 6} {
		var files []ipc.ExportFile
		for p := (ipc.ExportParams{Limit: limit}); ; {
			r := h.exports(p)
			files = append(files, r.Files...)
			if p.Cursor = r.Cursor; p.Cursor == "" {
				break
			}
		}
		if diff := cmp.Diff(all.Files, files); diff != "" {
			t.Errorf("pages of %d: %s", limit, diff)
		}
	}
	for _, c := range []struct {
		name string
		p    ipc.ExportParams
		want []ipc.ExportFile
	}{
		{"an episode", ipc.ExportParams{Episode: other, Format: "txt"}, all.Files[11:12]},
		{"a run", ipc.ExportParams{Run: "Try"}, slices.Concat(all.Files[10:12], all.Files[14:])},
		{"another format", ipc.ExportParams{Run: "Try", Format: "json"}, []ipc.ExportFile{all.Files[10], all.Files[14]}},
		{"no such run", ipc.ExportParams{Run: "nobody's"}, []ipc.ExportFile{}},
		{"another run's episode", ipc.ExportParams{Run: "try", Episode: other}, []ipc.ExportFile{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(ipc.ExportResult{Files: c.want}, h.in(t).exports(c.p)); diff != "" {
				t.Error(diff)
			}
		})
	}
	h.refuse(ipc.GroundingExport, `{"episode":"nobody"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
}

// TestPinnedInFiles holds that a pinned entry is pinned where its file is imported, as
// far as that leaves room for an episode to begin.
func TestPinnedInFiles(t *testing.T) {
	from := newHouse(t)
	from.named("try", "1", "g: go slowly")
	from.do(ipc.GroundingPin, `{"id":"g1"}`)
	files := []ipc.GroundingFile{}
	for _, f := range from.exports(ipc.ExportParams{Format: "json"}).Files {
		files = append(files, ipc.GroundingFile{Name: f.Path, Content: f.Content})
	}
	for _, c := range []struct {
		name   string
		budget int
		files  []ipc.GroundingFile
		pinned bool
	}{
		{"of an episode", 100, files[:1], true},
		{"of a run", 100, files[1:], true},
		{"without room", 1, files, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, func(o *daemon.Options) { o.Config.Grounding.Budget = c.budget })
			h.imports(ipc.ImportParams{Files: c.files})
			if got := h.entries(); len(got) != 1 || got[0].Pinned != c.pinned {
				t.Errorf("pinned should be %v: %+v", c.pinned, got)
			}
			h.begin()
			h.sound()
		})
	}
}

func TestExportHasTheLastFinalAndWhatIsInUse(t *testing.T) {
	h := newHouse(t)
	e := h.named("try", "7", "s: the lamp is green")
	h.named("try", "8", "s: the lamp is red")
	for _, text := range []string{"first", "second"} {
		h.do(ipc.GroundingSaveFinal, fmt.Sprintf(`{"episode":%q,"final_grounding":{"general_grounding_rules":{"content":%q}}}`, e, text))
	}
	files := h.exports(ipc.ExportParams{Format: "json"}).Files
	var snaps []grounding.Snapshot
	for _, f := range files {
		s, err := grounding.ReadSnapshot([]byte(f.Content))
		if err != nil {
			t.Fatal(err)
		}
		snaps = append(snaps, s)
	}
	if len(snaps) != 3 || snaps[0].Info.Episode != "7" || snaps[0].Final.General.Content != "second" || snaps[1].Final != nil {
		t.Errorf("%+v", snaps)
	}
	if diff := cmp.Diff([]string{"[ Step0 ] : the lamp is red"}, snaps[2].Stacked.Spatial); diff != "" {
		t.Errorf("in use: %s", diff)
	}
	was := h.entries()
	var p ipc.ImportParams
	for _, f := range files {
		p.Files = append(p.Files, ipc.GroundingFile{Name: f.Path, Content: f.Content})
	}
	h.imports(p)
	if diff := cmp.Diff(was, h.entries()[:len(was)]); diff != "" || len(h.entries()) != len(was)+1 { // the final's own text
		t.Errorf("importing them changes %s, %d entries", diff, len(h.entries()))
	}
}

// BenchmarkExport exports 200 episodes with five feedbacks each, and their run,
// over the socket.
func BenchmarkExport(b *testing.B) {
	h := newHouse(b)
	for i := range 200 {
		e := h.named("try", fmt.Sprint(i), fmt.Sprintf("s: lamp %d is green", i))
		for n := range 4 {
			h.say(e, fmt.Sprintf("s: lamp %d of room %d is beside the door", i, n))
		}
	}
	files := 0
	for b.Loop() {
		files = 0
		for p := (ipc.ExportParams{}); ; {
			r := h.exports(p)
			files += len(r.Files)
			if p.Cursor = r.Cursor; p.Cursor == "" {
				break
			}
		}
	}
	if files != 402 {
		b.Errorf("%d files", files)
	}
}

// What stands in entries and files for good holds no control characters.
func TestNoControlCharacters(t *testing.T) {
	h := newHouse(t)
	h.say(h.begin(), "s: the kitchen is green")
	for _, tt := range []struct {
		method        fmt.Stringer
		params, field string
	}{
		{ipc.GroundingImport, `{"files":[{"name":"a.txt","content":"x"}],"author":"a\u0007"}`, "author"},
		{ipc.GroundingImport, `{"files":[{"name":"a.txt","content":"x"}],"scene_id":"\u001b[2J","dry_run":true}`, "scene_id"},
		{ipc.GroundingSaveFinal, `{"episode":"e001","author":"\u0000","final_grounding":{"spatial_grounding":{"content":"a"}}}`, "author"},
		{ipc.FeedbackAdd, `{"episode":"e001","text":"a","instruction":"\u0001","target":"\u0002"}`, "instruction"},
	} {
		h.refuse(tt.method, tt.params, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: tt.field})
	}
}
