package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/golden"
	"navd/config"
	"navd/daemon/fault"
)

func TestLoadWithNothing(t *testing.T) {
	loaded, err := config.Load(config.Options{Host: pilot()})
	if err != nil {
		t.Fatal(err)
	}
	want := config.Default()
	want.DataDir = "/home/pilot/.local/share/navd"
	want.Socket.Path = "/tmp/navd-1000/navd.sock"
	if diff := cmp.Diff(want, loaded.Config); diff != "" {
		t.Errorf("config (-want +got):\n%s", diff)
	}
	if loaded.File != "" {
		t.Errorf("file = %q, want none", loaded.File)
	}
}

func TestDefaultIsFresh(t *testing.T) {
	first := config.Default()
	first.Nav.PlanTriggers[0] = "spoilt"
	if got := config.Default().Nav.PlanTriggers[0]; got != "episode_start" {
		t.Errorf("trigger = %q: defaults share memory", got)
	}
}

// TestPrecedence sets every subset of the layers; the last one must win.
func TestPrecedence(t *testing.T) {
	const (
		inFile = 1 << iota
		inEnv
		inFlag
	)
	for mask := range 8 {
		text, env, flags := "", []string(nil), map[string]string(nil)
		wantValue, wantLayer := 20, config.LayerDefault
		if mask&inFile != 0 {
			text = "[nav]\nscene_every = 31\n"
			wantValue, wantLayer = 31, config.LayerFile
		}
		if mask&inEnv != 0 {
			env = []string{"NAVD_NAV_SCENE_EVERY=32"}
			wantValue, wantLayer = 32, config.LayerEnv
		}
		if mask&inFlag != 0 {
			flags = map[string]string{"nav.scene_every": "33"}
			wantValue, wantLayer = 33, config.LayerFlag
		}
		loaded, _, err := load(t, text, env, flags)
		if err != nil {
			t.Fatal(err)
		}
		value, layer := loaded.Config.Nav.SceneEvery, loaded.Source("nav.scene_every").Layer
		if value != wantValue || layer != wantLayer {
			t.Errorf("layers %03b: %d from %s, want %d from %s", mask, value, layer, wantValue, wantLayer)
		}
	}
}

// TestValues loads one key at a time from one layer.
func TestValues(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		env   string
		flags map[string]string
		key   string
		want  string // as a TOML literal
		where string
	}{
		{name: "number", text: "[nav]\nforward_m = 0.3", key: "nav.forward_m", want: "0.3", where: "DIR/navd.toml:2"},
		{name: "whole number for a number", text: "\n\nnav.forward_m = 1", key: "nav.forward_m", want: "1", where: "DIR/navd.toml:3"},
		{name: "turn of 22.5", text: "nav.turn_deg = 22.5", key: "nav.turn_deg", want: "22.5", where: "DIR/navd.toml:1"},
		{name: "underscores", text: "images.max_pixels = 40_000_000", key: "images.max_pixels", want: "40000000", where: "DIR/navd.toml:1"},
		{name: "switch", text: "[log]\nlog_prompts = true", key: "log.log_prompts", want: "true", where: "DIR/navd.toml:2"},
		{name: "choice", text: `durability = "relaxed"`, key: "durability", want: `"relaxed"`, where: "DIR/navd.toml:1"},
		{name: "list over lines", text: "[nav]\nplan_triggers = [\n  'stuck', # one\n  'ababa',\n]", key: "nav.plan_triggers", want: `["stuck", "ababa"]`, where: "DIR/navd.toml:2"},
		{name: "empty list", text: "nav.plan_triggers = []", key: "nav.plan_triggers", want: `[]`, where: "DIR/navd.toml:1"},
		{name: "inline table", text: "planner = {budget = {context = 7}}", key: "planner.budget.context", want: "7", where: "DIR/navd.toml:1"},
		{name: "quoted key", text: "\"nav\".'queue_size' = 6", key: "nav.queue_size", want: "6", where: "DIR/navd.toml:1"},
		{name: "byte order mark and CRLF", text: "\ufeff[nav]\r\nqueue_size = 6\r\n", key: "nav.queue_size", want: "6", where: "DIR/navd.toml:2"},
		{name: "path from the file", text: `data_dir = "store/../data"`, key: "data_dir", want: `"DIR/data"`, where: "DIR/navd.toml:1"},
		{name: "empty path in the file", text: `data_dir = ""`, key: "data_dir", want: `"/home/pilot/.local/share/navd"`, where: "DIR/navd.toml:1"},
		{name: "paths from the file", text: `image_roots = ["/srv/maps/", "pics"]`, key: "image_roots", want: `["/srv/maps", "DIR/pics"]`, where: "DIR/navd.toml:1"},
		{name: "env number", env: "NAVD_NAV_FORWARD_M= 0.5 ", key: "nav.forward_m", want: "0.5", where: "NAVD_NAV_FORWARD_M"},
		{name: "env deep", env: "NAVD_PLANNER_BUDGET_CONTEXT=900", key: "planner.budget.context", want: "900", where: "NAVD_PLANNER_BUDGET_CONTEXT"},
		{name: "env switch", env: "NAVD_LOG_LOG_PROMPTS=1", key: "log.log_prompts", want: "true", where: "NAVD_LOG_LOG_PROMPTS"},
		{name: "env socket", env: "NAVD_SOCKET=/s/navd.sock", key: "socket.path", want: `"/s/navd.sock"`, where: "NAVD_SOCKET"},
		{name: "env path", env: "NAVD_DATA_DIR=data", key: "data_dir", want: `"/work/data"`, where: "NAVD_DATA_DIR"},
		{name: "env list", env: "NAVD_IMAGE_ROOTS=/a, b", key: "image_roots", want: `["/a", "/work/b"]`, where: "NAVD_IMAGE_ROOTS"},
		{name: "env numbers", env: "NAVD_SOCKET_ALLOW_UIDS=1001,0", key: "socket.allow_uids", want: `[1001, 0]`, where: "NAVD_SOCKET_ALLOW_UIDS"},
		{name: "empty env is not set", env: "NAVD_NAV_FORWARD_M=", key: "nav.forward_m", want: "0.25", where: "default"},
		{name: "last of two", env: "NAVD_NAV_FORWARD_M=0.5\x00NAVD_NAV_FORWARD_M=0.6", key: "nav.forward_m", want: "0.6", where: "NAVD_NAV_FORWARD_M"},
		{name: "not ours", env: "NAVD_STRICT=1\x00NAVD_RUN=a\x00NAVD_DEADLINE_MS=9\x00NAVD_TEST_SLOW=1\x00NAVDX=1\x00navd_log=1", key: "log.level", want: `"info"`, where: "default"},
		{name: "flag", flags: map[string]string{"data_dir": "d"}, key: "data_dir", want: `"/work/d"`, where: "--data-dir"},
		{name: "flag socket", flags: map[string]string{"socket.path": "/s"}, key: "socket.path", want: `"/s"`, where: "--socket"},
		{name: "flag empties a list", text: `nav.plan_triggers = ["stuck"]`, flags: map[string]string{"nav.plan_triggers": ""}, key: "nav.plan_triggers", want: `[]`, where: "--nav-plan-triggers"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			loaded, dir, err := load(t, tt.text, splitEnv(tt.env), tt.flags)
			if err != nil {
				t.Fatal(err)
			}
			e := entry(t, loaded, tt.key)
			if got, want := replaceDir(e.Value, dir), tt.want; got != want {
				t.Errorf("value = %s, want %s", got, want)
			}
			if got, want := replaceDir(e.Source.String(), dir), tt.where; got != want {
				t.Errorf("source = %s, want %s", got, want)
			}
		})
	}
}

