package daemon_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// TestRollbackDryRun: a try says what a rollback with the same key then does, and changes
// nothing.
func TestRollbackDryRun(t *testing.T) {
	h := newHouse(t)
	h.obeys(noBathroom, "")
	h.do(ipc.KnowledgeSubmit, `{"text":"never enter the garage when looking for a bed"}`)
	h.do(ipc.KnowledgeProcess, `{"feedback":"q2"}`)
	state := func() string {
		return string(h.do(ipc.KnowledgeList, `{}`)) + string(h.do(ipc.KnowledgeProposals, `{}`)) + string(h.do(ipc.KnowledgeHistory, `{"id":"k1"}`))
	}
	for _, what := range []string{`"feedback":"q1"`, `"feedback":"q2"`, `"id":"k1"`} {
		rolled := func(dry bool) ipc.RollbackResult {
			return into[ipc.RollbackResult](t, h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{%s,"reason":"r","dry_run":%t,"key":%q}`, what, dry, what)))
		}
		before := state()
		tried := rolled(true)
		if got := state(); got != before {
			t.Errorf("%s: the try changed\n%s to\n%s", what, before, got)
		}
		ignore := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".From" }, cmp.Ignore())
		if diff := cmp.Diff(rolled(false), tried, ignore); diff != "" {
			t.Errorf("%s: -done +tried\n%s", what, diff)
		}
	}
	h.sound()
}
