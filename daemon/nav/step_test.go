package nav_test

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/nav"
)

func TestSteps(t *testing.T) {
	runTraces(t, []trace{
		{"the start is the origin, place 1 of unknown type, anchor 1", `
			want pose 0 0 0; place 1 unknown; anchors 1:1@0(0,0); events place_created place_entered anchor_created
			want seq 0`},
		{"a forward moves 0.25 m along the yaw", `
			go F → pose 0.25 0 0`},
		{"a left turn adds 30 degrees, a right turn takes them", `
			go L → pose 0 0 30
			go R R → pose 0 0 -30`},
		{"y is to the left", `
			go L*3 F*4 → pose 0 1 90`},
		{"yaw is normalised to (-180, 180]", `
			go L*6 → pose 0 0 180
			go L → pose 0 0 -150
			go R R → pose 0 0 150
			go R*11 → pose 0 0 180`},
		{"twelve turns are none", `
			go R*12 → pose 0 0 0`},
		{"looks and stop do not change the pose", `
			go F U D S → pose 0.25 0 0; seq 4`},
		{"a collided forward does not move", `
			go F! F → pose 0.25 0 0`},
		{"moved_m says how far", `
			go F=0.1 → pose 0.1 0 0`},
		{"moved_m wins over collided", `
			go F=0.1! → pose 0.1 0 0`},
		{"moved_m of 0 does not move", `
			go F=0 → seq 1; pose 0 0 0`},
		{"moved_m and moved_deg win over collided", `
			go F=0.1@90! → pose 0 0.1 0`},
		{"moved_m of 10 is the most", `
			go F=10 → pose 10 0 0`},
		{"moved_deg is relative to the heading, positive left", `
			go L*3 F=1@90 → pose -1 0 90
			go F=1@-90 → pose 0 0 90`},
		{"the yaw stays when the robot slides", `
			go F=1@45 → pose 0.707 0.707 0`},
		{"forward_m is the length of a forward", `
			cfg forward_m=1.5
			go F F → pose 3 0 0`},
		{"turn_deg is the angle of a turn", `
			cfg turn_deg=10
			go L*9 F → pose 0 0.25 90`},
		{"a square of quarter turns closes", `
			cfg turn_deg=90
			go F*4 L F*4 L F*4 L F*4 L → pose 0 0 0
			want anchors 1:1@0(0,0) 2:1@2(0.5,0) 3:1@4(1,0) 4:1@6(1,0.25) 5:1@8(1,0.75) 6:1@11(0.75,1) 7:1@13(0.25,1) 8:1@16(0,0.75) 9:1@18(0,0.25)`},
		{"moved_m on a turn is refused and changes nothing", `
			go L=1 → answer moved_m: only a forward moves, given 1; seq 0; pose 0 0 0`},
		{"moved_m on a stop is refused", `
			go S=0 → answer moved_m: only a forward moves, given 0`},
		{"moved_m above 10 is refused", `
			go F=10.5 → answer moved_m: not allowed, given 10.5, allowed 0..10 (metres)`},
		{"a negative moved_m is refused", `
			go F=-0.1 → answer moved_m: not allowed, given -0.1, allowed 0..10 (metres)`},
		{"steps, forwards, blocked ones and metres are counted", `
			go F F! F=0.1 L S → count.steps 5; count.forwards 3; count.blocked 2; count.path_m 0.35`},
		{"the reply tells place, revisit key, anchor and what is due", `
			go F → reply place=1 type=unknown key=1 anchor=1 plan=episode_start scene=start
			see kitchen
			see hall
			go F!*4 → reply place=2 type=corridor key=2 anchor=2 plan=episode_start scene=no
			plan 0
			see kitchen
			go F!*3 → reply place=2 type=corridor key=2 anchor=2 plan=no scene=confirm
			go F! → reply place=3 type=kitchen key=1 anchor=3 plan=no scene=no
			go S → reply place=3 type=kitchen key=1 anchor=3 plan=stop_without_goal scene=no`},
		{"collided says nothing about a turn", `
			go L! → pose 0 0 30`},
	})
}

func TestOdom(t *testing.T) {
	st := nav.Step{Seq: 1, Action: nav.Forward, Odom: &nav.Pose{X: 3, Y: -1, Yaw: 270}}
	for _, tc := range []struct {
		name string
		used bool
		want nav.Pose
	}{
		{"recorded only", false, nav.Pose{X: 0.25}},
		{"used when the pose source is odom", true, nav.Pose{X: 3, Y: -1, Yaw: -90}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cfg := nav.DefaultConfig()
			cfg.OdomPose = tc.used
			r := newRobot(t, cfg)
			r.step(st)
			diff(t, "pose", r.last.Pose, tc.want)
			checkRestore(t, r.mem, &r.disk)
		})
	}
}

