package daemon_test

import (
	"fmt"
	"testing"

	"navd/daemon/think"
	"navd/ipc"
)

// walked is an episode whose robot looked at three views and went along one.
func (h *house) walked() string {
	e := h.looksFor("sofa")
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"corridor","description":"A long corridor","objects":["lamp"]}`, e))
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen","free_m":3,"see_m":4},{"view":3,"scene_type":"living room","free_m":3,"see_m":5},{"view":9,"scene_type":"bathroom","free_m":2,"see_m":3}]}`, e))
	for seq := 1; seq <= 8; seq++ {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"forward"}`, e, seq))
	}
	return e
}

// TestLatsOverTheMemory: a search over the memory without models finds a way, gives it
// with what it saw, and finds the same again after a restart.
func TestLatsOverTheMemory(t *testing.T) {
	h := newHouse(t)
	e := h.walked()
	s := into[think.Search](t, h.do(ipc.LatsOpen, fmt.Sprintf(`{"question":"where is the sofa?","env":"memory","episode":%q}`, e)))
	if s.ID != "s1" || s.State != think.Open || s.AtStep != 8 {
		t.Fatalf("opened: %+v", s)
	}
	s = into[think.Search](t, h.do(ipc.LatsRun, `{"search":"s1","wait_ms":20000}`))
	if s.State != think.Ended || s.Best == nil || s.Best.Answer == nil {
		t.Fatalf("ended: %+v", s)
	}
	t.Logf("%+v %+v", s, s.Best)
	before := string(h.do(ipc.LatsTree, `{"search":"s1"}`))
	h.restart()
	if after := string(h.do(ipc.LatsTree, `{"search":"s1"}`)); after != before {
		t.Errorf("after a restart the tree is another one\n%.300s\n%.300s", before, after)
	}
}
