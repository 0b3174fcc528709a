package nav_test

import (
	"testing"

	"navd/daemon/fault"
	"navd/daemon/nav"
)

func TestSamples(t *testing.T) {
	runTraces(t, []trace{
		{"one is due at the start", `
			want due start
			go F → replied start`},
		{"it stays due until one comes", `
			go F*30 → due start
			see kitchen → due no`},
		{"20 steps after the step of the last one", `
			go F*3
			see kitchen
			go F*19 → replied no
			go F → replied period
			go F*5 → replied period
			see kitchen
			go F*19 → due no
			go F → due period`},
		{"the period counts from the sample's step, not from its arrival", `
			go F*10
			see kitchen @4
			go F*13 → due no
			go F → due period`},
		{"scene_every is the period", `
			cfg scene_every=3
			see kitchen
			go F F → due no
			go F → due period`},
		{"one is due when asked for, until it comes", `
			see kitchen
			ask → due asked
			go F F → due asked
			see kitchen → due no`},
		{"a failed call is due again after 5 steps", `
			fail → events scene_failed; due no
			go F*4 → due no
			go F → due retry
			see kitchen → due no`},
		{"a failed call changes nothing and is counted", `
			see kitchen
			go F*20
			fail → place 1 kitchen; candidate none; count.scene_failures 1; count.samples 1`},
		{"who asks need not wait for the 5 steps", `
			see kitchen
			fail
			go F
			ask → due asked`},
		{"step defaults to the last seq", `
			go F*7
			see kitchen
			see hall → candidate corridor since 7`},
		{"a sample older than the last one adds objects only", `
			go F*9
			see kitchen @6 {stove} "A kitchen."
			see hall @5 {lamp} "A hall."
			want answer late; events scene; place 1 kitchen; objects lamp,stove; text A kitchen.; candidate none`},
		{"a late sample speaks of the place it was taken in", `
			see kitchen
			see hall
			go F*9
			see hall
			see hall @2 {stove} → answer late; place 2 corridor; objects`},
		{"an empty type is invalid", `
			see → answer scene_type: not allowed, given "", allowed a place type with at least one letter
			want count.samples 0; due start`},
		{"a type of marks alone is invalid", `
			see ?! → answer scene_type: not allowed, given "?!", allowed a place type with at least one letter`},
		{"a step that was not taken is invalid", `
			see kitchen @1 → answer step: step has not been taken, given 1, allowed 0..0
			see kitchen @-1 → answer step: step has not been taken, given -1, allowed 0..0`},
		{"the first one names the start place", `
			go F F
			see Living_Room {sofa} "A room."
			want answer named; place 1 living room; label Living_Room; objects sofa; text A room.`},
		{"unknown names nothing", `
			see unknown {sofa} → answer none; place 1 unknown; objects sofa; due no
			go F
			see kitchen → answer named; place 1 kitchen`},
		{"unknown is no other type", `
			see kitchen
			go F
			see unknown → answer none; candidate none`},
		{"unknown neither confirms nor drops", `
			see kitchen
			see hall
			go F F F
			see unknown → candidate corridor since 0; due confirm
			go F F → place 1 kitchen
			see hall → place 2 corridor`},
		{"objects gather, sorted, each once", `
			see kitchen {stove,cup}
			go F
			see kitchen {sink,cup} → objects cup,sink,stove`},
		{"the newest description stays", `
			see kitchen "One."
			see kitchen → text One.
			see kitchen "Two." → text Two.`},
		{"a description has at most two sentences", `
			see kitchen "It is 3.5 m wide. It has a stove. It is red." → text It is 3.5 m wide. It has a stove.`},
		{"a Korean description too", `
			see 주방 "넓은 주방이다. 창이 있다. 문이 있다." → text 넓은 주방이다. 창이 있다.`},
	})
}

