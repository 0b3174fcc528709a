package agent

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/golden"
	"navd/daemon/fault"
	"navd/daemon/knowledge"
)

func readRecorded(t *testing.T, name string, into any) {
	golden.Recorded(t, "../../../../shared/golden/knowledge/"+name, into)
}

// TestRecordedTurns: turns are read as the recorded parser read them, but for what is
// said here.
func TestRecordedTurns(t *testing.T) {
	otherwise := map[int]struct {
		why  string
		want Turn
		says string // of an error
	}{
		1: {why: "a final answer behind an action was written before the action's result was known; the action is done first",
			want: Turn{Thought: "t", Action: "a", Input: "x", Final: "y", Ends: true}},
		2: {why: "the same error, in our words", says: "the action has no input"},
		3: {why: "an observation that the model made up is no part of the input",
			want: Turn{Action: "a", Input: `{"a":1}`}},
		4: {why: "words in the quotes of an input are no final answer",
			want: Turn{Thought: "t", Action: "commit_to_memory", Input: `{"content":"Final Answer: 아님"}`}},
		6: {why: "labels in small letters are labels", want: Turn{Action: "a", Input: "b"}},
		8: {why: "the same error, in our words", says: "neither a tool to call nor a final answer"},
	}
	var rows []struct {
		In  string
		Out struct{ Action, Input, Error string }
	}
	readRecorded(t, "react_output_parser.json", &rows)
	for n, row := range rows {
		got, err := ParseTurn(row.In)
		o, other := otherwise[n]
		switch {
		case o.says != "":
			if err == nil || !strings.Contains(err.Error(), o.says) {
				t.Errorf("%q: %+v, %v; want %s (%s)", row.In, got, err, o.says, o.why)
			}
		case err != nil:
			t.Errorf("%q: %v", row.In, err)
		case other:
			if diff := cmp.Diff(o.want, got); diff != "" {
				t.Errorf("%q, -want +got (%s):\n%s", row.In, o.why, diff)
			}
		case got.Action != row.Out.Action || got.Input != row.Out.Input:
			t.Errorf("%q: %+v, recorded %+v", row.In, got, row.Out)
		}
	}
}

