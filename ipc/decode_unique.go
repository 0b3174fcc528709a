package ipc

import (
	"navd/daemon/fault"
)

// unique takes one value of any kind. At every depth it refuses members that are given twice
// and strings with half a surrogate pair.
func (d *decoder) unique() *fault.Error {
	switch d.peek() {
	case '{':
		return d.uniqueMembers()
	case '[':
		return d.uniqueElements()
	case '"':
		_, f := d.unquoted()
		return f
	}
	if _, err := d.skip(); err != nil {
		return syntaxFault(err)
	}
	return nil
}

func (d *decoder) uniqueMembers() *fault.Error {
	var seen nameSet
	_, f := d.each('}', func(int) *fault.Error {
		key, f := d.name()
		if f != nil {
			return f
		}
		if !seen.add(key) {
			return twice(shorten(key))
		}
		if f := d.unique(); f != nil {
			return below(shorten(key), f)
		}
		return nil
	})
	return f
}

func (d *decoder) uniqueElements() *fault.Error {
	_, f := d.each(']', func(n int) *fault.Error { return inElement(n, d.unique()) })
	return f
}

// fewNames is the number of names up to which a list is faster than a map.
const fewNames = 16

// nameSet holds the member names of one object.
type nameSet struct {
	few  [][]byte
	many map[string]struct{}
}

// add adds a name and reports whether it is new.
func (s *nameSet) add(name []byte) bool {
	if s.many == nil {
		for _, known := range s.few {
			if string(known) == string(name) {
				return false
			}
		}
		if s.few = append(s.few, name); len(s.few) <= fewNames {
			return true
		}
		s.many = make(map[string]struct{}, 2*fewNames)
		for _, known := range s.few {
			s.many[string(known)] = struct{}{}
		}
		return true
	}
	if _, known := s.many[string(name)]; known {
		return false
	}
	s.many[string(name)] = struct{}{}
	return true
}
