package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"navd/config"
	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/genai"
	"navd/daemon/model/openai"
	"navd/daemon/model/vertex"
	"navd/daemon/reply"
)

// providers are the models that chains may name, by provider.
type providers map[string]model.Model

// newProviders makes the providers. None is called: credentials are looked for
// when a model is asked. A provider whose configuration is wrong is kept if a chain
// names it, and says what is wrong when it is asked, so that navd always starts.
// If no chain names it, it is left out, and no episode can name it.
func newProviders(cfg config.Config, getenv func(string) string, log *slog.Logger) providers {
	project, c := getenv("GOOGLE_CLOUD_PROJECT"), cfg.Models
	all := providers{
		"vertex": usable(vertex.New(vertexOptions(c.Vertex, project, log))),
		"genai":  usable(genai.New(genaiOptions(c.GenAI, project, getenv, log))),
	}
	for _, s := range c.OpenAIServers() {
		o := openai.Options{BaseURL: s.BaseURL, Setting: s.Setting, Model: s.Model, Key: getenv(s.KeyVariable)}
		if s.Name != "openai" { // that one is asked without a key when there is none
			o.KeyVariable = s.KeyVariable
		}
		all[s.Name] = usable(openai.New(o))
	}
	maps.DeleteFunc(all, func(name string, m model.Model) bool {
		_, bad := m.(unusable)
		return bad && !slices.ContainsFunc(modelEntries(cfg), func(entry string) bool { p, _, _ := strings.Cut(entry, ":"); return p == name })
	})
	return all
}

// anyProject is the project name sent to a server that asks for no credentials:
// the client needs one, the server ignores it.
const anyProject = "navd"

func vertexOptions(c config.Vertex, project string, log *slog.Logger) vertex.Options {
	o := vertex.Options{
		Project: cmp.Or(c.Project, project), Location: c.Location, Model: c.Model, Endpoint: c.Endpoint, NoAuth: c.Auth == "none", Log: log,
	}
	if o.NoAuth {
		o.Project = cmp.Or(o.Project, anyProject)
	}
	return o
}

func genaiOptions(c config.GenAI, project string, getenv func(string) string, log *slog.Logger) genai.Options {
	o := genai.Options{Model: c.Model, BaseURL: c.BaseURL, NoAuth: c.Auth == "none", Log: log}
	if c.Auth == "key" {
		o.Backend, o.Key = genai.Gemini, cmp.Or(getenv("GEMINI_API_KEY"), getenv("GOOGLE_API_KEY"))
		return o
	}
	o.Backend, o.Project, o.Location = genai.Vertex, cmp.Or(c.Project, project), c.Location
	if o.NoAuth {
		o.Project = cmp.Or(o.Project, anyProject)
	}
	return o
}

// usable gives the provider, or one that answers every question with err.
func usable(m model.Model, err error) model.Model {
	if err != nil {
		return unusable{err}
	}
	return m
}

// modelEntries lists the entries of all chains that are models, sorted, each once.
func modelEntries(cfg config.Config) []string {
	entries := ask.ModelsOf(slices.Concat(cfg.Planner.Chain, cfg.Scene.Chain, cfg.Grounding.Chain, cfg.Knowledge.Chain, cfg.Lats.Chain))
	slices.Sort(entries)
	return slices.Compact(entries)
}

// unusable is a provider whose configuration is wrong.
type unusable struct{ err error }

// Ask fails with the fault of the configuration.
func (u unusable) Ask(context.Context, reply.Ask) (string, reply.Usage, error) {
	return "", reply.Usage{}, u.err
}

// Check fails with the fault of the configuration.
func (u unusable) Check(context.Context) error { return u.err }

// close ends the providers' idle connections.
func (p providers) close() error {
	var errs []error
	for _, m := range p {
		if c, ok := m.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fault.New(fault.Internal, "close the models: %w", err)
	}
	return nil
}