func TestTransitions(t *testing.T) {
	runTraces(t, []trace{
		{"another type is a candidate", `
			see kitchen
			go F*5
			see living room → answer candidate; candidate living room since 5; place 1 kitchen`},
		{"from the reply of step s+k a confirming sample is due", `
			see kitchen
			go F*5
			see living room → due no
			go F F → replied no
			go F → replied confirm`},
		{"dwell_steps is k", `
			cfg dwell_steps=1
			see kitchen
			see living room
			go F → due confirm
			go F → place 2 living room`},
		{"a sample of its type at s+k confirms", `
			see kitchen
			go F*5
			see living room
			go F F F
			see living room
			want answer confirmed; place 2 living room; events scene place_created place_entered anchor_created
			want places 1 kitchen 0-8, 2 living room 8-8`},
		{"a sample of its type before s+k does not", `
			see kitchen
			see hall
			go F F
			see hall → answer candidate; candidate corridor since 0`},
		{"nor does one of a step before s+k that comes later", `
			see kitchen
			see hall
			go F F F
			see hall @2 → answer candidate; place 1 kitchen`},
		{"step s+k+1 without a sample since s confirms", `
			see kitchen
			go F*5
			see hall
			go F F F → place 1 kitchen
			go F → place 2 corridor; places 1 kitchen 0-8, 2 corridor 9-9`},
		{"with a sample since s it does not", `
			see kitchen
			see hall
			go F
			see hall
			go F*5 → place 1 kitchen; due confirm
			see hall → place 2 corridor`},
		{"a failed call is no sample", `
			see kitchen
			see hall
			go F
			fail
			go F F F → place 2 corridor`},
		{"a late sample is none since s", `
			see kitchen
			go F F
			see hall
			see hall @1 → answer late
			go F*4 → place 2 corridor`},
		{"the old type drops it", `
			see kitchen
			see hall
			go F F
			see kitchen → answer none; candidate none
			go F*9 → place 1 kitchen`},
		{"a third type replaces it, s anew", `
			see kitchen
			see hall
			go F F
			see bedroom → candidate bedroom since 2
			go F F → due no
			go F → due confirm
			go F → place 2 bedroom`},
		{"a third type after s+k replaces it too", `
			see kitchen
			see hall
			go F F F
			see bedroom → answer candidate; candidate bedroom since 3`},
		{"spelling makes no other type", `
			see LivingRoom
			go F
			see living_room → answer none
			see living room → answer none
			see livingroom → answer none
			see 거실 → answer none; label LivingRoom`},
		{"spaces make no other type, of the place as of a candidate", `
			see sun deck
			see Sundeck → answer none; candidate none
			see game room
			see GAMEROOM → answer candidate; candidate game room since 0`},
		{"hallway is a corridor", `
			see hallway
			see Corridor. → answer none
			see 복도 → answer none; place 1 corridor`},
		{"labels of other scripts survive", `
			see 온실 → place 1 온실
			see 창고 → candidate storage room since 0`},
		{"the new place takes its candidate's objects and words, the old one none", `
			see kitchen {stove} "A kitchen."
			see hall {coat} "A hall."
			go F F F
			see hall {shoe} → objects coat,shoe; text A hall.`},
		{"the newest description of a candidate is the new place's", `
			see kitchen
			see hall "One."
			go F*3
			see hall "Two." → answer confirmed; text Two.`},
		{"what a dropped candidate was said to hold is nowhere: its place was none", `
			see kitchen {stove}
			see hall {coat}
			go F
			see kitchen → things 1:stove
			see hall {hat}
			go F
			see bedroom {bed}
			go F*4 → things 1:stove 2:bed`},
		{"nothing is reassigned", `
			see kitchen
			go F F
			see hall
			go F*4 → anchors 1:1@0(0,0) 2:1@2(0.5,0) 3:1@4(1,0) 4:2@6(1.5,0)`},
		{"coming back is a new place", `
			see kitchen
			see hall
			go F*4
			see kitchen
			go F*4 → places 1 kitchen 0-3, 2 corridor 4-7, 3 kitchen 8-8`},
		{"objects of a step go to the place of that step", `
			see kitchen
			see hall
			go F*4 → places 1 kitchen 0-3, 2 corridor 4-4
			go F F → places 1 kitchen 0-3, 2 corridor 4-6`},
	})
}

func TestStepObjects(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.step(nav.Step{Action: nav.Forward, Objects: []string{"sofa", " lamp ", "sofa", ""}})
	if got := r.value("objects"); got != "lamp,sofa" {
		t.Errorf("objects are %q", got)
	}
	checkRestore(t, r.mem, &r.disk)
}

func TestObserveRefusesWithoutChange(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see kitchen {stove}")
	before := string(jsonOf(t, r.mem.Graph())) + string(jsonOf(t, r.mem.State()))
	for _, s := range []nav.Sample{{Label: "  "}, {Label: "hall", Step: 3}, {Label: "hall", Step: -1}} {
		if _, _, _, err := r.mem.Observe(s); !fault.Is(err, fault.Invalid) {
			t.Errorf("%+v: %v, want invalid", s, err)
		}
	}
	diff(t, "memory", string(jsonOf(t, r.mem.Graph()))+string(jsonOf(t, r.mem.State())), before)
}
