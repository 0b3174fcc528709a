package grounding_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/feedback"
	. "navd/daemon/grounding"
)

// goldenSkipped are the recorded files that cannot be used, and why; all others
// are imported.
var goldenSkipped = map[string]string{
	"12_corrupt_json_skipped/inputs/bad.json":    "not JSON from line",
	"17_stacked_items_are_objects/inputs/a.json": "stacked_grounding.spatial: not allowed",
}

// goldenTaught are the texts that recorded files teach: one for each way of
// reading.
var goldenTaught = map[string][]taught{
	"01_merge_single_json/inputs/a.json":                   {{feedback.Spatial, "The green room is the kitchen.", 0, ""}},
	"09_whitespace_contents/inputs/a.json":                 {{feedback.General, "keep left", 0, ""}},
	"13_partly_bad_file_half_merged/inputs/a.json":         {{feedback.UserPreference, "kept too", 0, ""}, {feedback.Procedural, "lost", 0, ""}},
	"29_crlf_in_json_content/inputs/a.json":                {{feedback.Spatial, "line1", 0, ""}, {feedback.Spatial, "line2", 0, ""}},
	"31_txt_single/inputs/a.txt":                           {{feedback.General, "hello kitchen", 0, ""}},
	"33_txt_crlf_bom/inputs/b.txt":                         {{feedback.General, "gamma", 0, ""}},
	"53_files_seed_example/expected.initial.txt":           {},
	"53_files_seed_example/expected.episode.txt":           {{feedback.Spatial, "The green room is the kitchen.", 0, ""}, {feedback.General, "Do not hit walls.", 0, ""}},
	"57_files_content_equals_header/expected.episode.json": {{feedback.Spatial, "x\n### Spatial Grounding\ny", 1, feedback.Success}, {feedback.Spatial, "z", 2, feedback.Success}},
}

// TestGoldenLessons imports every recorded file of knowledge, where they lie
// beside the repository: whole, or not at all and with a reason.
func TestGoldenLessons(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "golden", "grounding")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the recorded cases are not here")
	}
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil || !holdsKnowledge(filepath.ToSlash(rel)) {
			return err
		}
		name := filepath.ToSlash(rel)
		seen[name] = true
		t.Run(name, func(t *testing.T) { checkGoldenLessons(t, name, path) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range goldenSkipped {
		if !seen[name] {
			t.Errorf("%s is not there", name)
		}
	}
	for name := range goldenTaught {
		if !seen[name] {
			t.Errorf("%s is not there", name)
		}
	}
}

// holdsKnowledge tells a file that is put in, or was written as one, from what
// is recorded of it.
func holdsKnowledge(name string) bool {
	_, file, _ := strings.Cut(name, "/")
	return strings.HasPrefix(file, "inputs/") || strings.HasPrefix(file, "expected.episode.") || strings.HasPrefix(file, "expected.latest.") || file == "expected.initial.txt"
}

func checkGoldenLessons(t *testing.T, name, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := Lessons(File{Name: path, Content: data})
	if why, broken := goldenSkipped[name]; broken {
		if err == nil || !strings.Contains(err.Error(), why) || entries != nil {
			t.Errorf("%v, %v, want skipped: %s", entries, err, why)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if want, ok := goldenTaught[name]; ok {
		if diff := cmp.Diff(want, lessonsOf(t, File{Name: path, Content: data}), sameEmpty()); diff != "" {
			t.Error(diff)
		}
	}
	b, _ := book(t)
	if added := learn(t, b, File{Name: path, Content: data}); added != len(entries) {
		t.Errorf("%d of %d texts are new", added, len(entries))
	}
	b.Changes()
	if learn(t, b, File{Name: path, Content: data}); len(b.Changes()) > 0 {
		t.Error("importing again changes something")
	}
}
