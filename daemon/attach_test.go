package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/ipc"
)

// TestAttachedTakenBack: a version that was taken back is not told any more; what was attached
// before that version stays as it was.
func TestAttachedTakenBack(t *testing.T) {
	for _, c := range []struct {
		name, attach, rollback string
		want                   int
	}{
		{"the feedback", `"scene_id":"home"`, `"feedback":"q2"`, 3},
		{"the item", `"scene_id":"home"`, `"id":"k1"`, 3},
		{"of all", `"version":2`, `"feedback":"q2"`, 3},
		{"an earlier version", `"version":1`, `"feedback":"q2"`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := modeltest.NewScript(modeltest.Line{Text: decision(-90)})
			h := newHouse(t, withModels([]string{"a"}, map[string]model.Model{"a": s}))
			h.obeys("How to cross a door:\n1. face the door\n2. go through", "")
			h.obeys("close it", `,"amends":"k1","relation":"EXTENDS"`)
			h.do(ipc.KnowledgeAttach, fmt.Sprintf(`{"skill_ids":["k1"],%s}`, c.attach))
			h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{%s,"reason":"r"}`, c.rollback))
			h.restart()
			h.planAt(h.looksFor("TV"), "")
			got := s.Asked()[0].System
			if !strings.Contains(got, fmt.Sprintf("[k1@%d]", c.want)) || !strings.Contains(got, "2. go through") || strings.Contains(got, "close it") {
				t.Errorf("told: %s", got)
			}
			h.sound()
		})
	}
}
