package web

import (
	"sync"
	"time"
)

// answer is an answer of the daemon, as the message to send.
type answer struct {
	asked  time.Time // when the daemon was asked
	text   string    // the message
	rows   []row     // of the list of episodes
	lines  []line    // of a piece of a log
	seq, n int       // of the last of these lines
	told   bool      // some of these lines are not steps
	more   bool      // the log has more lines after them
}

// shared keeps the last answers for all streams: ten pages that show the same episode
// ask the daemon once.
type shared struct {
	now func() time.Time

	mu   sync.Mutex // guards kept; taken before the mutex of a kept answer
	kept map[string]*kept
}

// kept is an answer, or none yet.
type kept struct {
	mu sync.Mutex // held while the daemon is asked
	answer
}

// mostKept is how many answers are kept; when there would be more, all are forgotten.
const mostKept = 256

// get gives an answer that was asked for at time since or later. Of several callers with
// the same name one asks, and the others wait for its answer.
func (s *shared) get(name string, since time.Time, ask func() (answer, error)) (answer, error) {
	s.mu.Lock()
	k := s.kept[name]
	if k == nil {
		if s.kept == nil || len(s.kept) >= mostKept {
			s.kept = map[string]*kept{}
		}
		k = &kept{}
		s.kept[name] = k
	}
	s.mu.Unlock()
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.asked.IsZero() && !k.asked.Before(since) {
		return k.answer, nil
	}
	began := s.now()
	a, err := ask()
	if err != nil {
		return answer{}, err
	}
	a.asked = began
	k.answer = a
	return a, nil
}
