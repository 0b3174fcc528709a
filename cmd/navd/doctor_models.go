package main

import (
	"context"
	"log/slog"
	"net"
	"net/url"
	"time"

	"navd/config"
	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/model"
)

const (
	credentialTime = 4 * time.Second // for looking for credentials, all providers together
	dialTime       = time.Second     // for one server to take a connection
)

// models checks whether the providers that chains name could be asked.
func (u *checkup) models(ctx context.Context) {
	const check = "models"
	if !ask.Any(u.cfg.Planner.Chain) {
		u.warn(check, noEyesHint, "none in planner.chain: plans look at no picture, and a goal that only pictures show is never seen (Flag stays 0); that is fine for controllers that send labels")
	}
	switch {
	case len(modelEntries(u.cfg)) == 0:
		return
	case u.cfg.Models.Tape != "" && u.cfg.Models.TapeMode == "replay":
		u.ok(check, "a tape answers for them")
		return
	}
	search, cancel := context.WithTimeout(ctx, credentialTime)
	defer cancel()
	given := newProviders(u.cfg, u.getenv, slog.New(slog.DiscardHandler))
	states := ask.Check(search, u.cfg, given)
	if search.Err() == nil {
		defer given.close() // it waits for searches for credentials; when those took too long, it is left out
	}
	for _, s := range states {
		u.model(ctx, s)
	}
}

// noEyesHint says how plans get a model.
const noEyesHint = `set planner.chain = ["vertex", "local"] for a Google Cloud project, ["genai", "local"] with models.genai.auth = "key" for a Gemini key, ` +
	`or ["openai:MODEL", "local"] for a server of your own; ` + "`navsim model` plays a model to try"

// model reports on one provider.
func (u *checkup) model(ctx context.Context, s ask.ProviderState) {
	check := "model " + s.Name
	field, address := serverOf(u.cfg.Models, s.Name)
	at := "its cloud is not asked"
	if s.Err == nil && address != "" {
		at = "a server listens at " + address
		s.Err = reachable(ctx, field, address)
	}
	if s.Err != nil {
		u.fail(check, s.Err, "mend its settings, or take it out of the chains")
		return
	}
	u.ok(check, "%s can be asked; %s", s.Model, at)
}

// serverOf gives the address of a provider's server and the configuration key that sets
// it. The address is "" for Google's clouds, which the doctor does not dial.
func serverOf(c config.Models, provider string) (field, address string) {
	compatible := false // with OpenAI's protocol
	for _, s := range c.OpenAIServers() {
		if s.Name == provider {
			field, address, compatible = s.Setting, s.BaseURL, true
		}
	}
	switch provider {
	case "vertex":
		field, address = "models.vertex.endpoint", c.Vertex.Endpoint
	case "genai":
		field, address = "models.genai.base_url", c.GenAI.BaseURL
	}
	if address == "" {
		return field, ""
	}
	full, err := model.BaseURL(field, address)
	if err != nil || !compatible && !model.Loopback(full) {
		return field, ""
	}
	return field, full
}

// reachable says why a server cannot be connected to, at an address as [model.BaseURL]
// gives it; nil when it can. Nothing is sent.
func reachable(ctx context.Context, field, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fault.Field(field, address, "an address")
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	d := net.Dialer{Timeout: dialTime}
	nc, err := d.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return fault.New(fault.Unavailable, "no server answers: %w", err).About(field, address).WithHint("start the server, or set its address with %s", field)
	}
	nc.Close()
	return nil
}
