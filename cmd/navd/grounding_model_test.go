package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"navd/config"
	"navd/daemon/model/modeltest"
)

// TestGroundingWithModel has a model distil feedback, and confirms what it
// proposes.
func TestGroundingWithModel(t *testing.T) {
	fake := modeltest.NewOpenAI(t)
	navd := withModel(t, fake)
	navd(0, "call", "episode.begin", `{"goal": "sofa", "scene_id": "home"}`)
	said := navd(0, "feedback", "spatial: kitchen is blue")
	episode := regexp.MustCompile(`episode (\w+),`).FindStringSubmatch(said)[1]

	fake.Script(modeltest.Good(`{"user_preference_grounding": {"content": ""}, "spatial_grounding": {"content": "The kitchen is blue."},
		"procedural_grounding": {"content": ""}, "general_grounding_rules": {"content": ""}, "changes": [
		{"action": "supersede", "id": "g1", "category": "spatial", "text": "kitchen is green", "evidence": ["f1"]},
		{"action": "add", "category": "general", "text": "colours matter", "evidence": []}]}`))
	for _, step := range []struct {
		name string
		exit int
		args []string
		want string // regular expression
	}{
		{"the model's final", 0, []string{"grounding", "final", episode}, `^final, version 1 of 1, made by openai, .*\n  spatial\n    The kitchen is blue\.\n` +
			`  proposed in place of g1: kitchen is green \(g2, in use when it is confirmed\)\n  proposed: colours matter \(held back: cites nothing\)\n$`},
		{"what is proposed is not in use", 0, []string{"grounding", "list", "--state", "proposed"}, `\ng2  spatial   home   1 `},
		{"it says what it is for", 0, []string{"grounding", "show", "g2"}, `^g2  spatial, proposed\n    kitchen is green\na model proposed it in place of g1\n`},
		{"confirmed it takes the place", 0, []string{"grounding", "confirm", "g2"}, `^g2 is active, version 2: kitchen is green\ng1 is superseded by g2, version 2: kitchen is blue\n$`},
		{"twice", 0, []string{"grounding", "confirm", "g2"}, `^g2 was confirmed before; nothing changed\n$`},
		{"its history", 0, []string{"grounding", "history", "g2"}, `version 1: proposed in place of g1; f1  .*\nversion 2: confirmed\n$`},
		{"nothing new was said", 0, []string{"grounding", "final", episode}, `^this final was made before\nfinal, version 1 of 1, `},
		{"more is said", 0, []string{"feedback", "u: go slowly"}, `^f2 is kept`},
	} {
		t.Run(step.name, func(t *testing.T) {
			if out := navd(step.exit, step.args...); !regexp.MustCompile(step.want).MatchString(out) {
				t.Errorf("%q, want %q", out, step.want)
			}
		})
	}
	fake.Script(modeltest.Hang())
	late := navd(7, "grounding", "final", episode, "--wait", "50ms")
	if !strings.HasPrefix(late, "navd: job: the final is not there after 50ms, given \"j") || !strings.Contains(late, "the job goes on: `navd jobs show j") {
		t.Errorf("a model that does not answer: %s", late)
	}
}

// withModel starts a daemon that asks a fake for finals, and gives what runs a
// command and gives what that printed.
func withModel(t *testing.T, fake *modeltest.Fake) func(exit int, args ...string) string {
	t.Helper()
	cfg := config.Default()
	cfg.Grounding.Chain, cfg.Grounding.Generation = []string{"openai"}, "manual"
	cfg.Models.OpenAI.BaseURL, cfg.Models.OpenAI.Model = fake.URL()+"/v1", "m"
	return withDaemon(t, cfg)
}

// withDaemon starts a daemon on a directory of its own, and gives what runs a
// command and gives what that printed.
func withDaemon(t *testing.T, cfg config.Config) func(exit int, args ...string) string {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	cfg.Durability = "relaxed"
	socket := hosted(t, cfg)
	return func(exit int, args ...string) string {
		t.Helper()
		return command(t, exit, append([]string{"--socket", socket}, args...)...)
	}
}

// command runs a command in this process and gives what it printed.
func command(t *testing.T, exit int, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if got := (&app{out: &out, err: &out}).run(t.Context(), args); got != exit {
		t.Fatalf("navd %q ends with %d, want %d: %s", args, got, exit, &out)
	}
	return out.String()
}

// hosted starts a daemon of this process on a directory of its own, and gives its
// socket.
func hosted(t *testing.T, cfg config.Config) (socket string) {
	t.Helper()
	return hostedIn(t, cfg, t.TempDir())
}

// hostedIn starts one on a directory.
func hostedIn(t *testing.T, cfg config.Config, dir string) (socket string) {
	t.Helper()
	cfg.DataDir, cfg.Socket.Path = dir, filepath.Join(dir, "navd.sock")
	log, err := newLog(cfg.Log)
	if err != nil {
		t.Fatal(err)
	}
	s, err := serve(t.Context(), cfg, log, works)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Error(err)
		}
		log.close()
	})
	return cfg.Socket.Path
}
