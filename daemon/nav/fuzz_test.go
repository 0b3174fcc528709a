package nav_test

import (
	"encoding/json"
	"math"
	"testing"

	"navd/daemon/nav"
)

// FuzzStepJSON reads a step from any bytes: what is read can be said again, is
// equal to itself, and never breaks a memory.
func FuzzStepJSON(f *testing.F) {
	for _, s := range []string{
		`{"seq":1,"action":"forward"}`, `{"seq":1,"action":1,"moved_m":0.1,"moved_deg":-30}`, `{"seq":1,"action":"turn_left","collided":true}`,
		`{"seq":1,"action":"0","phase":"scan","objects":["sofa","소파"]}`, `{"seq":1,"action":4,"odom":{"x":1e300,"y":-0,"yaw":1e9}}`,
		`{"seq":2,"action":"move_forward","moved_m":10,"junction":true}`, `{"action":null}`, `{"seq":1,"action":"1","moved_m":-1}`,
	} {
		f.Add([]byte(s))
	}
	cfg := nav.DefaultConfig()
	cfg.OdomPose = true
	f.Fuzz(func(t *testing.T, b []byte) {
		var st, again nav.Step
		if json.Unmarshal(b, &st) != nil || st.Action == "" {
			return
		}
		text, err := json.Marshal(st)
		if err != nil {
			t.Fatalf("%+v cannot be written: %v", st, err)
		}
		if err := json.Unmarshal(text, &again); err != nil || !st.Equal(again) || !st.Normal().Equal(st) {
			t.Fatalf("%s is read as %+v, then as %+v (%v)", b, st, again, err)
		}
		m, _, _ := nav.New("ep", "sofa", cfg)
		out, _, err := m.Advance(st)
		if (err == nil) != (m.Seq() == 1) {
			t.Fatalf("%s: %v, and the memory is at step %d", b, err, m.Seq())
		}
		if err == nil && (math.IsNaN(out.Pose.X+out.Pose.Y) || out.Pose.Yaw <= -180 || out.Pose.Yaw > 180) {
			t.Fatalf("%s leads to %+v", b, out.Pose)
		}
		if _, err := json.Marshal(out); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzLabels gives a memory any label and description: it never breaks, and
// what it keeps restores it.
func FuzzLabels(f *testing.F) {
	for _, s := range [][2]string{{"LivingRoom", "A room. It is big."}, {"거실", "넓다."}, {"", ""}, {"un-known", "x"}, {"\xff\xfe", "\xff. b"}, {"e\u0301tage", "…"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, label, text string) {
		m, _, delta := nav.New("ep", "sofa", nav.DefaultConfig())
		var d disk
		d.put(t, delta)
		for _, s := range []nav.Sample{{Label: label, Description: text, Objects: []string{label}}, {Label: "hall"}, {Label: label}} {
			_, _, delta, err := m.Observe(s)
			if err == nil {
				d.put(t, delta)
			}
		}
		checkMemory(t, m)
	})
}
