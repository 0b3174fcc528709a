package daemon_test

import (
	"fmt"
	"slices"
	"testing"

	"navd/ipc"
)

// TestRollbackMakesNoTwin: what comes back is not in use beside another item that says the
// same; it is in use again when that goes.
func TestRollbackMakesNoTwin(t *testing.T) {
	for _, relation := range []string{"SUPERSEDES", "REFINES"} {
		for _, by := range []string{`"feedback":"q2"`, `"id":"k2","version":0`} {
			if relation == "REFINES" && by != `"feedback":"q2"` {
				continue // there is no other item
			}
			t.Run(relation+" "+by, func(t *testing.T) {
				h := newHouse(t)
				h.obeys(noBathroom, "")
				h.obeys("never enter the garage when looking for a bed", fmt.Sprintf(`,"amends":"k1","relation":%q`, relation))
				again := h.obeys(noBathroom, "")
				inUse := func() (ids []string) {
					for _, i := range into[ipc.KnowledgeListResult](t, h.do(ipc.KnowledgeList, `{"status":"active"}`)).Items {
						ids = append(ids, i.ID)
					}
					return ids
				}
				h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{%s,"reason":"r"}`, by))
				if got := inUse(); !slices.Equal(got, []string{again.ID}) {
					t.Errorf("in use: %v, want %s", got, again.ID)
				}
				h.restart()
				h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{"id":%q,"version":0,"reason":"r"}`, again.ID))
				if got := inUse(); !slices.Equal(got, []string{"k1"}) {
					t.Errorf("in use then: %v, want k1", got)
				}
				h.sound()
			})
		}
	}
}
