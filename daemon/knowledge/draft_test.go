package knowledge

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"navd/cmd/golden"
	"navd/daemon/knowledge/dmn"
)

// becomeRules holds that each text becomes the rule beside it, which is fit to go live, also
// where its letters are written in parts.
func becomeRules(t *testing.T, rules map[string]string) {
	t.Helper()
	for text, want := range rules {
		d := Read(text, "")
		if d.Kind != Rule || d.Intent != "a rule: "+want {
			t.Errorf("%s: %s %q %s", text, d.Kind, d.Intent, d.Note)
			continue
		}
		if apart := Read(norm.NFD.String(text), ""); apart.Intent != d.Intent || apart.Body.Hash() != d.Body.Hash() {
			t.Errorf("%s, in parts: %s %q %s", text, apart.Kind, apart.Intent, apart.Note)
		}
		if rule, problems := Compile(Item{ID: "k1", Version: 1, Body: d.Body}); rule == nil {
			t.Errorf("%s: %+v", text, problems)
		}
		if r := dmn.Check(d.Body.Rule); !r.OK || len(r.Dead) > 0 {
			t.Errorf("%s: %+v", text, r)
		}
	}
}

// TestSentences: what conditional sentences become, in both languages; and what
// becomes no rule, with the reason.
func TestSentences(t *testing.T) {
	becomeRules(t, map[string]string{
		"Never enter the bathroom when looking for a television":                    `forbid place "bathroom" when target "television"`,
		"If you are looking for a TV, do not go into the bathroom":                  `forbid place "bathroom" when target "television"`,
		"TV를 찾을 때는 화장실에 들어가지 마":                                                     `forbid place "bathroom" when target "television"`,
		"When looking for a remote, prefer the living room":                         `prefer place "living room" when target "remote control"`,
		"look in the kitchen first when you search for a mug":                       `prefer place "kitchen" when target "mug"`,
		"컵을 찾으면 부엌을 먼저 봐":                                                           `prefer place "kitchen" when target "mug"`,
		"If you look for keys or a wallet, search the hallway and the bedroom only": `require place ["bedroom", "corridor"] when target "key chain", "wallet"`,
		"while looking for a flux capacitor avoid bathrooms":                        `forbid place "bathroom" when target "flux capacitor"`,
		"when stuck, turn left":                                                     `prefer direction "left" when stuck true`,
		"부엌에 있을 때는 왼쪽으로 가지 마":                                                       `forbid direction "left" when place_type "kitchen"`,
		"부엌에서는 왼쪽으로 가지 마":                                                           `forbid direction "left" when place_type "kitchen"`,
		"when in the kitchen and stuck, stop":                                       `stop true when place_type "kitchen" and stuck true`,
		"if the battery is below 20, go back to the bedroom":                        `prefer place "bedroom" when battery < 20`,
		"배터리가 20% 이하이면 멈춰":                                                          `stop true when battery <= 20`,
		"after 300 steps stop":                                                      `stop true when steps > 300`,
		"when you have made more than 300 steps, go at most 2 m":                    `set range_m 2 when steps > 300`,
		"when you go back and forth, do not go straight on":                         `forbid direction "ahead" when ababa true`,
		"Never enter the garage":                                                    `forbid place "garage", always`,
		"please stay out of the bedroom and the bathroom":                           `forbid place ["bathroom", "bedroom"], always`,
		"부엌에는 절대 들어가지 마":                                                            `forbid place "kitchen", always`,
	})
	for text, want := range map[string]string{
		"If the door is closed, knock":      "the condition “the door is closed” was not understood",
		"when stuck, sing":                  "what is to be done was not understood",
		"when stuck":                        "what is to be done was not understood",
		"if it rains stop and wait a while": "was not understood",
	} {
		if d := Read(text, ""); d.Kind != Memory || !strings.Contains(strings.NewReplacer(`"`, "").Replace(d.Note), strings.NewReplacer("“", "", "”", "").Replace(want)) {
			t.Errorf("%s: %s %q", text, d.Kind, d.Note)
		}
	}
}

