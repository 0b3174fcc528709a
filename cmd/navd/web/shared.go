package web

import (
	"sync"
	"time"
)

// answer is what the daemon said, made ready to be sent.
type answer struct {
	asked  time.Time // what happened until then is in it
	text   string    // the message
	rows   []row     // of the list of episodes
	lines  []line    // of a piece of a log
	seq, n int       // of the last of them
	told   bool      // there is more in that piece than steps
	more   bool      // the log goes on behind it
}

// shared keeps the last answers for all streams: ten pages that show the same episode
// ask the daemon once.
type shared struct {
	now func() time.Time

	mu   sync.Mutex // guards kept; taken before that of an answer
	kept map[string]*kept
}

// kept is an answer, or none yet.
type kept struct {
	mu sync.Mutex // held while the daemon is asked
	answer
}

// mostKept is how many answers are kept; then they are forgotten, all at once.
const mostKept = 256

// get gives an answer that was asked for at that time or later. Who comes while another asks waits for that.
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
