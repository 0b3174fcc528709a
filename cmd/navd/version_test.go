package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestBuild(t *testing.T) {
	for _, tt := range []struct {
		name string
		info *debug.BuildInfo
		says string
	}{
		{"nothing written down", nil, "commit unknown"},
		{"no checkout", &debug.BuildInfo{}, "commit unknown"},
		{"a commit", &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-11-25T02:13:00Z"}, {Key: "vcs.modified", Value: "false"}}}, "commit abc of 2026-11-25T02:13:00Z\n"},
		{"changes", &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "x"}, {Key: "vcs.modified", Value: "true"}}}, "commit abc of x, with changes\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := buildOf(tt.info).String(); !strings.Contains(got, tt.says) {
				t.Errorf("got %q", got)
			}
		})
	}
}
