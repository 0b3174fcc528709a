package main

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/ipc"
	"navd/ipc/client"
)

// TestReadRunOfManyPages reads a run that is longer than a page of the list.
func TestReadRunOfManyPages(t *testing.T) {
	cfg := config.Default()
	cfg.Durability = "relaxed"
	c, err := client.Dial(hosted(t, cfg))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var want, got []string
	for i := range 1003 {
		name := fmt.Sprint(i)
		for _, run := range []string{"mine", "other"}[:1+i%50/49] {
			must(t, c, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", Run: run, Name: name})
		}
		want = append(want, name)
	}
	run, err := readRun(t.Context(), c, "mine")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range run.Episodes {
		got = append(got, e.Name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
