package daemon_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/ipc"
)

// keyedCall is a write with its parameters, and with others.
type keyedCall struct {
	method        fmt.Stringer
	params, other string
}

// keyed are the writes that take a key, in an order in which they can be sent.
func keyed() []keyedCall {
	return []keyedCall{
		{ipc.EpisodeBegin, `"goal":"sofa"`, `"goal":"bed"`},
		{ipc.NavStep, `"episode":"e001","seq":1,"action":"forward"`, `"episode":"e001","seq":2,"action":"forward"`},
		{ipc.NavSteps, `"episode":"e001","steps":[{"seq":2,"action":2},{"seq":3,"action":1}]`, `"episode":"e001","steps":[{"seq":4,"action":2}]`},
		{ipc.NavObserve, `"episode":"e001","scene_type":"kitchen","objects":["oven"]`, `"episode":"e001","scene_type":"bedroom"`},
		{ipc.NavPlan, `"episode":"e001","labels":[{"view":3,"free_m":2,"see_m":9}]`, `"episode":"e001","labels":[{"view":4}]`},
		{ipc.NavPlanResult, `"plan":"e001.1","executed_view":5`, `"plan":"e001.1","executed_view":6`},
		{ipc.EpisodeGoal, `"episode":"e001","goal":"bed"`, `"episode":"e001","goal":"sink"`},
		{ipc.EpisodeEnd, `"episode":"e001","success":true,"path_m":3`, `"episode":"e001","success":false`},
	}
}

func TestKey(t *testing.T) {
	h := newHouse(t)
	conflict := refusal{Code: -32003, Kind: fault.Conflict, Field: "key"}
	answers := map[fmt.Stringer]json.RawMessage{}
	for _, w := range keyed() {
		answers[w.method] = h.do(w.method, fmt.Sprintf(`{%s,"key":%q}`, w.params, w.method))
	}
	before := h.memory("e001")
	for _, when := range []string{"at once", "after a restart", "after the delete"} {
		switch when {
		case "after a restart":
			h.restart()
		case "after the delete":
			h.do(ipc.EpisodeDelete, `{"episode":"e001"}`)
		}
		for i, w := range keyed() {
			t.Run(when+" "+w.method.String(), func(t *testing.T) {
				h := h.in(t)
				same(t, "again", h.do(w.method, fmt.Sprintf(`{"key":%q,%s}`, w.method, w.params)), answers[w.method])
				h.refuse(w.method, fmt.Sprintf(`{%s,"key":%q}`, w.other, w.method), conflict)
				next := keyed()[(i+1)%len(keyed())]
				h.refuse(next.method, fmt.Sprintf(`{%s,"key":%q}`, next.params, w.method), conflict)
			})
		}
		if when != "after the delete" {
			if diff := cmp.Diff(before, h.memory("e001")); diff != "" {
				t.Errorf("%s: calls that were answered before changed something:\n%s", when, diff)
			}
		}
	}
	h.refuse(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"a","key":%q}`, strings.Repeat("k", 129)),
		refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "key"})
}

// A key is used up also by a call that changes nothing, because its answer was
// stored before.
func TestKeyOfARepeat(t *testing.T) {
	h := newHouse(t)
	h.begin()
	conflict := refusal{Code: -32003, Kind: fault.Conflict, Field: "key"}
	step := h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":1}`)
	same(t, "repeat", h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":1,"key":"k"}`), step)
	h.refuse(ipc.NavStep, `{"episode":"e001","seq":2,"action":1,"key":"k"}`, conflict)
	end := h.do(ipc.EpisodeEnd, `{"episode":"e001","success":true}`)
	same(t, "second end", h.do(ipc.EpisodeEnd, `{"episode":"e001","key":"l"}`), end)
	h.refuse(ipc.EpisodeEnd, `{"episode":"e001","success":false,"key":"l"}`, conflict)
}

// A call that fails leaves its key free.
func TestKeyOfAFailure(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.refuse(ipc.NavStep, `{"episode":"e001","seq":2,"action":1,"key":"k"}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "seq", Expected: 1})
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":1,"key":"k"}`)
}

// Calls with the same key at the same time, over several connections, run once.
func TestKeyAtTheSameTime(t *testing.T) {
	h := newHouse(t)
	var calls sync.WaitGroup
	answers := make([]string, 16)
	for i := range answers {
		c := h.dial()
		defer c.Close()
		calls.Go(func() {
			raw, err := c.Raw(context.Background(), string(ipc.EpisodeBegin), json.RawMessage(`{"goal":"sofa","key":"k"}`))
			answers[i] = fmt.Sprint(string(raw), err)
		})
	}
	calls.Wait()
	for i, a := range answers {
		if a != answers[0] {
			t.Errorf("answer %d: got %s, want %s", i, a, answers[0])
		}
	}
	if r := into[ipc.EpisodeListResult](t, h.do(ipc.EpisodeList, `{}`)); len(r.Episodes) != 1 {
		t.Errorf("got %d episodes, want 1", len(r.Episodes))
	}
}

// A plan sent again while its model thinks gives way to the steps behind it,
// can be taken back, and gets the answer of the first.
func TestKeyOfAPlanThatThinks(t *testing.T) {
	g := newGate()
	h := newHouse(t, withModels([]string{"m"}, map[string]model.Model{"m": g}))
	h.begin()
	const plan = `nav.plan {"episode":"e001","labels":[{"view":1}],"key":"k"}`
	first, w := h.wire(), h.wire()
	first.send("1 " + plan)
	<-g.asked
	w.send("1 "+plan, "2 "+plan, `3 nav.step {"episode":"e001","seq":1,"action":"turn_left"}`)
	w.next("3")
	w.send(`4 $/cancel {"id":2}`)
	if got := w.collect(2)["2"]; !strings.Contains(got, `"code":-32008`) {
		t.Errorf("a call that waits for its key and is taken back: %s", got)
	}
	g.answers <- modeltest.Line{Text: decision(-30)}
	answer := first.next("1")
	same(t, "again", []byte(w.next("1")), []byte(answer))
	if !strings.Contains(answer, `"stale":true`) {
		t.Errorf("the step waited for the plan: %s", answer)
	}
}
