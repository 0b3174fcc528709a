package daemon_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/ipc"
)

// setting is one that a call can give too, with values in JSON. A call has VALUE
// where the value goes.
type setting struct {
	key, field string
	method     fmt.Stringer
	call       string
	good       []string // lowest, highest, or each name
	bad        []string // just outside, or no name: one sentence for all
	odd        []string // not finite, or of the wrong type
}

// begins is a setting that episode.begin can give.
func begins(name string, good, bad, odd []string) setting {
	return setting{"nav." + name, "config." + name, ipc.EpisodeBegin, `{"goal":"sofa","config":{"` + name + `":VALUE}}`, good, bad, odd}
}

// budgets is a setting whose range lats.open has too.
func budgets(name string, good, bad []string) setting {
	return setting{"lats." + name, "budgets." + name, ipc.LatsOpen,
		`{"question":"q","env":"external","actions":[{"name":"go"}],"budgets":{"` + name + `":VALUE}}`, good, bad, nil}
}

// overridable is every setting that a call can give, with the call.
func overridable() []setting {
	list := func(s ...string) []string { return s }
	number := list("nan", "inf", "-inf", `"far"`, "true", "[]")
	whole := append(list("1.5", "1e20"), number...)
	format := list("3", "true", "[]")
	return []setting{
		begins("forward_m", list("0.01", "10"), list("0.005", "10.01", "-1", "0"), number),
		begins("turn_deg", list("1", "7", "28.65", "180"), list("0.9", "180.5"), number),
		begins("scene_every", list("1", "10000", "20.0"), list("0", "10001"), whole),
		begins("queue_size", list("1", "100"), list("0", "101"), whole),
		begins("localize_radius_m", list("0", "0.05", "1000"), list("-0.01", "1000.1"), number),
		begins("stuck_window", list("2", "1000"), list("1", "1001"), whole),
		begins("anchor_every", list("1", "1000"), list("0", "1001"), whole),
		begins("dwell_steps", list("1", "999", "1000"), list("0", "1001"), whole),
		begins("stuck_rule", list(`"progress"`, `"literal"`, `"site"`), list(`"both"`, `""`, `"Site"`), format),
		begins("plan_triggers", list(`[]`, `["stuck","ababa"]`, `["episode_start","stop_without_goal","stuck","ababa"]`, `["stuck","stuck"]`),
			list(`["goal_changed"]`, `["stuck"`+strings.Repeat(`,"stuck"`, 16)+`]`), list(`["stuck",""]`, `["stuck",3]`)),
		{"planner.chain", "config.planner_chain", ipc.EpisodeBegin, `{"goal":"sofa","config":{"planner_chain":VALUE}}`,
			list(`["local"]`, `["nearest"]`, `["vertex"]`, `["vertex","vertex:flash","openai:a b","local"]`, `["genai","genai","nearest"]`),
			list(`["gpt"]`, `["vertex:"]`, `["Local"]`, `["local","vertex"]`, `["vertex","nearest","local"]`,
				`["vertex:`+strings.Repeat("x", 300)+`"]`, `["vertex"`+strings.Repeat(`,"vertex"`, 8)+`]`),
			list(`3`, `true`, `["local",3]`)}, // [] is in TestBeginWithoutChain
		{"lats.mode", "config.lats_mode", ipc.EpisodeBegin, `{"goal":"sofa","config":{"lats_mode":VALUE}}`, list(`"off"`, `"advise"`, `"decide"`), list(`"on"`), format},
		budgets("calls", list("1", "10000"), list("0", "10001")),
		budgets("deadline_ms", list("10", "3600000"), list("9", "3600001")),
		budgets("nodes", list("2", "10000"), list("1", "10001")),
		budgets("depth", list("1", "50"), list("0", "51")),
		{"planner.deadline_ms", "deadline_ms", ipc.NavPlan, `{"episode":"e001","labels":[{"view":0}],"deadline_ms":VALUE}`,
			list("1", "600000"), list("0", "600001"), whole},
		{"planner.budget.context", "budget", ipc.NavContext, `{"episode":"e001","budget":VALUE}`, list("0", "1000000"), list("-1", "1000001"), whole},
		{"grounding.budget", "budget", ipc.GroundingPrompt, `{"budget":VALUE}`, list("0", "1000000"), list("-1", "1000001"), whole},
		{"grounding.merge_format", "merge_format", ipc.GroundingMerge, `{"files":[],"merge_format":VALUE}`, list(`"txt"`, `"json"`, `"both"`), list(`"md"`), format},
		{"grounding.save_format", "format", ipc.GroundingExport, `{"format":VALUE}`, list(`"txt"`, `"json"`, `"both"`), list(`"md"`), format},
		{"nav.localize_radius_m", "radius_m", ipc.NavLocalize, `{"episode":"e001","radius_m":VALUE}`, list("0", "1000"), list("-0.01", "1000.1"), number},
	}
}

