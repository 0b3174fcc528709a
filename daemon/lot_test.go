package daemon_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/planner"
	"navd/ipc"
)

// The lot is the same for the same name, scene, goal and seed, and another one for all
// others, also where a lab calls every episode the same, or gives no seed.
func TestLot(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	h := newHouse(t)
	held := func(scene, goal, more string) bool {
		id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":%q,"scene_id":%q,"condition":"C2_holdout:0.5"%s}`, goal, scene, more))).Episode
		return into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, fmt.Sprintf(`{"episode":%q}`, id))).Meta.HeldOut
	}
	const each = 40
	for _, c := range []struct {
		name, scene, goal, more string // %d is the number of the episode
		again                   bool   // the second of two has the lot of the first
	}{
		{"another scene", "h%d", "sofa", `,"name":"patrol","seed":1`, true},
		{"another goal", "h", "sofa %d", `,"name":"patrol","seed":1`, true},
		{"another name", "h", "sofa", `,"name":"%d","seed":1`, true},
		{"another seed", "h", "sofa", `,"name":"patrol","seed":%d`, true},
		{"no seed", "h", "sofa", `,"name":"patrol"`, false},
		{"no name", "h", "sofa", `,"seed":1`, false},
		{"neither", "h", "sofa", ``, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, changed := 0, 0
			for i := range each {
				of := func(format string) string { return strings.ReplaceAll(format, "%d", strconv.Itoa(i)) }
				first, second := held(of(c.scene), of(c.goal), of(c.more)), held(of(c.scene), of(c.goal), of(c.more))
				if first {
					n++
				}
				if first != second {
					changed++
				}
			}
			if n < each*3/10 || n > each*7/10 || (changed == 0) != c.again {
				t.Errorf("of %d episodes %d are held out, and %d others when they come again", each, n, changed)
			}
		})
	}
}

// A sample without a name has no lot: all that ask for one thing would have the same.
func TestLotOfSample(t *testing.T) {
	h := newHouse(t)
	for _, params := range []string{`"target":"sofa"`, `"text":"no way"`} {
		h.refuse(ipc.EpisodicSlot, `{"condition":"C2_holdout:0.5",`+params+`}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "sample"})
	}
	h.refuse(ipc.EpisodicRender, `{"condition":"C2_holdout:0.5"}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "sample"})
	h.do(ipc.EpisodicExplain, `{"condition":"C2_holdout:0.5","target":"sofa"}`) // it draws nothing
	held := 0
	for i := range 50 {
		if into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, fmt.Sprintf(`{"condition":"C2_holdout:0.5","target":"sofa","sample":"s%d"}`, i))).Meta.HeldOut {
			held++
		}
	}
	if held < 15 || held > 35 {
		t.Errorf("of 50 samples %d are held out", held)
	}
}

// A holdout is evaluated within itself: legs with advice against those that the lot kept
// it from. With advice the robot finds the sofa, without it runs into a table.
func TestHoldoutOfLegs(t *testing.T) {
	h := newHouse(t)
	h.visit(docked)
	h.do(ipc.EpisodicSnapshot, `{"name":"first"}`)
	want := episode.Holdout{ShownGood: 1, Difference: episode.Interval{Mean: 1, N: 12, Houses: 1}}
	for i := range 12 {
		v := h.visit(fmt.Sprintf(`,"name":"%d","frame":"dock","condition":"C2_holdout:0.5","snapshot":"first"`, i))
		switch a := v.advices()[0]; {
		case a.Shown:
			want.Shown++
		case a.Hidden == planner.HeldOut:
			want.Held++
		}
	}
	for _, s := range into[ipc.StatsResult](t, h.do(ipc.EpisodicStats, `{}`)).Conditions {
		if s.Condition != "C2_holdout:0.5" {
			if s.Holdout != nil || s.Advice.Held != 0 {
				t.Errorf("%s: %+v", s.Condition, s.Holdout)
			}
			continue
		}
		if diff := cmp.Diff(&want, s.Holdout); diff != "" || s.Advice.Held < want.Held || s.Advice.Found < s.Advice.Held+s.Advice.Shown {
			t.Errorf("%+v\n%s", s.Advice, diff)
		}
	}
	if want.Shown == 0 || want.Held == 0 || want.Shown+want.Held != 12 {
		t.Errorf("%+v", want)
	}
}