func TestSeq(t *testing.T) {
	for _, tc := range []struct {
		name string
		seq  int
	}{{"repeated", 2}, {"a gap", 4}, {"none", 0}, {"negative", -1}} {
		t.Run(tc.name, func(t *testing.T) {
			r := newRobot(t, nav.DefaultConfig())
			r.do(0, "go F L")
			before := jsonOf(t, r.mem.State())
			_, delta, err := r.mem.Advance(nav.Step{Seq: tc.seq, Action: nav.Forward})
			if !fault.Is(err, fault.Conflict) || fault.As(err).ExpectedSeq != 3 {
				t.Errorf("got %v, want a conflict that expects 3", err)
			}
			diff(t, "delta", delta, nav.Delta{})
			diff(t, "state", string(jsonOf(t, r.mem.State())), string(before))
		})
	}
}

func TestStepEqual(t *testing.T) {
	base := `{"seq":1,"action":"move_forward"}`
	for _, tc := range []struct {
		name, a, b string
		want       bool
	}{
		{"forward is move_forward", base, `{"seq":1,"action":"forward"}`, true},
		{"a number is a name", base, `{"seq":1,"action":1}`, true},
		{"a number may be a string", base, `{"seq":1,"action":"1"}`, true},
		{"a default said aloud", base, `{"seq":1,"action":"forward","collided":false,"junction":false,"phase":"","objects":[]}`, true},
		{"moved_deg is 0 by default", `{"seq":1,"action":1,"moved_m":0.1}`, `{"seq":1,"action":1,"moved_m":0.1,"moved_deg":0}`, true},
		{"objects are a set", `{"seq":1,"action":1,"objects":["a","b","a"]}`, `{"seq":1,"action":1,"objects":["b"," a"]}`, true},
		{"another action", base, `{"seq":1,"action":"turn_left"}`, false},
		{"a collision", base, `{"seq":1,"action":1,"collided":true}`, false},
		{"a phase", base, `{"seq":1,"action":1,"phase":"policy"}`, false},
		{"a measured length is more than the usual one", base, `{"seq":1,"action":1,"moved_m":0.25}`, false},
		{"a junction", base, `{"seq":1,"action":1,"junction":true}`, false},
		{"other objects", `{"seq":1,"action":1,"objects":["a"]}`, `{"seq":1,"action":1,"objects":["b"]}`, false},
		{"objects or none", base, `{"seq":1,"action":1,"objects":["a"]}`, false},
		{"another moved_m", `{"seq":1,"action":1,"moved_m":0.1}`, `{"seq":1,"action":1,"moved_m":0.2}`, false},
		{"another moved_deg", `{"seq":1,"action":1,"moved_m":0.1,"moved_deg":5}`, `{"seq":1,"action":1,"moved_m":0.1,"moved_deg":10}`, false},
		{"another odom", `{"seq":1,"action":1,"odom":{"x":1,"y":0,"yaw":0}}`, base, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var a, b nav.Step
			for text, st := range map[string]*nav.Step{tc.a: &a, tc.b: &b} {
				if err := json.Unmarshal([]byte(text), st); err != nil {
					t.Fatal(err)
				}
			}
			if a.Equal(b) != tc.want || b.Equal(a) != tc.want {
				t.Errorf("%s and %s: equal %v, want %v", tc.a, tc.b, !tc.want, tc.want)
			}
		})
	}
}

