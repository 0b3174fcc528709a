package genai

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"sync"

	"google.golang.org/genai"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/gcp"
	"navd/daemon/reply"
)

// Backend is the service that is asked.
type Backend string

// The backends.
const (
	Vertex Backend = "vertex" // Vertex AI, with project, location and this machine's credentials
	Gemini Backend = "gemini" // the Gemini API, with a key
)

// Options say where and as whom models are asked.
type Options struct {
	Backend    Backend      // empty: vertex
	Project    string       // id of the Google Cloud project; vertex only
	Location   string       // of published models; empty: us-central1; vertex only
	Key        string       // of the Gemini API; never logged, never in an error; gemini only
	Model      string       // asked when an ask names none
	BaseURL    string       // of a fake or proxy; empty: Google's own
	NoAuth     bool         // ask without credentials, on this machine only
	Log        *slog.Logger // nil: nowhere
	HTTPClient *http.Client // whose transport does the calls; nil: one of the client's own
}

// Client is a [model.Model]. It is safe for concurrent use.
type Client struct {
	opts    Options
	address string // empty: Google's own
	http    *http.Client
	auth    *gcp.Auth // nil: a key, or none
	schemas model.Schemas[*genai.Schema]

	mu        sync.Mutex // guards locations
	locations map[string]*genai.Client
}

// New checks the options, and calls nobody: credentials are looked for at the
// first ask. Wrong options are an invalid fault that names the key, a missing
// key of the Gemini API is a denied one at the first ask.
func New(opts Options) (*Client, error) {
	if opts.Backend == "" {
		opts.Backend = Vertex
	}
	if opts.Location == "" && opts.Backend == Vertex {
		opts.Location = gcp.DefaultLocation
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	c := &Client{opts: opts, locations: map[string]*genai.Client{}}
	if err := c.check(); err != nil {
		return nil, err
	}
	base := model.Base(opts.HTTPClient)
	c.http = &http.Client{Transport: &model.Transport{Base: base}}
	if opts.Backend == Vertex && !opts.NoAuth {
		c.auth = gcp.NewAuth(c.http.Transport, base)
		c.http.Transport = c.auth
	}
	return c, nil
}

func (c *Client) check() (err error) {
	switch {
	case c.opts.Backend != Vertex && c.opts.Backend != Gemini:
		return fault.Field("models.genai.backend", string(c.opts.Backend), "vertex, gemini")
	case c.opts.Backend == Gemini && (c.opts.Project != "" || c.opts.Location != ""):
		return fault.New(fault.Invalid, "the Gemini API takes no project and no location").About("models.genai.project", c.opts.Project)
	case c.opts.Backend == Vertex && c.opts.Key != "":
		return fault.New(fault.Invalid, "Vertex AI takes this machine's credentials and no key")
	case c.opts.Backend == Vertex:
		if err := gcp.CheckPlace("models.genai", c.opts.Project, c.opts.Location); err != nil {
			return err
		}
	}
	const field = "models.genai.base_url"
	if c.opts.BaseURL != "" {
		if c.address, err = model.BaseURL(field, c.opts.BaseURL); err != nil {
			return err
		}
	}
	if err := model.Secure(field, c.address, c.opts.NoAuth); err != nil {
		return err
	}
	if c.opts.Model != "" {
		_, err = c.name(c.opts.Model)
	}
	return err
}

// Check tells whether there are credentials to ask with, without asking a
// model or anybody else whether they still hold. None is a denied fault.
func (c *Client) Check(ctx context.Context) error {
	switch {
	case c.opts.NoAuth:
		return nil
	case c.auth != nil:
		return c.auth.Find(ctx)
	case c.opts.Key == "":
		return fault.New(fault.Denied, "no key for the Gemini API").WithHint("set GEMINI_API_KEY")
	}
	return nil
}

// Close ends idle connections. It is called once, after the last ask.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	if c.auth != nil {
		c.auth.Close()
	}
	return nil
}

// named is a model of the Gemini API. Compiled once: it is never changed.
var named = regexp.MustCompile(`^((models|tunedModels)/)?[A-Za-z][A-Za-z0-9._-]*$`)

