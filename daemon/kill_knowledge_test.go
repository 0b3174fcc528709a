package daemon_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"navd/daemon"
	"navd/daemon/knowledge"
	"navd/ipc"
)

const killKnowledgeEnv = "NAVD_TEST_KILL_KNOWLEDGE" // round and data directory of the child

// TestKillKnowledge kills a daemon again and again while clients submit feedback:
// all that was answered is there, each became one proposal, and no id was given
// twice.
func TestKillKnowledge(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs programs, and does nothing at once")
	}
	t.Parallel()
	if round, dir, ok := strings.Cut(os.Getenv(killKnowledgeEnv), " "); ok {
		submittingChild(t, round, dir)
		return
	}
	wanted := 80
	if long() {
		wanted = 10_000
	}
	dir := filepath.Join(t.TempDir(), "data")
	texts := map[string]string{} // by the id of the feedback
	for round := 0; len(texts) < wanted; round++ {
		cmd, lines := startChild(t, "TestKillKnowledge", fmt.Sprintf("%s=%d %s", killKnowledgeEnv, round, dir))
		for n, last := 0, 20+rand.IntN(wanted/4); lines.Scan(); {
			id, text, ok := strings.Cut(strings.TrimPrefix(lines.Text(), "kept "), " ")
			if !ok || texts[id] != "" {
				t.Fatalf("the child said %s, %s was %q", lines.Text(), id, texts[id])
			}
			if texts[id] = text; n == last {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
			n++
		}
		_ = cmd.Wait() // it was killed
	}
	h := newHouse(t, func(o *daemon.Options) { o.Config.DataDir, o.Config.Durability = dir, "sync" })
	made := map[string]string{}
	for id, text := range texts {
		f := into[ipc.ProcessResult](t, h.do(ipc.KnowledgeProcess, fmt.Sprintf(`{"feedback":%q}`, id))).Feedback[0]
		if f.Text != text || f.Outcome != knowledge.Proposed || made[f.Proposal] != "" {
			t.Errorf("%s: %+v, want %q; %s is of %s", id, f, text, f.Proposal, made[f.Proposal])
		}
		made[f.Proposal] = id
	}
	proposals := map[string]int{} // by the feedback
	for cursor := ""; ; {
		page := into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, fmt.Sprintf(`{"limit":1000,"cursor":%q}`, cursor)))
		for _, p := range page.Proposals {
			if proposals[p.Feedback]++; proposals[p.Feedback] > 1 {
				t.Errorf("%s was processed twice", p.Feedback)
			}
		}
		if cursor = page.Cursor; cursor == "" {
			break
		}
	}
	if len(proposals) < len(texts) {
		t.Errorf("%d proposals of %d feedbacks", len(proposals), len(texts))
	}
	h.sound()
}

// submittingChild serves a data directory and submits feedback until it is killed.
// One is printed once its answer has come.
func submittingChild(t *testing.T, round, dir string) {
	h := newHouse(t, func(o *daemon.Options) { o.Config.DataDir, o.Config.Durability = dir, "sync" })
	var out sync.Mutex
	var clients sync.WaitGroup
	for n := range killClients {
		c := h.dial()
		defer c.Close()
		clients.Go(func() {
			for i := 0; ; i++ {
				text := fmt.Sprintf("thing %d of client %d stands in room %s", i, n, round)
				r, err := ipc.KnowledgeSubmit.Call(t.Context(), c, ipc.SubmitParams{Text: text})
				if err != nil {
					t.Error(err)
					return
				}
				out.Lock()
				fmt.Println("kept", r.Feedback, text)
				out.Unlock()
			}
		})
	}
	clients.Wait()
}
