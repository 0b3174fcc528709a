package config_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
)

// rewrite replaces the text of a loaded file.
func rewrite(t *testing.T, loaded *config.Loaded, text string) {
	t.Helper()
	if err := os.WriteFile(loaded.File, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestReload(t *testing.T) {
	old := mustLoad(t, "data_dir = '/one'\nlog.level = 'info'\nimage_roots = ['/a']")
	rewrite(t, old, "data_dir = '/two'\n[log]\nlevel = 'debug'\n[socket]\nallow_uids = [7]\nmax_batch = 5")

	now, changes, err := old.Reload()
	if err != nil {
		t.Fatal(err)
	}
	want := []config.Change{
		{Key: "data_dir", Old: `"/one"`, New: `"/two"`},
		{Key: "image_roots", Old: `["/a"]`, New: `[]`, Live: true},
		{Key: "socket.allow_uids", Old: `[]`, New: `[7]`, Live: true},
		{Key: "socket.max_batch", Old: `1000`, New: `5`},
		{Key: "log.level", Old: `"info"`, New: `"debug"`, Live: true},
	}
	if diff := cmp.Diff(want, changes); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	inForce := old.Config
	inForce.ImageRoots, inForce.Socket.AllowUIDs, inForce.Log.Level = []string{}, []int{7}, "debug"
	if diff := cmp.Diff(inForce, now.Config); diff != "" {
		t.Errorf("in force (-want +got):\n%s", diff)
	}
	if got := now.Source("socket.max_batch").Layer; got != config.LayerDefault {
		t.Errorf("max_batch from %s: its value is still the default", got)
	}
	if old.Config.Log.Level != "info" {
		t.Error("the old configuration changed")
	}
}

// TestReloadAgain: what waits for a restart is reported each time.
func TestReloadAgain(t *testing.T) {
	old := mustLoad(t, "durability = 'sync'")
	rewrite(t, old, "durability = 'relaxed'")
	for range 2 {
		now, changes, err := old.Reload()
		if err != nil {
			t.Fatal(err)
		}
		if len(changes) != 1 || changes[0].Live || now.Config.Durability != "sync" {
			t.Errorf("changes %v, durability %s", changes, now.Config.Durability)
		}
		old = now
	}
}

func TestReloadOfNothing(t *testing.T) {
	old := mustLoad(t, "log.level = 'warn'")
	now, changes, err := old.Reload()
	if err != nil || len(changes) != 0 {
		t.Errorf("changes %v, error %v", changes, err)
	}
	if diff := cmp.Diff(old.Entries(), now.Entries()); diff != "" {
		t.Errorf("entries (-old +new):\n%s", diff)
	}
}

func TestReloadOfABrokenFile(t *testing.T) {
	old := mustLoad(t, "log.level = 'warn'")
	rewrite(t, old, "log.level = 'loud'")
	now, changes, err := old.Reload()
	if err == nil || now != nil || changes != nil {
		t.Errorf("got %v, %v, %v", now, changes, err)
	}
	if old.Config.Log.Level != "warn" {
		t.Error("the old configuration changed")
	}
}

// TestLive: what a running daemon can and cannot take over.
func TestLive(t *testing.T) {
	var stay []string
	for _, info := range config.Keys() {
		if !info.Live {
			stay = append(stay, info.Key)
		}
	}
	want := []string{
		"data_dir", "durability", "socket.path", "socket.group", "socket.max_line_bytes", "socket.max_connections",
		"socket.max_batch", "socket.max_in_flight", "socket.max_nesting", "nav.live_episodes", "planner.chain", "grounding.chain", "episodic.profiles", "knowledge.chain", "lats.chain", "scene.chain",
		"models.max_concurrent", "models.servers", "models.tape", "models.tape_mode",
		"models.vertex.project", "models.vertex.location", "models.vertex.model", "models.vertex.endpoint", "models.vertex.auth",
		"models.genai.project", "models.genai.location", "models.genai.model", "models.genai.base_url", "models.genai.auth",
		"models.openai.base_url", "models.openai.model", "prompts.planner", "prompts.scene", "prompts.final", "prompts.agent",
		"images.max_bytes", "images.max_pixels", "log.format", "log.file", "log.max_mb", "log.files", "log.days",
	}
	if diff := cmp.Diff(want, stay); diff != "" {
		t.Errorf("keys that need a restart (-want +got):\n%s", diff)
	}
}