func TestParseAction(t *testing.T) {
	numbers := []nav.Action{"stop", "move_forward", "turn_left", "turn_right", "look_up", "look_down"}
	diff(t, "actions", nav.Actions(), numbers)
	for i, a := range numbers {
		for _, s := range []string{string(a), string(rune('0' + i))} {
			if got, err := nav.ParseAction(s); got != a || err != nil {
				t.Errorf("ParseAction(%q) = %q, %v", s, got, err)
			}
		}
	}
	if got, err := nav.ParseAction("forward"); got != nav.Forward || err != nil {
		t.Errorf("forward is %q, %v", got, err)
	}
	for _, s := range []string{"", "6", "-1", "+1", "01", "1.0", "Forward", "null", " stop"} {
		if a, err := nav.ParseAction(s); !fault.Is(err, fault.Invalid) {
			t.Errorf("ParseAction(%q) = %q, %v", s, a, err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	nan := math.NaN()
	for _, tc := range []struct {
		field string
		st    nav.Step
	}{
		{"moved_m", nav.Step{Action: nav.Forward, MovedM: &nan}},
		{"moved_deg", nav.Step{Action: nav.Forward, MovedM: new(1.0), MovedDeg: &nan}},
		{"moved_deg", nav.Step{Action: nav.Forward, MovedM: new(1.0), MovedDeg: new(361.0)}},
		{"moved_deg", nav.Step{Action: nav.Forward, MovedDeg: new(5.0)}},
		{"moved_deg", nav.Step{Action: nav.TurnLeft, MovedDeg: new(5.0)}},
		{"odom", nav.Step{Action: nav.Stop, Odom: &nav.Pose{X: nan}}},
		{"odom", nav.Step{Action: nav.Stop, Odom: &nav.Pose{Y: math.Inf(1)}}},
		{"odom", nav.Step{Action: nav.Stop, Odom: &nav.Pose{X: 3e9}}},
	} {
		if err := tc.st.Check(); !fault.Is(err, fault.Invalid) || fault.As(err).Field != tc.field {
			t.Errorf("%+v: %v, want an invalid %s", tc.st, err, tc.field)
		}
	}
}

func TestNormDeg(t *testing.T) {
	for _, tc := range []struct{ in, want float64 }{
		{0, 0}, {180, 180}, {-180, 180}, {181, -179}, {-181, 179}, {360, 0}, {-360, 0}, {540, 180}, {-540, 180}, {725, 5}, {-30, -30},
		{math.Nextafter(180, 200), -math.Nextafter(180, 0)},
	} {
		got := nav.NormDeg(tc.in)
		if math.Abs(got-tc.want) > 1e-12 || math.Signbit(got) != (tc.want < 0) {
			t.Errorf("NormDeg(%v) = %v, want %v", tc.in, got, tc.want)
		}
	}
	if got := nav.NormDeg(math.Copysign(0, -1)); math.Signbit(got) {
		t.Error("a negative zero stays one")
	}
}

// TestStepBounds holds what a step may say at its limits.
func TestStepBounds(t *testing.T) {
	runTraces(t, []trace{
		{"moved_deg may be more than half a turn", `
			go F=1@270 → pose 0 -1 0`},
		{"a whole turn either way is straight ahead", `
			go F=1@360 F=1@-360 → pose 2 0 0`},
		{"more than a whole turn is refused", `
			go F=1@360.1 → answer moved_deg: not allowed, given 360.1, allowed -360..360 (degrees)
			go F=1@-360.1 → answer moved_deg: not allowed, given -360.1, allowed -360..360 (degrees); seq 0`},
		{"a refused step leaves the junction as it was", `
			go L=1+j → seq 0
			go U+j → anchor 2`},
		{"odom is only recorded", `
			go F^3,-1,270 L^9,9,9 → pose 0.25 0 30; count.path_m 0.25`},
		{"with poses from odom every step goes where it says", `
			cfg odom_pose=true
			go F^3,-1,270 → pose 3 -1 -90
			go S^3,-1,-180 → pose 3 -1 180`},
		{"a step without odom goes on from there", `
			cfg odom_pose=true
			go F^3,-1,270 F → pose 3 -1.25 -90
			go L → pose 3 -1.25 -60`},
		{"with poses from odom a forward has moved as far as they are apart", `
			cfg odom_pose=true
			go F^0,0.1,0 F^0,0.2,0 F^0,0.3,0 → anchor 1; count.blocked 3
			go F^0,0.425,0 F^3,4.425,0 → anchors 1:1@0(0,0) 2:1@5(3,4.425); count.path_m 5.425`},
	})
}

// TestJSONNames holds the members of a stored anchor and place.
func TestJSONNames(t *testing.T) {
	for _, tc := range []struct {
		name string
		v    any
		want string
	}{
		{"anchor", nav.Anchor{}, "anchor_id neighbors place_id pose seq"},
		{"place", nav.Place{}, "first label last objects_list place_id place_type semantic_description"},
		{"pose", nav.Pose{}, "x y yaw"},
		{"place in the context", nav.PlaceSummary{}, "anchors key label objects_list place_id place_type semantic_description visits"},
		{"record, which has no description of a place", nav.Record{AvoidHint: "x", Outcome: &nav.Outcome{}},
			"avoid_hint from goal_flag goal_scene_type heading idx outcome plan why"},
		{"outcome", nav.Outcome{}, "loop metres new_place new_view"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var all map[string]any
			if err := json.Unmarshal(jsonOf(t, tc.v), &all); err != nil {
				t.Fatal(err)
			}
			diff(t, "members", strings.Join(slices.Sorted(maps.Keys(all)), " "), tc.want)
		})
	}
}
