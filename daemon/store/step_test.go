package store_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/store"
)

// TestStep holds what the log has of a step: these bytes, and everything that the
// socket's step and its answer say. A member that is new on the socket stands
// here too before the store keeps it.
func TestStep(t *testing.T) {
	moved, aside := 0.2, -3.5
	st := nav.Step{
		Seq: 7, Action: nav.Forward, Collided: true, MovedM: &moved, MovedDeg: &aside, Junction: true, Phase: nav.PhasePolicy,
		Objects: []string{"cup"}, Odom: &nav.Pose{X: 1, Y: 2, Yaw: 3},
	}
	a := nav.Stepped{
		Pose: nav.Pose{X: 4, Y: 5, Yaw: 6}, Anchor: 8, Place: nav.Where{ID: 2, Type: "kitchen", Label: "Kitchen", Key: 1},
		Events: []event.Event{{Type: event.Stuck, Seq: 7}}, Loop: nav.Loop{Stuck: true, ABABA: true, Revisits: 3},
		PlanDue: nav.Due{Due: true, Reason: "stuck"}, SceneDue: nav.Due{Due: true, Reason: "period"},
	}
	for _, v := range []any{st, a, a.Place, a.Loop, a.PlanDue} {
		for i, fields := 0, reflect.ValueOf(v); i < fields.NumField(); i++ {
			if fields.Field(i).IsZero() {
				t.Errorf("%T: %s is not in this test", v, fields.Type().Field(i).Name)
			}
		}
	}
	s := store.NewStep(st, a, []ref.SiteID{5})
	got, err := json.Marshal(s)
	const want = `{"step":{"seq":7,"action":"move_forward","collided":true,"moved_m":0.2,"moved_deg":-3.5,"junction":true,"phase":"policy",` +
		`"objects":["cup"],"odom":{"x":1,"y":2,"yaw":3}},` +
		`"answer":{"pose":{"x":4,"y":5,"yaw":6},"anchor":"8","place":{"id":"2","type":"kitchen","label":"Kitchen","key":"1"},` +
		`"events":[{"type":"stuck","seq":7}],"loop":{"stuck":true,"ababa":true,"revisits":3},` +
		`"plan_due":{"due":true,"reason":"stuck"},"scene_due":{"due":true,"reason":"period"}},"queue":["5"]}`
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if diff := cmp.Diff(st, s.Taken()); diff != "" {
		t.Errorf("the step:\n%s", diff)
	}
	if diff := cmp.Diff(a, s.Answered()); diff != "" {
		t.Errorf("the answer:\n%s", diff)
	}
}
