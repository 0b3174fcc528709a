package main

import (
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"navd/daemon/model/modeltest"
)

// servers are the fakes that scripts play, by address.
type servers struct {
	t      *testing.T
	mu     sync.Mutex // guards played
	played map[string]*modeltest.Fake
}

// serves VAR N FILE: a server that speaks OpenAI's protocol answers N calls with the text of
// a file; its
// address goes to a variable. ! serves VAR: it goes away.
func (s *servers) serves(ts *testscript.TestScript, neg bool, args []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case neg && len(args) == 1:
		s.played[ts.Getenv(args[0])].Close()
	case !neg && len(args) == 3:
		n, err := strconv.Atoi(args[1])
		ts.Check(err)
		f := modeltest.NewOpenAI(s.t)
		f.Script(slices.Repeat([]modeltest.Answer{modeltest.Good(ts.ReadFile(args[2]))}, n)...)
		s.played[f.URL()+"/v1"] = f
		ts.Setenv(args[0], f.URL()+"/v1")
	default:
		ts.Fatalf("usage: serves VAR N FILE, or ! serves VAR")
	}
}
