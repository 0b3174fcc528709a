package grounding_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	. "navd/daemon/grounding"
)

// walked makes the snapshot that the case's inputs lead to.
func (g golden) walked() Snapshot {
	g.Helper()
	var in struct {
		Episode json.RawMessage `json:"episode_id"`
		Steps   json.RawMessage
		Final   json.RawMessage `json:"final_grounding"`
	}
	if err := json.Unmarshal([]byte(g.file("inputs.json")), &in); err != nil {
		g.Fatal(err)
	}
	read := g.snapshot(fmt.Sprintf(`{"expr_info": {"episode_id": %s}, "grounding_per_step": %s, "final_grounding": %s}`, in.Episode, in.Steps, in.Final))
	s := Snapshot{Info: read.Info, Final: read.Final}
	for _, step := range read.Steps {
		s = s.With(step)
	}
	if recorded := g.snapshot(g.file("expected.episode.json")); s.Final != nil {
		s.Final.Generated = recorded.Final.Generated // the clock of the recording
	}
	return s
}

func (g golden) writesJSON(s Snapshot) {
	g.Helper()
	data, err := s.JSON()
	if err != nil {
		g.Fatal(err)
	}
	g.same("JSON", g.file("expected.episode.json"), string(data))
}

func (g golden) writesAsRecorded() {
	s := g.walked()
	g.writesJSON(s)
	g.same("text", g.file("expected.episode.txt"), s.Text())
	g.same("text at the begin", g.file("expected.initial.txt"), Snapshot{}.Text())
}

func (g golden) writesOnce() {
	s := g.walked()
	g.writesJSON(s)
	text := strings.ReplaceAll(s.Text(), "\n  ", "\n") // where further lines are indented
	for _, line := range s.Stacked.Spatial {
		if n := strings.Count(text, line); n != 1 {
			g.Errorf("%q stands %d times", line, n)
		}
	}
}

func (g golden) writesOneFinal() {
	s := g.snapshot(g.file("expected.episode.json"))
	text := s.Text()
	if strings.Count(text, "\n## Final Grounding") != 1 || !strings.Contains(text, "\n"+s.Final.Spatial.Content+"\n") {
		g.Errorf("the text has not one final:\n%s", text)
	}
	data, err := s.JSON()
	if err != nil {
		g.Fatal(err)
	}
	if diff := cmp.Diff(s, g.snapshot(string(data))); diff != "" {
		g.Error(diff)
	}
}

// A feedbackRow is a recorded row that is not met.
type feedbackRow struct {
	want string // verdict and categories of the items; "invalid"
	why  string
}

// feedbackRows holds them by their number.
var feedbackRows = map[int]feedbackRow{
	0:  {": spatial", "the first grammar is read"},
	8:  {"Failure: general", "no category: text of general"},
	11: {"invalid", "a wrong name in parentheses"},
	12: {"invalid", "a wrong name in parentheses"},
	13: {"Success: spatial spatial", "a category twice gives two items"},
	16: {"Success: procedural", "names at word boundaries alone"},
	18: {"Failure: spatial", "names at word boundaries alone"},
	21: {"Failure: spatial general", "text behind the parentheses is none of theirs"},
	22: {"Failure: spatial", "a parenthesis may be left open"},
	23: {"Failure: spatial", "a text may have lines"},
	25: {"Failure: spatial", "a full-width colon"},
	26: {": general spatial", "no verdict of ours, and no text is lost"},
	27: {": general", "a text is no command"},
	28: {": general", "a text is no command"},
	29: {": general", "no category: text of general"},
	34: {"Success: spatial", "long names of verdicts"},
	35: {"Success: spatial", "long names of categories"},
	36: {"Success: user_preference", "long names of categories"},
}

func (g golden) readsFeedback() {
	var rows []struct {
		Input  string
		Output struct{ Feedback map[feedback.Category]*string }
	}
	if err := json.Unmarshal([]byte(g.file("expected.rows.json")), &rows); err != nil {
		g.Fatal(err)
	}
	for i, row := range rows {
		got, err := feedback.Parse(row.Input, feedback.General)
		if other, ok := feedbackRows[i]; ok {
			if outline := outlined(got, err); outline != other.want {
				g.Errorf("row %d, %q: %s, want %s: %s", i, row.Input, outline, other.want, other.why)
			}
			continue
		}
		if err != nil {
			g.Errorf("row %d, %q: %v", i, row.Input, err)
		}
		texts, want := map[feedback.Category]string{}, map[feedback.Category]string{}
		for _, item := range got.Items {
			texts[item.Category] = item.Text
		}
		for c, text := range row.Output.Feedback {
			if text != nil {
				want[c] = strings.TrimSpace(*text)
			}
		}
		if diff := cmp.Diff(want, texts); diff != "" {
			g.Errorf("row %d, %q: %s", i, row.Input, diff)
		}
	}
}

// outlined says in short what a text gave.
func outlined(f feedback.Said, err error) string {
	if fault.Is(err, fault.Invalid) {
		return "invalid"
	}
	outline := string(f.Verdict) + ":"
	for _, item := range f.Items {
		outline += " " + string(item.Category)
	}
	return outline
}
