package house_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/words"
)

// heads gives heads of versions from a list of what made them, oldest first: an episode,
// -EPISODE for one that was taken out, nothing for an import, or ~ for what is not kept.
func heads(made ...string) iter.Seq2[*house.House, error] {
	return func(yield func(*house.House, error) bool) {
		for i, by := range slices.Backward(made) {
			if by == "~" {
				return
			}
			h := &house.House{Version: i + 1, By: by}
			if by != "" && by[0] == '-' {
				h.By, h.Without = "", by[1:]
			}
			if !yield(h, nil) {
				return
			}
		}
	}
}

func TestTakenIn(t *testing.T) {
	for _, tt := range []struct {
		name, episode string
		made          []string
		want          string
	}{
		{"the only one", "a", []string{"a"}, "version 0, again []"},
		{"the last one", "c", []string{"a", "b", "c"}, "version 2, again []"},
		{"the first one", "a", []string{"a", "b", "c"}, "version 0, again [b c]"},
		{"another was taken out before it came", "c", []string{"a", "b", "-a", "c", "d"}, "version 3, again [d]"},
		{"another that came later was taken out", "a", []string{"a", "b", "c", "-b"}, "version 0, again [c]"},
		{"another that came before was taken out", "c", []string{"a", "b", "c", "d", "-b"}, "version 1, again [d]"},
		{"behind an import", "b", []string{"", "a", "b", "c"}, "version 2, again [c]"},
		{"one that never was in it", "x", []string{"a", "b"}, "none"},
		{"one from before an import", "x", []string{"", "a"}, "none"},
		{"the one that made what was imported", "b", []string{"~", "b", "c"}, "none"},
		{"one after that", "c", []string{"~", "b", "c"}, "version 2, again []"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from, again, ok, err := house.TakenIn(tt.episode, heads(tt.made...))
			got := fmt.Sprintf("version %d, again %v", from, again)
			if !ok {
				got = "none"
			}
			if got != tt.want || err != nil {
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
		})
	}
	broken := errors.New("broken")
	if _, _, _, err := house.TakenIn("a", func(yield func(*house.House, error) bool) { yield(nil, broken) }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// visit is an episode that walks two metres ahead through a room from a pose.
func visit(id string, at nav.Pose, room string) house.Visit {
	v := house.Visit{
		Episode: id, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Alignments: []house.Alignment{{Version: 1, Frame: nav.Frame(at), How: house.Given}},
		Places: []nav.Place{{ID: 1, Type: words.LabelKey(room), Label: room}},
	}
	for i := range 5 {
		v.Anchors = append(v.Anchors, nav.Anchor{Place: 1, Pose: nav.Pose{X: float64(i) / 2}})
	}
	return v
}

// A place that an episode made and others came into is found by its number when that
// episode is taken out; one that nobody else came into is gone.
func TestRebuiltPlaces(t *testing.T) {
	empty := house.Empty("mill")
	now := empty.Merge(visit("a", nav.Pose{}, "kitchen"))
	now = now.Merge(visit("b", nav.Pose{Y: 0.5}, "kitchen"))
	now = now.Merge(visit("c", nav.Pose{Y: 9}, "bedroom"))
	for _, tt := range []struct {
		name  string
		again []house.Visit
		want  map[int]string
	}{
		{"without the first", []house.Visit{visit("b", nav.Pose{Y: 0.5}, "kitchen"), visit("c", nav.Pose{Y: 9}, "bedroom")}, map[int]string{1: "kitchen", 2: "bedroom"}},
		{"without the kitchen", []house.Visit{visit("c", nav.Pose{Y: 9}, "bedroom")}, map[int]string{2: "bedroom"}},
		{"without anything", nil, map[int]string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			next := now.Rebuilt(empty, slices.Values(tt.again), "a")
			got := map[int]string{}
			for id := 1; id <= 2; id++ {
				if p, ok := next.Place(id); ok {
					got[id] = string(p.Type)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			origin := "a" // the frame is that of who was taken out, while anything is left
			if len(tt.again) == 0 {
				origin = ""
			}
			if next.Origin != origin || origin == "" && next.Merge(visit("d", nav.Pose{}, "kitchen")).Origin != "d" {
				t.Errorf("it began with %q", next.Origin)
			}
			if next.Version != 4 || next.Merged != len(tt.again) || next.Without != "a" || next.Check() != nil {
				t.Errorf("got version %d of %d episodes without %s: %v", next.Version, next.Merged, next.Without, next.Check())
			}
		})
	}
}

func TestLike(t *testing.T) {
	h := house.Empty("mill")
	for i, label := range []string{"floor lamp", "desk", "sofa", "desk"} {
		h.Things = append(h.Things, house.Thing{ID: i + 1, Key: words.ObjectKey(label), Seen: 1})
	}
	for _, tt := range []struct{ what, want string }{
		{"desk lamp", "like [desk floor lamp], all []"},
		{"sofe", "like [sofa], all []"},
		{"piano", "like [], all [desk floor lamp sofa]"},
	} {
		like, all := h.Like(words.ObjectKey(tt.what))
		if got := fmt.Sprintf("like %v, all %v", like, all); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.what, got, tt.want)
		}
	}
}

// What is no house of this format is refused before anything of it is used.
func TestParse(t *testing.T) {
	const whole = `{"format":1,"house":"x","version":1,"places":[],"nodes":[],"sites":[],"things":[],"next":{"place":2,"node":2,"site":2,"thing":2}}`
	for _, tt := range []struct{ name, document, field string }{
		{"whole", whole, ""},
		{"nothing", ``, "document"},
		{"a list", `[]`, "document"},
		{"another format", `{"format":2,"places":7}`, "document.format"},
		{"no lists", `{"format":1,"version":1}`, "document"},
		{"no version", `{"format":1,"places":[],"nodes":[],"sites":[],"things":[]}`, "document"},
		{"another type", `{"format":1,"places":7}`, "document.places"},
		{"another type within", whole[:len(whole)-1] + `,"nodes":[{"id":1,"x":true}]}`, "document.nodes.x"},
		{"no whole number", whole[:len(whole)-1] + `,"nodes":[{"id":1.5}]}`, "document.nodes.id"},
		{"a node behind the last number", whole[:len(whole)-len(`"next":{"place":2,"node":2,"site":2,"thing":2}}`)] + `"nodes":[{"id":5}],"next":{"node":2}}`, "document"},
		{"a thing that nobody saw", whole[:len(whole)-1] + `,"things":[{"id":1,"x":1}]}`, "house"},
		{"a place outside any sense", whole[:len(whole)-1] + `,"places":[{"id":1,"x":1e7}]}`, "house"},
		{"a member that no house has", whole[:len(whole)-1] + `,"places":[{"id":1,"colour":"red"}]}`, "document"},
		{"a negative free_m", whole[:len(whole)-1] + `,"sites":[{"id":1,"views":[{"view":0,"free_m":-1}]}]}`, "house"},
		{"a negative range", whole[:len(whole)-1] + `,"sites":[{"id":1,"sweeps":[{"max_m":5,"metres":[1,-2]}]}]}`, "house"},
		{"view 12", whole[:len(whole)-1] + `,"sites":[{"id":1,"views":[{"view":12}]}]}`, "house"},
		{"a sight backwards", whole[:len(whole)-1] + `,"things":[{"id":1,"sights":[{"far_m":-3}]}]}`, "house"},
		{"a negative count", whole[:len(whole)-1] + `,"things":[{"id":1,"seen":-1,"sights":[{}]}]}`, "house"},
		{"a label of two lines", whole[:len(whole)-1] + `,"places":[{"id":1,"label":"a\nb"}]}`, "house"},
		{"a dock with NUL", whole[:len(whole)-1] + `,"docks":[{"name":"a\u0000"}]}`, "house"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := house.Parse([]byte(tt.document))
			if got := ""; err != nil {
				got = fault.As(err).Field
				if !fault.Is(err, fault.Invalid) || got != tt.field || fault.As(err).Hint == "" || strings.Contains(err.Error(), "Go ") {
					t.Errorf("got %v of %s, want %s", err, got, tt.field)
				}
			} else if tt.field != "" {
				t.Errorf("it is taken")
			}
		})
	}
}
