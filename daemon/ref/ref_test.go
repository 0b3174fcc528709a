package ref

import (
	"testing"

	"navd/daemon/fault"
)

func TestPlan(t *testing.T) {
	plan := NewPlanRef("ep.1", 12)
	if id, n, err := plan.Split(); id != "ep.1" || n != 12 || err != nil {
		t.Errorf("%q is %q, %d, %v", plan, id, n, err)
	}
	for _, bad := range []PlanRef{"", "ep", ".3", "ep.", "ep.0", "ep.-1", "ep.x"} {
		if _, _, err := bad.Split(); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v, want invalid", bad, err)
		}
	}
}