// TestConfigFile: who names the file, and what happens when it is not there.
func TestConfigFile(t *testing.T) {
	dir, path := writeFile(t, "nav.queue_size = 6")
	xdg := filepath.Join(dir, "xdg")
	if err := os.MkdirAll(filepath.Join(xdg, "navd"), 0o700); err != nil {
		t.Fatal(err)
	}
	byDefault := filepath.Join(xdg, "navd", "navd.toml")
	if err := os.WriteFile(byDefault, []byte("nav.queue_size = 7"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		file string
		env  []string
		want string // file that is read
		size int
		err  string
	}{
		{name: "none", size: 5},
		{name: "default", env: []string{"XDG_CONFIG_HOME=" + xdg}, want: byDefault, size: 7},
		{name: "variable before default", env: []string{"XDG_CONFIG_HOME=" + xdg, "NAVD_CONFIG=navd.toml"}, want: path, size: 6},
		{name: "flag before variable", file: "xdg/navd/navd.toml", env: []string{"NAVD_CONFIG=" + path}, want: byDefault, size: 7},
		{name: "empty variable", env: []string{"NAVD_CONFIG="}, size: 5},
		{name: "flag missing", file: "gone.toml", err: "config file DIR/gone.toml: no such file or directory (named by --config)"},
		{name: "variable missing", env: []string{"NAVD_CONFIG=/gone.toml"}, err: "config file /gone.toml: no such file or directory (named by NAVD_CONFIG)"},
		{name: "directory", file: "xdg", err: "config file DIR/xdg: is a directory (named by --config)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			host := pilot(tt.env...)
			host.Dir = dir
			loaded, err := config.Load(config.Options{File: tt.file, Host: host})
			wantMessage(t, err, dir, tt.err)
			if err != nil {
				return
			}
			if loaded.File != tt.want || loaded.Config.Nav.QueueSize != tt.size {
				t.Errorf("file %q size %d, want %q %d", loaded.File, loaded.Config.Nav.QueueSize, tt.want, tt.size)
			}
		})
	}
}

func TestMissingFileIsNotFound(t *testing.T) {
	_, err := config.Load(config.Options{File: "/gone.toml", Host: pilot()})
	if !fault.Is(err, fault.NotFound) {
		t.Errorf("kind = %s, want not_found", fault.As(err).Kind)
	}
}

// TestThisHost loads with the zero Options: the process's own surroundings.
func TestThisHost(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_DATA_HOME", dir)
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("XDG_RUNTIME_DIR", "/run/user/7")
	t.Setenv("NAVD_NAV_QUEUE_SIZE", "9")
	loaded, err := config.Load(config.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := []any{loaded.Config.DataDir, loaded.Config.Socket.Path, loaded.Config.Nav.QueueSize}
	want := []any{filepath.Join(dir, "navd"), "/run/user/7/navd/navd.sock", 9}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("loaded (-want +got):\n%s", diff)
	}
}

func TestEntries(t *testing.T) {
	loaded, dir, err := load(t, "[nav]\nforward_m = 0.3\n[log]\nlevel = \"debug\"",
		[]string{"NAVD_SOCKET=s.sock"}, map[string]string{"socket.allow_uids": "7"})
	if err != nil {
		t.Fatal(err)
	}
	var got []byte
	for _, e := range loaded.Entries() {
		line := e.Key + " = " + e.Value + "  # default " + e.Default + ", from " + e.Source.Layer + " " + e.Source.String() + "\n"
		got = append(got, replaceDir(line, dir)...)
	}
	golden.File(t, "testdata/entries.txt", string(got))
}
