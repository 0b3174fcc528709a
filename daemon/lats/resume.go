package lats

import "navd/daemon/fault"

// Resume goes on with a search that has ended, within a budget that includes what it has
// spent so far. A search that has its answer, has nothing left to try, or has not ended is
// a conflict fault.
func (s *Search) Resume(b Budget) error {
	switch s.stop {
	case "":
		return fault.New(fault.Conflict, "the search has not ended").WithHint("lats.run goes on with it as it is; lats.cancel ends it")
	case Solved, Accepted, Exhausted:
		return fault.New(fault.Conflict, "there is nothing to go on with: the search ended as %s", s.stop).WithHint("lats.open begins another one")
	}
	o := s.o
	o.Budget = b
	if err := o.check(); err != nil {
		return err
	}
	s.record(Event{Resume: &b})
	s.o.Budget, s.stop, s.why, s.barren, s.own = b, "", "", 0, false
	s.begin()
	return nil
}
