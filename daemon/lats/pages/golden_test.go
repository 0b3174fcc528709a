package pages

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/golden"
)

func recorded(t *testing.T, name string, into any) {
	golden.Recorded(t, "../../../../shared/golden/lats/"+name, into)
}

// house are the recorded pages, and the one that a name of many stands for.
func house(pages map[string][]string) *Env {
	e := &Env{Also: map[string]string{"Corridor": "[Corridor]"}}
	for title, paragraphs := range pages {
		e.Pages = append(e.Pages, Page{Title: title, Text: strings.Join(paragraphs, "\n")})
	}
	slices.SortFunc(e.Pages, func(a, b Page) int { return strings.Compare(a.Title, b.Title) })
	return e
}

// step is one recorded step.
type step struct {
	Action, Obs string
	Reward      float64
	Done        bool
	Info        Info
}

type recordedFile struct {
	QA    []struct{ Question, Answer string }
	Pages map[string][]string
	Cases []struct {
		ID    string
		Index int    `json:"question_idx"`
		First string `json:"first_obs"`
		Steps []step
	}
}

func TestRecordedSteps(t *testing.T) {
	var file recordedFile
	recorded(t, "env_cases.json", &file)
	// A miss leaves no page open, where the recorded environment goes on with the
	// page before it.
	otherwise := map[string]string{"not_found_keeps_page/3": "No page is open. Search for one first."}
	for _, c := range file.Cases {
		e := house(file.Pages)
		if c.ID == "disambiguation" {
			e.Pages = append(e.Pages, Page{"[Corridor]", "Corridor resolved page. It has two sentences."})
		}
		e.Index = c.Index
		for _, qa := range file.QA {
			if "Question: "+qa.Question == c.First {
				e.Gold = qa.Answer
			}
		}
		var s State
		for i, want := range c.Steps {
			if o, ok := otherwise[c.ID+"/"+string(rune('1'+i))]; ok {
				want.Obs = o
			}
			next, o := e.Step(s, want.Action)
			s = next
			got := step{want.Action, o.Observation, o.Reward, o.Done, o.Info}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, step %d, -want +got:\n%s", c.ID, i+1, diff)
			}
		}
	}
}

// TestBranches: a lookup in one branch reads the page of that branch.
func TestBranches(t *testing.T) {
	var file recordedFile
	recorded(t, "env_cases.json", &file)
	var trees struct {
		Cases []struct {
			Branch   string `json:"branch_of"`
			Siblings []string
			Right    string
		}
	}
	recorded(t, "env_tree_cases.json", &trees)
	e := house(file.Pages)
	for _, c := range trees.Cases {
		after := map[string]State{}
		for _, s := range c.Siblings {
			after[s], _ = e.Step(State{}, strings.ToLower(s[:1])+s[1:])
		}
		if _, o := e.Step(after[c.Branch], "lookup[mug]"); o.Observation != c.Right {
			t.Errorf("got %q, want %q", o.Observation, c.Right)
		}
	}
}

// TestAnswerLeaks: a right answer rewards its own step, and no later one.
func TestAnswerLeaks(t *testing.T) {
	e := &Env{Gold: "kitchen", Pages: []Page{{"Hall", "A hall."}}}
	s, right := e.Step(State{}, "finish[the kitchen]")
	_, later := e.Step(s, "search[Hall]")
	if right.Reward != 1 || later.Reward != 0 || later.Done || later.Info.Answer != nil {
		t.Errorf("%+v, then %+v", right, later)
	}
}

func TestInvalidActions(t *testing.T) {
	for _, action := range []string{"", "search", "search[]", "search[ ]", "[x]", "jump[x]", "search[x", "Search[x]"} {
		_, o := (&Env{}).Step(State{}, action)
		if want := "Invalid action: " + action; o.Observation != want {
			t.Errorf("%q: got %q, want %q", action, o.Observation, want)
		}
	}
}

func TestRecordedAnswers(t *testing.T) {
	type pair struct {
		Prediction, Gold string
		EM               float64
		F1               float64
		Precision        float64
		Recall           float64
	}
	var file struct {
		Normalize []struct{ Text, Upstream string }
		F1        []pair
		Cases     []struct {
			Text *string
			pair
			Upstream string
		}
	}
	recorded(t, "normalize_em_f1_cases.json", &file)
	for _, c := range file.Cases {
		if c.Text == nil {
			file.F1 = append(file.F1, c.pair)
			continue
		}
		file.Normalize = append(file.Normalize, struct{ Text, Upstream string }{*c.Text, c.Upstream})
	}
	for _, c := range file.Normalize {
		if got := Normalize(c.Text); got != c.Upstream {
			t.Errorf("%q: got %q, want %q", c.Text, got, c.Upstream)
		}
	}
	for _, c := range file.F1 {
		o := F1(c.Prediction, c.Gold)
		for _, d := range []float64{number(Exact(c.Prediction, c.Gold)) - c.EM, o.F1 - c.F1, o.Precision - c.Precision, o.Recall - c.Recall} {
			if math.Abs(d) > 1e-12 {
				t.Errorf("%q, %q: got %+v, want %+v", c.Prediction, c.Gold, o, c)
			}
		}
	}
}

func TestShared(t *testing.T) {
	text := "The hall is wide. It has a lamp.\nThe lamp is on."
	if got := First(text, 5); got != "The hall is wide. It has a lamp. The lamp is on." {
		t.Errorf("first: %q", got)
	}
	for number, want := range []string{"(Result 1 / 2) It has a lamp.", "(Result 2 / 2) The lamp is on.", "No more results.\n"} {
		if got, found := Find(text, "LAMP", number); got != want || found != (number < 2) {
			t.Errorf("result %d: %q, %v", number, got, found)
		}
	}
	if got := Similar([]string{"Attic", "Hall B", "Hall A", "Bath"}, "the hall", 3); !slices.Equal(got, []string{"Hall A", "Hall B", "Attic"}) {
		t.Errorf("similar: %v", got)
	}
}
