package config_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
)

func TestFromValues(t *testing.T) {
	want := config.Default()
	want.DataDir, want.ImageRoots, want.Socket.AllowUIDs = "/d", []string{"/a b", `/"c"`}, []int{7, 8}
	want.Planner.Chain, want.Models.DailyBudget, want.Grounding.Enabled = []string{"genai:x", "local"}, 2.5, false
	values := want.Values()
	values["of.a.newer.navd"] = "1"
	got, err := config.FromValues(values)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Values(), got.Values()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := config.FromValues(map[string]string{"nav.turn_deg": "much"}); err == nil {
		t.Error("text is a number")
	}
}
