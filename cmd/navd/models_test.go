package main

import (
	"log/slog"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon/fault"
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
