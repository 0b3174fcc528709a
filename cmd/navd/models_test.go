package main

import (
	"log/slog"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/model/modeltest"
	"navd/daemon/reply"
)

// TestProviders: which providers there are, and how they are asked.
func TestProviders(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*config.Config)
		env    map[string]string
		want   []string
		bad    string // provider that cannot be asked
		field  string
	}{
		{"nothing configured", func(*config.Config) {}, nil, []string{"openai"}, "", ""},
		{"a project", func(c *config.Config) { c.Models.Vertex.Project = "lab-7" }, nil, []string{"openai", "vertex"}, "", ""},
		{"a project of the environment", func(*config.Config) {}, map[string]string{"GOOGLE_CLOUD_PROJECT": "lab-7"}, []string{"genai", "openai", "vertex"}, "", ""},
		{"a key", func(c *config.Config) { c.Models.GenAI.Auth = "key" }, map[string]string{"GEMINI_API_KEY": "k"}, []string{"genai", "openai"}, "", ""},
		{"a fake", func(c *config.Config) {
			c.Models.Vertex.Auth, c.Models.Vertex.Endpoint = "none", "http://127.0.0.1:9"
		}, nil, []string{"openai", "vertex"}, "", ""},
		{"a chain names one without a project", func(c *config.Config) { c.Planner.Chain = []string{"vertex:flash", "local"} }, nil, []string{"openai", "vertex"}, "vertex", "models.vertex.project"},
		{"a scene chain names one with a public address and no credentials", func(c *config.Config) {
			c.Scene.Chain, c.Models.Vertex.Auth, c.Models.Vertex.Endpoint = []string{"vertex"}, "none", "https://example.com"
		}, nil, []string{"openai", "vertex"}, "vertex", "models.vertex.endpoint"},
		{"the chain of finals names one without a project", func(c *config.Config) { c.Grounding.Chain = []string{"vertex", "local"} }, nil, []string{"openai", "vertex"}, "vertex", "models.vertex.project"},
		{"a server without a scheme", func(c *config.Config) {
			c.Planner.Chain, c.Models.OpenAI.BaseURL = []string{"openai:m"}, "ftp://127.0.0.1"
		}, nil, []string{"openai"}, "openai", "models.openai.base_url"},
		{"further servers", func(c *config.Config) {
			c.Models.Servers = []string{"edge http://127.0.0.1/v1 m", "gpu https://gpu/v1 m GPU_KEY"}
		}, map[string]string{"GPU_KEY": "k"}, []string{"edge", "gpu", "openai"}, "", ""},
		{"a chain names one with a password", func(c *config.Config) {
			c.Lats.Chain, c.Models.Servers = []string{"gpu"}, []string{"gpu https://me:secret@gpu/v1 m"}
		}, nil, []string{"gpu", "openai"}, "gpu", "models.servers"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := config.Default()
			tt.change(&cfg)
			p := newProviders(cfg, func(name string) string { return tt.env[name] }, slog.New(slog.DiscardHandler))
			defer p.close()
			if diff := cmp.Diff(tt.want, slices.Sorted(maps.Keys(p))); diff != "" {
				t.Error(diff)
			}
			for name, m := range p {
				u, bad := m.(unusable)
				if bad != (name == tt.bad) {
					t.Errorf("%s: unusable %v", name, bad)
				}
				if !bad {
					continue
				}
				_, _, err := u.Ask(t.Context(), reply.Ask{})
				if f := fault.As(err); f.Field != tt.field || u.Check(t.Context()) != err {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
}

// TestFurtherServer: it is asked at its address, with its own key and for its own model.
func TestFurtherServer(t *testing.T) {
	fake := modeltest.NewOpenAI(t)
	fake.Script(modeltest.Good("yes"), modeltest.Good("yes"))
	cfg := config.Default()
	cfg.Planner.Chain, cfg.Models.Servers = []string{"gpu"}, []string{"gpu " + fake.URL() + "/v1 qwen GPU_KEY"}
	env := map[string]string{"GPU_KEY": "its own", "OPENAI_API_KEY": "another"}
	p := newProviders(cfg, func(name string) string { return env[name] }, slog.New(slog.DiscardHandler))
	defer p.close()
	for _, name := range []string{"", "llava"} {
		if text, _, err := p["gpu"].Ask(t.Context(), reply.Ask{Name: name, Prompt: "?"}); text != "yes" || err != nil {
			t.Errorf("answered %q, %v", text, err)
		}
	}
	var got []string
	for _, a := range fake.Asked() {
		got = append(got, a.Model+" "+a.Secret)
	}
	if want := []string{"qwen its own", "llava its own"}; !slices.Equal(got, want) {
		t.Errorf("asked for %q, want %q", got, want)
	}
	delete(env, "GPU_KEY")
	p = newProviders(cfg, func(name string) string { return env[name] }, slog.New(slog.DiscardHandler))
	defer p.close()
	for _, s := range ask.Check(t.Context(), cfg, p) {
		if f := fault.As(s.Err); s.Name == "gpu" && (!fault.Is(s.Err, fault.Denied) || f.Field != "models.servers" || f.Given != `"GPU_KEY"` || f.Hint == "") {
			t.Errorf("without its key: %v", s.Err)
		}
	}
	if _, _, err := p["gpu"].Ask(t.Context(), reply.Ask{Prompt: "?"}); !fault.Is(err, fault.Denied) || len(fake.Asked()) != 2 {
		t.Errorf("asked without its key: %v", err)
	}
}
