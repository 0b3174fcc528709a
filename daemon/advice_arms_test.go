package daemon_test

import (
	"fmt"
	"testing"

	"navd/daemon/episodic"
	"navd/ipc"
)

// The outcome of advice counts on the records whose advice was shown: a control arm that
// shows other cases counts on those, and one that makes its text up on none.
func TestArmsCountWhatTheyShow(t *testing.T) {
	h := newHouse(t)
	found := episodic.Tally{Retrieved: 1}
	for _, c := range []struct {
		condition    string
		first, other int // injected, of the record that was found and of another
	}{
		{"C2", 1, 0}, {"corrupt", 0, 0}, {"filler", 0, 0}, {"empty", 0, 0},
		{"one_line", 0, 0}, {"shuffle", 0, 1}, {"irrelevant", 0, 1},
	} {
		t.Run(c.condition, func(t *testing.T) {
			h := h.in(t)
			space := fmt.Sprintf(`,"space":%q`, c.condition)
			h.visit(docked + space)
			h.do(ipc.EpisodicAppend, `{"scene_id":"h1","claims":[{"subject":"target:lamp","relation":"in","object":"kitchen","weight":0.6,"source":"","polarity":1}],"sample":{"text":"x","risks":[{"type":"LOOP"}]}`+space+`}`)
			h.visit(fmt.Sprintf(`,"frame":"dock","condition":%q`, c.condition) + space)
			all := h.cases(c.condition)
			first, other := all[0].Tally, all[1].Tally
			if first.Retrieved != 1 || first.Injected != c.first || other.Injected != c.other || first.Followed > first.Injected {
				t.Errorf("counters of the record that was found %+v, of another %+v", first, other)
			}
			if c.first == 0 && first != found {
				t.Errorf("the record that was not shown has %+v", first)
			}
			h.do(ipc.EpisodicOutcome, fmt.Sprintf(`{"sample":"s","condition":%q,"ids":["epi_000001"],"injected":true,"followed":true,"harmed":true%s}`, c.condition, space))
			if got := h.cases(c.condition)[0].Tally; got.Harmed-first.Harmed != c.first || got.Injected-first.Injected != c.first || got.Retrieved != 2 {
				t.Errorf("after an outcome %+v", got)
			}
		})
	}
}
