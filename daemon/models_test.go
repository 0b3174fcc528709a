package daemon_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon"
	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/ipc"
)

const somePlan = `{"episode":"e001","labels":[{"view":1,"free_m":2,"see_m":3}]}`

// An entry that hangs takes its share of the time, not that of the next.
func TestPlanShares(t *testing.T) {
	t.Parallel()
	hang, good := newGate(), modeltest.NewScript(modeltest.Line{Text: decision(0)})
	h := newHouse(t, withModels([]string{"hang", "good"}, map[string]model.Model{"hang": hang, "good": good}),
		func(o *daemon.Options) { o.Config.Planner.DeadlineMS = 600 })
	h.begin()
	got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, somePlan))
	if got.Used.Planner != "good" || got.Attempts != 2 || !strings.Contains(got.Used.Reasons[0], "deadline") {
		t.Errorf("got %+v", got)
	}
}

// After five failures in a row a provider is not asked; health says so, once.
func TestBreakerInHealth(t *testing.T) {
	t.Parallel()
	away := modeltest.Line{Err: fault.New(fault.Unavailable, "connection refused")}
	script := modeltest.NewScript(away, away, away, away, away)
	h := newHouse(t, withModels([]string{"m", "local"}, map[string]model.Model{"m": script}))
	h.begin()
	attempts, cost := 0, 0
	for range 3 {
		got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, somePlan))
		if got.Used.Planner != "local" || len(got.Used.Reasons) == 0 {
			t.Errorf("got %+v", got)
		}
		attempts, cost = attempts+got.Attempts, cost+got.Cost.Calls
	}
	told := into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`)).Models
	counted := told.Calls
	for range 2 {
		var what []string
		for _, d := range into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)).Degraded {
			what = append(what, d.What)
			if !strings.Contains(d.Reason, "not asked after 5 failures in a row, the last: connection refused") {
				t.Errorf("%s: %s", d.What, d.Reason)
			}
		}
		if diff := cmp.Diff([]string{"model m"}, what); diff != "" {
			t.Error(diff)
		}
		h.do(ipc.NavPlan, somePlan) // which it is not asked for
	}
	ended := into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)).Metrics.ModelCalls
	if n := len(script.Asked()); n != 5 || attempts != n || cost != n || counted != n || told.Today.Calls != n || ended != n {
		t.Errorf("asked %d times, the plans say %d and %d, the metrics %d and %d today, the episode %d", n, attempts, cost, counted, told.Today.Calls, ended)
	}
}

// Calls cost what the price table says, and a day's budget holds over a restart.
func TestDailyBudget(t *testing.T) {
	line := modeltest.Line{Text: decision(0), Usage: reply.Usage{TokensIn: 1_000_000, TokensOut: 500_000}}
	script := modeltest.NewScript(line, line, line)
	h := newHouse(t, withModels([]string{"m:flash", "local"}, map[string]model.Model{"m": script}), func(o *daemon.Options) {
		o.Config.Models.Prices, o.Config.Models.DailyBudget = []string{"flash 1 2"}, 3.5
	})
	h.begin()
	plan := func() ipc.PlanResult { return into[ipc.PlanResult](t, h.do(ipc.NavPlan, somePlan)) }
	if got := plan(); got.Cost.Cost != 2 || got.Used.Planner != "m:flash" {
		t.Errorf("first: %+v", got)
	}
	h.restart()
	today := func() ipc.ModelDay { return into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`)).Models.Today }
	want := ipc.ModelDay{Day: "2026-01-02", Calls: 1, TokensIn: 1_000_000, TokensOut: 500_000, Cost: 2, Budget: 3.5}
	if diff := cmp.Diff(want, today()); diff != "" {
		t.Errorf("after a restart:\n%s", diff)
	}
	if got := plan(); got.Used.Planner != "m:flash" { // the one that goes over it
		t.Errorf("second: %+v", got)
	}
	got := plan()
	if got.Used.Planner != "local" || got.Attempts != 0 || !strings.Contains(got.Used.Reasons[0], "daily budget of 3.5") || len(script.Asked()) != 2 {
		t.Errorf("third: %+v", got)
	}
	health := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`))
	if health.OK || !strings.Contains(fmt.Sprint(health.Degraded), "daily budget of 3.5 is used up; until 00:00 UTC") {
		t.Errorf("health %+v", health)
	}
	const day = int64(24 * time.Hour / time.Millisecond)
	h.ticks.Add(day)
	if got := plan(); got.Used.Planner != "m:flash" || today().Calls != 1 || today().Day != "2026-01-03" {
		t.Errorf("the day after: %+v, %+v", got, today())
	}
	for _, between := range []func(){func() {}, h.restart} { // the clock goes back
		h.ticks.Add(day)
		between()
		h.ticks.Add(-2 * day)
		if got := today(); got.Calls != 2 || got.Cost != 4 || got.Day != "2026-01-02" {
			t.Errorf("the day before: %+v", got)
		}
		h.ticks.Add(day)
	}
}

// TestCutAnswer: a plan says which setting cut the answer of a model off, and the model is
// told so too when it is asked again.
func TestCutAnswer(t *testing.T) {
	half := modeltest.Line{Text: `{"goal_flag": false, "ang`, Usage: reply.Usage{TokensOut: 300, Cut: true}}
	script := modeltest.NewScript(half, half)
	h := newHouse(t, withModels([]string{"m", "local"}, map[string]model.Model{"m": script}))
	h.begin()
	p := into[ipc.PlanResult](t, h.do(ipc.NavPlan, somePlan))
	for _, says := range append(p.Used.Reasons, script.Asked()[1].Prompt) {
		if !strings.Contains(says, "; the answer was cut off at planner.max_tokens") {
			t.Error(says)
		}
	}
	if len(p.Used.Reasons) != 2 {
		t.Errorf("%q", p.Used.Reasons)
	}
}

