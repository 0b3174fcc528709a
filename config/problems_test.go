package config_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon/fault"
)

// TestAllProblemsAtOnce: every layer has its say, in order, and a key with a
// problem of its own is spared the judgement on how it fits others.
func TestAllProblemsAtOnce(t *testing.T) {
	text := "durability = 'maybe'\nsped = 1\n[nav]\nturn_deg = 700\ndwell_steps = 9999\nstuck_window = 5\nscene_every = -1\n"
	env := []string{"NAVD_Z=1", "NAVD_LOG_LEVEL=loud", "NAVD_A=1"}
	_, dir, err := load(t, text, env, map[string]string{"images.max_bytes": "8 MiB"})
	wantMessage(t, err, dir, `
durability: not allowed, given "maybe", allowed sync, relaxed (DIR/navd.toml:1: correct it or leave it out)
sped: unknown key (DIR/navd.toml:2)
nav.turn_deg: out of range, given 700, allowed 1..180 degrees (DIR/navd.toml:4: correct it or leave it out)
nav.dwell_steps: out of range, given 9999, allowed 1..1000 steps (DIR/navd.toml:5: correct it or leave it out)
nav.scene_every: out of range, given -1, allowed 1..10000 steps (DIR/navd.toml:7: correct it or leave it out)
log.level: not allowed, given "loud", allowed debug, info, warn, error (NAVD_LOG_LEVEL: correct it or leave it out)
NAVD_A: unknown variable (environment)
NAVD_Z: unknown variable (environment)
images.max_bytes: wrong type, given "8 MiB", allowed integer 1024..268435456 bytes (--images-max-bytes: correct it or leave it out)
`)
}

func TestOverriddenValuesAreChecked(t *testing.T) {
	_, dir, err := load(t, "nav.queue_size = 0", []string{"NAVD_NAV_QUEUE_SIZE=7"}, nil)
	wantMessage(t, err, dir, "nav.queue_size: out of range, given 0, allowed 1..100 records (DIR/navd.toml:1: correct it or leave it out)")
}

func TestProblemsAreFaults(t *testing.T) {
	_, _, err := load(t, "nav.queue_size = 0\nnope = 1", nil, nil)
	want := fault.Error{
		Kind: fault.Invalid, Message: "out of range", Field: "nav.queue_size", Given: "0",
		Allowed: "1..100 records",
	}
	got := *fault.As(err)
	if !strings.HasSuffix(got.Hint, "navd.toml:1: correct it or leave it out") {
		t.Errorf("hint = %q", got.Hint)
	}
	got.Hint = ""
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("first fault (-want +got):\n%s", diff)
	}
	var problems config.Problems
	if !errors.As(err, &problems) || len(problems) != 2 {
		t.Errorf("problems = %v, want two", problems)
	}
}

func TestManyProblemsAreCut(t *testing.T) {
	_, dir, err := load(t, strings.Repeat("[[x]]\n", 3)+manyKeys(200), nil, nil)
	lines := strings.Split(message(err, dir), "\n")
	if got, want := len(lines), 51; got != want {
		t.Fatalf("%d lines, want %d", got, want)
	}
	if got, want := lines[50], "too many problems, the rest was not checked (DIR/navd.toml)"; got != want {
		t.Errorf("last line %q, want %q", got, want)
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	b.WriteString("[nav]\n")
	for i := range n {
		b.WriteString(strings.Repeat("q", i+20) + " = 1\n")
	}
	return b.String()
}

func TestLongFile(t *testing.T) {
	_, dir, err := load(t, strings.Repeat("#", 64<<10+1), nil, nil)
	wantMessage(t, err, dir, "config file DIR/navd.toml: longer than 65536 bytes")
	if !fault.Is(err, fault.TooLarge) {
		t.Errorf("kind = %v, want too_large", err)
	}
	if _, _, err := load(t, strings.Repeat("#", 64<<10), nil, nil); err != nil {
		t.Errorf("at the limit: %v", err)
	}
}

func TestNoHome(t *testing.T) {
	host := config.Host{OS: "linux", Dir: "/"}
	_, err := config.Load(config.Options{Host: host})
	wantMessage(t, err, "", "data_dir: no home directory to put it under, allowed a path (set NAVD_DATA_DIR or --data-dir, or use --system)")
	host.Env = []string{"NAVD_DATA_DIR=/d"}
	if _, err := config.Load(config.Options{Host: host}); err != nil {
		t.Errorf("with NAVD_DATA_DIR: %v", err)
	}
}
