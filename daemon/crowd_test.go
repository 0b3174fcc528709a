package daemon_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/grounding"
	"navd/daemon/job"
	"navd/daemon/reply"
	"navd/ipc"
	"navd/ipc/client"
)

// moody is a model that answers, fails and says garbage by turns.
type moody struct{}

func (*moody) Ask(_ context.Context, _ reply.Ask) (string, reply.Usage, error) {
	switch rand.IntN(4) {
	case 0:
		return "", reply.Usage{}, errors.New("no")
	case 1:
		return "{{{", reply.Usage{}, nil
	}
	return `{"general_grounding_rules":{"content":"x"},"changes":[{"action":"supersede","id":"g1","category":"spatial","text":"the sofa is brown","evidence":["f1"]},{"action":"same","id":"g2","evidence":["f2","f2"]}]}`, reply.Usage{}, nil
}

// act is one call with an episode and a small number in its parameters.
type act struct {
	method fmt.Stringer
	params func(episode string, n int) string
}

// acts are what the clients of [TestCrowd] do besides teaching.
func acts() []act {
	return []act{
		{ipc.NavPlan, func(e string, _ int) string { return fmt.Sprintf(`{"episode":%q,"labels":[{"view":1}]}`, e) }},
		{ipc.EpisodeEnd, func(e string, _ int) string { return fmt.Sprintf(`{"episode":%q,"success":true}`, e) }},
		{ipc.GroundingUndo, func(_ string, n int) string { return fmt.Sprintf(`{"feedback":"f%d"}`, 2*n) }},
		{ipc.GroundingUndo, func(_ string, n int) string { return fmt.Sprintf(`{"id":"g%d"}`, n) }},
		{ipc.GroundingConfirm, func(_ string, n int) string { return fmt.Sprintf(`{"id":"g%d"}`, n) }},
		{ipc.GroundingImport, func(_ string, n int) string {
			return fmt.Sprintf(`{"files":[{"name":"a.txt","content":"shelf %d"}]}`, n%5)
		}},
		{ipc.GroundingFinalize, func(e string, _ int) string { return fmt.Sprintf(`{"episode":%q}`, e) }},
		{ipc.JobsRetry, func(_ string, n int) string { return fmt.Sprintf(`{"job":"j%d"}`, n) }},
	}
}

// TestCrowd lets many clients teach, plan, end, undo, import and steer jobs
// at the same time; then the book in RAM is the stored one, every feedback that
// was acknowledged is there once, and every ended episode has its final.
func TestCrowd(t *testing.T) {
	t.Parallel()
	h := newHouse(t, withFinal(&moody{}), func(o *daemon.Options) { o.Config.Nav.LiveEpisodes = 3 })
	var episodes []string
	for range 6 {
		episodes = append(episodes, h.beginIn("home", "sofa"))
	}
	var acked atomic.Int64
	say := func(c *client.Client, e, key string) {
		p := json.RawMessage(fmt.Sprintf(`{"episode":%q,"text":"spatial: the sofa is %s","key":%q}`, e, []string{"red", "green", "blue"}[len(key)%3], key))
		var once, twice json.RawMessage
		if err := errors.Join(c.Call(t.Context(), string(ipc.FeedbackAdd), p, &once), c.Call(t.Context(), string(ipc.FeedbackAdd), p, &twice)); err != nil || string(once) != string(twice) {
			t.Errorf("%s\n%s\n%v", once, twice, err)
		}
		acked.Add(1)
	}
	var clients sync.WaitGroup
	for w := range 8 {
		clients.Go(func() {
			c := h.dial()
			defer c.Close()
			r := rand.New(rand.NewPCG(1, uint64(w)))
			for i := range 30 {
				e := episodes[r.IntN(len(episodes))]
				if r.IntN(3) == 0 {
					say(c, e, fmt.Sprint(w, "-", i))
					continue
				}
				act := acts()[r.IntN(len(acts()))]
				var ignored json.RawMessage // what fails, fails for a reason: it is not there, or has ended
				_ = c.Call(t.Context(), act.method.String(), json.RawMessage(act.params(e, 1+r.IntN(20))), &ignored)
			}
		})
	}
	clients.Wait()
	for _, e := range episodes {
		h.end(e)
	}
	h.settled()
	list := func() (out []grounding.Entry) {
		return into[ipc.GroundingListResult](t, h.do(ipc.GroundingList, `{"limit":1000}`)).Entries
	}
	before := list()
	seen := map[string]bool{}
	for _, e := range episodes {
		h.finished(e)
		got := into[ipc.GroundingGetResult](t, h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q}`, e)))
		for _, r := range got.Feedback {
			if seen[r.ID] {
				t.Errorf("%s twice", r.ID)
			}
			seen[r.ID] = true
		}
	}
	if len(seen) != int(acked.Load()) {
		t.Errorf("%d feedbacks kept, %d acknowledged", len(seen), acked.Load())
	}
	h.restart()
	if diff := cmp.Diff(before, list()); diff != "" {
		t.Errorf("after a restart:\n%s", diff)
	}
	h.sound()
}

// finished checks that the last final of an episode is of the feedback that there
// is, or is still to be made again.
func (h *house) finished(e string) {
	h.t.Helper()
	got := into[ipc.GroundingGetResult](h.t, h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q}`, e)))
	if len(got.Feedback) > 0 && got.Final == nil {
		h.t.Errorf("%s has feedback and no final", e)
	}
	stack, err := json.Marshal(got.Snapshot.Stacked)
	if err != nil {
		h.t.Fatal(err)
	}
	waits := false
	for _, j := range h.jobsOf(e) {
		waits = waits || j.State == job.Waiting
	}
	if got.Final != nil && got.Final.Stack != reply.Hash(string(stack)) && !waits {
		h.t.Errorf("%s: the last final is of other feedback than there is, and nothing is to be done", e)
	}
}

// settled waits until no job runs or is due for the first time.
func (h *house) settled() {
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		busy := false
		for _, j := range into[ipc.JobListResult](h.t, h.do(ipc.JobsList, `{"limit":1000}`)).Jobs {
			busy = busy || j.State == job.Running || j.State == job.Waiting && j.Error == ""
		}
		if !busy {
			return
		}
		if time.Now().After(end) {
			h.t.Fatal("jobs do not end")
		}
	}
}