// A budget that no price counts for is told: it would never be used up.
func TestDailyBudgetWithoutAPrice(t *testing.T) {
	for _, tt := range []struct {
		name   string
		prices []string
		budget float64
		want   string
	}{
		{"no price", nil, 1, "[{price of flash models.daily_budget does not count it: models.prices has no price of it"},
		{"a price", []string{"flash 1 2"}, 1, "[]"},
		{"a model that is free", []string{"flash 0 0"}, 1, "[]"},
		{"no budget", nil, 0, "[]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t, withModels([]string{"m:flash", "local"}, map[string]model.Model{"m": modeltest.NewScript()}), func(o *daemon.Options) {
				o.Config.Models.Prices, o.Config.Models.DailyBudget = tt.prices, tt.budget
			})
			if got := fmt.Sprint(into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)).Degraded); !strings.HasPrefix(got, tt.want) {
				t.Errorf("degraded %s", got)
			}
		})
	}
}

// A provider that counts tokens below nothing gives no budget back.
func TestTokensBelowNothing(t *testing.T) {
	script := modeltest.NewScript(modeltest.Line{Text: decision(0), Usage: reply.Usage{TokensIn: -1_000_000, TokensOut: -1}})
	h := newHouse(t, withModels([]string{"m:flash"}, map[string]model.Model{"m": script}), func(o *daemon.Options) {
		o.Config.Models.Prices = []string{"flash 1 2"}
	})
	h.begin()
	got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, somePlan))
	if diff := cmp.Diff(planner.Cost{Calls: 1}, got.Cost); diff != "" {
		t.Error(diff)
	}
}

// checked is a model that can tell whether it is fit to be asked.
type checked struct {
	*modeltest.Script
	err error
}

func (c checked) Check(context.Context) error { return c.err }

// A provider without credentials is told of in health, until it answers.
func TestNoCredentials(t *testing.T) {
	none := fault.New(fault.Denied, "no credentials")
	m := checked{modeltest.NewScript(modeltest.Line{Text: decision(0)}), none}
	h := newHouse(t, withModels([]string{"m", "local"}, map[string]model.Model{"m": m}))
	h.begin()
	var health ipc.Health
	for health.OK = true; health.OK; {
		health = into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)) // it is looked for in the background
	}
	if d := health.Degraded[0]; d.What != "model m" || d.Reason != "no credentials" {
		t.Errorf("health %+v", health)
	}
	h.do(ipc.NavPlan, somePlan)
	if health := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)); !health.OK {
		t.Errorf("it answered, but health says %+v", health)
	}
	cfg := h.opts.Config
	cfg.Scene.Chain = []string{"gone:x", "m"}
	states := ask.Check(t.Context(), cfg, h.opts.Models)
	if len(states) != 2 || states[0].Name != "gone" || !fault.Is(states[0].Err, fault.NotFound) || states[1].Name != "m" || states[1].Err != none {
		t.Errorf("states %+v", states)
	}
}

// A chain that names a provider without a model, when the configuration names
// none for it either, is found before the first plan.
func TestNoModelNamed(t *testing.T) {
	m := checked{Script: modeltest.NewScript()}
	for _, tt := range []struct {
		chain      []string
		byDefault  string
		model, bad string
	}{
		{[]string{"openai", "local"}, "", "", "models.openai.model"},
		{[]string{"openai:qwen", "openai", "local"}, "", "", "models.openai.model"},
		{[]string{"openai:qwen", "local"}, "", "qwen", ""},
		{[]string{"openai", "local"}, "llava", "llava", ""},
		{[]string{"edge", "local"}, "llava", "phi", ""},
		{[]string{"edge:qwen", "local"}, "", "qwen", ""},
	} {
		cfg := config.Default()
		cfg.Models.Servers = []string{"edge http://127.0.0.1/v1 phi"}
		cfg.Planner.Chain, cfg.Models.OpenAI.Model = tt.chain, tt.byDefault
		states := ask.Check(t.Context(), cfg, map[string]model.Model{"openai": m, "edge": m})
		if len(states) != 1 || states[0].Model != tt.model || (states[0].Err != nil) != (tt.bad != "") || tt.bad != "" && fault.As(states[0].Err).Field != tt.bad {
			t.Errorf("%v with %q: %+v", tt.chain, tt.byDefault, states)
		}
	}
}

