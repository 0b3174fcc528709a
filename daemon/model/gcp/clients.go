package gcp

import (
	"context"
	"log/slog"
	"net/http"
	"sync"

	"navd/daemon/model"
)

// Clients are clients C of one of Google's libraries, one for each location, over
// one HTTP client. They are safe for concurrent use.
type Clients[C any] struct {
	HTTP *http.Client // does all calls

	auth    *Auth // nil: without this machine's credentials
	library string
	log     *slog.Logger

	mu   sync.Mutex // guards made
	made map[string]*C
}

// NewClients prepares clients of a library, which is named for the log (nil:
// nowhere). Their calls go over hc's transport (nil: one of their own), and with
// this machine's credentials or without.
func NewClients[C any](library string, hc *http.Client, credentials bool, log *slog.Logger) *Clients[C] {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	base := model.Base(hc)
	c := &Clients[C]{HTTP: &http.Client{Transport: &model.Transport{Base: base}}, library: library, log: log, made: map[string]*C{}}
	if credentials {
		c.auth = NewAuth(c.HTTP.Transport, base)
		c.HTTP.Transport = c.auth
	}
	return c
}

// Check looks for credentials where calls need them; see [Auth.Find].
func (c *Clients[C]) Check(ctx context.Context) error {
	if c.auth == nil {
		return nil
	}
	return c.auth.Find(ctx)
}

// Close ends idle connections. It is called once, after the last call.
func (c *Clients[C]) Close() error {
	c.HTTP.CloseIdleConnections()
	if c.auth != nil {
		c.auth.Close()
	}
	return nil
}

// At gives the client for a location. It is made at the first call there, and
// again at the next one when that failed. What the library prints meanwhile with
// one of the marks goes to the log.
func (c *Clients[C]) At(location string, make func() (*C, error), marks ...string) (client *C, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if client := c.made[location]; client != nil {
		return client, nil
	}
	said := model.Quiet(func() { client, err = make() }, marks...)
	for _, line := range said {
		c.log.Debug("the "+c.library+" library says", "text", line)
	}
	if err != nil {
		return nil, err
	}
	c.made[location] = client
	return client, nil
}
