package vlm

import (
	"maps"
	"math"
	"path"
	"slices"

	"navd/daemon/fault"
	"navd/daemon/planner"
)

// How many requests are kept, and how many answers can be told in advance.
const (
	keptRequests = 1000
	toldAhead    = 1000 // answers per model
	toldModels   = 100
)

// Picture is a picture that came with a request.
type Picture struct {
	MIME          string // image/jpeg or image/png
	Bytes         int
	Width, Height int  // pixels
	Labelled      bool // it has a caption
}

// Request is a well-formed request.
type Request struct {
	N        int       // number of the request, from 1
	Model    string    // last part of its resource name
	Role     string    // what it asked for: planner, scene, final or other
	Tokens   int       // of the prompt, by the estimate of words.Tokens, with 258 for each picture
	Pictures []Picture // in their order
	Fault    Fault     // the fault that it got; "" for none
	Told     bool      // it was answered with an answer of Server.Tell
}

// Asked is what a server was asked so far.
type Asked struct {
	Requests int            // well-formed ones
	Refused  int            // malformed ones
	Tokens   int            // of all prompts
	Pictures int            // in all requests
	Models   map[string]int // requests by model
	Faults   map[Fault]int  // how often each fault occurred
	Recent   []Request      // the last 1,000, oldest first
}

// enter records a request and decides which fault it gets, if any.
func (s *Server) enter(r Request) (n int, d drawn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := &s.record
	a.Requests++
	r.N = a.Requests
	d.fault, d.late = s.deck.draw()
	if len(s.forced) > 0 {
		d.fault, s.forced = s.forced[0], s.forced[1:]
	}
	if r.Fault = d.fault; d.fault != "" {
		a.Faults[d.fault]++
	}
	a.Tokens += r.Tokens
	a.Pictures += len(r.Pictures)
	if _, known := a.Models[r.Model]; known || len(a.Models) < toldModels {
		a.Models[r.Model]++
	}
	a.Recent = append(a.Recent, r)
	a.Recent = slices.Delete(a.Recent, 0, max(0, len(a.Recent)-keptRequests))
	return r.N, d
}

// next returns the answer that a model was told to give to request n. If fault f makes it
// unreadable, the next request gets the same answer.
func (s *Server) next(model string, n int, f Fault) (d planner.Decision, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	queue := s.told[model]
	if len(queue) == 0 {
		return d, false
	}
	if f.usable() {
		s.told[model] = queue[1:]
		if len(queue) == 1 {
			delete(s.told, model)
		}
	}
	if i := slices.IndexFunc(s.record.Recent, func(r Request) bool { return r.N == n }); i >= 0 {
		s.record.Recent[i].Told = true
	}
	return queue[0], true
}

// Asked returns what the server was asked so far.
func (s *Server) Asked() Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.record
	a.Models, a.Faults, a.Recent = maps.Clone(a.Models), maps.Clone(a.Faults), slices.Clone(a.Recent)
	return a
}

// Tell queues an answer of a model, named as in the URL or by its full resource name, for
// requests for a plan. If a fault makes an answer unreadable, the next request gets it
// again. Without such answers the model answers from the prompt. An infinite angle, or one
// that is not a number, is fault.Invalid; more than a thousand waiting answers are
// fault.Exhausted.
func (s *Server) Tell(model string, d planner.Decision) error {
	if math.IsNaN(d.Angle) || math.IsInf(d.Angle, 0) {
		return fault.Field("angle", d.Angle, "a number")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	name := path.Base(model)
	if _, known := s.told[name]; !known && len(s.told) >= toldModels || len(s.told[name]) >= toldAhead {
		return fault.New(fault.Exhausted, "too many answers are waiting: at most %d for a model, and %d models", toldAhead, toldModels).About("model", model)
	}
	s.told[name] = append(s.told[name], d)
	return nil
}

// Force gives a fault to the next request or, if faults were forced before, to the next one
// after theirs. An unknown fault is fault.Invalid.
func (s *Server) Force(f Fault) error {
	if err := (Plan{Kinds: []Fault{f}}).check(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forced = append(s.forced, f)
	return nil
}
