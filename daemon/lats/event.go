package lats

import (
	"navd/daemon/fault"
)

// Event is one input of a search. [Replay] makes the search again from its options and all
// its events.
type Event struct {
	Seq    int     `json:"seq"` // from 1
	Ticket int     `json:"ticket,omitempty"`
	Kind   Kind    `json:"kind,omitempty"`
	Answer *Answer `json:"answer,omitempty"` // of the ticket
	Stop   Reason  `json:"stop,omitempty"`   // or the search was stopped
	Why    string  `json:"why,omitempty"`
	Resume *Budget `json:"resume,omitempty"` // or it goes on within this budget
}

func (s *Search) record(e Event) {
	s.seq++
	e.Seq = s.seq
	s.events = append(s.events, e)
}

// Drain gives the events since the last call, in order, for storing.
func (s *Search) Drain() []Event {
	events := s.events
	s.events = nil
	return events
}

// Replay makes a search again from its options, as [Search.Options] gave them, and all its
// events. The result equals the original search to the byte, and tickets without an answer
// are open. Options of another version are a conflict fault, and events that do not belong
// to them are a corrupt fault.
func Replay(o Options, events []Event) (*Search, error) {
	if o.Version == 0 {
		o.Version = -1 // not the default: stored options have a version
	}
	s, err := New(o)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		if err := s.redo(e); err != nil {
			return nil, fault.New(fault.Corrupt, "event %d does not belong to this search: %w", e.Seq, err)
		}
	}
	s.events = nil
	return s, nil
}

func (s *Search) redo(e Event) error {
	switch {
	case e.Seq != s.seq+1:
		return fault.Field("seq", e.Seq, "one more than the event before")
	case e.Stop != "" && s.stop != "":
		return fault.New(fault.Conflict, "the search has ended before")
	case e.Stop != "":
		return s.Stop(e.Stop, e.Why)
	case e.Resume != nil:
		return s.Resume(*e.Resume)
	case e.Answer == nil:
		return fault.Field("answer", nil, "an answer")
	}
	return s.Tell(e.Ticket, *e.Answer)
}
