package vertex

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"strings"

	"cloud.google.com/go/vertexai/genai"
	"google.golang.org/api/option"

	"navd/daemon/model"
	"navd/daemon/model/gcp"
	"navd/daemon/reply"
)

// Options say where and as whom models are asked.
type Options struct {
	Project    string       // id of the Google Cloud project
	Location   string       // of published models; empty: us-central1
	Model      string       // asked when an ask names none
	Endpoint   string       // address or host of a fake or proxy; empty: Google's own
	NoAuth     bool         // ask without credentials, on this machine only
	Log        *slog.Logger // nil: nowhere
	HTTPClient *http.Client // whose transport does the calls; nil: one of the client's own
}

// Client is a [model.Model]. It is safe for concurrent use.
type Client struct {
	opts    Options
	address string // empty: by location
	clients *gcp.Clients[genai.Client]
	schemas model.Schemas[*genai.Schema]
}

// New checks the options, and calls nobody: credentials are looked for at the
// first ask. Wrong options are an invalid fault that names the key.
func New(opts Options) (*Client, error) {
	opts.Location = cmp.Or(opts.Location, gcp.DefaultLocation)
	c := &Client{opts: opts}
	if err := c.check(); err != nil {
		return nil, err
	}
	c.clients = gcp.NewClients[genai.Client]("vertexai", opts.HTTPClient, !opts.NoAuth, opts.Log)
	return c, nil
}

func (c *Client) check() (err error) {
	if err := gcp.CheckPlace("models.vertex", c.opts.Project, c.opts.Location); err != nil {
		return err
	}
	if c.address, err = model.Address("models.vertex.endpoint", c.opts.Endpoint, c.opts.NoAuth); err != nil {
		return err
	}
	if c.opts.Model != "" {
		_, err = gcp.ReadName(c.opts.Model)
	}
	return err
}

// Check tells whether there are credentials to ask with, without asking a
// model or anybody else whether they still hold. None is a denied fault.
func (c *Client) Check(ctx context.Context) error { return c.clients.Check(ctx) }

// Close ends idle connections. It is called once, after the last ask.
func (c *Client) Close() error { return c.clients.Close() }

// Ask asks one model once.
func (c *Client) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	name, err := gcp.ReadName(cmp.Or(ask.Name, c.opts.Model))
	if err != nil {
		return "", reply.Usage{}, err
	}
	parts, err := model.Parts(ask)
	if err != nil {
		return "", reply.Usage{}, err
	}
	client, err := c.client(ctx, cmp.Or(name.Location, c.opts.Location))
	if err != nil {
		return "", reply.Usage{}, err
	}
	m := client.GenerativeModel(name.Path)
	if err := c.configure(m, ask); err != nil {
		return "", reply.Usage{}, err
	}
	resp, err := model.Guarded(func() (*genai.GenerateContentResponse, error) {
		return m.GenerateContent(ctx, contentOf(parts)...)
	})
	if err != nil {
		return "", reply.Usage{}, failed(ctx, err)
	}
	return read(resp)
}

// client gives the library's client for a location.
func (c *Client) client(ctx context.Context, location string) (*genai.Client, error) {
	client, err := c.clients.At(location, func() (*genai.Client, error) {
		return genai.NewClient(context.WithoutCancel(ctx), c.opts.Project, location,
			genai.WithREST(), option.WithEndpoint(cmp.Or(c.address, gcp.Host(location))), option.WithHTTPClient(c.clients.HTTP),
			option.WithLogger(slog.New(slog.DiscardHandler))) // a variable of the environment would make it print prompts
	}, "WARNING:  Starting on June 24, 2025")
	if err != nil {
		return nil, model.Failed(ctx, err)
	}
	return client, nil
}

func (c *Client) configure(m *genai.GenerativeModel, ask reply.Ask) error {
	m.SetTemperature(float32(ask.Temperature))
	if ask.MaxTokens > 0 {
		m.SetMaxOutputTokens(int32(ask.MaxTokens))
	}
	if ask.System != "" {
		m.SystemInstruction = &genai.Content{Parts: []genai.Part{genai.Text(ask.System)}}
	}
	if ask.Schema == "" {
		return nil
	}
	schema, err := c.schemas.Of(ask.Schema, schemaOf)
	if err != nil {
		return err
	}
	m.ResponseMIMEType, m.ResponseSchema = "application/json", schema
	return nil
}

// contentOf turns the user's side into the library's type.
func contentOf(parts []model.Part) []genai.Part {
	var content []genai.Part
	for _, p := range parts {
		if p.Text != "" {
			content = append(content, genai.Text(p.Text))
			continue
		}
		content = append(content, genai.ImageData(strings.TrimPrefix(p.MIME, "image/"), p.Bytes))
	}
	return content
}
