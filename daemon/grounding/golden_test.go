package grounding_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	. "navd/daemon/grounding"
)

// A golden is one recorded case of another implementation.
type golden struct {
	*testing.T
	ID        string          `json:"id"`
	Arguments json.RawMessage `json:"arguments"`
	Verdict   string          `json:"verdict"`
	dir       string
}

// goldens says how each recorded case is checked. Where a check is not of the
// recording itself, deviations says why.
var goldens = map[string]func(golden){
	"01_merge_single_json":                  golden.mergesAsRecorded,
	"02_merge_two_json":                     golden.mergesAsRecorded,
	"05_merge_identical_final_in_two_files": golden.mergesOnce,
	"07_stacked_same_string_two_episodes":   golden.mergesAsRecorded,
	"09_whitespace_contents":                golden.mergesAsRecorded,
	"12_corrupt_json_skipped":               golden.mergesAsRecorded,
	"13_partly_bad_file_half_merged":        golden.mergesWhole,
	"17_stacked_items_are_objects":          golden.skipsWhole,
	"22_json_utf8_bom":                      golden.mergesMarked,
	"24_korean_and_emoji":                   golden.mergesAsRecorded,
	"29_crlf_in_json_content":               golden.mergesAsRecorded,
	"30_dollar_in_content":                  golden.mergesAsRecorded,
	"31_txt_single":                         golden.mergesAsRecorded,
	"33_txt_crlf_bom":                       golden.mergesUnmarked,
	"36_mixed_json_txt":                     golden.mergesAsRecorded,
	"38_mixed_empty_json_and_txt":           golden.mergesTextAlone,
	"42_comma_string_with_spaces":           golden.mergesAsRecorded,
	"50_parse_step_feedback":                golden.readsFeedback,
	"51_evaluate_feedback_keyword":          golden.isNotOurs,
	"53_files_seed_example":                 golden.writesAsRecorded,
	"55_files_all_null_feedback":            golden.writesAsRecorded,
	"57_files_content_equals_header":        golden.writesOnce,
	"60_files_final_saved_twice":            golden.writesOneFinal,
	"62_final_fenced_json":                  golden.readsFinal,
	"64_final_bare_json":                    golden.readsFinal,
	"65_final_json_in_prose":                golden.readsFinal,
	"69_final_placeholder_filter":           golden.keepsAll,
	"71_final_string_category_crashes":      golden.refusesFinal,
	"72_verbalized_entropy":                 golden.readsEntropy,
}

// deviations are the cases of which not all that was recorded is met, and why.
var deviations = map[string]string{
	"05_merge_identical_final_in_two_files": "equal contents stand once; which files they came from is kept by entries, not by a merge",
	"13_partly_bad_file_half_merged":        "a null content is empty, and the file is merged whole",
	"17_stacked_items_are_objects":          "a file of a wrong type is skipped whole, with its reason",
	"22_json_utf8_bom":                      "a byte order mark does no harm",
	"33_txt_crlf_bom":                       "a byte order mark is taken away",
	"38_mixed_empty_json_and_txt":           "files that have nothing make no titles",
	"50_parse_step_feedback":                "both grammars, word boundaries, no text lost: see feedbackRows",
	"51_evaluate_feedback_keyword":          "no text is searched for words that would make it feedback; it comes as such",
	"57_files_content_equals_header":        "the text file is made from the snapshot, so no line stands twice",
	"60_files_final_saved_twice":            "a new final replaces the old one in both files, and all four keys are written",
	"64_final_bare_json":                    "bare JSON is read",
	"65_final_json_in_prose":                "JSON in prose is read",
	"69_final_placeholder_filter":           "no content is left out for its words",
	"71_final_string_category_crashes":      "a category that is no object is a fault for the retry",
}

// TestGolden goes through every recorded case, where they lie beside the
// repository.
func TestGolden(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "golden", "grounding")
	data, err := os.ReadFile(filepath.Join(root, "MANIFEST.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the recorded cases are not here")
	}
	var manifest struct{ Cases []golden }
	if err := errors.Join(err, json.Unmarshal(data, &manifest)); err != nil {
		t.Fatal(err)
	}
	for _, c := range manifest.Cases {
		t.Run(c.ID, func(t *testing.T) {
			check, ok := goldens[c.ID]
			if !ok {
				t.Fatal("nothing checks this case")
			}
			if reason := deviations[c.ID]; c.Verdict == "conform" && reason != "" {
				t.Errorf("not met, though it conforms: %s", reason)
			}
			c.T, c.dir = t, filepath.Join(root, c.ID)
			check(c)
		})
	}
}

// file reads a file of the case.
func (g golden) file(name string) string {
	g.Helper()
	data, err := os.ReadFile(filepath.Join(g.dir, filepath.FromSlash(name)))
	if err != nil {
		g.Fatal(err)
	}
	return string(data)
}

func (g golden) same(what, want, got string) {
	g.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		g.Errorf("%s: %s", what, diff)
	}
}

// isNotOurs is for what the package has no part in.
func (g golden) isNotOurs() { g.Skip(deviations[g.ID]) }

// snapshot reads a snapshot, or a part of one under its key.
func (g golden) snapshot(data string) Snapshot {
	g.Helper()
	s, err := ReadSnapshot([]byte(data))
	if err != nil {
		g.Fatal(err)
	}
	return s
}

// readsFinal wants the final of the recorded good answer.
func (g golden) readsFinal() {
	got, err := ParseFinal(g.file("inputs.raw_response.txt"))
	if err != nil {
		g.Fatal(err)
	}
	want := *g.snapshot(`{"final_grounding": ` + g.file("../62_final_fenced_json/expected.final.json") + `}`).Final
	want.Generated = "" // the caller's
	if diff := cmp.Diff(want, got); diff != "" {
		g.Error(diff)
	}
}

func (g golden) keepsAll() {
	answer := g.file("inputs.raw_response.txt")
	got, err := ParseFinal(answer)
	if err != nil {
		g.Fatal(err)
	}
	for _, c := range feedback.Categories() {
		if text := *got.Of(c); text == "" || !strings.Contains(answer, text) {
			g.Errorf("%s is %q", c, text)
		}
	}
}

func (g golden) refusesFinal() {
	if got, err := ParseFinal(g.file("inputs.raw_response.txt")); !fault.Is(err, fault.Invalid) {
		g.Errorf("got %+v, %v, want an invalid fault", got, err)
	}
}

func (g golden) readsEntropy() {
	actions := []string{"north", "south", "west", "east"}
	var rows []struct {
		Input  string
		Output struct {
			Action        [Lookahead]string
			Executability float64
			Probs         map[string]map[string]float64
			Entropies     [Lookahead]float64 `json:"step_entropies"`
			Weighted      float64            `json:"weighted_entropy"`
		}
	}
	if err := json.Unmarshal([]byte(g.file("expected.rows.json")), &rows); err != nil {
		g.Fatal(err)
	}
	for _, row := range rows {
		want := Verbalized{Best: row.Output.Action, Executability: row.Output.Executability, Entropies: row.Output.Entropies, Weighted: row.Output.Weighted}
		for i, step := range []string{"step1", "step2", "step3"} {
			for _, action := range actions {
				want.Probabilities[i] = append(want.Probabilities[i], row.Output.Probs[step][action])
			}
		}
		got := ParseVerbalized(row.Input, actions)
		got.Whole = false // is not in the recording
		if diff := cmp.Diff(want, got, near()); diff != "" {
			g.Errorf("%s: %s", row.Input, diff)
		}
	}
}
