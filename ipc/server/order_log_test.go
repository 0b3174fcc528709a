package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/nav"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// walkOne begins an episode, takes two steps and looks at what was logged.
func walkOne(c *client.Client) error {
	ctx := context.Background()
	b, err := ipc.EpisodeBegin.Call(ctx, c, ipc.BeginParams{Goal: "sofa"})
	if err != nil {
		return err
	}
	for seq := 1; seq <= 2; seq++ {
		if _, err := ipc.NavStep.Call(ctx, c, ipc.StepParams{Episode: b.Episode, Step: nav.Step{Seq: seq, Action: nav.Forward}}); err != nil {
			return err
		}
	}
	log, err := ipc.EpisodeLog.Call(ctx, c, ipc.LogParams{Episode: b.Episode, Kinds: []string{"step"}})
	if err == nil && len(log.Entries) != 2 {
		err = fmt.Errorf("%d steps in the log", len(log.Entries))
	}
	return err
}

// TestOrderInTheLog lets two connections send to one episode without waiting:
// one walks, by nav.step, by nav.steps and in batches, and looks in between;
// the other looks, in lines and batches. The log must have the calls of each in
// the order in which it sent them, every step once, and every look after the
// step that was the last when it was taken.
func TestOrderInTheLog(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	_, path := serve(t, server.Options{Methods: server.Methods(openDaemon(t))})
	w := dial(t, path)
	var begun struct{ Episode string }
	answer(t, w, call("b", ipc.EpisodeBegin, `{"goal":"sofa"}`), &begun)

	walker, walked := walking(begun.Episode, rounds)
	looker, looked := looking(begun.Episode, rounds)
	var clients sync.WaitGroup
	for _, text := range []string{walker, looker} {
		w := dial(t, path)
		clients.Go(func() { w.write(text) })
		clients.Go(func() {
			for range strings.Count(text, "\n") {
				if line := w.next(); strings.Contains(line, `"error"`) {
					t.Errorf("refused: %s", line)
				}
			}
		})
	}
	clients.Wait()
	got := logged(t, w, begun.Episode)
	for name, want := range map[string][]string{"w": walked, "l": looked} {
		var of []string
		for _, e := range got {
			if e[:1] == name {
				of = append(of, e)
			}
		}
		if diff := cmp.Diff(want, of); diff != "" {
			t.Errorf("the log of %s, -sent +taken:\n%s", name, diff)
		}
	}
}

// walking gives the lines of a connection that takes five steps a round, and
// what the log should have of it.
func walking(episode string, rounds int) (text string, log []string) {
	var lines strings.Builder
	seq := 0
	step := func() string {
		seq++
		log = append(log, fmt.Sprintf("w step %d", seq))
		return fmt.Sprintf(`{"episode":%q,"seq":%d,"action":%d}`, episode, seq, 1+seq%3)
	}
	several := func(n int) string {
		var steps []string
		for range n {
			steps = append(steps, strings.Replace(step(), fmt.Sprintf(`"episode":%q,`, episode), "", 1))
		}
		return fmt.Sprintf(`{"episode":%q,"steps":[%s]}`, episode, strings.Join(steps, ","))
	}
	look := func() string {
		log = append(log, fmt.Sprintf("w look %d", seq))
		return fmt.Sprintf(`{"episode":%q,"failed":"w look %d"}`, episode, seq)
	}
	for range rounds {
		fmt.Fprintln(&lines, call("1", ipc.NavStep, step()))
		fmt.Fprintf(&lines, "[%s,%s,%s]\n", call("2", ipc.NavStep, step()), notify(ipc.NavObserve, look()), call("3", ipc.NavSteps, several(2)))
		fmt.Fprintln(&lines, call("4", ipc.NavObserve, look()))
		fmt.Fprintln(&lines, call("5", ipc.NavSteps, several(1)))
	}
	return lines.String(), log
}

// looking gives the lines of a connection that looks three times a round.
func looking(episode string, rounds int) (text string, log []string) {
	var lines strings.Builder
	look := func() string {
		log = append(log, fmt.Sprintf("l look %d", len(log)))
		return fmt.Sprintf(`{"episode":%q,"failed":%q}`, episode, log[len(log)-1])
	}
	for range rounds {
		fmt.Fprintln(&lines, call("1", ipc.NavObserve, look()))
		fmt.Fprintf(&lines, "[%s,%s]\n", call("2", ipc.NavObserve, look()), call("3", ipc.NavObserve, look()))
	}
	return lines.String(), log
}

// logged gives the steps and the looks of an episode as the log has them, and
// checks the numbers that the daemon gave.
func logged(t *testing.T, w *wire, episode string) (lines []string) {
	t.Helper()
	n, seq := 0, 0
	for cursor := ""; ; {
		var page ipc.LogResult
		params, _ := json.Marshal(ipc.LogParams{Episode: episode, Limit: 100, Cursor: cursor})
		answer(t, w, call("log", ipc.EpisodeLog, string(params)), &page)
		for _, e := range page.Entries {
			if n++; e.N != n {
				t.Fatalf("entry %d has n %d", n, e.N)
			}
			if e.Kind == "step" {
				seq++
				lines = append(lines, fmt.Sprintf("w step %d", seq))
			}
			if e.Seq != seq {
				t.Errorf("entry %d, a %s, has seq %d after step %d", n, e.Kind, e.Seq, seq)
			}
			var scene struct{ Failed string }
			if e.Kind != "scene" {
				continue
			}
			if err := json.Unmarshal(e.Data, &scene); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, scene.Failed)
		}
		if cursor = page.Cursor; cursor == "" {
			return lines
		}
	}
}

// TestOrderOfArrival lets two connections take one episode's steps alternately. Each
// waits until the other's line has arrived, not until it is answered: every
// step follows the one before, however long those take.
func TestOrderOfArrival(t *testing.T) {
	_, path := serve(t, server.Options{Methods: server.Methods(openDaemon(t))})
	both := [2]*wire{dial(t, path), dial(t, path)}
	var begun struct{ Episode string }
	answer(t, both[0], call("b", ipc.EpisodeBegin, `{"goal":"sofa"}`), &begun)
	const steps = 100
	waiting := [2]int{} // answers to steps that are still to come
	for i := range steps {
		w := both[i%2]
		waiting[i%2]++
		w.send(call("step", ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"forward"}`, begun.Episode, i+1)), call("arrived", "no.method", "{}"))
		for arrived := false; !arrived; {
			line := w.next()
			if arrived = strings.Contains(line, `"arrived"`); !arrived {
				checkStep(t, line)
				waiting[i%2]--
			}
		}
	}
	for i, w := range both {
		for range waiting[i] {
			checkStep(t, w.next())
		}
	}
}

func checkStep(t *testing.T, line string) {
	t.Helper()
	if diff := cmp.Diff([]string{`"step" 0`}, outcomes(t, line)); diff != "" {
		t.Errorf("%s\n%s", diff, line)
	}
}
