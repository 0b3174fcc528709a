package lats

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParse reads what models write beside the recorded completions.
func TestParse(t *testing.T) {
	types := append(actionsOf("search", "lookup", "finish", "path", "recall"), ActionType{Name: "frontier", Optional: true})
	search := func(thought, param string) Parsed {
		return Parsed{thought, Action{"search", param}, "Search[" + param + "]", OK}
	}
	tests := []struct {
		name, text string
		want       Parsed
	}{
		{"echoed label", "Thought 1: I look.\nAction 1: Search[mug]", search("I look.", "mug")},
		{"indented", "I look.\n   Action 1:   Search[mug]  ", search("I look.", "mug")},
		{"full-width", "Ｔｈｏｕｇｈｔ　１：I look.\nＡｃｔｉｏｎ　１：Search［mug］", search("I look.", "mug")},
		{"full-width colon", "I look.\nAction 1：Search[mug]", search("I look.", "mug")},
		{"bold action", "I look.\n**Action 1: Search[mug]**", search("I look.", "mug")},
		{"in code marks", "I look.\nAction 1: `Search[mug]`", search("I look.", "mug")},
		{"lines of a thought", "I look.\n\nThe hall: seen. The observation was none.\nAction 1: Search[mug]", search("I look. The hall: seen. The observation was none.", "mug")},
		{"on the thought's line", "I look. Action 1: Search[mug]", search("I look.", "mug")},
		{"on the line behind the label", "I look.\nAction 1:\nSearch[mug]", search("I look.", "mug")},
		{"in a fence behind the label", "I look.\nAction 1:\n```\nSearch[mug]\n```", search("I look.", "mug")},
		{"Korean labels", "생각 1: 찾자.\n행동 1: Search[머그]", search("찾자.", "머그")},
		{"made-up observation", "I look.\nObservation 1: I see it.\nAction 1: Search[mug]", Parsed{Thought: "I look.", Status: NoAction}},
		{"text behind the action", "I look.\nAction 1: Search[mug] and then Finish[x]", search("I look.", "mug")},
		{"inner brackets", "Action 1: Search[a [b: c] d]", search("", "a [b: c] d")},
		{"no parameter needed", "Action 1: Frontier[]", Parsed{"", Action{"frontier", ""}, "Frontier[]", OK}},
		{"no brackets needed", "Action 1: Frontier", Parsed{"", Action{"frontier", ""}, "Frontier", OK}},
		{"empty parameter", "Action 1: Search[ ]", Parsed{"", Action{"search", ""}, "Search[ ]", EmptyParam}},
		{"parameter forgotten", "Action 1: Search", Parsed{"", Action{"search", ""}, "Search", EmptyParam}},
		{"free text", "Action 1: Search for the mug", Parsed{"", Action{"", "Search for the mug"}, "Search for the mug", Malformed}},
		{"free text with brackets", "Action 1: search for [the mug]", Parsed{"", Action{"", "search for [the mug]"}, "search for [the mug]", Malformed}},
		{"unclosed before a label", "Action 1: Search[mug\nThought 2: on", Parsed{"", Action{"search", "mug"}, "Search[mug", Unclosed}},
		{"no label", "I would use Search[mug]", Parsed{Thought: "I would use Search[mug]", Status: NoAction}},
		{"Windows line ends", "I look.\r\nAction 1: Search[mug]\r\n", search("I look.", "mug")},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, Parse(test.text, types)); diff != "" {
			t.Errorf("%s, -want +got:\n%s", test.name, diff)
		}
	}
}

// TestParseValue reads scores beside the recorded ones. 0: it is no score.
func TestParseValue(t *testing.T) {
	for text, want := range map[string]float64{
		"3 out of 10": 0.3, "I would say 3 out of 10.": 0.3, "It is near.\n**8.5 out of 10**": 0.85, "Score: 7 out of ten": 0.7, "10 out of 10": 1,
		"Thus the correctness score is 3 out of 10": 0.3, "7 / 10": 0.7,
		"3 out of 10\nI am not sure.": 0, "3 out of 100": 0, "30 out of 10": 0, "0 out of 10": 0, "3 out of 5": 0, "-3 out of 10": 0, "room 1.23.4 out of 10": 0, "step 3/10": 0,
	} {
		if got, ok := ParseValue(text); got != want || ok != (want > 0) {
			t.Errorf("%q: got %g, %t, want %g", text, got, ok, want)
		}
	}
}

func TestStructured(t *testing.T) {
	o := Options{Actions: actionsOf("search", "finish")}
	tests := []struct {
		name, text string
		want       Parsed
		ok         bool
	}{
		{"parts", `{"thought": "I look.", "action": "Search", "param": "mug"}`, Parsed{"I look.", Action{"search", "mug"}, "Search[mug]", OK}, true},
		{"with brackets", `{"thought": "I look.", "action": "Search[a: [b]]"}`, Parsed{"I look.", Action{"search", "a: [b]"}, "Search[a: [b]]", OK}, true},
		{"unknown", `{"action": "jump", "param": "x"}`, Parsed{"", Action{"jump", "x"}, "jump[x]", UnknownType}, true},
		{"free text", `{"action": "Search for it"}`, Parsed{"", Action{"", "Search for it"}, "Search for it", Malformed}, true},
		{"no object", "Action 1: Search[mug]", Parsed{}, false},
	}
	for _, test := range tests {
		got, ok := o.object(test.text)
		if diff := cmp.Diff(test.want, got); diff != "" || ok != test.ok {
			t.Errorf("%s: %v, -want +got:\n%s", test.name, ok, diff)
		}
	}
}

// TestInvalidActions: a step that is no action becomes a node with that
// observation, and neither the environment nor the model is asked about it.
func TestInvalidActions(t *testing.T) {
	s := begun(t, Options{Question: "q", Samples: 3, Actions: actionsOf("search")})
	tell(t, s, Answer{Texts: []string{"Action 1: Search for the Mug", "Action 1: Jump[high]", "Action 1: Search[]"}})
	var got []string
	for _, n := range s.Nodes()[1:] {
		got = append(got, n.Observation)
	}
	want := []string{"Invalid action: search for the mug", "Invalid action: jump[high]", "Invalid action: search[]"}
	if diff := cmp.Diff(want, got[:3]); diff != "" || s.Result().Spent.EnvSteps > 0 {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestKeys: actions that do the same have the same key.
func TestKeys(t *testing.T) {
	same := [][2]string{{"Kitchen", "the kitchen."}, {"red  mug", `"Red mug"`}, {"주방", "주방!"}, {"1,000", "1000"}, {"anchor:12", "Anchor 12"}, {"ＡＢ", "ab"}}
	other := [][2]string{{"angle=30", "angle=-30"}, {"1.5", "15"}, {"a", "b"}, {"c++", "c"}, {"1,12", "11,2"}, {"!", "?"}, {"a", ""}}
	for _, p := range same {
		if a, b := (Action{"x", p[0]}).Key(), (Action{"x", p[1]}).Key(); a != b {
			t.Errorf("%q and %q: %s, %s", p[0], p[1], a, b)
		}
	}
	for _, p := range other {
		if a, b := (Action{"x", p[0]}).Key(), (Action{"x", p[1]}).Key(); a == b {
			t.Errorf("%q and %q are both %s", p[0], p[1], a)
		}
	}
}
