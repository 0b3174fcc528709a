package nav_test

import (
	"testing"

	"navd/daemon/fault"
	"navd/daemon/ref"
)

func TestLocalize(t *testing.T) {
	runTraces(t, []trace{
		{"anchors within r in a place of the same type, nearest first", `
			see kitchen
			go F*8 → anchor 5; candidates 4(0.5) 3(1) 2(1.5)`},
		{"r counts in every direction", `
			see kitchen
			go L F*7 → anchors 1:1@0(0,0) 2:1@2(0.217,0.125) 3:1@4(0.65,0.375) 4:1@6(1.083,0.625) 5:1@8(1.516,0.875)
			want candidates 4(0.5) 3(1) 2(1.5)`},
		{"ties by age", `
			see kitchen
			go F F L*6 F F R*6 F F
			want anchors 1:1@0(0,0) 2:1@2(0.5,0) 3:1@9(0.25,0) 4:1@17(0.25,0); candidates 3(0) 1(0.25) 2(0.25)`},
		{"ties by age in spite of rounding", `
			cfg anchor_every=1
			see kitchen
			go L F F R*6 F F → anchor 5; candidates 1(0) 2(0.25) 4(0.25) 3(0.5)`},
		{"the older of two at one spot comes first, though rounding puts it farther off", `
			cfg anchor_every=1
			see kitchen
			go L*4 F L*6 F*5 → anchor 7; candidates 6(0.25) 5(0.5) 4(0.75) 1(1) 3(1) 2(1.25)`},
		{"unknown matches nothing", `
			go F*4 → candidates`},
		{"another type matches nothing", `
			see kitchen
			see hall
			go F*4 → candidates`},
		{"the same type of another visit matches", `
			see kitchen
			see hall
			go F*4
			see Kitchen.
			go F! F! F! F! → place 3 kitchen; candidates 2(0.5) 1(1)`},
		{"labels of another language match", `
			see 거실
			see 복도
			go F*4
			see LivingRoom
			go F! F! F! F! → candidates 2(0.5) 1(1)`},
		{"labels outside the table match whatever the script", `
			see 온실방
			see 복도
			go F*4
			see 온실방
			go F! F! F! F! → candidates 2(0.5) 1(1)`},
		{"the graph is never merged", `
			see kitchen
			go F F L*6 F F → pose 0 0 180; edges 1-2 0.5 0, 2-3 0.25 180`},
	})
}

func TestLocalizeArguments(t *testing.T) {
	r := runTrace(t, "see kitchen\ngo F*8")
	for _, tc := range []struct {
		name   string
		anchor ref.AnchorID
		radius float64
		limit  int
		want   []ref.AnchorID
	}{
		{"a limit keeps the nearest", 5, 1.5, 2, []ref.AnchorID{4, 3}},
		{"a radius of nothing finds nothing", 5, 0, 0, []ref.AnchorID{}},
		{"a wide radius finds all", 1, 1000, 0, []ref.AnchorID{2, 3, 4, 5}},
		{"a radius beyond all cells", 1, 1e6, 0, []ref.AnchorID{2, 3, 4, 5}},
		{"any anchor may be asked for", 3, 0.5, 0, []ref.AnchorID{2, 4}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			found, err := r.mem.Localize(tc.anchor, tc.radius, tc.limit)
			if err != nil {
				t.Fatal(err)
			}
			got := []ref.AnchorID{}
			for _, n := range found {
				got = append(got, n.Anchor)
			}
			diff(t, "anchors", got, tc.want)
		})
	}
	for _, a := range []ref.AnchorID{0, 6, -1} {
		if _, err := r.mem.Localize(a, 1, 0); !fault.Is(err, fault.NotFound) {
			t.Errorf("anchor %d: %v, want not_found", a, err)
		}
	}
}

func TestRevisitKeys(t *testing.T) {
	// there and back: a corridor of 3 m between two kitchens that are one
	const away = `
			see kitchen
			see hall
			go F*12
			see bedroom
			go F*4 L*6 F*4
			see hall
			go F*4`
	runTraces(t, []trace{
		{"places of one type with anchors within r are one key, named by the lowest id", away + `
			want places 1 kitchen 0-3, 2 corridor 4-15, 3 bedroom 16-29, 4 corridor 30-30; keys 1 2 3 2; visits 2
			want revisits 1`},
		{"places of one type far apart are two keys", `
			see kitchen
			see hall
			go F*4
			see bedroom
			go F*20
			see hall
			go F*4 → keys 1 2 3 4; revisits 0`},
		{"two types at one spot are two keys", `
			see kitchen
			see hall
			go F! F! F! F! → keys 1 2`},
		{"unknown joins nothing", `
			go F F
			see unknown → keys 1`},
		{"keys join later, when the way between them is walked", `
			see hall
			see kitchen
			go F*4
			see bedroom
			go F*12
			see kitchen
			go F*16
			see bedroom
			go F*4 → keys 1 2 3 4 5
			see kitchen
			go L*6 F*8 → keys 1 2 3 4 5 4
			go F*18 → keys 1 2 3 2 5 2; revisits 2; visits 3`},
		{"a component may hang together over a third place", `
			cfg localize_radius_m=0.6 anchor_every=1
			see hall
			see kitchen
			go F! F! F! F!
			see bedroom
			go F! F! F! F!
			go F*4
			see kitchen
			go F! F! F! F! → keys 1 2 3 4
			see bedroom
			go F! F! F! F! → keys 1 2 3 4 3
			see kitchen
			go F! F! F! F! L*6 F*2 → keys 1 2 3 2 3 2`},
	})
}

// TestReach holds the radius of localization and of revisit keys at its end.
func TestReach(t *testing.T) {
	runTraces(t, []trace{
		{"r is the episode's", `
			cfg localize_radius_m=0.5
			see kitchen
			go F*8 → candidates 4(0.5)`},
		{"a hand more than r is not", `
			see kitchen
			go F=0.5 F=1.001 → candidates
			go F=0.3 F=0.2 → candidates 2(0.5)`},
		{"types that differ by spaces only match, and are one key", `
			see sun deck
			see hall
			go F! F! F! F!
			see sundeck
			go F! F! F! F! → candidates 1(0); keys 1 2 1`},
		{"places exactly r apart are one key", `
			see hall
			see kitchen
			go F=0.5 F! F! F!
			see hall
			go F=0.5 F=0.5 F! F! → anchors 1:1@0(0,0) 2:2@4(0.5,0) 3:2@6(1.5,0) 4:3@8(1.5,0); keys 1 2 1`},
		{"places a hand more than r apart are two", `
			see hall
			see kitchen
			go F=0.5 F! F! F!
			see hall
			go F=0.5 F=0.501 F! F! → keys 1 2 3`},
		{"any two of their anchors count, not the first ones", `
			see hall
			go F*12
			see kitchen
			go F! F! F! F!
			see hall
			go F! F! F! F! → keys 1 2 1; visits 2`},
	})
}