// TestListsInConditions: each item of a list counts, whether navd knows it or not; a list that
// cannot be read whole becomes no rule.
func TestListsInConditions(t *testing.T) {
	becomeRules(t, map[string]string{
		"when looking for a pen, a book or a laptop, never enter the hallway": `forbid place "corridor" when target "book", "laptop", "pen"`,
		"when looking for a fork, a spoon or a knife avoid the garage":        `forbid place "garage" when target "fork", "knife", "spoon"`,
		"when looking for a fork, a spoon, or a knife, go to the kitchen":     `prefer place "kitchen" when target "fork", "knife", "spoon"`,
		"never enter the hallway when looking for a pen, a book or a laptop":  `forbid place "corridor" when target "book", "laptop", "pen"`,
		"when looking for a pen and a laptop, go to the office":               `prefer place "office" when target "laptop", "pen"`,
		"when looking for the cat or the dog, never enter the garage":         `forbid place "garage" when target "cat", "dog"`,
		"when looking for the cat, the dog or my mug, never enter the garage": `forbid place "garage" when target "cat", "dog", "mug"`,
		"when looking for a pen, a wozzle or a book, never enter the garage":  `forbid place "garage" when target "book", "pen", "wozzle"`,
		"when in the kitchen, the bathroom or the hallway, turn left":         `prefer direction "left" when place_type "bathroom", "corridor", "kitchen"`,
		"if the goal is not a bed, a sofa or a chair, avoid the bedroom":      `forbid place "bedroom" when target not("bed", "chair", "sofa")`,
		"when looking for a mug, stuck, turn left":                            `prefer direction "left" when stuck true and target "mug"`,
		"펜, 책, 노트북을 찾을 때는 복도에 들어가지 마":                                         `forbid place "corridor" when target "book", "laptop", "pen"`,
		"펜이나 책을 찾을 때는 복도에 들어가지 마":                                             `forbid place "corridor" when target "book", "pen"`,
	})
	for text, want := range map[string]string{
		"유리구슬이나 컵을 찾을 때는 복도에 들어가지 마":                                    "the condition",
		"when looking for a pen, or not a book, never enter the garage": "what is to be done",
		"when looking for a mug, if stuck, turn left":                   "the condition",
		"when looking for a mug, a wozzle go to the kitchen":            "what is to be done",
	} {
		if d := Read(text, ""); d.Kind != Memory || !strings.Contains(d.Note, want) {
			t.Errorf("%s: %s %q %s", text, d.Kind, d.Intent, d.Note)
		}
	}
}