// A run that was recorded is replayed to the byte, without a call: plans with
// faults, retries and the fallback, and pictures.
func TestTapeReplay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tape := filepath.Join(dir, "run.tape")
	busy := fault.New(fault.Unavailable, "busy")
	lines := func() []modeltest.Line {
		return []modeltest.Line{
			{Text: decision(-90), Usage: reply.Usage{TokensIn: 10, TokensOut: 2}}, sceneLine("kitchen"),
			{Text: "prose"}, {Text: decision(30)}, {Err: busy}, {Text: decision(60)}, {Err: fault.New(fault.Denied, "SAFETY")}, {Text: "x"}, {Text: "y"},
		}
	}
	run := func(mode string, given map[string]model.Model) (string, []planner.Plan) {
		h := newHouse(t, func(o *daemon.Options) {
			o.Models, o.Config.Planner.Chain, o.Config.Scene.Chain = given, []string{"m:flash", "local"}, []string{"m"}
			o.Config.Models.Tape, o.Config.Models.TapeMode, o.Config.Models.Prices = tape, mode, []string{"flash 1 2"}
		})
		h.begin()
		var all strings.Builder
		for i := range 6 {
			fmt.Fprintf(&all, "%s\n", h.do(ipc.NavPlan, somePlan))
			if i == 0 {
				fmt.Fprintf(&all, "%s\n", h.do(ipc.NavObserve, observe(1, `,"wait":true`)))
			}
			h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":"turn_left"}`, i+1))
		}
		var plans []planner.Plan
		for _, e := range into[ipc.LogResult](t, h.do(ipc.EpisodeLog, `{"episode":"e001","kinds":["plan"],"limit":1000}`)).Entries {
			p := into[planner.Plan](t, e.Data)
			p.Time = time.Time{}
			plans = append(plans, p)
		}
		if m := into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`)).Models; mode == "replay" && (m.Calls != 0 || m.Today.Calls != 0) {
			t.Errorf("a replay counts calls: %+v", m)
		}
		if h := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)); mode == "replay" && strings.Contains(fmt.Sprint(h.Degraded), "not on the tape") {
			t.Errorf("health %+v", h)
		}
		return all.String(), plans
	}
	script := modeltest.NewScript(lines()...)
	first, plans := run("record", map[string]model.Model{"m": script})
	if want := len(lines()) + 1; len(script.Asked()) != want { // one beyond the script's end
		t.Errorf("%d calls recorded, want %d", len(script.Asked()), want)
	}
	second, again := run("replay", nil)
	if diff := cmp.Diff(strings.Split(first, "\n"), strings.Split(second, "\n")); diff != "" {
		t.Errorf("answers (-recorded +replayed):\n%s", diff)
	}
	if diff := cmp.Diff(plans, again); diff != "" {
		t.Errorf("records (-recorded +replayed):\n%s", diff)
	}
}

// What cannot be is refused at the start, by the key that says it.
func TestOpenRefusesModels(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.txt")
	if err := os.WriteFile(bad, []byte("Go to $gaol\n---\nnow"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		change func(*config.Config)
		kind   fault.Kind
		field  string
		want   string
	}{
		{"a prompt that is not there", func(c *config.Config) { c.Prompts.Planner = filepath.Join(dir, "none") }, fault.NotFound, "prompts.planner", "cannot be read"},
		{"a prompt with a wrong placeholder", func(c *config.Config) { c.Prompts.Scene = bad }, fault.Invalid, "prompts.scene", "$gaol"},
		{"no tape to replay", func(c *config.Config) {
			c.Models.Tape, c.Models.TapeMode = filepath.Join(dir, "none"), "replay"
		}, fault.NotFound, "models.tape", "cannot read"},
		{"a tape that is none", func(c *config.Config) { c.Models.Tape = bad }, fault.Invalid, "models.tape", "not a tape"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := config.Default()
			cfg.DataDir = t.TempDir()
			tt.change(&cfg)
			_, err := daemon.Open(daemon.Options{Config: cfg})
			if f := fault.As(err); !fault.Is(err, tt.kind) || f.Field != tt.field || !strings.Contains(f.Message, tt.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A prompt of the user's own is what the model gets, and its hash stands in the
// records.
func TestOwnPrompt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.txt")
	text := "You are a fox.\n---\nFind $goal now.\n$context\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	script := modeltest.NewScript(modeltest.Line{Text: decision(0)})
	h := newHouse(t, withModels([]string{"m"}, map[string]model.Model{"m": script}), func(o *daemon.Options) { o.Config.Prompts.Planner = path })
	h.begin()
	h.do(ipc.NavPlan, somePlan)
	if ask := script.Asked()[0]; ask.System != "You are a fox.\n" || !strings.HasPrefix(ask.Prompt, "Find sofa now.\nGoal: sofa.") {
		t.Errorf("asked %+v", ask)
	}
	if p := h.record("e001"); p.Used.SystemPrompt.Hash != reply.Hash(text) {
		t.Errorf("record %+v", p.Used)
	}
}
