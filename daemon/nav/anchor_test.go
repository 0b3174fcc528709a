package nav_test

import (
	"testing"

	"navd/daemon/nav"
)

func TestAnchors(t *testing.T) {
	runTraces(t, []trace{
		{"every second forward makes one", `
			go F → anchors 1:1@0(0,0)
			go F → events anchor_created; anchors 1:1@0(0,0) 2:1@2(0.5,0)
			go F F F → anchors 1:1@0(0,0) 2:1@2(0.5,0) 3:1@4(1,0)`},
		{"anchor_every is S", `
			cfg anchor_every=5
			go F*4 → anchor 1
			go F → anchor 2`},
		{"S of 1 makes one each forward", `
			cfg anchor_every=1
			go F*3 → anchor 4`},
		{"a turn and then a forward makes one", `
			go L → anchor 1
			go F → anchors 1:1@0(0,0) 2:1@2(0.217,0.125)`},
		{"turns count whatever their sum", `
			go L R F → anchor 2`},
		{"a full round counts too", `
			go L*12 F → anchor 2`},
		{"looks are no turns", `
			go U D F → anchor 1`},
		{"a stop is no turn", `
			go S F → anchor 1`},
		{"stops and looks do not end a count of forwards", `
			go F S F → anchor 2
			go F U D F → anchor 3`},
		{"the turn may lie before a stop", `
			go L S U F → anchor 2`},
		{"the turn is used up by its anchor", `
			go L F F → anchor 2
			go F → anchor 3`},
		{"a turn between two forwards starts the next anchor at once", `
			go F L F → anchors 1:1@0(0,0) 2:1@3(0.467,0.125)`},
		{"a blocked forward does not count", `
			go F F! F! F! → anchor 1
			go F → anchor 2`},
		{"a blocked forward after a turn makes none, the next free one does", `
			go L F! → anchor 1
			go F → anchor 2`},
		{"a forward of half its length counts", `
			go F=0.125 F=0.125 → anchor 2`},
		{"half its length in any direction", `
			go L F=0.125 → anchor 2
			go F=0.125@17 F=0.125@17 → anchor 3`},
		{"a forward below half its length does not", `
			go F=0.12 F=0.12 F=0.12 → anchor 1`},
		{"a slide reported as collided counts by what it moved", `
			go F=0.2! F=0.2! → anchor 2`},
		{"a junction makes one on its rising edge", `
			go U+j → anchors 1:1@0(0,0) 2:1@1(0,0)
			go U+j U+j → anchor 2
			go U U+j → anchor 3`},
		{"at most one anchor a step", `
			go F F+j → anchor 2`},
		{"a junction ends what the rules count", `
			go L F F+j F → anchor 3
			go F → anchor 4`},
		{"a junction on a turn uses the turn up", `
			go L+j F → anchors 1:1@0(0,0) 2:1@1(0,0)
			go F → anchor 3`},
		{"links go both ways and know length and heading", `
			go F F L*3 F → edges 1-2 0.5 0, 2-3 0.25 90`},
		{"the first moment in a new place makes one, of that place", `
			see kitchen
			see hall @0
			go F F F → anchors 1:1@0(0,0) 2:1@2(0.5,0)
			go U → events place_created place_entered anchor_created; anchors 1:1@0(0,0) 2:1@2(0.5,0) 3:2@4(0.75,0)`},
		{"a step that confirms a place and is due an anchor makes one, of the new place", `
			see kitchen
			see hall @0
			go F*4 → anchors 1:1@0(0,0) 2:1@2(0.5,0) 3:2@4(1,0)`},
		{"the forward that confirms lies before the new anchor", `
			see kitchen
			see hall @0
			go U U U F → anchor 2
			go F → anchor 2
			go F → anchor 3`},
		{"the turn that confirms lies before the new anchor", `
			see kitchen
			see hall @0
			go U U U L F → anchor 2
			go F → anchor 3`},
		{"confirmation by a sample makes one more anchor at the same pose", `
			see kitchen
			go F
			see hall
			go F F F → anchors 1:1@0(0,0) 2:1@2(0.5,0) 3:1@4(1,0)
			see hall → answer confirmed; anchors 1:1@0(0,0) 2:1@2(0.5,0) 3:1@4(1,0) 4:2@4(1,0)
			want edges 1-2 0.5 0, 2-3 0.5 0, 3-4 0 0`},
		{"events name the place and the anchor", `
			see kitchen
			see hall
			go F*3
			see hall
			want told scene@3 place=1 label=hall, place_created@3 place=2 key=2 label=hall, place_entered@3 place=2 key=2 label=hall, anchor_created@3 place=2 anchor=3
			go F F → told anchor_created@5 place=2 anchor=4`},
		{"ids never repeat", `
			go F*10
			want anchors 1:1@0(0,0) 2:1@2(0.5,0) 3:1@4(1,0) 4:1@6(1.5,0) 5:1@8(2,0) 6:1@10(2.5,0); count.anchors 6`},
	})
}

