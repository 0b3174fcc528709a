package main

import (
	"slices"
	"testing"

	"navd/daemon/words"
)

func TestClaimText(t *testing.T) {
	for _, tt := range []struct {
		name  string
		claim words.Claim
		want  string
	}{
		{"in", words.In("sofa", "living room", "g1", words.Certain), "look for the sofa in any living room first (sure)"},
		{"not in", words.NotIn("sofa", "bathroom", "g1", words.Usual), "look for the sofa elsewhere than in any bathroom (usual)"},
		{"prefer a place", words.Prefer(words.Place("corridor"), "g1", words.Perhaps), "go a little sooner to any corridor (perhaps)"},
		{"prefer a view", words.Prefer(words.View(3), "g1", words.Certain), "go to view 3 first (sure)"},
		{"avoid a place", words.Avoid(words.Place("kitchen"), "g1", 0.45), "keep away from any kitchen (weight 0.45)"},
		{"avoid a view", words.Avoid(words.View(11), "g1", 0), "keep away from view 11 (weight 0)"},
		{"a place's name", words.Called(words.Place("study"), "office", "g1", words.Certain), `know the study also as "office" (sure)`},
		{"a thing's name", words.Called(words.Target("sofa"), "소파", "g1", words.Certain), `know the sofa also as "소파" (sure)`},
		{"a word in no table", words.In("리모컨", "놀이방", "g1", words.Certain), "look for the 리모컨 in any 놀이방 first (sure)"},
		{"of a newer daemon", words.Claim{Subject: "target:cup", Relation: "near", Object: "sink", Weight: 1}, "cup near sink (sure)"},
		{"escape sequences", words.In("so\x1b[31mfa", "hall\x07", "g1", words.Certain), "look for the so [31mfa in any hall  first (sure)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := claimText(tt.claim); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestClaimLines(t *testing.T) {
	claims := []words.Claim{words.Avoid(words.Place("kitchen"), "g1", 1), words.Prefer(words.View(0), "g1", 1)}
	for _, tt := range []struct {
		name   string
		claims []words.Claim
		inUse  bool
		room   words.Key
		want   []string
	}{
		{"none", nil, true, "", []string{"navd itself understands nothing in it; models get the text"}},
		{"in use", claims, true, "", []string{"navd itself will keep away from any kitchen (sure)", "navd itself will go to view 0 first (sure)"}},
		{"in one room", claims[:1], true, "kitchen", []string{"navd itself will keep away from that kitchen (sure)"}},
		{"out of use", claims[:1], false, "", []string{"navd itself would keep away from any kitchen (sure)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := claimLines("", tt.claims, tt.inUse, tt.room); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