// name reads the name of a model of the backend; one in short or without a
// sense there is an invalid fault.
func (c *Client) name(name string) (gcp.Name, error) {
	if c.opts.Backend == Vertex {
		return gcp.ReadName(name)
	}
	if !named.MatchString(name) {
		return gcp.Name{}, fault.Field("model", name, "a model's name such as gemini-2.5-flash; endpoints are for the vertex backend, by their full name")
	}
	return gcp.Name{Path: name}, nil
}

// Ask asks one model once.
func (c *Client) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	if ask.Name == "" {
		ask.Name = c.opts.Model
	}
	name, err := c.name(ask.Name)
	if err != nil {
		return "", reply.Usage{}, err
	}
	parts, err := model.Parts(ask)
	if err != nil {
		return "", reply.Usage{}, err
	}
	config, err := c.configure(ask)
	if err != nil {
		return "", reply.Usage{}, err
	}
	client, err := c.client(ctx, name.Location)
	if err != nil {
		return "", reply.Usage{}, err
	}
	resp, err := model.Guarded(func() (*genai.GenerateContentResponse, error) {
		return client.Models.GenerateContent(ctx, name.Path, contentOf(parts), config)
	})
	if err != nil {
		return "", reply.Usage{}, model.Failed(ctx, err)
	}
	return read(resp)
}

// client gives the library's client for a location. One that could not be made
// is made at the next ask.
func (c *Client) client(ctx context.Context, location string) (*genai.Client, error) {
	if c.opts.Backend == Gemini && c.opts.Key == "" && !c.opts.NoAuth {
		return nil, c.Check(ctx)
	}
	if location == "" {
		location = c.opts.Location
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if client := c.locations[location]; client != nil {
		return client, nil
	}
	var client *genai.Client
	var err error
	config := c.config(location)
	// It warns of variables in the environment that are not used here.
	said := model.Quiet(func() { client, err = genai.NewClient(context.WithoutCancel(ctx), config) },
		"Warning: Both GOOGLE_API_KEY and GEMINI_API_KEY", "Warning: The user provided project/location")
	for _, line := range said {
		c.opts.Log.Debug("the genai library says", "text", line)
	}
	if err != nil {
		// Its text repeats the whole configuration, with the key: it stays out.
		return nil, fault.New(fault.Unavailable, "the client library of Google's models could not be set up")
	}
	c.locations[location] = client
	return client, nil
}

// config is the library's configuration. It says everything: what is missing,
// the library takes from the environment.
func (c *Client) config(location string) *genai.ClientConfig {
	config := &genai.ClientConfig{HTTPClient: c.http, HTTPOptions: genai.HTTPOptions{BaseURL: c.address}}
	if c.opts.Backend == Gemini {
		config.Backend, config.APIKey = genai.BackendGeminiAPI, c.opts.Key
		if c.opts.NoAuth {
			config.APIKey = "none"
		}
		if config.HTTPOptions.BaseURL == "" {
			config.HTTPOptions.BaseURL = "https://generativelanguage.googleapis.com"
		}
		return config
	}
	config.Backend, config.Project, config.Location = genai.BackendVertexAI, c.opts.Project, location
	if config.HTTPOptions.BaseURL == "" {
		config.HTTPOptions.BaseURL = gcp.Host(location)
	}
	return config
}

func (c *Client) configure(ask reply.Ask) (*genai.GenerateContentConfig, error) {
	config := &genai.GenerateContentConfig{
		Temperature:           genai.Ptr(float32(ask.Temperature)),
		MaxOutputTokens:       int32(ask.MaxTokens),
		AutomaticContinuation: genai.Ptr(false), // one ask is one call
	}
	if ask.System != "" {
		config.SystemInstruction = &genai.Content{Parts: []*genai.Part{{Text: ask.System}}}
	}
	if ask.Schema == "" {
		return config, nil
	}
	schema, err := c.schemas.Of(ask.Schema, schemaOf)
	if err != nil {
		return nil, err
	}
	config.ResponseMIMEType, config.ResponseSchema = "application/json", schema
	return config, nil
}
