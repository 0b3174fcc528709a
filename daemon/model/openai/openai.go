package openai

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/reply"
)

// Options say where models are asked.
type Options struct {
	BaseURL     string       // up to the version, e.g. http://127.0.0.1:11434/v1
	Setting     string       // key of the configuration that it is from; empty: models.openai.base_url
	Key         string       // sent as a bearer token; empty: none
	KeyVariable string       // which has to have Key; empty: the server is also asked without one
	Model       string       // asked when an ask names none
	HTTPClient  *http.Client // whose transport does the calls; nil: one of the client's own
}

// Client is a [model.Model]. It is safe for concurrent use.
type Client struct {
	opts    Options
	address string
	http    *http.Client
	schemas model.Schemas[json.RawMessage]

	mu   sync.Mutex // guards form
	form form       // the strictest form of answer that the server took so far
}

// form is how a server is told the form of its answer, from strict to not at
// all.
type form int

const (
	bySchema form = iota // response_format json_schema
	asObject             // response_format json_object
	untold
)

// New checks the options, and calls nobody. Wrong options are an invalid fault
// that names the key.
func New(opts Options) (*Client, error) {
	opts.Setting = cmp.Or(opts.Setting, "models.openai.base_url")
	address, err := model.BaseURL(opts.Setting, opts.BaseURL)
	if err != nil {
		return nil, err
	}
	transport := &model.Transport{Base: model.Base(opts.HTTPClient)}
	return &Client{opts: opts, address: address, http: &http.Client{Transport: transport}}, nil
}

// Check tells whether the key is there that the server is to be asked with. If
// not, that is a denied fault.
func (c *Client) Check(context.Context) error {
	if c.opts.KeyVariable == "" || c.opts.Key != "" {
		return nil
	}
	f := fault.New(fault.Denied, "no key for the server").About(c.opts.Setting, c.opts.KeyVariable)
	f.Allowed = "a variable that is set where navd runs"
	return f.WithHint("set %s there, or take its name out of %s", c.opts.KeyVariable, c.opts.Setting)
}

// Close ends idle connections. It is called once, after the last ask.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// Ask asks one model once. A server that refuses the schema is asked again
// with less, and remembered for what it takes.
func (c *Client) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	if ask.Name == "" {
		ask.Name = c.opts.Model
	}
	if ask.Name == "" {
		return "", reply.Usage{}, fault.Field("model", "", "the name of a model of the server")
	}
	if err := c.Check(ctx); err != nil {
		return "", reply.Usage{}, err
	}
	req, err := requestOf(ask)
	if err != nil {
		return "", reply.Usage{}, err
	}
	if ask.Schema == "" {
		return c.call(ctx, req)
	}
	schema, err := c.schemas.Of(ask.Schema, func(*model.Schema) json.RawMessage { return json.RawMessage(ask.Schema) })
	if err != nil {
		return "", reply.Usage{}, err
	}
	return c.formed(ctx, req, schema)
}

// formed asks with the strictest form that the server is known to take, and
// with less when it is refused. Only a form that was then taken is remembered:
// a request that is wrong in itself says nothing about forms, and keeps its
// first refusal.
func (c *Client) formed(ctx context.Context, req request, schema json.RawMessage) (string, reply.Usage, error) {
	var refusal error
	for f := c.known(); ; f++ {
		req.ResponseFormat = f.format(schema)
		text, usage, err := c.call(ctx, req)
		if !refused(err) {
			if refusal != nil && err == nil {
				c.remember(f)
			}
			return text, usage, err
		}
		if refusal == nil {
			refusal = err
		}
		if f == untold {
			return "", reply.Usage{}, refusal
		}
	}
}

// refused tells the refusals that a form may be the reason of.
func refused(err error) bool {
	status, is := errors.AsType[model.Status](err)
	return is && (status == http.StatusBadRequest || status == http.StatusUnprocessableEntity)
}

func (c *Client) known() form {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.form
}

func (c *Client) remember(f form) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.form = max(c.form, f)
}

// call does one exchange.
func (c *Client) call(ctx context.Context, body request) (string, reply.Usage, error) {
	var none reply.Usage
	data, err := json.Marshal(body)
	if err != nil {
		return "", none, fault.As(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address+"/chat/completions", bytes.NewReader(data))
	if err != nil {
		return "", none, fault.As(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if c.opts.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.opts.Key)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return "", none, model.Failed(ctx, err)
	}
	defer resp.Body.Close()
	var answer response
	if data, err = io.ReadAll(resp.Body); err == nil {
		err = json.Unmarshal(data, &answer)
	}
	if err != nil {
		return "", none, model.Failed(ctx, err)
	}
	return answer.read()
}
