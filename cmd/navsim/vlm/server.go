package vlm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"regexp"
	"sync"
	"time"

	"navd/daemon/planner"
	"navd/daemon/words"
)

// Options are the settings of a server. The zero value answers at once and without faults.
type Options struct {
	Faults  Plan
	Delay   time.Duration // before every answer; below 0 counts as 0
	Printed bool          // answer plans with the angle printed on the view, clockwise, whatever the prompt asks for

	// Wait waits before an answer. It returns an error when the context ends first.
	// Nil: it really waits.
	Wait func(ctx context.Context, d time.Duration) error
}

// Server is an [http.Handler] that simulates the models of a Vertex AI project, and a server
// of OpenAI's interface. It is safe
// for concurrent use and has no goroutines of its own: requests that hang end with their
// connection or with the server's base context.
type Server struct {
	opts Options

	mu     sync.Mutex // guards all below
	record Asked
	deck   *deck
	forced []Fault
	told   map[string][]planner.Decision // answers that wait, by model
}

// New returns a server. It refuses shares outside 0..1 and unknown faults.
func New(opts Options) (*Server, error) {
	if err := opts.Faults.check(); err != nil {
		return nil, err
	}
	opts.Delay = max(0, opts.Delay)
	if opts.Wait == nil {
		opts.Wait = wait
	}
	return &Server{
		opts: opts, deck: newDeck(opts.Faults), told: map[string][]planner.Decision{},
		record: Asked{Models: map[string]int{}, Faults: map[Fault]int{}},
	}, nil
}

// wait is the default of Options.Wait.
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

// route matches the path of generateContent: the resource, and its last part.
var route = regexp.MustCompile(`^/v1(?:beta1)?/(projects/[^/]+/locations/[^/]+/(?:publishers/[^/]+/models|endpoints)/([^/:]+)):generateContent$`)

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t := &turn{Server: s, w: w, r: r, chat: isChat(r)}
	bad := t.read()
	if bad != nil {
		s.refuse(w, bad)
		return
	}
	t.role = t.roleOf()
	t.n, t.drawn = s.enter(Request{Model: t.model, Role: string(t.role), Tokens: t.tokens(), Pictures: t.pictures})
	t.carryOut()
}

// refuse counts a malformed request, and answers it.
func (s *Server) refuse(w http.ResponseWriter, bad *refusal) {
	s.mu.Lock()
	s.record.Refused++
	s.mu.Unlock()
	write(w, bad.code, bad.body())
}

// read reads and checks the request of a turn.
func (t *turn) read() *refusal {
	m := route.FindStringSubmatch(t.r.URL.Path)
	if !t.chat && (m == nil || t.r.Method != http.MethodPost) {
		return &refusal{http.StatusNotFound, "NOT_FOUND", "The requested URL " + t.r.URL.Path + " was not found on this server for the method " + t.r.Method + "."}
	}
	body, err := io.ReadAll(http.MaxBytesReader(t.w, t.r.Body, maxBody))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return badRequest("Request payload size exceeds the limit: 20971520 bytes.")
	case err != nil:
		return badRequest("The request body could not be read.")
	}
	var req request
	var bad *refusal
	resource := ""
	if t.chat {
		req, t.model, bad = readChat(body)
	} else {
		resource, t.model = m[1], m[2]
		req, bad = decode(body)
	}
	if bad != nil {
		return bad
	}
	t.asked, bad = check(req, resource)
	return bad
}

// tokens estimates how many tokens a request has.
func (a *asked) tokens() int {
	return words.Tokens(a.system) + words.Tokens(a.prompt) + imageTokens*len(a.pictures)
}

// write sends a body of JSON.
func write(w http.ResponseWriter, code int, body []byte) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(code)
	_, _ = w.Write(body) // it fails only if the client is gone
}
