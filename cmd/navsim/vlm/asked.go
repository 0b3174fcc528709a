package vlm

import (
	"maps"
	"math"
	"path"
	"slices"
	"sync"

	"navd/daemon/fault"
	"navd/daemon/planner"
)

// How much is kept of what was asked, and told in advance.
const (
	keptRequests = 1000
	toldAhead    = 1000 // answers of one model
	toldModels   = 100
)

// Picture is a picture that came with a request.
type Picture struct {
	MIME          string // image/jpeg or image/png
	Bytes         int
	Width, Height int  // pixels
	Labelled      bool // it has a caption
}

// Request is a request that was right by its form.
type Request struct {
	N        int       // 1 is the first
	Model    string    // last piece of its resource name
	Role     string    // what it asked for: planner, scene, final or other
	Tokens   int       // of the prompt, by the estimate of words.Tokens, with 258 a picture
	Pictures []Picture // in their order
	Fault    Fault     // what went wrong; "" for nothing
	Told     bool      // the answer was one of Tell's
}

// Asked is what a server was asked until now.
type Asked struct {
	Requests int            // right by their form
	Refused  int            // wrong by their form
	Tokens   int            // of all prompts
	Pictures int            // in all requests
	Models   map[string]int // requests a model
	Faults   map[Fault]int  // how often what went wrong
	Recent   []Request      // the last 1,000, oldest first
}

// ledger is what a server keeps about its requests. It is safe for concurrent
// use.
type ledger struct {
	mu     sync.Mutex // guards all below
	asked  Asked
	deck   *deck
	forced []Fault
	told   map[string][]planner.Decision
}

func newLedger(p Plan) *ledger {
	return &ledger{deck: newDeck(p), asked: Asked{Models: map[string]int{}, Faults: map[Fault]int{}}, told: map[string][]planner.Decision{}}
}

// enter files a request and draws what goes wrong with it.
func (l *ledger) enter(r Request) (n int, d drawn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := &l.asked
	a.Requests++
	r.N = a.Requests
	d.fault, d.late = l.deck.draw()
	if len(l.forced) > 0 {
		d.fault, l.forced = l.forced[0], l.forced[1:]
	}
	if r.Fault = d.fault; d.fault != "" {
		a.Faults[d.fault]++
	}
	a.Tokens += r.Tokens
	a.Pictures += len(r.Pictures)
	if _, known := a.Models[r.Model]; known || len(a.Models) < toldModels {
		a.Models[r.Model]++
	}
	if a.Recent = append(a.Recent, r); len(a.Recent) > keptRequests {
		a.Recent = slices.Delete(a.Recent, 0, len(a.Recent)-keptRequests)
	}
	return r.N, d
}

// refuse counts a request that was wrong by its form.
func (l *ledger) refuse() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked.Refused++
}

// next gives the answer that a model was told to give to request n. One that
// cannot be read is given again.
func (l *ledger) next(model string, n int, f Fault) (d planner.Decision, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	queue := l.told[model]
	if len(queue) == 0 {
		return d, false
	}
	if f.usable() {
		l.told[model] = queue[1:]
		if len(queue) == 1 {
			delete(l.told, model)
		}
	}
	if i := slices.IndexFunc(l.asked.Recent, func(r Request) bool { return r.N == n }); i >= 0 {
		l.asked.Recent[i].Told = true
	}
	return queue[0], true
}

// Asked tells what the server was asked until now.
func (s *Server) Asked() Asked {
	s.ledger.mu.Lock()
	defer s.ledger.mu.Unlock()
	a := s.ledger.asked
	a.Models, a.Faults, a.Recent = maps.Clone(a.Models), maps.Clone(a.Faults), slices.Clone(a.Recent)
	return a
}

// Tell queues the next answer of a model, named as in the URL or by its full
// resource name, to whoever asks it for a plan. An answer that a fault makes
// unreadable is given again to the next request. With nothing told, the answer
// follows from the prompt. An angle that is no number is invalid; a thousand
// answers wait at most, more are exhausted.
func (s *Server) Tell(model string, d planner.Decision) error {
	if math.IsNaN(d.Angle) || math.IsInf(d.Angle, 0) {
		return fault.Field("angle", d.Angle, "a number")
	}
	l := s.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	name := path.Base(model)
	if _, known := l.told[name]; !known && len(l.told) >= toldModels || len(l.told[name]) >= toldAhead {
		return fault.New(fault.Exhausted, "too many answers are told in advance").About("model", model)
	}
	l.told[name] = append(l.told[name], d)
	return nil
}

// Force makes the next request go wrong in one way, after those that were
// forced before it. An unknown fault is invalid.
func (s *Server) Force(f Fault) error {
	if err := (Plan{Kinds: []Fault{f}}).check(); err != nil {
		return err
	}
	s.ledger.mu.Lock()
	defer s.ledger.mu.Unlock()
	s.ledger.forced = append(s.ledger.forced, f)
	return nil
}
