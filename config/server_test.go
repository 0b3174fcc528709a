package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
)

// twoServers are a server on the robot, and one elsewhere that wants a key.
const twoServers = "models.servers = ['edge http://127.0.0.1:11434/v1 qwen2.5vl:7b', 'gpu-2  https://gpu/v1  Qwen/VL  GPU_KEY']\n"

func TestOpenAIServers(t *testing.T) {
	want := []config.Server{
		{Name: "openai", BaseURL: "http://127.0.0.1:11434/v1", Model: "m", KeyVariable: "OPENAI_API_KEY", Setting: "models.openai.base_url"},
		{Name: "edge", BaseURL: "http://127.0.0.1:11434/v1", Model: "qwen2.5vl:7b", Setting: "models.servers"},
		{Name: "gpu-2", BaseURL: "https://gpu/v1", Model: "Qwen/VL", KeyVariable: "GPU_KEY", Setting: "models.servers"},
	}
	for way, loaded := range map[string]*config.Loaded{
		"file":     mustLoad(t, twoServers+"models.openai.model = 'm'"),
		"variable": mustLoad(t, "", "NAVD_MODELS_OPENAI_MODEL=m", "NAVD_MODELS_SERVERS=edge http://127.0.0.1:11434/v1 qwen2.5vl:7b, gpu-2 https://gpu/v1 Qwen/VL GPU_KEY"),
	} {
		if diff := cmp.Diff(want, loaded.Config.Models.OpenAIServers()); diff != "" {
			t.Errorf("by the %s (-want +got):\n%s", way, diff)
		}
	}
}

// TestServersRefused: what is wrong with a server is told, and never a key that stands where
// the name of its variable belongs.
func TestServersRefused(t *testing.T) {
	const good = "a http://h m"
	for _, tt := range []struct {
		name  string
		lines []string
		want  string // what is refused, and what was given
	}{
		{"a name alone", []string{good, "edge"}, `models.servers[1]: not allowed, given "edge"`},
		{"no model", []string{"edge http://h"}, `models.servers[0]: not allowed, given "edge http://h"`},
		{"no address", []string{"edge qwen GPU_KEY"}, `models.servers[0]: not allowed, given "edge qwen GPU_KEY"`},
		{"an address without its scheme", []string{"edge 127.0.0.1:8000/v1 m"}, `models.servers[0]: not allowed, given "edge 127.0.0.1:8000/v1 m"`},
		{"another order", []string{"http://h edge m"}, `models.servers[0]: not allowed, given "http://h edge m"`},
		{"the server of models.openai", []string{"openai http://h m"}, `models.servers[0]: not allowed, given "openai http://h m"`},
		{"a provider of Google", []string{good, "genai http://h m"}, `models.servers[1]: not allowed, given "genai http://h m"`},
		{"the end of a chain", []string{"nearest http://h m"}, `models.servers[0]: not allowed, given "nearest http://h m"`},
		{"capitals", []string{"Edge http://h m"}, `models.servers[0]: not allowed, given "Edge http://h m"`},
		{"a digit first", []string{"2nd http://h m"}, `models.servers[0]: not allowed, given "2nd http://h m"`},
		{"a name with a colon", []string{"edge:7b http://h m"}, `models.servers[0]: not allowed, given "edge:7b http://h m"`},
		{"a long name", []string{strings.Repeat("e", 33) + " http://h m"}, `models.servers[0]: not allowed, given "` + strings.Repeat("e", 33) + ` http://h m"`},
		{"a key in clear", []string{"edge http://h m sk-5ecret"}, `models.servers[0]: not allowed, given "edge http://h m …"`},
		{"a variable of navd", []string{"edge http://h m NAVD_KEY"}, `models.servers[0]: not allowed, given "edge http://h m …"`},
		{"five words", []string{"edge http://h m KEY sk-5ecret"}, `models.servers[0]: not allowed, given "edge http://h m …"`},
		{"one name twice", []string{good, "a http://other m"}, `models.servers: not allowed, given [a http://h m a http://other m]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, dir, err := load(t, "models.servers = ['"+strings.Join(tt.lines, "', '")+"']\nplanner.chain = ['edge']", nil, nil)
			wantMessage(t, err, dir, tt.want+", allowed a list of texts, NAME BASE_URL MODEL [KEY_VARIABLE] each; "+
				"NAME has up to 32 of a-z, 0-9, _ and -, begins with a letter and is not vertex, genai, openai, local, nearest; "+
				"BASE_URL begins with http:// or https://; KEY_VARIABLE is like GPU_KEY, never the key itself, and does not begin with NAVD_, each once "+
				"(DIR/navd.toml:1: correct it or leave it out)")
		})
	}
	_, _, err := load(t, "models.servers = 'edge http://h m sk-5ecret'", nil, nil)
	if err == nil || strings.Contains(err.Error(), "5ecret") {
		t.Errorf("a text in place of a list: %v", err)
	}
}

// TestChainsNameServers: a chain of any layer may name the servers that hold in the end.
func TestChainsNameServers(t *testing.T) {
	const allowed = ", allowed PROVIDER or PROVIDER:MODEL each, 1..8 of at most 300 bytes; only the last may be local"
	for _, tt := range []struct {
		name, text string
		env        []string
		flags      map[string]string
		want       string
	}{
		{"both", twoServers + "planner.chain = ['gpu-2', 'edge:llava:13b', 'openai:m', 'local']\nlats.chain = ['edge']", nil, nil, ""},
		{"the chain first", "planner.chain = ['edge', 'nearest']\n" + twoServers, nil, nil, ""},
		{"the chain below", "planner.chain = ['a', 'local']", []string{"NAVD_MODELS_SERVERS=a http://h m"}, nil, ""},
		{"the servers below", twoServers, nil, map[string]string{"scene.chain": "gpu-2, local"}, ""},
		{"an unknown one", twoServers + "scene.chain = ['edg', 'local']", nil, nil,
			`scene.chain[0]: not allowed, given "edg"` + allowed + "; providers: edge, genai, gpu-2, openai, vertex; models.servers adds more (DIR/navd.toml:2: correct it or leave it out)"},
		{"one that is overridden", twoServers + "planner.chain = ['edge', 'local']", []string{"NAVD_MODELS_SERVERS=a http://h m"}, map[string]string{"planner.chain": "local"},
			`planner.chain[0]: not allowed, given "edge"` + allowed + " or nearest; providers: a, genai, openai, vertex; models.servers adds more (DIR/navd.toml:2: correct it or leave it out)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			loaded, dir, err := load(t, tt.text, tt.env, tt.flags)
			wantMessage(t, err, dir, tt.want)
			if err != nil {
				return
			}
			if again, err := config.FromValues(loaded.Config.Values()); err != nil || !cmp.Equal(again, loaded.Config) {
				t.Errorf("from its values: %v\n%s", err, cmp.Diff(loaded.Config, again))
			}
		})
	}
}
