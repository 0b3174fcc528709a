package vlm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"regexp"
	"time"

	"navd/daemon/words"
)

// Options say how a server behaves. The zero value answers at once and makes no
// faults.
type Options struct {
	Faults  Plan
	Delay   time.Duration // before every answer, 0 or more
	Printed bool          // plans are answered with the angle printed on the view, clockwise, whatever the prompt asks for

	// Wait waits before an answer; it ends early with an error when the context
	// does. nil means that time passes.
	Wait func(ctx context.Context, d time.Duration) error
}

// Server is an [http.Handler] that plays the models of a Vertex AI project. It
// is safe for concurrent use and has no goroutines of its own: requests that
// hang end with their connection or with the server's base context.
type Server struct {
	opts   Options
	ledger *ledger
}

// New makes a server. It refuses shares outside of 0..1, unknown
// faults, and delays below 0.
func New(opts Options) (*Server, error) {
	if err := opts.Faults.check(); err != nil {
		return nil, err
	}
	opts.Delay = max(0, opts.Delay)
	if opts.Wait == nil {
		opts.Wait = wait
	}
	return &Server{opts: opts, ledger: newLedger(opts.Faults)}, nil
}

// wait lets time pass.
func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// route is the path of generateContent: the resource, and its last piece.
var route = regexp.MustCompile(`^/v1(?:beta1)?/(projects/[^/]+/locations/[^/]+/(?:publishers/[^/]+/models|endpoints)/([^/:]+)):generateContent$`)

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m := route.FindStringSubmatch(r.URL.Path)
	if m == nil || r.Method != http.MethodPost {
		s.refuse(w, &refusal{http.StatusNotFound, "NOT_FOUND", "The requested URL " + r.URL.Path + " was not found on this server for the method " + r.Method + "."})
		return
	}
	a, bad := read(w, r, m[1])
	if bad != nil {
		s.refuse(w, bad)
		return
	}
	t := &turn{Server: s, w: w, r: r, asked: a, model: m[2], role: a.roleOf()}
	t.n, t.drawn = s.ledger.enter(Request{Model: t.model, Role: string(t.role), Tokens: a.tokens(), Pictures: a.pictures})
	t.carryOut()
}

// refuse answers a request that is wrong by its form.
func (s *Server) refuse(w http.ResponseWriter, bad *refusal) {
	s.ledger.refuse()
	write(w, bad.code, bad.body())
}

// read takes a request in.
func read(w http.ResponseWriter, r *http.Request, resource string) (asked, *refusal) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return asked{}, badRequest("Request payload size exceeds the limit: 20971520 bytes.")
	case err != nil:
		return asked{}, badRequest("The request body could not be read.")
	}
	req, bad := decode(body)
	if bad != nil {
		return asked{}, bad
	}
	return check(req, resource)
}

// tokens estimates how many tokens a request has.
func (a *asked) tokens() int {
	return words.Tokens(a.system) + words.Tokens(a.prompt) + imageTokens*len(a.pictures)
}

// write sends a body of JSON. A client that is gone does not get it.
func write(w http.ResponseWriter, code int, body []byte) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(code)
	_, _ = w.Write(body) // nobody is left to be told
}