// TestAnchorBounds holds the anchor rule where it begins and ends.
func TestAnchorBounds(t *testing.T) {
	runTraces(t, []trace{
		{"exactly S forwards, one less makes none", `
			cfg anchor_every=3
			go F F → anchors 1:1@0(0,0)
			go F → anchors 1:1@0(0,0) 2:1@3(0.75,0)
			go F F → anchor 2
			go F → anchor 3`},
		{"a right turn and then a forward makes one", `
			go R → anchor 1
			go F → anchors 1:1@0(0,0) 2:1@2(0.217,-0.125)`},
		{"right and back left is a turn, though it faces as before", `
			go R L → pose 0 0 0
			go F → anchors 1:1@0(0,0) 2:1@3(0.25,0)`},
		{"half of the length is that of the episode's forwards", `
			cfg forward_m=1.5
			go F=0.74 F=0.74 F=0.74 → anchor 1; count.blocked 3
			go F=0.75 F=0.75 → anchor 2; count.blocked 3`},
		{"a free forward with a turn makes one at once, a second one starts anew", `
			go F L F → anchor 2
			go F → anchor 2
			go F → anchor 3`},
		{"the junction of the first step rises", `
			go F+j → anchors 1:1@0(0,0) 2:1@1(0.25,0)`},
		{"a junction on a blocked forward, and on a stop", `
			go F!+j → anchor 2
			go F! S+j → anchor 3`},
		{"a junction that is held across a new place rises no more", `
			see kitchen
			see hall
			go U+j U+j U+j → anchor 2
			see hall → anchors 1:1@0(0,0) 2:1@1(0,0) 3:2@3(0,0)
			go U+j → anchor 3
			go U U+j → anchor 4`},
		{"a step that confirms a place at a rising junction makes one anchor, of the new place", `
			see kitchen
			see hall
			go U U U U+j → events place_created place_entered anchor_created; anchors 1:1@0(0,0) 2:2@4(0,0)
			go U+j → anchor 2`},
		{"the anchor of a place confirmed by a sample uses up the turn before it", `
			see kitchen
			see hall
			go U U L
			see hall → answer confirmed; anchor 2
			go F → anchor 2
			go F → anchor 3`},
		{"and the forwards before it", `
			see kitchen
			see hall
			go U U F
			see hall → anchor 2
			go F → anchor 2
			go F → anchor 3`},
		{"an edge is straight between its anchors, however the robot slid", `
			go F=0.3@90 F=0.4 → edges 1-2 0.5 36.87; count.path_m 0.7`},
		{"an edge of no length heads where the robot faced", `
			go L*3 U+j → edges 1-2 0 0
			go U U+j → edges 1-2 0 0, 2-3 0 90`},
		{"ids go on over places and a new goal", `
			see kitchen
			see hall
			go F*4
			plan 0
			goal lamp
			see kitchen
			go F*4 → anchors 1:1@0(0,0) 2:1@2(0.5,0) 3:2@4(1,0) 4:2@6(1.5,0) 5:3@8(2,0)
			want places 1 kitchen 0-3, 2 corridor 4-7, 3 kitchen 8-8`},
	})
}

// TestStoredAnswersStay confirms a place inside an observation and looks again
// at the answer to the step before it.
func TestStoredAnswersStay(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see kitchen")
	r.do(0, "see hall")
	r.do(0, "go F L F")
	answer, before := r.last, string(jsonOf(t, r.last))
	r.do(0, "see hall")
	diff(t, "stored answer", string(jsonOf(t, answer)), before)
	old, _ := r.mem.Anchor(answer.Anchor)
	now, _ := r.mem.Anchor(r.mem.CurrentAnchor())
	if old.Place != 1 || now.Place != 2 || now.ID != old.ID+1 || now.Pose != answer.Pose || now.Seq != 3 {
		t.Errorf("anchor %+v after %+v, want one more at the pose of step 3", now, old)
	}
	r.do(0, "go U")
	if r.last.Place.ID != 2 || r.last.Anchor != now.ID || len(r.last.Events) != 0 {
		t.Errorf("the step after it answers %+v", r.last)
	}
	checkMemory(t, r.mem)
	checkRestore(t, r.mem, &r.disk)
}