// asText is a recorded value as a model writes it: a text as it is, else JSON.
func asText(t *testing.T, v any) string {
	t.Helper()
	if text, is := v.(string); is {
		return text
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// recorded is a call of a tool, and what the recorded tools passed on.
type recorded struct {
	Tool       string
	Args       []any
	Kwargs     map[string]any
	Result     string
	Downstream [][]any
}

// arguments reads a recorded call: what stands in the first place as the input, other
// places and names as they are.
func (r recorded) arguments(t *testing.T) (Args, error) {
	t.Helper()
	n := slices.IndexFunc(tools(), func(o tool) bool { return o.name == r.Tool })
	of := tools()[n]
	places := of.params
	if r.Tool == "get_knowledge_detail" {
		places = []string{"knowledge_type", "knowledge_id"}
	}
	a := Args{}
	for i, arg := range r.Args {
		text := asText(t, arg)
		if i > 0 {
			if text != "" {
				a[places[i]] = text
			}
			continue
		}
		first := slices.Concat([]string{places[0]}, of.params)
		read, err := ParseInput(text, first, of.whole)
		if err != nil {
			return nil, err
		}
		a = read
	}
	if len(r.Kwargs) > 0 {
		more, err := ParseInput(asText(t, r.Kwargs), of.params, "")
		if err != nil {
			return nil, err
		}
		maps.Copy(a, more)
	}
	return a, nil
}

// TestRecordedInputs: calls are read as the recorded tools read them, but for what is
// said here. Values with blanks, quotes and commas stay whole.
func TestRecordedInputs(t *testing.T) {
	rows := map[string][]string{ // of rules: each its condition and its action
		"0": {"battery < 20", "dock"}, "1": {"battery < 20", "dock"}, "3": {"c", "a"}, "11": {"deep", "found"},
	}
	for _, c := range []struct {
		file      string
		otherwise map[int]string // by row: what is read, with the reason
	}{
		{"input_parsing_commit_to_skill.json", map[int]string{
			3: "operation=create", // small letters are the same operation: it was refused as unknown
		}},
		{"input_parsing_determine_operation.json", map[int]string{
			1: `content=a "quoted" thing knowledge_type=SKILL`, // it was cut at the first quote inside
			2: "content=just text",                             // that a kind is missing is said by the tool
			3: "knowledge_type=MEMORY",
		}},
		{"input_parsing_get_knowledge_detail.json", map[int]string{
			1: "knowledge_id=my skill knowledge_type=SKILL", // it was cut at the blank
			2: "knowledge_id=sk", 3: "knowledge_id=foo", 4: "knowledge_id=R1",
			5: "knowledge_type=SKILL",
			6: "error it begins like JSON, and is none", // it was taken for a kind
		}},
		{"input_parsing_commit_to_dmn_rule.json", map[int]string{
			2:  `merge_mode=REFINE operation=UPDATE rule_id=rule-42 x = "a}b" → go {left} / y → z`, // two rows were run into one
			4:  "operation=UPDATE rule_id=R1 c → a",                                                // a rule in quotes was not read
			5:  "vip → 20% / gold → 10%",                                                           // two rows were run into one
			6:  "error its condition is empty",
			7:  "error it is no JSON object",                // the tool says so
			8:  "battery < 20 → dock",                       // a fence was not read
			9:  "operation=UPDATE battery < 20 → dock",      // that the number is missing is said by the tool
			10: "operation=DELETE rule_id=R9 error no rule", // taking back needs no rule: a condition was asked for
			12: "error it is no JSON object",                // the quote is never closed
		}},
	} {
		var calls []recorded
		readRecorded(t, c.file, &calls)
		for n, r := range calls {
			want, other := c.otherwise[n]
			if !other {
				want = recordedWords(r)
				if row := rows[strconv.Itoa(n)]; row != nil && r.Tool == "commit_to_dmn_rule" {
					want = strings.TrimSpace(want + " " + row[0] + " → " + row[1])
				}
			}
			if got := inWords(t, r); got != want {
				t.Errorf("%s %d, %v %v:\n got %s\nwant %s", c.file, n, r.Args, r.Kwargs, got, want)
			}
		}
	}
}

// recordedWords are the arguments that were passed on, without those that are the
// tools' defaults.
func recordedWords(r recorded) string {
	if len(r.Downstream) == 0 {
		return "error"
	}
	passed := r.Downstream[0][1].(map[string]any)
	var out []string
	for _, k := range []string{"content", "knowledge_id", "knowledge_type", "merge_mode", "operation", "rule_id", "skill_id"} {
		v, is := passed[k].(string)
		byDefault := k == "operation" && v == "CREATE" && len(r.Kwargs) == 0 || k == "merge_mode" && (v == "REPLACE" || v == "MERGE") || v == "AUTO"
		if is && !byDefault {
			out = append(out, k+"="+v)
		}
	}
	return strings.Join(out, " ")
}

// inWords reads a call, as a line.
func inWords(t *testing.T, r recorded) string {
	t.Helper()
	a, err := r.arguments(t)
	if err != nil {
		return "error " + fault.As(err).Message[:min(len(fault.As(err).Message), len("it begins like JSON, and is none"))]
	}
	for _, id := range []string{"skill_id", "rule_id"} {
		if r.Tool == "get_knowledge_detail" && a.text(id) != "" {
			a["knowledge_id"] = a.text(id)
		}
	}
	var out []string
	for _, k := range []string{"content", "knowledge_id", "knowledge_type", "merge_mode", "operation", "rule_id", "skill_id"} {
		v := a.text(k)
		if k == "operation" || k == "merge_mode" {
			v = strings.ToUpper(v)
		}
		if v != "" && (k != "skill_id" || r.Tool == "commit_to_skill") {
			out = append(out, k+"="+v)
		}
	}
	if r.Tool != "commit_to_dmn_rule" {
		return strings.ReplaceAll(strings.Join(out, " "), "operation=CREATE", "operation="+a.text("operation"))
	}
	o, err := a.object("dmn_artifact_json")
	if o == nil && err == nil {
		return strings.Join(append(out, "error no rule"), " ")
	}
	if err != nil {
		return "error " + fault.As(err).Message
	}
	rule, err := ParseRule(o)
	if err != nil {
		return "error " + fault.As(err).Message
	}
	var rows []string
	for _, row := range rule.Rows {
		rows = append(rows, row.If+" → "+row.Then)
	}
	return strings.Join(append(out, strings.Join(rows, " / ")), " ")
}

// TestRecordedSkillIDs: lists are lists, however they are written. The recorded parser
// left the brackets and quotes of JSON in the names.
func TestRecordedSkillIDs(t *testing.T) {
	want := [][]string{nil, {"a"}, {"x", "y"}, {"p", "q"}, {"a", "b"}, {"a", "b"}}
	var rows []struct{ In any }
	readRecorded(t, "parse_skill_ids.json", &rows)
	for n, row := range rows {
		text := ""
		if row.In != nil {
			text = asText(t, row.In)
		}
		a, err := ParseInput(text, []string{"skill_ids", "case"}, "")
		if err != nil {
			t.Errorf("%v: %v", row.In, err)
			continue
		}
		if diff := cmp.Diff(want[n], a.list("skill_ids")); diff != "" {
			t.Errorf("%v, -want +got:\n%s", row.In, diff)
		}
	}
}

// A rule that is given in words is read as a user's sentence is, each row as one.
func TestRuleInWords(t *testing.T) {
	o, err := Args{"r": `{"rules": [{"condition": "looking for a television", "action": "never enter the bathroom"}, {"condition": "battery below 20", "action": "stop"}]}`}.object("r")
	if err != nil {
		t.Fatal(err)
	}
	r, err := ParseRule(o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := r.Body("what was said")
	if err != nil {
		t.Fatal(err)
	}
	want := []knowledge.Row{
		{When: map[string]string{"target": `"television"`}, Then: map[string]string{"forbid place": `"bathroom"`}},
		{When: map[string]string{"battery": "< 20"}, Then: map[string]string{"stop": "true"}},
	}
	if diff := cmp.Diff(want, knowledge.RowsOf(b.Rule.Decisions[0].Table)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
