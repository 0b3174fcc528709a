package main

import (
	"context"
	"errors"
	"io/fs"
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
	"navd/ipc"
	"navd/ipc/server"
)

// fakeDaemon answers what a daemon says of itself at a socket of its own.
func fakeDaemon(t *testing.T, r status) (socket string) {
	t.Helper()
	h := newHome(t)
	h.serve(
		server.Bind(ipc.NavdInfo, func(context.Context, ipc.None) (ipc.Info, error) { return r.Info, nil }),
		server.Bind(ipc.NavdHealth, func(context.Context, ipc.None) (ipc.Health, error) { return r.Health, nil }),
		server.Bind(ipc.NavdMetrics, func(context.Context, ipc.None) (ipc.Metrics, error) { return r.Metrics, nil }),
	)
	return h.socket
}

// TestDoctorMeets looks at daemons that are not as they should be.
func TestDoctorMeets(t *testing.T) {
	since := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	part := func(what string) ipc.Degraded { return ipc.Degraded{What: what, Reason: "why", Since: since} }
	warned := func(part, hint string) finding {
		return finding{Check: "health", State: stateWarn, Message: part + ": why, since 2026-01-02T03:04:05Z", Hint: hint}
	}
	away := "the next entry of the chain answers meanwhile; see the line of this model, and the daemon's log"
	for _, tt := range []struct {
		name string
		r    status
		want []finding
	}{
		{"another version", status{Info: ipc.Info{Version: "0.0.9", PID: 7}, Health: ipc.Health{OK: true}}, []finding{
			{"socket", stateWarn, "SOCKET: the daemon is navd 0.0.9, pid 7; this command is navd " + daemon.Version, "restart the daemon with this navd"},
			{"health", stateOK, "everything works and the store takes commits; `navd check` also reads every record", ""},
		}},
		{"degraded", status{
			Info:   ipc.Info{Version: daemon.Version, PID: 7, UptimeS: 61.4},
			Health: ipc.Health{Degraded: []ipc.Degraded{part("store"), part("index"), part("tape"), part("replay"), part("models"), part("scene vertex:pro"), part("model openai"), part("moon")}},
		}, []finding{
			{"socket", stateOK, "SOCKET: navd " + daemon.Version + ", pid 7, up 1m1s", ""},
			{"health", stateFail, "store: why, since 2026-01-02T03:04:05Z", "the daemon's log tells more; `navd check` reads every record, " +
				"and `navd backup /a/new/file` writes a copy of the store"},
			warned("index", "searches read the store meanwhile, and nothing is lost; if it stays so, stop navd, delete the directory index in the data directory, and start it again"),
			warned("tape", "answers are missing on the tape: make room on the disk, and record again"),
			warned("replay", "replay with the configuration, the prompts and the navd of the recording, or record again; the daemon's log has every such question"),
			warned("models", "raise models.daily_budget, or wait until 00:00 UTC"),
			warned("scene vertex:pro", away), warned("model openai", away),
			warned("moon", "the daemon's log tells more"),
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			socket := fakeDaemon(t, tt.r)
			u := &checkup{cfg: config.Config{Socket: config.Socket{Path: socket}}}
			u.socket(t.Context())
			u.health()
			for i := range u.findings {
				u.findings[i].Message = strings.ReplaceAll(u.findings[i].Message, socket, "SOCKET")
			}
			if diff := cmp.Diff(tt.want, u.findings); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestDoctorSilentDaemon takes a daemon that gives no answer in time for one
// that fails.
func TestDoctorSilentDaemon(t *testing.T) {
	socket := fakeDaemon(t, status{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	u := &checkup{cfg: config.Config{Socket: config.Socket{Path: socket}}}
	u.socket(ctx)
	want := []finding{{"socket", stateFail, "the call was cancelled", "the daemon's log may tell why; restart the daemon"}}
	if diff := cmp.Diff(want, u.findings); diff != "" || u.daemon != nil {
		t.Errorf("daemon %v (-want +got):\n%s", u.daemon, diff)
	}
}

// TestDoctorUnreadable says what to do about a configuration that may not be read.
func TestDoctorUnreadable(t *testing.T) {
	u := &checkup{}
	u.badConfiguration(fault.New(fault.Denied, "config file /c: permission denied"))
	want := []finding{{"configuration", stateFail, "config file /c: permission denied", "make the file readable for this user, or name another one with --config"}}
	if diff := cmp.Diff(want, u.findings); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDoctorBudget(t *testing.T) {
	day := func(cost, budget float64) *status {
		return &status{Metrics: ipc.Metrics{Models: ipc.ModelMetrics{Today: ipc.ModelDay{Calls: 2, Cost: cost, Budget: budget}}}}
	}
	for _, tt := range []struct {
		name   string
		daemon *status
		limit  float64
		want   finding
		chain  []string
	}{
		{"no daemon", nil, 0, finding{State: stateOK, Message: "no limit; only a running daemon knows today's cost"}, nil},
		{"no daemon, a limit", nil, 2.5, finding{State: stateOK, Message: "2.5 a day; only a running daemon knows today's cost"}, nil},
		{"the daemon's own limit counts", day(0.25, 1), 9, finding{State: stateOK, Message: "1 a day; today cost 0.25 in 2 calls"}, nil},
		{"no limit", day(0.1234567, 0), 0, finding{State: stateOK, Message: "no limit; today cost 0.123457 in 2 calls"}, nil},
		{"used up", day(1, 1), 1, finding{State: stateWarn, Message: "1 is used up: today cost 1 in 2 calls", Hint: "raise models.daily_budget, or wait until 00:00 UTC"}, nil},
		{"no price", nil, 1, finding{State: stateWarn, Message: "1 a day, but no price is known of qwen", Hint: ask.UnpricedHint}, []string{"openai:qwen", "local"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u := &checkup{daemon: tt.daemon, cfg: config.Config{Planner: config.Planner{Chain: tt.chain}, Models: config.Models{DailyBudget: tt.limit}}}
			u.budget()
			tt.want.Check = "daily budget"
			if diff := cmp.Diff([]finding{tt.want}, u.findings); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestServerOf: only servers of our own side are dialled.
func TestServerOf(t *testing.T) {
	c := config.Models{
		Vertex: config.Vertex{Endpoint: "http://127.0.0.1:8089"}, GenAI: config.GenAI{BaseURL: "https://example.com"},
		OpenAI: config.OpenAI{BaseURL: "gpu.example.com/v1/"}, Servers: []string{"edge http://10.0.0.7/v1/ m", "odd http:///v1 m"},
	}
	for _, tt := range []struct {
		name, provider string
		models         config.Models
		field, address string
	}{
		{"an endpoint on loopback", "vertex", c, "models.vertex.endpoint", "http://127.0.0.1:8089"},
		{"an endpoint elsewhere", "genai", c, "models.genai.base_url", ""},
		{"Google's own", "vertex", config.Models{}, "models.vertex.endpoint", ""},
		{"a server of ours", "openai", c, "models.openai.base_url", "https://gpu.example.com/v1"},
		{"no address", "openai", config.Models{OpenAI: config.OpenAI{BaseURL: "ftp://x"}}, "models.openai.base_url", ""},
		{"one more", "edge", c, "models.servers", "http://10.0.0.7/v1"},
		{"one more without a host", "odd", c, "models.servers", ""},
		{"a provider without one", "other", c, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if field, address := serverOf(tt.models, tt.provider); field != tt.field || address != tt.address {
				t.Errorf("got %q, %q, want %q, %q", field, address, tt.field, tt.address)
			}
		})
	}
}

// TestDoctorModel tells what keeps a provider from being asked.
func TestDoctorModel(t *testing.T) {
	elsewhere := config.Vertex{Endpoint: "https://example.com"} // never dialled
	for _, tt := range []struct {
		name  string
		chain []string
		state ask.ProviderState
		want  finding
	}{
		{"it can", []string{"vertex", "local"}, ask.ProviderState{Name: "vertex", Model: "flash"},
			finding{"model vertex", stateOK, "flash can be asked; its cloud is not asked", ""}},
		{"its own fault, its own hint", []string{"vertex", "local"},
			ask.ProviderState{Name: "vertex", Err: fault.New(fault.Denied, "no credentials").WithHint("log in")},
			finding{"model vertex", stateFail, "no credentials", "log in"}},
		{"a fault without a hint", []string{"vertex", "local"}, ask.ProviderState{Name: "vertex", Err: fault.New(fault.NotFound, "none")},
			finding{"model vertex", stateFail, "none", "mend its settings, or take it out of the chains"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u := &checkup{cfg: config.Config{Planner: config.Planner{Chain: tt.chain}, Models: config.Models{Vertex: elsewhere}}}
			u.model(t.Context(), tt.state)
			if diff := cmp.Diff([]finding{tt.want}, u.findings); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestDoctorBlind warns where plans look at no picture, and nowhere else.
func TestDoctorBlind(t *testing.T) {
	local := []string{"local"}
	for _, tt := range []struct {
		name           string
		planner, scene []string
		replay         bool
		warns          int
	}{
		{"no model", local, local, false, 1},
		{"a model that reads scenes alone", local, []string{"openai:none", "local"}, true, 1},
		{"a model that plans alone", []string{"openai:none", "local"}, local, true, 0},
		{"a model that plans, and nothing after it", []string{"openai:none"}, local, true, 0},
		{"a model for both", []string{"openai:none", "local"}, []string{"openai:none", "local"}, true, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := config.Default()
			cfg.Planner.Chain, cfg.Scene.Chain = tt.planner, tt.scene
			if tt.replay { // no server is looked for
				cfg.Models.Tape, cfg.Models.TapeMode = "any.tape", "replay"
			}
			u := &checkup{cfg: cfg}
			u.models(t.Context())
			if got := u.count(stateWarn); got != tt.warns || u.count(stateFail) != 0 || len(u.findings) == 0 {
				t.Errorf("%d warnings, want %d: %+v", got, tt.warns, u.findings)
			}
		})
	}
}

// TestGroundingFiles: files of one's own that no episode would get, and those
// that would keep every episode from beginning.
func TestGroundingFiles(t *testing.T) {
	dir := t.TempDir()
	rules, broken, none := filepath.Join(dir, "rules.txt"), filepath.Join(dir, "broken.json"), filepath.Join(dir, "none.txt")
	for path, text := range map[string]string{rules: "The fridge is in the kitchen.", broken: "{"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mend := "mend the file, or take it out of grounding.paths"
	for _, tt := range []struct {
		name    string
		paths   []string
		budget  int
		enabled bool
		want    []finding
	}{
		{"none", nil, 0, true, []finding{{"grounding files", stateOK, "none", ""}}},
		{"one", []string{rules}, 20, true, []finding{{"grounding files", stateOK, "rules.txt; about 8 of 20 tokens in every prompt", ""}}},
		{"missing, a directory and broken", []string{none, dir, broken}, 20, true, []finding{
			{"grounding files", stateWarn, none + " is skipped: there is no such file", mend},
			{"grounding files", stateWarn, dir + " is skipped: it cannot be read: it is not a regular file", mend},
			{"grounding files", stateWarn, "broken.json is skipped: not JSON from line 1 on", mend},
		}},
		{"too large", []string{rules}, 3, true, []finding{{"grounding files", stateFail,
			`grounding.paths: no episode can begin: the files take 8 tokens, given "rules.txt", allowed 3 tokens, grounding.budget`, "raise grounding.budget, or name fewer files"}}},
		{"too large, and not used", []string{rules}, 3, false, []finding{{"grounding files", stateOK, "not used: grounding.enabled is false", ""}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := config.Default()
			cfg.Grounding.Paths, cfg.Grounding.Budget, cfg.Grounding.Enabled = tt.paths, tt.budget, tt.enabled
			u := &checkup{cfg: cfg}
			u.groundingFiles()
			if diff := cmp.Diff(tt.want, u.findings); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestMakeable finds the directory that decides.
func TestMakeable(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Symlink("unplugged", link)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, path, base string
		kind             fault.Kind // "": it can be made
	}{
		{"there", dir, dir, ""},
		{"new", filepath.Join(dir, "a"), dir, ""},
		{"deep", filepath.Join(dir, "a", "b", "c"), dir, ""},
		{"a file", file, file, fault.Conflict},
		{"a link to nowhere", link, link, fault.NotFound},
		{"below a link to nowhere", filepath.Join(link, "a"), filepath.Join(link, "a"), fault.NotFound},
		{"below a file", filepath.Join(file, "a"), filepath.Join(file, "a"), fault.Denied},
	} {
		t.Run(tt.name, func(t *testing.T) {
			base, bad := makeable(tt.path)
			var kind fault.Kind
			if bad != nil {
				kind = bad.Kind
			}
			if base != tt.base || kind != tt.kind {
				t.Errorf("got %s, %v, want %s, %q", base, bad, tt.base, tt.kind)
			}
		})
	}
	if _, err := os.Stat(filepath.Join(dir, "a")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was made: %v", err)
	}
}