// TestOneRange feeds the same values through the file, the environment, a flag
// and the call: the verdict is one, and so are the words of a refusal.
func TestOneRange(t *testing.T) {
	providers := map[string]model.Model{}
	for _, name := range []string{"vertex", "genai", "openai"} { // those that the file knows
		providers[name] = modeltest.NewScript()
	}
	h := newHouse(t, withModels([]string{"local"}, providers))
	h.begin()
	for _, s := range overridable() {
		for _, v := range s.good {
			for way, f := range s.verdicts(t, h, v) {
				if f != nil {
					t.Errorf("%s = %s by %s: %v", s.key, v, way, f)
				}
			}
		}
		for _, v := range s.bad {
			words := map[string]string{}
			for way, f := range s.verdicts(t, h, v) {
				words[way] = sentence(f)
			}
			want := map[string]string{"file": words["call"], "env": words["call"], "flag": words["call"], "call": words["call"]}
			if v == `""` {
				delete(want, "env") // an empty variable counts as not set
				delete(words, "env")
			}
			if diff := cmp.Diff(want, words); diff != "" || words["call"] == "" {
				t.Errorf("%s = %s: got %q, -want +got:\n%s", s.key, v, words["call"], diff)
			}
		}
		for _, v := range s.odd {
			for way, f := range s.verdicts(t, h, v) {
				if f == nil || f.Allowed == "" || f.Hint == "" {
					t.Errorf("%s = %s by %s: %+v, want a refusal that says what is allowed, and what to do", s.key, v, way, f)
				}
			}
		}
	}
}

// sentence is what a refusal says beside the name of the field.
func sentence(f *fault.Error) string {
	if f == nil {
		return ""
	}
	return f.Message + ", given " + f.Given + ", allowed " + f.Allowed
}

// verdicts gives what each way says to a value, nil where it is taken.
func (s setting) verdicts(t *testing.T, h *house, value string) map[string]*fault.Error {
	t.Helper()
	path := filepath.Join(h.opts.Config.DataDir, "navd.toml")
	if err := os.WriteFile(path, []byte(s.key+" = "+value+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(value, `"`, "")
	if strings.HasPrefix(s.good[0], "[") {
		text = strings.Trim(text, "[]")
	}
	host := config.Host{OS: "linux", Home: "/home/robot", Dir: "/"}
	withEnv := host
	withEnv.Env = []string{"NAVD_" + strings.ToUpper(strings.ReplaceAll(s.key, ".", "_")) + "=" + text}
	_, file := config.Load(config.Options{File: path, Host: host})
	_, env := config.Load(config.Options{Host: withEnv})
	_, flag := config.Load(config.Options{Host: host, Flags: map[string]string{s.key: text}})
	inJSON, ok := map[string]string{"nan": `"nan"`, "inf": "1e999", "-inf": "-1e999"}[value]
	if !ok {
		inJSON = value
	}
	_, call := h.call(s.method, strings.ReplaceAll(s.call, "VALUE", inJSON))
	verdicts := map[string]*fault.Error{}
	for way, err := range map[string]error{"file": file, "env": env, "flag": flag, "call": call} {
		field := s.key
		if way == "call" {
			field = s.field
		}
		verdicts[way] = about(t, field, err)
	}
	return verdicts
}

// about gives the fault of an error, which must be about one field.
func about(t *testing.T, field string, err error) *fault.Error {
	t.Helper()
	if err == nil {
		return nil
	}
	f := fault.As(err)
	if e := (*ipc.Error)(nil); errors.As(err, &e) {
		f = e.Fault()
	}
	if name, _, _ := strings.Cut(f.Field, "["); f.Kind != fault.Invalid || name != field {
		t.Errorf("%v is not about %s", err, field)
	}
	return f
}
