package main

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBill(t *testing.T) {
	got := billOf(&debug.BuildInfo{
		GoVersion: "go1.26.8", Main: debug.Module{Path: "navd"},
		Deps: []*debug.Module{
			{Path: "example.org/a", Version: "v1.2.3", Sum: "h1:x="},
			{Path: "example.org/b", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/c", Version: "v2.0.0", Sum: "h1:y="}},
		},
		Settings: []debug.BuildSetting{{Key: "-trimpath", Value: "true"}},
	})
	want := bill{BomFormat: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: metadata{Component: component{Type: "application", Name: "navd", Properties: []property{{"go:-trimpath", "true"}}}},
		Components: []component{
			{Type: "library", Name: "std", Version: "go1.26.8", PURL: "pkg:golang/std@go1.26.8"},
			{Type: "library", Name: "example.org/a", Version: "v1.2.3", PURL: "pkg:golang/example.org/a@v1.2.3", Properties: []property{{"go:sum", "h1:x="}}},
			{Type: "library", Name: "example.org/c", Version: "v2.0.0", PURL: "pkg:golang/example.org/c@v2.0.0", Properties: []property{{"go:sum", "h1:y="}}},
		}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestRun reads the program of this test itself.
func TestRun(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &second} {
		if err := run([]string{"--version", "0.1.0", "--time", "2026-11-25T02:13:00Z", self}, out); err != nil {
			t.Fatal(err)
		}
	}
	var b bill
	if err := json.Unmarshal(first.Bytes(), &b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) || b.Components[0].Version != runtime.Version() || b.Metadata.Component.Version != "0.1.0" {
		t.Errorf("got %s, then %s", &first, &second)
	}
}

func TestRefused(t *testing.T) {
	for name, args := range map[string][]string{"no program": {}, "two": {"a", "b"}, "not of Go": {"main.go"}, "not there": {"nowhere"}} {
		t.Run(name, func(t *testing.T) {
			if err := run(args, &bytes.Buffer{}); err == nil {
				t.Error("no error")
			}
		})
	}
}
