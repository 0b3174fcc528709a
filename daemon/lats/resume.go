package lats

import "navd/daemon/fault"

// Resume goes on with a search that has ended, within a budget that counts what it
// took so far. One that has its answer, or has nothing left to try, is a conflict, as
// is one that has not ended.
func (s *Search) Resume(b Budget) error {
	switch s.stop {
	case "":
		return fault.New(fault.Conflict, "the search has not ended")
	case Solved, Accepted, Exhausted:
		return fault.New(fault.Conflict, "there is nothing to go on with: the search ended as %s", s.stop).WithHint("open another one")
	}
	o := s.o
	o.Budget = b
	if err := o.check(); err != nil {
		return err
	}
	s.record(Event{Resume: &b})
	s.o.Budget, s.stop, s.why, s.barren = b, "", "", 0
	s.begin()
	return nil
}
