package model

import (
	"io"
	"log"
	"strings"
	"sync"
)

// redirecting is held while the standard logger's output is ours. The logger
// is one for the whole process, and so its lock is.
var redirecting sync.Mutex

// Quiet runs fn, and takes what it prints through the standard logger with one
// of the marks in it; the caller says it where it belongs. Lines of others in
// the meantime go where they went before, and so does everything afterwards.
// It is for client libraries that print on their own; fn should be short.
func Quiet(fn func(), marks ...string) (lines []string) {
	redirecting.Lock()
	defer redirecting.Unlock()
	w := &sieve{to: log.Writer(), marks: marks}
	log.SetOutput(w)
	defer func() {
		if log.Writer() == io.Writer(w) { // or else somebody set another since
			log.SetOutput(w.to)
		}
		lines = w.taken()
	}()
	fn()
	return nil
}

// sieve is a writer that keeps the lines with a mark and passes the others on.
type sieve struct {
	to    io.Writer
	marks []string

	mu   sync.Mutex // guards kept
	kept []string
}

// Write takes one line: the standard logger writes each with one call.
func (s *sieve) Write(line []byte) (int, error) {
	for _, mark := range s.marks {
		if _, after, found := strings.Cut(string(line), mark); found {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.kept = append(s.kept, redact(mark+after))
			return len(line), nil
		}
	}
	return s.to.Write(line)
}

func (s *sieve) taken() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept
}