// TestOtherDrafts: what becomes a skill, and what stays a memory though it has a word or
// a number of a rule or a skill.
func TestOtherDrafts(t *testing.T) {
	for text, want := range map[string]string{
		"1. Stop. 2. Look.\n3. Go.":                       "a skill of 3 steps: Stop. 1. Stop.|2. Look.|3. Go.",
		"Doors: 1) Stop before it 2) Go":                  "a skill of 2 steps: Doors 1) Stop before it|2) Go",
		"Doors\n\n1. Stop.\n\n2. Go.":                     "a skill of 2 steps: Doors 1. Stop.||2. Go.",
		"there are 2. floors and 1. cellar":               "remember a statement",
		"the mug is not in the kitchen":                   "remember a statement",
		"never go to the kitchen with the chairs in it":   "remember a statement",
		"do not bump into anything in the kitchen":        "remember a statement",
		"we never enter the kitchen because it is locked": "remember a statement",
	} {
		d := Read(text, "")
		got := d.Intent
		if d.Body.Skill != nil {
			got += " " + strings.ReplaceAll(d.Body.Skill.Text, "\n", "|")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// narrow is a rule with one column, over one input.
func narrow(input dmn.Input, column, output string, rows ...dmn.Rule) *dmn.Model {
	return &dmn.Model{Name: "m", Inputs: []dmn.Input{input}, Decisions: []dmn.Decision{{
		ID: "d", Name: "d", Needs: []string{input.ID}, Table: &dmn.Table{
			Policy: dmn.Unique, Inputs: []dmn.Column{{Text: column, Type: input.Type}}, Outputs: []dmn.Output{{Name: output}}, Rules: rows,
		},
	}}}
}

// TestCompileRefuses: rules of which plans could not obey all.
func TestCompileRefuses(t *testing.T) {
	rule := func(input, kind, output, cell, result string) *dmn.Model {
		return narrow(dmn.Input{ID: "i", Name: input, Type: kind}, input, output, dmn.Rule{When: []string{cell}, Then: []string{result}})
	}
	for name, c := range map[string]struct {
		model *dmn.Model
		want  string
	}{
		"unknown input":     {rule("mood", "string", "stop", "-", "true"), `plans have no input "mood"`},
		"type of the input": {rule("steps", "string", "stop", "-", "true"), "steps is a number"},
		"unknown output":    {rule("steps", "number", "fly", "-", "true"), `plans obey no output "fly"`},
		"no room":           {rule("steps", "number", "forbid_place", "-", `"unknown"`), `"unknown" is not a type of room`},
		"no length":         {rule("steps", "number", "set_range_m", "-", `-3`), `a leg goes more than 0 metres`},
		"no direction":      {rule("steps", "number", "forbid direction", "-", `"up"`), `"up" is not a direction`},
		"no action":         {rule("steps", "number", "forbid action", "-", `"move_forward"`), "turn_left and turn_right"},
		"does not compile":  {rule("steps", "number", "stop", "now()", "true"), "the function now() is not supported"},
		"no rule":           {nil, "k1 is no rule"},
	} {
		rule, problems := Compile(Item{ID: "k1", Version: 1, Body: Body{Rule: c.model}})
		if rule != nil || len(problems) == 0 || !strings.Contains(problems[0].What, c.want) {
			t.Errorf("%s: %+v, want %q", name, problems, c.want)
		}
	}
}

// TestFailingRule: a rule that fails wants nothing, and is reported; the others hold.
func TestFailingRule(t *testing.T) {
	rule := func(id, when, then string) *CompiledRule {
		m := narrow(dmn.Input{ID: "i", Name: "steps", Type: "number"}, "100 / steps", "say",
			dmn.Rule{When: []string{when}, Then: []string{then}}, dmn.Rule{When: []string{"> 90"}, Then: []string{then}})
		l, problems := Compile(Item{ID: id, Version: 1, Body: Body{Rule: m}})
		if l == nil {
			t.Fatal(problems)
		}
		return l
	}
	rules := []*CompiledRule{rule("k1", "> 2", `"a"`), rule("k2", "[1..3)", `"b"`)}
	for steps, want := range map[int]string{
		0:  "fired [], skipped [k1@1: division of 100 by zero k2@1: division of 100 by zero]",
		1:  "fired [k2@1], skipped [k1@1: 2 rows match, and the hit policy is unique]",
		50: "fired [k2@1], skipped []",
	} {
		r := Judge(rules, State{Steps: steps})
		fired, skipped := []string{}, []string{}
		for _, f := range r.Fired {
			fired = append(fired, f.Rule)
		}
		for _, s := range r.Skipped {
			skipped = append(skipped, s.Rule+": "+s.Why)
		}
		got := "fired [" + strings.Join(fired, " ") + "], skipped [" + strings.Join(skipped, " ") + "]"
		if got != want {
			t.Errorf("%d steps: %s, want %s", steps, got, want)
		}
	}
}

// TestContradict: opposite wishes for the same case.
func TestContradict(t *testing.T) {
	body := func(text string) Body { return Read(text, Rule).Body }
	a := body("never enter the bathroom when looking for a television")
	for text, want := range map[string]bool{
		"prefer the bathroom when looking for a television": true,
		"prefer the bathroom when looking for soap":         false,
		"avoid the bathroom when looking for a television":  false,
		"the keys hang by the door":                         false,
	} {
		if got := Contradict(a, body(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestNextNumber holds the numbers of versions to those that were recorded.
func TestNextNumber(t *testing.T) {
	var cases []struct {
		In  [2]*string
		Out string
	}
	golden.Recorded(t, "../../../shared/golden/knowledge/next_version.json", &cases)
	for _, c := range cases {
		last := ""
		if c.In[0] != nil {
			last = *c.In[0]
		}
		if got := NextNumber(last, Mode(*c.In[1])); got != c.Out {
			t.Errorf("%s after %q is %s, want %s", *c.In[1], last, got, c.Out)
		}
	}
}

// FuzzRead: every text becomes something, and a rule that is made can go live.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"never enter the bathroom when stuck", "배터리가 20% 이하이면 멈춰", "1. a\n2. b", "forget k3", "if , and", `when looking for a "x", avoid the kitchen`} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, text string, asRule bool) {
		want := Kind("")
		if asRule {
			want = Rule
		}
		d := Read(text, want)
		if d.Bare || d.Takes {
			return
		}
		if d.Kind != Rule {
			if d.Body.Rule != nil || (d.Body.Text == "" && d.Body.Skill == nil && strings.TrimSpace(text) != "") {
				t.Errorf("%q: %+v", text, d)
			}
			return
		}
		if rule, problems := Compile(Item{ID: "k1", Version: 1, Body: d.Body}); rule == nil {
			t.Errorf("%q: %+v", text, problems)
		}
	})
}
