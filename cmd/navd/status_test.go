package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/table"
	"navd/ipc"
)

// TestStatusWords holds what a person is told of counts and times.
func TestStatusWords(t *testing.T) {
	for _, tc := range []struct {
		name string
		rows func(*table.Table)
		want string
	}{
		{"nothing yet", func(t *table.Table) { printHeld(t, map[string]int{"episodes": 0}) }, ""},
		{"what is held", func(t *table.Table) {
			printHeld(t, map[string]int{"episodes": 2, "log_entries": 340, "houses": 1, "grounding": 3, "knowledge": 2, "episodic": 1, "searches": 1})
		}, "searches  2 episodes\nmemory    1 house\nlearned   3 statements, 2 learned items, 1 record of a past leg\nwork      1 tree search\nlog       340 lines; events stay when their episode is deleted\n"},
		{"what was asked", func(t *table.Table) {
			printAsked(t, ipc.Metrics{UptimeS: 600, Store: ipc.StoreMetrics{Commits: 2, CommitP50: 1.26, CommitP99: 12.4}, Methods: map[string]ipc.Latency{
				"nav.step": {Calls: 1200, P50Ms: 0.3, P99Ms: 2.04}, "nav.plan": {Calls: 120, Errors: 2, P50Ms: 3, P99Ms: 8000.2}, "nav.graph": {Calls: 4, Errors: 1},
			}})
		}, "steps        1200, 120 a minute; half within 0.3 ms, 99 of 100 within 2 ms\n" +
			"plans        120, 12 a minute, 2 failed; half within 3 ms, 99 of 100 within 8000 ms\n" +
			"other calls  4, 1 failed\nwrites       2 to the disk; half within 1.3 ms, 99 of 100 within 12 ms\n"},
		{"at the start", func(t *table.Table) {
			printAsked(t, ipc.Metrics{UptimeS: 2, Methods: map[string]ipc.Latency{"nav.plan": {Calls: 5, P50Ms: 3, P99Ms: 4}}})
		}, "plans  5; half within 3 ms, 99 of 100 within 4 ms\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var list table.Table
			var out strings.Builder
			tc.rows(&list)
			if err := list.Print(&out); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, out.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
