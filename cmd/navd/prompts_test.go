package main

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon"
)

// TestBuiltIns holds the list of prompts to those that the daemon uses and to
// the configuration's keys.
func TestBuiltIns(t *testing.T) {
	used, err := daemon.Prompts(config.Prompts{})
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, p := range used {
		want = append(want, p.ID()+" prompts."+p.ID()+" "+p.Text())
	}
	for _, p := range builtIns(config.Prompts{}) {
		got = append(got, p.Name+" "+p.Key+" "+p.builtIn)
		if !slices.ContainsFunc(config.Keys(), func(k config.KeyInfo) bool { return k.Key == p.Key }) {
			t.Errorf("no key %s", p.Key)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-used +listed):\n%s", diff)
	}
}
