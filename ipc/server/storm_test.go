package server_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"navd/ipc"
	"navd/ipc/server"
)

// stormRAM is what the objects of a storm may take, in bytes, beyond what there
// was before: with the limits of the test a large multiple of what is kept, and a
// small part of what is asked for.
const stormRAM = 32 << 20

// stormPatience is how long a client of the storm waits.
const stormPatience = 2 * time.Minute

// TestStorm has clients ask for the most that each method gives, in batches and
// one line after the other, some of them without reading, while a robot walks. All
// that is read is an answer, the robot's steps go on, and RAM stays bounded.
func TestStorm(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures what is held")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(25)) // so that what is held counts, not what was
	_, path := serve(t, server.Options{
		Methods: server.Methods(openDaemon(t)),
		Limits:  server.Limits{MaxAnswer: 1 << 20, MaxLine: 1 << 20, MaxLines: 4 << 20},
	})
	w := dial(t, path)
	episode, plan := stormy(t, w)
	tests := []struct {
		name, method, params string
		times                int // in one batch
	}{
		{"graph", "nav.graph", `{"episode":"EPISODE"}`, 300},
		{"graph for Graphviz", "nav.graph", `{"episode":"EPISODE","format":"dot"}`, 300},
		{"log", "episode.log", `{"episode":"EPISODE","limit":1000}`, 100},
		{"path", "nav.path", `{"episode":"EPISODE","to":"1"}`, 100},
		{"neighbours", "nav.localize", `{"episode":"EPISODE","radius_m":1000,"limit":1000}`, 100},
		{"episodes", "episode.list", `{"limit":1000}`, 100},
		{"context", "nav.context", `{"episode":"EPISODE","budget":0}`, 40},
		{"search", "memory.search", `{"query":"sofa","k":100}`, 40},
		{"steps again", "nav.steps", stepsParams("EPISODE", 1, 20), 3},
		{"merge", "grounding.merge", `{"files":[{"name":"a.txt","content":"` + strings.Repeat("- the kitchen is green\\n", 1000) + `"}],"merge_format":"both"}`, 5},
		{"subscriptions", "events.subscribe", `{"since":"0"}`, 40},
		{"plans", "nav.plan", plan, 2},
	}
	ram := watchRAM()
	robot := dial(t, path)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			one := call("1", test.method, strings.ReplaceAll(test.params, "EPISODE", episode))
			batch := "[" + strings.Repeat(one+",", test.times-1) + one + "]\n"
			var storm sync.WaitGroup
			over := make(chan struct{})
			for range 2 {
				deaf, err := net.Dial("unix", path)
				if err != nil {
					t.Fatal(err)
				}
				storm.Go(func() {
					deaf.SetDeadline(time.Now().Add(stormPatience))
					io.WriteString(deaf, batch+strings.Repeat(one+"\n", test.times)) // may wait until it is closed
				})
				defer storm.Wait()
				defer deaf.Close()
			}
			reader := dial(t, path)
			reader.nc.SetDeadline(time.Now().Add(stormPatience))
			storm.Go(func() {
				defer close(over)
				io.WriteString(reader.nc, batch)
				if n := answersOf(t, reader.in); n != test.times {
					t.Errorf("%d answers to a batch of %d", n, test.times)
				}
			})
			walkOn(t, robot, over, ram)
		})
	}
	if got := ram.peak - ram.before; got > stormRAM {
		t.Errorf("objects took %d MiB more, at most %d are allowed", got>>20, stormRAM>>20)
	} else {
		t.Logf("objects took %d MiB more", got>>20)
	}
}

// stormy makes an episode with a large graph, and gives its id and the parameters
// of a plan with as much in it as may be.
func stormy(t *testing.T, w *wire) (episode, plan string) {
	t.Helper()
	var begun struct{ Result ipc.BeginResult }
	if err := json.Unmarshal([]byte(w.ask(call("1", ipc.EpisodeBegin, `{"goal":"sofa"}`))), &begun); err != nil {
		t.Fatal(err)
	}
	episode = begun.Result.Episode
	for from := 1; from < 3000; from += 1000 {
		if code, _ := code(t, w.ask(call("1", ipc.NavSteps, stepsParams(episode, from, 1000)))); code != 0 {
			t.Fatal(code)
		}
	}
	var labels []string
	for view := range 12 {
		labels = append(labels, fmt.Sprintf(`{"view":%d,"scene_type":"hallway","free_m":3,"see_m":5,"objects":["%s"]}`,
			view, strings.Join(strings.Fields(strings.Repeat("chair ", 30)), `","`)))
	}
	return episode, `{"episode":"EPISODE","labels":[` + strings.Join(labels, ",") + `]}`
}

func stepsParams(episode string, from, n int) string {
	steps := make([]string, n)
	for i := range steps {
		steps[i] = fmt.Sprintf(`{"seq":%d,"action":"move_forward"}`, from+i)
	}
	return `{"episode":"` + episode + `","steps":[` + strings.Join(steps, ",") + `]}`
}

// answersOf counts the members of an array, passing over events.
func answersOf(t *testing.T, in *bufio.Reader) int {
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			t.Error(err)
			return 0
		}
		var members []json.RawMessage
		if line[0] == '[' && json.Unmarshal(line, &members) == nil {
			return len(members)
		}
	}
}

// walkOn has a robot step until a channel is closed, ten times at least.
func walkOn(t *testing.T, w *wire, over <-chan struct{}, ram *ramWatch) {
	t.Helper()
	w.nc.SetDeadline(time.Now().Add(stormPatience))
	var begun struct{ Result ipc.BeginResult }
	if err := json.Unmarshal([]byte(w.ask(call("1", ipc.EpisodeBegin, `{"goal":"sofa"}`))), &begun); err != nil {
		t.Fatal(err)
	}
	for seq := 1; ; seq++ {
		if code, _ := code(t, w.ask(call("1", ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"move_forward"}`, begun.Result.Episode, seq)))); code != 0 {
			t.Fatalf("step %d: code %d", seq, code)
		}
		ram.look()
		select {
		case <-over:
			if seq >= 10 {
				return
			}
		default:
		}
	}
}

// ramWatch keeps how many bytes objects took at most.
type ramWatch struct{ before, peak uint64 }

func watchRAM() *ramWatch {
	debug.FreeOSMemory()
	w := &ramWatch{}
	w.look()
	w.before = w.peak
	return w
}

func (w *ramWatch) look() {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	w.peak = max(w.peak, s[0].Value.Uint64())
}
