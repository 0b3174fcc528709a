package server_test

import (
	"slices"
	"strings"
	"testing"

	"navd/daemon"
	"navd/ipc"
	"navd/ipc/server"
)

// TestParametersAreBounded holds that every text and every list that a client can
// send says how large it may be, or what it may be.
func TestParametersAreBounded(t *testing.T) {
	numbers := []string{"anchor", "from", "to", "action", "steps[].action", "house.start"} // these are read as numbers, or as one of a few words; house.start as an object with limits of its own
	for _, h := range server.Methods(&daemon.Daemon{}) {
		params, err := ipc.Describe(h.Params)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range params {
			bounded := true
			switch list := strings.HasPrefix(p.Type, "array of") || strings.HasPrefix(p.Type, "object of"); {
			case slices.Contains(numbers, p.Name):
			case list && strings.HasSuffix(p.Type, " string"):
				bounded = strings.Contains(p.Allowed, "each at most") || strings.Contains(p.Allowed, "; ") || strings.Contains(p.Allowed, " bytes")
			case list:
				bounded = strings.Contains(p.Allowed, " elements") || strings.Contains(p.Allowed, " members")
			case p.Type == "string", p.Type == "JSON":
				bounded = p.Allowed != ""
			}
			if !bounded {
				t.Errorf("%s: %s, %s, has no limit: %q", h.Method, p.Name, p.Type, p.Allowed)
			}
		}
	}
}

// TestLargeMethodsHaveNoQueue holds what [server.Large] asks for.
func TestLargeMethodsHaveNoQueue(t *testing.T) {
	for _, h := range server.Methods(&daemon.Daemon{}) {
		if _, queued := h.Params.MethodByName("Queue"); queued && h.Large {
			t.Errorf("%s is large and changes an episode", h.Method)
		}
	}
}
