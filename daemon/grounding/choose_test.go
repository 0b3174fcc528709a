package grounding_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/feedback"
	. "navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/words"
)

// A wish is an entry for a prompt; its number is its place in the list.
type wish struct {
	text     string
	category feedback.Category
	scope    Scope
	pinned   bool
	state    item.State
}

func wished(t fataler, wishes ...wish) *Book {
	b := NewBook()
	for i, w := range wishes {
		e := told(i+1, w.text)
		e.Category, e.Scope, e.Pinned, e.State = w.category, w.scope, w.pinned, w.state
		if w.category == "" {
			e.Category = feedback.Spatial
		}
		if _, err := b.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// inShort says what is in a choice and what is not.
func inShort(c Choice) []string {
	var s []string
	for _, e := range c.Entries {
		s = append(s, e.ID+" "+e.Reason)
	}
	for _, e := range c.LeftOut {
		s = append(s, "-"+e.ID+" "+e.Reason)
	}
	if c.More > 0 {
		s = append(s, "-"+strconv.Itoa(c.More)+" more")
	}
	return s
}

func TestChoose(t *testing.T) {
	at := Situation{Scene: "flat", Target: "sofa", Places: []words.Key{"kitchen", "unknown", "hall way"}}
	wide := 1000
	for _, c := range []struct {
		name   string
		wishes []wish
		ranked []string
		budget int
		want   []string
	}{
		{"nothing", nil, nil, wide, nil},
		{"everything fits", []wish{{text: "the attic is dusty"}, {text: "mind the cat"}, {text: "the couches are soft"}, {text: "부엌에서는 천천히"}, {text: "tidy", pinned: true}}, nil, wide,
			[]string{"g1 there is room", "g2 names no place or thing", "g3 about the sofa", "g4 about the kitchen", "g5 pinned"}},
		{"of a target and a place, the target", []wish{{text: "the sofa is in the kitchen"}}, nil, wide, []string{"g1 about the sofa"}},
		{"what is for the target is about it", []wish{{text: "look behind you", scope: Scope{Target: "couch"}}}, nil, wide, []string{"g1 about the sofa"}},
		{"by category", []wish{{text: "a", category: feedback.General}, {text: "b", category: feedback.UserPreference}}, nil, wide, []string{"g2 names no place or thing", "g1 names no place or thing"}},
		{"what is not active", []wish{{text: "a", state: item.Proposed}, {text: "the door is open"}, {text: "the door is shut"}}, []string{"g2", "g1", "g2", "g9", "x"}, wide,
			[]string{"g3 there is room", "-g2 superseded by g3", "-g1 proposed: nobody has confirmed it"}},
		{"other scopes", []wish{{text: "a", scope: Scope{Scene: "house"}}, {text: "b", scope: Scope{Target: "bed"}}, {text: "c", scope: Scope{Scene: "house"}}, {text: "d", scope: Scope{Scene: "flat", Target: "sofa"}}}, []string{"g2", "g1"}, wide,
			[]string{"g4 about the sofa", "-g2 another target", "-g1 another scene"}},
		{"a room of another house", []wish{{text: "a", scope: Scope{Room: Room{House: "elsewhere", Type: "kitchen"}}}}, []string{"g1"}, wide,
			[]string{"-g1 about a room of another house, or of one in which the robot is not located"}},
		// The title costs 6 and a line of these 3 tokens, so ten are room for one.
		{"the pinned first", []wish{{text: "the sofa"}, {text: "the attic", pinned: true}}, nil, 10, []string{"g2 pinned", "-g1 no room: 3 tokens, 1 left"}},
		{"the related before the rest", []wish{{text: "the attic"}, {text: "the sofas"}, {text: "look left"}}, nil, 10, []string{"g2 about the sofa", "-g3 no room: 3 tokens, 1 left", "-g1 no room: 3 tokens, 1 left"}},
		{"what names nothing before the others", []wish{{text: "look left"}, {text: "the attic"}}, []string{"g2"}, 10, []string{"g1 names no place or thing", "-g2 no room: 3 tokens, 1 left"}},
		{"the newest first", []wish{{text: "the attic"}, {text: "the lobby"}}, nil, 10, []string{"g2 there is room", "-g1 no room: 3 tokens, 1 left"}},
		{"the ranked before the newest", []wish{{text: "the attic"}, {text: "the lobby"}, {text: "the study"}}, []string{"g2", "g1", "g2"}, 10, []string{"g2 there is room", "-g1 no room: 3 tokens, 1 left", "-g3 no room: 3 tokens, 1 left"}},
		{"the small where the large has no place", []wish{{text: "the attic"}, {text: strings.Repeat("the lobby ", 9)}}, []string{"g2"}, 10, []string{"g1 there is room", "-g2 no room: 29 tokens, 10 left"}},
		{"the opposite", []wish{{text: "no sofa in the kitchen"}, {text: "the sofa is in the kitchen"}, {text: "no sofa in the study"}}, nil, wide,
			[]string{"g2 about the sofa", "g3 about the sofa", "-g1 g2 says the opposite, and counts more"}},
		{"the opposite, pinned", []wish{{text: "no sofa in the kitchen", pinned: true}, {text: "the sofa is in the kitchen"}}, nil, wide, []string{"g1 pinned", "g2 about the sofa"}},
		{"nothing to give", []wish{{text: "the sofa"}}, nil, -5, []string{"-g1 no room: 9 tokens, 0 left"}},
		{"pins above the budget", []wish{{text: "tidy", pinned: true}, {text: "neat", pinned: true}, {text: "quiet"}}, nil, 3, []string{"g1 pinned", "g2 pinned", "-g3 no room: 2 tokens, 0 left"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := wished(t, c.wishes...).Choose(at, c.ranked, c.budget)
			if diff := cmp.Diff(c.want, inShort(got)); diff != "" {
				t.Errorf("%s\n%s", diff, got.Text)
			}
			if got.Tokens != words.Tokens(got.Text) {
				t.Errorf("%d tokens, the text has %d", got.Tokens, words.Tokens(got.Text))
			}
		})
	}
}

// TestShares holds that a category which has most of the best entries leaves
// room for the others, and takes what these do not need.
func TestShares(t *testing.T) {
	var wishes []wish
	for n := range 20 {
		wishes = append(wishes, wish{text: "the sofa squeaks at place number " + strconv.Itoa(n+10)})
	}
	at := Situation{Target: "sofa"}
	many := func(c Choice) (spatial, others int) {
		for _, e := range c.Entries {
			if n, _ := EntryNumber(e.ID); n <= 20 {
				spatial++
				continue
			}
			others++
		}
		return spatial, others
	}
	alone := wished(t, wishes...).Choose(at, nil, 120)
	if spatial, _ := many(alone); spatial != 12 {
		t.Errorf("alone it has %d lines, want 12:\n%s", spatial, alone.Text)
	}
	for _, c := range []feedback.Category{feedback.UserPreference, feedback.Procedural, feedback.General} {
		wishes = append(wishes, wish{text: "keep to the walls of the attic", category: c})
	}
	among := wished(t, wishes...).Choose(at, nil, 120)
	if spatial, others := many(among); spatial != 7 || others != 3 {
		t.Errorf("among others it has %d lines beside %d, want 7 beside 3:\n%s", spatial, others, among.Text)
	}
}

// TestLeftOutOfMany holds that a long list of what was left out is cut, the
// nearest kept.
func TestLeftOutOfMany(t *testing.T) {
	wishes := []wish{{text: "the sofa is old", scope: Scope{Scene: "house"}}}
	for n := range MaxLeftOut + 5 {
		wishes = append(wishes, wish{text: "the attic has box number " + strconv.Itoa(n)})
	}
	got := wished(t, append(wishes, wish{text: "the sofa is new"})...).Choose(Situation{Target: "sofa"}, []string{"g1", "g5"}, 0)
	if len(got.LeftOut) != MaxLeftOut || got.More != 7 || got.LeftOut[0].ID != "g107" || got.LeftOut[1].ID != "g5" {
		t.Errorf("%d left out and %d more, the first %v", len(got.LeftOut), got.More, got.LeftOut[:2])
	}
	if slices.ContainsFunc(got.LeftOut, func(l item.LeftOut) bool { return l.ID == "g1" }) {
		t.Error("what is of another scene stands before what has no room")
	}
}
