package daemon_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"navd/daemon"
	"navd/daemon/grounding"
	"navd/daemon/model/modeltest"
	"navd/daemon/reply"
	"navd/ipc"
)

const killFinalEnv = "NAVD_TEST_KILL_FINAL" // data directory of the child

// TestKillBeforeFinal kills a daemon between the answer to episode.end and the
// final, while a model thinks about it: after the restart the final is made, and
// once, whoever makes it.
func TestKillBeforeFinal(t *testing.T) {
	if dir := os.Getenv(killFinalEnv); dir != "" {
		thinkingChild(t, dir)
		return
	}
	for name, tt := range map[string]struct {
		change func(*daemon.Options)
		form   grounding.Form
	}{
		"the model is gone": {func(*daemon.Options) {}, grounding.ByCode},
		"it is back":        {withFinal(modeltest.NewScript(modeltest.Line{Text: distilled})), grounding.ByModel},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			id := killedThinking(t, dir)
			h := newHouse(t, tt.change, func(o *daemon.Options) { o.Config.DataDir, o.Config.Durability = dir, "sync" })
			got := h.finalsOf(id)
			if got.Versions != 1 || got.Final.Form != tt.form || len(got.Feedback) != 2 {
				t.Errorf("%d finals, the last %+v, of %d feedbacks", got.Versions, got.Final, len(got.Feedback))
			}
			h.restart()
			h.end(id)
			if again := h.finalsOf(id); again.Versions != 1 {
				t.Errorf("after another restart: %d finals", again.Versions)
			}
			h.sound()
		})
	}
}

// thinkingChild ends an episode whose final a model never gives, says so, and
// waits to be killed.
func thinkingChild(t *testing.T, dir string) {
	asked := make(chan struct{}, 1)
	h := newHouse(t, withFinal(hanging(asked)), func(o *daemon.Options) { o.Config.DataDir, o.Config.Durability = dir, "sync" })
	id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"sofa"}`)).Episode
	h.say(id, "s: kitchen is green")
	h.say(id, "s: the walls there are green too")
	h.end(id)
	<-asked
	fmt.Println("thinks", id)
	select {}
}

// killedThinking kills such a child and gives the episode.
func killedThinking(t *testing.T, dir string) (id string) {
	t.Helper()
	cmd, lines := startChild(t, "TestKillBeforeFinal", killFinalEnv+"="+dir)
	for id == "" && lines.Scan() {
		id, _ = strings.CutPrefix(lines.Text(), "thinks ")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	return id
}

// hanging is a model that tells when it is asked, and never answers.
type hanging chan<- struct{}

// Ask implements [model.Model].
func (h hanging) Ask(ctx context.Context, _ reply.Ask) (string, reply.Usage, error) {
	h <- struct{}{}
	<-ctx.Done()
	return "", reply.Usage{}, ctx.Err()
}
