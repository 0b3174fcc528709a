package config_test

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"

	"navd/config"
)

// fields lists the dotted keys of a struct by its toml tags, in order.
func fields(typ reflect.Type, prefix string) (keys []string) {
	for i := range typ.NumField() {
		f := typ.Field(i)
		name := prefix + f.Tag.Get("toml")
		switch {
		case f.Anonymous:
			keys = append(keys, fields(f.Type, prefix)...)
			continue
		case f.Tag.Get("toml") == "-":
			continue
		case f.Type.Kind() == reflect.Struct:
			keys = append(keys, fields(f.Type, name+".")...)
			continue
		}
		keys = append(keys, name)
	}
	return keys
}

func TestKeysAreTheFieldsInOrder(t *testing.T) {
	var got []string
	for _, info := range config.Keys() {
		got = append(got, info.Key)
	}
	want := fields(reflect.TypeFor[config.Config](), "")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("keys (-struct +table):\n%s", diff)
	}
}

func TestKeysPointAtTheirField(t *testing.T) {
	for _, info := range config.Keys() {
		t.Run(info.Key, func(t *testing.T) {
			value := other(info)
			got := mustLoad(t, assignment(info.Key, value))
			want := mustLoad(t, "")
			setByTag(t, reflect.ValueOf(&want.Config).Elem(), assignment(info.Key, value))
			if diff := cmp.Diff(want.Config, got.Config); diff != "" {
				t.Errorf("%s = %s (-want +got):\n%s", info.Key, value, diff)
			}
			if got.Config.Nav.ForwardM == 0 {
				t.Error("other fields are gone")
			}
		})
	}
}

// other gives a TOML value for a key that is allowed, is not its default and
// needs no resolving.
func other(info config.KeyInfo) string {
	special := map[string]string{
		"nav.turn_deg":      "45",
		"planner.chain":     `["vertex", "openai:qwen2.5vl", "local"]`,
		"scene.chain":       `["vertex:projects/p/locations/l/endpoints/7"]`,
		"grounding.chain":   `["genai", "local"]`,
		"knowledge.chain":   `["genai", "local"]`,
		"lats.chain":        `["genai", "local"]`,
		"models.prices":     `["a 1 2", "b 0.5 1"]`,
		"models.servers":    `["edge http://127.0.0.1:11434/v1 qwen2.5vl:7b", "gpu https://gpu/v1 a/b GPU_KEY"]`,
		"socket.allow_uids": "[7, 8]",
		"socket.group":      `"robots"`,

		"house.half_lives": `["mug=3h", "tool box=90d"]`,

		"episodic.condition":  `"C2_silent"`,
		"episodic.conditions": `["week2 retrieval_execute exposed", "week3 store_write holdout=0.5"]`,
	}
	switch {
	case special[info.Key] != "":
		return special[info.Key]
	case info.Type == "path":
		return `"/elsewhere/` + info.Key + `"`
	case info.Type == "list of paths":
		return `["/a", "/b"]`
	case info.Type == "list of texts":
		return `["stuck"]`
	case info.Type == "true or false":
		return "true"
	case info.Type == "text" && info.Range == "":
		return `"other"`
	case info.Type == "text":
		parts := strings.Split(info.Range, ", ")
		return `"` + parts[len(parts)-1] + `"`
	case info.Type == "number":
		return "1.25"
	}
	var n int
	fmt.Sscan(info.Default, &n)
	return fmt.Sprint(n + 1)
}

// assignment writes a dotted key with a value as TOML.
func assignment(key, value string) string { return key + " = " + value + "\n" }

// setByTag decodes TOML by struct tags: the library's way, not the table's.
func setByTag(t *testing.T, config reflect.Value, text string) {
	t.Helper()
	if _, err := toml.Decode(text, config.Addr().Interface()); err != nil {
		t.Fatal(err)
	}
}

func TestKeysAreDocumented(t *testing.T) {
	seen := map[string]string{}
	for _, info := range config.Keys() {
		if !strings.HasSuffix(info.Doc, ".") || info.Type == "" || info.Default == "" {
			t.Errorf("%s: incomplete: %+v", info.Key, info)
		}
		for _, name := range []string{"env " + info.Env, "flag " + info.Flag} {
			if seen[name] != "" {
				t.Errorf("%s: %s is also %s", info.Key, name, seen[name])
			}
			seen[name] = info.Key
		}
	}
}

func TestKeyInfo(t *testing.T) {
	want := []config.KeyInfo{
		{
			Key: "socket.path", Type: "path", Default: `""`, Env: "NAVD_SOCKET", Flag: "socket",
			Doc: "Path of the Unix socket. Empty: $XDG_RUNTIME_DIR/navd/navd.sock, else ${TMPDIR:-/tmp}/navd-<uid>/navd.sock; " +
				"with --system /run/navd/navd.sock (macOS: /var/run/navd/navd.sock).",
		},
		{
			Key: "nav.turn_deg", Type: "number", Range: "1..180 degrees", Default: "30",
			Env: "NAVD_NAV_TURN_DEG", Flag: "nav-turn-deg", Live: true, Doc: "Angle of one turn.",
		},
		{
			Key: "planner.budget.context", Type: "integer", Range: "0..1000000 tokens", Default: "800",
			Env: "NAVD_PLANNER_BUDGET_CONTEXT", Flag: "planner-budget-context", Live: true, Doc: "Tokens of a planner prompt for the navigation context. 0: no limit.",
		},
		{
			Key: "log.level", Type: "text", Range: "debug, info, warn, error", Default: `"info"`,
			Env: "NAVD_LOG_LEVEL", Flag: "log-level", Live: true, Doc: "Lowest level that is written.",
		},
	}
	var got []config.KeyInfo
	for _, info := range config.Keys() {
		for _, w := range want {
			if w.Key == info.Key {
				got = append(got, info)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("infos (-want +got):\n%s", diff)
	}
}

func TestManualNamesEveryForeignVariable(t *testing.T) {
	manual, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"NAVD_CONFIG", "NAVD_STRICT", "NAVD_RUN", "NAVD_DEADLINE_MS", "NAVD_TEST_"} {
		if !strings.Contains(string(manual), name) {
			t.Errorf("doc.go does not mention %s", name)
		}
	}
}

func TestShaping(t *testing.T) {
	c := config.Default()
	c.DataDir, c.Log.Level, c.Planner.DeadlineMS = "/home/somebody", "debug", 777
	c.Planner.Chain = []string{"vertex:projects/acme/endpoints/77", "local"}
	c.Models.OpenAI.Model = "/home/somebody/q.gguf"
	want := map[string]string{"planner.deadline_ms": "777", "planner.chain": `["vertex:77", "local"]`, "models.openai.model": `"q.gguf"`}
	if diff := cmp.Diff(want, c.Shaping()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
