package genai

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"regexp"

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
	clients *gcp.Clients[genai.Client]
	schemas model.Schemas[*genai.Schema]
}

// New checks the options, and calls nobody: credentials are looked for at the
// first ask. Wrong options are an invalid fault that names the key, a missing
// key of the Gemini API is a denied one at the first ask.
func New(opts Options) (*Client, error) {
	opts.Backend = cmp.Or(opts.Backend, Vertex)
	if opts.Backend == Vertex {
		opts.Location = cmp.Or(opts.Location, gcp.DefaultLocation)
	}
	c := &Client{opts: opts}
	if err := c.check(); err != nil {
		return nil, err
	}
	c.clients = gcp.NewClients[genai.Client]("genai", opts.HTTPClient, opts.Backend == Vertex && !opts.NoAuth, opts.Log)
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
	if c.address, err = model.Address("models.genai.base_url", c.opts.BaseURL, c.opts.NoAuth); err != nil {
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
	if c.opts.Backend == Gemini && c.opts.Key == "" && !c.opts.NoAuth {
		return fault.New(fault.Denied, "no key for the Gemini API").WithHint("set GEMINI_API_KEY")
	}
	return c.clients.Check(ctx)
}

// Close ends idle connections. It is called once, after the last ask.
func (c *Client) Close() error { return c.clients.Close() }

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
	name, err := c.name(cmp.Or(ask.Name, c.opts.Model))
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
	client, err := c.client(ctx, cmp.Or(name.Location, c.opts.Location))
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

// client gives the library's client for a location. The library warns of variables
// in the environment that are not used here.
func (c *Client) client(ctx context.Context, location string) (*genai.Client, error) {
	if c.opts.Backend == Gemini {
		if err := c.Check(ctx); err != nil {
			return nil, err
		}
	}
	client, err := c.clients.At(location, func() (*genai.Client, error) {
		return genai.NewClient(context.WithoutCancel(ctx), c.config(location))
	}, "Warning: Both GOOGLE_API_KEY and GEMINI_API_KEY", "Warning: The user provided project/location")
	if err != nil {
		// Its text repeats the whole configuration, with the key: it stays out.
		return nil, fault.New(fault.Unavailable, "the client library of Google's models could not be set up")
	}
	return client, nil
}

// config is the library's configuration. It says everything: what is missing,
// the library takes from the environment.
func (c *Client) config(location string) *genai.ClientConfig {
	config := &genai.ClientConfig{HTTPClient: c.clients.HTTP, HTTPOptions: genai.HTTPOptions{BaseURL: c.address}}
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
		Temperature:     new(float32(ask.Temperature)),
		MaxOutputTokens: int32(ask.MaxTokens),
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
